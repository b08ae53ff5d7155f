package wais

import (
	"strings"
	"time"
	"unicode"

	"github.com/earl-url/earl/open/internal/dialogue"
)

// text returns a server's octets as text, without what does not show at its
// ends.
func text(octets []byte) string {
	return strings.TrimFunc(dialogue.Text(string(octets)), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// parseDate reads a date of six or eight digits; zero for anything else: "0" is
// what a server writes that knows none.
func parseDate(s string) time.Time {
	for _, layout := range [...]string{"20060102", "060102"} {
		if t, err := time.Parse(layout, s); err == nil && len(s) == len(layout) {
			return t
		}
	}
	return time.Time{}
}

// mediaTypes are the types that servers use, in pairs with the media type of
// each. A type is free text: whoever made the index chose it.
var mediaTypes = [...][2]string{
	{"", "text/plain"},
	{"TEXT", "text/plain"},
	{"TEXT-FTP", "text/plain"},
	{"WSRC", sourceType},
	{"HTML", "text/html"},
	{"GIF", "image/gif"},
	{"TIFF", "image/tiff"},
	{"PICT", "image/x-pict"},
	{"PS", "application/postscript"},
	{"DVI", "application/x-dvi"},
	{"JFIF", "image/jpeg"},
	{"JPEG", "image/jpeg"},
	{"PPM", "image/x-portable-pixmap"},
}

// sourceType is the media type of the description of a database.
const sourceType = "application/x-wais-source"

// mediaType returns the media type of a wais type, in either case.
func mediaType(wtype string) string {
	for _, m := range mediaTypes {
		if strings.EqualFold(m[0], wtype) {
			return m[1]
		}
	}
	return "application/octet-stream"
}
