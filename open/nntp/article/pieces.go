package article

import (
	"io"
	"mime"
)

// Text returns octets in the charset that a label names in UTF-8, or in the one
// that a mark of octet order before them says. A label that names none, or
// US-ASCII, is as good as none: then each line is taken for UTF-8 if it can be,
// else for Windows-1252.
func Text(label string, r io.Reader) io.Reader { return decoded(label, r) }

// Content returns the octets of a body as they were before its transfer
// encoding, which h names. Source: rfc2045 6.
func (h Header) Content(r io.Reader) io.Reader {
	return uncoded(h.Get("Content-Transfer-Encoding"), r)
}

// Type returns the media type that h says and its parameters, text/plain if it
// says none. Source: rfc2045 5.2.
func (h Header) Type() (media string, params map[string]string) { return contentType(h) }

// Filename returns the name that h suggests for a file, in words; "" if none.
// Source: rfc2183 2.3.
func (h Header) Filename() string {
	_, params := contentType(h)
	name := params["name"]
	if _, disposition, err := mime.ParseMediaType(h.Get("Content-Disposition")); err == nil && disposition["filename"] != "" {
		name = disposition["filename"]
	}
	return Words(name)
}
