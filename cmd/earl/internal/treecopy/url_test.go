package treecopy

import (
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

func TestIsBelow(t *testing.T) {
	for _, tt := range []struct {
		start, url string
		want       bool
	}{
		{"ftp://h/pub/", "ftp://h/pub/a", true},
		{"ftp://h/pub/", "ftp://h/pub/a/", true},
		{"ftp://h/pub/", "ftp://h/public/a", false},
		{"ftp://h/pub/", "ftp://h/a", false},
		{"ftp://h/pub/", "ftp://h/pub/../a", false},
		{"ftp://h/pub/", "ftp://h/pub/%2E%2E/a", false},
		{"ftp://h/pub/", "ftp://h/pub/..%2Fa", true}, // one name, whatever it means on the server
		{"ftp://h/pub/", "ftp://h/%70ub/a", true},
		{"ftp://h/", "ftp://h/a", true},
		{"ftp://h", "ftp://h/a", true},
		{"ftp://h/%2Fpub/", "ftp://h/pub/a", false},
		{"gopher://h/1/pub", "gopher://h/0/pub/a", true},
		{"gopher://h/1/pub/", "gopher://h/9/pub/a/b", true},
		{"gopher://h/1/pub", "gopher://h/0/public", false},
		{"gopher://h/1/pub", "gopher://h/0/pub/../a", false},
		{"gopher://h/", "gopher://h/0/x", true},
		{"file:///a/b/", "file:///a/b/c", true},
		{"file:///a/b/", "file:///a/c", false},
		{"news:*", "news:comp.lang.c", true}, // news has no hierarchy (draft1996 5.3)
		{"news:comp.lang.c", "news:a@b", true},
		{"nntp://h/g", "nntp://h/g/1", true},
		{"nntp://h/g", "nntp://h/gh/1", false},
		{"imap://me@h/", "imap://me@h/INBOX", true},
		{"imap://me@h/INBOX", "imap://me@h/INBOX;UIDVALIDITY=3/;UID=1", true},
		{"imap://me@h/INBOX;UIDVALIDITY=3", "imap://me@h/INBOX;UIDVALIDITY=3/;UID=1", true},
		{"imap://me@h/a", "imap://me@h/ab;UIDVALIDITY=3/;UID=1", false},
		{"pop://me@h/", "pop://me@h/;UID=1", true},
	} {
		if got := isBelow(earl.RFC3986.MustParse(tt.start), earl.RFC3986.MustParse(tt.url)); got != tt.want {
			t.Errorf("%s below %s: %v, want %v", tt.url, tt.start, got, tt.want)
		}
	}
}

// An article is shown by its subject, which its answers have too.
func TestEntryName(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"ftp://h/a%2Fb", "shown"},
		{"gopher://h/0/a/b.txt", "b.txt"},
		{"gopher://h/1", "shown"},
		{"news:comp.lang.c", "shown"},
		{"news:a/1%25x@b", "a/1%x@b.eml"},
		{"nntp://h/comp.lang.c", "shown"},
		{"nntp://h/comp.lang.c/12", "12.eml"},
		{"imap://me@h/INBOX", "shown"},
		{"imap://me@h/INBOX;UIDVALIDITY=3/;UID=12", "12.eml"},
		{"pop://me@h/2", "2.eml"},
		{"pop://me@h/;UID=a%2Fb", "a/b.eml"},
	} {
		u := earl.RFC3986.MustParse(tt.url)
		if got := entryName(open.Entry{Name: "shown", Meta: open.Meta{URL: u}}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.url, got, tt.want)
		}
	}
}
