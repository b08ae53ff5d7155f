package readers

import (
	"slices"
	"testing"
)

func TestConfusing(t *testing.T) {
	reader := func(name string) *Reader {
		r, ok := ByName(name)
		if !ok {
			t.Fatalf("no reader %q", name)
		}
		return r
	}
	a, b := reader("go-1.25"), reader("python")
	var first []string
	for text := range Confusing(a, b, 1) {
		if !splits(a, b, text) {
			t.Errorf("%q: both read the same server", text)
		}
		for i := len("http://good.example"); i < len([]rune(text)); i++ {
			if shorter := slices.Delete([]rune(text), i, i+1); splits(a, b, string(shorter)) {
				t.Errorf("%q can be shorter: %q", text, string(shorter))
			}
		}
		if first = append(first, text); len(first) == 3 {
			break
		}
	}
	if len(first) < 3 {
		t.Fatalf("%d texts, want 3", len(first))
	}
	for text := range Confusing(a, b, 1) {
		if text != first[0] {
			t.Errorf("the same seed yields %q, want %q", text, first[0])
		}
		break
	}
	for text := range Confusing(a, a, 1) {
		t.Errorf("%q splits a reader from itself", text)
	}
}
