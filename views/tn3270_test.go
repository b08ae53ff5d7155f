package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

func TestTN3270Views(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc6270 2", in: "tn3270://u:p@h:992/", want: both("user:u,password:xxxxx,host:h,port:992,slash:true")},
		{src: "rfc6270 2", in: "tn3270://@h", want: both("user:,host:h")},
		{src: "rfc6270 2", in: "tn3270://h", want: both("host:h")},
		{src: "rfc6270 2", in: "tn3270://h/x", want: both("11 telnet-path")},
		{src: "G3", in: "tn3270://h?x", want: seen{"7 login", "10 telnet-path"}},
		{src: "5", in: "tn3270:h", want: both("7 login")},
	})
	testCompose(t, []composeRow{
		{"A22", TN3270{Password: earl.NewSecret("p"), Host: "h"}, both("7 compose-user")},
		{"3.1", TN3270{}, both("7 compose-host")},
		{"3.1", TN3270{User: earl.Some("a@b"), Host: "h", Slash: true}, both("tn3270://a%40b@h/")},
	})
	if _, err := ParseTN3270(earl.RFC3986.MustParse("telnet://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseTN3270(telnet://h/) = %v, want view-scheme", err)
	}
}

func ExampleParseTN3270() {
	v, err := ParseTN3270(earl.RFC1738.MustParse("tn3270://host.dom:2323/"))
	fmt.Println("a screen of", v.Host, "on port", v.Port.Value, err)
	// Output: a screen of host.dom on port 2323 <nil>
}
