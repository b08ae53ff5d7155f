package earl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/racedetector"
)

// Normalize does not allocate for a URL that is in normal form, and else only
// the text. AppendNormalize does not allocate.
func TestNormalizeAllocations(t *testing.T) {
	if racedetector.On {
		t.Skip("the race detector allocates")
	}
	long := strings.Repeat("/segment", 1000)
	for _, row := range []struct {
		in     string
		normal bool // in every edition that accepts it
	}{
		{"http://www.example.org/a/b.html", true},
		{"http://www.example.org:8080/%C3%A9?a%2Bb=c", true},
		{"http://www.example.org" + long, true},
		{"ftp://user:p%40ss@ftp.example.org/../a;type=i", true},
		{"mailto:a%25b@example.org", true},
		{"http://[2001:db8::1]/", true},
		{"http://[v1.a:b]/", true},
		{"x:/.//a", true},
		{"HTTP://WWW.Example.org:80/%7euser/%7e", false},
		{"X-UNKNOWN-SCHEME://u%41@Example.org:1/%7E?%2b%2d#%41", false},
		{"x:/a/..//b%2d", false},
		{"http://[2001:DB8:0:0::1]:80", false},
		{"news:a%2Eb@host.example", false},
		{"http://www.example.org" + long + "%2d", false},
	} {
		read := 0
		for _, e := range []*Edition{Draft1993, Draft1994, RFC1738, Draft1996, RFC2396, RFC3986, RFC3987, WHATWG} {
			u, err := e.Parse(row.in)
			if err != nil {
				continue
			}
			read++
			b, other := make([]byte, 0, 2*len(row.in)), e.MustParse("http://other.example/")
			for l := LevelString; l <= LevelScheme; l++ {
				want := 0.0
				if v := u.Normalize(l); v != u {
					if want = 1; row.normal {
						t.Errorf("%s: Normalize(%q, %v) = %q", e.name, u, l, v)
					} else if len(u.text) > normalShort {
						want = 2 // the buffer, and the text
					}
				}
				if n := testing.AllocsPerRun(10, func() { u.Normalize(l) }); n != want {
					t.Errorf("%s: Normalize(%.40q, %v) allocates %v times, want %v", e.name, u, l, n, want)
				}
				if n := testing.AllocsPerRun(10, func() { u.AppendNormalize(b, l) }); n != 0 {
					t.Errorf("%s: AppendNormalize(%.40q, %v) allocates %v times", e.name, u, l, n)
				}
				if n := testing.AllocsPerRun(10, func() { u.Equal(other, l) }); row.normal && n != 0 {
					t.Errorf("%s: Equal(%.40q, %v) allocates %v times", e.name, u, l, n)
				}
			}
		}
		if read == 0 {
			t.Errorf("no edition reads %q", row.in)
		}
	}
}

// An edition says whether its components can have unsafe bytes. Normalize does
// not search for them in other editions.
func TestAllowsUnsafe(t *testing.T) {
	for _, e := range []*Edition{Draft1993, Draft1994, RFC1738, Draft1996, RFC2396, RFC3986, RFC3987, WHATWG} {
		all := e.host | e.fragment
		forms := append([]form{e.other}, e.forms...)
		if e.relative != nil {
			forms = append(forms, *e.relative)
		}
		for _, f := range forms {
			all |= f.user | f.password | f.path | f.params | f.query
			if f.opaque != nil {
				all |= f.opaque.path
			}
		}
		found := false
		for i := range len(unsafe) {
			found = found || e.classes[unsafe[i]]&all != 0 && e.classes[unsafe[i]]&e.plain == 0
		}
		if want := found && e.rewriter == nil; e.allowsUnsafe != want {
			t.Errorf("%s: allowsUnsafe = %v, want %v", e.name, e.allowsUnsafe, want)
		}
	}
	for o := range 256 {
		if want := o == '%' || strings.IndexByte(unsafe, byte(o)) >= 0; isSpecial[o] != want {
			t.Errorf("isSpecial[%q] = %v", rune(o), isSpecial[o])
		}
	}
}

// slowUpper is the slow twin of hasUpper.
func slowUpper(text string) bool {
	for i := range len(text) {
		if c := text[i]; 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

func TestHasUpper(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		for o := range 256 {
			for range 4 {
				b := []byte(strings.Repeat(pick(r, "a", "z", "@", "[", "\x80", "\xFF", "\x00", "0", "{", "`"), n))
				if n > 0 {
					b[r.IntN(n)] = byte(o)
				}
				if got, want := hasUpper(b), slowUpper(string(b)); got != want || hasUpper(string(b)) != want {
					t.Fatalf("hasUpper(%q) = %v, want %v", b, got, want)
				}
			}
		}
	}
}

func BenchmarkHasUpper(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var hosts [1 << 12]string
	for i := range hosts {
		hosts[i] = pick(r, "www.example.org", "example.com", "cdn.static.example.net", "en.wikipedia.org", "a.de", "some-longer-name.example.co.uk")
	}
	for _, row := range []struct {
		name string
		do   func(string) bool
	}{{"fast", hasUpper[string]}, {"slow", slowUpper}} {
		b.Run(row.name, func(b *testing.B) {
			for i := range b.N {
				row.do(hosts[i%len(hosts)])
			}
		})
	}
}

// slowEqual is the slow twin of URL.Equal.
func slowEqual(u, v URL, l Level) (bool, Level) {
	if u.edition != v.edition {
		return false, 0
	}
	for step := LevelString; step <= l; step++ {
		if slowNormalize(u, step).text == slowNormalize(v, step).text {
			return true, step
		}
	}
	return false, 0
}

// Equal gives the result of its slow twin for random pairs of URLs. Many of them
// are equivalent.
func TestEqualTwins(t *testing.T) {
	n := 20_000
	if testing.Short() || racedetector.On {
		n = 2_000
	}
	for i, e := range normalEditions {
		r := rand.New(rand.NewPCG(uint64(i), 6))
		equal, pairs := 0, 0
		for pairs < n {
			var u, v URL
			a := twinURL(r)
			b := pick(r, strings.ReplaceAll(a, "a", "%61"), strings.ReplaceAll(a, "%", "%25"), strings.Replace(a, "/", "/./", 1), strings.ToLower(a), strings.Replace(a, "h", "H", 1), a, twinURL(r))
			if !e.read(&u, a, false) || !e.read(&v, b, false) {
				continue
			}
			pairs++
			for l := LevelString; l <= LevelScheme; l++ {
				ok, step := u.Equal(v, l)
				if want, wantStep := slowEqual(u, v, l); ok != want || step != wantStep {
					t.Fatalf("%s: Equal(%q, %q, %v) = %v, %v, want %v, %v", e.name, u, v, l, ok, step, want, wantStep)
				}
				if ok && u != v {
					equal++
				}
			}
		}
		if equal < n/20 {
			t.Errorf("%s: only %d of %d pairs are equal", e.name, equal, pairs)
		}
	}
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }
