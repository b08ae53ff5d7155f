package document

import (
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/charref"
)

// unescaped decodes the references in the URLs of an XML text, such as "&amp;". A
// reference to a quote or an angle bracket ends a URL.
// Source: XML 4.1, 4.6.
func unescaped(matches iter.Seq2[extract.Match, error]) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		for m, err := range matches {
			if strings.Contains(m.URL, "&") {
				before, ok := strings.CutSuffix(m.URL, m.Text)
				if !ok {
					before, m.Text = "", m.URL
				}
				url, n, unknown := decodeReferences(m.Text)
				m.URL, m.Text = before+url, m.Text[:n]
				if m.Doubt == extract.Reference && !unknown {
					m.Doubt, m.Confidence, m.Alternatives = extract.Whole, extract.High, nil
				}
				for i, other := range m.Alternatives {
					m.Alternatives[i], _, _ = decodeReferences(other)
				}
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

// decodeReferences returns the URL at the start of an XML text, and its length in the
// text. unknown means that it contains the name of an entity that only the document
// knows.
func decodeReferences(text string) (url string, length int, unknown bool) {
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '&' {
			b.WriteByte(text[i])
			i++
			continue
		}
		n, c := charref.Read(text[i:])
		if n == 1 { // the end of a URL may have no semicolon
			if m, d := charref.Read(text[i:] + ";"); m == len(text)-i+1 {
				n, c = m-1, d
			}
		}
		if c == "<" || c == ">" || c == `"` || c == "'" || strings.TrimSpace(c) == "" {
			return b.String(), i, unknown
		}
		if n == 1 {
			name, _, _ := strings.Cut(text[i+1:]+";", ";")
			unknown = unknown || name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r == '=' || r == '/' || r == '?' || r == '&' })
		}
		b.WriteString(c)
		i += n
	}
	return b.String(), len(text), unknown
}
