package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestNewsViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "3.6 B10", in: "news:*", want: both("all:true")},
		{src: "3.6 B10", in: "news:comp.infosystems.www.misc", want: both("group:comp.infosystems.www.misc")},
		{src: "B28", in: "news:comp.lang.c++", want: both("group:comp.lang.c++")},
		{src: "B28 A16", in: "news:comp.lang.c%2B%2B", want: seen{"invalid", "group:comp.lang.c++"}, again: seen{"", "news:comp.lang.c++"}},
		{src: "B28", in: "news:1.a", want: seen{"invalid", "group:1.a"}},
		{src: "B10", in: "news:a.b@c.d", want: both("messageid:a.b@c.d")},
		{src: "B28", in: "news:a/b?c;d:e&f=g%40@c.d", want: both("messageid:a/b?c;d:e&f=g@@c.d"), again: seen{"", "news:a/b%3Fc;d:e&f=g%40@c.d"}},
		{src: "R8", in: "news://a@b.c", want: both("messageid://a@b.c")},
		{src: "A16", in: "news:a%40b.c", want: seen{"invalid", "messageid:a@b.c"}, again: seen{"", "news:a@b.c"}},
		{src: "A16", in: "news:%2A", want: seen{"invalid", "all:true"}, again: seen{"", "news:*"}},
		{src: "B28", in: "news:@b", want: seen{"invalid", "5 news-article"}},
		{src: "B28", in: "news:a@", want: seen{"invalid", "5 news-article"}},
		{src: "B28", in: "news:%3Ca@b%3E", want: seen{"invalid", "5 news-article"}},
		{src: "B28 3.6", in: "news:%3Ca@b", want: both("5 news-article")},
		{src: "B28", in: "news:", want: seen{"invalid", "5 news-group"}},
		{src: "R8 B28", in: "news://h/comp.x", want: seen{"invalid", "5 news-group"}},
		{src: "B28", in: "news:a?b", want: seen{"invalid", "5 news-group"}},
	})
}

func TestNewsCompose(t *testing.T) {
	testCompose(t, []composeRow{
		{"B10", News{}, both("5 compose-view")},
		{"B10", News{All: true, Group: earl.Some("a")}, both("5 compose-view")},
		{"B10", News{All: true, MessageID: earl.Some("a@b")}, both("5 compose-view")},
		{"B10", News{Group: earl.Some("a"), MessageID: earl.Some("a@b")}, both("5 compose-view")},
		{"B28", News{Group: earl.Some("*")}, both("5 compose-view")},
		{"B28", News{Group: earl.Some("")}, both("5 compose-view")},
		{"B28", News{Group: earl.Some("a@b")}, both("5 compose-view")},
		{"B28", News{Group: earl.Some("a b")}, seen{"5 news-group", "news:a%20b"}},
		{"B28", News{MessageID: earl.Some("<a@b>")}, both("5 compose-view")},
		{"B28", News{MessageID: earl.Some("ab")}, both("5 compose-view")},
		{"B28", News{MessageID: earl.Some("a@b@c")}, both("news:a%40b@c")},
		{"B28", News{MessageID: earl.Some("a@b_c")}, seen{"8 host", "news:a@b_c"}},
	})
}
