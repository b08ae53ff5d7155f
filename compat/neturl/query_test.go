package neturl

import (
	"fmt"
	"slices"
	"testing"

	"github.com/earl-url/earl"
)

// whatwg application/x-www-form-urlencoded, URLSearchParams.
func TestQuery(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "?": "", "a": "a=", "?a=b&c=d=e&&=f": "a=b&c=d%3De&=f", "a+b=%2B%20": "a+b=%2B+",
		"%zz%4=%E9": "%25zz%254=%EF%BF%BD", "é=ï~!*'()": "%C3%A9=%C3%AF%7E%21*%27%28%29", "a\x00b": "a%00b=",
		// One U+FFFD for an incomplete code point, one for each other byte.
		"a%E2%82": "a%EF%BF%BD=", "%E2%82b": "%EF%BF%BDb=", "%E2b": "%EF%BF%BDb=", "%F0%9F%92%F0%9F%92": "%EF%BF%BD%EF%BF%BD=",
		"%ED%A0%80": "%EF%BF%BD%EF%BF%BD%EF%BF%BD=", "%C0%80": "%EF%BF%BD%EF%BF%BD=", "%EF%BF%BDa%FF": "%EF%BF%BDa%EF%BF%BD=",
	} {
		if got := ParseQuery(in).String(); got != want {
			t.Errorf("ParseQuery(%q) = %q, want %q", in, got, want)
		}
	}
	q := ParseQuery("a=1&b=2&a=3")
	if v, ok := q.Get("a"); v != "1" || !ok {
		t.Errorf("Get = %q, %v", v, ok)
	}
	if _, ok := q.Get("c"); ok {
		t.Error("Get found what is not there")
	}
	if got := slices.Collect(q.All("a")); !slices.Equal(got, []string{"1", "3"}) {
		t.Errorf("All = %q", got)
	}
	q.Set("a", "x y")
	q.Set("c", "4")
	q.Append("b", "5")
	if got := q.String(); got != "a=x+y&b=2&c=4&b=5" {
		t.Errorf("Set, Append: %q", got)
	}
	q.Delete("b")
	if got := q.String(); got != "a=x+y&c=4" {
		t.Errorf("Delete: %q", got)
	}
	u, err := earl.WHATWG.MustParse("https://h/?q=1").With(earl.ComponentQuery, earl.Some(earl.Octets(q.String())))
	if err != nil || u.String() != "https://h/?a=x+y&c=4" {
		t.Errorf("With = %q, %v", u, err)
	}
}

// Names are sorted by UTF-16 code units; pairs with the same name keep their
// order.
func TestQuerySort(t *testing.T) {
	q := Query{{"\uFFFD", "1"}, {"\U0001F308", "2"}, {"b", "3"}, {"a", "4"}, {"b", "5"}, {"", "6"}, {"ab", "7"}, {"\U0001F309", "8"}}
	q.Sort()
	want := `[{ 6} {a 4} {ab 7} {b 3} {b 5} {🌈 2} {🌉 8} {� 1}]`
	if got := fmt.Sprint([]QueryPair(q)); got != want {
		t.Errorf("Sort = %s, want %s", got, want)
	}
}

func ExampleParseQuery() {
	q := ParseQuery("?topic=gopher&page=2")
	q.Set("page", "3")
	q.Append("q", "menus & items")
	u, _ := earl.WHATWG.MustParse("https://example.com/search").With(earl.ComponentQuery, earl.Some(earl.Octets(q.String())))
	fmt.Println(u)
	// Output: https://example.com/search?topic=gopher&page=3&q=menus+%26+items
}
