package editions

import (
	"fmt"
	"slices"
	"testing"

	"github.com/earl-url/earl"
)

func TestByName(t *testing.T) {
	for e := range All() {
		if got, ok := ByName(e.Name()); !ok || got != e {
			t.Errorf("ByName(%q) = %v, %v", e.Name(), got, ok)
		}
	}
	if e, ok := ByName("rfc9999"); ok {
		t.Errorf("ByName of none = %v", e)
	}
}

// A11: Allowing returns the editions that accept a text.
func TestAllowing(t *testing.T) {
	for text, want := range map[string][]*earl.Edition{
		"ftp://h/a|b":  {earl.Draft1994, earl.WHATWG},
		"http://h?q":   {earl.Draft1993, earl.Draft1996, earl.RFC2396, earl.RFC3986, earl.RFC3987, earl.WHATWG},
		"http://[::1]": {earl.RFC2396, earl.RFC3986, earl.RFC3987, earl.WHATWG},
		"x:%":          {earl.WHATWG},
		"http://é/":    {earl.RFC3987, earl.WHATWG},
		"http://%":     nil,
	} {
		if got := slices.Collect(Allowing(text)); !slices.Equal(got, want) {
			t.Errorf("Allowing(%q) = %v, want %v", text, got, want)
		}
	}
}

func ExampleAllowing() {
	for e := range Allowing("ftp://h/a|b") {
		fmt.Println(e.Name())
	}
	// Output:
	// draft1994
	// whatwg
}

func ExampleAll() {
	for e := range All() {
		fmt.Println(e.Name())
	}
	// Output:
	// draft1993
	// draft1994
	// rfc1738
	// draft1996
	// rfc2396
	// rfc3986
	// rfc3987
	// whatwg
}

func ExampleByName() {
	e, ok := ByName("rfc1738")
	fmt.Println(e.Title(), ok)
	// Output: RFC 1738, December 1994 true
}
