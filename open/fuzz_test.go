package open

import (
	"slices"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// lines returns the bytes of a view that an opener puts into protocol lines.
func lines(v earl.View) (all []earl.Octets) {
	switch v := v.(type) {
	case views.FTP:
		password, _ := v.Password.Reveal()
		all = append(v.Cwd, v.User.Value, v.Name.Value, v.Type.Value, password, v.Host)
	case views.Gopher:
		all = []earl.Octets{v.Host, v.Type.Value, v.Selector, v.Search.Value, v.Plus.Value}
	case views.News:
		all = []earl.Octets{v.Group.Value, v.MessageID.Value}
	case views.NNTP:
		all = []earl.Octets{v.Host, v.Group, v.Number.Value}
	case views.Prospero:
		all = []earl.Octets{v.Host, v.HSOName}
		for _, f := range v.Fields {
			all = append(all, f.Name, f.Value)
		}
		all = append(append(all, v.Version.Value), v.Attributes...)
	case views.HTTP:
		password, _ := v.Password.Reveal()
		all = []earl.Octets{v.Host, v.User.Value, password, earl.Octets(v.Path), v.Search.Value}
	case views.Telnet:
		password, _ := v.Password.Reveal()
		all = []earl.Octets{v.Host, v.User.Value, password}
	case views.WAIS:
		all = []earl.Octets{v.Host, v.Database, v.Search.Value, v.WType.Value}
	case views.File, views.Mailto: // nothing is sent
	}
	return all
}

// F2: if an edition accepts a URL and the guards allow it, its view has no
// control character that could reach a protocol line.
func FuzzGuards(f *testing.F) {
	for _, tt := range urlTests {
		f.Add(tt.url)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
			u, err := e.Parse(text)
			if err != nil || checkURL(slices.Concat(urlGuards[:], fileGuards[:]), u, Policy{}.Effective()) != nil {
				continue
			}
			v, err := views.Parse(u)
			if err != nil {
				continue
			}
			for _, octets := range lines(v) {
				if c, bad := control(octets); bad {
					t.Errorf("%s: Parse(%q): byte %02X of %q passed the guards", e.Name(), text, c, octets)
				}
			}
		}
	})
}
