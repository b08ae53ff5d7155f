package transfer

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// A name from a server becomes one part of a path, and never another directory
// (B21, F7).
func TestLocalName(t *testing.T) {
	for _, tt := range []struct{ name, unix, windows string }{
		{"a.txt", "a.txt", "a.txt"},
		{"..", "", ""},
		{".", "", ""},
		{"", "", ""},
		{"...", "...", "..%2E"},
		{"a/b", "a%2Fb", "a%2Fb"},
		{"../x", "..%2Fx", "..%2Fx"},
		{`..\x`, "..%5Cx", "..%5Cx"},
		{"a\x00b", "a%00b", "a%00b"},
		{"\x1b[2J", "%1B[2J", "%1B[2J"},
		{"\x7f", "%7F", "%7F"},
		{"c:x", "c:x", "c%3Ax"},
		{"CON", "CON", "%43ON"},
		{"aux.c", "aux.c", "%61ux.c"},
		{"com1.txt", "com1.txt", "%63om1.txt"},
		{"lpt¹", "lpt¹", "%6Cpt¹"},
		{"com10", "com10", "com10"},
		{"caf\xe9", "caf\xe9", "caf\xe9"},
		{"-rf", "-rf", "-rf"},
		// Characters that disguise a name (UTR 36 2.10), and those that cannot be seen.
		{"a\u202egpj.exe", "a%E2%80%AEgpj.exe", "a%E2%80%AEgpj.exe"},
		{"\u2066a\u2069", "%E2%81%A6a%E2%81%A9", "%E2%81%A6a%E2%81%A9"},
		{"a\u200f\u061cb", "a%E2%80%8F%D8%9Cb", "a%E2%80%8F%D8%9Cb"},
		{"a\u200bb\ufeff", "a%E2%80%8Bb%EF%BB%BF", "a%E2%80%8Bb%EF%BB%BF"},
		{"a\u009b31m", "a%C2%9B31m", "a%C2%9B31m"},
		{"a\x9b31m\x90", "a%9B31m%90", "a%9B31m%90"},
		{"a\u2028b\u3164c\u034f", "a%E2%80%A8b%E3%85%A4c%CD%8F", "a%E2%80%A8b%E3%85%A4c%CD%8F"},
		{"a\U000e0041", "a%F3%A0%81%81", "a%F3%A0%81%81"},
		{"re\u200dport", "re%E2%80%8Dport", "re%E2%80%8Dport"},
		{"a\u00ad.exe", "a%C2%AD.exe", "a%C2%AD.exe"},
		// Names in Persian, with an emoji of several characters, and with wide spaces stay
		// (rfc5892 A.1, A.2; UTS 51 2.3).
		{"می\u200cخواهم.pdf", "می\u200cخواهم.pdf", "می\u200cخواهم.pdf"},
		{"👩\u200d🚀.png", "👩\u200d🚀.png", "👩\u200d🚀.png"},
		{"❤\ufe0f 日本\u3000語", "❤\ufe0f 日本\u3000語", "❤\ufe0f 日本\u3000語"},
		{strings.Repeat("x", 256), "", ""},
		{strings.Repeat("/", 100), "", ""},
	} {
		for goos, want := range map[string]string{"linux": tt.unix, "windows": tt.windows} {
			got, err := localName(tt.name, goos)
			if got != want || (err == nil) != (want != "") {
				t.Errorf("%s: %q becomes %q, %v, want %q", goos, tt.name, got, err, want)
			}
		}
	}
}

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
