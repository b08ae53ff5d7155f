package rewrite

import (
	"bufio"
	"io"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/transform"
)

// sniffed is how much of a document shows its charset, in bytes.
// Source: HTML, determining the character encoding.
const sniffed = 1024

// UTF8 returns a document of a media type as UTF-8 if its charset writes other
// characters with the bytes of "<" and letters: UTF-16 and ISO-2022-JP do. Then changed is
// true, and the response must say that the charset is UTF-8. The bytes of any other
// charset stay.
func UTF8(page *bufio.Reader, media string) (r io.Reader, changed bool) {
	head, _ := page.Peek(sniffed)
	switch e, name, _ := charset.DetermineEncoding(head, media); name {
	case "utf-16le", "utf-16be", "iso-2022-jp":
		return transform.NewReader(page, e.NewDecoder()), true
	}
	return page, false
}
