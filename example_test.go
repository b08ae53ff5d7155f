package earl_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/earl-url/earl"
)

func ExampleEdition_Parse() {
	u, err := earl.RFC1738.Parse("ftp://myname@host.dom/%2Fetc/motd;type=a")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := u.Host()
	port, _ := u.PortNumber()
	fmt.Println(u.Scheme(), host, port, u.Path())
	// Output: ftp host.dom 21 /%2Fetc/motd;type=a
}

func ExampleEdition_Check() {
	const text = "http://user@a_b.c/x|y"
	for v := range earl.RFC1738.Check(text) {
		fmt.Println(v.Off, v.Len, v.Rule.Name(), v.Rule.Section())
	}
	// Output:
	// 7 5 no-user rfc1738 5
	// 13 1 host rfc1738 3.1, 5
	// 19 1 unsafe rfc1738 2.2
}

func ExampleEdition_Valid() {
	fmt.Println(earl.RFC1738.Valid("http://[::1]/"), earl.RFC3986.Valid("http://[::1]/"))
	// Output: false true
}

func ExampleEdition_Compose() {
	u, err := earl.RFC1738.Compose(earl.Parts{
		Scheme:   "ftp",
		User:     earl.Some("joe@home"),
		Password: earl.NewSecret("a:b"),
		Host:     earl.Some("host.dom"),
		Path:     "/a b",
	})
	fmt.Println(u.Redacted(), err)
	// Output: ftp://joe%40home:xxxxx@host.dom/a%20b <nil>
}

func ExampleEdition_Resolve() {
	base := earl.RFC3986.MustParse("http://a/b/c/d;p?q")
	u, err := earl.RFC3986.Resolve(base, "../g#s")
	fmt.Println(u, err)
	// Output: http://a/b/g#s <nil>
}

func ExampleEdition_ParseReference() {
	r, err := earl.RFC3986.ParseReference("../g?y#s")
	path := r.Path()
	_, absolute := r.URL()
	fmt.Println(path, absolute, err)
	// Output: ../g false <nil>
}

func ExampleEdition_With() {
	mine := earl.RFC1738.With(earl.Scheme{Name: "x-finger", Port: 79})
	u := mine.MustParse("x-finger://host.dom/joe")
	port, _ := u.PortNumber()
	fmt.Println(u.Scheme(), port)
	// Output: x-finger 79
}

func ExampleURL_Equal() {
	u := earl.RFC3986.MustParse("HTTP://Host.dom:80/%7Ejoe")
	v := earl.RFC3986.MustParse("http://host.dom/~joe")
	same, step := u.Equal(v, earl.LevelScheme)
	fmt.Println(same, step, step.Section())
	// Output: true scheme rfc1738 3.1; rfc3986 6.2.3
}

func ExampleURL_Normalize() {
	u := earl.RFC3986.MustParse("HTTP://Host.dom:80/a/../%7Ejoe")
	fmt.Println(u.Normalize(earl.LevelScheme))
	// Output: http://host.dom/~joe
}

func ExampleURL_AppendNormalize() {
	var line []byte // used again for each URL
	for _, text := range []string{"HTTP://Host.dom:80/a/../%7Ejoe", "http://host.dom"} {
		line = earl.RFC3986.MustParse(text).AppendNormalize(line[:0], earl.LevelScheme)
		fmt.Printf("%s\n", line)
	}
	// Output:
	// http://host.dom/~joe
	// http://host.dom/
}

func ExampleURL_Redacted() {
	u := earl.RFC3986.MustParse("ftp://joe:secret@host.dom/")
	fmt.Println(u.Redacted())
	// Output: ftp://joe:xxxxx@host.dom/
}

func ExampleHidePassword() {
	fmt.Println(earl.HidePassword("data:,some%20content"), earl.Redact("data:,some%20content"))
	// Output: data:,some%20content data:,...
}

func ExampleHideTokens() {
	fmt.Println(earl.HideTokens("GET https://TOKEN@host.dom/?access_token=TOKEN&page=2"))
	// Output: GET https://xxxxx@host.dom/?access_token=xxxxx&page=2
}

func ExampleMaskPassword() {
	fmt.Println(earl.MaskPassword("db://joe:se/cret@host.dom/"))
	// Output: db://joe:xx/xxxx@host.dom/
}

func ExampleRedact() {
	fmt.Println(earl.Redact("ftp://joe:secret@not a host/"))
	// Output: ftp://joe:xxxxx@not a host/
}

func ExampleEdition() {
	const text = "http://joe@host.dom?q"
	for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
		fmt.Println(e.Title(), e.Valid(text))
	}
	// Output:
	// RFC 1738, December 1994 false
	// RFC 3986, January 2005 true
}

func ExampleEdition_AppendParse() {
	b, err := earl.WHATWG.AppendParse([]byte("<"), "HTTP://Host.dom/a/../b c")
	fmt.Println(string(append(b, '>')), err)
	// Output: <http://host.dom/b%20c> <nil>
}

func ExampleEdition_AppendResolve() {
	base := earl.Draft1996.MustParse("http://a/b/c/d;p?q")
	b := make([]byte, 0, 64)
	for _, ref := range []string{"g", "../g", ";x"} {
		b, _ = earl.Draft1996.AppendResolve(b[:0], base, ref)
		fmt.Println(string(b))
	}
	// Output:
	// http://a/b/c/g
	// http://a/b/g
	// http://a/b/c/d;x
}

func ExampleEdition_AppendEscape() {
	fmt.Println(string(earl.RFC1738.AppendEscape(nil, "a/b c%", "/")))
	// Output: a/b%20c%25
}

func ExampleEdition_CheckReference() {
	for v := range earl.RFC3986.CheckReference("a:b/c|d#e") {
		fmt.Println(v.Off, v.Rule.Name())
	}
	for v := range earl.RFC3986.CheckReference("1:b") {
		fmt.Println(v.Off, v.Rule.Name())
	}
	// Output:
	// 5 unsafe
	// 1 first-segment
}

// A relative path replaces a gophertype.
func ExampleEdition_CheckResolve() {
	base := earl.RFC1738.MustParse("gopher://host.dom/0file")
	for v := range earl.RFC1738.CheckResolve(base, "other") {
		fmt.Println(v.Rule.Name(), v.Repaired)
	}
	u, err := earl.RFC1738.Resolve(base, "other")
	fmt.Println(u, err)
	// Output:
	// gopher-type true
	// gopher://host.dom/other <nil>
}

func ExampleEdition_Relativize() {
	base := earl.RFC3986.MustParse("http://a/b/c/d")
	for _, text := range []string{"http://a/b/c/e:f", "http://a/b/", "http://a/b/c/d#s"} {
		ref, err := earl.RFC3986.Relativize(base, earl.RFC3986.MustParse(text))
		fmt.Println(ref, err)
	}
	// Output:
	// ./e:f <nil>
	// .. <nil>
	// #s <nil>
}

func ExampleEdition_NonStrict() {
	for _, e := range []*earl.Edition{earl.RFC3986, earl.RFC3986.NonStrict()} {
		u, err := e.Resolve(e.MustParse("http://a/b/c"), "http:g")
		fmt.Println(u, err)
	}
	// Output:
	// http:g <nil>
	// http://a/b/g <nil>
}

func ExampleEdition_Charset() {
	fmt.Printf("%q %q\n", earl.Draft1993.Charset(), earl.RFC1738.Charset())
	// Output: "ISO-8859-1" ""
}

func ExampleEdition_Schemes() {
	for s := range earl.RFC1738.Schemes() {
		if s.Name == "gopher" {
			fmt.Println(s.Port, s.Relative, s.Note)
		}
	}
	// Output: 70 may The Gopher and Gopher+ protocols (rfc1738 3.4)
}

func ExampleEdition_MustParse() {
	home := earl.RFC1738.MustParse("http://host.dom/")
	fmt.Println(home)
	// Output: http://host.dom/
}

func ExampleEdition_Empty() {
	u := earl.RFC1738.Empty()
	fmt.Println(u.IsZero(), u.UnmarshalText([]byte("ftp://host.dom/")), u)
	// Output: true <nil> ftp://host.dom/
}

// A scheme may have its own syntax.
func ExampleScheme() {
	isbn := earl.Scheme{Name: "x-isbn", Check: func(part string) (off, n int, r earl.Rule) {
		if len(part) != 13 {
			return 0, len(part), earl.RuleSchemePart
		}
		return 0, 0, ""
	}}
	e := earl.RFC1738.With(isbn)
	fmt.Println(e.Valid("x-isbn:9780131103627"), e.Valid("x-isbn:12"))
	// Output: true false
}

// The kind of thing that a URL designates decides whether only the user can
// open it.
func ExampleURL_Designates() {
	for _, text := range []string{"http://host.dom/", "file:///etc/motd", "telnet://host.dom/", "mailto:jon@doe.org"} {
		d := earl.RFC1738.MustParse(text).Designates()
		fmt.Println(d, d.IsHandOff())
	}
	// Output:
	// object false
	// local file false
	// service true
	// mailbox true
}

func ExampleEdition_Scheme() {
	s, ok := earl.RFC1738.Scheme("wais")
	fmt.Println(s.Port, s.Host, s.Relative, s.Designates, ok)
	// Output: 210 true may object true
}

func ExampleParts() {
	p := earl.Parts{Scheme: "http", Host: earl.Some("host.dom"), Path: "/search", Query: earl.Some("a#b")}
	u, err := earl.RFC3986.Compose(p)
	fmt.Println(u, err)
	p.Password = earl.NewSecret("geheim")
	_, err = earl.RFC3986.Compose(p)
	fmt.Println(err != nil)
	// Output:
	// http://host.dom/search?a%23b <nil>
	// true
}

func ExampleParseError() {
	_, err := earl.RFC1738.Parse("ftp://joe:geheim@host.dom/a b")
	var parse *earl.ParseError
	if errors.As(err, &parse) {
		v := parse.Violation
		fmt.Println(v.Off, v.Len, v.Rule.Name(), parse.Edition.Name())
	}
	fmt.Println(err)
	// Output:
	// 27 1 space rfc1738
	// earl: "ftp://joe:xxxxx@host.dom/a b": character 28, " ": a space must be escaped as %20 (rfc1738 2.2)
}

func ExampleViolation_Message() {
	const text = "http://host.dom:port/"
	for v := range earl.RFC3986.Check(text) {
		fmt.Println(v.Message(text))
	}
	// Output: character 16, ":port": a port must be decimal digits (rfc3986 3.2.3)
}

func ExampleRules() {
	for r := range earl.Rules() {
		if r.Name() == "ftp-type" {
			fmt.Println(r.Section())
		}
	}
	// Output:
	// rfc1738 3.2.2, 5
	// draft1994 3.2.2, 5
}

func ExampleParseLevel() {
	level, ok := earl.ParseLevel("dots")
	fmt.Println(level, level.Section(), ok)
	// Output: dots rfc3986 6.2.2.3 true
}

// Auto reads URLs that rfc3986 refuses as a browser does. It refuses those in
// which the editions read different servers.
func ExampleSameServer() {
	for _, text := range []string{"https://example.com/日本", "http://0x7f.1/"} {
		u, err := earl.Auto.Parse(text)
		fmt.Println(u, err)
	}
	a := earl.RFC3986.MustParse("http://0x7f.1/")
	b := earl.WHATWG.MustParse("http://0x7f.1/")
	fmt.Println(earl.SameServer(a, b))
	// Output:
	// https://example.com/%E6%97%A5%E6%9C%AC <nil>
	//  earl: "http://0x7f.1/": the editions disagree: rfc3986 reads "http://0x7f.1", whatwg reads "http://127.0.0.1"
	// false
}

func ExampleURL() {
	u := earl.RFC3986.MustParse("http://joe@host.dom:8080/a/b?c=d#e")
	user, _ := u.User()
	host, _ := u.Host()
	query, _ := u.Query()
	_, hasPassword := u.Password()
	fmt.Println(u.Scheme(), user, host, u.Path(), query, hasPassword)
	// A URL is a value: a map key, compared with ==.
	seen := map[earl.URL]bool{u: true}
	fmt.Println(seen[earl.RFC3986.MustParse(u.String())])
	// Output:
	// http joe host.dom /a/b c=d false
	// true
}

// An empty user is not an absent one.
func ExampleURL_User() {
	for _, text := range []string{"ftp://host.dom/", "ftp://@host.dom/"} {
		user, ok := earl.RFC1738.MustParse(text).User()
		fmt.Printf("%q %v\n", user, ok)
	}
	// Output:
	// "" false
	// "" true
}

func ExampleURL_PortNumber() {
	for _, text := range []string{"http://host.dom/", "http://host.dom:8080/", "http://host.dom:99999/"} {
		fmt.Println(earl.RFC1738.MustParse(text).PortNumber())
	}
	// Output:
	// 80 true
	// 8080 true
	// 0 false
}

func ExampleURL_Segments() {
	for segment := range earl.RFC1738.MustParse("ftp://host.dom//a%2Fb/c").Segments() {
		fmt.Printf("%q ", segment)
	}
	// Output: "" "a%2Fb" "c"
}

func ExampleURL_Span() {
	u := earl.RFC3986.MustParse("http://host.dom/a?b")
	off, n, ok := u.Span(earl.ComponentHost)
	fmt.Println(off, n, ok, u.String()[off:off+n])
	// Output: 7 8 true host.dom
}

func ExampleURL_Parts() {
	u := earl.RFC3986.MustParse("http://host.dom/a")
	p := u.Parts()
	p.Scheme, p.Path = "https", "/a b"
	v, err := u.Edition().Compose(p)
	fmt.Println(v, err)
	// Output: https://host.dom/a%20b <nil>
}

func ExampleURL_With_host() {
	u := earl.RFC3986.MustParse("http://host.dom:8080/a")
	v, err := u.With(earl.ComponentHost, earl.Some("other.dom"))
	fmt.Println(v, err)
	fmt.Println(u)
	// Output:
	// http://other.dom:8080/a <nil>
	// http://host.dom:8080/a
}

func ExampleURL_With_fragment() {
	u, err := earl.RFC3986.MustParse("http://host.dom/a").With(earl.ComponentFragment, earl.Some("b c"))
	fmt.Println(u, err)
	fmt.Println(u.WithoutFragment())
	// Output:
	// http://host.dom/a#b%20c <nil>
	// http://host.dom/a
}

func ExampleURL_WithoutPassword() {
	fmt.Println(earl.RFC1738.MustParse("ftp://joe:secret@host.dom/").WithoutPassword())
	// Output: ftp://joe@host.dom/
}

func ExampleURL_Safer() {
	u := earl.Draft1994.MustParse("ftp://host.dom/[a]~")
	fmt.Println(u.Safer(""), u.Safer("~") == u.Safer("~").Safer("~"))
	// Output: ftp://host.dom/%5Ba%5D%7E true
}

func ExampleURL_CanResolve() {
	for _, text := range []string{"http://host.dom", "mailto:joe@host.dom"} {
		fmt.Println(earl.RFC1738.MustParse(text).CanResolve())
	}
	// Output:
	// true
	// false
}

// UnmarshalText parses with the edition of the URL.
func ExampleURL_UnmarshalText() {
	u := earl.RFC1738.Empty()
	fmt.Println(u.UnmarshalText([]byte("ftp://host.dom/")), u)
	var none earl.URL
	fmt.Println(none.UnmarshalText([]byte("ftp://host.dom/")))
	// Output:
	// <nil> ftp://host.dom/
	// earl: the URL has no edition; start with Edition.Empty
}

func ExampleURL_LogValue() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
	log.Info("open", "url", earl.RFC1738.MustParse("ftp://joe:secret@host.dom/"))
	// Output: level=INFO msg=open url=ftp://joe:xxxxx@host.dom/
}

func ExampleReference() {
	r, err := earl.RFC3986.ParseReference("?y#s")
	if err != nil {
		fmt.Println(err)
		return
	}
	u, err := r.Resolve(earl.RFC3986.MustParse("http://a/b"))
	fmt.Println(u, err)
	// Output: http://a/b?y#s <nil>
}

func ExampleReference_SameDocument() {
	for _, text := range []string{"", "#s", "?y"} {
		r, err := earl.RFC3986.ParseReference(text)
		fmt.Println(r.SameDocument(), err)
	}
	// Output:
	// true <nil>
	// true <nil>
	// false <nil>
}

func ExampleUnescape() {
	fmt.Printf("%q\n", earl.Unescape("50%25%20off%0A"))
	// Output: "50% off\n"
}

func ExampleOctets_Printable() {
	fmt.Println(earl.Octets("50% off\n").Printable())
	// Output: 50%25 off%0A
}

// Absent is not empty.
func ExampleSome() {
	fmt.Println(earl.Some("") == earl.Field{}, earl.Some("a").Value)
	// Output: false a
}

func ExampleNewSecret() {
	s := earl.NewSecret("geheim")
	fmt.Printf("%v %d %x\n", s, s, s)
	password, ok := s.Reveal()
	fmt.Println(password == "geheim", ok)
	// Output:
	// xxxxx xxxxx xxxxx
	// true true
}

// The standard's parser repairs URLs; Check returns what it repaired.
func Example_whatwg() {
	const text = `HTTPS:\\Bücher.example/a\..\b c`
	u, err := earl.WHATWG.Parse(text)
	fmt.Println(u, err)
	for v := range earl.WHATWG.Check(text) {
		fmt.Println(v.Off, v.Len, v.Rule.Name(), v.Repaired)
	}
	// Output:
	// https://xn--bcher-kva.example/b%20c <nil>
	// 6 2 special-scheme-missing-following-solidus true
	// 25 1 invalid-reverse-solidus true
	// 28 1 invalid-reverse-solidus true
	// 30 1 invalid-URL-unit true
}

// Under whatwg With works like the setters of the standard's URL class.
func ExampleURL_With_scheme() {
	u := earl.WHATWG.MustParse("http://host.dom:443/")
	v, err := u.With(earl.ComponentScheme, earl.Some("https"))
	fmt.Println(v, err)
	_, err = u.With(earl.ComponentScheme, earl.Some("mailto"))
	fmt.Println(err != nil)
	// Output:
	// https://host.dom/ <nil>
	// true
}

func ExampleURL_With_path() {
	u, err := earl.WHATWG.MustParse("http://host.dom/a?b").With(earl.ComponentPath, earl.Some("c/../d?"))
	fmt.Println(u, err)
	// Output: http://host.dom/d%3F?b <nil>
}

func ExampleURL_Origin() {
	for _, text := range []string{"https://joe@host.dom:443/a", "http://host.dom:8080", "blob:https://host.dom/1", "file:///a"} {
		fmt.Println(earl.WHATWG.MustParse(text).Origin())
	}
	// Output:
	// https://host.dom
	// http://host.dom:8080
	// https://host.dom
	// null
}
