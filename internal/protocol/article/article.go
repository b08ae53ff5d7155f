// Package article shows a message, such as a news article, as UTF-8 text, with
// decoded headers and parts.
//
//	doc := resource.(*open.Document) // of type message/rfc822
//	err := article.WriteText(os.Stdout, doc.Body, article.Limits{})
//
// It accepts common errors, such as headers without a MIME-Version and bytes
// without a charset. It keeps only the header in memory, however long the
// message is. Its output is not yet safe for a terminal.
//
// It follows rfc5322, rfc5536, and of MIME rfc2045 to rfc2047. It does not
// decode uuencode or yEnc, decrypt, verify, or convert HTML to text.
package article

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The defaults for limits of [Limits] that are 0.
const (
	// DefaultHeader is larger than the header of any useful message.
	DefaultHeader = 256 << 10
	// DefaultParts is more parts than a user reads.
	DefaultParts = 1_000
	// DefaultDepth is deeper than forwarded messages in forwarded messages.
	DefaultDepth = 16
)

// Limits are the limits for a message. In each field 0 means the default.
type Limits struct {
	Header int // bytes of one header, also of a part's
	Parts  int // parts of the whole message
	Depth  int // parts within parts
}

// effective returns l with a value for each field.
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

// WriteText writes the message in r as text: the header fields that a reader
// wants, an empty line, and the parts. Lines end in LF. A line in brackets
// replaces a part that is not text, is broken, or exceeds a limit. The errors
// are [ErrHeader], that of w, and that of r. A truncated message ends in the
// error of r.
func WriteText(w io.Writer, r io.Reader, l Limits) error {
	source := &source{r: r}
	t := &text{limits: l.effective(), source: source, out: lineEnds{w: w}}
	err := t.message(bufio.NewReader(source), 0)
	if err == nil {
		_, err = io.Copy(io.Discard, source) // text after the parts
	}
	if source.err != nil {
		err = source.err
	}
	if flushed := t.out.flush(); err == nil {
		err = flushed
	}
	return err
}

// source is the reader of the message. It distinguishes its errors from those
// of the decoders.
type source struct {
	r   io.Reader
	err error // except io.EOF
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
	parts  int  // parts so far
	ended  bool // a remark says that the message is broken
}

// shown are the header fields that are written, in this order.
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

// remark writes a line of this package in brackets.
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
	return t.remark("the message ends here, inside its parts")
}

// lineEnds writes text with LF for each CR LF. It keeps any other CR.
type lineEnds struct {
	w      io.Writer
	cr     bool // a CR waits for the next byte
	inside bool // the next byte does not begin a line
	// fault is the error of w. It is separate so that decoders do not report it as
	// their own.
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

// oneLine returns text without the control characters that would split it into
// lines.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || 0x80 <= r && r < 0xA0 || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s))
}
