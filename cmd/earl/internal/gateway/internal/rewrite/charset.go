package rewrite

import (
	"bufio"
	"io"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/transform"
)

// sniffed is how many bytes of a document are searched for its charset.
// Source: HTML, determining the character encoding.
const sniffed = 1024

// UTF8 converts a document to UTF-8 if its charset uses the bytes of "<" and letters for
// other characters, like UTF-16 and ISO-2022-JP. changed is then true, and the media type
// of the response must specify UTF-8. UTF8 does not change documents in other charsets.
func UTF8(page *bufio.Reader, media string) (r io.Reader, changed bool) {
	head, _ := page.Peek(sniffed)
	switch e, name, _ := charset.DetermineEncoding(head, media); name {
	case "utf-16le", "utf-16be", "iso-2022-jp":
		return transform.NewReader(page, e.NewDecoder()), true
	}
	return page, false
}
