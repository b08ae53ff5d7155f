package views

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// G1; rfc2392 2.
func TestMIDViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc2392 3", in: "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", want: both("messageid:960830.1639@XIson.com,contentid:partA.960830.1639@XIson.com")},
		{src: "rfc2392 3", in: "mid:960830.1639@XIson.com", want: both("messageid:960830.1639@XIson.com")},
		{src: "rfc2392 2", in: "mid:a%2Fb@c/d%2Fe@f", want: both("messageid:a/b@c,contentid:d/e@f")},
		{src: "rfc2392 2", in: "mid:a@b/c/d", want: both("messageid:a@b,contentid:c/d"), again: both("mid:a@b/c%2Fd")},
		{src: "rfc2392 2", in: "mid:a%25b@c", want: both("messageid:a%25b@c")},
		{src: "rfc2392 2", in: "mid:%22a%20b%22@c", want: both("messageid:\\a b\\@c")},
		{src: "rfc2392 2", in: "mid:a@b#x", want: seen{"invalid", "messageid:a@b"}, again: seen{"", "mid:a@b"}},
		{src: "rfc2392 2", in: "mid:a@b?c", want: both("messageid:a@b?c"), again: seen{"mid:a@b%3Fc", "mid:a@b%3Fc"}},
		{src: "rfc2392 2", in: "mid:unique", want: both("messageid:unique")}, // programs write ids without "@"
		{src: "rfc2392 2", in: "mid:", want: both("4 message-id")},
		{src: "rfc2392 2", in: "mid:/c@d", want: both("4 message-id")},
		{src: "rfc2392 2", in: "mid://h/c@d", want: both("4 message-id")},
		{src: "rfc2392 2", in: "mid:a@b/", want: both("8 content-id")},
		{src: "rfc2392 2", in: "mid:%3Ca@b%3E", want: both("4 message-id")},
		{src: "rfc2392 2", in: "mid:a@b/%3Cc@d%3E", want: both("8 content-id")},
	})
	testCompose(t, []composeRow{
		{"rfc2392 2", MID{}, both("4 compose-view")},
		{"rfc2392 2", MID{MessageID: "<a@b>"}, both("4 compose-view")},
		{"rfc2392 2", MID{MessageID: "a@b", ContentID: earl.Field{Value: "c"}}, both("4 compose-view")},
		{"rfc2392 2", MID{MessageID: "a@b", ContentID: earl.Some("")}, both("4 compose-view")},
		{"rfc2392 2", MID{MessageID: "a/b#%@c", ContentID: earl.Some("d e/f")}, both("mid:a%2Fb%23%25@c/d%20e%2Ff")},
	})
	if _, err := ParseMID(earl.RFC3986.MustParse("cid:a@b")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseMID(cid:a@b) = %v, want view-scheme", err)
	}
}

// G1; rfc2392 2.
func TestCIDViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc2392 2", in: "cid:foo4%25foo1@bar.net", want: both("contentid:foo4%25foo1@bar.net")},
		{src: "rfc2392 2", in: "cid:a/b@c", want: both("contentid:a/b@c"), again: both("cid:a%2Fb@c")},
		{src: "rfc2392 2", in: "cid:part1", want: both("contentid:part1")},
		{src: "rfc2392 2", in: "cid:", want: both("4 content-id")},
		{src: "rfc2392 2", in: "cid:%3Ca@b%3E", want: both("4 content-id")},
	})
	testCompose(t, []composeRow{
		{"rfc2392 2", CID{}, both("4 compose-view")},
		{"rfc2392 2", CID{ContentID: "a b@c"}, both("cid:a%20b@c")},
	})
	if _, err := ParseCID(earl.RFC3986.MustParse("mid:a@b")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseCID(mid:a@b) = %v, want view-scheme", err)
	}
}

// FuzzMID: a view of any bytes can be written as a URL that gives the same view,
// in every edition, or is refused. A12.
func FuzzMID(f *testing.F) {
	f.Add("a@b", "c@d", true)
	f.Add("/?#%", "\x00\xFF <>", true)
	f.Add("//h", "..", false)
	f.Add(" ", "\t", true)
	f.Fuzz(func(t *testing.T, message, content string, both bool) {
		v := MID{MessageID: earl.Octets(message)}
		if both {
			v.ContentID = earl.Some(earl.Octets(content))
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
			survives(t, e, CID{ContentID: earl.Octets(content)})
		}
	})
}

// G1; rfc5322 3.2.2, 3.6.4: comments and folds are not a part of an id.
func TestIDOf(t *testing.T) {
	for _, row := range []struct {
		in   string
		want earl.Octets
	}{
		{"<a@b>", "a@b"},
		{" (c (d)) <a@b> (e)", "a@b"},
		{"(<x@y>) <a@b>", "a@b"},
		{"<a\r\n @b>", "a@b"},
		{"<a (c) @ b>", "a@b"},
		{"<a(\\))@b>", "a@b"},
		{`<"a b(c)>"@d>`, `"a b(c)>"@d`},
		{`<"a\">"@d>`, `"a\">"@d`},
		{"<a@b> <c@d>", "a@b"},
		{"a@b", "a@b"},
		{"\"a\\\r\nb\\\n", `"a\b\`}, // a line end is never a part of an id
		{"text <a@b>", "a@b"},
		{"<a@b", "a@b"},
		{"", ""}, {"<>", ""}, {"(", ""}, {`<a\`, `a\`}, {`(\`, ""},
		{"<A@B>", "A@B"}, // exactly
	} {
		if got := IDOf(row.in); got != row.want {
			t.Errorf("IDOf(%q) = %q, want %q", row.in, got, row.want)
		}
	}
}

// FuzzIDOf: an id written in brackets is found again, unless it contains what
// separates.
func FuzzIDOf(f *testing.F) {
	f.Add("a@b", "(c) ")
	f.Add(`"a b"@c`, "\r\n ")
	f.Fuzz(func(t *testing.T, id, before string) {
		if strings.ContainsAny(id, "\"\\() \t\r\n<>") || strings.ContainsAny(before, "\"\\()<>") {
			IDOf(before + id)
			return
		}
		if got := IDOf(before + "<" + id + ">"); got != earl.Octets(id) {
			t.Errorf("IDOf(%q<%q>) = %q", before, id, got)
		}
	})
}

func TestIsLinkedFrom(t *testing.T) {
	for _, row := range []struct {
		to, from earl.Designated
		want     bool
	}{
		{earl.Object, earl.Object, true}, {earl.Service, earl.Object, true}, {earl.Object, earl.Message, true},
		{earl.LocalFile, earl.LocalFile, true}, {earl.LocalFile, earl.Object, false}, {earl.LocalFile, earl.Message, false},
		{earl.Message, earl.Message, true}, {earl.Message, earl.LocalFile, true}, {earl.Message, earl.Object, false}, {earl.Message, earl.Mailbox, false},
	} {
		if got := row.to.IsLinkedFrom(row.from); got != row.want {
			t.Errorf("%v.IsLinkedFrom(%v) = %v, want %v", row.to, row.from, got, row.want)
		}
	}
}

func ExampleParseMID() {
	v, err := ParseMID(earl.RFC3986.MustParse("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com"))
	fmt.Println(v.MessageID, v.ContentID.Value, err)
	// Output: 960830.1639@XIson.com partA.960830.1639@XIson.com <nil>
}

func ExampleParseCID() {
	v, err := ParseCID(earl.RFC3986.MustParse("cid:foo4%25foo1@bar.net"))
	fmt.Printf("%q %v\n", v.ContentID, err)
	// Output: "foo4%foo1@bar.net" <nil>
}

func ExampleIDOf() {
	fmt.Println(IDOf("(a comment) <picture@example.org>"))
	// Output: picture@example.org
}

func ExampleCID_In() {
	v, err := ParseCID(earl.RFC3986.MustParse("cid:picture@example.org"))
	u, _ := v.In("message@example.org").URL(earl.RFC3986)
	fmt.Println(u, err)
	// Output: mid:message@example.org/picture@example.org <nil>
}
