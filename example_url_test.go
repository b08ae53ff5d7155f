package earl_test

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/earl-url/earl"
)

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
