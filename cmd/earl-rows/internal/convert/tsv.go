package convert

import (
	"bytes"
	"io"
	"strconv"

	"github.com/earl-url/earl/rows"
)

// TSV is ClickHouse's TabSeparated: a tab between values, \N for NULL, and
// escapes such as \t and \n. A backslash before another character is itself.
// Except in chunks of ClickHouse, lines end with LF, CRLF or CR, and lines without
// any byte are no rows if there are several columns.

func newTSVReader(in io.Reader, o *Options, early bool) (*textReader, error) {
	t := &textReader{
		blocks: &blocks{in: in, scan: (&lineScanner{cr: !o.ChunkHeader}).scan, lines: true, early: early, chunked: o.ChunkHeader},
		parse:  parseTSV,
	}
	if o.ChunkHeader {
		t.parse = parseTSVChunk
	}
	names, err := o.headerNames(t.blocks, func(line []byte) (names []string) {
		for value := range bytes.SplitSeq(line, []byte{'\t'}) {
			text, _ := unescapeTSV(nil, value)
			names = append(names, string(text))
		}
		return names
	})
	t.columns = textFields(names)
	return t, err
}

// headerNames returns the names of the columns: those of the first line, if the
// input has such a line.
func (o *Options) headerNames(b *blocks, split func(line []byte) []string) ([]string, error) {
	if o.headless() {
		return o.inputNames(), nil
	}
	line, err := b.record()
	if err == io.EOF {
		return nil, usagef("the input is empty: it has no line with names (see --no-header)")
	}
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
	if err := checkHeader(line); err != nil {
		return nil, err
	}
	return split(line), nil
}

// checkHeader returns an error if a line with names is not text.
func checkHeader(line []byte) error {
	for _, c := range line {
		if c < ' ' && bytes.IndexByte([]byte("\t\r\n\f\v\x1b"), c) < 0 {
			return inputf("the line with names has the byte 0x%02X: the input is not text, or it is compressed or UTF-16", c)
		}
	}
	return nil
}

func parseTSV(t *textReader, f *frame) error      { return parseTabs(t, f, true) }
func parseTSVChunk(t *textReader, f *frame) error { return parseTabs(t, f, false) }

// parseTabs parses lines. With windows, a carriage return before a line end
// belongs to the line end.
func parseTabs(t *textReader, f *frame, windows bool) error {
	vectors := t.vectors(f)
	b := f.raw
	var scratch []byte
	blank := 0
	for row := range f.rows {
		end := bytes.IndexByte(b, '\n')
		line := b[:end]
		b = b[end+1:]
		if windows {
			line = bytes.TrimSuffix(line, []byte{'\r'})
			if len(line) == 0 && len(vectors) > 1 {
				blank++
				continue
			}
		}
		for k, v := range vectors {
			value, rest, more := bytes.Cut(line, []byte{'\t'})
			if more != (k < len(vectors)-1) {
				return f.rowError(row, "%d values, want %d", k+1+bytes.Count(line, []byte{'\t'}), len(vectors))
			}
			if line = rest; v == nil {
				continue
			}
			if bytes.IndexByte(value, '\\') >= 0 {
				var null bool
				if value, null = unescapeTSV(scratch[:0], value); null {
					v.AppendNull()
					continue
				}
				scratch = value
			}
			v.AppendBytes(value)
		}
	}
	f.rows -= blank
	return nil
}

// unescapeTSV appends the text of a value to b, and reports whether it is NULL.
func unescapeTSV(b, value []byte) (text []byte, null bool) {
	if string(value) == `\N` {
		return b, true
	}
	for i := 0; i < len(value); i++ {
		if value[i] != '\\' || i+1 == len(value) {
			b = append(b, value[i])
			continue
		}
		i++
		switch c := value[i]; c {
		case 't':
			b = append(b, '\t')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case '0':
			b = append(b, 0)
		case '\\', '\'':
			b = append(b, c)
		default:
			b = append(b, '\\', c)
		}
	}
	return b, false
}

func newTSVWriter(out io.Writer, o *Options, fields []outField) (*textWriter, error) {
	s := style{append: appendTSV}
	if o.ChunkHeader {
		s.append = appendTSVChunk
	}
	w := newTextWriter(out, fields, "\t", "\n", s)
	if o.headless() {
		return w, nil
	}
	return w, w.header()
}

// appendTSVChunk is appendTSV for ClickHouse, where an array cannot be NULL.
func appendTSVChunk(b []byte, c *cells, i int) []byte {
	if c.Kind == rows.List && c.IsNull(i) {
		return append(b, "[]"...)
	}
	return appendTSV(b, c, i)
}

// appendTSV appends value i of a column.
func appendTSV(b []byte, c *cells, i int) []byte {
	if c.IsNull(i) {
		return append(b, `\N`...)
	}
	switch c.Kind {
	case rows.Bool:
		return strconv.AppendBool(b, c.Bool(i))
	case rows.Int:
		return strconv.AppendInt(b, int64(c.Ints[i]), 10)
	case rows.List:
		b = append(b, '[')
		for k := c.Offsets[i]; k < c.Offsets[i+1]; k++ {
			if k > c.Offsets[i] {
				b = append(b, ',')
			}
			b = append(escapeTSV(append(b, '\''), c.Items.Bytes(int(k)), true), '\'')
		}
		return append(b, ']')
	}
	return escapeTSV(b, c.Bytes(i), false)
}

// escapeTSV appends text with escapes, also for single quotes if quotes is true.
func escapeTSV(b, text []byte, quotes bool) []byte {
	for _, c := range text {
		switch c {
		case '\t':
			b = append(b, `\t`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case 0:
			b = append(b, `\0`...)
		case '\\':
			b = append(b, `\\`...)
		case '\'':
			if quotes {
				b = append(b, '\\')
			}
			b = append(b, c)
		default:
			b = append(b, c)
		}
	}
	return b
}
