package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestFileViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "3.10 B15", in: "file://vms.host.edu/disk$user/my/notes/note12345.txt", want: both("host:vms.host.edu,path:[disk$user,my,notes,note12345.txt]")},
		{src: "B15", in: "file:///etc/motd", want: both("host:,path:[etc,motd]")},
		{src: "B15", in: "file://localhost/etc/", want: both("host:localhost,path:[etc,]")},
		{src: "B15", in: "file:///", want: both("host:,path:[]")},
		{src: "B15", in: "file:////a", want: both("host:,path:[,a]")},
		{src: "B15", in: "file:///c:/x", want: both("host:,path:[c:,x]")},
		{src: "B15", in: "file:///c%7C/x", want: both("host:,path:[c|,x]")},
		{src: "A4", in: "file:///a%2Fb", want: both("host:,path:[a/b]")},
		{src: "B32", in: "file:///a%3Bb", want: both("host:,path:[a;b]"), again: seen{"", "file:///a;b"}},
		{src: "B32", in: "file:///a;type=a", want: seen{"invalid", "host:,path:[a;type=a]"}},
		{src: "B32 DESIGN 3", in: "file:///a?b", want: both("host:,path:[a?b]"), again: seen{"", "file:///a%3Fb"}},
		{src: "B32", in: "file://h", want: seen{"invalid", "8 no-slash"}},
		{src: "B32", in: "file://h:1/a", want: seen{"invalid", "8 file-host"}},
		{src: "B32", in: "file://u@h/a", want: seen{"invalid", "7 no-user"}},
		{src: "B32 A23; rfc8089 2", in: "file:/etc/motd", want: seen{"invalid", "host:,path:[etc,motd]"}, again: seen{"", "file:///etc/motd"}},
		{src: "B32", in: "file:etc/motd", want: seen{"invalid", "5 login"}},
	})
	testCompose(t, []composeRow{
		{"B32", File{}, both("5 compose-view")},
		{"B32", File{Host: "h"}, both("5 compose-view")},
		{"B15", File{Path: []earl.Octets{""}}, both("file:///")},
		{"B32", File{Path: []earl.Octets{"a;b?c#d"}}, seen{"file:///a%3Bb?c%23d", "file:///a;b%3Fc%23d"}},
		{"A8", File{Host: "a b", Path: []earl.Octets{""}}, seen{"5 compose-host", "file://a%20b/"}},
	})
}
