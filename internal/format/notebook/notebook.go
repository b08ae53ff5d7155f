// Package notebook decodes Jupyter notebooks for package literal: JSON whose strings are documents.
// It follows nbformat 4.5. The source of a Markdown cell is Markdown, and the lines of it are one
// document; outputs are HTML, Markdown or text, by their media types. Pictures are not searched.
package notebook

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/quoted"
)

const (
	tracked  = 8       // levels of brackets whose names matter
	maxWord  = 40      // bytes of a name that matter
	maxParts = 100_000 // of a cell; what follows is one more
)

// Depths of brackets: how many are open.
const (
	ofCells  = 2 // in the list of cells
	ofCell   = 3 // in a cell
	ofOutput = 5 // in an output of a cell
	ofData   = 6 // in the data of an output
)

// Decoder implements [literal.Decoder].
type Decoder struct {
	// Markdown, HTML and Text read documents of these formats, and Code the source of code cells.
	Markdown, HTML, Text, Code literal.Reader

	depth  int
	levels [tracked]level // of the open brackets
	cell   *cell          // the open one, or nil
	joined int            // the depth of a list whose texts are one document, or 0
	quoted bool           // in a string
	name   bool           // the string is the name of a member
	word   []byte         // the start of the string
}

// A level is an open bracket.
type level struct {
	list  bool
	named bool   // the name of the member has been read
	name  string // of the last member, or its start
}

// A cell is a cell of a notebook, with the documents in it.
type cell struct {
	d     *Decoder
	start int64 // in the text
	kind  string
	parts []part
}

// A part is a document, from one offset in the text of its cell to another.
type part struct {
	kind     string // a media type, or "source"
	from, to int64
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) {
	literal.Steps(t, src, last, d.step)
}

// step reads a part of a string, or what is between strings.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	if d.quoted {
		return d.inside(t, src, last)
	}
	n := bytes.IndexAny(src, `"[]{},:`)
	if n != 0 {
		if n < 0 {
			n = len(src)
		}
		d.skip(t, src[:n])
		return n
	}
	switch src[0] {
	case '"':
		d.open(t)
	case '[', '{':
		d.push(t, src[0] == '[')
	case ']', '}':
		d.pop(t)
	default:
		if l := d.level(); l != nil {
			l.named = src[0] == ':'
		}
		d.skip(t, src[:1])
	}
	return 1
}

// skip reads what is between strings.
func (d *Decoder) skip(t *literal.Text, b []byte) {
	if d.joined > 0 {
		t.Put("", len(b))
	} else {
		t.Copy(b)
	}
}

// mark reads a mark around a string.
func (d *Decoder) mark(t *literal.Text) {
	if d.joined > 0 {
		t.Put("", 1)
	} else {
		t.Break(1)
	}
}

// level returns the innermost open bracket, or nil.
func (d *Decoder) level() *level {
	if d.depth == 0 || d.depth > tracked {
		return nil
	}
	return &d.levels[d.depth-1]
}

// in returns the name of the member that is read in the bracket at a depth.
func (d *Decoder) in(depth int) string {
	if d.depth < depth {
		return ""
	}
	return d.levels[depth-1].name
}

// push reads an opening bracket.
func (d *Decoder) push(t *literal.Text, list bool) {
	if d.depth == ofCells && !list && d.levels[1].list && d.in(1) == "cells" {
		d.cell = &cell{d: d, start: t.Offset()}
		t.Open(d.cell.read)
	}
	joins := list && d.joined == 0 && d.cell != nil &&
		(d.depth == ofCell && d.in(ofCell) == "source" || d.depth == ofOutput && d.in(ofOutput) == "text" || d.depth == ofData && d.in(ofOutput) == "data")
	if d.name = false; joins {
		t.Break(1)
		d.begin(t)
		d.joined = d.depth + 1
	} else {
		d.skip(t, []byte("{"))
	}
	if d.depth++; d.depth <= tracked {
		d.levels[d.depth-1] = level{list: list}
	}
}

// pop reads a closing bracket.
func (d *Decoder) pop(t *literal.Text) {
	if d.joined > 0 && d.joined == d.depth {
		d.end(t)
		d.joined = 0
		t.Break(1)
	} else {
		d.skip(t, []byte("}"))
	}
	d.depth = max(d.depth-1, 0)
	if d.cell != nil && d.depth == ofCells {
		d.cell = nil
		t.Close()
	}
}

// open reads the mark before a string.
func (d *Decoder) open(t *literal.Text) {
	l := d.level()
	d.quoted, d.word = true, d.word[:0]
	d.name = l != nil && !l.list && !l.named
	d.mark(t)
	if d.joined == 0 {
		d.begin(t)
	}
}

// close notes the end of a string, before its mark.
func (d *Decoder) close(t *literal.Text) {
	d.quoted = false
	if d.joined == 0 {
		d.end(t)
	}
	if d.name {
		d.level().name = string(d.word)
	} else if d.cell != nil && d.depth == ofCell && d.in(ofCell) == "cell_type" {
		d.cell.kind = string(d.word)
	}
}

// begin begins a document.
func (d *Decoder) begin(t *literal.Text) {
	if d.cell == nil {
		return
	}
	kind := "text/plain"
	switch {
	case d.name:
	case d.in(ofCell) == "source":
		kind = "source"
	case d.in(ofCell) == "attachments":
		kind = "image/"
	case d.in(ofCell) == "outputs" && d.in(ofOutput) == "data":
		kind = d.in(ofData)
	}
	d.cell.add(kind, t.Offset())
}

// end ends the document that begin began.
func (d *Decoder) end(t *literal.Text) {
	if d.cell != nil && len(d.cell.parts) > 0 {
		d.cell.parts[len(d.cell.parts)-1].to = t.Offset() - d.cell.start
	}
}

// inside reads a part of a string, an escape or its end.
func (d *Decoder) inside(t *literal.Text, src []byte, last bool) int {
	switch n := bytes.IndexAny(src, "\"\\\n"); {
	case n != 0:
		if n < 0 {
			n = len(src)
		}
		d.note(string(src[:min(n, maxWord)]))
		t.Copy(src[:n])
		return n
	case src[0] != '\\':
		d.close(t)
		d.mark(t)
		return 1
	case len(src) < literal.LongestEscape && !last:
		return 0
	}
	text, n := quoted.EscapesOfJSON.Read(src)
	if n == 0 {
		t.Copy(src[:1])
		return 1
	}
	d.note(text)
	t.Put(text, n)
	return n
}

// note adds text to the start of the string.
func (d *Decoder) note(s string) {
	d.word = append(d.word, s[:min(len(s), maxWord-len(d.word))]...)
}

// add adds a document that begins at an offset of the text. Texts one after another are one.
func (c *cell) add(kind string, offset int64) {
	n := len(c.parts)
	if n > 0 && (n > maxParts || isText(kind) && isText(c.parts[n-1].kind)) {
		return
	}
	c.parts = append(c.parts, part{kind: kind, from: offset - c.start, to: -1})
}

// isText reports whether documents of a media type are read as text.
func isText(media string) bool { return media == "text/plain" }

// read finds the URLs of the cell, which r has the text of.
func (c *cell) read(r io.Reader) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		text, err := io.ReadAll(r)
		if err != nil {
			yield(extract.Match{}, err)
			return
		}
		for _, p := range c.parts {
			read := c.reader(p.kind)
			if p.to < 0 || p.to > int64(len(text)) { // the cell is too long
				p.to = int64(len(text))
			}
			if read == nil || p.from >= p.to {
				continue
			}
			for m, err := range read(bytes.NewReader(text[p.from:p.to])) {
				m.Offset += p.from
				if !yield(m, err) {
					return
				}
			}
		}
	}
}

// reader returns the reader of documents of a kind, or nil.
func (c *cell) reader(kind string) literal.Reader {
	switch {
	case kind == "source" && c.kind == "markdown", kind == "text/markdown":
		return c.d.Markdown
	case kind == "source" && c.kind == "code":
		return c.d.Code
	case kind == "text/html", kind == "image/svg+xml":
		return c.d.HTML
	case slices.ContainsFunc([]string{"image/", "audio/", "video/", "application/pdf"}, func(p string) bool { return strings.HasPrefix(kind, p) }):
		return nil
	}
	return c.d.Text
}
