package gopher

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// class is how a server sends an item. Source: rfc1436 3.8 and what servers do.
type class uint8

const (
	classBinary     class = iota // to the close, octet for octet
	classCharacters              // to the close, but for a last line that is "."
	classText                    // lines, perhaps with a dot more in front, and a line "."
	classMenu                    // lines that are items
	classSession                 // a terminal session at the item's host
	classNone                    // nothing that this protocol retrieves
)

// menuType is the media type of a menu, which is registered nowhere but used in +VIEWS.
const menuType = "application/gopher-menu"

// item is what is known of an item from its type, its selector and its view.
type item struct {
	class class
	kind  open.Kind
	media string
}

// itemOf returns what a view asks for: what its Gopher+ string says, else its
// type. Source: rfc1738 3.4.1, 3.4.8.
func itemOf(v earl.Gopher) item {
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

// typeOf returns a view's type, "1" if it has none. Source: rfc1738 3.4.1.
func typeOf(v earl.Gopher) byte {
	if v.Type.Value == "" {
		return '1'
	}
	return v.Type.Value[0]
}

// itemOfType returns what a type says of the item with a selector. A type that
// is not known is binary.
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

// mediaType returns the media type of a file. The letters that say little leave
// it to the selector's suffix.
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
