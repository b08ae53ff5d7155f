// Package page reads a page for a check of links: its text, the places that fragments
// lead to, and digests of its content. It knows nothing of servers and results.
package page

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/open"
)

// TypeOf returns the media type of an object. The name of a local file distinguishes
// Markdown and gemtext from other text; the media type of a server is used unchanged.
func TypeOf(m *open.Meta) string {
	if m.URL.Designates() == earl.LocalFile {
		switch t := document.Sniff(strings.ToLower(m.URL.Path()), "", nil); t {
		case document.Markdown, document.MDX, document.Gemtext:
			return t.Media()
		}
	}
	return m.Type
}

// IsPage reports whether a media type is that of a page, which has links and anchors.
func IsPage(media string) bool {
	name, _, _ := strings.Cut(media, ";")
	name = strings.TrimSpace(name)
	return IsMarkup(name) || name == "text/markdown" || name == "text/mdx" || IsGemtext(name)
}

// IsGemtext reports whether a media type is that of a page of gemini.
func IsGemtext(media string) bool {
	name, _, _ := strings.Cut(media, ";")
	return strings.EqualFold(strings.TrimSpace(name), "text/gemini")
}

// IsMarkup reports whether a media type is that of a page or image whose links are
// in its markup, and not in its text.
func IsMarkup(media string) bool {
	return IsHTML(media) || strings.HasPrefix(strings.ToLower(strings.TrimSpace(media)), "image/svg+xml")
}

// IsHTML reports whether a media type is that of a page of HTML.
func IsHTML(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	media = strings.TrimSpace(media)
	return media == "text/html" || media == "application/xhtml+xml"
}

// isText reports whether a media type is one of text, which has words.
func isText(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	switch media = strings.TrimSpace(media); media {
	case "application/json", "application/xml", "application/xhtml+xml", "application/rss+xml", "application/atom+xml":
		return true
	}
	return strings.HasPrefix(media, "text/")
}
