//go:build unix

package file_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
)

// B15: a cancelled open delivers nothing more, and stopping a listing closes it.
func TestCalledOff(t *testing.T) {
	path := write(t, "a.txt", "text")
	c := client(t, open.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	doc, err := c.Open(ctx, urlOf(t, path))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := c.Open(ctx, urlOf(t, filepath.Dir(path)+"/"))
	if err != nil {
		t.Fatal(err)
	}
	for range dir.(*open.Listing).Entries {
		break
	}
	dir, err = c.Open(ctx, urlOf(t, filepath.Dir(path)+"/"))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for e, err := range dir.(*open.Listing).Entries {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("entry %q, %v of a cancelled directory", e.Name, err)
		}
	}
	if n, err := io.Copy(io.Discard, doc.(*open.Document).Body); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes, %v of a cancelled document", n, err)
	}
	doc.(*open.Document).Body.Close()
}

// A document is copied to a file byte for byte, where possible by the kernel.
func TestIntoAFile(t *testing.T) {
	const text = "one\ntwo\x00\xff"
	doc, err := client(t, open.Options{}).Open(t.Context(), urlOf(t, write(t, "a", text)))
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "b")
	f, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(f, doc.(*open.Document).Body)
	doc.(*open.Document).Body.Close()
	f.Close()
	if got, _ := os.ReadFile(to); n != int64(len(text)) || err != nil || string(got) != text {
		t.Errorf("%d bytes, %v: %q", n, err, got)
	}
}

// B32: the opener itself refuses what it cannot open, without the client's guards.
func TestRefusedByTheOpener(t *testing.T) {
	for text, guard := range map[string]string{"file://far.example/a": open.GuardFileHost, "file:///a%00b": open.GuardNativePath} {
		r := &open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(text), Policy: new(open.Policy).Effective()}}
		var refusal *open.Refusal
		if _, err := (file.Opener{}).Open(t.Context(), r); !errors.As(err, &refusal) || refusal.Name != guard {
			t.Errorf("Open(%s): %v, want %s", text, err, guard)
		}
		if _, err := (file.Opener{}).Probe(t.Context(), r); !errors.As(err, &refusal) || refusal.Name != guard {
			t.Errorf("Probe(%s): %v, want %s", text, err, guard)
		}
	}
}
