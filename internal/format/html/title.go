package html

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// Title returns the text of the first TITLE in head, the beginning of a
// document with a media type. The text is UTF-8 with single spaces. Title
// returns "" if there is no TITLE before the BODY. The text is not yet safe to
// print.
func Title(head []byte, mediaType string) string {
	sniff := append([]byte("é"), head[:min(len(head), sniffed)]...) // UTF-8, unless the document specifies another charset
	if bytes.HasPrefix(head, []byte("\xFE\xFF")) || bytes.HasPrefix(head, []byte("\xFF\xFE")) {
		sniff = head
	}
	e, _, _ := charset.DetermineEncoding(sniff, mediaType)
	z := html.NewTokenizer(e.NewDecoder().Reader(bytes.NewReader(head)))
	z.SetMaxBuf(len(head) + 1024)
	depth := 0 // in SVG, whose TITLE belongs to a picture
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			switch name, _ := z.TagName(); string(name) {
			case "svg":
				depth++
			case "body":
				return ""
			case "title":
				if depth == 0 {
					return titleText(z)
				}
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "svg" {
				depth--
			}
		}
	}
}

// titleText returns the text up to the end of a TITLE. If the TITLE has no end,
// the text ends with the head.
func titleText(z *html.Tokenizer) string {
	if z.Next() != html.TextToken || z.Err() != nil && z.Err() != io.EOF {
		return ""
	}
	return strings.Join(strings.Fields(string(z.Text())), " ")
}
