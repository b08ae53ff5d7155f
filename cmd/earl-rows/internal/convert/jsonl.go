package convert

import (
	"bytes"
	"errors"
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
// of its first line, if Options.Columns does not name them.

func newJSONReader(in io.Reader, o *Options, early bool) (*textReader, error) {
	t := &textReader{
		blocks: &blocks{in: in, scan: new(lineScanner).scan, lines: true, early: early, chunked: o.ChunkHeader},
		parse:  parseJSON,
	}
	names := o.Columns
	if names == nil && !o.ChunkHeader {
		line, err := t.blocks.peek()
		if err != nil && err != io.EOF {
			return nil, err
		}
		if names, err = memberNames(line); err != nil {
			return nil, inputf("row 1: %w", err)
		}
	}
	if names == nil {
		names = o.inputNames()
	}
	t.columns = textFields(names)
	return t, nil
}

var errNoObject = errors.New("the line is not a JSON object")

// object calls member for each member of the object in a line.
func object(d *jsontext.Decoder, b *bytes.Buffer, line []byte, member func(name, value []byte) error) error {
	*b = *bytes.NewBuffer(line)
	// Names are not compared with each other, which takes time, and bytes that are
	// not UTF-8 become U+FFFD.
	d.Reset(b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
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
		return errNoObject
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
	err = object(new(jsontext.Decoder), new(bytes.Buffer), line, func(name, _ []byte) error {
		if text := string(unquote(nil, name)); !slices.Contains(names, text) {
			names = append(names, text)
		}
		return nil
	})
	return names, err
}

func parseJSON(t *textReader, f *frame) error {
	vectors := t.vectors(f)
	var indexes []int
	var names, values [][]byte // of the columns that are used
	for k, v := range vectors {
		if v != nil {
			f.in[k].json = rows.NewVector(rows.Text)
			indexes, names, values = append(indexes, k), append(names, []byte(t.columns[k].name)), append(values, nil)
		}
	}
	var d jsontext.Decoder
	var buffer bytes.Buffer
	var scratch []byte
	b := f.raw
	for row := range f.rows {
		line, rest, _ := bytes.Cut(b, []byte{'\n'})
		b = rest
		clear(values)
		err := object(&d, &buffer, line, func(name, value []byte) error {
			scratch = unquote(scratch[:0], name)
			for k := range names {
				if bytes.Equal(names[k], scratch) {
					values[k] = value // it is part of line
				}
			}
			return nil
		})
		if err != nil {
			return f.rowError(row, "%w", err)
		}
		for k, value := range values {
			scratch = appendMember(vectors[indexes[k]], f.in[indexes[k]].json, value, scratch)
		}
	}
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
