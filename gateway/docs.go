package gateway

import (
	"net/http"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/gateway/internal/markdown"
)

// docsPrefix is the path of the documentation. The name of a page follows it.
const docsPrefix = "/docs/"

// guide shows a page of the documentation. Source: package docs.
func (g *Gateway) guide(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, docsPrefix)
	if name == "" {
		name = "index"
	}
	source, err := docs.FS.ReadFile(name + ".md")
	if err != nil {
		g.noPage(w)
		return
	}
	title, html := markdown.Render(source, markdown.Options{Link: g.relinked})
	p := page{Title: title, Kind: "guide", Body: html}
	if name != "index" {
		p.Crumbs = []crumb{{Name: "Guide", Link: docsPrefix}, {Name: name, Here: true}}
	}
	g.render(w, "guide", p)
}

// generalPages are pages that are not about a scheme.
var generalPages = []string{"index", "editions", "requirements", "handler"}

// guideOf returns the name of the page about a scheme, or "". A scheme with TLS, such as
// ftps, has the page of the scheme without TLS.
func guideOf(scheme string) string {
	scheme = strings.ToLower(scheme)
	for _, name := range []string{scheme, strings.TrimSuffix(scheme, "s")} {
		if _, err := docs.FS.ReadFile(name + ".md"); err == nil && !slices.Contains(generalPages, name) {
			return name
		}
	}
	return ""
}

// relinked returns the link on a page of the gateway for a link in the documentation.
func (g *Gateway) relinked(to string) string {
	if u, err := earl.RFC3986.Parse(to); err == nil {
		if g.opens(u) {
			return g.link("/open", u)
		}
		return g.link("/explain", u)
	}
	file, fragment, given := strings.Cut(to, "#")
	if given {
		fragment = "#" + fragment
	}
	if file == "" {
		return fragment
	}
	name := strings.TrimSuffix(file, ".md")
	if name == "index" {
		name = ""
	}
	return docsPrefix + name + fragment
}
