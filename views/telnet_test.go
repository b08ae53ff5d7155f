package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestTelnetViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "B12", in: "telnet://u:p@h:23/", want: both("user:u,password:xxxxx,host:h,port:23,slash:true")},
		{src: "B12", in: "telnet://@h", want: both("user:,host:h")},
		{src: "B30", in: "telnet://h", want: both("host:h")},
		{src: "B30", in: "telnet://h/x", want: seen{"invalid", "11 telnet-path"}},
		{src: "B30", in: "telnet://h//", want: seen{"invalid", "11 telnet-path"}},
		{src: "B30", in: "telnet://h/?", want: seen{"invalid", "11 telnet-path"}},
		{src: "B30", in: "telnet://h?x", want: seen{"invalid", "10 telnet-path"}},
		{src: "5", in: "telnet:///", want: seen{"invalid", "9 no-host"}},
		{src: "5", in: "telnet:h", want: seen{"invalid", "7 login"}},
	})
	testCompose(t, []composeRow{
		{"A22", Telnet{Password: earl.NewSecret("p"), Host: "h"}, both("7 compose-user")},
		{"3.1", Telnet{}, both("7 compose-host")},
	})
}
