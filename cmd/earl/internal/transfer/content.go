package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/open"
)

// requested returns the codings in the request of a transfer. A part of an object is a
// part of its coded bytes and cannot be decoded, so no coding is requested for it.
func (t *Transfer) requested() string {
	switch o := &t.r.o; {
	case o.Raw:
		return ""
	case o.Compressed && !t.partial():
		return coding.Accept
	}
	return "identity"
}

// partial reports whether a part of an object is requested.
func (t *Transfer) partial() bool {
	o := &t.r.o
	return t.start+t.done > 0 || o.Range.Given || o.Resume.Given
}

// decode decodes a document, unless it is a file whose format is the coding. If its coding is
// not known, the document stays unchanged, and decode reports an error: no one can use it as
// what its media type says.
func (t *Transfer) decode(ctx context.Context, d *open.Document) error {
	if d.Coding != "" && t.r.o.Raw && t.start > 0 && t.done == 0 && t.r.o.Resume.Given && !t.isCoded(d.Coding) {
		return fmt.Errorf("%w: the server sends Content-Encoding %q, and the file may contain decompressed bytes; get it again without -C", errCoding, d.Coding)
	}
	if d.Coding == "" || t.r.o.Raw {
		return nil
	}
	name := d.URL.Redacted()
	if asSent, err := t.isFile(d); asSent || err != nil {
		if err == nil && t.start > 0 && t.done == 0 && strings.HasSuffix(strings.ToLower(d.Coding), "gzip") && t.r.o.Resume.Given && !t.isCoded("gzip") {
			err = fmt.Errorf("%w: the server sends a file in the format %s, and %s is not one; get it again without -C", errCoding, d.Coding, t.to.Shown())
		}
		t.r.o.Reporter.Verbose("%s: Content-Encoding %s is the format of the file, which is saved as it was sent", name, d.Coding)
		return err
	}
	switch {
	case t.partial() && t.start+t.done > 0:
		return fmt.Errorf("%w: the server sends Content-Encoding %q, which cannot be decompressed in parts; get it again without -C or -r", errCoding, d.Coding)
	case t.partial():
		t.r.o.Reporter.Remark("%s: Content-Encoding %s: the part is saved without decompression", name, d.Coding)
		return nil
	}
	r, err := coding.NewReader(d.Coding, d.Body)
	if err != nil {
		t.r.failed(ctx, name, fmt.Errorf("http: %w: Content-Encoding: %w; the document is saved as it was sent", open.ErrProtocol, err))
		return nil
	}
	if end, ok := r.(interface{ Trailing() bool }); ok {
		before := d.EndNotes
		d.EndNotes = func() (notes []string) {
			if before != nil {
				notes = before()
			}
			if end.Trailing() {
				notes = append(notes, name+": the bytes after the end of the compressed content were ignored")
			}
			return notes
		}
	}
	body := &decodedBody{Reader: r, decoder: r, raw: d.Body}
	if limit := t.r.o.MaxDecoded; limit > 0 {
		body.Reader = &cappedReader{r, limit}
	}
	d.Body, d.Size, d.Coding, t.decoded = body, -1, "", true
	return nil
}

// isCoded reports whether the file that is resumed certainly contains coded bytes.
func (t *Transfer) isCoded(coding string) bool {
	if !strings.EqualFold(coding, "gzip") {
		return false
	}
	f, err := t.destination().Open(os.O_RDONLY, false)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [3]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && head == [3]byte{0x1F, 0x8B, 8} // rfc1952 2.3
}

// errCoding is the cause of an error about content codings.
var errCoding = fmt.Errorf("%w: cannot resume", open.ErrServer)

// A decodedBody is a body that is decoded while it is read.
type decodedBody struct {
	io.Reader
	decoder, raw io.Closer
}

// Read reads decoded bytes. Content that does not match its coding is a protocol error.
func (b *decodedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	switch {
	case errors.Is(err, coding.ErrCorrupt):
		err = fmt.Errorf("http: %w: %w", open.ErrProtocol, err)
	case err == io.ErrUnexpectedEOF:
		err = fmt.Errorf("http: %w: the compressed content is truncated", open.ErrCut)
	}
	return n, err
}

// Close closes the body and releases the decoder.
func (b *decodedBody) Close() error {
	err := b.raw.Close()
	b.decoder.Close()
	return err
}

// A cappedReader reads a limited number of bytes. It returns an error if there are more.
type cappedReader struct {
	io.Reader
	left int64
}

// Read reads.
func (c *cappedReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p[:min(int64(len(p)), c.left+1)])
	if c.left -= int64(n); c.left < 0 {
		return n + int(c.left), fmt.Errorf("%w: the decoded document is larger than --max-size", open.ErrCut)
	}
	return n, err
}
