package yaml_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/yaml"
)

// find returns the URL of each match, with its doubt.
func find(t *testing.T, r io.Reader, doc string) (found []string) {
	t.Helper()
	for m, err := range literal.URLs(r, &yaml.Decoder{}, literal.Options{}) {
		if err != nil || doc[m.Offset:][:len(m.Text)] != m.Text {
			t.Errorf("%s: %q is not at %d: %v", doc, m.Text, m.Offset, err)
		}
		found = append(found, strings.TrimSpace(m.URL+" "+m.Doubt.String()))
	}
	return found
}

// Sections are those of YAML 1.2.2. Escapes show that a scalar is read as quoted.
func TestScalars(t *testing.T) {
	const a, b = "http://h.example/a", "http://h.example/b"
	for _, test := range []struct{ source, doc, want string }{
		{"7.3.3", "key: http://h.example/a", a},
		{"7.3.3", "- http://h.example:80/a#b # http://h.example/b", "http://h.example:80/a#b|" + b},
		{"7.3.3", "http://h.example/a: b", a},
		{"7.3.3", "a: it's \"http://h.example/a\" b\\x41\nb: \"http://h.example/\\x62\"", a + "|" + b},
		{"7.3.3", "[http://h.example/a,http://h.example/b]", a + "|" + b},
		{"7.3.3", "{u: http://h.example/a,v: [http://h.example/b]}", a + "|" + b},
		{"7.3.3", "u: http://h.example/a,b]", "http://h.example/a,b"},
		{"7.3.3", "u: [http://[::1]/a,b]", "http://[::1]/a"},
		{"7.3.3", "{u: http://h.example/{id}/a,v: b}", "http://h.example/{id}/a placeholder"},
		{"7.3.1", `u: "http://h.example/\x61"`, a},
		{"7.3.1", `u: "http:\/\/h.example\/\u0061\U00000062\_x"`, "http://h.example/ab"},
		{"7.3.1", `{"u":"http:\/\/h.example\/\ud840\udc00"}`, "http://h.example/𠀀"},
		{"7.3.1", "u: \"http://h.example/\\\n    a\n  b\"", a},
		{"7.3.1", "u: \"http://h.example/\\\r\n \t a\"", a},
		{"7.3.1", `u: "^https://h\\.example/"`, "https://h escape"},
		{"7.3.1", `u: "http://h.example/\q"`, "http://h.example/ escape"},
		{"7.3.2", "u: 'http://h.example/it''s'", "http://h.example/it's"},
		{"7.3.2", `u: 'http://h.example/a\' # "http://h.example/\x62"`, a + " escape|http://h.example/ escape"},
		{"7.3.1", `{"u":"see http://h.example/a","v":"b"}`, a},
		{"7.3.2", "['http://h.example/a','http://h.example/b']", a + "|" + b},
		{"7.3.2", "a: 'b\n  c'\nu: \"http://h.example/\\x61\"", a},
		{"8.1.2", "k: |\n  it's \"http://h.example/a\\x\"\nu: \"http://h.example/\\x62\"", "http://h.example/a escape|" + b},
		{"8.1.2", "- k: |-\n    \"http://h.example/\\x61\"\n  u: \"http://h.example/\\x61\"", "http://h.example/ escape|" + a},
		{"8.1.3", "k: >2+ # 'c\n   'http://h.example/a\n\n   # b: \"\\x\n  'u\nu: \"http://h.example/\\x62\"", a + "|" + b},
		{"8.1.1", "k: |\nu: \"http://h.example/\\x61\"", a},
		{"8.1.1", "--- |\n\"http://h.example/\\x61\"\n---\n\"http://h.example/\\x62\"", "http://h.example/ escape|" + b},
		{"6.9", "k: &a !!str |\n  \"http://h.example/\\x61\"\nu: !t \"http://h.example/\\x62\"", "http://h.example/ escape|" + b},
		{"6.9.1", "k: !<http://h.example/b> http://h.example/a", a},
		{"6.8.2", "%TAG ! http://h.example/b\n---\nu: http://h.example/a", a},
		{"6.6", "# don't\nu: \"http://h.example/\\x61\" # 'http://h.example/b'", a + "|" + b},
		{"own", "a: \"not closed\nu: \"http://h.example/\\x61\"", a},
		{"own", "a: [b\nu: http://h.example/a,b", "http://h.example/a,b"},
		{"own", "a: {\n  u: http://h.example/a,\n}\nu: http://h.example/b,c", a + "|http://h.example/b,c"},
		{"own", "u: https://h.example/{{ .Values.x }}/a", "https://h.example/{{ .Values.x }}/a placeholder"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.doc), iotest.OneByteReader(strings.NewReader(test.doc))} {
			if got := strings.Join(find(t, r, test.doc), "|"); got != test.want {
				t.Errorf("%s:\n%s\n got %s\nwant %s", test.source, test.doc, got, test.want)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("- k: &a !t |2-\n    'http://h.example/a'\n\"u\\\n  \": {a: [http://h.example/b,c]} # d\n---\n'a''b'")
	f.Fuzz(func(t *testing.T, doc string) {
		o := literal.Options{Options: extract.Options{Hosts: true, Addresses: true}}
		list := func(r io.Reader) (found []string) {
			for m, err := range literal.URLs(r, &yaml.Decoder{}, o) {
				found = append(found, fmt.Sprint(m, err))
			}
			return found
		}
		whole, pieces := list(strings.NewReader(doc)), list(iotest.OneByteReader(strings.NewReader(doc)))
		if strings.Join(whole, "\n") != strings.Join(pieces, "\n") {
			t.Errorf("%q: whole %q, in pieces %q", doc, whole, pieces)
		}
		find(t, strings.NewReader(doc), doc)
	})
}
