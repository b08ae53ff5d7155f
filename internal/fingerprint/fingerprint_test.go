package fingerprint

import "testing"

func TestFirstIsTrueOnce(t *testing.T) {
	s := NewSet()
	for _, c := range []struct {
		text string
		want bool
	}{{"a", true}, {"b", true}, {"a", false}, {"", true}, {"", false}, {"b", false}} {
		if got := s.First(c.text); got != c.want {
			t.Errorf("First(%q) = %v, want %v", c.text, got, c.want)
		}
	}
}

func TestSetsHaveTheirOwnSeeds(t *testing.T) {
	first, second := NewSet(), NewSet()
	if first.Of("a") == second.Of("a") {
		t.Error("two sets have the same print of a text")
	}
}
