package earl_test

import (
	"fmt"
	"slices"

	"github.com/earl-url/earl"
)

// The standard's parser repairs; what it repaired can be asked.
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

// Under whatwg With methods are the setters of the standard's URL class.
func ExampleURL_WithHostPort() {
	u := earl.WHATWG.MustParse("https://host.dom/")
	for _, value := range []string{"127.1:8443", "[::1]:443", "a b"} {
		v, err := u.WithHostPort(value)
		fmt.Println(v, err == nil)
	}
	// Output:
	// https://127.0.0.1:8443/ true
	// https://[::1]/ true
	//  false
}

func ExampleURL_WithScheme() {
	u := earl.WHATWG.MustParse("http://host.dom:443/")
	v, err := u.WithScheme("https")
	fmt.Println(v, err)
	_, err = u.WithScheme("mailto")
	fmt.Println(err != nil)
	// Output:
	// https://host.dom/ <nil>
	// true
}

func ExampleURL_WithPath() {
	u, err := earl.WHATWG.MustParse("http://host.dom/a?b").WithPath("c/../d?")
	fmt.Println(u, err)
	// Output: http://host.dom/d%3F?b <nil>
}

func ExampleURL_WithQuery() {
	u := earl.WHATWG.MustParse("http://host.dom/?b=2&a=1&b=3")
	text, _ := u.Query()
	q := earl.ParseQuery(text)
	q.Set("b", "x y")
	q.Append("c", "&")
	q.Sort()
	u, err := u.WithQuery(earl.Some(earl.Octets(q.String())))
	fmt.Println(u, err)
	// Output: http://host.dom/?a=1&b=x+y&c=%26 <nil>
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

func ExampleParseQuery() {
	q := earl.ParseQuery("?name=a+b&name=%C3%A9&x")
	first, ok := q.Get("name")
	fmt.Println(first, ok, slices.Collect(q.All("name")))
	q.Delete("name")
	fmt.Println(q)
	// Output:
	// a b true [a b é]
	// x=
}
