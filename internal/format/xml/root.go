package xml

import (
	"bytes"
	"strings"
)

// Root returns the local name of the root element of a document that begins with head, and whether
// its tag shows that the document is XML: by a namespace or by a name that no other document begins
// with. The name is "" if there is no root element. sure is false if more bytes are needed. whole
// means that there are no more.
func Root(head string, whole bool) (local string, isXML, sure bool) {
	for text := head; ; {
		text = strings.TrimLeft(text, space+"\uFEFF")
		end := ""
		switch {
		case len(text) < len(openComment) && !whole:
			return "", false, false
		case strings.HasPrefix(text, "<?"):
			end = "?>"
		case strings.HasPrefix(text, openComment):
			end = "-->"
		case strings.HasPrefix(text, openDoctype):
			end = ">"
			if n, _ := declarationEnd([]byte(text), '['); n > 0 && text[n-1] == '[' {
				end = "]>"
			}
		default:
			return rootOf(text, whole)
		}
		i := strings.Index(text, end)
		if i < 0 {
			return "", false, whole
		}
		text = text[i+len(end):]
	}
}

// rootOf is Root for a text that begins with the tag.
func rootOf(text string, whole bool) (local string, isXML, sure bool) {
	if text == "" || text[0] != '<' {
		return "", false, true
	}
	end := tagEnd([]byte(text))
	switch {
	case end == 0 || end < 0 && whole:
		return "", false, true
	case end < 0:
		return "", false, false
	case !isNameStart(text[1]) || !isTag([]byte(text[:end])):
		return "", false, true
	}
	n := nameLength([]byte(text[1:]))
	local = text[1 : 1+n]
	local = local[bytes.IndexByte([]byte(local), ':')+1:]
	switch local {
	case "rss", "feed", "opml", "urlset", "sitemapindex", "kml", "gpx", "OpenSearchDescription", "svg":
		return local, true, true
	}
	for a := range attributesOf([]byte(text[:end-1]), 1+n) {
		if strings.HasPrefix(text[a.name:a.nameEnd], "xmlns") {
			return local, true, true
		}
	}
	return local, false, true
}
