package pdf

import (
	"bytes"
	"io"
)

// A position is where an object is.
type position struct {
	offset     int64 // of its value in the file; in a stream of objects, in its content
	start, end int64 // of the data of a stream in the file
	in         ref   // the stream of objects that contains it; 0: none
}

// chunk is how many bytes of the file are read at once.
const chunk = 64 << 10

// index records the positions of objects: the file is read once, from its
// start. A later object with the same number replaces an earlier one, as in
// files that were changed. Source: ISO 32000-1 7.3.10, 7.5.6.
func (d *document) index() error {
	for at := int64(0); ; {
		id, begin, err := d.nextObject(at)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(d.places) >= d.o.maxObjects() {
			return &LimitError{d.o.maxObjects()}
		}
		p := position{offset: begin}
		v, n, err := d.parseAt(begin)
		if err != nil && err != errSyntax && err != io.EOF && err != io.ErrUnexpectedEOF {
			return err
		}
		at = begin + max(n, 1)
		if hdr, ok := v.(dict); ok {
			if p.start, p.end, at, err = d.stream(at, hdr); err != nil {
				return err
			}
			d.note(id, p, hdr)
		}
		d.places[id] = p
	}
}

// note records what the index needs to know about an object.
func (d *document) note(id ref, p position, hdr dict) {
	switch hdr["Type"] {
	case name("ObjStm"):
		if p.start > 0 {
			d.holders = append(d.holders, id)
		}
	case name("Page"):
		d.loose = append(d.loose, id)
	case name("Catalog"):
		d.catalog = id
	case name("XRef"):
		d.trailer(hdr)
	}
}

// trailer reads a dictionary at the end of a file, or of one version of it.
func (d *document) trailer(hdr dict) {
	if _, ok := hdr["Encrypt"]; ok {
		d.encrypted = true
	}
	if root, ok := hdr["Root"].(ref); ok {
		d.root = root
	}
}

// nextObject returns the number of the next object after an offset, and the
// start of its value. It reads a trailer if there is one before.
func (d *document) nextObject(at int64) (id ref, begin int64, err error) {
	const word, overlap = "obj", 32
	for size := 1 << 10; ; size = chunk { // the next object is usually near
		if cap(d.buf) < chunk {
			d.buf = make([]byte, chunk)
		}
		b := d.buf[:size]
		n, err := d.r.ReadAt(b, at)
		b = b[:n]
		for i := 0; ; {
			k := bytes.Index(b[i:], []byte(word))
			end := i + k
			if k < 0 {
				end = n
			}
			if t := bytes.Index(b[i:end], []byte("trailer")); t >= 0 {
				d.trailerAt(at + int64(i+t+len("trailer")))
			}
			if k < 0 {
				break
			}
			if id, ok := numberBefore(b[:end]); ok {
				return id, at + int64(end+len(word)), nil
			}
			i = end + len(word)
		}
		if n < size {
			if err == nil {
				err = io.EOF
			}
			return 0, 0, err
		}
		at += int64(n - overlap)
	}
}

// trailerAt reads the trailer at an offset.
func (d *document) trailerAt(at int64) {
	v, _, err := d.parseAt(at)
	hdr, ok := v.(dict)
	if err != nil || !ok {
		return
	}
	d.trailer(hdr)
}

// numberBefore returns the number of the object whose keyword follows b: "12 0 ".
func numberBefore(b []byte) (id ref, ok bool) {
	b = bytes.TrimRight(b, " \r\n\t")
	generation := len(b)
	for generation > 0 && '0' <= b[generation-1] && b[generation-1] <= '9' {
		generation--
	}
	rest := bytes.TrimRight(b[:generation], " \r\n\t")
	if generation == len(b) || len(rest) == generation {
		return 0, false
	}
	const longest = 10
	n, digits, unit := uint64(0), 0, uint64(1)
	for i := len(rest) - 1; i >= 0 && digits < longest && '0' <= rest[i] && rest[i] <= '9'; i-- {
		n += uint64(rest[i]-'0') * unit
		unit *= 10
		digits++
	}
	return ref(n), digits > 0 && n > 0 && n < 1<<31
}

// parseAt reads the value at an offset of the file, and returns its length.
func (d *document) parseAt(at int64) (value, int64, error) {
	l := newLexer(d.o.unpacked(io.NewSectionReader(d.r, at, d.size-at)), true)
	v, err := l.value()
	n := l.n
	if len(l.again) > 0 {
		n = 1 // other numbers followed a number: the text after it is read again
	}
	return v, n, err
}

// stream returns the position of the data of a stream whose dictionary ends at
// an offset, and where the search for objects continues. start is 0 if no
// stream follows. Source: ISO 32000-1 7.3.8.
func (d *document) stream(at int64, hdr dict) (start, end, next int64, err error) {
	const keyword, close = "stream", "endstream"
	head := make([]byte, 64)
	n, _ := d.r.ReadAt(head, at)
	rest := bytes.TrimLeft(head[:n], " \r\n\t")
	if !bytes.HasPrefix(rest, []byte(keyword)) {
		return 0, 0, at, nil
	}
	start = at + int64(n-len(rest)+len(keyword))
	rest = rest[len(keyword):]
	if bytes.HasPrefix(rest, []byte("\r\n")) {
		start += 2
	} else if len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r') {
		start++
	}
	if length, ok := hdr["Length"].(float64); ok && length >= 0 && int64(length) <= d.size-start {
		end = start + int64(length)
		n, _ := d.r.ReadAt(head[:len(close)+2], end)
		if bytes.HasPrefix(bytes.TrimLeft(head[:n], "\r\n"), []byte(close)) {
			return start, end, end, nil
		}
	}
	end, err = d.find(start, close)
	return start, end, end, err
}

// find returns the offset of a word, or the end of the file.
func (d *document) find(at int64, word string) (int64, error) {
	buf := make([]byte, chunk)
	for {
		n, err := d.r.ReadAt(buf, at)
		if i := bytes.Index(buf[:n], []byte(word)); i >= 0 {
			return at + int64(i), nil
		}
		if n < len(buf) {
			if err == io.EOF {
				err = nil
			}
			return at + int64(n), err
		}
		at += int64(n - len(word))
	}
}
