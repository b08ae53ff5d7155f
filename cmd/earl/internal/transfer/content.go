package transfer

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"os"
	"path"
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

// isFile reports whether a coded document is a file of the format itself: whether its name or
// type is that of the coding. If the content is still of that format after one layer of
// coding is removed, the server has coded the file for the transfer. The document keeps all
// its bytes.
func (t *Transfer) isFile(d *open.Document) (bool, error) {
	f := formatOf(d.Coding, d.Type, t.to.Name, NameOf(d.URL), NameOf(t.typed))
	if f == nil || t.decoded {
		return false, nil
	}
	if f.magic == "" || !coding.Known(d.Coding) || t.start+t.done > 0 {
		return true, nil
	}
	head := make([]byte, 4<<10)
	n, err := io.ReadFull(d.Body, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, err
	}
	d.Body = rest{io.MultiReader(bytes.NewReader(head[:n]), d.Body), d.Body}
	r, err := coding.NewReader(d.Coding, bytes.NewReader(head[:n]))
	if err != nil {
		return true, nil
	}
	defer r.Close()
	first := make([]byte, len(f.magic))
	n, _ = io.ReadFull(r, first)
	return string(first[:n]) != f.magic, nil
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

// A codedFormat is a format of files that is also a content coding. A server that has such a
// file often sends it with the coding as its Content-Encoding, although it was not coded for
// the transfer. The file is then saved as it was sent, so that its name is right and a
// published checksum agrees; curl, wget and browsers do the same.
type codedFormat struct {
	codings  string // in a Content-Encoding, with a space before and after each
	suffixes string // of file names
	types    string // media types
	magic    string // the first bytes, or "" if the format has none
}

var codedFormats = []codedFormat{
	{" gzip x-gzip ", " .gz .tgz .taz .svgz .gzip .emz .wmz .vgz ", " application/gzip application/x-gzip application/x-gunzip application/gzip-compressed application/x-tgz application/x-gtar-compressed ", "\x1F\x8B"},
	{" zstd ", " .zst .tzst .zstd ", " application/zstd application/x-zstd ", "\x28\xB5\x2F\xFD"},
	{" br ", " .br .tbr ", " application/x-brotli application/brotli ", ""},
	{" compress x-compress ", " .z .taz ", " application/x-compress ", "\x1F\x9D"},
	{" bzip2 x-bzip2 bz2 x-bz2 ", " .bz2 .tbz .tbz2 ", " application/x-bzip2 application/x-bzip application/bzip2 ", "BZh"},
	{" xz x-xz ", " .xz .txz ", " application/x-xz ", "\xFD7zXZ\x00"},
	{" lzma x-lzma ", " .lzma .tlz ", " application/x-lzma ", ""},
	{" deflate ", " .zz .zlib ", " application/zlib ", ""},
}

// formatOf returns the format of a file that has one of the names or the media type, if it is
// also the coding in a Content-Encoding, or nil.
func formatOf(field, media string, names ...string) *codedFormat {
	last := field[strings.LastIndexByte(field, ',')+1:]
	media, _, _ = mime.ParseMediaType(media)
	for i := range codedFormats {
		f := &codedFormats[i]
		if !hasWord(f.codings, strings.TrimSpace(last)) {
			continue
		}
		if hasWord(f.types, media) {
			return f
		}
		for _, name := range names {
			if hasWord(f.suffixes, path.Ext(name)) {
				return f
			}
		}
	}
	return nil
}

// hasWord reports whether a list, with a space before and after each word, has a word. It
// ignores the case.
func hasWord(list, word string) bool {
	return word != "" && strings.Contains(list, " "+strings.ToLower(word)+" ")
}
