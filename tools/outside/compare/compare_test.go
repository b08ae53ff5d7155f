package main

import (
	"net/url"
	"testing"

	"github.com/earl-url/earl"
)

// Benchmarks of every contender, for go test -bench and benchstat.
func Benchmark(b *testing.B) {
	list, _ := load(defaultList)
	for _, op := range operations() {
		texts := op.texts(list)
		if len(texts) == 0 {
			continue
		}
		for _, c := range op.contenders {
			b.Run(op.name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for i := range b.N {
					c.do(texts[i%len(texts)])
				}
			})
		}
	}
}

// Where both accept a text, net/url and earl under rfc3986 find the same parts.
// Host is compared with net/url's, without the port; net/url decodes escapes.
func TestSamePartsAsNetURL(t *testing.T) {
	list, _ := load(defaultList)
	for _, s := range append(list, ownList...) {
		u, err := earl.RFC3986.Parse(s)
		n, err2 := url.Parse(s)
		if err != nil || err2 != nil {
			continue
		}
		host, _ := u.Host()
		port, _ := u.Port()
		query, _ := u.Query()
		fragment, _ := u.Fragment()
		if u.Scheme() != n.Scheme || string(earl.Unescape(host)) != n.Host[:len(n.Host)-len(suffix(n.Port()))] || port != n.Port() ||
			n.Opaque == "" && u.Path() != n.EscapedPath() || query != n.RawQuery || fragment != n.EscapedFragment() {
			t.Errorf("%q: earl %q %q %q %q %q, net/url %q", s, u.Scheme(), host, u.Path(), query, fragment, n)
		}
	}
}

// suffix returns the port as it is written after a host.
func suffix(port string) string {
	if port == "" {
		return ""
	}
	return ":" + port
}
