package fetch

import (
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// PeekLen is how many bytes at the start of a document MediaType needs.
const PeekLen = 512

// MediaType returns the media type of a document and its parameters. If the server
// did not send a type, it is guessed from the first bytes.
func MediaType(m *open.Meta, peek []byte) (string, map[string]string) {
	if m.Coding != "" {
		return "application/octet-stream", nil
	}
	media, params, err := mime.ParseMediaType(m.Type)
	if err != nil || media == "" {
		media, params, _ = mime.ParseMediaType(http.DetectContentType(peek))
		delete(params, "charset") // it would be a guess
	}
	return media, params
}

// Kind returns how a page shows a media type: as "html", "message", "pdf", "image",
// "audio", "video", "text" or "file".
func Kind(media string, peek []byte) string {
	family, sub, _ := strings.Cut(media, "/")
	switch {
	case media == "text/html" || media == "application/xhtml+xml" || media == "image/svg+xml":
		return "html"
	case media == "message/rfc822" || media == "message/news":
		return "message"
	case media == "application/pdf" && strings.HasPrefix(string(peek), "%PDF-"):
		return "pdf"
	case family == "image" && shownImages[sub]:
		return "image"
	case family == "audio" || family == "video":
		return family
	case family == "text", media == "application/json", media == "application/xml", media == "application/javascript",
		strings.HasSuffix(sub, "+xml"), strings.HasSuffix(sub, "+json"), media == "application/x-sh":
		return "text"
	}
	return "file"
}

// shownImages are the types of image that browsers show.
var shownImages = map[string]bool{
	"png": true, "gif": true, "jpeg": true, "webp": true, "avif": true, "bmp": true, "x-icon": true, "vnd.microsoft.icon": true, "x-xbitmap": true,
}

// SafeName returns a file name made from a name that a server sent: one part of a path,
// without characters that are special on any system.
func SafeName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\<>:"|?*%`, r) || r < ' ' || r == 0x7F {
			return '_'
		}
		return r
	}, sanitize.Line(name))
	name = strings.TrimLeft(strings.TrimRight(sanitize.Truncate(name, 120), ". "), ". ")
	if name == "" {
		return "document"
	}
	return name
}

// SizeText returns a number of bytes as text for the user, or "" if n is negative.
func SizeText(n int64) string {
	if n < 0 {
		return ""
	}
	const k = 1024
	if n < k {
		return fmt.Sprintf("%d B", n)
	}
	f, unit := float64(n)/k, 0
	for f >= k && unit < 3 {
		f, unit = f/k, unit+1
	}
	return fmt.Sprintf("%.1f %s", f, [...]string{"KiB", "MiB", "GiB", "TiB"}[unit])
}

// TimeText returns a time as text for the user, or "" for the zero time.
func TimeText(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case t.UTC().Truncate(24 * time.Hour).Equal(t.UTC()):
		return t.UTC().Format("2006-01-02")
	}
	return t.UTC().Format("2006-01-02 15:04")
}
