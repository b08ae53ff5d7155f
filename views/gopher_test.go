package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestGopherViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "B24", in: "gopher://h", want: both("scheme:gopher,host:h,selector:,nopath:true")},
		{src: "B24", in: "gopher://h/", want: both("scheme:gopher,host:h,selector:")},
		{src: "B24", in: "gopher://h:70/1", want: both("scheme:gopher,host:h,port:70,type:1,selector:")},
		{src: "B6", in: "gopher://h/00/a", want: both("scheme:gopher,host:h,type:0,selector:0/a")},
		{src: "B6", in: "gopher://h//x", want: both("scheme:gopher,host:h,type:/,selector:x")},
		{src: "B24", in: "gopher://h/%31", want: both("scheme:gopher,host:h,type:1,selector:"), again: both("gopher://h/1")},
		{src: "B24", in: "gopher://h/%25x", want: both("scheme:gopher,host:h,type:%25,selector:x")},
		{src: "3.4.2 B7", in: "gopher://h/7s%09a%20b", want: both("scheme:gopher,host:h,type:7,selector:s,search:a b")},
		{src: "3.4.3 B7", in: "gopher://h/0s%09%09+", want: both("scheme:gopher,host:h,type:0,selector:s,search:,plus:+")},
		{src: "3.4.7 B26", in: "gopher://h/0s%09%09!+ABSTRACT%20+SMELL", want: both("scheme:gopher,host:h,type:0,selector:s,search:,plus:!+ABSTRACT +SMELL")},
		{src: "3.4.8 B8", in: "gopher://h/0s%09%09+application/postscript%20Es_ES", want: both("scheme:gopher,host:h,type:0,selector:s,search:,plus:+application/postscript Es_ES")},
		{src: "3.4.9 B24", in: "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A", want: both("scheme:gopher,host:h,type:0,selector:s,search:,plus:+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A")},
		{src: "B24", in: "gopher://h/1a%2509%09b", want: both("scheme:gopher,host:h,type:1,selector:a%2509,search:b")},
		{src: "B6 B24", in: "gopher://h/1;/:@&=$-_.+!*'(),", want: both("scheme:gopher,host:h,type:1,selector:;/:@&=$-_.+!*'(),")},
		{src: "B6 DESIGN 3", in: "gopher://h/7s?a?b", want: both("scheme:gopher,host:h,type:7,selector:s?a?b"), again: seen{"", "gopher://h/7s%3Fa%3Fb"}},
		{src: "B6", in: "gophers://h/1a", want: both("scheme:gophers,host:h,type:1,selector:a")},
		{src: "B24", in: "gopher://h/1a%0Ab", want: both("13 gopher-selector")},
		{src: "B24", in: "gopher://h/1a%0d", want: both("13 gopher-selector")},
		{src: "B24", in: "gopher://h/7a%09b%0Dc", want: both("17 gopher-selector")},
		{src: "B24", in: "gopher://h/7a%09b%0Dc%09+", want: both("17 gopher-selector")},
		{src: "B24", in: "gopher://h/%09a", want: both("11 gopher-selector")},
		{src: "B24", in: "gopher://h/%0A", want: both("11 gopher-selector")},
		{src: "B24", in: "gopher://h/0%00", want: both("scheme:gopher,host:h,type:0,selector:%00")},
		{src: "DESIGN 3", in: "gopher://h?a", want: seen{"invalid", "scheme:gopher,host:h,type:?,selector:a"}, again: seen{"", "gopher://h/%3Fa"}},
		{src: "5", in: "gopher://u:p@h/1", want: seen{"invalid", "9 no-user"}},
		{src: "5", in: "gopher:/1", want: seen{"invalid", "7 login"}},
		{src: "5", in: "gophers:1", want: both("8 login")},
	})
}

func TestGopherCompose(t *testing.T) {
	g := func(v Gopher) Gopher {
		v.Scheme, v.Host = "gopher", "h"
		return v
	}
	testCompose(t, []composeRow{
		{"B24", g(Gopher{}), both("gopher://h/")},
		{"B24", g(Gopher{NoPath: true}), both("gopher://h")},
		{"B24", g(Gopher{NoPath: true, Type: earl.Some("1")}), both("7 compose-view")},
		{"B24", g(Gopher{NoPath: true, Selector: "1"}), both("7 compose-view")},
		{"B24", g(Gopher{Selector: "a"}), both("7 compose-view")},
		{"B24", g(Gopher{Search: earl.Some("")}), both("7 compose-view")},
		{"B24", g(Gopher{Type: earl.Some("")}), both("7 compose-view")},
		{"B24", g(Gopher{Type: earl.Some("11")}), both("7 compose-view")},
		{"B24", g(Gopher{Type: earl.Some("\t")}), both("7 compose-view")},
		{"B24", g(Gopher{Type: earl.Some("1"), Selector: "a\tb"}), both("7 compose-view")},
		{"B24", g(Gopher{Type: earl.Some("7"), Search: earl.Some("a\nb")}), both("7 compose-view")},
		{"3.4.3", g(Gopher{Type: earl.Some("0"), Plus: earl.Some("+")}), both("7 compose-view")},
		{"3.4.3", g(Gopher{Type: earl.Some("0"), Search: earl.Some(""), Plus: earl.Some("+\t\r\n")}), both("gopher://h/0%09%09+%09%0D%0A")},
		{"B6", g(Gopher{Type: earl.Some("/"), Selector: "a b?c#%~"}), seen{"gopher://h//a%20b?c%23%25%7E", "gopher://h//a%20b%3Fc%23%25~"}},
		{"B6", Gopher{Scheme: "http", Host: "h"}, both("1 compose-view")},
		{"3.1", Gopher{Scheme: "gopher"}, both("7 compose-host")},
	})
}

// An edition whose own production has the search after "?" (draft1993).
func TestGopherSearchBehindQuestionMark(t *testing.T) {
	e := earl.Draft1993
	want := Gopher{Scheme: "gopher", Host: "h", Type: earl.Some("7"), Selector: "s", Search: earl.Some("a b+c")}
	u, err := want.URL(e)
	if err != nil || u.String() != "gopher://h/7s?a+b%2Bc" {
		t.Errorf("URL = %q, %v", u, err)
	}
	if got, err := ParseGopher(u); err != nil || got != want {
		t.Errorf("ParseGopher(%q) = %+v, %v, want %+v", u, got, err, want)
	}
	if got, err := ParseGopher(e.MustParse("gopher://h/?a")); err != nil || got != (Gopher{Scheme: "gopher", Host: "h", Search: earl.Some("a")}) {
		t.Errorf("a search of the top menu = %+v, %v", got, err)
	} else if u, err := got.URL(e); err != nil || u.String() != "gopher://h/?a" {
		t.Errorf("a search of the top menu is written %q, %v", u, err)
	}
	for _, in := range []string{"gopher://h/7s%09a", "gopher://h/7s?a%09"} {
		if _, err := ParseGopher(e.MustParse(in)); err == nil {
			t.Errorf("ParseGopher(%q) takes a TAB", in)
		}
	}
	want.Plus = earl.Some("+")
	if _, err := want.URL(e); failed(err) != "7 compose-part" {
		t.Errorf("URL with a gopher+ string: %v", err)
	}
}
