package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile has what must not reach a terminal: ESC, C1 control characters as a character and
// as a byte, direction marks, and characters without a width.
const hostile = "a\x1b]0;title\x07\u009b31mc\x9b31m\x90d\u202egpj.exe\u2066e\u200fg\u061ch\u200bi\ufeffj\x7f"

// isSafe reports whether text has nothing that could control a terminal or disguise text.
func isSafe(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf)
	})
}

// Errors have no control characters of arguments, of files and of their names.
func TestErrorsAreSafe(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, strings.ReplaceAll(hostile, "/", "_")+".csv")
	if err := os.WriteFile(file, []byte("url,"+hostile+"\nhttp://h.example/\n"), 0o600); err != nil {
		t.Skipf("a file system without such names: %v", err)
	}
	lines := [][]string{{hostile}, {"--" + hostile}, {"-" + hostile}, {"-s", "url", file + "x"}, {"-s", hostile, file}, {"-s", "url", "--column", hostile, file},
		{"-s", "url", "--in", hostile, file}, {"-s", "url", "--in", "jsonl", file}, {"-s", "url", "--in", "parquet", file}, {"-s", "url", "--in", "arrow", file},
		{"-s", "url", "-o", file + "/x", file}, {"--check", file}, {"--check", dir, hostile}, {"-s", "url", "-e", hostile, file}, {"-s", "url", "--shard", hostile, "-o", dir + "/out/", file}}
	was := os.Stderr
	defer func() { os.Stderr = was }()
	for _, line := range lines {
		errs, err := os.Create(filepath.Join(t.TempDir(), "err"))
		if err != nil {
			t.Fatal(err)
		}
		os.Stderr = errs
		status := run(line)
		os.Stderr = was
		errs.Close()
		b, err := os.ReadFile(errs.Name())
		if err != nil {
			t.Fatal(err)
		}
		if status == 0 || len(b) == 0 || !isSafe(string(b)) {
			t.Errorf("%q: status %d, stderr %q, want a safe error", line, status, b)
		}
	}
}

// A table on a terminal is safe.
func TestTerminalGetsSafeText(t *testing.T) {
	var terminal bytes.Buffer
	w, finish, err := filtered(&terminal)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "url,name\nhttp://h.example/,"+hostile+"\n"); err != nil {
		t.Fatal(err)
	}
	finish()
	if got := terminal.String(); !isSafe(got) || !strings.HasPrefix(got, "url,name\nhttp://h.example/,a\\x1B]0;title") || !strings.HasSuffix(got, "\n") {
		t.Errorf("the terminal gets %q", got)
	}
}
