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
// start of a value is a character like another. Lines end with LF or CRLF, and in
// outputs with LF.
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
		var scratch []byte
		for more := true; more; {
			var c csvValue
			var err error
			if c, scratch, err = nextCSV(line, scratch); err != nil {
				return nil
			}
			names = append(names, string(c.text))
			line, more = c.rest, c.more
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
	if len(b) == 0 || b[len(b)-1] == ',' {
		s.state = csvStart
	}
}

// record returns the length of the record at the start of b with its line end, or
// 0 if the record is not whole.
func (s *csvScanner) record(b []byte) int {
	if s.at == 0 {
		if line := bytes.IndexByte(b, '\n') + 1; line > 0 && bytes.IndexByte(b[:line], '"') < 0 {
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
			i := bytes.IndexAny(rest, ",\n")
			if i < 0 {
				s.at = len(b)
				break
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

// csvValue is one value of a record.
type csvValue struct {
	text []byte
	null bool
	more bool   // another value follows in this record
	rest []byte // what follows
}

// nextCSV returns the value at the start of b, which is in scratch if it had
// doubled quotes. The end of b is the end of a record, if there is no line end.
func nextCSV(b, scratch []byte) (csvValue, []byte, error) {
	quoted := len(b) > 0 && b[0] == '"'
	end := 0
	if quoted {
		end = quotedEnd(b, 0)
	}
	i := bytes.IndexByte(b[end:], '\n')
	if i < 0 {
		i = len(b) - end
	}
	if comma := bytes.IndexByte(b[end:end+i], ','); comma >= 0 {
		i = comma
	}
	v := csvValue{text: b[:end+i], rest: b[min(end+i+1, len(b)):], more: end+i < len(b) && b[end+i] == ','}
	if !v.more {
		v.text = bytes.TrimSuffix(v.text, []byte{'\r'})
	}
	if !quoted {
		v.null = len(v.text) == 0
		return v, scratch, nil
	}
	if len(v.text) != end {
		return v, scratch, strconv.ErrSyntax
	}
	if v.text = v.text[1 : end-1]; bytes.IndexByte(v.text, '"') >= 0 {
		scratch = append(scratch[:0], v.text...)
		v.text = bytes.ReplaceAll(scratch, []byte(`""`), []byte(`"`))
	}
	return v, scratch, nil
}

func parseCSV(t *textReader, f *frame) error {
	vectors := t.vectors(f)
	b := f.raw
	var scratch []byte
	for row := range f.rows {
		for k, v := range vectors {
			var value csvValue
			var err error
			if value, scratch, err = nextCSV(b, scratch); err != nil {
				return f.rowError(row, "value %d: a closing quote must be followed by a comma or the end of the line", k+1)
			}
			if value.more != (k < len(vectors)-1) {
				return f.rowError(row, "it does not have %d values", len(vectors))
			}
			b = value.rest
			switch {
			case v == nil:
			case value.null:
				v.AppendNull()
			default:
				v.AppendBytes(value.text)
			}
		}
	}
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
