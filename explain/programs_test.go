package explain

import (
	"slices"
	"testing"

	"github.com/earl-url/earl/readers"
)

func TestPrograms(t *testing.T) {
	python, _ := readers.ByName("python")
	old, _ := readers.ByName("go-1.25")
	strict, _ := readers.ByName("go")
	x := Explain(t.Context(), "http://a:1:2/x", Options{Readers: []*readers.Reader{python, old, strict}})
	if len(x.Contacts) != 2 || !x.Split() || len(x.Paths) != 1 || !slices.Equal(x.Refusing(), []string{"go"}) {
		t.Errorf("contacts %v, paths %v, refused by %v", x.Contacts, x.Paths, x.Refusing())
	}
	for in, split := range map[string]bool{
		"http://h?q": false, "file:///": false, "http://H/": false, "http://h:80/": false, `http://127.0.0.1\@1.1.1.1/`: true,
		"http://[::1]/": false, "http://h/?a@b": false, "http://[::2]?@a/": false, "https://h?q": false, "x://h?q": false, "http://h:80+@h:80#+@a/": false,
	} {
		if x := Explain(t.Context(), in, Options{Readers: []*readers.Reader{python}}); x.Split() != split {
			t.Errorf("%q: Split() = %v (%v), want %v", in, x.Split(), x.Contacts, split)
		}
	}
}
