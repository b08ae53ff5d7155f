package convert

import (
	"bytes"
	"io"
	"strconv"

	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/rows"
)

// CSV is that of RFC 4180. It has no NULL: as in PostgreSQL, an empty value
// without quotes is NULL, and "" is an empty text. A quote that is not at the
// start of a value is a character like another. Lines end with LF, CRLF or CR, and in
// outputs with LF. Lines without any byte are no rows if there are several columns.
//
// The reader is not encoding/csv, because that changes CRLF in values to LF,
// cannot tell NULL from "", and does not say where a row ends, so that the rows
// could not be shared out among workers.

func newCSVReader(in io.Reader, o *Options, early bool) (*textReader, error) {
	t := &textReader{
		blocks: &blocks{in: in, scan: new(csvScanner).scan, lines: true, early: early, chunked: o.ChunkHeader},
		parse:  parseCSV,
	}
	names, err := o.headerNames(t.blocks, func(line []byte) (names []string) {
		c := csvParser{b: line, line: -1}
		for more := true; more; {
			var text []byte
			var err error
			if text, _, more, err = c.next(); err != nil {
				return nil
			}
			names = append(names, string(text))
		}
		return names
	})
	t.columns = textFields(names)
	return t, err
}

// csvScanner is the scan of CSV, where a line end in quotes does not end a record.
// It searches the bytes of a record that is not whole only once.
type csvScanner struct {
	at    int // the bytes of the first record that were searched
	state csvState
}

// csvState is where in a record a csvScanner is.
type csvState uint8

const (
	csvStart  csvState = iota // at the start of a value
	csvQuotes                 // in quotes
	csvPlain                  // in a value without quotes, or after the quotes
)

func (s *csvScanner) scan(b []byte, most int) (end, n int) {
	for n < most {
		if n < 2 && s.at == 0 && bytes.IndexByte(b[end:], '"') < 0 {
			feedLines(b[end:])
			lines, k := scanLines(b[end:], most-n)
			end, n = end+lines, n+k
			if n < most {
				s.unquoted(b[end:])
			}
			break
		}
		size := s.record(b[end:])
		if size == 0 {
			break
		}
		end, n = end+size, n+1
	}
	return end, n
}

// unquoted sets the state at the end of b, the start of a record without quotes.
func (s *csvScanner) unquoted(b []byte) {
	*s = csvScanner{at: len(b), state: csvPlain}
	switch {
	case len(b) == 0 || b[len(b)-1] == ',':
		s.state = csvStart
	case b[len(b)-1] == '\r':
		s.at-- // the next byte says whether it is a line end
	}
}

// record returns the length of the record at the start of b with its line end, or
// 0 if the record is not whole.
func (s *csvScanner) record(b []byte) int {
	if s.at == 0 {
		if line := bytes.IndexByte(b, '\n') + 1; line > 0 && bytes.IndexByte(b[:line], '"') < 0 {
			if i := bytes.IndexByte(b[:line-1], '\r'); i >= 0 && i < line-2 {
				b[i] = '\n'
				return i + 1
			}
			return line
		}
	}
	for s.at < len(b) {
		rest := b[s.at:]
		switch s.state {
		case csvStart:
			s.state = csvPlain
			if rest[0] == '"' {
				s.at, s.state = s.at+1, csvQuotes
			}
		case csvQuotes:
			i := bytes.IndexByte(rest, '"')
			switch {
			case i < 0:
				s.at = len(b)
			case i+1 == len(rest):
				s.at += i // the next byte says whether the quote is doubled
				return 0
			case rest[i+1] == '"':
				s.at += i + 2
			default:
				s.at, s.state = s.at+i+1, csvPlain
			}
		case csvPlain:
			i := bytes.IndexAny(rest, ",\n\r")
			if i < 0 {
				s.at = len(b)
				break
			}
			if rest[i] == '\r' {
				if s.at += i; i+1 == len(rest) {
					return 0 // the next byte says whether it is a line end
				}
				if s.at++; rest[i+1] == '\n' {
					continue
				}
				rest[i] = '\n'
				size := s.at
				s.at, s.state = 0, csvStart
				return size
			}
			if s.at, s.state = s.at+i+1, csvStart; rest[i] == '\n' {
				size := s.at
				s.at = 0
				return size
			}
		}
	}
	return 0
}

// quotedEnd returns the position after the quoted value that starts at b[at], or
// 0 if it has no end.
func quotedEnd(b []byte, at int) int {
	for at++; ; at += 2 {
		i := bytes.IndexByte(b[at:], '"')
		if i < 0 {
			return 0
		}
		if at += i; at+1 == len(b) || b[at+1] != '"' {
			return at + 1
		}
	}
}

// csvParser reads the values of records one after another.
type csvParser struct {
	b       []byte
	at      int // the start of the next value
	line    int // the next line end after the values that were read; -1 before the first
	scratch []byte
}

// next returns the next value, which is in scratch if it had doubled quotes. more says
// that another value follows in the record. The end of b is the end of a record, if
// there is no line end.
func (c *csvParser) next() (text []byte, null, more bool, err error) {
	start, end := c.at, c.at
	quoted := start < len(c.b) && c.b[start] == '"'
	if quoted {
		end = max(end, quotedEnd(c.b, start))
	}
	if c.line < end { // it is searched once for each record, which can have many values
		if c.line = len(c.b); end < len(c.b) {
			if i := bytes.IndexByte(c.b[end:], '\n'); i >= 0 {
				c.line = end + i
			}
		}
	}
	stop := c.line
	if i := bytes.IndexByte(c.b[end:stop], ','); i >= 0 {
		stop, more = end+i, true
	}
	c.at = stop + 1
	text = c.b[start:stop]
	if !more {
		text = bytes.TrimSuffix(text, []byte{'\r'})
	}
	if !quoted {
		return text, len(text) == 0, more, nil
	}
	if len(text) != end-start {
		return nil, false, more, strconv.ErrSyntax
	}
	if text = text[1 : len(text)-1]; bytes.IndexByte(text, '"') >= 0 {
		c.scratch = append(c.scratch[:0], text...)
		text = bytes.ReplaceAll(c.scratch, []byte(`""`), []byte(`"`))
	}
	return text, false, more, nil
}

// blank reads a line without any byte, and reports whether it was there.
func (c *csvParser) blank() bool {
	at := c.at
	if at+1 < len(c.b) && c.b[at] == '\r' {
		at++
	}
	if at >= len(c.b) || c.b[at] != '\n' {
		return false
	}
	c.at = at + 1
	return true
}

func parseCSV(t *textReader, f *frame) error {
	vectors := t.vectors(f)
	c := csvParser{b: f.raw, line: -1}
	blank := 0
	for row := range f.rows {
		if len(vectors) > 1 && c.blank() {
			blank++
			continue
		}
		for k, v := range vectors {
			text, null, more, err := c.next()
			if err != nil {
				return f.rowError(row, "value %d: a closing quote must be followed by a comma or the end of the line", k+1)
			}
			if more != (k < len(vectors)-1) {
				return f.rowError(row, "it does not have %d values", len(vectors))
			}
			switch {
			case v == nil:
			case null:
				v.AppendNull()
			default:
				v.AppendBytes(text)
			}
		}
	}
	f.rows -= blank
	return nil
}

func newCSVWriter(out io.Writer, o *Options, fields []outField) (*textWriter, error) {
	w := newTextWriter(out, fields, ",", "\n", style{append: appendCSV})
	if o.headless() {
		return w, nil
	}
	return w, w.header()
}

// appendCSV appends value i of a column. A list is a JSON array.
func appendCSV(b []byte, c *cells, i int) []byte {
	if c.IsNull(i) {
		return b
	}
	switch c.Kind {
	case rows.Bool:
		return strconv.AppendBool(b, c.Bool(i))
	case rows.Int:
		return strconv.AppendInt(b, int64(c.Ints[i]), 10)
	case rows.List:
		return appendQuoted(b, appendJSONList(nil, c, i))
	}
	text := c.Bytes(i)
	if len(text) == 0 || needsQuotes(text) {
		return appendQuoted(b, text)
	}
	return append(b, text...)
}

// needsQuotes reports whether a value with text has quotes. Four searches take a
// third of the time of one for all four bytes.
func needsQuotes(text []byte) bool {
	return bytes.IndexByte(text, ',') >= 0 || bytes.IndexByte(text, '"') >= 0 ||
		bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0
}

// appendQuoted appends text in quotes.
func appendQuoted(b, text []byte) []byte {
	b = append(b, '"')
	for _, c := range text {
		if c == '"' {
			b = append(b, '"')
		}
		b = append(b, c)
	}
	return append(b, '"')
}

// appendJSONList appends list i of a column as a JSON array.
func appendJSONList(b []byte, c *cells, i int) []byte {
	b = append(b, '[')
	for k := c.Offsets[i]; k < c.Offsets[i+1]; k++ {
		if k > c.Offsets[i] {
			b = append(b, ',')
		}
		b = jsonstring.Append(b, c.text[c.Items.Offsets[k]:c.Items.Offsets[k+1]])
	}
	return append(b, ']')
}
