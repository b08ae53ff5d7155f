package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

func TestDictViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc2229 5", in: "dict://h/d:shortcake:", want: both("host:h,command:d,word:shortcake,database:")},
		{src: "rfc2229 5", in: "dict://h/d:shortcake:*:2", want: both("host:h,command:d,word:shortcake,database:*,n:2")},
		{src: "rfc2229 5", in: "dict://h:2600/m:sun:*:prefix:1", want: both("host:h,port:2600,command:m,word:sun,database:*,strategy:prefix,n:1")},
		{src: "rfc2229 5", in: "dict://h/m:sun::soundex", want: both("host:h,command:m,word:sun,database:,strategy:soundex")},
		{src: "rfc2229 5", in: "dict://h/d:", want: both("host:h,command:d,word:")},
		{src: "rfc2229 5", in: "dict://h/d:a%3Ab%20c/d", want: both("host:h,command:d,word:a:b c/d"), again: both("dict://h/d:a%3Ab%20c%2Fd")},
		{src: "rfc2229 5", in: "dict://joe;apop@h/d:a", want: both("user:joe,auth:apop,host:h,command:d,word:a")},
		{src: "rfc2229 5", in: "dict://joe;@h/d:a", want: both("user:joe,auth:,host:h,command:d,word:a")},
		{src: "rfc2229 5", in: "dict://j%3Boe@h/d:a", want: both("user:j;oe,host:h,command:d,word:a")},
		{src: "F3", in: "dict://joe:geheim@h/d:a", want: both("user:joe,password:xxxxx,host:h,command:d,word:a")},
		{src: "rfc2229 3.5.1", in: "dict://h/", want: both("host:h,word:")},
		{src: "rfc2229 3.5.1", in: "dict://h", want: both("host:h,word:"), again: both("dict://h/")},
		{src: "rfc1738 2.2", in: "dict://h/d:a%0D%0Ab", want: both("host:h,command:d,word:a%0D%0Ab")}, // a guard refuses it
		{src: "rfc2229 5", in: "dict://h/d:a?", want: both("host:h,command:d,word:a?"), again: seen{rfc3986: "dict://h/d:a%3F"}},
		{src: "rfc2229 5", in: "dict://h/show:db", want: both("9 dict-path")},
		{src: "rfc2229 5", in: "dict://h/d", want: both("9 dict-path")},
		{src: "rfc2229 5", in: "dict://h/d:a:b:1:", want: both("9 dict-path")},
		{src: "rfc2229 5", in: "dict://h/m:a:b:c:1:2", want: both("9 dict-path")},
		{src: "rfc2229 5", in: "dict://h/d:a:b:x", want: both("9 dict-path")},
		{src: "rfc1738 3.1", in: "dict:d:a", want: both("5 login")},
		{src: "rfc1738 3.1", in: "dict:///d:a", want: seen{"5 login", "7 no-host"}},
	})
	testCompose(t, []composeRow{
		{"rfc1738 3.1", Dict{}, both("5 compose-host")},
		{"rfc2229 5", Dict{Host: "h", Command: earl.Some("d"), Word: "a:b/..", Database: earl.Some("x"), N: earl.Some("2")}, both("dict://h/d:a%3Ab%2F..:x:2")},
		{"rfc2229 5", Dict{Host: "h", Command: earl.Some("d"), Word: "a", N: earl.Some("2")}, both("5 compose-view")},
		{"rfc2229 5", Dict{Host: "h", Command: earl.Some("d"), Word: "a", Strategy: earl.Some("exact")}, both("5 compose-view")},
		{"rfc2229 5", Dict{Host: "h", Command: earl.Some("d"), Database: earl.Field{Value: "a"}}, both("5 compose-view")},
		{"rfc2229 5", Dict{Host: "h", Command: earl.Some("x"), Word: "a"}, both("5 compose-view")},
		{"rfc2229 5", Dict{Host: "h", Word: "a"}, both("5 compose-view")},
		{"rfc2229 5", Dict{Host: "h", Auth: earl.Some("a")}, both("5 compose-user")},
		{"rfc2229 5", Dict{Host: "h", User: earl.Some("a;b"), Auth: earl.Some("c;d")}, both("dict://a%3Bb;c;d@h/")},
	})
	if _, err := ParseDict(earl.RFC3986.MustParse("gopher://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseDict(gopher://h/) = %v, want view-scheme", err)
	}
}

// FuzzDict: a view of any bytes can be written as a URL that gives the same
// view, in every edition, or is refused. A12.
func FuzzDict(f *testing.F) {
	f.Add("joe", "geheim", "host.dom", "d", "a:b", "*", "prefix", "2", uint8(0xFF))
	f.Add("a;b", ":@", "[::1]", "m", "..", "", ".", "", uint8(0x3B))
	f.Add("", "", "h", "x", "", "", "", "x", uint8(0))
	f.Fuzz(func(t *testing.T, user, password, host, command, word, database, strategy, n string, flags uint8) {
		field := func(bit int, text string) earl.Field {
			if flags>>bit&1 == 0 {
				return earl.Field{}
			}
			return earl.Some(earl.Octets(text))
		}
		v := Dict{User: field(0, user), Auth: field(1, password), Host: earl.Octets(host), Command: field(2, command), Word: earl.Octets(word),
			Database: field(3, database), Strategy: field(4, strategy), N: field(5, n), Port: field(6, "2629")}
		if flags>>7 == 1 {
			v.Password = earl.NewSecret(earl.Octets(password))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseDict() {
	v, err := ParseDict(earl.RFC3986.MustParse("dict://dict.example/d:locator:jargon"))
	fmt.Println("look up", v.Word, "in", v.Database.Value, err)
	// Output: look up locator in jargon <nil>
}
