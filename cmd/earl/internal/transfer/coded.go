package transfer

import (
	"mime"
	"path"
	"strings"
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
