package mcpserver

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
)

// sniffed is how many bytes of a document show whether it is text.
// Source: whatwg mimesniff 5.2.
const sniffed = 1445

// document reads a document as text.
func (s *Server) document(p *page, d *open.Document) error {
	body := io.Reader(d.Body)
	if d.Coding != "" {
		decoded, err := coding.NewReader(d.Coding, body)
		if err != nil {
			p.Binary = true
			p.Notes = append(p.Notes, "the content has the coding "+line(d.Coding, 100))
			return nil
		}
		defer decoded.Close()
		body = decoded
	}
	r := bufio.NewReaderSize(body, 4096)
	head, err := r.Peek(sniffed)
	if err != nil && err != io.EOF && len(head) == 0 {
		return err
	}
	kind := kindOf(d.Type, head)
	if kind == binaryData {
		p.Binary = true
		return nil
	}
	content, err := io.ReadAll(io.LimitReader(r, s.o.MaxSize+1))
	switch {
	case err != nil && len(content) == 0:
		return err
	case err != nil:
		p.Truncated = truncated(err)
	case int64(len(content)) > s.o.MaxSize: // only decoded content: the policy limits other content
		content = content[:s.o.MaxSize]
		p.Truncated = fmt.Sprintf("the object has more than %d bytes (limit of --max-size)", s.o.MaxSize)
	}
	if d.EndNotes != nil {
		for _, note := range d.EndNotes() {
			p.Notes = append(p.Notes, line(note, maxMessage))
		}
	}
	switch kind {
	case webPage:
		s.html(p, d, content)
	case mailMessage:
		var b bytes.Buffer
		if err := article.WriteText(&b, bytes.NewReader(content), article.Limits{}); err != nil && b.Len() == 0 {
			return err
		}
		p.text = clean(b.String())
	default:
		p.text = clean(decode(content, d.Type))
	}
	return nil
}

// contentKind is how content becomes text.
type contentKind uint8

const (
	plainText contentKind = iota
	webPage
	mailMessage
	binaryData
)

// textTypes are media types of text that do not begin with "text/".
var textTypes = []string{"application/json", "application/xml", "application/javascript", "application/x-javascript", "application/ecmascript",
	"application/yaml", "application/x-yaml", "application/toml", "application/x-sh", "application/sql", "application/x-ndjson", "application/x-tex",
	"application/x-subrip", "application/x-www-form-urlencoded", "image/svg+xml"}

// kindOf returns how content becomes text, by its media type and its first bytes.
func kindOf(media string, head []byte) contentKind {
	t, _, _ := mime.ParseMediaType(media)
	switch {
	case t == "text/html", t == "application/xhtml+xml":
		return webPage
	case t == "message/rfc822", t == "message/news":
		return mailMessage
	case isWide(head):
		return plainText
	case bytes.IndexByte(head, 0) >= 0:
		return binaryData
	case strings.HasPrefix(t, "text/"), strings.HasSuffix(t, "+json"), strings.HasSuffix(t, "+xml"), isTextType(t):
		return plainText
	case t != "" && t != "application/octet-stream":
		return binaryData
	}
	switch found := http.DetectContentType(head); {
	case strings.HasPrefix(found, "text/html"):
		return webPage
	case strings.HasPrefix(found, "text/"):
		return plainText
	}
	return binaryData
}

// isTextType reports whether a media type is in textTypes.
func isTextType(t string) bool {
	for _, known := range textTypes {
		if t == known {
			return true
		}
	}
	return false
}

// isWide reports whether content begins with a byte order mark of UTF-16.
func isWide(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xFE\xFF")) || bytes.HasPrefix(head, []byte("\xFF\xFE"))
}

// decode returns content in UTF-8: by its media type, its byte order mark, or as
// Windows-1252 if it is not valid UTF-8.
func decode(content []byte, media string) string {
	var e encoding.Encoding
	if _, params, err := mime.ParseMediaType(media); err == nil && params["charset"] != "" {
		e, _ = charset.Lookup(params["charset"])
	}
	if isWide(content) {
		e, _, _ = charset.DetermineEncoding(content[:min(len(content), 1024)], media)
	}
	if e == nil {
		if utf8.Valid(content) {
			return string(content)
		}
		e = charmap.Windows1252
	}
	decoded, err := e.NewDecoder().Bytes(content)
	if err != nil {
		return strings.ToValidUTF8(string(content), "\uFFFD")
	}
	return string(decoded)
}
