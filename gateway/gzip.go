package gateway

import (
	"compress/gzip"
	"io"
	"strings"

	"github.com/earl-url/earl/open"
)

// decodeGzip undoes the coding that a server used unasked, if that is gzip. How long
// the document is then nobody has said.
// Source: rfc9110 8.4.1.
func decodeGzip(doc *open.Document) {
	if coding := strings.ToLower(doc.Coding); coding != "gzip" && coding != "x-gzip" {
		return
	}
	doc.Body = &gunzip{ReadCloser: doc.Body}
	doc.Coding, doc.Size = "", -1
	doc.Note = append(doc.Note, "the gateway undid the gzip")
}

// gunzip reads what a body in gzip holds. Nothing is read before it is asked to.
type gunzip struct {
	io.ReadCloser
	text *gzip.Reader
}

func (b *gunzip) Read(p []byte) (n int, err error) {
	if b.text == nil {
		if b.text, err = gzip.NewReader(b.ReadCloser); err != nil {
			return 0, err
		}
	}
	return b.text.Read(p)
}
