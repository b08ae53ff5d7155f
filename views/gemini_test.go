package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// G8: the view of a gemini URL.
func TestGeminiViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "G8", in: "gemini://h", want: both("host:h,path:")},
		{src: "G8", in: "gemini://h/", want: both("host:h,path:/")},
		{src: "G8", in: "gemini://h:1966/a%2Fb/c;d", want: both("host:h,port:1966,path:/a%2Fb/c;d")},
		{src: "G8", in: "gemini://h/a?b%20c", want: both("host:h,path:/a,search:b%20c")},
		{src: "G8", in: "gemini://h/?", want: both("host:h,path:/,search:")},
		{src: "G8", in: "gemini://h?q", want: seen{"7 login", "host:h,path:,search:q"}},
		{src: "G8", in: "gemini://u@h/", want: both("9 no-user")},
		{src: "rfc1738 3.1", in: "gemini:///a", want: seen{"7 login", "9 no-host"}},
		{src: "rfc1738 3.1", in: "gemini:a", want: both("7 login")},
	})
	testCompose(t, []composeRow{
		{"G8", Gemini{Host: "h", Path: "/a", Search: earl.Some("b%20c")}, both("gemini://h/a?b%20c")},
		{"A12", Gemini{Path: "/"}, both("7 compose-host")},
		{"A12", Gemini{Host: "h", Path: "a"}, both("7 compose-path")},
		{"A12", Gemini{Host: "h", Path: "/a?b"}, both("7 compose-view")},
		{"A12", Gemini{Host: "h", Search: earl.Field{Value: "b"}}, both("7 compose-view")},
	})
	if _, err := ParseGemini(earl.RFC3986.MustParse("gopher://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseGemini(gopher://h/) = %v, want view-scheme", err)
	}
}

// FuzzGemini: a view of any text can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzGemini(f *testing.F) {
	f.Add("host.dom", "1965", "/a/b", "c%20d", true)
	f.Add("[::1]", "", "", "", true)
	f.Add("H", "01965", "/..", "?/", true)
	f.Add("\u037e", "x", "\x00\xFF#?", "#", false)
	f.Fuzz(func(t *testing.T, host, port, path, search string, both bool) {
		v := Gemini{Host: earl.Octets(host), Path: path}
		if both {
			v.Port, v.Search = earl.Some(earl.Octets(port)), earl.Some(earl.Octets(search))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseGemini() {
	v, err := ParseGemini(earl.RFC3986.MustParse("gemini://host.dom/find?two%20words"))
	fmt.Println("ask", v.Host, "for", v.Path, "with", v.Search.Value, err)
	// Output: ask host.dom for /find with two%20words <nil>
}
