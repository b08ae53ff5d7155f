package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestFTPViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "3.2.2 B3", in: "ftp://myname@host.dom/%2Fetc/motd", want: both("scheme:ftp,user:myname,host:host.dom,cwd:[/etc],name:motd")},
		{src: "3.2.2 B3", in: "ftp://myname@host.dom/etc/motd", want: both("scheme:ftp,user:myname,host:host.dom,cwd:[etc],name:motd")},
		{src: "3.2.2 B3", in: "ftp://myname@host.dom//etc/motd", want: both("scheme:ftp,user:myname,host:host.dom,cwd:[,etc],name:motd")},
		{src: "3.2.2 B3", in: "ftp://h/a/b%2Fc/f", want: both("scheme:ftp,host:h,cwd:[a,b/c],name:f")},
		{src: "3.1 B20 A6", in: "ftp://@host.com/", want: both("scheme:ftp,user:,host:host.com,name:")},
		{src: "3.1 A6", in: "ftp://host.com/", want: both("scheme:ftp,host:host.com,name:")},
		{src: "3.1 B20 A6", in: "ftp://foo:@host.com/", want: both("scheme:ftp,user:foo,password:xxxxx,host:host.com,name:")},
		{src: "3.1 A22", in: "ftp://:p@h/", want: both("scheme:ftp,user:,password:xxxxx,host:h,name:")},
		{src: "3.1 A7", in: "ftp://a%40b:c%3Ad%2F@h/x", want: both("scheme:ftp,user:a@b,password:xxxxx,host:h,name:x")},
		{src: "B19", in: "ftp://h", want: both("scheme:ftp,host:h")},
		{src: "B19 A9", in: "ftp://h:2121", want: both("scheme:ftp,host:h,port:2121")},
		{src: "B19 A25", in: "ftp://h:00021/", want: both("scheme:ftp,host:h,port:00021,name:")},
		{src: "B1", in: "ftp://h/a/", want: both("scheme:ftp,host:h,cwd:[a],name:")},
		{src: "B1", in: "ftp://h///", want: both("scheme:ftp,host:h,cwd:[,],name:")},
		{src: "B1", in: "ftp://h/x;type=a", want: both("scheme:ftp,host:h,name:x,type:a")},
		{src: "B1", in: "ftp://h/x;type=I", want: both("scheme:ftp,host:h,name:x,type:I")},
		{src: "B1", in: "ftp://h/x;type=d", want: both("scheme:ftp,host:h,name:x,type:d")},
		{src: "B1", in: "ftp://h/;type=d", want: both("scheme:ftp,host:h,name:,type:d")},
		{src: "3.2.2", in: "ftp://h/x;type=", want: seen{"invalid", "9 ftp-type"}},
		{src: "3.2.2", in: "ftp://h/x;type=x", want: seen{"invalid", "9 ftp-type"}},
		{src: "3.2.2", in: "ftp://h/x;type=ab", want: seen{"invalid", "9 ftp-type"}},
		{src: "3.2.2", in: "ftp://h/x;TYPE=a", want: seen{"invalid", "9 ftp-type"}},
		{src: "A16", in: "ftp://h/x;type=%61", want: seen{"invalid", "scheme:ftp,host:h,name:x,type:a"}, again: seen{"", "ftp://h/x;type=a"}},
		{src: "3.2.2", in: "ftp://h/a;b/c", want: seen{"invalid", "9 ftp-type"}},
		{src: "3.2.2", in: "ftp://h/a;type=a/c", want: seen{"invalid", "9 ftp-type"}},
		{src: "3.2.2", in: "ftp://h/a;type=a?", want: seen{"invalid", "9 ftp-type"}},
		{src: "B19 A23", in: "ftp://h;type=a", want: seen{"invalid", "7 ftp-type"}},
		{src: "B19", in: "ftp://h/a%3Btype=d", want: both("scheme:ftp,host:h,name:a;type=d")},
		{src: "B19", in: "ftp://h/a:@&=b/c", want: both("scheme:ftp,host:h,cwd:[a:@&=b],name:c")},
		{src: "B19 DESIGN 3", in: "ftp://h/a?b/c", want: both("scheme:ftp,host:h,cwd:[a?b],name:c"), again: seen{"", "ftp://h/a%3Fb/c"}},
		{src: "DESIGN 3", in: "ftp://h?a", want: seen{"invalid", "scheme:ftp,host:h,name:?a"}, again: seen{"", "ftp://h/%3Fa"}},
		{src: "A16", in: "ftp://h/%61%2E", want: both("scheme:ftp,host:h,name:a."), again: both("ftp://h/a.")},
		{src: "A3", in: "ftp://h/%e9%00", want: both("scheme:ftp,host:h,name:%E9%00"), again: both("ftp://h/%E9%00")},
		{src: "3.1", in: "ftp:/a", want: seen{"invalid", "4 login"}},
		{src: "3.1", in: "ftp:a", want: seen{"invalid", "4 login"}},
		{src: "3.1", in: "ftp:///a", want: seen{"invalid", "6 no-host"}},
		{src: "3.1", in: "ftp://u@/a", want: seen{"invalid", "8 no-host"}},
		{src: "A8", in: "ftp://[::1]/a", want: seen{"invalid", "scheme:ftp,host:[::1],name:a"}},
		{src: "A8", in: "ftp://a_b~.c/a", want: seen{"invalid", "scheme:ftp,host:a_b~.c,name:a"}},
		{src: "A8", in: "ftp://%5B::1]/a", want: seen{"invalid", "invalid"}},
		{src: "A8", in: "ftp://%5B%3A%3A1%5D/a", want: seen{"invalid", "6 host"}},
		{src: "A9", in: "ftp://h:/a", want: seen{"invalid", "scheme:ftp,host:h,port:,name:a"}},
		{src: "A1", in: "FTP://h/a", want: both("scheme:ftp,host:h,name:a"), again: both("ftp://h/a")},
		{src: "A13", in: "ftp://h/a#b", want: seen{"invalid", "scheme:ftp,host:h,name:a"}, again: both("ftp://h/a")},
	})
}

func TestFTPCompose(t *testing.T) {
	testCompose(t, []composeRow{
		{"B19", FTP{Host: "h"}, both("ftp://h")},
		{"B19", FTP{Host: "h", Type: earl.Some("a")}, both("4 compose-view")},
		{"B19", FTP{Host: "h", Cwd: []earl.Octets{"a"}}, both("4 compose-view")},
		{"B19", FTP{Host: "h", Name: earl.Some("a/b;c?:@&=")}, seen{"ftp://h/a%2Fb%3Bc?:@&=", "ftp://h/a%2Fb%3Bc%3F:@&="}},
		{"A22", FTP{Host: "h", Password: earl.NewSecret("p")}, both("4 compose-user")},
		{"A22 B20", FTP{Host: "h", User: earl.Some(""), Password: earl.NewSecret("")}, both("ftp://:@h")},
		{"A7 A28", FTP{Host: "h", User: earl.Some(":@/;?&=$")}, seen{"ftp://%3A%40%2F;?&=$@h", "ftp://%3A%40%2F;%3F&=$@h"}},
		{"3.2.2", FTP{Host: "h", Name: earl.Some(""), Type: earl.Some("x")}, both("4 compose-view")},
		{"3.2.2", FTP{Host: "h", Name: earl.Some(""), Type: earl.Some("")}, both("4 compose-view")},
		{"3.1", FTP{Name: earl.Some("a")}, both("4 compose-host")},
		{"A8", FTP{Host: "a b"}, seen{"4 compose-host", "ftp://a%20b"}},
		{"A8", FTP{Host: "u@h"}, seen{"4 compose-host", "ftp://u%40h"}},
		{"A8", FTP{Host: "h/x"}, seen{"4 compose-host", "ftp://h%2Fx"}},
		{"A8", FTP{Host: "h:21"}, seen{"4 compose-host", "ftp://h%3A21"}},
		{"A8", FTP{Host: "[::1]"}, seen{"4 compose-host", "ftp://[::1]"}},
		{"A8", FTP{Host: "[::1]x"}, both("4 compose-host")},
		{"A8", FTP{Host: "[::1"}, both("4 compose-host")},
		{"A9", FTP{Host: "h", Port: earl.Some("21")}, both("ftp://h:21")},
		{"A9", FTP{Host: "h", Port: earl.Some("")}, seen{"7 port", "ftp://h:"}},
		{"A9", FTP{Host: "h", Port: earl.Some("21@x")}, both("4 compose-host")},
	})
}
