package document_test

import (
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/earl-url/earl/extract/document"
)

// A pipe as the root, for example from a shell's <(...), is found without being
// read.
func TestWalkOfAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const text = "see http://h/a\n"
	io.WriteString(w, text)
	w.Close()
	root := fmt.Sprintf("/proc/self/fd/%d", r.Fd())
	n := 0
	for f, err := range document.Walk(root, document.WalkOptions{}) {
		if n++; err != nil || f != (document.File{Path: root}) {
			t.Errorf("Walk(%q) = %+v, %v", root, f, err)
		}
	}
	if got, err := io.ReadAll(r); n != 1 || err != nil || string(got) != text {
		t.Errorf("after %d files the pipe has %q, %v, want %q", n, got, err, text)
	}
}
