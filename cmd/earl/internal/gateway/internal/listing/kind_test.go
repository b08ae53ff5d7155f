package listing

import (
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// An entry has an icon and a word for its type. The media type and the gophertype are in the
// title. An entry that cannot be opened shows the reason.
func TestLooks(t *testing.T) {
	parse := func(text string) earl.URL {
		u, err := earl.RFC1738.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	for _, tt := range []struct {
		name  string
		entry open.Entry
		look  Look
		why   string
	}{
		{"a line", open.Entry{Meta: open.Meta{Kind: open.KindInfo}}, Look{}, ""},
		{"a menu", open.Entry{Meta: open.Meta{URL: parse("gopher://h/1/a"), Kind: open.KindListing}}, Look{"folder", "directory", "gopher type 1"}, "The gateway does not open gopher URLs."},
		{"a text", open.Entry{Meta: open.Meta{URL: parse("gopher://h/0/a"), Kind: open.KindDocument, Type: "text/plain; charset=utf-8"}}, Look{"text", "text", "text/plain, gopher type 0"}, "The gateway does not open gopher URLs."},
		{"a picture", open.Entry{Meta: open.Meta{URL: parse("gopher://h/I/a"), Kind: open.KindDocument}}, Look{"picture", "picture", "gopher type I"}, "The gateway does not open gopher URLs."},
		{"a link to another scheme", open.Entry{Meta: open.Meta{URL: parse("wais://h/d"), Kind: open.KindUnknown}}, Look{"link", "wais", ""}, "The gateway does not open wais URLs."},
		{"a link that nothing opens", open.Entry{Meta: open.Meta{URL: parse("x500:c=GB"), Kind: open.KindUnknown}}, Look{"link", "x500", ""}, "earl does not open x500: Names in the X.500 directory; draft1993 has no syntax for them, and no program opens them: an entry of that directory has an ldap URL today (draft1993 X500; rfc4516); not registered with IANA."},
		{"an address", open.Entry{Meta: open.Meta{URL: parse("mailto:a@h"), Kind: open.KindUnknown}}, Look{"mail", "email address", ""}, "The gateway does not open mailto URLs."},
		{"a local file", open.Entry{Meta: open.Meta{URL: parse("file:///a"), Kind: open.KindUnknown}}, Look{"link", "file", ""}, "Other servers cannot link to files of this computer."},
		{"without a URL", open.Entry{Meta: open.Meta{Kind: open.KindUnknown, Note: []string{"port \"x\""}}}, Look{Icon: "file"}, `Cannot be opened: port "x"`},
	} {
		if got := lookOf(&tt.entry, "gopher"); got != tt.look {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.look)
		}
		if got := reason(&tt.entry); got != tt.why {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.why)
		}
	}
}
