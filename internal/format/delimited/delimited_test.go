package delimited_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/delimited"
	"github.com/earl-url/earl/internal/format/literal"
)

// find returns the URL of each match.
func find(t *testing.T, r io.Reader, doc string, delimiter byte) (found []string) {
	t.Helper()
	for m, err := range literal.URLs(r, &delimited.Decoder{Delimiter: delimiter}, literal.Options{}) {
		if err != nil || doc[m.Offset:][:len(m.Text)] != m.Text {
			t.Errorf("%s: %q is not at %d: %v", doc, m.Text, m.Offset, err)
		}
		found = append(found, m.URL)
	}
	return found
}

func TestFields(t *testing.T) {
	const a, b = "http://h.example/a", "http://h.example/b"
	for _, test := range []struct {
		source, doc string
		delimiter   byte
		want        string
	}{
		{"lycheeverse/lychee#1299", "name,url,template\na,https://p.example/ratio.html,Template\n", 0, "https://p.example/ratio.html"},
		{"rfc4180 2.4", "a,http://h.example/a,b.html\nc,d,e\n", 0, a},
		{"rfc4180 2.5", "\"a\",\"http://h.example/a,b.html\"\n\"c\",d\n", 0, "http://h.example/a,b.html"},
		{"rfc4180 2.7", "a,\"<a href=\"\"http://h.example/a\"\">b</a>\"", 0, a},
		{"rfc4180 2.7", "a,\"http://h.example/a\"\"\"\"b\",http://h.example/b,c", 0, a + "|" + b},
		{"rfc4180 2.5", "a,\"see http://h.example/a\",\"b\",http://h.example/b,c\n", 0, a + "|" + b},
		{"own", "a\tsee http://h.example/a\thttp://h.example/b\n", 0, a + "|" + b},
		{"rfc4180 2.6", "a,\"b,\r\nhttp://h.example/a,b\",http://h.example/b,c\r\n", 0, "http://h.example/a,b|" + b},
		{"own", "a, \"http://h.example/a,b\", http://h.example/b,c\n", 0, "http://h.example/a,b|" + b},
		{"own", "5\" http://h.example/a,\"http://h.example/a,b\"\n", ',', a + "|http://h.example/a,b"},
		{"own", "a;b\nhttp://h.example/a,b;http://h.example/b;\n", 0, "http://h.example/a,b|" + b},
		{"own", "a\tb\nhttp://h.example/a,b;c\thttp://h.example/b\n", 0, "http://h.example/a,b;c|" + b},
		{"own", "a|b\nhttp://h.example/a,b;c|http://h.example/b\n", 0, "http://h.example/a,b;c|" + b},
		{"own", "Links, of 2026, all\na;http://h.example/a,b;c\nd;http://h.example/b;e\n", ';', "http://h.example/a,b|" + b},
		{"own", "\"a;b;c;d\",http://h.example/a,b\ne,f,g\n", 0, a},
		{"Excel", "sep=;\nhttp://h.example/a,b;http://h.example/b,c\n", 0, "http://h.example/a,b|http://h.example/b,c"},
		{"own", "\uFEFFsep=;\na;\"http://h.example/a,b\"\n", 0, "http://h.example/a,b"},
		{"own", "\uFEFF\"http://h.example/a,b\",c\r\"http://h.example/b,c\",d\r", 0, "http://h.example/a,b|http://h.example/b,c"},
		{"own", "http://h.example/a\nhttp://h.example/b\n", 0, a + "|" + b},
		{"IANA text/tab-separated-values", "a,b,c,d\thttp://h.example/a,b\n", '\t', "http://h.example/a,b"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.doc), iotest.OneByteReader(strings.NewReader(test.doc))} {
			if got := strings.Join(find(t, r, test.doc, test.delimiter), "|"); got != test.want {
				t.Errorf("%s:\n%s\n got %s\nwant %s", test.source, test.doc, got, test.want)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("a,\"http://h.example/a\"\"b\",http://h.example/b;c\n", byte(0))
	f.Fuzz(func(t *testing.T, doc string, delimiter byte) {
		if delimiter == '"' || delimiter == '\n' || delimiter >= 0x80 {
			return
		}
		list := func(r io.Reader) (found []string) {
			for m, err := range literal.URLs(r, &delimited.Decoder{Delimiter: delimiter}, literal.Options{Options: extract.Options{Hosts: true}}) {
				found = append(found, fmt.Sprint(m, err))
			}
			return found
		}
		whole, pieces := list(strings.NewReader(doc)), list(iotest.OneByteReader(strings.NewReader(doc)))
		if strings.Join(whole, "\n") != strings.Join(pieces, "\n") {
			t.Errorf("%q: whole %q, in pieces %q", doc, whole, pieces)
		}
		find(t, strings.NewReader(doc), doc, delimiter)
	})
}
