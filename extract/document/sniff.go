package document

import (
	"bytes"
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
	case "text/html", "application/xhtml+xml":
		return HTML
	case "text/markdown", "text/x-markdown":
		return Markdown
	case "message/rfc822", "message/global", "message/news":
		return Mail
	case "application/mbox":
		return Mbox
	case "application/octet-stream", "application/unknown", "application/x-unknown":
		return ""
	}
	return Text
}

// ofName returns what is kept under a name, "" if that may be anything.
func ofName(name string) Type {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".xht", ".shtml":
		return HTML
	case ".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdwn":
		return Markdown
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
func TypeOf(r io.Reader, s Source) (Type, io.Reader) {
	if s.Type != "" {
		return s.Type, r
	}
	if t := named(s.Name, s.Media); t != "" {
		return t, r
	}
	head := make([]byte, 0, headSize)
	for {
		n, err := r.Read(head[len(head):cap(head)])
		head = head[:len(head)+n]
		t, sure := sniff(string(head), err != nil || len(head) == cap(head))
		if sure {
			return t, io.MultiReader(bytes.NewReader(head), failed{err}, r)
		}
	}
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
