// Package labelled reads documents whose URLs are labelled by hand, for tests
// that measure precision and recall. The README of extract/testdata/labelled
// describes the form.
package labelled

import (
	"io/fs"
	"strings"
	"unicode"
)

// Kind is the kind of a label.
type Kind byte

// The kinds.
const (
	URL      Kind = iota // an absolute URL
	Loose                // a host or an address without a scheme
	Template             // a URL with a placeholder, which only a match with a doubt may be
	Name                 // a name with the form of a URL, which no match has to be
)

// A Label is a URL in the text of a document.
type Label struct {
	Kind       Kind
	Start, End int    // in bytes from 0
	URL        string // decoded
}

// A Document is a text and its labels, in their order.
type Document struct {
	Name   string // of a file of its format
	Text   string
	Labels []Label
}

// marks are the first and the last character of each kind of label.
var marks = [...][2]rune{URL: {'⟦', '⟧'}, Loose: {'⦃', '⦄'}, Template: {'⟪', '⟫'}, Name: {'⟬', '⟭'}}

// controls are the control characters that a file writes as symbols.
var controls = strings.NewReplacer("␛", "\x1b", "␇", "\a", "␍", "\r")

// ReadDir reads the documents of all .txt files of a directory.
func ReadDir(dir fs.FS) (list []Document, err error) {
	names, err := fs.Glob(dir, "*.txt")
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		list = append(list, Parse(string(text))...)
	}
	return list, err
}

// Parse returns the documents of a file.
func Parse(file string) (list []Document) {
	head, file, _ := strings.Cut(file, "\n")
	name, rest, _ := strings.Cut(strings.TrimPrefix(head, "#! "), ",")
	each := strings.Contains(rest, "each line")
	text := ""
	for line := range strings.Lines(file) {
		remark := strings.HasPrefix(line, "#!")
		switch {
		case remark:
		case each:
			text = strings.TrimSuffix(line, "\n")
		default:
			text += line
		}
		if remark || each {
			list = appendDocument(list, name, text)
			text = ""
		}
	}
	return appendDocument(list, name, text)
}

// appendDocument appends the document of a text with marks, unless it is empty.
func appendDocument(list []Document, name, marked string) []Document {
	if marked == "" {
		return list
	}
	d := Document{Name: name}
	for marked != "" {
		at, kind := strings.IndexFunc(marked, isMark), Kind(0)
		if at < 0 {
			break
		}
		for first := []rune(marked[at:])[0]; marks[kind][0] != first; {
			kind++
		}
		open, end := string(marks[kind][0]), string(marks[kind][1])
		d.Text += controls.Replace(marked[:at])
		inner, rest, _ := strings.Cut(marked[at+len(open):], end)
		text, url, escaped := strings.Cut(controls.Replace(inner), "⟹")
		if !escaped {
			url = text
		}
		d.Labels = append(d.Labels, Label{kind, len(d.Text), len(d.Text) + len(text), url})
		d.Text += text
		marked = rest
	}
	d.Text += controls.Replace(marked)
	return append(list, d)
}

// isMark reports whether a character starts a label.
func isMark(r rune) bool {
	for _, m := range marks {
		if m[0] == r {
			return true
		}
	}
	return false
}

// LineOf returns the line of a text with the byte at an offset.
func LineOf(text string, offset int) string {
	offset = min(offset, len(text))
	line, _, _ := strings.Cut(text[offset:], "\n")
	return text[strings.LastIndexByte(text[:offset], '\n')+1:offset] + line
}

// scripts are the scripts that Script knows, without Latin.
var scripts = []string{
	"Arabic", "Armenian", "Cyrillic", "Devanagari", "Georgian", "Greek", "Han", "Hangul", "Hebrew", "Hiragana", "Katakana", "Thai", "Tibetan",
}

// Script returns the script of a text: Kana for Hiragana or Katakana, else the
// script with most characters other than Latin ones, else Latin.
func Script(text string) string {
	count, script := map[string]int{}, "Latin"
	for _, r := range text {
		for _, s := range scripts {
			if unicode.Is(unicode.Scripts[s], r) {
				if s == "Hiragana" || s == "Katakana" {
					return "Kana"
				}
				if count[s]++; count[s] > count[script] || script == "Latin" {
					script = s
				}
			}
		}
	}
	return script
}
