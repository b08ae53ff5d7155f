package tftp

import (
	"io"

	"github.com/earl-url/earl/open/internal/wire"
)

// body is the content of a file.
type body struct {
	t   *transfer
	err error
}

// Read reads from the block that has come, and requests the next one when the block
// is empty.
func (b *body) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(b.t.data) == 0 && b.err == nil {
		if b.err = b.t.ctx.Err(); b.err != nil {
			break
		}
		if b.t.last {
			b.err = b.t.complete()
		} else {
			b.err = b.t.advance(false)
		}
		if b.err != nil {
			b.t.stop()
		}
	}
	n := copy(p, b.t.data)
	b.t.data = b.t.data[n:]
	if n > 0 {
		return n, nil
	}
	return 0, b.err
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }

// Close ends the transfer, at any time.
func (b *body) Close() error {
	b.t.stop()
	return nil
}

// asciiBody is the content of a text: CR LF becomes LF, and CR NUL becomes CR. Any
// other CR is unchanged. Source: rfc764; rfc1350 1.
type asciiBody struct {
	body
	raw [1 << 10]byte
	out []byte // text that was not read yet
	cr  bool   // the last byte was a CR, and is not in out
	end error
}

// Read reads text.
func (b *asciiBody) Read(p []byte) (int, error) {
	for len(b.out) == 0 && len(p) > 0 {
		if b.end != nil {
			return 0, b.end
		}
		var n int
		n, b.end = b.body.Read(b.raw[:])
		b.decode(b.raw[:n])
	}
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}

// decode adds the text of some bytes to out, and a CR at the end of the file.
func (b *asciiBody) decode(raw []byte) {
	b.out = b.out[:0]
	for _, c := range raw {
		if b.cr {
			b.cr = false
			switch c {
			case '\n':
				b.out = append(b.out, '\n')
				continue
			case 0:
				b.out = append(b.out, '\r')
				continue
			}
			b.out = append(b.out, '\r')
		}
		if b.cr = c == '\r'; !b.cr {
			b.out = append(b.out, c)
		}
	}
	if b.end != nil && b.cr {
		b.cr = false
		b.out = append(b.out, '\r')
	}
}

// WriteTo copies the rest to w.
func (b *asciiBody) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }
