package gopher

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

const (
	// lookAhead is how many bytes are read before the kind of a reply is decided:
	// an error line is much shorter.
	lookAhead = 8 << 10
	// headerMax is how much of a line is read to check whether it is a header. A
	// valid one has 21 bytes: a sign, 18 digits, CR LF.
	headerMax = 64
	// failureMax is how much of a failure's text is read.
	failureMax = 16 << 10
)

// framing is how the end of a reply is recognized.
type framing uint8

const (
	toClose  framing = iota // no header: the end of the connection
	counted                 // "+n": after n bytes
	dotEnded                // "+-1": at a line "."
	rawClose                // "+-2": the end of the connection, and no line is special
)

// reply is what a server sends after its header. Readers use r. Each byte is
// read once.
type reply struct {
	conn    *wire.Conn
	r       *bufio.Reader // over the reply itself
	head    []byte        // bytes read in search of a header, and not part of one
	framing framing
	left    int64 // remaining bytes, if they are counted
}

// newReply returns the reply on conn.
func newReply(conn *wire.Conn) *reply {
	p := &reply{conn: conn}
	p.r = bufio.NewReaderSize(source{p}, 2*lookAhead)
	return p
}

// source reads a reply below its buffer.
type source struct{ p *reply }

// Read reads bytes of the reply and nothing after it. If the reply has fewer
// bytes than announced, the error is an [open.ErrCut].
func (s source) Read(b []byte) (int, error) {
	p := s.p
	if len(p.head) > 0 {
		n := copy(b, p.head)
		p.head = p.head[n:]
		return n, nil
	}
	if p.framing != counted {
		return p.conn.Read(b)
	}
	if p.left == 0 {
		return 0, io.EOF
	}
	if int64(len(b)) > p.left {
		b = b[:p.left]
	}
	n, err := p.conn.Read(b)
	p.left -= int64(n)
	if err == io.EOF && p.left > 0 {
		err = fmt.Errorf("%w: %d bytes fewer than the header announced", open.ErrCut, p.left)
	}
	return n, err
}

// header is the first line of a reply to a Gopher+ request.
type header struct {
	present   bool
	failed    bool
	malformed bool   // a sign and a number that is not a length of Gopher+
	line      string // without its line end
}

// header reads the header, if there is one: a sign and "-1", "-2" or digits,
// and nothing else. Any other line stays part of the reply.
func (p *reply) header() (header, error) {
	var line []byte
	for len(line) < headerMax {
		var c [1]byte
		_, err := io.ReadFull(p.conn, c[:])
		if err == io.EOF {
			break
		}
		if err != nil {
			return header{}, err
		}
		line = append(line, c[0])
		if c[0] == '\n' {
			if h, ok := p.parseHeader(string(line)); ok {
				return h, nil
			}
			break
		}
		if !strings.ContainsRune("+-0123456789\r", rune(c[0])) {
			break
		}
	}
	p.head = line
	text := string(wire.TrimLineEnd(line))
	return header{malformed: isSignedNumber(text), line: text}, nil
}

// isSignedNumber reports whether a line is a sign, an optional "-" and digits.
func isSignedNumber(line string) bool {
	if line == "" || line[0] != '+' && line[0] != '-' {
		return false
	}
	digits := strings.TrimPrefix(line[1:], "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// parseHeader reads a line with its end as a header.
func (p *reply) parseHeader(line string) (header, bool) {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	if len(line) < 2 || line[0] != '+' && line[0] != '-' {
		return header{}, false
	}
	switch length := line[1:]; length {
	case "-1":
		p.framing = dotEnded
	case "-2":
		p.framing = rawClose
	default:
		n, err := strconv.ParseInt(length, 10, 64)
		if err != nil || length[0] < '0' || length[0] > '9' || len(length) > 18 {
			return header{}, false
		}
		p.framing, p.left = counted, n
	}
	return header{present: true, failed: line[0] == '-', line: line}, true
}

// more waits until the look-ahead has more than n bytes, and returns it. With
// an error it has n bytes or fewer.
func (p *reply) more(n int) ([]byte, error) {
	_, err := p.r.Peek(n + 1)
	b, _ := p.r.Peek(p.r.Buffered())
	return b, err
}

// errNoDot is the error of a reply whose header announced a line "." and that
// has none. At least one server puts the dot after a last line without a line
// end.
var errNoDot = fmt.Errorf("%w: no line \".\" at its end", open.ErrCut)

// readLine reads a line and returns it without its LF or CR LF, valid until the
// next read, and whether it had one. Each line must come within the idle time.
// A line longer than the limit is an [open.ErrProtocol]; io.EOF means that no
// line began.
func (p *reply) readLine(limit wire.Limit, idle time.Duration) (line []byte, whole bool, err error) {
	if b, _ := p.r.Peek(p.r.Buffered()); bytes.IndexByte(b, '\n') < 0 {
		p.conn.SetUntil(time.Now().Add(idle))
		defer p.conn.SetUntil(time.Time{})
	}
	for {
		piece, err := p.r.ReadSlice('\n')
		if line == nil && err != bufio.ErrBufferFull {
			line = piece // of the buffer: nothing is appended to it
		} else {
			line = append(line, piece...)
		}
		text := wire.TrimLineEnd(line)
		switch {
		case len(text) > limit.Octets:
			return nil, false, limit.TooLong()
		case err == nil:
			return text, true, nil
		case err == io.EOF && len(line) > 0:
			return text, false, nil
		case err != bufio.ErrBufferFull:
			return nil, false, err
		}
	}
}

// refused returns the error in a reply without a header, if it is one: a single
// item of type 3, or of type 0 that is not a link.
func (q *query) refused(p *reply) error {
	b, err := p.more(0)
	for err == nil && (b[0] == '3' || b[0] == '0') && len(b) < lookAhead && bytes.IndexByte(b, '\n') < 0 {
		b, err = p.more(len(b))
	}
	if err != nil && err != io.EOF {
		return err
	}
	n := bytes.IndexByte(b, '\n') + 1
	if n == 0 {
		n = len(b)
	}
	line := wire.TrimLineEnd(b[:n])
	if n == 0 || !isErrorItem(line) {
		return nil
	}
	return q.refusedBy(p, string(line), n)
}

// refusedBy returns the error in a first line of n bytes, if it is one and only
// a line "." follows it. It does not wait for the server to close the
// connection.
func (q *query) refusedBy(p *reply, line string, n int) error {
	for seen := n; ; {
		b, err := p.more(seen)
		rest := b[min(n, len(b)):]
		switch string(rest) {
		case "", ".", ".\r", ".\n", ".\r\n":
		default:
			return nil
		}
		over := err == io.EOF || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, secure.ErrNoEnd)
		if over || q.item.class == classMenu && bytes.HasSuffix(rest, []byte("\n")) {
			q.trace('S', line)
			words, _, _ := strings.Cut(line[1:], "\t")
			return &Error{Text: dialogue.Text(words)}
		}
		if err != nil {
			return err
		}
		seen = len(b)
	}
}

// isDot reports whether a line is the one that ends a text or a menu.
func isDot(line []byte) bool { return len(line) == 1 && line[0] == '.' }

// isErrorItem reports whether a line is an item of type 3 or 0 with an
// impossible host and port: servers send it instead of a missing object.
func isErrorItem(line []byte) bool {
	if len(line) == 0 || line[0] != '3' && line[0] != '0' {
		return false
	}
	fields := strings.Split(string(line), "\t")
	return len(fields) >= 4 && isErrorHost(fields[2], fields[3])
}

// isErrorHost reports whether a host and port are those of items that are not
// links.
func isErrorHost(host, port string) bool {
	switch strings.ToLower(strings.TrimSpace(host)) {
	case "", "error.host", "null.host", "(null)":
		port = strings.TrimSpace(port)
		return port == "0" || port == "1"
	}
	return false
}
