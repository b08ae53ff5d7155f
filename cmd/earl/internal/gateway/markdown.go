package gateway

import (
	"html/template"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/format/markdown"
)

// isMarkdown reports whether a text is Markdown. It checks the media type, and the name in
// the URL, since few servers send the media type.
func isMarkdown(media string, u earl.URL) bool {
	if media == "text/markdown" || media == "text/x-markdown" {
		return true
	}
	name := strings.ToLower(nameOf(u))
	return media == "text/plain" && (strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".markdown"))
}

// headingPrefix begins the IDs of headings in a document, so that they differ from the
// other IDs on the page.
const headingPrefix = "doc-"

// markdown renders a document whose URL is base. It resolves the links of the document
// and makes them links to pages of the gateway.
func (lk *linker) markdown(base earl.URL, text string) (title string, page template.HTML) {
	title, html := markdown.Render([]byte(text), markdown.PageOptions{
		Untitled: true,
		Prefix:   headingPrefix,
		Text:     func(text string) string { return string(lk.linkify(base, text)) },
		Link: func(to string) string {
			if fragment, ok := strings.CutPrefix(to, "#"); ok {
				return "#" + headingPrefix + fragment
			}
			u, err := earl.RFC3986.Resolve(base, to)
			if err != nil || !lk.leads(base, u) {
				return ""
			}
			return lk.link("/open", u.WithoutPassword())
		},
	})
	return title, template.HTML(html)
}
