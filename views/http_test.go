package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestHTTPViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "B23", in: "http://h", want: both("scheme:http,host:h,path:")},
		{src: "B23", in: "http://h/", want: both("scheme:http,host:h,path:/")},
		{src: "B5", in: "http://h:8080/a/b;c=d:@&?e=f;g:@&", want: both("scheme:http,host:h,port:8080,path:/a/b;c=d:@&,search:e=f;g:@&")},
		{src: "B5 A6", in: "http://h/?", want: both("scheme:http,host:h,path:/,search:")},
		{src: "B23 A4", in: "http://h/a%2Fb%20c?%3f", want: both("scheme:http,host:h,path:/a%2Fb%20c,search:%3f")},
		{src: "B5", in: "https://h/a?b", want: both("scheme:https,host:h,path:/a,search:b")},
		{src: "B5", in: "https://h:443/", want: both("scheme:https,host:h,port:443,path:/")},
		{src: "B23", in: "http://h?q", want: seen{"invalid", "scheme:http,host:h,path:,search:q"}},
		{src: "B23", in: "http://h/?a/b?c", want: seen{"invalid", "scheme:http,host:h,path:/,search:a/b?c"}},
		{src: "B5", in: "http://u:p@h/", want: seen{"invalid", "scheme:http,user:u,password:xxxxx,host:h,path:/"}},
		{src: "B5", in: "http://@h/", want: seen{"invalid", "scheme:http,user:,host:h,path:/"}},
		{src: "B23", in: "http://h/a#b", want: seen{"invalid", "scheme:http,host:h,path:/a"}, again: seen{"", "http://h/a"}},
		{src: "3.1", in: "http:/a", want: seen{"invalid", "5 login"}},
		{src: "3.1", in: "http:///a", want: seen{"invalid", "7 no-host"}},
		{src: "3.1", in: "https:a", want: both("6 login")},
	})
}

func TestHTTPCompose(t *testing.T) {
	testCompose(t, []composeRow{
		{"B5", HTTP{Scheme: "http", Host: "h", Path: "/a%20b", Search: earl.Some("c%20d")}, both("http://h/a%20b?c%20d")},
		{"B5", HTTP{Scheme: "https", Host: "h", Port: earl.Some("443")}, both("https://h:443")},
		{"B5", HTTP{Scheme: "ftp", Host: "h"}, both("1 compose-view")},
		{"B5", HTTP{Host: "h"}, both("1 compose-view")},
		{"B5", HTTP{Scheme: "http", User: earl.Some("u"), Host: "h"}, seen{"7 no-user", "http://u@h"}},
		{"B5", HTTP{Scheme: "http", User: earl.Some("u"), Password: earl.NewSecret("p"), Host: "h"}, seen{"5 no-user", "http://u:p@h"}},
		{"B23", HTTP{Scheme: "http", Host: "h", Search: earl.Some("q")}, seen{"8 host", "http://h?q"}},
		{"B23", HTTP{Scheme: "http", Host: "h", Path: "/", Search: earl.Some("a/b")}, seen{"11 reserved", "http://h/?a/b"}},
		{"A28", HTTP{Scheme: "http", Host: "h", Path: "/a b"}, both("10 space")},
		{"A12", HTTP{Scheme: "http", Host: "h", Path: "a"}, both("5 compose-path")},
		{"A12", HTTP{Scheme: "http", Host: "h", Path: "/a?b"}, both("5 compose-view")},
		{"A12", HTTP{Scheme: "http", Host: "h", Path: "/a#b"}, both("5 compose-view")},
		{"A12", HTTP{Scheme: "http", Host: "h", Path: "/", Search: earl.Some("#")}, both("5 compose-view")},
		{"A15", HTTP{Scheme: "http", Host: "h", Path: "/%"}, both("9 escape")},
		{"A8", HTTP{Scheme: "https", Host: "a_b"}, seen{"6 compose-host", "https://a_b"}},
		{"A9", HTTP{Scheme: "https", Host: "h", Port: earl.Some("")}, seen{"6 compose-view", "https://h:"}},
		{"3.1", HTTP{Scheme: "http", Path: "/"}, both("5 compose-host")},
	})
}
