package wais

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// headerSize is the number of bytes before the body of a message.
const headerSize = 25

// reader reads messages from one connection after the other.
type reader struct {
	idle  time.Duration
	limit int // the most bytes of a body
	body  bytes.Buffer
}

// read reads a message and returns its body, valid until the next read. The
// header must arrive within the idle time. The body is read as it arrives,
// whatever its announced length. If the connection ends, the error is an
// [open.ErrCut]; begun reports whether any byte arrived.
func (r *reader) read(conn *wire.Conn) (body []byte, begun bool, err error) {
	var header [headerSize]byte
	conn.SetUntil(time.Now().Add(r.idle))
	n, err := io.ReadFull(conn, header[:])
	conn.SetUntil(time.Time{})
	if err != nil {
		return nil, n > 0, ended(err, "without an answer")
	}
	length, err := parseHeader(header[:])
	if err != nil {
		return nil, true, err
	}
	if length > int64(r.limit) {
		return nil, true, broken("a message of %d bytes, and only %d are allowed (wais.Options.MessageSize)", length, r.limit)
	}
	r.body.Reset()
	if _, err := io.CopyN(&r.body, wire.ReaderOnly{Reader: conn}, length); err != nil {
		return nil, true, ended(err, "inside a message")
	}
	return r.body.Bytes(), true, nil
}

// ended returns err, or an [open.ErrCut] for an end of the connection.
func ended(err error, where string) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: the connection ended %s", open.ErrCut, where)
	}
	return err
}

// parseHeader parses the header of a message and returns the length of its
// body, an APDU that is neither compressed nor encoded. It ignores the server's
// name, the version and the checksum. Spaces may precede the length.
func parseHeader(h []byte) (length int64, err error) {
	digits := strings.TrimLeft(string(h[:10]), " ")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, broken("a header that begins with %q, not with a length", h[:10])
	}
	for _, c := range []byte(digits) {
		length = 10*length + int64(c-'0')
	}
	switch {
	case h[10] != 'z' && h[10] != 'Z':
		return 0, broken("a message of type %q, not an APDU", h[10])
	case h[22] != ' ':
		return 0, broken("a message compressed by %q", h[22])
	case h[23] != ' ':
		return 0, broken("a message encoded by %q", h[23])
	}
	return length, nil
}
