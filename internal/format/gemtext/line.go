// Package gemtext reads pages of gemini, text/gemini. Each line has a kind of its own: a link, a
// heading, an item of a list, a quotation, literal text or a paragraph.
//
//	var lines gemtext.Lines
//	for text := range strings.Lines(page) {
//		if l := lines.Next(text); l.Kind == gemtext.Link {
//			fmt.Println(l.URL, l.Text)
//		}
//	}
//
// [URLs] finds the URLs of a page. The package follows the gemtext companion specification of
// gemini, version 0.24.
package gemtext

import "strings"

// Kind is the kind of a line.
type Kind uint8

// The kinds.
const (
	Paragraph Kind = iota // one paragraph, as long as it is
	Link                  // "=> URL text"
	Heading               // "# text", "## text" or "### text"
	Item                  // "* text": an item of a list
	Quote                 // ">text"
	Literal               // a line between two fences, with its white space
	Fence                 // "```text": literal lines begin or end; at the beginning Text describes them
)

// Line is one line of a page.
type Line struct {
	Kind  Kind
	Level int    // of a heading, 1 to 3
	Text  string // without its mark; of a link, "" if it has no text
	URL   string // of a link, unchanged
	At    int    // the offset of the URL in the line, in bytes
	// Open reports whether literal lines follow a fence.
	Open bool
}

// Lines splits a page into lines. The zero Lines are at the start of a page.
type Lines struct{ literal bool }

// blanks are the characters of white space in a line.
const blanks = " \t"

// Next returns the line for a text, which may end with a line end.
func (s *Lines) Next(text string) Line {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		s.literal = !s.literal
		return Line{Kind: Fence, Text: strings.Trim(rest, blanks), Open: s.literal}
	}
	if s.literal {
		return Line{Kind: Literal, Text: text}
	}
	if rest, ok := strings.CutPrefix(text, "=>"); ok {
		return link(text, rest)
	}
	if rest, ok := strings.CutPrefix(text, "* "); ok {
		return Line{Kind: Item, Text: strings.Trim(rest, blanks)}
	}
	if rest, ok := strings.CutPrefix(text, ">"); ok {
		return Line{Kind: Quote, Text: strings.Trim(rest, blanks)}
	}
	for level := 3; level > 0; level-- {
		if rest, ok := strings.CutPrefix(text, "###"[:level]); ok {
			return Line{Kind: Heading, Level: level, Text: strings.Trim(rest, blanks)}
		}
	}
	return Line{Text: text}
}

// link returns the line for a text that is "=>" and rest. Without a URL it is a paragraph.
func link(text, rest string) Line {
	start := strings.TrimLeft(rest, blanks)
	if start == "" {
		return Line{Text: text}
	}
	l := Line{Kind: Link, URL: start, At: len(text) - len(start)}
	if end := strings.IndexAny(start, blanks); end >= 0 {
		l.URL, l.Text = start[:end], strings.Trim(start[end:], blanks)
	}
	return l
}
