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

// headSize is how much of a document is looked at: in so much git too looks for
// the octet that no text has, and the header of a message ends long before.
const headSize = 8000

// Sniff returns what a document is by the media type that came with it, else by
// its name, else by its first octets, of which 8000 are enough. What nothing
// speaks for is [Text].
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

// named returns what a document is by media type and name, "" if neither tells.
func named(name, media string) Type {
	if t := ofMedia(media); t != "" {
		return t
	}
	return ofName(name)
}

// ofMedia returns what is sent under a media type, "" if that may be anything.
func ofMedia(media string) Type {
	kind, _, err := mime.ParseMediaType(media)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return ""
	}
	switch kind {
	case "text/html", "application/xhtml+xml", "image/svg+xml":
		return HTML
	case "text/markdown", "text/x-markdown":
		return Markdown
	case "text/css":
		return CSS
	case "message/rfc822", "message/global", "message/news":
		return Mail
	case "application/mbox":
		return Mbox
	case "application/octet-stream", "application/unknown", "application/x-unknown", "application/pdf", "application/gzip",
		"application/x-gzip", "application/zstd", "application/x-bzip2", "application/x-xz", "application/zip", "application/java-archive",
		"application/x-zip-compressed", "application/epub+zip":
		return ""
	}
	if strings.HasPrefix(kind, "application/vnd.o") { // openxmlformats-officedocument, oasis.opendocument
		return ""
	}
	return Text
}

// TypeOfName returns what a document is by its name, or "" if the name may be that
// of any document.
func TypeOfName(name string) Type { return ofName(name) }

// ofName returns what is kept under a name, "" if that may be anything.
func ofName(name string) Type {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".xht", ".shtml", ".svg":
		return HTML
	case ".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdwn", ".mkdown", ".mdx", ".qmd", ".rmd":
		return Markdown
	case ".css":
		return CSS
	case ".eml", ".mht", ".mhtml":
		return Mail
	case ".mbox", ".mbx":
		return Mbox
	case ".txt", ".text", ".log":
		return Text
	}
	return ""
}

// TypeOf returns what a document is, as [URLs] takes it, and a reader of all of it.
// No more is read than tells: whoever writes it may wait to hear of its first lines.
//
// What the first bytes show to be compressed is that, whatever type, name or media
// type it has: these are of its content. An archive is one unless Type is set or
// the media type says otherwise.
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

// tarOrText is TypeOf for a file whose name ends as that of a tar archive does.
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

// typeOfHead is TypeOf for what begins with head, and is of the known type unless
// that is empty. The known type was set, or follows from the name.
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

// A peeked reader reads again what was read to see what a document is.
type peeked struct {
	io.Reader
	from io.Reader // all of it, from its start, if it is a file
	head string    // its first bytes
}

// failed is a reader that brings an error, if it is one.
type failed struct{ err error }

// Read implements io.Reader.
func (f failed) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}
