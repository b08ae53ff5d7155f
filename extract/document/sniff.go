package document

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"mime"
	"path"
	"strings"
)

// headSize is how many bytes are used to detect the type. Git also searches so
// many bytes for a zero byte, which no text has. The header of a message is
// much shorter.
const headSize = 8000

// Sniff returns the type of a document from the media type that came with it,
// else from its name, else from head, its first bytes. 8000 bytes are enough.
// The default is [Text].
func Sniff(name, media string, head []byte) Type {
	if ofMedia(media) == "" {
		if t, _ := sniffPacked(string(head), true); t != "" {
			return t
		}
	}
	if t := named(name, media); t != "" {
		return t
	}
	t, _ := sniff(string(head[:min(len(head), headSize)]), true)
	return t
}

// named returns the type of a document from media type and name, or "" if
// neither determines it.
func named(name, media string) Type {
	if t := ofMedia(media); t != "" {
		return t
	}
	return ofName(name)
}

// ofMedia returns the type of documents with a media type, or "" if it can be
// any.
func ofMedia(media string) Type {
	kind, _, err := mime.ParseMediaType(media)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return ""
	}
	switch kind {
	case "application/octet-stream", "application/unknown", "application/x-unknown", "application/pdf", "application/gzip",
		"application/x-gzip", "application/zstd", "application/x-bzip2", "application/x-xz", "application/zip", "application/java-archive",
		"application/x-zip-compressed", "application/warc", "application/epub+zip":
		return ""
	}
	if t := tables().media[kind]; t != "" {
		return t
	}
	if strings.HasSuffix(kind, "/xml") || strings.HasSuffix(kind, "+xml") {
		return XML
	}
	if strings.HasSuffix(kind, "+json") {
		return JSON
	}
	if strings.HasSuffix(kind, "+yaml") {
		return YAML
	}
	if strings.HasPrefix(kind, "application/vnd.o") { // openxmlformats-officedocument, oasis.opendocument
		return ""
	}
	return Text
}

// TypeOfName returns the type of a document from its name, or "" if documents
// of several types have such names.
func TypeOfName(name string) Type { return ofName(name) }

// ofName returns the type of documents with a name, or "" if it can be any.
func ofName(name string) Type {
	name = strings.ToLower(path.Base(name))
	if t := tables().names[name]; t != "" {
		return t
	}
	return tables().names[path.Ext(name)]
}

// TypeOf returns the type of a document as [URLs] determines it, and a reader
// of all of it. It reads no more than necessary, because the writer may wait
// for a response to its first lines.
//
// A file that its first bytes show to be compressed is treated as compressed,
// whatever its type, name or media type; these describe its content. An archive
// is treated as an archive unless Type is set or the media type is a different
// one.
func TypeOf(r io.Reader, s Source) (Type, io.Reader) {
	media := ofMedia(s.Media)
	if isPacked(s.Type) || s.Type == "" && media != "" {
		return cmp.Or(s.Type, media), r
	}
	known := cmp.Or(s.Type, ofName(s.Name))
	if t, _ := packedByName(s.Name); t == Tar && known == "" {
		return tarOrText(r)
	}
	head := make([]byte, 0, headSize)
	for {
		n, err := r.Read(head[len(head):cap(head)])
		head = head[:len(head)+n]
		t, sure := typeOfHead(string(head), known, s.Type != "", err != nil || len(head) == cap(head))
		if sure {
			return t, &peeked{io.MultiReader(bytes.NewReader(head), failed{err}, r), r, string(head[:min(len(head), wideMark)])}
		}
	}
}

// tarOrText is TypeOf for a file whose name has the extension of a tar archive.
func tarOrText(r io.Reader) (Type, io.Reader) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(r, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	all := &peeked{io.MultiReader(bytes.NewReader(head[:n]), failed{err}, r), r, string(head[:min(n, wideMark)])}
	if isTar(head[:n]) {
		return Tar, all
	}
	return Text, all
}

// typeOfHead is TypeOf for a document that begins with head. known is its type
// if it was set or follows from the name, else "".
func typeOfHead(head string, known Type, isSet, whole bool) (t Type, sure bool) {
	packed, sure := sniffPacked(head, whole)
	switch {
	case !whole && isMarkStart(head):
		return "", false
	case !sure:
		return "", false
	case isCompressed(packed), packed != "" && !isSet:
		return packed, true
	case known != "":
		return known, true
	}
	return sniff(head, whole)
}

// A peeked reader reads again what was read to detect the type.
type peeked struct {
	io.Reader
	from io.Reader // all of it, from its start, if it is a file
	head string    // its first bytes
}

// failed is a reader that returns an error, if it is not nil.
type failed struct{ err error }

// Read implements io.Reader.
func (f failed) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}
