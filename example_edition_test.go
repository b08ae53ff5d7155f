package earl_test

import (
	"errors"
	"fmt"

	"github.com/earl-url/earl"
)

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
