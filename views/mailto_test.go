package views

import (
	"testing"

	"github.com/earl-url/earl"
)

func TestMailtoViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "B9", in: "mailto:joe@example.com", want: both("addrspec:joe@example.com")},
		{src: "B9 3.5", in: "mailto:gorby%25kremvax@example.com", want: both("addrspec:gorby%25kremvax@example.com")},
		{src: "B27", in: "mailto:a@b?subject=x", want: seen{"addrspec:a@b?subject=x", "addrspec:a@b,headers:[name:subject,value:x]"}},
		{src: "B27", in: "mailto:;/?:@&=", want: seen{"addrspec:;/?:@&=", "10 mail-header"}},
		{src: "B27", in: "mailto:", want: seen{"invalid", "7 mailto-empty"}},
		{src: "rfc6068 2", in: "mailto:?to=a@b&cc=", want: seen{"addrspec:?to=a@b&cc=", "addrspec:,headers:[name:to,value:a@b,name:cc,value:]"}},
		{src: "rfc6068 2", in: "mailto:a@b?", want: seen{"addrspec:a@b?", "11 mail-header"}},
		{src: "rfc6068 2", in: "mailto:a@b?c=d&e", want: seen{"addrspec:a@b?c=d&e", "15 mail-header"}},
		{src: "rfc6068 2", in: "mailto:a@b?c=d=e", want: seen{"addrspec:a@b?c=d=e", "addrspec:a@b,headers:[name:c,value:d=e]"}, again: seen{"", "mailto:a@b?c=d%3De"}},
		{src: "rfc6068 2", in: "mailto:a@b?body=x%0D%0Ay%26z", want: seen{"addrspec:a@b?body=x%0D%0Ay&z", "addrspec:a@b,headers:[name:body,value:x%0D%0Ay&z]"}, again: seen{"mailto:a@b?body=x%0D%0Ay&z", ""}},
		{src: "rfc6068 6.1", in: "mailto:a@b,c@d", want: both("addrspec:a@b,c@d")},
		{src: "rfc6068 6.1", in: "mailto:%22not%40me%22@example.org", want: both(`addrspec:\not@me\@example.org`), again: seen{"mailto:%22not@me%22@example.org", ""}},
		{src: "A13", in: "mailto:a@b#c", want: seen{"invalid", "addrspec:a@b"}, again: seen{"", "mailto:a@b"}},
	})
}

func TestMailtoCompose(t *testing.T) {
	testCompose(t, []composeRow{
		{"B27", Mailto{}, seen{"7 mailto-empty", "7 compose-view"}},
		{"B27", Mailto{Headers: []earl.Pair{{Name: "a", Value: "b"}}}, seen{"7 compose-part", "mailto:?a=b"}},
		{"B27", Mailto{AddrSpec: "//a?b/c"}, seen{"mailto://a?b/c", "mailto:%2F%2Fa%3Fb%2Fc"}},
		{"rfc6068 2", Mailto{AddrSpec: `"a,\"@"@b,"c"@d`}, seen{"mailto:%22a,%5C%22@%22@b,%22c%22@d", "mailto:%22a%2C%5C%22%40%22@b,%22c%22@d"}},
		{"A28", Mailto{AddrSpec: "a b@c"}, both("mailto:a%20b@c")},
	})
}
