package file

import (
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// The URL of an entry is the same whether its name is appended or composed.
func TestEntryURL(t *testing.T) {
	for _, text := range []string{"file:///a/b%20c/", "file:/a/", "file://localhost/x/"} {
		for _, e := range []*earl.Edition{earl.RFC3986, earl.RFC1738, earl.WHATWG} {
			base, err := e.Parse(text)
			if err != nil {
				continue
			}
			v, err := views.ParseFile(base)
			if err != nil {
				t.Fatal(err)
			}
			fast, slow := &directory{base: base, view: dirView(v)}, &directory{base: base, view: dirView(v)}
			if u, err := fast.view.URL(e); err == nil {
				fast.prefix = u.String()
			}
			for _, name := range []string{"a", "file-1_2.TXT", "...", ".hidden", "a b", "ä", "50%", "a;b", "a~b", "a:b"} {
				for _, dir := range []bool{false, true} {
					u, err := fast.url(name, dir)
					want, err2 := slow.url(name, dir)
					if u != want || (err == nil) != (err2 == nil) {
						t.Errorf("%s, %s: url(%q, %v) = %q, %v, want %q, %v", e.Name(), text, name, dir, u.String(), err, want.String(), err2)
					}
				}
			}
		}
	}
}
