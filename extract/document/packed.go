package document

import (
	"path"
	"strings"
)

// The types of files that contain documents. They are detected from their first
// bytes, whatever their name and media type. [Types] does not include them.
const (
	Gzip  Type = "gzip"  // one compressed document: rfc1952
	Zstd  Type = "zstd"  // rfc8878
	Bzip2 Type = "bzip2" //
	XZ    Type = "xz"    //
	Zip   Type = "zip"   // an archive; includes .docx, .odt, .epub and .jar
	Tar   Type = "tar"   // an archive, usually compressed
	PDF   Type = "pdf"   // ISO 32000
	WARC  Type = "warc"  // a web archive: ISO 28500
)

// A signature is how the files of a type begin.
type signature struct {
	t     Type
	first string
	note  string // a description of the file, if it cannot be searched
}

// signatures are the types that are recognized by their first bytes.
var signatures = [...]signature{
	{Gzip, "\x1f\x8b\x08", ""},
	{Zstd, "\x28\xb5\x2f\xfd", ""},
	{Bzip2, "BZh1", ""}, {Bzip2, "BZh2", ""}, {Bzip2, "BZh3", ""}, {Bzip2, "BZh4", ""}, {Bzip2, "BZh5", ""},
	{Bzip2, "BZh6", ""}, {Bzip2, "BZh7", ""}, {Bzip2, "BZh8", ""}, {Bzip2, "BZh9", ""},
	{XZ, "\xfd7zXZ\x00", ""},
	{Zip, "PK\x03\x04", ""}, {Zip, "PK\x05\x06", ""},
	{PDF, "%PDF-", ""},
	{WARC, "WARC/0.", ""}, {WARC, "WARC/1.", ""},
	{"7z", "7z\xbc\xaf\x27\x1c", "a 7-Zip archive"},
	{"rar", "Rar!\x1a\x07", "a RAR archive"},
	{"lz4", "\x04\x22\x4d\x18", "an LZ4 file"},
	{"compress", "\x1f\x9d", "a file of compress (.Z)"},
	{"ole2", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an encrypted or old Office document (OLE2)"},
}

// sniffPacked returns the type of a file that contains documents and begins
// with head, or "" for any other file. It also returns whether more bytes would
// not change the result. whole means that there are no more bytes.
func sniffPacked(head string, whole bool) (t Type, sure bool) {
	for i := range signatures {
		s := &signatures[i]
		switch {
		case strings.HasPrefix(head, s.first):
			return s.t, true
		case !whole && strings.HasPrefix(s.first, head):
			return "", false
		}
	}
	return "", true
}

// unsupported returns a description of a file of type t, if it contains
// documents that cannot be searched.
func unsupported(t Type) (note string, ok bool) {
	for i := range signatures {
		if s := &signatures[i]; s.t == t && s.note != "" {
			return s.note, true
		}
	}
	return "", false
}

// isPacked reports whether a type is one of files that contain documents.
func isPacked(t Type) bool {
	if t == Tar {
		return true
	}
	for i := range signatures {
		if signatures[i].t == t && t != "" {
			return true
		}
	}
	return false
}

// isCompressed reports whether a file of type t is one compressed document.
func isCompressed(t Type) bool { return t == Gzip || t == Zstd || t == Bzip2 || t == XZ }

// packedByName returns the type that a file must have because of its name, or
// "", and its name without the extension of a compressed file.
func packedByName(name string) (t Type, inner string) {
	ext := path.Ext(name)
	inner = name[:len(name)-len(ext)]
	switch strings.ToLower(ext) { // it may have more bytes than ext
	case ".gz", ".svgz":
		return Gzip, inner
	case ".tgz":
		return Gzip, inner + ".tar"
	case ".zst", ".zstd":
		return Zstd, inner
	case ".bz2":
		return Bzip2, inner
	case ".xz":
		return XZ, inner
	case ".tar":
		return Tar, name
	case ".warc":
		return WARC, name
	case ".zip", ".wacz", ".jar", ".epub", ".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".xltx", ".pptx", ".pptm", ".potx", ".ppsx",
		".odt", ".ods", ".odp", ".odg", ".ott", ".ots", ".otp":
		return Zip, name
	case ".pdf":
		return PDF, name
	}
	return "", name
}
