package wais

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// text returns a server's octets as text, without what does not show at its
// ends: UTF-8 if they are that, else ISO-8859-1, as servers of that time wrote.
func text(octets []byte) string {
	s := string(octets)
	if !utf8.Valid(octets) {
		runes := make([]rune, len(octets))
		for i, c := range octets {
			runes[i] = rune(c)
		}
		s = string(runes)
	}
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// quoteMax is how much of a server's words an error shows.
const quoteMax = 400

// quote returns a server's words for an error or a trace.
func quote(s string) string {
	if len(s) > quoteMax {
		s = s[:quoteMax] + "..."
	}
	return strconv.Quote(s)
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
