package html

import (
	"bytes"

	"github.com/earl-url/earl/extract"
)

// nested reports the URLs of the document in d.p, which is in an attribute.
// Unless it has its own base, it has that of the document around it. Its
// anchors and title are not reported.
func (d *document) nested() {
	if d.nesting == MaxNesting {
		d.fault(d.p.at, ErrNesting)
		return
	}
	o := d.o
	o.Base, o.Anchor, o.Title, o.Tag, o.XML = d.scoped(), nil, nil, nil, false
	if d.o.Tag != nil {
		o.Tag = d.nestedTag
	}
	text := bytes.NewReader(d.p.text)
	in := newDocument(newWindow(text, position{line: 1, column: 1}, windowFor(text)), charsetOf{}, o, nil)
	in.search, in.nesting = d.search, d.nesting+1
	var own, placed extract.BasePlace // of its BASE, in the attribute and in the file
	in.yield = func(m extract.Match, err error) bool {
		if m.Base.At != o.Base.At {
			if m.Base.At != own {
				at, _ := d.p.original(m.Base.At.Offset, m.Base.At.Offset)
				own, placed = m.Base.At, extract.BasePlace{Offset: at.offset, Line: at.line, Column: at.column}
			}
			m.Base.At = placed
		}
		at, text := d.p.original(m.Offset, m.Offset+int64(len(m.Text)))
		m.Text, m.Offset, m.Line, m.Column = text, at.offset, at.line, at.column
		d.emit(m, err)
		return !d.stopped
	}
	in.read()
}

// nestedTag reports a tag of the document in d.p.
func (d *document) nestedTag(t Tag) {
	place := func(offset int64) int64 {
		at, _ := d.p.original(offset, offset)
		return at.offset
	}
	t.Nested = true
	t.Start = place(t.Start)
	for i := range t.Attributes {
		a := &t.Attributes[i]
		a.Start, a.ValueStart, a.ValueEnd, a.End = place(a.Start), place(a.ValueStart), place(a.ValueEnd), place(a.End)
	}
	t.End = place(t.End)
	d.o.Tag(t)
}
