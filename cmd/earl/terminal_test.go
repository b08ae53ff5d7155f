package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/internal/longtest"
)

// hostile is text that must not reach a terminal: a title and a colour (ESC, BEL), C1 control
// characters as a character and as a byte, direction marks, and characters without a width.
const hostile = "a\x1b]0;title\x07\x1b[31mb\u009b31mc\x9b31m\x90d\u202egpj.exe\u2066e\u2069f\u200fg\u061ch\u200bi\ufeffj\x7f"

// ownStyle is what the command itself sends to a terminal.
var ownStyle = regexp.MustCompile("\x1b\\[[0-9;]*[mK]")

// controls returns the characters in output that could control a terminal or disguise text.
func controls(output string) (list []string) {
	for i := 0; i < len(output); {
		r, n := utf8.DecodeRuneInString(output[i:])
		switch {
		case r == '\n' || r == '\t' || r == '\r' && strings.HasPrefix(output[i:], "\r\n"):
		case r == utf8.RuneError && n == 1, unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r):
			list = append(list, fmt.Sprintf("%q", output[i:i+n]))
		}
		i += n
	}
	return list
}

// Design, "Text from a server is made safe before it reaches a terminal": no command writes
// control characters of its arguments, its files or the names of its files to stderr. A new
// command is tested too.
func TestNoCommandWritesControlsToStderr(t *testing.T) {
	longtest.OnlyInGate(t, "runs each command with many texts")
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME"} {
		t.Setenv(name, dir)
	}
	files := filesWithControls(t)
	for _, c := range leaves(newRoot(&streams{}, nil)) {
		words := strings.Fields(c.CommandPath())[1:]
		if words[0] == "rows" { // it becomes another program, which has its own test
			continue
		}
		lines := [][]string{{hostile}, {"--" + hostile}, {"-" + hostile}, {hostile, hostile}, {"http://h.invalid/" + hostile, hostile}}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() != "bool" {
				lines = append(lines, []string{"--" + f.Name + "=" + hostile, hostile})
			}
		})
		for _, file := range files {
			if words[0] != "handler" && words[0] != "serve" && words[0] != "demo" && words[0] != "mcp" { // they do not read files, or do not end
				lines = append(lines, []string{file}, []string{file, hostile})
			}
			if c.Flags().Lookup("config") != nil {
				lines = append(lines, []string{"--config=" + file, hostile})
			}
			if c.Flags().Lookup("from-warc") != nil {
				lines = append(lines, []string{"--from-warc=" + file, "http://h.example/" + hostile}, []string{"--from-warc=" + file, "http://h.example/"})
			}
		}
		for _, line := range lines {
			args := append(append([]string(nil), words...), line...)
			if stderr, status := stderrOf(t, args); len(controls(stderr)) > 0 {
				t.Errorf("earl %q: status %d, stderr has %s:\n%q", args, status, controls(stderr), stderr)
			}
		}
	}
}

// leaves returns the commands below c that do something.
func leaves(c *cobra.Command) (list []*cobra.Command) {
	for _, below := range c.Commands() {
		list = append(append(list, below), leaves(below)...)
	}
	return list
}

// filesWithControls writes a file of each kind with hostile text, also in its name, and returns their
// names.
func filesWithControls(t *testing.T) (names []string) {
	t.Helper()
	name := strings.ReplaceAll(hostile, "/", "_")
	if runtime.GOOS != "linux" { // other file systems refuse such names
		name = "hostile\u202ename"
	}
	block := "HTTP/1.1 200 " + hostile + "\r\nContent-Type: " + hostile + "\r\n" + hostile + ": x\r\n" + hostile + "\r\nContent-Length: " + hostile + "\r\nContent-Encoding: " + hostile + "\r\n\r\nx"
	record := func(kind, url string) string {
		return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:%s>\r\n"+
			"WARC-Payload-Digest: %s\r\nWARC-Refers-To: <%s>\r\nContent-Type: application/http\r\n%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, url, hostile, hostile, hostile, hostile, len(block), block)
	}
	for ending, text := range map[string]string{
		".md":    "[a](http://h.invalid/" + hostile + ")\n[b](" + hostile + ")\n[c](missing" + hostile + ".md)\n",
		".html":  "<a href='http://h.invalid/" + hostile + "'>a</a><base href='" + hostile + "'>",
		".toml":  hostile + " = 1\n",
		".cdxj":  hostile + " " + hostile + "\n",
		".txt":   hostile,
		".warc":  record("response", "http://h.example/") + record("revisit", "http://h.example/"+hostile) + record(hostile, "http://h.example/x"),
		".warc2": "WARC/" + hostile + "\r\nContent-Length: " + hostile + "\r\n\r\n",
	} {
		if err := os.WriteFile(name+ending, []byte(text), 0o600); err != nil {
			t.Skipf("a file system without such names: %v", err)
		}
		names = append(names, name+ending)
	}
	return names
}

// stderrOf runs a command and returns what it writes to stderr, without its own styles.
func stderrOf(t *testing.T, args []string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	errs, err := os.Create(filepath.Join(dir, "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	status := run(&streams{in: null, out: out, err: errs}, args)
	b, err := os.ReadFile(errs.Name())
	if err != nil {
		t.Fatal(err)
	}
	return ownStyle.ReplaceAllString(string(b), ""), status
}

// The index of a hostile archive is safe on a terminal, and its JSON has the same text.
func TestIndexIsSafe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.warc")
	block := "HTTP/1.1 200 OK\r\nContent-Type: text/x" + hostile + "\r\n\r\n"
	record := fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.example/%s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:1>\r\n"+
		"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", hostile, len(block), block)
	if err := os.WriteFile(name, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if status := run(&streams{out: out, err: os.Stderr}, []string{"warc", "index", name}); status != 0 {
		t.Fatalf("status %d, want 0", status)
	}
	b, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	if list := controls(string(b)); len(list) > 0 || !strings.Contains(string(b), `\u202egpj.exe`) {
		t.Errorf("the index has %s:\n%q", list, b)
	}
}
