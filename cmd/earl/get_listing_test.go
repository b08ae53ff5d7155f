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

	"github.com/earl-url/earl/internal/peers"
)

// ftpOf returns the address of an ftp server. listing returns what it sends as the reply to
// MLSD, LIST or NLST in a directory. The content of each file is its name.
func ftpOf(t *testing.T, listing func(verb, dir string) string) string {
	t.Helper()
	return peers.Serve(t, func(c net.Conn) { serveFTP(c, listing) })
}

// serveFTP serves one control connection.
func serveFTP(c net.Conn, listing func(verb, dir string) string) {
	say := func(line string) { io.WriteString(c, line+"\r\n") }
	data, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return
	}
	defer data.Close()
	send := func(text string) {
		say("150 here it comes")
		if d, err := data.Accept(); err == nil {
			io.WriteString(d, text)
			d.Close()
		}
		say("226 done")
	}
	dir := "/"
	say("220 ready")
	for in := bufio.NewScanner(c); in.Scan(); {
		switch verb, arg, _ := strings.Cut(in.Text(), " "); verb {
		case "USER", "PASS":
			say("230 welcome")
		case "TYPE":
			say("200 type")
		case "CWD":
			dir += arg + "/"
			say("250 there")
		case "EPSV":
			say(fmt.Sprintf("229 (|||%d|)", data.Addr().(*net.TCPAddr).Port))
		case "MLSD", "LIST", "NLST":
			if text := listing(verb, dir); text == "not implemented" {
				say("500 no " + verb)
			} else {
				send(text)
			}
		case "RETR":
			send(arg)
		case "QUIT":
			say("221 bye")
			return
		default:
			say("502 no " + verb)
		}
	}
}

// filesIn returns the names of the files below a directory.
func filesIn(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			list = append(list, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// P21, B21: --delete removes nothing below a listing with lines that were not understood, or that
// may be truncated or an error; elsewhere it still does. The dialects are invented, or whole
// replies that are no listing.
func TestDeleteKeepsWhatAListingMayLack(t *testing.T) {
	ftp := func(names ...string) string {
		var b strings.Builder
		for _, name := range names {
			kind := "file"
			if strings.HasSuffix(name, "/") {
				kind, name = "dir", strings.TrimSuffix(name, "/")
			}
			fmt.Fprintf(&b, "type=%s; %s\r\n", kind, name)
		}
		return b.String()
	}
	const ls = "-rw-r--r--   1 u g 1 Nov 20  2025 a\r\n"
	for _, tt := range []struct {
		name, root, sub string // the listings of the second copy
		left            string // files after it
		status          int
		stderr          string
	}{
		{"nothing changed", ftp("a", "b", "sub/"), ftp("c"), "a b sub/c", statusDone, "saved 3 files"},
		{"one is gone", ftp("a", "sub/"), ftp("c"), "a sub/c", statusDone, "1 deleted"},
		{"true empty", "", ftp("c"), "", statusDone, "3 deleted"},
		{"empty below", ftp("a", "b", "sub/"), "", "a b", statusDone, "1 deleted"},
		{"one bad line of two", ftp("a") + "type=file;owner=A B; b\r\n", "", "a b sub/c", statusProtocol, "line 2: type=file;owner=A B; b"},
		{"ls for MLSD", ls, "", "a b sub/c", statusProtocol, "1 line was not understood|3 files were kept"},
		{"garbage", "\x00\xff\x1b[2J\r\n\x89PNG\r\n", "", "a b sub/c", statusProtocol, "2 lines were not understood"},
		{"HTML", "<html>\r\n<body>\r\n", "", "a b sub/c", statusProtocol, "line 1: <html>"},
		{"bad below", ftp("a", "sub/"), "a c\r\n", "a sub/c", statusProtocol, "1 deleted, 1 not understood"},
		{"bad above", "a b\r\n" + ftp("sub/"), ftp("d"), "a b sub/c sub/d", statusProtocol, "saved 1 file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root, sub := ftp("a", "b", "sub/"), ftp("c")
			at := ftpOf(t, func(_, dir string) string {
				if dir == "/" {
					return root
				}
				return sub
			})
			copies(t, "ftp://"+at+"/", func() { root, sub = tt.root, tt.sub }, tt.left, tt.status, tt.stderr)
		})
	}
}

// copies makes a copy of a URL and, after a change, another with --delete. It compares the files
// that are left, the status and the messages.
func copies(t *testing.T, url string, change func(), left string, status int, stderr string) {
	t.Helper()
	dir := t.TempDir()
	if _, errs, status := runIn(t, dir, "get", "-R", "--output-dir", dir, url); status != statusDone {
		t.Fatalf("the first copy: status %d: %s", status, errs)
	}
	change()
	_, errs, got := runIn(t, dir, "get", "-R", "--delete", "--output-dir", dir, url)
	if files := strings.Join(filesIn(t, dir), " "); files != left || got != status {
		t.Errorf("status %d, files %q; want %d, %q: %s", got, files, status, left, errs)
	}
	for want := range strings.SplitSeq(stderr, "|") {
		if !strings.Contains(errs, want) {
			t.Errorf("stderr has no %q: %s", want, errs)
		}
	}
}

// P21, rfc1436 2: the same for menus. A server may fail with an empty menu, and one without its
// final line may be truncated.
func TestDeleteKeepsWhatAMenuMayLack(t *testing.T) {
	for _, tt := range []struct {
		name, menu string // of the second copy; ITEM is an item without its type and name
		left       string
		status     int
		stderr     string
	}{
		{"one is gone", "0A\ta\tITEM\r\n.\r\n", "a", statusDone, "1 deleted"},
		{"unknown end", "0A\ta\tITEM\r\n", "a b", statusProtocol, "may be truncated"},
		{"end inside a line", "0A\ta\tITEM\r\n0B\tb\t127.0.0", "a b", statusProtocol, "1 line was not understood"},
		{"lone dot", ".\r\n", "a b", statusProtocol, "the menu has no items"},
		{"nothing", "", "a b", statusProtocol, "the menu has no items"},
		{"HTML", "<html>\r\n<a href=/>x</a>\r\n", "a b", statusProtocol, "2 lines were not understood"},
		{"only text", "iBusy\t\t\t\r\n.\r\n", "a b", statusProtocol, "the menu has no items"},
		{"bad port", "0A\ta\t127.0.0.1\tseventy\r\n.\r\n", "a b", statusProtocol, `port "seventy" is not a number`},
		{"bad port of two", "0A\ta\tITEM\r\n0B\tb\t127.0.0.1\t0\r\n.\r\n", "a b", statusProtocol, "saved 1 file"},
		{"error of the server", "0A\ta\tITEM\r\n3Too many\t\terror.host\t1\r\n.\r\n", "a b", statusProtocol, "error of the server"},
		{"spaces", "0A a 127.0.0.1 70\r\n.\r\n", "a b", statusProtocol, "1 line was not understood"},
		{"other selectors", "0A\ta\tITEM\r\n0B\tB\tother.example\t70\r\n.\r\n", "a", statusDone, "1 item left out: on other servers (--span-hosts follows them)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var at string
			menu := "0A\ta\tITEM\r\n0B\tb\tITEM\r\n.\r\n"
			at = gopherOf(t, func(selector string) string {
				if selector == "" {
					return strings.ReplaceAll(menu, "ITEM", strings.Replace(at, ":", "\t", 1))
				}
				return "text\r\n.\r\n"
			})
			if tt.name == "nothing" || strings.HasPrefix(tt.name, "end") || strings.HasPrefix(tt.name, "unknown") {
				menu = strings.TrimSuffix(menu, ".\r\n") // a server that never sends a dot
			}
			copies(t, "gopher://"+at+"/", func() { menu = tt.menu }, tt.left, tt.status, tt.stderr)
		})
	}
}

// B21: a copy says how many items it leaves out and which flag follows them, and is not done if
// it has no file because of that.
func TestCopySaysWhatItLeavesOut(t *testing.T) {
	var at string
	at = gopherOf(t, func(selector string) string {
		place := strings.Replace(at, ":", "\t", 1)
		switch selector {
		case "/menu":
			return "0A\t/texts/a\t" + place + "\r\n0B\t/texts/b\t" + place + "\r\n0C\tc\tother.example\t70\r\n.\r\n"
		case "/empty":
			return ".\r\n"
		}
		return "text\r\n.\r\n"
	})
	ftp := ftpOf(t, func(_, dir string) string {
		switch dir {
		case "/links/":
			return "type=OS.unix=slink:/etc; l\r\ntype=OS.unix=slink:../x; m\r\n"
		case "/names/":
			return "type=file; a\r\ntype=file; nul\x00name\r\n"
		case "/deep/":
			return "type=dir; more\r\n"
		}
		return ""
	})
	for _, tt := range []struct {
		url    string
		flags  []string
		files  int
		status int
		stderr string
	}{
		{"gopher://" + at + "/1/menu", nil, 0, statusRefused, "2 items left out: not below it on the server (--parent follows them)|1 item left out: on other servers (--span-hosts follows them)|no file was found, because these items were left out"},
		{"gopher://" + at + "/1/menu", []string{"--parent"}, 2, statusDone, "1 item left out: on other servers|saved 2 files"},
		{"gopher://" + at + "/1/menu", []string{"--parent", "--accept", "*.zip"}, 0, statusRefused, "because these items were left out"},
		{"gopher://" + at + "/1/empty", nil, 0, statusProtocol, "no file was found: the menu has no items"},
		{"ftp://" + ftp + "/links/", nil, 0, statusRefused, "2 symbolic links left out"},
		{"ftp://" + ftp + "/names/", nil, 1, statusRefused, "1 item left out: no URL can be written"},
		{"ftp://" + ftp + "/empty/", nil, 0, statusDone, "there are no files"},
		{"ftp://" + ftp + "/deep/", []string{"--depth", "1"}, 0, statusDone, "1 directory was not read"},
		{"ftp://" + ftp + "/gone;type=d", nil, 0, statusProtocol, "no file was found: the reply to NLST is empty"},
	} {
		dir := t.TempDir()
		_, errs, status := runIn(t, dir, slices.Concat([]string{"get", "-R", "--output-dir", dir}, tt.flags, []string{tt.url})...)
		if n := len(filesIn(t, dir)); n != tt.files || status != tt.status {
			t.Errorf("%s %q: status %d, %d files; want %d, %d: %s", tt.url, tt.flags, status, n, tt.status, tt.files, errs)
		}
		for want := range strings.SplitSeq(tt.stderr, "|") {
			if !strings.Contains(errs, want) {
				t.Errorf("%s %q: stderr has no %q: %s", tt.url, tt.flags, want, errs)
			}
		}
	}
}

// P21: rows are on stdout, in JSON too, and lines that were not understood are on stderr, safe for
// a terminal and only the first of them.
func TestListShowsWhatItDoesNotUnderstand(t *testing.T) {
	listing := "type=file;size=1; a\r\n?\x1b[31m\u202e" + strings.Repeat("x", 300) + "\r\n" + strings.Repeat("type b\r\n", 9) + "type=dir; d\r\n"
	at := ftpOf(t, func(verb, _ string) string { return listing })
	for _, args := range [][]string{{"ls"}, {"ls", "--json"}, {"get", "--urls"}, {"get", "--retry", "2", "--retry-all-errors"}} {
		out, errs, status := runIn(t, t.TempDir(), append(args, "ftp://"+at+"/")...)
		if status != statusProtocol || strings.Count(out, "\n") != 2 || strings.ContainsAny(out+errs, "\x1b\u202e") {
			t.Errorf("%q: status %d: %q", args, status, out)
		}
		for _, want := range []string{"10 lines were not understood:\n", "\n  line 2: ?", "xxx...: it is not facts", "\n  line 6: type b: ", "\n  and 5 more\n"} {
			if strings.Count(errs, want) != 1 {
				t.Errorf("%q: stderr has not one %q: %s", args, want, errs)
			}
		}
		if strings.Contains(errs, "line 7") {
			t.Errorf("%q: stderr has more than %d lines: %s", args, 5, errs)
		}
	}
}
