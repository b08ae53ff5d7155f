package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestNNTPViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "B11", in: "nntp://h/alt.test/12", want: both("scheme:nntp,host:h,group:alt.test,number:12")},
		{src: "B11 R7", in: "nntp://h:119/alt.test", want: both("scheme:nntp,host:h,port:119,group:alt.test")},
		{src: "B11", in: "nntps://h/alt.test", want: both("scheme:nntps,host:h,group:alt.test")},
		{src: "B11", in: "nntp://h/alt.test/", want: seen{"invalid", "18 nntp-number"}},
		{src: "B11", in: "nntp://h/alt.test/1a", want: seen{"invalid", "18 nntp-number"}},
		{src: "B11", in: "nntp://h/alt.test/1/2", want: seen{"invalid", "18 nntp-number"}},
		{src: "A16", in: "nntp://h/alt.test/%31", want: seen{"invalid", "scheme:nntp,host:h,group:alt.test,number:1"}, again: seen{"", "nntp://h/alt.test/1"}},
		{src: "B29", in: "nntp://h/*", want: seen{"invalid", "9 nntp-group"}},
		{src: "B29", in: "nntp://h/a@b", want: seen{"invalid", "9 nntp-group"}},
		{src: "B11", in: "nntp://h/", want: seen{"invalid", "9 nntp-group"}},
		{src: "B11", in: "nntp://h/a?b", want: seen{"invalid", "9 nntp-group"}},
		{src: "5", in: "nntp://h", want: seen{"invalid", "8 no-slash"}},
		{src: "5", in: "nntp://u@h/alt.test", want: seen{"invalid", "7 no-user"}},
		{src: "5", in: "nntp:/alt.test", want: seen{"invalid", "5 login"}},
	})
	testCompose(t, []composeRow{
		{"B29", NNTP{Scheme: "nntp", Host: "h", Group: "*"}, both("5 compose-view")},
		{"B29", NNTP{Scheme: "nntp", Host: "h", Group: "a@b"}, both("5 compose-view")},
		{"B11", NNTP{Scheme: "nntp", Host: "h"}, both("5 compose-view")},
		{"B11", NNTP{Scheme: "nntp", Host: "h", Group: "a", Number: earl.Some("")}, both("5 compose-view")},
		{"B11", NNTP{Scheme: "nntp", Host: "h", Group: "a", Number: earl.Some("x")}, both("5 compose-view")},
		{"B11", NNTP{Scheme: "nntp", Host: "h", Group: "1"}, seen{"9 nntp-group", "nntp://h/1"}},
		{"B11", NNTP{Scheme: "news", Host: "h", Group: "a"}, both("1 compose-view")},
		{"3.1", NNTP{Scheme: "nntp", Group: "a"}, both("5 compose-host")},
	})
}
