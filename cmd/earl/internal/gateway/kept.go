package gateway

import (
	"net/http"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
)

// A page shows a text with its passwords hidden, and without what a page must not contain.
// Such a text is for people: the gateway never parses it, because it may be another URL. So
// a link or a form of the page has the id of the text that came, which the gateway keeps in
// memory, in its field "kept".

// maxKept and maxKeptSize are how many texts are kept, and their bytes in all: those of the
// pages that a user has open, also if each has a picture in its URL. The oldest are dropped.
const (
	maxKept     = 1000
	maxKeptSize = 16 << 20
)

// keptPurpose makes the ids of texts.
const keptPurpose = "kept"

// keptTexts are texts by id. The zero value has none. Several goroutines may use it.
type keptTexts struct {
	mu    sync.Mutex
	all   map[string]string
	order []string // ids, the oldest first
	size  int
}

// add keeps a text.
func (k *keptTexts) add(id, text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.all[id]; ok {
		return
	}
	if k.all == nil {
		k.all = map[string]string{}
	}
	k.all[id] = text
	k.order, k.size = append(k.order, id), k.size+len(text)
	for len(k.order) > maxKept || k.size > maxKeptSize && len(k.order) > 1 {
		k.size -= len(k.all[k.order[0]])
		delete(k.all, k.order[0])
		k.order = k.order[1:]
	}
}

// find returns the text with an id.
func (k *keptTexts) find(id string) (text string, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	text, ok = k.all[id]
	return text, ok
}

// clear drops all texts.
func (k *keptTexts) clear() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all, k.order, k.size = nil, nil, 0
}

// keep keeps a text and returns its id, from which no one learns the text.
func (lk *linker) keep(text string) (id string) {
	id = lk.keys.Sign(keptPurpose, text)
	lk.kept.add(id, text)
	return id
}

// displayed returns a text as the address bar shows it: without its passwords and tokens,
// without control characters, and not longer than a bar can be.
func (lk *linker) displayed(text string) string {
	if len(text) > maxInBar {
		text = earl.Redact(text)
	}
	return sanitize.Line(lk.hideTokens(earl.HidePassword(text)))
}

// hideTokens returns a text for a page without tokens, except with Options.ShowSecrets. The
// links of a page keep them, because a link opens the URL that it is about.
func (lk *linker) hideTokens(text string) string {
	if lk.showSecrets {
		return text
	}
	return earl.HideTokens(text)
}

// bar returns a text for the address bar. If it differs from the text that came, id
// identifies that one.
func (lk *linker) bar(text string) (shown, id string) {
	if shown = lk.displayed(text); shown != text {
		id = lk.keep(text)
	}
	return shown, id
}

// asked returns the text that a request is about: the one that the user typed, or the one
// that the text in an unchanged address bar represents. It returns false if that one is no
// longer kept.
func (lk *linker) asked(r *http.Request) (text string, ok bool) {
	text = askedText(r)
	id := r.FormValue("kept")
	if id == "" {
		return text, true
	}
	kept, found := lk.kept.find(id)
	switch {
	case found && (text == "" || text == strings.TrimSpace(lk.displayed(kept))):
		return kept, true
	case !found && (text == "" || strings.Contains(text, earl.Hidden)):
		return "", false
	}
	return text, true
}

// forgotten responds that a text is no longer kept.
func (g *Gateway) forgotten(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "The text is gone", Status: http.StatusGone, Body: errorPage{
		What:  "The page shows this text without its password. The gateway no longer has the text that came, and opens no other one.",
		Teach: "Type the whole text into the address bar again.",
	}})
}
