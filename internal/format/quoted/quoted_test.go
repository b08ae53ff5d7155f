package quoted_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/quoted"
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
		{`["http://h.example/a\\nb"]`, `2 1:3 http://h.example/a = http://h.example/a escape`},
		{`["http://h.example/a\\n b\\n\\"]`, `2 1:3 http://h.example/a = http://h.example/a`},
		{`["http://h.example/a\\tb"]`, `2 1:3 http://h.example/a = http://h.example/a escape`},
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
		if got := strings.Join(find(strings.NewReader(test.doc), quoted.New(quoted.JSON)), "|"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.doc, got, test.want)
		}
		if got := strings.Join(find(iotest.OneByteReader(strings.NewReader(test.doc)), quoted.New(quoted.JSON)), "|"); got != test.want {
			t.Errorf("%s, read byte by byte:\n got %s\nwant %s", test.doc, got, test.want)
		}
	}
}

func TestJSON5(t *testing.T) {
	const doc = `{u: 'http:\/\/h.example\/a" b', v: 'http://h.example/\x41\
b'}`
	want := `5 1:6 http:\/\/h.example\/a = http://h.example/a|36 1:37 http://h.example/\x41\` + "\nb = http://h.example/Ab"
	if got := strings.Join(find(strings.NewReader(doc), quoted.New(quoted.JSON5)), "|"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// The memory of a search does not grow with the document.
func TestStream(t *testing.T) {
	const row = `{"u":"http:\/\/h.example\/a"},` // no line ends
	n := 0
	for m, err := range literal.URLs(io.LimitReader(&repeat{text: row}, 8<<20), quoted.New(quoted.JSON), literal.Options{}) {
		if err != nil || m.URL != "http://h.example/a" || (m.Offset-6)%int64(len(row)) != 0 || m.Column != m.Offset+1 {
			t.Fatal(m, err)
		}
		n++
	}
	if want := (8 << 20) / len(row); n < want-1 {
		t.Errorf("%d matches, want %d", n, want)
	}
}

// An escape is whole wherever a read ends.
func TestEscapeBetweenReads(t *testing.T) {
	for n := 64<<10 - 30; n < 64<<10+4; n++ {
		head := `["` + strings.Repeat("x", n/2) + ` ", "` + strings.Repeat("y", n-n/2-10) + ` `
		want := fmt.Sprintf(`%d 1:%d http:\/\/h.example\/\u0061 = http://h.example/a`, len(head), len(head)+1)
		doc := head + `http:\/\/h.example\/\u0061 ` + strings.Repeat("z", 70<<10) + `"]`
		if got := strings.Join(find(strings.NewReader(doc), quoted.New(quoted.JSON)), "|"); got != want {
			t.Errorf("after %d bytes: %s, want %s", len(head), got, want)
		}
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

// rows are documents of each language, with the matches.
var rows = []struct {
	language  *quoted.Language
	source    string
	doc, want string
}{
	{quoted.JSON5, "JSON5 5.1", `['http:\/\/h.example\/a','http://h.example/b']`, `2 1:3 http:\/\/h.example\/a = http://h.example/a|26 1:27 http://h.example/b = http://h.example/b`},
	{quoted.JSON, "rfc8259 7", `{"u":"see http://h.example/a","v":"b"}`, `10 1:11 http://h.example/a = http://h.example/a`},
	{quoted.JSON, "rfc8259 7", `["a http://h.example/a","http://h.example/b"]`, `4 1:5 http://h.example/a = http://h.example/a|25 1:26 http://h.example/b = http://h.example/b`},
	{quoted.JSON, "rfc8259 7", `{"http://h.example/a":"see b","c":"d http://h.example/é"}`, `2 1:3 http://h.example/a = http://h.example/a|37 1:38 http://h.example/é = http://h.example/é`},
	{quoted.JSON, "rfc8259 7", "/*http://h.example/a*/", `2 1:3 http://h.example/a = http://h.example/a`},
	{quoted.JSON, "rfc8259 7", `["^https://example\\.org/"]`, `3 1:4 https://example = https://example escape`},
	{quoted.JSON, "rfc8259 7", `["http://h.example/\udc00\ud800\uZZZZ"]`, `2 1:3 http://h.example/ = http://h.example/ escape`},
	{quoted.TOML, "TOML 1.1, Basic strings", `a="http://h.example/\u00e9\U00020000\x41"`, `3 1:4 http://h.example/\u00e9\U00020000\x41 = http://h.example/é𠀀A`},
	{quoted.TOML, "TOML 1.1, Basic strings", `a="http://h.example/\uD800"`, `3 1:4 http://h.example/ = http://h.example/ escape`},
	{quoted.TOML, "TOML 1.1, Basic strings", `a="http://h.example/\UFFFFFFFF"`, `3 1:4 http://h.example/ = http://h.example/ escape`},
	{quoted.TOML, "TOML 1.1, Basic strings", `a="x\thttp://h.example/a\"`, `6 1:7 http://h.example/a = http://h.example/a`},
	{quoted.TOML, "TOML 1.1, Multi-line basic strings", "a=\"\"\"\nhttp://h.example/\\\n\n   a\\u0041\n\"\"\"", "6 2:1 http://h.example/\\\n\n   a\\u0041 = http://h.example/aA"},
	{quoted.TOML, "TOML 1.1, Multi-line basic strings", `a="""b"""""` + "\nc='http:\\x41'\nd=\"http://h.example/\\x41\"", `29 3:4 http://h.example/\x41 = http://h.example/A`},
	{quoted.TOML, "TOML 1.1, Literal strings", `a='http://h.example/a\' b="http://h.example/\x41"`, `3 1:4 http://h.example/a = http://h.example/a escape|27 1:28 http://h.example/\x41 = http://h.example/A`},
	{quoted.TOML, "TOML 1.1, Multi-line literal strings", "a='''\nit's \\x41 http://h.example/a'''", `16 2:11 http://h.example/a = http://h.example/a`},
	{quoted.TOML, "TOML 1.1, Comment", "# don't http://h.example/a\na=\"http://h.example/\\x41\"", `8 1:9 http://h.example/a = http://h.example/a|30 2:4 http://h.example/\x41 = http://h.example/A`},
	{quoted.Properties, "java.util.Properties.load", `a = http\://h.example/b?c\=d\#e\!`, `4 1:5 http\://h.example/b?c\=d\#e = http://h.example/b?c=d#e`},
	{quoted.Properties, "java.util.Properties.load", `a=http\://h.example/\u00e9\ud840\udc00`, `2 1:3 http\://h.example/\u00e9\ud840\udc00 = http://h.example/é𠀀`},
	{quoted.Properties, "java.util.Properties.load", "a=http://h.example/\\\r\n  b", "2 1:3 http://h.example/\\\r\n  b = http://h.example/b"},
	{quoted.Properties, "java.util.Properties.load", "! http://h.example/a\\\n # http\\://h.example/b", `2 1:3 http://h.example/a = http://h.example/a|25 2:4 http\://h.example/b = http://h.example/b`},
	{quoted.Properties, "java.util.Properties.load", "#u=http\\://h.example/a", `3 1:4 http\://h.example/a = http://h.example/a`},
	{quoted.Properties, "java.util.Properties.load", "http\\://h.example/a\\=b=c\n  http\\://h.example/d:e", `0 1:1 http\://h.example/a\=b = http://h.example/a=b|27 2:3 http\://h.example/d = http://h.example/d`},
	{quoted.Properties, "java.util.Properties.load", "u http://h.example/?a=b\nv: http://h.example/?a=b\nw\\=\\\nx=http://h.example/?a=b", `2 1:3 http://h.example/?a=b = http://h.example/?a=b|27 2:4 http://h.example/?a=b = http://h.example/?a=b|56 4:3 http://h.example/?a=b = http://h.example/?a=b`},
	{quoted.Properties, "java.util.Properties.load", `a=^https\://h\.example/`, `3 1:4 https\://h = https://h escape`},
	{quoted.INI, "systemd.syntax(7), git-config(1)", "[a]\nurl = http\\://h.example/b\\=c ; d", `10 2:7 http\://h.example/b\=c = http://h.example/b=c`},
	{quoted.INI, "systemd.syntax(7), git-config(1)", "; http://h.example/a\\=\n[url \"http://h.example/b\"]", `2 1:3 http://h.example/a\= = http://h.example/a=|29 2:7 http://h.example/b = http://h.example/b`},
	{quoted.INI, "own", `rewrite ^https://h\.example/(.*)$ C:\new\http`, `9 1:10 https://h = https://h escape`},
	{quoted.Env, "dotenv", "A='http://h.example/a#b'\nB=http://h.example/a#b # http://h.example/c", `3 1:4 http://h.example/a#b = http://h.example/a#b|27 2:3 http://h.example/a#b = http://h.example/a#b|50 2:26 http://h.example/c = http://h.example/c`},
	{quoted.Env, "dotenv", `A="http://h.example/?a\$b\nc"`, `3 1:4 http://h.example/?a\$b = http://h.example/?a$b`},
}

func TestLanguages(t *testing.T) {
	for _, test := range rows {
		for _, r := range []io.Reader{strings.NewReader(test.doc), iotest.OneByteReader(strings.NewReader(test.doc))} {
			if got := strings.Join(find(r, quoted.New(test.language)), "|"); got != test.want {
				t.Errorf("%s:\n got %s\nwant %s", test.doc, got, test.want)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	languages := []*quoted.Language{quoted.JSON, quoted.JSON5, quoted.TOML, quoted.INI, quoted.Properties, quoted.Env}
	for _, test := range rows {
		f.Add(test.doc, uint8(slices.Index(languages, test.language)))
	}
	f.Fuzz(func(t *testing.T, doc string, n uint8) {
		l := languages[int(n)%len(languages)]
		whole := find(strings.NewReader(doc), quoted.New(l))
		pieces := find(iotest.OneByteReader(strings.NewReader(doc)), quoted.New(l))
		if strings.Join(whole, "\n") != strings.Join(pieces, "\n") {
			t.Errorf("%q: whole %q, in pieces %q", doc, whole, pieces)
		}
		for m := range literal.URLs(strings.NewReader(doc), quoted.New(l), literal.Options{Options: extract.Options{Hosts: true, Addresses: true}}) {
			if doc[m.Offset:m.Offset+int64(len(m.Text))] != m.Text {
				t.Errorf("%q: %q is not at %d", doc, m.Text, m.Offset)
			}
		}
	})
}
