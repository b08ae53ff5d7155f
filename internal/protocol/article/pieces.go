package article

import (
	"io"
	"mime"
)

// Text returns r in UTF-8. It decodes the charset of the label, or that of a
// byte order mark at the beginning. If the label is unknown or US-ASCII, each
// line is read as ISO-2022-JP if it has its escape sequences, else as UTF-8 if it is
// valid, else as Windows-1252.
func Text(label string, r io.Reader) io.Reader { return decoded(label, r) }

// Content returns the body r with the transfer encoding in h decoded.
// Source: rfc2045 6.
func (h Header) Content(r io.Reader) io.Reader {
	return uncoded(h.Get("Content-Transfer-Encoding"), r)
}

// Type returns the media type in h and its parameters, or text/plain.
// Source: rfc2045 5.2.
func (h Header) Type() (media string, params map[string]string) {
	return MediaType(h.Get("Content-Type"))
}

// Filename returns the decoded name that h suggests for a file, or "".
// Source: rfc2183 2.3.
func (h Header) Filename() string {
	_, params := h.Type()
	name := params["name"]
	if _, disposition, err := mime.ParseMediaType(h.Get("Content-Disposition")); err == nil && disposition["filename"] != "" {
		name = disposition["filename"]
	}
	return Words(name)
}
