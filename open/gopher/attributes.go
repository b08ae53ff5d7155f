package gopher

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// Attributes are the attributes that a Gopher+ server reports of one item: its
// blocks, in the server's order. Source: Gopher+ 1993, 2.4.
type Attributes []Block

// Block is one block of attributes, such as the abstract of an item. Its bytes
// are those of the server; [Block.Text] returns text.
type Block struct {
	Name  string   // as the server sent it, without its "+": "ABSTRACT"
	Value string   // the text after the name; an item line in every INFO
	Lines []string // without their line ends and the space before each
}

// ParseAttributes returns the attributes in a text, of one item or of several.
// INFO begins an item. Text before the first block becomes a block without a
// name.
func ParseAttributes(text string) []Attributes {
	rest := text
	b := &blocks{limit: math.MaxInt, line: func() (string, error) {
		line, after, _ := strings.Cut(rest, "\n")
		if rest == "" {
			return "", io.EOF
		}
		rest = after
		return strings.TrimSuffix(line, "\r"), nil
	}}
	var all []Attributes
	for {
		a, err := b.item()
		if err != nil {
			return all
		}
		all = append(all, a)
	}
}

// Block returns the first block with a name and whether there is one. It
// ignores the case and the "+" of the name.
func (a Attributes) Block(name string) (Block, bool) {
	for _, b := range a {
		if b.is(name) {
			return b, true
		}
	}
	return Block{}, false
}

// is reports whether b has a name. Source: Departs from Gopher+ 1993, 2.4,
// where case matters: servers do not agree on it.
func (b Block) is(name string) bool {
	return strings.EqualFold(b.Name, strings.TrimPrefix(name, "+"))
}

// Text returns the block's lines with a line feed between them, in UTF-8, not
// yet safe for a terminal. For a block without lines it returns the value.
func (b Block) Text() string {
	if len(b.Lines) == 0 {
		return dialogue.Text(b.Value)
	}
	return dialogue.Text(strings.Join(b.Lines, "\n"))
}

// String returns the block in the form of a server, with a CR LF after each
// line.
func (b Block) String() string {
	var s strings.Builder
	switch {
	case b.Name == "":
	case b.Value == "":
		s.WriteString("+" + b.Name + ":\r\n")
	default:
		s.WriteString("+" + b.Name + ": " + b.Value + "\r\n")
	}
	for _, line := range b.Lines {
		s.WriteString(" " + line + "\r\n")
	}
	return s.String()
}

// blockHead reads the first line of a block. The colon after the name is
// optional.
func blockHead(line string) (name, value string, ok bool) {
	line, ok = strings.CutPrefix(line, "+")
	if !ok {
		return "", "", false
	}
	k := strings.IndexAny(line, ": \t")
	switch {
	case k == 0 || line == "":
		return "", "", false
	case k < 0:
		return line, "", true
	}
	return line[:k], strings.TrimPrefix(strings.TrimPrefix(line[k:], ":"), " "), true
}

// blocks reads lines as blocks.
type blocks struct {
	line  func() (string, error) // without its line end; io.EOF after the last
	limit int                    // of bytes of one item's lines (gopher.Options.PlusBlock)
	one   bool                   // the lines are all of one item
	size  int                    // of the item so far
	begun bool                   // a line was read ahead
	ahead string                 // the first line of the next block
	err   error                  // instead of that line
}

// next returns the next line, within the limit.
func (b *blocks) next() (string, error) {
	line, err := b.line()
	if err != nil {
		return "", err
	}
	if !b.one && isInfo(line) {
		b.size = 0
	}
	if b.size += len(line) + 1; b.size > b.limit {
		return "", fmt.Errorf("%w: attributes of more than %d bytes (gopher.Options.PlusBlock)", open.ErrProtocol, b.limit)
	}
	return line, nil
}

// isInfo reports whether a line begins an item.
func isInfo(line string) bool {
	name, _, _ := blockHead(line)
	return strings.EqualFold(name, "INFO")
}

// block returns the next block, or io.EOF.
func (b *blocks) block() (Block, error) {
	if !b.begun {
		b.begun = true
		b.ahead, b.err = b.next()
	}
	if b.err != nil {
		return Block{}, b.err
	}
	var block Block
	var head bool
	if block.Name, block.Value, head = blockHead(b.ahead); !head {
		block.Lines = append(block.Lines, strings.TrimPrefix(b.ahead, " "))
	}
	for {
		if b.ahead, b.err = b.next(); b.err != nil && b.err != io.EOF {
			return Block{}, b.err
		}
		if _, _, head := blockHead(b.ahead); head || b.err != nil {
			return block, nil
		}
		block.Lines = append(block.Lines, strings.TrimPrefix(b.ahead, " "))
	}
}

// item returns the blocks of the next item, or io.EOF.
func (b *blocks) item() (Attributes, error) {
	var a Attributes
	for {
		block, err := b.block()
		switch {
		case err == io.EOF && len(a) > 0:
			return a, nil
		case err != nil:
			return nil, err
		}
		if a = append(a, block); b.err == nil && isInfo(b.ahead) {
			return a, nil
		}
	}
}

// names returns the attributes that a Gopher+ string "!" or "$" requests, or
// nil for all of them. Source: rfc1738 3.4.7.
func names(plus string) []string {
	return strings.FieldsFunc(plus[1:], func(r rune) bool { return r == '+' || r == ' ' })
}

// wanted reports whether a block is one of the requested ones.
func (b Block) wanted(names []string) bool {
	for _, name := range names {
		if b.is(name) {
			return true
		}
	}
	return len(names) == 0
}
