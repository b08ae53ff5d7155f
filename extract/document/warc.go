package document

import (
	"archive/zip"
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/warc"
)

// maxHTTPHeader is how many bytes of a response are read for its header.
const maxHTTPHeader = 64 << 10

// errHeader means that the header of a response is longer than maxHTTPHeader.
var errHeader = fmt.Errorf("document: the header of the response has more than %d bytes: it was not searched", maxHTTPHeader)

// warcOf returns the web archive that a file of type t is, if the file can be read at any offset.
// Then damaged records are skipped.
func warcOf(r io.Reader, t Type, name string) (*warc.Source, bool) {
	at, size, ok := sized(r)
	if !ok || t != WARC && t != Gzip {
		return nil, false
	}
	if t == Gzip {
		z, err := gzip.NewReader(io.NewSectionReader(at, 0, size))
		if err != nil {
			return nil, false
		}
		var head [len("WARC/1")]byte
		if _, err := io.ReadFull(z, head[:]); err != nil || !strings.HasPrefix(string(head[:]), "WARC/") {
			return nil, false
		}
	}
	return &warc.Source{Name: name, ReaderAt: at, Size: size}, true
}

// storedWARC returns the content of a file in a zip archive that is a web archive in a WACZ file.
// Source: WACZ 1.1.1 5.2.1.
func storedWARC(at io.ReaderAt, f *zip.File, locked bool) (*io.SectionReader, bool) {
	name := strings.ToLower(f.Name)
	if f.Method != zip.Store || f.Flags&1 != 0 || locked || !strings.HasSuffix(name, ".warc") && !strings.HasSuffix(name, ".warc.gz") {
		return nil, false
	}
	offset, err := f.DataOffset()
	if err != nil {
		return nil, false
	}
	return io.NewSectionReader(at, offset, int64(f.UncompressedSize64)), true
}

// errEnough ends the search of a web archive when the caller wants no more matches.
var errEnough = errors.New("document: stopped")

// warcFile finds the URLs in the records of a web archive. A damaged record is an error of its
// member, and the search continues after it.
func (u *unpacker) warcFile(source *warc.Source, s Source, member string, depth int) error {
	n, reported := 0, false
	err := source.Each(func(r *warc.Reader, rec *warc.Record) error {
		n++
		err := u.record(rec, n, s, member, depth)
		if u.stopped {
			return errEnough
		}
		return err
	}, func(skipped warc.Skipped) {
		n++
		reported = true
		u.fault(recordName(skipped.Record, n, member), &DamagedError{WARC, skipped.Err})
	})
	var limit *LimitError
	switch {
	case errors.As(err, &limit):
		return limit
	case u.stopped, err == nil, reported:
		return nil
	}
	return &DamagedError{WARC, err}
}

// warc finds the URLs in the records of a web archive that is a stream, up to the first error.
func (u *unpacker) warc(r io.Reader, s Source, member string, depth int) error {
	in := warc.NewReader(r)
	for n := 1; ; n++ {
		rec, err := in.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return &DamagedError{WARC, err}
		}
		var limit *LimitError
		switch err := u.record(rec, n, s, member, depth); {
		case u.stopped:
			return nil
		case errors.As(err, &limit):
			return limit
		case err != nil:
			return &DamagedError{WARC, err}
		}
	}
}

// recordName returns the path of a record: its URL, or its number if it has none.
func recordName(rec *warc.Record, n int, member string) string {
	name := fmt.Sprintf("record %d", n)
	if rec != nil {
		name = cmp.Or(rec.Target(), name)
	}
	if member != "" {
		name = member + "!" + name
	}
	return name
}

// record finds the URLs in the document of a record. The base is its URL. Source: WARC 1.1 6.3, 6.4.
func (u *unpacker) record(rec *warc.Record, n int, s Source, member string, depth int) error {
	switch rec.Type() {
	case warc.Response, warc.Resource, warc.Conversion:
	default:
		return nil
	}
	block := &blockReader{r: rec.Block}
	err := u.each(member, recordName(rec, n, ""), func(name string) error {
		if err := u.response(rec, block, s, name, depth); block.err == nil {
			return err
		}
		return nil // the reader of the archive reports it, with its offset
	})
	return cmp.Or(block.err, err)
}

// response finds the URLs in the document of a record, whose path is name.
func (u *unpacker) response(rec *warc.Record, block io.Reader, s Source, name string, depth int) error {
	source := Source{Media: rec.ContentType(), Code: s.Code}
	edition := cmp.Or(u.o.Edition, earl.RFC3986)
	if at, err := edition.Parse(rec.Target()); err == nil {
		source.Base = extract.BaseOf(at)
		source.Name = path.Base(at.Path())
	}
	body := bufio.NewReaderSize(u.budget.unpacked(block), maxHTTPHeader)
	start, _ := body.Peek(maxHTTPHeader)
	if !warc.IsMessage(rec, start) {
		return u.payload(body, source, name, depth)
	}
	head := warc.ReadHead(start)
	if head.Bare {
		source.Media = ""
		return u.payload(body, source, name, depth)
	}
	length := warc.HeaderLength(start)
	switch {
	case length == 0 && len(start) == maxHTTPHeader:
		return errHeader
	case length == 0: // there is no body
		length = len(start)
	}
	body.Discard(length)
	source.Media = head.Fields.Get("Content-Type")
	base, fault := source.Base.Within(edition, func(name string) (values []string) {
		for _, f := range head.Fields {
			if strings.EqualFold(f.Name, name) {
				values = append(values, f.Value)
			}
		}
		return values
	})
	if source.Base = base; fault != nil && !u.emit(extract.Match{Member: name, Line: 1, Column: 1}, fault) {
		return nil
	}
	decoded, done, err := decodeBody(body, head.Fields)
	if err != nil {
		return err
	}
	defer done()
	return u.payload(decoded, source, name, depth)
}

// payload finds the URLs of a document in a record. Pictures and sound have none.
func (u *unpacker) payload(r io.Reader, s Source, name string, depth int) error {
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s.Media)), "/")
	switch kind {
	case "audio", "video", "font":
		return nil
	case "image":
		if !strings.Contains(strings.ToLower(s.Media), "svg") {
			return nil
		}
	}
	if s.Media != "" {
		s.Name = "" // a server names pages as it likes
	}
	return u.document(r, s, name, depth+1)
}

// A blockReader keeps the error of the block of a record.
type blockReader struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (b *blockReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}

// decodeBody returns the body of a response without its chunks and codings, and a function that
// releases its memory. Archives also have bodies whose codings were removed. Source: rfc9112 6.1,
// 7.1; rfc9110 8.4.
func decodeBody(body *bufio.Reader, fields warc.Header) (io.Reader, func(), error) {
	var codings []string
	for _, field := range [...]string{"Content-Encoding", "Transfer-Encoding"} {
		for name := range strings.SplitSeq(fields.Get(field), ",") {
			name = strings.ToLower(strings.TrimSpace(name))
			switch start, _ := body.Peek(maxHTTPHeader); {
			case name == "" || name == "identity":
			case name != "chunked":
				codings = append(codings, name)
			case beginsChunk(start):
				body = bufio.NewReaderSize(warc.Dechunk(body), maxHTTPHeader)
			}
		}
	}
	start, _ := body.Peek(512)
	if len(codings) == 0 || isDecoded(codings[len(codings)-1], start) {
		return body, func() {}, nil
	}
	r, err := coding.NewReader(strings.Join(codings, ","), body)
	if err != nil {
		return nil, nil, err
	}
	return r, func() { r.Close() }, nil
}

// beginsChunk reports whether a body begins with the line before a chunk.
func beginsChunk(start []byte) bool {
	n := 0
	for n < len(start) && strings.IndexByte("0123456789abcdefABCDEF", start[n]) >= 0 {
		n++
	}
	rest := strings.TrimLeft(string(start[n:min(len(start), n+80)]), " \t")
	return n > 0 && rest != "" && (rest[0] == ';' || rest[0] == '\r' || rest[0] == '\n')
}

// isDecoded reports whether a body does not have a coding that its header names.
func isDecoded(name string, start []byte) bool {
	switch name {
	case "gzip", "x-gzip":
		return len(start) > 1 && string(start[:2]) != "\x1f\x8b"
	case "zstd":
		return len(start) > 3 && string(start[:4]) != "\x28\xb5\x2f\xfd"
	}
	for len(start) > 0 { // text: what other codings make has control characters
		r, n := utf8.DecodeRune(start)
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == utf8.RuneError && n == 1 && len(start) >= utf8.UTFMax {
			return false
		}
		start = start[n:]
	}
	return true
}
