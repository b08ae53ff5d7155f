package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
)

// -R copies a capsule, whose pages link to each other, and mailboxes and a newsgroup, whose
// messages may have equal subjects (B21). The time of a message is that of the listing.
func TestCopyCapsuleAndMailboxes(t *testing.T) {
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	for _, tt := range []struct{ url, summary, file, text string }{
		{servers.URL("gemini", ""), "saved 53 files", "index.gmi", "=> history/index.gmi What"},
		{servers.URL("gemini", "history/"), "saved 11 files", "index.gmi", "=> gopher.txt"},
		{servers.URL("pop", ""), "saved 10 files", "letter-2.eml", "Subject: Which of the ten"},
		{servers.URL("imap", ""), "saved 11 files", "INBOX/2.eml", "Subject: Which of the ten"},
		{servers.URL("imap", "INBOX"), "saved 10 files", "2.eml", "Subject: Which of the ten"},
		{servers.URL("nntp", "library.doors"), "saved 5 files", "1.eml", "Subject: Which of the ten"},
	} {
		dir := t.TempDir()
		_, errs, status := runIn(t, dir, "get", "-R", "--convert-links", "--output-dir", dir, tt.url)
		if status != statusDone || !strings.Contains(errs, tt.summary) || strings.Count(errs, "\n") > 2 {
			t.Errorf("%s: status %d: %s", tt.url, status, errs)
		}
		file := filepath.Join(dir, filepath.FromSlash(tt.file))
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), tt.text) {
			t.Errorf("%s: %s: %v: %q", tt.url, tt.file, err, text)
			continue
		}
		info, err := os.Stat(file)
		if err != nil || strings.HasSuffix(file, ".eml") && info.ModTime().In(time.UTC).Format(time.DateTime) != "1994-12-01 10:12:00" {
			t.Errorf("%s: %s has the time %v, %v", tt.url, tt.file, info.ModTime(), err)
		}
	}
}

// Two items of a menu whose selectors end in the same name become two files, and a second copy
// gives them the same names, in whatever order they are listed (B21).
func TestCopyNamesAreUnique(t *testing.T) {
	selectors := []string{"/a/same.txt", "/b/same.txt", "/b/SAME.txt"}
	var at string
	at = gopherOf(t, func(selector string) string {
		if selector != "" {
			return selector
		}
		host, port, _ := strings.Cut(at, ":")
		var menu strings.Builder
		for _, s := range selectors {
			fmt.Fprintf(&menu, "0A text\t%s\t%s\t%s\r\n", s, host, port)
		}
		return menu.String() + ".\r\n"
	})
	dir := t.TempDir()
	for range 2 {
		if _, errs, status := runIn(t, dir, "get", "-R", "--output-dir", dir, "gopher://"+at+"/"); status != statusDone {
			t.Errorf("status %d: %s", status, errs)
		}
		for name, want := range map[string]string{"same.txt": "/a/same.txt", "same~2.txt": "/b/same.txt", "SAME~3.txt": "/b/SAME.txt"} {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
				t.Errorf("%s: %q, %v, want %q", name, text, err, want)
			}
		}
		slices.Reverse(selectors)
	}
}

// gopherOf returns the address of a gopher server that sends text for each selector.
func gopherOf(t *testing.T, text func(selector string) string) string {
	t.Helper()
	return peers.Serve(t, func(c net.Conn) {
		line, _ := bufio.NewReader(c).ReadString('\n')
		io.WriteString(c, text(strings.TrimSpace(line)))
	})
}
