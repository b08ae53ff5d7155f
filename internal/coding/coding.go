// Package coding decodes http content: gzip, deflate, br and zstd.
//
//	r, err := coding.NewReader(response.Header.Get("Content-Encoding"), response.Body)
//	defer r.Close()
//
// It decodes a stream with bounded memory. It does not limit the size of the decoded
// content. Small content can become very large, so callers should set a limit. Source: rfc9110 8.4; rfc1950 to rfc1952; rfc7932; rfc8878.
package coding

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Accept is the field Accept-Encoding with the codings that NewReader knows.
const Accept = "gzip, deflate, br, zstd"

const (
	// maxLayers limits how many codings one content has.
	maxLayers = 3
	// maxWindow is the memory that zstd content may use, in bytes. Source: rfc9659 3.
	maxWindow = 8 << 20
)

// ErrUnknown is the error of a coding that NewReader does not know.
var ErrUnknown = errors.New("unknown content coding")

// ErrCorrupt is the error of content that does not match its coding.
var ErrCorrupt = errors.New("the compressed content is not valid")

// NewReader returns a reader that decodes r, by the value of the field Content-Encoding.
// NewReader itself reads nothing; its error wraps ErrUnknown. The reader returns errors of
// r, errors that wrap ErrCorrupt, and io.ErrUnexpectedEOF if the content is truncated. The
// caller closes the reader, which does not close r.
func NewReader(field string, r io.Reader) (io.ReadCloser, error) {
	names, err := layers(field)
	if err != nil {
		return nil, err
	}
	closers := closers{}
	for _, name := range slices.Backward(names) {
		d := &decoder{name: name, source: &source{r: r}}
		closers.list = append(closers.list, d)
		r = d
	}
	closers.Reader = r
	return &closers, nil
}

// Known reports whether NewReader knows all codings of a field.
func Known(field string) bool {
	_, err := layers(field)
	return err == nil
}

// layers returns the codings of a field, in the order in which the server applied them.
func layers(field string) ([]string, error) {
	var names []string
	for name := range strings.SplitSeq(field, ",") {
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case "", "identity":
			continue
		case "x-gzip":
			name = "gzip"
		case "gzip", "deflate", "br", "zstd":
		default:
			return nil, fmt.Errorf("%w %q", ErrUnknown, name)
		}
		names = append(names, name)
	}
	if len(names) > maxLayers {
		return nil, fmt.Errorf("%w: more than %d codings", ErrUnknown, maxLayers)
	}
	return names, nil
}

// closers reads from the last of several readers, and closes all of them.
type closers struct {
	io.Reader
	list []*decoder
}

// Close releases memory.
func (c *closers) Close() error {
	for _, d := range c.list {
		d.close()
	}
	return nil
}

// source keeps the error of the coded content, to distinguish it from errors of the
// decoder.
type source struct {
	r     io.Reader
	bytes int64
	err   error
}

// Read reads.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.bytes += int64(n)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// A decoder decodes one coding. It creates its reader at the first Read, because gzip
// readers read the header when they are created.
type decoder struct {
	name   string
	source *source
	r      io.Reader
	end    func()
	err    error

	members *members // of gzip
}

// Read reads decoded bytes. Content without any byte is empty, with any coding.
func (d *decoder) Read(p []byte) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	if d.r == nil {
		if d.err = d.begin(); d.err != nil {
			if d.source.bytes == 0 && d.source.err == nil {
				d.err = io.EOF
				return 0, io.EOF
			}
			d.err = d.failure(d.err)
			return 0, d.err
		}
	}
	n, err := d.r.Read(p)
	if err != nil {
		d.err = d.failure(err)
	}
	return n, d.err
}

// begin creates the reader.
func (d *decoder) begin() (err error) {
	in := bufio.NewReader(d.source)
	if _, err := in.Peek(1); err != nil {
		return err
	}
	switch d.name {
	case "gzip":
		d.members = &members{in: in}
		d.r, err = d.members, d.members.begin()
	case "br":
		d.r = brotli.NewReader(in)
	case "zstd":
		var z *zstd.Decoder
		if z, err = zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow)); err == nil {
			d.r, d.end = z, z.Close
		}
	default:
		d.r, err = inflate(in)
	}
	return err
}

// members reads gzip content: one or more members. It does not read other bytes after
// the last member. Source: rfc1952 2.2.
type members struct {
	in   *bufio.Reader
	z    *gzip.Reader
	more bool // there are bytes after the last member
}

// begin reads the header of the next member.
func (m *members) begin() (err error) {
	if m.z == nil {
		m.z, err = gzip.NewReader(m.in)
	} else {
		err = m.z.Reset(m.in)
	}
	if err == nil {
		m.z.Multistream(false)
	}
	return err
}

// Read reads.
func (m *members) Read(p []byte) (int, error) {
	n, err := m.z.Read(p)
	if err != io.EOF {
		return n, err
	}
	next, err := m.in.Peek(2)
	switch {
	case len(next) == 2 && next[0] == 0x1F && next[1] == 0x8B:
		return n, m.begin()
	case len(next) > 0:
		m.more = true
	case err != io.EOF:
		return n, err
	}
	return n, io.EOF
}

// Trailing reports whether there are unread bytes after complete content.
func (c *closers) Trailing() bool {
	return slices.ContainsFunc(c.list, func(d *decoder) bool { return d.members != nil && d.members.more })
}

// inflate reads deflate, which servers send with and without the header of zlib.
// Source: rfc9110 8.4.1.2.
func inflate(in *bufio.Reader) (io.Reader, error) {
	head, err := in.Peek(2)
	if err == nil && head[0]&0x0F == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(in)
	}
	return flate.NewReader(in), nil
}

// failure returns the error for an error of the reader.
func (d *decoder) failure(err error) error {
	switch {
	case err == io.EOF:
		return err
	case d.source.err != nil:
		return d.source.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%w (%s): %w", ErrCorrupt, d.name, err)
}

// close releases memory.
func (d *decoder) close() {
	if d.end != nil {
		d.end()
	}
	d.err = io.ErrClosedPipe
}
