package document_test

import (
	"encoding/base64"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// A part is the header and the body of a part of a message. The texts of its URLs are marked.
type part struct {
	source, header, body string
	want                 []string
}

var parts = []part{
	{"CSS Syntax 3", "Content-Type: text/css", `a{background:url(«j.png»)}`, []string{"http://base.example/d/j.png"}},
	{"rfc4180", "Content-Type: text/csv", "é,«http://h.example/a»,x", []string{"http://h.example/a"}},
	{"rfc4180, as Windows sends it", "Content-Type: application/vnd.ms-excel; name=a.csv", "«http://h.example/a»,x", []string{"http://h.example/a"}},
	{"rfc7763", "Content-Type: text/markdown; charset=utf-8", `[é](«http://h.example/a\_b») [x](«r»)`, []string{"http://h.example/a_b", "http://base.example/d/r"}},
	{"rfc8259 7", "Content-Type: application/json", `{"é":"«http:\/\/h.example\/\u0061»"}`, []string{"http://h.example/a"}},
	{"rfc6839 3.1", "Content-Type: application/ld+json", `["«http:\/\/h.example\/\u0061»"]`, []string{"http://h.example/a"}},
	{"rfc7303", "Content-Type: application/xml", "<é><link>«http://h.example/?a&amp;b»</link></é>", []string{"http://h.example/?a&b"}},
	{"SVG 2, 16.3", "Content-Type: image/svg+xml", `<svg><g xml:base="http://h.example/"><a href="«a&#98;»"/></g></svg>`, []string{"http://h.example/ab"}},
	{"rfc9512", "Content-Type: application/yaml; charset=us-ascii", `a: "«http://h.example/\x61»"`, []string{"http://h.example/a"}},
	{"hyperref", "Content-Type: application/x-tex", `\href{«http://h.example/a\_b»}{x}`, []string{"http://h.example/a_b"}},
	{"rfc2183 2.3", "Content-Type: application/octet-stream\nContent-Disposition: attachment;\n filename=\"A.JSON\"", `{"a":"«http:\/\/h.example/»"}`, []string{"http://h.example/"}},
	{"rfc2047 5, an encoded word", "Content-Type: application/octet-stream; name=\"=?utf-8?b?YS5odG1s?=\"", "<p><a href=«r&amp;s»>", []string{"http://base.example/d/r&s"}},
	{"rfc2046 4.5.1, text", "Content-Type: application/octet-stream; name=a.txt", "é «http://h.example/a»", []string{"http://h.example/a"}},
	{"rfc9239", "Content-Type: text/javascript", `x("«http:\/\/h.example\/a»")`, []string{"http://h.example/a"}},
	{"rfc2046 4.1.4, a text of no type here", "Content-Type: text/calendar; name=a.json", `"«http://h.example/»\u0061`, []string{"http://h.example/ escape"}},
	{"a PDF, whatever its name", "Content-Type: application/pdf; name=a.html", "<a href=http://h.example/>", nil},
	{"a message in a file", "Content-Type: application/octet-stream; name=a.eml", "Subject: http://h.example/\n\n", nil},
	{"an archive", "Content-Type: application/octet-stream; name=a.zip", "http://h.example/", nil},
	{"no name", "Content-Type: application/octet-stream", "http://h.example/", nil},
}

// messageOf returns a message with a part.
func messageOf(header, body string) string {
	return "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + header + "\n\n" + body + "\n--b--\n"
}

// partURLs returns the URLs of a message, resolved, and the matches.
func partURLs(t *testing.T, r io.Reader) (urls []string, list []extract.Match) {
	t.Helper()
	source := document.Source{Type: document.Mail, Base: extract.BaseOf(earl.RFC3986.MustParse("http://base.example/d/m"))}
	for m, err := range document.URLs(r, source, extract.Options{}) {
		if err != nil {
			t.Errorf("%v at %d", err, m.Offset)
		}
		urls, list = append(urls, describe(m, false)), append(list, m)
	}
	return urls, list
}

// A part of a message is read by its media type or the name of its file, and positions are in the
// message.
func TestPartsOfMailAreReadByTheirType(t *testing.T) {
	escapes := strings.NewReplacer("=", "=3D", "é", "=C3=A9", "/", "=2F", ":", "=\n:")
	for _, p := range parts {
		for _, message := range []string{
			messageOf(p.header, p.body),
			messageOf(p.header+"\nContent-Transfer-Encoding: quoted-printable", escapes.Replace(p.body)),
		} {
			doc, places := marked(message)
			for _, r := range []io.Reader{strings.NewReader(doc), iotest.OneByteReader(strings.NewReader(doc))} {
				urls, list := partURLs(t, r)
				var at []string
				for _, m := range list {
					at = append(at, place(doc, int(m.Offset), m.Text, m.Line, m.Column))
				}
				if !slices.Equal(urls, p.want) || !slices.Equal(at, places) {
					t.Errorf("%s: %q\n got %q at %q\nwant %q at %q", p.source, doc, urls, at, p.want, places)
				}
			}
		}
	}
}

// In base64, the text is the decoded one, and its position that of the group in which it begins.
func TestPartsOfMailInBase64(t *testing.T) {
	for _, p := range parts {
		body, _ := marked(p.body)
		code := base64.StdEncoding.EncodeToString([]byte(body))
		doc := messageOf(p.header+"\nContent-Transfer-Encoding: base64", code)
		urls, list := partURLs(t, strings.NewReader(doc))
		if !slices.Equal(urls, p.want) {
			t.Errorf("%s: %q, want %q", p.source, urls, p.want)
		}
		for _, m := range list {
			group := strings.Index(body, m.Text) / 3 * 4
			if want := strings.Index(doc, code) + group; m.Offset != int64(want) || m.Column != int64(group+1) {
				t.Errorf("%s: %q is at %d, column %d, want %d, column %d", p.source, m.Text, m.Offset, m.Column, want, group+1)
			}
		}
	}
}

// The charset of a part is that of its header; else a byte order mark names it. Source: rfc2045 5.2,
// CSS Syntax 3.2.
func TestCharsetsOfPartsOfMail(t *testing.T) {
	for header, body := range map[string]string{
		"Content-Type: application/json; charset=iso-8859-1": "[\"\xe9\",\"http://h.example/\xe9\"]",
		"Content-Type: text/css; charset=iso-8859-1":         "a{b:url(http://h.example/\xe9)}",
		"Content-Type: text/css":                             "\xff\xfeu\x00r\x00l\x00(\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00.\x00e\x00x\x00a\x00m\x00p\x00l\x00e\x00/\x00\xe9\x00)\x00",
		"Content-Type: application/json":                     "\xfe\xff\x00\"\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00.\x00e\x00x\x00a\x00m\x00p\x00l\x00e\x00/\x00\xe9\x00\"",
	} {
		if urls, _ := partURLs(t, strings.NewReader(messageOf(header, body))); !slices.Equal(urls, []string{"http://h.example/é"}) {
			t.Errorf("%s: %q gives %q", header, body, urls)
		}
	}
}

// FuzzParts checks that the sizes of the reads do not matter for parts of a message, and that each
// match is where it says.
func FuzzParts(f *testing.F) {
	for _, p := range parts {
		body, _ := marked(p.body)
		f.Add(p.header, body)
		f.Add(p.header+"\nContent-Transfer-Encoding: base64", base64.StdEncoding.EncodeToString([]byte(body)))
		f.Add(p.header+"\nContent-Transfer-Encoding: quoted-printable", body)
	}
	f.Fuzz(func(t *testing.T, header, body string) {
		doc := messageOf(header, body)
		find := func(r io.Reader) (list []extract.Match) {
			for m := range document.URLs(r, document.Source{Type: document.Mail}, extract.Options{Hosts: true, Addresses: true}) {
				m.Base = extract.Base{} // with pointers
				list = append(list, m)
			}
			return list
		}
		whole, pieces := find(strings.NewReader(doc)), find(iotest.OneByteReader(strings.NewReader(doc)))
		if !reflect.DeepEqual(whole, pieces) {
			t.Errorf("%q: whole %+v, in pieces %+v", doc, whole, pieces)
		}
		for _, m := range whole {
			if m.Offset > int64(len(doc)) || !strings.Contains(strings.ToLower(header), "encoding") && !strings.Contains(doc, "=?") && !strings.HasPrefix(doc[m.Offset:], m.Text) {
				t.Errorf("%q: %q is not at %d", doc, m.Text, m.Offset)
			}
		}
	})
}
