package pdf

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"
)

const (
	// maxHeld is how many bytes of a stream of objects are held. Programs write
	// some hundred kilobytes into one.
	maxHeld = 32 << 20
	// maxChain is the maximum length of a chain of references.
	maxChain = 16
)

// A held is a stream of objects in memory.
type held struct {
	content []byte
	offsets map[ref]int64
}

// indexHolders records the positions of objects in streams of objects. Source:
// ISO 32000-1 7.5.7.
func (d *document) indexHolders() error {
	for _, id := range d.holders {
		h, err := d.hold(id)
		if err != nil {
			if errors.Is(err, errSyntax) {
				continue
			}
			return err
		}
		for inner, offset := range h.offsets {
			if len(d.places) >= d.o.maxObjects() {
				return &LimitError{d.o.maxObjects()}
			}
			if p, ok := d.places[inner]; ok && p.in == 0 && p.offset > d.places[id].offset {
				continue // the file has a later version of the object
			}
			d.places[inner] = position{offset: offset, in: id}
			v, err := d.parseHeld(h, offset)
			if hdr, ok := v.(dict); ok && err == nil {
				d.note(inner, position{}, hdr)
			}
		}
	}
	return nil
}

// hold returns the content of a stream of objects.
func (d *document) hold(id ref) (*held, error) {
	if h, ok := d.held[id]; ok {
		return h, nil
	}
	p := d.places[id]
	v, _, err := d.parseAt(p.offset)
	if err != nil {
		return nil, err
	}
	hdr, _ := v.(dict)
	r, err := d.decode(hdr, p)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(r, maxHeld+1))
	if err != nil {
		return nil, err
	}
	first, _ := hdr["First"].(float64)
	count, _ := hdr["N"].(float64)
	if len(content) > maxHeld || first < 0 || int(first) > len(content) {
		return nil, errSyntax
	}
	h := &held{content: content, offsets: map[ref]int64{}}
	l := newLexer(bytes.NewReader(content[:int(first)]), false)
	for range int(min(max(count, 0), maxValues)) {
		inner, err := l.token()
		offset, failed := l.token()
		a, ok1 := inner.(float64)
		b, ok2 := offset.(float64)
		if err != nil || failed != nil || !ok1 || !ok2 || a <= 0 || b < 0 || int(first)+int(b) > len(content) {
			break
		}
		h.offsets[ref(a)] = int64(first) + int64(b)
	}
	if d.heldBytes += len(content); d.heldBytes > 2*maxHeld {
		clear(d.held)
		d.heldBytes = len(content)
	}
	d.held[id] = h
	return h, nil
}

// parseHeld reads a value in a stream of objects.
func (d *document) parseHeld(h *held, offset int64) (value, error) {
	return newLexer(d.o.unpacked(bytes.NewReader(h.content[offset:])), true).value()
}

// resolve returns a value, or the object that it refers to. For a damaged
// object it returns nil.
func (d *document) resolve(v value) value {
	v, _ = d.object(v)
	return v
}

// object is resolve, and also returns the position of the object, which a stream
// needs.
func (d *document) object(v value) (value, position) {
	var p position
	for range maxChain {
		r, ok := v.(ref)
		if !ok {
			return v, p
		}
		if p, ok = d.places[r]; !ok {
			return nil, p
		}
		if d.reads++; d.reads > leastReads+maxReads*len(d.places) {
			d.fail(ErrReads)
			return nil, p
		}
		var err error
		if p.in == 0 {
			v, _, err = d.parseAt(p.offset)
		} else {
			var h *held
			if h, err = d.hold(p.in); err == nil {
				v, err = d.parseHeld(h, p.offset)
			}
		}
		if err != nil {
			if !errors.Is(err, errSyntax) && err != io.EOF {
				d.fail(err)
			}
			return nil, p
		}
	}
	return nil, p
}

// maxReads is how often each object may be read on average, and leastReads is
// the limit for small files. Pages share fonts, and a font is read about ten
// times.
const (
	maxReads   = 100
	leastReads = 200_000
)

// ErrReads means that pages use the same objects more often than in any PDF
// that a real program writes.
var ErrReads = errors.New("pdf: limit: pages use the same objects too often; the rest was not searched")

// dictOf returns the dictionary that a value is, or refers to; or nil if it is not a dictionary.
func (d *document) dictOf(v value) dict {
	hdr, _ := d.resolve(v).(dict)
	return hdr
}

// arrayOf returns the array that a value is, or refers to, or nil.
func (d *document) arrayOf(v value) []value {
	all, _ := d.resolve(v).([]value)
	return all
}

// decode returns the content of a stream. Source: ISO 32000-1 7.4.
func (d *document) decode(hdr dict, p position) (io.Reader, error) {
	if p.start == 0 {
		return nil, errSyntax
	}
	var r io.Reader = io.NewSectionReader(d.r, p.start, p.end-p.start)
	filters := d.resolve(hdr["Filter"])
	all, ok := filters.([]value)
	if !ok && filters != nil {
		all = []value{filters}
	}
	if len(all) > maxFilters {
		return nil, errSyntax
	}
	parameters := d.resolve(hdr["DecodeParms"])
	if list, ok := parameters.([]value); ok && len(list) > 0 {
		parameters = d.resolve(list[0])
	}
	if params, ok := parameters.(dict); ok {
		if n, _ := d.resolve(params["Predictor"]).(float64); n > 1 {
			return nil, errors.New("pdf: unsupported: a stream with a predictor")
		}
	}
	for _, f := range all {
		var err error
		if r, err = filter(r, d.resolve(f)); err != nil {
			return nil, err
		}
	}
	return d.o.unpacked(r), nil
}

// maxFilters is the maximum number of filters of a stream: programs write one
// or two.
const maxFilters = 4

// filter returns a reader that decodes r.
func filter(r io.Reader, f value) (io.Reader, error) {
	switch f {
	case name("FlateDecode"), name("Fl"):
		z, err := zlib.NewReader(bufio.NewReader(r))
		if err != nil {
			return nil, damaged(err)
		}
		return decoding{z}, nil
	case name("ASCII85Decode"), name("A" + "85"): // split, because it looks like the id of a requirement
		return decoding{ascii85.NewDecoder(&untilTilde{r: bufio.NewReader(r)})}, nil
	case name("ASCIIHexDecode"), name("AHx"):
		return hexReader{newLexer(r, false)}, nil
	}
	return nil, fmt.Errorf("pdf: unsupported stream encoding %.20q", f)
}

// damaged returns the error for an error of a decoder.
func damaged(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("pdf: damaged: a stream ends too early")
	}
	return fmt.Errorf("pdf: damaged: a stream cannot be decompressed: %w", err)
}

// decoding is the reader of a decoder.
type decoding struct{ r io.Reader }

// Read implements io.Reader.
func (d decoding) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if err != nil && err != io.EOF {
		err = damaged(err)
	}
	return n, err
}

// untilTilde reads up to the end mark of ASCII85, "~>".
type untilTilde struct {
	r     *bufio.Reader
	ended bool
}

// Read implements io.Reader.
func (u *untilTilde) Read(p []byte) (int, error) {
	for i := range p {
		c, err := u.r.ReadByte()
		if u.ended = u.ended || c == '~'; err == nil && u.ended {
			err = io.EOF
		}
		if err != nil {
			return i, err
		}
		p[i] = c
	}
	return len(p), nil
}

// hexReader decodes ASCIIHex: all of it is one string.
type hexReader struct{ l *lexer }

// Read implements io.Reader.
func (h hexReader) Read(p []byte) (int, error) {
	for i := range p {
		n := byte(0)
		for range 2 {
			c, err := h.l.skipSpace()
			switch {
			case err != nil || c == '>':
				return i, io.EOF
			case c >= 'A':
				c = c | 0x20 - 'a' + 10
			default:
				c -= '0'
			}
			n = n<<4 | c&0xF
		}
		p[i] = n
	}
	return len(p), nil
}
