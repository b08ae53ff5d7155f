package wais

import (
	"strings"
	"time"
	"unicode"

	"github.com/earl-url/earl/open/internal/dialogue"
)

// text returns a server's bytes as text, without invisible characters at its
// ends.
func text(octets []byte) string {
	return strings.TrimFunc(dialogue.Text(string(octets)), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// parseDate parses a date of six or eight digits. It returns the zero Time for
// anything else: servers send "0" for an unknown date.
func parseDate(s string) time.Time {
	for _, layout := range [...]string{"20060102", "060102"} {
		if t, err := time.Parse(layout, s); err == nil && len(s) == len(layout) {
			return t
		}
	}
	return time.Time{}
}

// mediaTypes are the types that servers use and their media types, in pairs. A
// type is free text, chosen by the creator of the index.
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

// mediaType returns the media type of a wais type. It ignores case.
func mediaType(wtype string) string {
	for _, m := range mediaTypes {
		if strings.EqualFold(m[0], wtype) {
			return m[1]
		}
	}
	return "application/octet-stream"
}
