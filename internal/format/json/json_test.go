package json_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/json"
	"github.com/earl-url/earl/internal/format/literal"
)

// find returns each match as "offset line:column text = URL doubt".
func find(r io.Reader, d literal.Decoder) (found []string) {
	for m, err := range literal.URLs(r, d, literal.Options{}) {
		if err != nil {
			found = append(found, err.Error())
			continue
		}
		found = append(found, strings.TrimSpace(fmt.Sprintf("%d %d:%d %s = %s %s", m.Offset, m.Line, m.Column, m.Text, m.URL, m.Doubt)))
	}
	return found
}

// Source: rfc8259 7; JSON5 5.1; whylabs/whylogs#772.
func TestStrings(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{`{"u":"http:\/\/h.example\/a"}`, `6 1:7 http:\/\/h.example\/a = http://h.example/a`},
		{`["https://h.example/?a=1\u0026b=2"]`, `2 1:3 https://h.example/?a=1\u0026b=2 = https://h.example/?a=1&b=2`},
		{`["http://h.example/\u00e9\u4E00"]`, `2 1:3 http://h.example/\u00e9\u4E00 = http://h.example/é一`},
		{`["http://h.example/\ud83d\ude00/"]`, `2 1:3 http://h.example/\ud83d\ude00/ = http://h.example/😀/`},
		{`["http://h.example/a\nb"]`, `2 1:3 http://h.example/a = http://h.example/a`},
		{`["see \"http://h.example/a\"."]`, `8 1:9 http://h.example/a = http://h.example/a`},
		{`["C:\\http://h.example/a\\"]`, `6 1:7 http://h.example/a = http://h.example/a escape`},
		{`["http://h.example/a\_b"]`, `2 1:3 http://h.example/a = http://h.example/a escape`},
		{"{\n \"a\": \"x\\ty\",\n \"b\": \"http:\\/\\/h.example\\/\"}", `23 3:8 http:\/\/h.example\/ = http://h.example/`},
		{`["<URL:http:\/\/h.example\/a b>"]`, `7 1:8 http:\/\/h.example\/a b = http://h.example/ab`},
		{"{\"a\":\"http:\\/\\/h.example\\/1\"}\n{\"a\":\"http:\\/\\/h.example\\/2\"}\n", `6 1:7 http:\/\/h.example\/1 = http://h.example/1|36 2:7 http:\/\/h.example\/2 = http://h.example/2`},
		{"{// don't: http://h.example/a\\b\n\"u\":\"http:\\/\\/h.example\\/\"}", `11 1:12 http://h.example/a = http://h.example/a escape|37 2:6 http:\/\/h.example\/ = http://h.example/`},
		{"{/* \"http://h.example/a\" \"*/\"u\":\"http:\\/\\/h.example\\/\"}", `5 1:6 http://h.example/a = http://h.example/a|33 1:34 http:\/\/h.example\/ = http://h.example/`},
		{"{\"a\":\"not closed http://h.example/1\n\"b\":\"http:\\/\\/h.example\\/2\"}", `17 1:18 http://h.example/1 = http://h.example/1|41 2:6 http:\/\/h.example\/2 = http://h.example/2`},
		{`["http://h.example/\ud83dx"]`, `2 1:3 http://h.example/ = http://h.example/ escape`},
	} {
		if got := strings.Join(find(strings.NewReader(test.doc), &json.Decoder{}), "|"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.doc, got, test.want)
		}
		if got := strings.Join(find(iotest.OneByteReader(strings.NewReader(test.doc)), &json.Decoder{}), "|"); got != test.want {
			t.Errorf("%s, read byte by byte:\n got %s\nwant %s", test.doc, got, test.want)
		}
	}
}

func TestJSON5(t *testing.T) {
	const doc = `{u: 'http:\/\/h.example\/a"b', v: 'http://h.example/\x41\
b'}`
	want := `5 1:6 http:\/\/h.example\/a = http://h.example/a|35 1:36 http://h.example/\x41\` + "\nb = http://h.example/Ab"
	if got := strings.Join(find(strings.NewReader(doc), &json.Decoder{JSON5: true}), "|"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// The memory of a search does not grow with the document.
func TestStream(t *testing.T) {
	const row = `{"u":"http:\/\/h.example\/a"},` // no line ends
	n := 0
	for m, err := range literal.URLs(io.LimitReader(&repeat{text: row}, 8<<20), &json.Decoder{}, literal.Options{}) {
		if err != nil || m.URL != "http://h.example/a" || (m.Offset-6)%int64(len(row)) != 0 || m.Column != m.Offset+1 {
			t.Fatal(m, err)
		}
		n++
	}
	if want := (8 << 20) / len(row); n < want-1 {
		t.Errorf("%d matches, want %d", n, want)
	}
}

// A repeat is a text without an end.
type repeat struct {
	text string
	pos  int
}

func (r *repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[r.pos%len(r.text)]
		r.pos++
	}
	return len(p), nil
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"u":"http:\/\/h.example\/a\u0026"} // x`, true)
	f.Fuzz(func(t *testing.T, doc string, json5 bool) {
		whole := find(strings.NewReader(doc), &json.Decoder{JSON5: json5})
		pieces := find(iotest.OneByteReader(strings.NewReader(doc)), &json.Decoder{JSON5: json5})
		if strings.Join(whole, "\n") != strings.Join(pieces, "\n") {
			t.Errorf("%q: whole %q, in pieces %q", doc, whole, pieces)
		}
		for m := range literal.URLs(strings.NewReader(doc), &json.Decoder{JSON5: json5}, literal.Options{Options: extract.Options{Hosts: true, Addresses: true}}) {
			if doc[m.Offset:m.Offset+int64(len(m.Text))] != m.Text {
				t.Errorf("%q: %q is not at %d", doc, m.Text, m.Offset)
			}
		}
	})
}
