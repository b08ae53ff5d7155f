package dialogue

import (
	"errors"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// rfc1436 3.8: text that is not UTF-8 is ISO-8859-1.
func TestText(t *testing.T) {
	for octets, want := range map[string]string{"": "", "plain": "plain", "na\xc3\xafve": "naïve", "na\xefve": "naïve", "\xff\x80": "ÿ\u0080"} {
		if got := Text(octets); got != want {
			t.Errorf("Text(%q) = %q, want %q", octets, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	if got := Quote("no \x1b[m"); got != `"no \x1b[m"` {
		t.Errorf("Quote = %s", got)
	}
	if got := Quote(strings.Repeat("a", 10_000)); len(got) != quoteMax+len(`"..."`) {
		t.Errorf("Quote of 10,000 bytes has %d", len(got))
	}
}

// A link of a server cannot be a file of this machine, and an entry has no
// password.
func TestLink(t *testing.T) {
	for text, want := range map[string]string{
		"ftp://u:geheim@h.test/a": "ftp://u@h.test/a",
		"ftp://[::1]/a":           "ftp://[::1]/a", // not valid in rfc1738
		"FILE:///etc/passwd":      "not a URL that can be opened here: FILE:///etc/passwd",
		"MID:a@b":                 "not a URL that can be opened here: MID:a@b",
		"no link":                 "not a URL that can be opened here: no link",
		"ftp://u:geheim@\x1b/":    "not a URL that can be opened here: ftp://u:xxxxx@%1B/",
	} {
		u, err := EntryLink(earl.RFC1738, text)
		got := u.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("EntryLink(%q) = %s, want %s", text, got, want)
		}
	}
	if u, err := Link(earl.RFC1738, "ftp://u:geheim@h.test/a"); err != nil || u.String() != "ftp://u:geheim@h.test/a" {
		t.Errorf("Link = %s, %v", u, err)
	}
}

// If the edition does not allow the host, the URL is one of rfc3986.
func TestCompose(t *testing.T) {
	v := views.Gopher{Scheme: "gopher", Host: "[::1]", Type: earl.Some("0"), Selector: "a"}
	if u, err := Compose(earl.RFC1738, v); err != nil || u.String() != "gopher://[::1]/0a" || u.Edition() != earl.RFC3986 {
		t.Errorf("Compose = %s, %v", u, err)
	}
	v.Host = "h.test"
	if u, err := Compose(earl.RFC1738, v); err != nil || u.String() != "gopher://h.test/0a" || u.Edition() != earl.RFC1738 {
		t.Errorf("Compose = %s, %v", u, err)
	}
}

// rfc1738 3.4.2, 3.9: a form accepts one answer, of words.
func TestSearchForm(t *testing.T) {
	m := open.Meta{URL: earl.RFC1738.MustParse("wais://h.test/b"), Kind: open.KindForm}
	form := SearchForm(m, "b", func(words earl.Octets) (earl.URL, error) {
		return views.WAIS{Host: "h.test", Database: "b", Search: earl.Some(words)}.URL(earl.RFC1738)
	})
	if u, err := form.Answer([]string{"fox & hen"}); err != nil || u.String() != "wais://h.test/b?fox%20&%20hen" {
		t.Errorf("Answer = %s, %v", u, err)
	}
	if u, err := form.Answer([]string{""}); err != nil || u.String() != "wais://h.test/b?" {
		t.Errorf("Answer of an empty text = %s, %v", u, err)
	}
	for _, answers := range [][]string{nil, {"a", "b"}, {"a\tb"}, {"a\r\nb"}, {"\x7f"}} {
		u, err := form.Answer(answers)
		if err == nil || !strings.HasPrefix(err.Error(), "wais: ") {
			t.Errorf("Answer(%q) = %s, %v", answers, u, err)
		}
		if control := len(answers) == 1; control != errors.Is(err, earl.ErrControl) {
			t.Errorf("Answer(%q): %v", answers, err)
		}
	}
}

// A short secret hides a whole text, but only during a login.
func TestSecrets(t *testing.T) {
	s := Secrets{"geheim", "e", ""}
	for _, tt := range []struct{ got, want string }{
		{s.Veil("the ünsaid geheim"), "the ünsaid xxxxx"},
		{s.Hide("the ünsaid geheim"), "the %C3%BCnsaid xxxxx"},
		{s.HideLogin("the geheim"), earl.Hidden},
		{s.HideLogin("got a geh"), earl.Hidden},
		{s.HideLogin("tall\x1b"), "tall%1B"},
		{Secrets(nil).HideLogin("the"), "the"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}
