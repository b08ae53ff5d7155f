package mailto_test

import (
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/views"
)

// end is the end of each draft's header; the words after it are written by hand
// too.
const end = "X-Unsent: 1\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: "

// Drafts, byte for byte.
func TestAppendDraft(t *testing.T) {
	for _, tt := range []struct{ src, url, want string }{
		{"rfc5322 3.6.3", "mailto:a@b.example", "To: a@b.example\r\n" + end + "7bit\r\n\r\n"},
		{"rfc6068 6.1", "mailto:joe@example.com?cc=bob@example.com&body=hello",
			"To: joe@example.com\r\nCc: bob@example.com\r\n" + end + "7bit\r\n\r\nhello\r\n"},
		{"rfc6068 6.1", "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
			"To: infobot@example.com\r\n" + end + "7bit\r\n\r\nsend current-issue\r\nsend index\r\n"},
		{"rfc6068 6.1", "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
			"To: list@example.org\r\nIn-Reply-To: <3469A91.D10AF4C@example.com>\r\n" + end + "7bit\r\n\r\n"},
		{"rfc5322 2.2.3", "mailto:a@b,c@d?to=e@f&subject=x", "To: a@b,\r\n c@d,\r\n e@f\r\nSubject: x\r\n" + end + "7bit\r\n\r\n"},
		{"rfc5322 3.4.1", "mailto:%22not%40me%22@example.org", "To: \"not@me\"@example.org\r\n" + end + "7bit\r\n\r\n"},
		{"rfc5322 3.4.1", "mailto:%22need%20less%22@example.org,%22needless%22@c", "To: \"need less\"@example.org,\r\n needless@c\r\n" + end + "7bit\r\n\r\n"},
		{"rfc6532", "mailto:user@%E7%B4%8D%E8%B1%86.example.org", "To: user@\xe7\xb4\x8d\xe8\xb1\x86.example.org\r\n" + end + "7bit\r\n\r\n"},
		{"rfc2047", "mailto:a@b?subject=caf%C3%A9%20au_lait?", "To: a@b\r\nSubject: =?utf-8?q?caf=C3=A9_au=5Flait=3F?=\r\n" + end + "7bit\r\n\r\n"},
		{"rfc2047: what looks like an encoded word", "mailto:a@b?subject=%3D%3Fnone%3FQ%3Fx%3F%3D", "To: a@b\r\nSubject: =?utf-8?q?=3D=3Fnone=3FQ=3Fx=3F=3D?=\r\n" + end + "7bit\r\n\r\n"},
		{"rfc2047: spaces at the ends", "mailto:a@b?subject=%20x%20", "To: a@b\r\nSubject: =?utf-8?q?_x_?=\r\n" + end + "7bit\r\n\r\n"},
		{"rfc2047 5: a phrase", "mailto:a@b?keywords=rare%20books,caf%C3%A9,,x", "To: a@b\r\nKeywords: rare books,\r\n =?utf-8?q?caf=C3=A9?=,\r\n x\r\n" + end + "7bit\r\n\r\n"},
		{"rfc2047 5: a name", "mailto:a@b?cc=J%C3%B6rg%20%3Cj@k%3E,l@m", "To: a@b\r\nCc: =?utf-8?q?J=C3=B6rg?= <j@k>,\r\n l@m\r\n" + end + "7bit\r\n\r\n"},
		{"rfc2047 5: a name with a line end in it", "mailto:a@b?cc=%3D%3Futf-8%3Fq%3Fx%3D0D%3D0ABcc%3D3A%3F%3D%20%3Cj@k%3E", "To: a@b\r\nCc: =?utf-8?q?x=0D=0ABcc=3A?= <j@k>\r\n" + end + "7bit\r\n\r\n"},
		{"rfc2045 6.7", "mailto:a@b?body=caf%C3%A9%20%3D%20x%0A%0Athen%20", "To: a@b\r\n" + end + "quoted-printable\r\n\r\ncaf=C3=A9 =3D x\r\n\r\nthen=20\r\n"},
		{"rfc2045 6.7: line ends", "mailto:a@b?body=a%0Ab%0Dc%0D%0Ad%09e", "To: a@b\r\n" + end + "7bit\r\n\r\na\r\nb\r\nc\r\nd\te\r\n"},
		{"rfc2045 6.7: long lines", "mailto:a@b?body=" + strings.Repeat("x", 80), "To: a@b\r\n" + end + "quoted-printable\r\n\r\n" + strings.Repeat("x", 75) + "=\r\nxxxxx\r\n"},
		{"rfc6068 4", "mailto:a@b?bcc=c@d&from=e@f&attach=/etc/passwd&x-own=1&content-type=text/html&reply-to=g@h&subject=s",
			"To: a@b\r\nSubject: s\r\n" + end + "7bit\r\n\r\n"},
		{"rfc6068 4", "mailto:a@b?subject=one&Subject=two&body=1&body=2&in-reply-to=no", "To: a@b\r\nSubject: one\r\n" + end + "7bit\r\n\r\n1\r\n"},
		{"rfc6068 2", "mailto:?subject=", "Subject: \r\n" + end + "7bit\r\n\r\n"},
		{"rfc2047 2: a long subject", "mailto:a@b?subject=" + strings.Repeat("abcdefgh%20", 9), "To: a@b\r\nSubject: =?utf-8?q?" + strings.Repeat("abcdefgh_", 6) +
			"a?=\r\n =?utf-8?q?bcdefgh_abcdefgh_abcdefgh_?=\r\n" + end + "7bit\r\n\r\n"},
	} {
		a, err := address(t, earl.RFC3986, tt.url)
		if err != nil {
			t.Errorf("%s: %s: %v", tt.src, tt.url, err)
			continue
		}
		got, err := mailto.AppendDraft([]byte("> "), a)
		if string(got) != "> "+tt.want || err != nil {
			t.Errorf("%s: %s: draft %q, %v, want %q", tt.src, tt.url, got, err, tt.want)
		}
	}
}

// Injection: no Address, even one built by hand, can add a line to the header.
func TestInjection(t *testing.T) {
	header := func(name, value string) *open.Address {
		return &open.Address{To: []string{"a@b"}, Headers: []open.MailHeader{{Name: name, Value: value}}}
	}
	for _, tt := range []struct {
		a    *open.Address
		want error // nil: another error
	}{
		{header("subject", "x\r\nBcc: c@d"), open.ErrLineBreak},
		{header("subject", "x\nBcc: c@d"), open.ErrLineBreak},
		{header("subject", "x\rBcc: c@d"), open.ErrLineBreak},
		{header("subject", "x\r\n y"), open.ErrLineBreak},
		{header("Subject", "x\x00"), open.ErrLineBreak},
		{header("subject\r\nbcc", "x"), open.ErrLineBreak},
		{header("bcc", "x\r\ny"), open.ErrLineBreak},
		{header("cc", "c@d\r\nBcc: e@f"), open.ErrLineBreak},
		{header("in-reply-to", "<a@b>\r\nBcc: e@f"), open.ErrLineBreak},
		{header("keywords", "a,\nb"), open.ErrLineBreak},
		{header("body", "a\x1bb"), open.ErrLineBreak},
		{header("subject", "caf\xe9"), nil},
		{&open.Address{To: []string{"a@b\r\nBcc: c@d"}}, nil},
		{&open.Address{To: []string{"a@b>\r\nBcc: <c@d"}}, nil},
		{&open.Address{To: []string{"a@b, c@d"}}, nil},
		{&open.Address{To: []string{"A Person <a@b>"}}, nil},
		{&open.Address{To: []string{"nobody"}}, nil},
		{&open.Address{To: []string{""}}, nil},
		{&open.Address{To: []string{strings.Repeat("x", 1000) + "@b"}}, nil},
	} {
		b, err := mailto.AppendDraft([]byte("x"), tt.a)
		if string(b) != "x" || err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%+v: draft %q, %v, want %v", tt.a, b, err, tt.want)
		}
		if u, err := mailto.Link(tt.a); err == nil {
			t.Errorf("%+v: link %s", tt.a, u)
		}
	}
}

// A link for a mail program begins with "mailto:", has only safe headers, and
// parses as the same email.
func TestLink(t *testing.T) {
	for _, tt := range []struct{ src, url, want string }{
		{"rfc6068 6.1", "mailto:a@b.example", "mailto:a@b.example"},
		{"rfc6068 4", "mailto:a@b?bcc=c@d&attach=/etc/passwd&subject=s&SUBJECT=t", "mailto:a@b?subject=s"},
		{"rfc6068 2", "mailto:%22a%2Cb%22@c,d@e?to=f@g&body=x%0Ay&cc=h@i", "mailto:%22a%2Cb%22@c,d@e,f@g?cc=h@i&body=x%0D%0Ay"},
		{"rfc6068 5", "mailto:a@b?Keywords=k&In-Reply-To=%3Cx@y%3E&subject=caf%C3%A9%26%3D", "mailto:a@b?subject=caf%C3%A9%26%3D&keywords=k&in-reply-to=%3Cx@y%3E"},
		{"rfc6068 2", "mailto:?subject=", "mailto:?subject="},
		{"rfc6068 7: a name that an email folds", "mailto:a@b?cc=" + strings.Repeat("%C3%A9", 12) + "%20%3Cc@d%3E",
			"mailto:a@b?cc=%3D%3Futf-8%3Fq%3F" + strings.Repeat("%3DC3%3DA9", 10) + "%3F%3D%20%3D%3Futf-8%3Fq%3F%3DC3%3DA9%3DC3%3DA9%3F%3D%20%3Cc@d%3E"},
	} {
		a, err := address(t, earl.RFC3986, tt.url)
		if err != nil {
			t.Fatal(err)
		}
		u, err := mailto.Link(a)
		if u.String() != tt.want || err != nil {
			t.Errorf("%s: Link of %s = %s, %v, want %s", tt.src, tt.url, u, err, tt.want)
			continue
		}
		again, err := address(t, earl.RFC3986, u.String())
		if err != nil {
			t.Fatal(err)
		}
		x, _ := mailto.AppendDraft(nil, a)
		y, _ := mailto.AppendDraft(nil, again)
		if string(x) != string(y) {
			t.Errorf("%s: %s and its link make two drafts: %q, %q", tt.src, tt.url, x, y)
		}
	}
}

// FuzzDraft parses each draft with another parser: it has the addresses,
// subject and body of the URL, and no other header. Its lines follow rfc5322
// 2.1.1.
func FuzzDraft(f *testing.F) {
	for _, s := range [][3]string{
		{"a@b", "hello", "text\r\n"}, {"\"not@me\"@example.org,c@d", "caf\u00e9 =?utf-8?q?x?=", "a\n\n.\nFrom b \r c\t "},
		{"user@\u7d0d\u8c46.example", " _?= ", strings.Repeat("\u7d0d ", 60)}, {"a@b\r\nBcc: c@d", "x\r\nBcc: c@d", "x"},
		{"\"\\\\\\\"it's\\ ugly\"@e", strings.Repeat("x", 2000), strings.Repeat("x", 2000)}, {"a@[127.0.0.1]", "=20", "=\r\n"},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, to, subject, body string) {
		v := views.Mailto{AddrSpec: earl.Octets(to), Headers: []earl.Pair{
			{Name: "subject", Value: earl.Octets(subject)}, {Name: "body", Value: earl.Octets(body)}, {Name: "bcc", Value: "x@y"}}}
		u, err := v.URL(earl.RFC3986)
		if err != nil {
			return
		}
		a, err := address(t, earl.RFC3986, u.String())
		if err != nil {
			return
		}
		draft, err := mailto.AppendDraft(nil, a)
		if err != nil {
			return
		}
		for line := range strings.SplitSeq(string(draft), "\r\n") {
			if len(line) > 998 || strings.ContainsAny(line, "\r\n\x00") {
				t.Errorf("a line %.200q", line)
			}
		}
		m, err := mail.ReadMessage(strings.NewReader(string(draft)))
		if err != nil {
			t.Fatalf("draft %q: %v", draft, err)
		}
		var names []string
		for name := range m.Header {
			names = append(names, name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); strings.TrimSuffix(got, " X-Unsent") != "Content-Transfer-Encoding Content-Type Mime-Version Subject To" &&
			got != "Content-Transfer-Encoding Content-Type Mime-Version Subject X-Unsent" {
			t.Errorf("draft %q has the headers %s", draft, got)
		}
		var want []string
		for _, spec := range a.To {
			p, err := mail.ParseAddress("<" + spec + ">")
			if err != nil {
				t.Fatalf("%q was written: %v", spec, err)
			}
			want = append(want, p.Address)
		}
		var got []string
		if len(want) > 0 {
			list, err := m.Header.AddressList("To")
			if err != nil {
				t.Fatalf("To: %q: %v", m.Header.Get("To"), err)
			}
			for _, p := range list {
				got = append(got, p.Address)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("To: %q, want %q", got, want)
		}
		words := new(mime.WordDecoder)
		if got, err := words.DecodeHeader(m.Header.Get("Subject")); got != a.Headers[0].Value || err != nil {
			t.Errorf("Subject %q reads as %q, %v, want %q", m.Header.Get("Subject"), got, err, a.Headers[0].Value)
		}
		var r io.Reader = m.Body
		if m.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			r = quotedprintable.NewReader(r)
		}
		text, err := io.ReadAll(r)
		if wantBody := lines(a.Headers[1].Value); string(text) != wantBody || err != nil || !utf8.Valid(text) {
			t.Errorf("body %q, %v, want %q", text, err, wantBody)
		}
	})
}

// lines returns a text with CR LF for each line end, also for the last.
func lines(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return strings.ReplaceAll(text, "\n", "\r\n")
}

// FuzzHeader: for any headers of a URL, an email and a link contain only safe
// ones, each on a line of its own, and the link makes the same email.
func FuzzHeader(f *testing.F) {
	for _, s := range [][2]string{
		{"cc", "J\u00f6rg <j@k>, l@m, group: a@b;"}, {"cc", "=?utf-8?q?x=0D=0ABcc=3A?= <j@k>"}, {"keywords", "a, caf\u00e9,, =?x?="},
		{"in-reply-to", "<a@b> <c@d>"}, {"Bcc", "x@y"}, {"to", "c@d"}, {"subject\r\nbcc", "x"}, {"from", "a@b"}, {"cc", "\"a,\\\"b\" <c@d>"}, {"CC", "\"\"0<0@0>"},
	} {
		f.Add(s[0], s[1])
	}
	safe := []string{"To", "Cc", "Subject", "Keywords", "In-Reply-To", "X-Unsent", "Mime-Version", "Content-Type", "Content-Transfer-Encoding"}
	f.Fuzz(func(t *testing.T, name, value string) {
		v := views.Mailto{AddrSpec: "a@b", Headers: []earl.Pair{{Name: earl.Octets(name), Value: earl.Octets(value)}}}
		u, err := v.URL(earl.RFC3986)
		if err != nil {
			return
		}
		a, err := address(t, earl.RFC3986, u.String())
		if err != nil {
			return
		}
		draft, err := mailto.AppendDraft(nil, a)
		if err != nil {
			return
		}
		head, _, _ := strings.Cut(string(draft), "\r\n\r\n")
		for line := range strings.SplitSeq(head, "\r\n") {
			if len(line) > 998 || strings.ContainsAny(line, "\r\n\x00") {
				t.Errorf("a line %.200q", line)
			}
		}
		m, err := mail.ReadMessage(strings.NewReader(string(draft)))
		if err != nil {
			t.Fatalf("draft %q: %v", draft, err)
		}
		for name := range m.Header {
			if !slices.Contains(safe, name) {
				t.Errorf("draft %q has the header %s", draft, name)
			}
		}
		if cc := m.Header.Get("Cc"); cc != "" {
			if _, err := mail.ParseAddressList(cc); err != nil {
				t.Errorf("Cc: %q: %v", cc, err)
			}
		}
		link, err := mailto.Link(a)
		if err != nil {
			t.Fatalf("an email and no link: %v", err)
		}
		again, err := address(t, earl.RFC3986, link.String())
		if err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		if other, err := mailto.AppendDraft(nil, again); string(other) != string(draft) || err != nil {
			t.Errorf("%s makes the email %q, %v, want %q", link, other, err, draft)
		}
	})
}
