package transfer

import (
	"bytes"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/open"
)

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
