package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestProsperoViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "3.11 B33", in: "prospero://host.dom//pros/name", want: both("host:host.dom,hsoname:/pros/name")},
		{src: "B33", in: "prospero://h/a/../b/", want: both("host:h,hsoname:a/../b/")},
		{src: "B16", in: "prospero://h:1525/", want: both("host:h,port:1525,hsoname:")},
		{src: "B16", in: "prospero://h/n;OBJECT-VERSION=1;a=b", want: both("host:h,hsoname:n,fields:[name:OBJECT-VERSION,value:1,name:a,value:b]")},
		{src: "B16", in: "prospero://h/a%3Bb;=", want: both("host:h,hsoname:a;b,fields:[name:,value:]")},
		{src: "B33", in: "prospero://h/n;a:@&=%2F%3B%3D", want: both("host:h,hsoname:n,fields:[name:a:@&,value:/;=]")},
		{src: "B33 DESIGN 3", in: "prospero://h/n?x;a=b?", want: both("host:h,hsoname:n?x,fields:[name:a,value:b?]"), again: seen{"", "prospero://h/n%3Fx;a=b%3F"}},
		{src: "B33", in: "prospero://h/n;a", want: seen{"invalid", "14 prospero-field"}},
		{src: "B33", in: "prospero://h/n;", want: seen{"invalid", "14 prospero-field"}},
		{src: "B33", in: "prospero://h/n;a=b=c", want: seen{"invalid", "14 prospero-field"}},
		{src: "B33", in: "prospero://h/n;a=b;c=/", want: seen{"invalid", "18 prospero-field"}},
		{src: "B33", in: "prospero://h/n;a/b=c", want: seen{"invalid", "14 prospero-field"}},
		{src: "B16", in: "prospero://u@h/n", want: seen{"invalid", "11 no-user"}},
		{src: "B16", in: "prospero://h", want: seen{"invalid", "12 no-slash"}},
		{src: "B16", in: "prospero:n", want: seen{"invalid", "9 login"}},
	})
	testCompose(t, []composeRow{
		{"B33", Prospero{Host: "h", HSOName: "/a;b", Fields: []earl.Pair{{Name: "/;=", Value: "/;="}}}, both("prospero://h//a%3Bb;%2F%3B%3D=%2F%3B%3D")},
		{"3.1", Prospero{}, both("9 compose-host")},
	})
}
