package mid

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/mbox"
	"github.com/earl-url/earl/views"
)

const (
	// lineSize is the longest beginning of a line that is looked at.
	lineSize = 64 << 10
	// checked is the number of lines between two checks of the context.
	checked = 4096
)

// A span is where a message is in its file.
type span struct {
	start, end int64 // without the line before it in an mbox, and the empty line after it
	quoted     int64 // the number of lines with a ">" that the mbox has added
	encloses   bool  // it may enclose other messages
}

// A scanner reads the messages of a file: those of an mbox if its first line is
// that of one, and else one message. It does not use Content-Length to find the
// end of a message: the sender of a message can write any number there.
type scanner struct {
	ctx     context.Context
	lines   lineReader
	headers int // the limit of a header in bytes
	// each receives each message with its Message-ID.
	each func(id earl.Octets, s span) error

	mbox     bool
	current  span
	open     bool // current has begun
	inHeader bool
	header   int64  // bytes of the header so far
	name     bool   // the field is Message-ID
	value    []byte // of the Message-ID
	found    bool   // value is complete
}

// scan reads all messages of r.
func (s *scanner) scan(r io.Reader) error {
	s.lines = lineReader{r: bufio.NewReaderSize(r, lineSize)}
	blank := int64(0) // the length of the line before, if it was empty
	for n := 0; ; n++ {
		if n%checked == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		at := s.lines.off
		line, err := s.lines.next()
		if err == io.EOF {
			return s.finish(at - blank)
		}
		if err != nil {
			return err
		}
		if (n == 0 || s.mbox && blank > 0) && mbox.IsEnvelope(line) {
			if err := s.finish(at - blank); err != nil {
				return err
			}
			s.mbox = true
			s.begin(s.lines.off)
			blank = 0
			continue
		}
		if n == 0 {
			s.begin(0)
		}
		blank = 0
		if isBlank(line) && s.open {
			blank = s.lines.off - at
		}
		s.line(line, s.lines.off-at)
	}
}

// isBlank reports whether a line is empty.
func isBlank(line []byte) bool { return len(bytes.TrimRight(line, "\r\n")) == 0 }

// begin begins a message.
func (s *scanner) begin(at int64) {
	s.current, s.open = span{start: at}, true
	s.inHeader, s.header, s.name, s.found, s.value = true, 0, false, false, s.value[:0]
}

// finish ends a message.
func (s *scanner) finish(at int64) error {
	if !s.open {
		return nil
	}
	s.open = false
	s.current.end = max(at, s.current.start)
	if !s.mbox {
		s.current.end = s.lines.off
	}
	return s.each(views.IDOf(string(s.value)), s.current)
}

// line reads a line of a message; n is its length in the file.
func (s *scanner) line(line []byte, n int64) {
	if s.mbox && mbox.IsQuoted(line) {
		s.current.quoted++
	}
	s.current.encloses = s.current.encloses || mayEnclose(line)
	if !s.inHeader {
		return
	}
	s.header += n
	switch {
	case isBlank(line), s.header > int64(s.headers):
		s.inHeader = false
		return
	case line[0] == ' ' || line[0] == '\t':
	default:
		s.found = s.found || s.name
		s.name = isMessageID(line)
		if s.name {
			line = line[bytes.IndexByte(line, ':')+1:]
		}
	}
	if s.name && !s.found {
		s.value = append(s.value, line...)
	}
}

// isMessageID reports whether a line begins a field Message-ID.
func isMessageID(line []byte) bool {
	const name = "message-id"
	return len(line) > len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) &&
		bytes.HasPrefix(bytes.TrimLeft(line[len(name):], " \t"), []byte(":"))
}

// A lineReader reads lines, however long they are.
type lineReader struct {
	r    *bufio.Reader
	off  int64 // offset of the next line
	long []byte
}

// next returns the next line, or its beginning if it is long. The end of the
// input is io.EOF.
func (l *lineReader) next() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	l.off += int64(len(line))
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], line...)
		line = l.long
		for err == bufio.ErrBufferFull {
			var more []byte
			more, err = l.r.ReadSlice('\n')
			l.off += int64(len(more))
		}
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	return line, err
}

// unquoted is a message of an mbox without the ">" that the mbox has added.
type unquoted struct {
	lines lineReader
	rest  []byte
	begun bool // rest is the middle of a line
	err   error
}

// newUnquoted returns the message in r.
func newUnquoted(r io.Reader) *unquoted {
	return &unquoted{lines: lineReader{r: bufio.NewReaderSize(r, lineSize)}}
}

// Read implements io.Reader.
func (u *unquoted) Read(p []byte) (int, error) {
	for len(u.rest) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		line, err := u.lines.r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			err = nil
		}
		u.err = err
		if u.rest = line; !u.begun && mbox.IsQuoted(line) {
			u.rest = line[1:]
		}
		u.begun = !bytes.HasSuffix(line, []byte("\n"))
	}
	n := copy(p, u.rest)
	u.rest = u.rest[n:]
	return n, nil
}
