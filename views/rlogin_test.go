package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

func TestRLoginViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "G3", in: "rlogin://u:p@h:5130/", want: both("user:u,password:xxxxx,host:h,port:5130,slash:true")},
		{src: "G3", in: "rlogin://@h", want: both("user:,host:h")},
		{src: "G3", in: "rlogin://h", want: both("host:h")},
		{src: "G3", in: "rlogin://h/x", want: both("11 telnet-path")},
		{src: "G3", in: "rlogin://h?x", want: seen{"7 login", "10 telnet-path"}},
		{src: "5", in: "rlogin:h", want: both("7 login")},
	})
	testCompose(t, []composeRow{
		{"A22", RLogin{Password: earl.NewSecret("p"), Host: "h"}, both("7 compose-user")},
		{"3.1", RLogin{}, both("7 compose-host")},
		{"3.1", RLogin{User: earl.Some("a@b"), Host: "h", Slash: true}, both("rlogin://a%40b@h/")},
	})
	if _, err := ParseRLogin(earl.RFC3986.MustParse("telnet://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseRLogin(telnet://h/) = %v, want view-scheme", err)
	}
}

// FuzzServices: a view of any bytes can be written as a URL that gives the same
// view, in every edition, or is refused. A12.
func FuzzServices(f *testing.F) {
	f.Add("host.dom", "513", "joe", "", byte(1))
	f.Add("[::1]", "", "/@:", "x", byte(15))
	f.Add("\u037e", "x", "\x00\xFF#?", "", byte(8))
	f.Fuzz(func(t *testing.T, host, port, user, password string, flags byte) {
		v := RLogin{Host: earl.Octets(host), Slash: flags&8 != 0}
		if flags&1 != 0 {
			v.User = earl.Some(earl.Octets(user))
		}
		if flags&2 != 0 {
			v.Password = earl.NewSecret(earl.Octets(password))
		}
		if flags&4 != 0 {
			v.Port = earl.Some(earl.Octets(port))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseRLogin() {
	v, err := ParseRLogin(earl.RFC1738.MustParse("rlogin://reader@host.dom/"))
	fmt.Println("log in at", v.Host, "as", v.User.Value, err)
	// Output: log in at host.dom as reader <nil>
}
