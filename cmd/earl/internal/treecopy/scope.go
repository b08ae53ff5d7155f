package treecopy

import (
	"path"
	"runtime"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/open"
)

// inScope reports whether a URL may be downloaded. It must be on the same server. Unless
// a page needs it, it must also be below the directory of the first page.
func (c *crawler) inScope(it item) bool {
	o := &c.copy.o
	if it.url.Scheme() != c.typed.Scheme() && !(isWeb(it.url) && isWeb(c.typed)) {
		return false
	}
	if !sameSite(c.start, it.url) {
		return o.SpanHosts
	}
	return it.nested > 0 || o.Parent || strings.HasPrefix(it.url.Path(), dirOf(c.start))
}

// mayMatch reports whether --accept and --reject may allow a URL. Pages are always read
// for their links.
func (c *crawler) mayMatch(u earl.URL) bool {
	for dir := range strings.SplitSeq(strings.TrimPrefix(strings.TrimSuffix(dirOf(u), "/"), dirOf(c.start)), "/") {
		if dir != "" && c.rejectsDir(string(earl.Unescape(dir))) {
			return false
		}
	}
	name, err := savedir.Name(lastName(u), runtime.GOOS)
	return err != nil || c.wanted(name) || mayBePage(name)
}

// rejectsDir reports whether --reject excludes a directory with this name.
func (c *crawler) rejectsDir(name string) bool {
	return !c.copy.o.wanted(name, open.KindListing)
}

// mayBePage reports whether name can be the name of a page.
func mayBePage(name string) bool {
	switch strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) {
	case "", "htm", "html", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cgi", "gmi", "gemini":
		return true
	}
	return strings.Contains(name, "?")
}
