package z3950_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/z3950"
)

// FuzzMessage: no response makes a reader panic.
func FuzzMessage(f *testing.F) {
	for _, name := range []string{"docid", "scan", "surrogates", "links", "refused-login", "diagnostics", "closed", "xml-titles"} {
		for _, wire := range opentest.Transcript(f, filepath.Join("testdata", name+".txtar")).Wires {
			for _, step := range wire {
				if step.Op == opentest.ServerSends {
					f.Add([]byte(step.Text))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, message []byte) { z3950.Decode(message, z3950.Options{}) })
}

// FuzzMARC: the text of any record is valid UTF-8 without control characters, and has a line for each
// field.
func FuzzMARC(f *testing.F) {
	f.Add("00066nam a2200049 a 4500001000300000245001300003\x1e12\x1e10\x1faCaf\u00e9\x1fb\xff\x1e\x1d")
	f.Add("00042nam  2200037   4500245000500000\x1e10\x1fa\x1e\x1d")
	f.Fuzz(func(t *testing.T, raw string) {
		text, title, err := z3950.MARCText(raw)
		if err != nil {
			return
		}
		for _, r := range strings.ReplaceAll(text, "\n", "") + title {
			if r < ' ' || r == 0x7F {
				t.Fatalf("%q is shown as %q", raw, text)
			}
		}
		if !utf8.ValidString(text) || !utf8.ValidString(title) {
			t.Fatalf("%q is shown as %q with the title %q", raw, text, title)
		}
	})
}

// ISO 2709 4.4: many fields that are the same bytes do not make a long text.
func TestFieldsInEachOther(t *testing.T) {
	const entries, length = 1000, 9000
	base := 24 + 12*entries + 1
	record := fmt.Sprintf("%05dnam a22%05d a 4500", base+length+1, base) + strings.Repeat(fmt.Sprintf("500%04d00000", length), entries) +
		"\x1e" + strings.Repeat("x", length-1) + "\x1e\x1d"
	if text, _, err := z3950.MARCText(record); err == nil || !strings.Contains(err.Error(), "its fields are longer than it") {
		t.Errorf("%d bytes of text, %v", len(text), err)
	}
}

// FuzzXMLTitle: the title of any record is short and in UTF-8.
func FuzzXMLTitle(f *testing.F) {
	f.Add([]byte("<r><title>Old &amp; new</title></r>"))
	f.Add([]byte("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if title := z3950.XMLTitle(raw); len(title) > 200 || !utf8.ValidString(title) || strings.ContainsAny(title, "\r\n\t") {
			t.Errorf("%q has the title %q", raw, title)
		}
	})
}

// FuzzWords: any words are a query that is valid BER, or are refused.
func FuzzWords(f *testing.F) {
	f.Add(`old "new maps" comp*`)
	f.Add(`"" * "a`)
	f.Fuzz(func(t *testing.T, words string) {
		if q, err := z3950.WordQuery(words); err == nil && !strings.Contains(q, "@attr 1=1016") {
			t.Errorf("%q is %s", words, q)
		}
	})
}
