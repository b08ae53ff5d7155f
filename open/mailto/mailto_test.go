package mailto_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/open/opentest"
)

// address opens a mailto URL in a network where every dial and lookup fails the test.
func address(t testing.TB, e *earl.Edition, url string) (*open.Address, error) {
	t.Helper()
	u, err := e.Parse(url)
	if err != nil {
		return nil, err
	}
	client := open.New(open.Options{
		Trace: func(e open.Event) { t.Errorf("%s: traced %q", url, e.Line) },
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			t.Errorf("%s: it dials", url)
			return nil, errors.New("no network")
		},
	}, mailto.Opener{})
	res, err := client.Open(t.Context(), u)
	if err != nil {
		return nil, err
	}
	a, ok := res.(*open.Address)
	if !ok || a.Kind != open.KindAddress || a.Size != -1 || a.URL != u {
		return nil, fmt.Errorf("it is a %T: %+v", res, res)
	}
	return a, nil
}

// text is an address as text, to compare.
func text(a *open.Address) string {
	s := strings.Join(a.To, " & ")
	for _, h := range a.Headers {
		s += " | " + h.Name + "=" + h.Value
	}
	return s
}

func TestSuite(t *testing.T) {
	opentest.Run(t, mailto.Opener{}, opentest.Fixture{
		Local: "mailto:reader@library.example?subject=hello",
		Hostile: []opentest.Hostile{
			{URL: "mailto:rea{}der@library.example"},
			{URL: "mailto:reader@libr{}ary.example?subject=x"},
			{URL: "mailto:?to=a@b,c{}@d"},
			{URL: "mailto:a@b?sub{}ject=x"},
			{URL: "mailto:a@b?subject=x{}y"},
			{URL: "mailto:a@b?cc=c{}@d"},
			{URL: "mailto:a@b?x-own=c{}d"},
			{URL: "mailto:a@b?body=x{}y", Pass: "\t\r\n"},
			{URL: "mailto:a@b?BODY=x{}y", Pass: "\t\r\n"},
		},
	})
}

// The result of a URL: the address and, in editions that have them, the header fields.
func TestOpen(t *testing.T) {
	rfc1738, rfc3986 := earl.RFC1738, earl.RFC3986
	for _, tt := range []struct {
		src     string
		edition *earl.Edition
		url     string
		want    string
		note    string // a text in the notes, or "" for no notes
	}{
		{"B9", rfc1738, "mailto:reader@library.example", "reader@library.example", ""},
		{"B9", rfc1738, "mailto:gorby%25kremvax@example.com", "gorby%kremvax@example.com", ""},
		{"B9", rfc1738, "mailto:%22not%40me%22@example.org", `"not@me"@example.org`, ""},
		{"B27", rfc1738, "mailto:a@b?subject=x", "a@b?subject=x", ""}, // no header is read
		{"B27", rfc1738, "mailto:nobody", "nobody", "nobody is not an address (rfc822 6.1)"},
		{"B27", rfc1738, "mailto:A%20Person%20<a@b>", "", ""}, // not a URL of rfc1738
		{"B27", rfc1738, "mailto:A%20Person%20%3Ca@b%3E", "A Person <a@b>", "is not an address"},
		{"rfc6068 6.1", rfc3986, "mailto:chris@example.com", "chris@example.com", ""},
		{"rfc6068 6.1", rfc3986, "mailto:infobot@example.com?subject=current-issue", "infobot@example.com | subject=current-issue", ""},
		{"rfc6068 6.1", rfc3986, "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index", "infobot@example.com | body=send current-issue\r\nsend index", ""},
		{"rfc6068 6.1", rfc3986, "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E", "list@example.org | In-Reply-To=<3469A91.D10AF4C@example.com>", ""},
		{"rfc6068 6.1", rfc3986, "mailto:joe@example.com?cc=bob@example.com&body=hello", "joe@example.com | cc=bob@example.com | body=hello", ""},
		{"rfc6068 6.1", rfc3986, "mailto:gorby%25kremvax@example.com", "gorby%kremvax@example.com", ""},
		{"rfc6068 6.1", rfc3986, "mailto:unlikely%3Faddress@example.com?blat=foop", "unlikely?address@example.com | blat=foop", "the header blat is shown, but left out of the email"},
		{"rfc6068 6.1", rfc3986, "mailto:Mike%26family@example.org", "Mike&family@example.org", ""},
		{"rfc6068 6.2", rfc3986, "mailto:%22not%40me%22@example.org", `"not@me"@example.org`, ""},
		{"rfc6068 6.2", rfc3986, "mailto:%22oh%5C%5Cno%22@example.org", `"oh\\no"@example.org`, ""},
		{"rfc6068 6.2", rfc3986, "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org", `"\\\"it's\ ugly\\\""@example.org`, ""},
		{"rfc6068 6.3", rfc3986, "mailto:user@example.org?subject=caf%C3%A9", "user@example.org | subject=café", ""},
		{"rfc6068 6.3", rfc3986, "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D", "user@example.org | subject=café", ""},
		{"rfc6068 6.3", rfc3986, "mailto:user@example.org?subject=%3D%3Fiso-8859-1%3FQ%3Fcaf%3DE9%3F%3D", "user@example.org | subject=café", ""},
		{"rfc6068 6.3", rfc3986, "mailto:user@example.org?body=%3D%3Futf-8%3FQ%3Fx%3F%3D", "user@example.org | body==?utf-8?Q?x?=", ""},
		{"rfc6068 6.3", rfc3986, "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test", "user@納豆.example.org | subject=Test", ""},
		{"rfc6068 2", rfc3986, "mailto:addr1@an.example,addr2@an.example", "addr1@an.example & addr2@an.example", ""},
		{"rfc6068 2", rfc3986, "mailto:?to=addr1@an.example,addr2@an.example", "addr1@an.example & addr2@an.example", ""},
		{"rfc6068 2", rfc3986, "mailto:addr1@an.example?to=addr2@an.example", "addr1@an.example & addr2@an.example", ""},
		{"rfc6068 2", rfc3986, "mailto:%22a%2Cb%22@c,d@e", `"a,b"@c & d@e`, ""},
		{"rfc6068 2", rfc3986, "mailto:%22a%5C%22%2Cb%22@c,%20d@e", `"a\",b"@c & d@e`, ""},
		{"rfc6068 2", rfc3986, "mailto:?subject=x", " | subject=x", ""},
		{"rfc6068 2", rfc3986, "mailto:?", "", "?"},
		{"rfc6068 2", rfc3986, "mailto:a@b?subject=a+b", "a@b | subject=a+b", ""}, // a plus stays a plus
		{"rfc6068 4", rfc3986, "mailto:a@b?bcc=me@c", "a@b | bcc=me@c", "the header bcc is shown, but left out of the email: it may have an effect"},
		{"rfc6068 4", rfc3986, "mailto:a@b?attach=/etc/passwd", "a@b | attach=/etc/passwd", "the header attach"},
		{"rfc6068 4", rfc3986, "mailto:a@b?subject=x&SUBJECT=y", "a@b | subject=x | SUBJECT=y", "the header SUBJECT is shown, but left out of the email: it appears twice"},
		{"rfc6068 4", rfc3986, "mailto:a@b?cc=%3C%3E", "a@b | cc=<>", "it is not a list of addresses"},
		{"rfc6068 4", rfc3986, "mailto:a@b?in-reply-to=x", "a@b | in-reply-to=x", "it is not a message-id"},
		{"A18", rfc3986, "mailto:a@b?subject=caf%E9", "a@b | subject=café", "is not UTF-8"},
		{"rfc822 6.1", rfc3986, "mailto:a@b,nobody", "a@b,nobody", "is not an address"},
		{"rfc822 6.1", rfc3986, "mailto:a@b%3E,%3Cc@d", "a@b>,<c@d", "is not an address"},
		{"rfc822 6.1", rfc3986, "mailto:x(comment)@b", "x(comment)@b", "is not an address"},
	} {
		a, err := address(t, tt.edition, tt.url)
		if err != nil {
			if tt.want != "" {
				t.Errorf("%s: %s: %v", tt.src, tt.url, err)
			}
			continue
		}
		if got := text(a); got != tt.want {
			t.Errorf("%s: %s designates %q, want %q", tt.src, tt.url, got, tt.want)
		}
		if notes := strings.Join(a.Note, "; "); !strings.Contains(notes, tt.note) || tt.note == "" && notes != "" {
			t.Errorf("%s: %s: notes %q, want %q", tt.src, tt.url, notes, tt.note)
		}
		if len(a.To) > 0 && a.AddrSpec != a.To[0] {
			t.Errorf("%s: %s: AddrSpec %q, To %q", tt.src, tt.url, a.AddrSpec, a.To)
		}
	}
}

// F2, F7: a byte that would end a line of an email is refused, wherever it is in the URL, with its
// position.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ url, reason string }{
		{"mailto:a@b%0D%0ABcc:c@d", "control character 0x0D in the address"},
		{"mailto:a%00@b", "control character 0x00 in the address"},
		{"mailto:a@b?subject=x%0ABcc:%20c@d", "control character 0x0A in the subject"},
		{"mailto:a@b?subject%0D%0AX=x", "control character 0x0D in the name of a header"},
		{"mailto:a@b?subject=%3D%3Futf-8%3FQ%3Fx%3D0D%3D0ABcc:c@d%3F%3D", "control character 0x0D in the subject"}, // in an encoded word
		{"mailto:a@b?subject=%3D%3Futf-8%3FB%3FeA0KQmNjOmNAZA%3D%3D%3F%3D", "control character 0x0D in the subject"},
		{"mailto:a@b?body=x%00", "control character 0x00 in the body"},
		{"mailto:a@b?body=%1B%5B2J", "control character 0x1B in the body"},
		{"mailto:a@b?keywords=x%7F", "control character 0x7F in the keywords"},
	} {
		_, err := address(t, earl.RFC3986, tt.url)
		var r *open.Refusal
		if !errors.As(err, &r) || r.Name != open.GuardCtlOctet || r.Reason != tt.reason || r.Len == 0 {
			t.Errorf("%s: %v, want a refusal: %s", tt.url, err, tt.reason)
		}
	}
}

// A URL with invalid header fields is not a mailto URL.
func TestInvalid(t *testing.T) {
	var invalid *earl.ParseError
	if _, err := address(t, earl.RFC3986, "mailto:a@b?subject"); !errors.As(err, &invalid) {
		t.Errorf("a header without a value: %v, want a *ParseError", err)
	}
}

// F7, G11: opening sends what is in the plan: nothing.
func TestNothingIsSent(t *testing.T) {
	a, err := address(t, earl.RFC3986, "mailto:a@b?subject=x")
	if err != nil {
		t.Fatal(err)
	}
	p, err := mailto.Opener{}.Plan(&open.Call{Request: open.Request{URL: a.URL}})
	if err != nil || p.Effect != open.EffectComposes || len(p.Steps) != 0 || p.Server != "" || p.Note == "" {
		t.Errorf("Plan = %+v, %v, want nothing that is sent", p, err)
	}
	if !slices.Equal(mailto.Opener{}.Schemes(), []string{"mailto"}) {
		t.Error("it opens other schemes")
	}
}

// F7, G11: the plan is refused like Open.
func TestPlanIsRefused(t *testing.T) {
	var refusal *open.Refusal
	var violation *earl.ParseError
	for text, want := range map[string]any{
		"mailto:a%0Ab@c":          &refusal,
		"mailto:a@b?subject=%0Dx": &refusal,
		"mailto:a@b?subject":      &violation,
	} {
		p, err := mailto.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(text)}})
		if !errors.As(err, want) {
			t.Errorf("Plan(%q) = %+v, %v, want a %T", text, p, err, want)
		}
	}
	p, err := mailto.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("mailto:?subject=x")}})
	if err != nil || p.Effect != open.EffectComposes || p.Note != "" {
		t.Errorf("Plan of no address = %+v, %v", p, err)
	}
}
