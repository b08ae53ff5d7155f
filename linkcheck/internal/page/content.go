package page

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"hash"
	"io"

	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/open"
)

const (
	// maxSample is how many bytes of a page are kept to check what it says.
	maxSample = 256 << 10
	// maxText is how many bytes of a page are kept to search for the text of a fragment.
	maxText = 4 << 20
	// drained is the size up to which an object is read to its end, so that its
	// connection can be used again.
	drained = 64 << 10
)

// Drain reads the first bytes of a document, because some errors show only there. It
// reads a short document to its end, so that its connection can be used again.
func Drain(d *open.Document) error {
	n := int64(1)
	if d.Status != 0 && d.Size <= drained {
		n = drained
	}
	if _, err := io.CopyN(io.Discard, d.Body, n); err != io.EOF {
		return err
	}
	return nil
}

// ReadRefusal returns the body of an error page, or its beginning, and its title. If the
// page cannot be read, it returns what it has.
func ReadRefusal(d *open.Document) (title string, body []byte) {
	body, _ = io.ReadAll(io.LimitReader(d.Body, drained))
	if IsPage(TypeOf(&d.Meta)) && d.Coding == "" {
		title = ReadText(body, d.Type).Title
	}
	return title, body
}

// ReadHTML returns the text of a page of HTML, or of its beginning. It returns nil if the
// document is not one, or cannot be read.
func ReadHTML(d *open.Document) *Text {
	body, err := io.ReadAll(io.LimitReader(d.Body, maxSample))
	if err != nil || d.Coding != "" || !IsHTML(d.Type) {
		return nil
	}
	return ReadText(body, d.Type)
}

// A content is the bytes of a document, up to the limit. It ends in io.EOF, and keeps the
// error that it really ended in.
type content struct {
	body io.Reader
	left int64 // of the decoded bytes
	// decoded means that the body was decoded from the server's Content-Encoding.
	decoded bool
	read    int64
	err     error      // io.EOF if it ended without an error, or reached the limit
	sample  int        // how many bytes to keep in head
	ends    int        // line ends
	last    byte       // the last byte
	head    []byte     // the first bytes, up to sample
	digest  hash.Hash  // nil: no digest is wanted
	shape   *ShapeHash // nil: no digest is wanted, or it has no words
}

// newContent returns the content of a document.
func newContent(d *open.Document, limit int64) *content {
	c := &content{body: d.Body, left: limit}
	if IsHTML(d.Type) {
		c.sample = maxSample
	}
	return c
}

// hash has the digests computed of a content of a media type.
func (c *content) hash(media string) { c.digest, c.shape = sha256.New(), NewShapeHash(media) }

// decode decodes the body of a page that its server has compressed, and reports whether it
// can. The caller must close the result.
func (c *content) decode(name string) (io.Closer, bool) {
	r, err := coding.NewReader(name, c.body)
	if err != nil {
		return nil, false
	}
	c.body, c.decoded = r, true
	return r, true
}

// Read implements io.Reader.
func (c *content) Read(p []byte) (int, error) {
	if c.err == nil && c.left == 0 {
		c.err = io.EOF
	}
	if c.err != nil {
		return 0, io.EOF
	}
	n, err := c.body.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	c.read += int64(n)
	c.head = append(c.head, p[:min(n, c.sample-len(c.head))]...)
	c.ends += bytes.Count(p[:n], []byte("\n"))
	if n > 0 {
		c.last = p[n-1]
	}
	if c.digest != nil {
		c.digest.Write(p[:n])
		if c.shape != nil {
			c.shape.Write(p[:n])
		}
	}
	if c.err = err; err != nil {
		return n, io.EOF
	}
	return n, nil
}

// isCorrupt reports whether the body ended because it cannot be decoded.
func (c *content) isCorrupt() bool { return c.decoded && errors.Is(c.err, coding.ErrCorrupt) }

// isWhole reports whether all of the content was read.
func (c *content) isWhole() bool {
	if c.left > 0 {
		return true
	}
	n, _ := io.ReadFull(c.body, make([]byte, 1))
	return n == 0
}

// countLines returns how many lines were read, including a last line without a line end,
// or 0 if the content was not read to its end.
func (c *content) countLines() int {
	switch {
	case c.err != io.EOF || c.left == 0:
		return 0
	case c.last != '\n' && c.read > 0:
		return c.ends + 1
	}
	return max(c.ends, 1)
}
