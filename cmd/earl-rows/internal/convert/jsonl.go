package convert

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/rows"
)

// JSON lines have an object in each line. A member is a column. A member that is
// missing is NULL, like null. The text of a member that is not a string is its
// JSON. Members are repeated as they are. The columns of an input are the members
// of its first line, if Options.Columns does not name them; if all are selected, a
// member that another line has besides them is an error. Lines of white space are no
// rows. A member that a line has twice is an error if it is selected.

func newJSONReader(in io.Reader, o *Options, early bool) (*textReader, error) {
	t := &textReader{
		blocks: &blocks{in: in, scan: new(lineScanner).scan, lines: true, early: early, chunked: o.ChunkHeader},
		parse:  parseJSON,
	}
	names := o.Columns
	if names == nil && !o.ChunkHeader {
		line, err := firstLine(t.blocks)
		if err != nil {
			return nil, err
		}
		if names, err = memberNames(line); err != nil {
			return nil, inputf("row 1: %w", err)
		}
		t.all = line != nil && o.selectsAll(names)
	}
	if names == nil {
		names = o.inputNames()
	}
	t.columns = textFields(names)
	return t, nil
}

// firstLine returns the first line that is not blank, or nil, and removes the lines
// before it.
func firstLine(b *blocks) ([]byte, error) {
	for {
		line, err := b.peek()
		if err == io.EOF {
			return nil, nil
		}
		if err != nil || !isBlank(line) {
			return line, err
		}
		if _, err := b.record(); err != nil {
			return nil, err
		}
	}
}

// isBlank reports whether a line has only white space.
func isBlank(line []byte) bool {
	return len(line) == 0 || line[0] <= ' ' && len(bytes.Trim(line, " \t\r\n")) == 0
}

// selectsAll reports whether the selection has "*".
func (o *Options) selectsAll(names []string) bool {
	more := append(slices.Clone(names), "\x00") // no selection can name it
	plan, err := o.compile(textFields(more), nil)
	return err == nil && usedBy(plan, len(more))[len(names)]
}

var (
	errNoObject = errors.New("the line is not a JSON object")
	errArray    = errors.New("the line has a JSON array: write each object on a line of its own, as \"jq -c '.[]'\" does")
	errMore     = errors.New("the line has more after its JSON object: write each object on a line of its own, with LF or CRLF at its end")
)

// object calls member for each member of the object in a line.
func object(d *jsontext.Decoder, b *bytes.Buffer, line []byte, member func(name, value []byte) error) error {
	*b = *bytes.NewBuffer(line)
	// Names are not compared with each other, which takes time, and bytes that are
	// not UTF-8 become U+FFFD.
	d.Reset(b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	switch t, err := d.ReadToken(); {
	case err == nil && t.Kind() == '[':
		return errArray
	case err != nil || t.Kind() != '{':
		return errNoObject
	}
	var name []byte
	for d.PeekKind() == '"' {
		v, err := d.ReadValue()
		if err != nil {
			return errNoObject
		}
		name = append(name[:0], v...) // the value overwrites it
		if v, err = d.ReadValue(); err != nil {
			return errNoObject
		}
		if err := member(name, v); err != nil {
			return err
		}
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '}' {
		return errNoObject
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return errMore
	}
	return nil
}

// unquote returns the text of a JSON string.
func unquote(b, value []byte) []byte {
	if inner := value[1 : len(value)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return append(b, inner...)
	}
	b, _ = jsontext.AppendUnquote(b, value) // what is not UTF-8 becomes U+FFFD
	return b
}

// memberNames returns the names of the members in a line, or nil for no line.
func memberNames(line []byte) (names []string, err error) {
	if line == nil {
		return nil, nil
	}
	names = []string{}
	seen := map[string]bool{}
	err = object(new(jsontext.Decoder), new(bytes.Buffer), line, func(name, _ []byte) error {
		if text := string(unquote(nil, name)); !seen[text] {
			seen[text] = true
			names = append(names, text)
		}
		return nil
	})
	return names, err
}

// members finds the columns of the members of a line.
type members struct {
	indexes []int    // of the columns that are used
	names   [][]byte // of these columns
	values  [][]byte // of a line; nil if the line has no such member
	byName  map[string]int
	all     bool // a member that is no column is an error
	scratch []byte
}

// fewMembers is the number of columns up to which comparing names is faster than a map.
const fewMembers = 8

// newMembers returns the members of the columns that are used.
func newMembers(t *textReader, vectors []*rows.Vector) *members {
	m := &members{all: t.all, byName: map[string]int{}}
	for k, v := range vectors {
		if v != nil {
			m.byName[t.columns[k].name] = len(m.names)
			m.indexes, m.names = append(m.indexes, k), append(m.names, []byte(t.columns[k].name))
		}
	}
	m.values = make([][]byte, len(m.names))
	return m
}

// add keeps the value of a member of the line, which the value is part of.
func (m *members) add(name, value []byte) error {
	m.scratch = unquote(m.scratch[:0], name)
	k := m.find(m.scratch)
	switch {
	case k < 0 && m.all:
		return fmt.Errorf("its member %q is not in the first line: name the columns with --columns", m.scratch)
	case k < 0:
		return nil
	case m.values[k] != nil:
		return fmt.Errorf("it has two members %q", m.scratch)
	}
	m.values[k] = value
	return nil
}

// find returns the index of a name, or -1.
func (m *members) find(name []byte) int {
	if len(m.names) > fewMembers {
		if k, ok := m.byName[string(name)]; ok {
			return k
		}
		return -1
	}
	for k := range m.names {
		if bytes.Equal(m.names[k], name) {
			return k
		}
	}
	return -1
}

func parseJSON(t *textReader, f *frame) error {
	vectors := t.vectors(f)
	m := newMembers(t, vectors)
	for _, k := range m.indexes {
		f.in[k].json = rows.NewVector(rows.Text)
	}
	var d jsontext.Decoder
	var buffer bytes.Buffer
	var scratch []byte
	b := f.raw
	blank := 0
	add := m.add
	for row := range f.rows {
		line, rest, _ := bytes.Cut(b, []byte{'\n'})
		b = rest
		if isBlank(line) {
			blank++
			continue
		}
		clear(m.values)
		if err := object(&d, &buffer, line, add); err != nil {
			return f.rowError(row, "%w", err)
		}
		for k, value := range m.values {
			scratch = appendMember(vectors[m.indexes[k]], f.in[m.indexes[k]].json, value, scratch)
		}
	}
	f.rows -= blank
	return nil
}

// appendMember appends the value of a member, or nil, to the texts and to the
// JSON of a column.
func appendMember(text, json *rows.Vector, value, scratch []byte) []byte {
	if value == nil || value[0] == 'n' {
		text.AppendNull()
		json.AppendNull()
		return scratch
	}
	json.AppendBytes(value)
	if value[0] == '"' {
		scratch = unquote(scratch[:0], value)
		value = scratch
	}
	text.AppendBytes(value)
	return scratch
}

func newJSONWriter(out io.Writer, fields []outField) *textWriter {
	w := newTextWriter(out, fields, "", "}\n", style{append: appendJSON, json: true})
	for k := range fields {
		start := byte(',')
		if k == 0 {
			start = '{'
		}
		w.before[k] = string(append(jsonstring.Append([]byte{start}, fields[k].name), ':'))
	}
	return w
}

// appendJSON appends value i of a column.
func appendJSON(b []byte, c *cells, i int) []byte {
	if c.IsNull(i) {
		return append(b, "null"...)
	}
	switch {
	case c.Kind == rows.Bool:
		return strconv.AppendBool(b, c.Bool(i))
	case c.Kind == rows.Int:
		return strconv.AppendInt(b, int64(c.Ints[i]), 10)
	case c.Kind == rows.List:
		return appendJSONList(b, c, i)
	case c.raw:
		return append(b, c.Bytes(i)...)
	}
	return jsonstring.Append(b, c.text[c.Offsets[i]:c.Offsets[i+1]])
}
