package earl_test

import (
	"fmt"

	"github.com/earl-url/earl"
)

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
