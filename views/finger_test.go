package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

func TestFingerViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc1288 2.3", in: "finger://h/joe", want: both("host:h,request:joe")},
		{src: "rfc1288 2.3", in: "finger://h:7979/joe", want: both("host:h,port:7979,request:joe")},
		{src: "rfc1288 2.3", in: "finger://h/", want: both("host:h,request:")},
		{src: "rfc1288 2.3", in: "finger://h", want: both("host:h")},
		{src: "rfc1288 2.3", in: "finger://h/%2FW%20joe", want: both("host:h,request:/W joe")},
		{src: "rfc1288 2.3", in: "finger://h//W%20joe", want: both("host:h,request:/W joe"), again: both("finger://h/%2FW%20joe")},
		{src: "rfc1288 2.3", in: "finger://h/joe@other", want: both("host:h,request:joe@other")},
		{src: "rfc1738 2.2", in: "finger://h/a%0D%0Ab", want: both("host:h,request:a%0D%0Ab")}, // a guard refuses it
		{src: "rfc1738 5", in: "finger://h/joe?x", want: both("host:h,request:joe?x"), again: seen{rfc3986: "finger://h/joe%3Fx"}},
		{src: "rfc1738 3.1", in: "finger://u@h/joe", want: both("9 no-user")},
		{src: "rfc1738 3.1", in: "finger:///joe", want: seen{"7 login", "9 no-host"}},
		{src: "rfc1738 3.1", in: "finger:joe@h", want: both("7 login")}, // the form of the first drafts
		{src: "rfc1738 3.1", in: "finger://h:x/", want: seen{"7 login", "invalid"}},
	})
	testCompose(t, []composeRow{
		{"rfc1738 3.1", Finger{}, both("7 compose-host")},
		{"rfc1738 2.2", Finger{Host: "h", Request: earl.Some("a/b c?;@")}, seen{"finger://h/a%2Fb%20c?;@", "finger://h/a%2Fb%20c%3F;@"}},
		{"rfc1738 3.1", Finger{Host: "h", Request: earl.Field{Value: "joe"}}, both("7 compose-view")},
	})
	if _, err := ParseFinger(earl.RFC3986.MustParse("gopher://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseFinger(gopher://h/) = %v, want view-scheme", err)
	}
}

// FuzzFinger: a view of any bytes can be written as a URL that gives the same
// view, in every edition, or is refused. A12.
func FuzzFinger(f *testing.F) {
	f.Add("host.dom", "79", "joe", true)
	f.Add("[::1]", "", "/W a@b", true)
	f.Add("H", "079", "..", true)
	f.Add("\u037e", "x", "\x00\xFF#?", false)
	f.Fuzz(func(t *testing.T, host, port, request string, both bool) {
		v := Finger{Host: earl.Octets(host)}
		if both {
			v.Port, v.Request = earl.Some(earl.Octets(port)), earl.Some(earl.Octets(request))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseFinger() {
	v, err := ParseFinger(earl.RFC1738.MustParse("finger://host.dom/%2FW%20joe"))
	fmt.Println("ask", v.Host, "for", v.Request.Value, err)
	// Output: ask host.dom for /W joe <nil>
}
