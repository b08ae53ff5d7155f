package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

func TestWhoisViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc3912 2", in: "whois://h/example.com", want: both("host:h,query:example.com")},
		{src: "rfc3912 2", in: "whois://h:4343/AS64496", want: both("host:h,port:4343,query:AS64496")},
		{src: "rfc3912 2", in: "whois://h/", want: both("host:h,query:")},
		{src: "rfc3912 2", in: "whois://h", want: both("host:h")},
		{src: "rfc3912 2", in: "whois://h/-T%20person%20jane", want: both("host:h,query:-T person jane")},
		{src: "rfc3912 2", in: "whois://h/192.0.2.0/24", want: both("host:h,query:192.0.2.0/24"), again: both("whois://h/192.0.2.0%2F24")},
		{src: "rfc3912 2", in: "whois://h/2001:db8::1", want: both("host:h,query:2001:db8::1")},
		{src: "draft1993 WHOIS", in: "whois://h/!handle", want: both("host:h,query:!handle")},
		{src: "rfc1738 2.2", in: "whois://h/a%0D%0Ab", want: both("host:h,query:a%0D%0Ab")}, // a guard refuses it
		{src: "rfc1738 5", in: "whois://h/a?x", want: both("host:h,query:a?x"), again: seen{rfc3986: "whois://h/a%3Fx"}},
		{src: "rfc1738 3.1", in: "whois://u@h/a", want: both("8 no-user")},
		{src: "rfc1738 3.1", in: "whois:///a", want: seen{"6 login", "8 no-host"}},
		{src: "rfc1738 3.1", in: "whois:example.com", want: both("6 login")},
	})
	testCompose(t, []composeRow{
		{"rfc1738 3.1", Whois{}, both("6 compose-host")},
		{"rfc1738 2.2", Whois{Host: "h", Query: earl.Some("a/b c?;@")}, seen{"whois://h/a%2Fb%20c?;@", "whois://h/a%2Fb%20c%3F;@"}},
		{"rfc1738 3.1", Whois{Host: "h", Query: earl.Field{Value: "a"}}, both("6 compose-view")},
	})
	if _, err := ParseWhois(earl.RFC3986.MustParse("finger://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseWhois(finger://h/) = %v, want view-scheme", err)
	}
}

// FuzzWhois: a view of any bytes can be written as a URL that gives the same
// view, in every edition, or is refused. A12.
func FuzzWhois(f *testing.F) {
	f.Add("host.dom", "43", "example.com", true)
	f.Add("[::1]", "", "-T person 192.0.2.0/24", true)
	f.Add("\u037e", "x", "\x00\xFF#?", false)
	f.Fuzz(func(t *testing.T, host, port, query string, both bool) {
		v := Whois{Host: earl.Octets(host)}
		if both {
			v.Port, v.Query = earl.Some(earl.Octets(port)), earl.Some(earl.Octets(query))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseWhois() {
	v, err := ParseWhois(earl.RFC3986.MustParse("whois://whois.example/192.0.2.1"))
	fmt.Println("ask", v.Host, "about", v.Query.Value, err)
	// Output: ask whois.example about 192.0.2.1 <nil>
}
