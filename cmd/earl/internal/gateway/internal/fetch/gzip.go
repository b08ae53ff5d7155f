package fetch

import (
	"compress/gzip"
	"io"
	"strings"

	"github.com/earl-url/earl/open"
)

// DecodeGzip decodes a document that a server sent with gzip although the request did not
// allow it. The size of the decoded document is not known. Source: rfc9110 8.4.1.
func DecodeGzip(doc *open.Document) {
	if coding := strings.ToLower(doc.Coding); coding != "gzip" && coding != "x-gzip" {
		return
	}
	doc.Body = &gunzip{ReadCloser: doc.Body}
	doc.Coding, doc.Size = "", -1
	doc.Note = append(doc.Note, "the gateway undid the gzip")
}

// gunzip reads the content of a body in gzip. It reads nothing before the first Read.
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
