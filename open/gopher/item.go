package gopher

import (
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// class is how a server sends an item. Source: rfc1436 3.8 and the practice of
// servers.
type class uint8

const (
	classBinary     class = iota // until the connection closes, unchanged
	classCharacters              // until the connection closes, except a last line "."
	classText                    // lines, which may have an extra dot at the start, and a last line "."
	classMenu                    // lines that are items
	classSession                 // a terminal session at the item's host
	classNone                    // nothing that this protocol retrieves
)

// menuType is the media type of a menu. It is not registered, but used in
// +VIEWS.
const menuType = "application/gopher-menu"

// item is what the type, the selector and the view of an item tell about it.
type item struct {
	class class
	kind  open.Kind
	media string
}

// itemOf returns the item of a view. Its Gopher+ string decides, else its type.
// Source: rfc1738 3.4.1, 3.4.8.
func itemOf(v views.Gopher) item {
	it := itemOfType(typeOf(v), string(v.Selector))
	named, ok := strings.CutPrefix(string(v.Plus.Value), "+")
	if !ok || named == "" {
		return it
	}
	media, _, _ := strings.Cut(named, " ")
	media, _, _ = strings.Cut(strings.ToLower(media), "\t")
	switch media {
	case "":
	case menuType, "application/gopher+-menu", "directory/recursive", "directory+/recursive":
		it = item{classMenu, open.KindListing, menuType}
	default:
		it = item{classBinary, open.KindDocument, media}
		if strings.HasPrefix(media, "text/") {
			it.class = classText
		}
	}
	return it
}

// typeOf returns a view's type, or "1". Source: rfc1738 3.4.1.
func typeOf(v views.Gopher) byte {
	if v.Type.Value == "" {
		return '1'
	}
	return v.Type.Value[0]
}

// itemOfType returns the item with a type and a selector. An unknown type is
// binary.
func itemOfType(t byte, selector string) item {
	switch t {
	case '0', 'R':
		return item{classText, open.KindDocument, "text/plain"}
	case '1', 'm':
		return item{classMenu, open.KindListing, menuType}
	case '7':
		return item{classMenu, open.KindForm, menuType}
	case '8', 'T':
		return item{classSession, open.KindSession, ""}
	case '2':
		return item{classNone, open.KindUnknown, ""}
	case '3', 'i':
		return item{classNone, open.KindInfo, ""}
	case '4', '6', 'h', 'X', 'v', 'c', 'e':
		return item{classCharacters, open.KindDocument, mediaType(t, selector)}
	}
	return item{classBinary, open.KindDocument, mediaType(t, selector)}
}

// mediaType returns the media type of a file. If the type is too general, the
// suffix of the selector decides.
func mediaType(t byte, selector string) string {
	bySuffix := open.TypeByName(selector)
	if strings.HasSuffix(strings.ToLower(selector), ".au") {
		bySuffix = "audio/basic"
	}
	var byLetter, family string
	switch t {
	case 'h':
		return "text/html"
	case 'g':
		return "image/gif"
	case 'p':
		return "image/png"
	case 'P':
		return "application/pdf"
	case 'r':
		return "application/rtf"
	case 'X':
		return "application/xml"
	case 'M':
		return "message/rfc822"
	case 'c':
		return "text/calendar"
	case 'e':
		return "text/plain"
	case 'v':
		return "model/vrml"
	case '4':
		return "application/mac-binhex40"
	case '6':
		return "text/x-uuencode"
	case 'd':
		byLetter = "application/pdf"
	case 'I':
		family = "image/"
	case 's':
		family = "audio/"
	}
	switch {
	case strings.HasPrefix(bySuffix, family) && bySuffix != "":
		return bySuffix
	case byLetter != "":
		return byLetter
	}
	return "application/octet-stream"
}
