package markdown

import (
	"bytes"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/quoted"
	"github.com/earl-url/earl/internal/format/yaml"
)

// frontMatter returns the URLs of the front matter of a piece, and overwrites it, or returns nil.
func (d *document) frontMatter(piece []byte) iter.Seq2[extract.Match, error] {
	body := bytes.TrimPrefix(piece, []byte("\uFEFF"))
	if d.begun || !bytes.HasPrefix(body, []byte("---")) && !bytes.HasPrefix(body, []byte("+++")) {
		return nil
	}
	n := frontMatter(string(body))
	if n == 0 {
		return nil
	}
	var decoder literal.Decoder = &yaml.Decoder{}
	if body[0] == '+' {
		decoder = quoted.New(quoted.TOML)
	}
	n += len(piece) - len(body)
	text := bytes.Clone(piece[:n])
	blank(piece, span{0, n}, hidden)
	return literal.URLs(bytes.NewReader(text), decoder, literal.Options{Options: d.o.Options, Base: d.o.Base})
}

// frontMatter returns the length of the front matter, or 0. It is metadata in
// YAML between lines "---", or in TOML between lines "+++". The second line
// must be an entry, because "---" is also a thematic break.
func frontMatter(text string) int {
	first, rest, _ := strings.Cut(text, "\n")
	fence := strings.TrimRight(first, " \t\r")
	if fence != "---" && fence != "+++" {
		return 0
	}
	n := len(first) + 1
	for i := 0; rest != ""; i++ {
		line, behind, _ := strings.Cut(rest, "\n")
		n, rest = min(n+len(line)+1, len(text)), behind
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == fence || fence == "---" && line == "...":
			return n
		case i == 0 && !isEntry(line, fence):
			return 0
		}
	}
	return 0
}

// isEntry reports whether a line of front matter begins with a key, or is a
// comment or the name of a TOML table.
func isEntry(line, fence string) bool {
	if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[") && fence == "+++" {
		return true
	}
	end := strings.IndexAny(line, ":=")
	return end > 0 && !strings.ContainsAny(strings.TrimRight(line[:end], " "), " \t")
}
