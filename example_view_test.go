package earl_test

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

func ExamplePart() {
	v, err := views.Parse(earl.RFC1738.MustParse("ftp://joe:secret@host.dom/%2Fetc/motd"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for p := range v.Parts {
		switch {
		case p.Kind == earl.PartList:
			fmt.Printf("%s: %q\n", p.Name, p.List)
		case p.Present:
			fmt.Printf("%s: %s\n", p.Name, p.Printable())
		}
	}
	// Output:
	// scheme: ftp
	// user: joe
	// password: xxxxx
	// host: host.dom
	// cwd: ["/etc"]
	// name: motd
}

func ExampleAppendView() {
	v, err := views.Parse(earl.RFC1738.MustParse("gopher://host.dom/7/find%09two%20words"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", earl.AppendView(nil, v))
	// Output: {"scheme":"gopher","host":"host.dom","port":null,"type":"7","selector":"/find","search":"two words","plus":null,"nopath":false}
}

// A view of a scheme that earl does not know: what a note is about, and its language.
func ExampleComposer() {
	const ruleNote earl.Rule = "note-subject | notes of this company 2 | a note needs a subject"
	c := earl.RFC3986.Composer("x-note")
	subject := earl.Octets("50% off?")
	c.Need(subject != "", ruleNote)
	c.Login(earl.Login{Host: "notes.example"})
	c.Text("/")
	c.Octets(earl.ComponentPath, subject, "&=")
	u, err := c.URL()
	fmt.Println(u, err)

	c = earl.RFC3986.Composer("x-note")
	c.Need(false, ruleNote)
	_, err = c.URL()
	fmt.Println(err)
	// Output:
	// x-note://notes.example/50%25%20off%3F <nil>
	// earl: "x-note:": character 8: a note needs a subject (notes of this company 2)
}

func ExampleSyntax() {
	for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
		s := e.Syntax("mailto")
		fmt.Println(e.Name(), s.Production, s.Headers)
	}
	// Output:
	// rfc1738 true false
	// rfc3986 false true
}

func ExampleURL_Violation() {
	u := earl.RFC3986.MustParse("x-note://notes.example/a/b")
	rest, off := u.Rest()
	i := strings.LastIndexByte(rest, '/')
	fmt.Println(u.Violation(off+i, 1, "note-path | notes of this company 1 | a note has one segment"))
	// Output: earl: "x-note://notes.example/a/b": character 25, "/": a note has one segment (notes of this company 1)
}
