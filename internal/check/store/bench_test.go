package store_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/earl-url/earl/internal/check/store"
	"github.com/earl-url/earl/linkcheck"
)

// BenchmarkKeep keeps pages of 30 links, and writes them.
func BenchmarkKeep(b *testing.B) {
	m, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "links.sqlite"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	links := make([]linkcheck.Link, 30)
	for i := range links {
		url := fmt.Sprint("http://h.example/page/", i*331)
		links[i] = linkcheck.Link{URL: url, Place: linkcheck.Place{File: "http://h.example/", Line: int64(i), Column: 1, Text: url}}
	}
	for i := 0; b.Loop(); i++ {
		url := fmt.Sprint("http://h.example/page/", i)
		if err := m.Keep(b.Context(), linkcheck.Result{URL: url, Size: 512, Places: []linkcheck.Place{links[0].Place}}, links); err != nil {
			b.Fatal(err)
		}
	}
	if err := m.Finish(b.Context()); err != nil {
		b.Fatal(err)
	}
}
