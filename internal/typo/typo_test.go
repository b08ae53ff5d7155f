package typo

import (
	"slices"
	"testing"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, r := range []struct {
		a, b string
		want int
	}{{"http", "http", 0}, {"htpp", "http", 1}, {"hhtp", "http", 1}, {"ftp", "http", 2}, {"gohper", "gopher", 1}, {"", "news", 4}, {"maito", "mailto", 1}, {"telnetx", "telnet", 1}} {
		if got := Distance(r.a, r.b); got != r.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", r.a, r.b, got, r.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"get", "ls", "parse", "normalize", "resolve", "same", "serve"}
	for word, want := range map[string]string{
		"norlamize": "normalize", "prase": "parse", "gett": "get", "serv": "serve", "sam": "same", "get": "get",
		"sv": "", "lx": "ls", "pasre": "parse", "x": "", "nothing": "", "": "", "http://h/": "",
	} {
		if got := Nearest(word, slices.Values(names)); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
