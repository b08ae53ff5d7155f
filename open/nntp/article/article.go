// Package article shows a message, such as a news article, as text: its header
// in words, its parts decoded, in UTF-8.
//
//	doc := resource.(*open.Document) // of type message/rfc822
//	err := article.WriteText(os.Stdout, doc.Body, article.Limits{})
//
// It reads what is there and mends what it can: headers without a MIME-Version,
// octets without a charset. It keeps nothing but the header in memory, however
// long the message is. What it writes is not yet safe for a terminal.
//
// It follows rfc5322, rfc5536, and of MIME rfc2045 to rfc2047. It does not undo
// uuencode or yEnc, decrypt, verify, or make text of HTML.
package article

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The limits that a zero field of [Limits] means.
const (
	// DefaultHeader is more than any message has to say of itself.
	DefaultHeader = 256 << 10
	// DefaultParts is more than a person looks at.
	DefaultParts = 1_000
	// DefaultDepth is more than forwarding a forwarded message comes to.
	DefaultDepth = 16
)

// Limits bound what a message can ask for. In each 0 means the default.
type Limits struct {
	Header int // octets of one header, or of that of a part
	Parts  int // parts of the whole message
	Depth  int // parts within parts
}

// effective returns l with a number in each field.
func (l Limits) effective() Limits {
	if l.Header == 0 {
		l.Header = DefaultHeader
	}
	if l.Parts == 0 {
		l.Parts = DefaultParts
	}
	if l.Depth == 0 {
		l.Depth = DefaultDepth
	}
	return l
}

// ErrHeader is the error of a header that is longer than its limit.
var ErrHeader = errors.New("the header of the message is too long (Limits.Header)")

// WriteText writes the message that r has as text: those fields of its header
// that a reader wants, an empty line, its parts. Lines end in LF. A part that is
// no text stands as a line in brackets, and so does what is broken or past a
// limit. The errors are [ErrHeader], that of w, and that of r: a message that was
// cut short ends in the same error here.
func WriteText(w io.Writer, r io.Reader, l Limits) error {
	source := &source{r: r}
	t := &text{limits: l.effective(), source: source, out: lineEnds{w: w}}
	err := t.message(bufio.NewReader(source), 0)
	if err == nil {
		_, err = io.Copy(io.Discard, source) // what stands behind the parts
	}
	if source.err != nil {
		err = source.err
	}
	if flushed := t.out.flush(); err == nil {
		err = flushed
	}
	return err
}

// source is the reader of the message: it tells its errors from those of what
// is decoded.
type source struct {
	r   io.Reader
	err error // but for io.EOF
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// text writes one message.
type text struct {
	limits Limits
	source *source
	out    lineEnds
	parts  int  // so far
	ended  bool // it was remarked that the message is broken
}

// shown are the fields of a header that are written, in this order.
var shown = [...]string{"From", "Newsgroups", "To", "Cc", "Subject", "Date", "Followup-To", "Organization", "Message-ID"}

// message writes a message: its header, an empty line, its body.
func (t *text) message(r *bufio.Reader, depth int) error {
	h, err := ReadHeader(r, t.limits.Header)
	if err != nil {
		return err
	}
	for _, name := range shown {
		if value := Words(h.Get(name)); value != "" {
			if err := t.out.print(name + ": " + value + "\n"); err != nil {
				return err
			}
		}
	}
	if err := t.out.print("\n"); err != nil {
		return err
	}
	return t.entity(h, r, depth)
}

// remark writes a line of our own.
func (t *text) remark(format string, args ...any) error {
	line := "[" + fmt.Sprintf(format, args...) + "]\n"
	if t.out.inside {
		line = "\n" + line
	}
	return t.out.print(line)
}

// broken remarks, once, that a message ends inside its parts.
func (t *text) broken() error {
	if t.ended {
		return nil
	}
	t.ended = true
	return t.remark("here the message ends, though its parts do not")
}

// lineEnds writes text with LF for each CR LF. A CR before anything else stays.
type lineEnds struct {
	w      io.Writer
	cr     bool // a CR waits for what follows
	inside bool // the next octet begins no line
	// fault is the error of w: the decoders below must not take it for theirs.
	fault error
}

func (l *lineEnds) Write(p []byte) (int, error) {
	b := make([]byte, 0, len(p)+1)
	for _, c := range p {
		if l.cr && c != '\n' {
			b = append(b, '\r')
		}
		if l.cr = c == '\r'; !l.cr {
			b = append(b, c)
		}
	}
	if n := len(b); n > 0 {
		l.inside = b[n-1] != '\n'
	}
	if _, err := l.w.Write(b); err != nil {
		l.fault = err
		return 0, err
	}
	return len(p), nil
}

// print writes a text.
func (l *lineEnds) print(s string) error {
	_, err := io.WriteString(l, s)
	return err
}

// flush writes a last CR.
func (l *lineEnds) flush() error {
	if !l.cr || l.fault != nil {
		return l.fault
	}
	l.cr = false
	_, err := l.w.Write([]byte("\r"))
	return err
}

// oneLine returns text without the control characters that would make it more
// than one line.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || 0x80 <= r && r < 0xA0 || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s))
}
