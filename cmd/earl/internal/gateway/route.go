package gateway

import (
	"net/http"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
)

// formPurpose signs the forms on pages of the gateway.
const formPurpose = "form"

// handler serves a request that has passed the guards.
type handler func(g *Gateway, w http.ResponseWriter, r *http.Request)

// gets and posts are the handlers of GET and POST requests by path. route compares paths
// without cleaning them, since a path may contain a URL.
var (
	gets = map[string]handler{
		"/":                       (*Gateway).home,
		startPath:                 (*Gateway).start,
		enterPath:                 (*Gateway).enter,
		relayPath:                 (*Gateway).relay,
		"/open":                   (*Gateway).open,
		"/explain":                (*Gateway).explain,
		"/file":                   (*Gateway).file,
		"/part":                   (*Gateway).part,
		"/answer":                 (*Gateway).answer,
		"/trace":                  (*Gateway).trace,
		"/history":                (*Gateway).index,
		"/history/rename":         (*Gateway).rename,
		"/history/bookmarks.html": (*Gateway).exportMarks,
		"/history/history.json":   (*Gateway).exportAll,
		"/leave":                  (*Gateway).leave,
		"/dead":                   (*Gateway).dead,
		"/tour":                   (*Gateway).tour,
		"/session":                (*Gateway).session,
		"/session/socket":         func(g *Gateway, w http.ResponseWriter, r *http.Request) { g.sessions.ServeSocket(w, r) },

		handlePath:   (*Gateway).handle,
		handlersPath: (*Gateway).handlers,

		"/links":        (*Gateway).links,
		"/links/report": (*Gateway).saveLinks,
	}
	posts = map[string]handler{
		"/answer":         (*Gateway).answer,
		"/login":          (*Gateway).login,
		"/bookmark":       (*Gateway).bookmark,
		"/forget":         (*Gateway).forget,
		"/history/remove": (*Gateway).removeEntry,
		"/history/rename": (*Gateway).rename,
		"/draft":          (*Gateway).draft,
		"/stop":           (*Gateway).stop,
		"/session":        (*Gateway).beginSession,
		"/session/line":   (*Gateway).sessionLine,
		"/session/end":    (*Gateway).endSession,
		"/session/screen": (*Gateway).screenKey,

		"/links":       (*Gateway).findLinks,
		"/links/check": (*Gateway).checkLinks,
		"/links/stop":  (*Gateway).stopLinks,
	}
)

// route calls the handler for the path of a request.
func (g *Gateway) route(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm) // net/http reads a form in it, also that of a GET
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, rewrite.SandboxPrefix):
		g.sandbox(w, r)
		return
	case strings.HasPrefix(path, rewrite.GoPrefix):
		g.follow(w, r)
		return
	case strings.HasPrefix(path, rewrite.SubmitPrefix):
		g.submit(w, r)
		return
	case strings.HasPrefix(path, rewrite.LeavePrefix):
		g.leaveLink(w, r)
		return
	case strings.HasPrefix(path, rewrite.DeadPrefix):
		g.deadLink(w, r)
		return
	case strings.HasPrefix(path, "/static/") && r.Method != http.MethodPost:
		g.static(w, r)
		return
	case strings.HasPrefix(path, docsPrefix) && r.Method != http.MethodPost:
		g.guide(w, r)
		return
	case path == startPath && r.Method == http.MethodPost: // the form for a start link has no token
		g.start(w, r)
		return
	case r.Method == http.MethodPost && posts[path] != nil:
		if g.readForm(w, r) {
			posts[path](g, w, r)
		}
		return
	case r.Method != http.MethodPost && gets[path] != nil:
		gets[path](g, w, r)
		return
	case gets[path] != nil || posts[path] != nil:
		g.deny(w, r, http.StatusMethodNotAllowed, "This page does not accept this method.")
		return
	}
	g.noPage(w)
}

// noPage responds that the gateway has no such page.
func (g *Gateway) noPage(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "No such page", Status: http.StatusNotFound, Body: errorPage{
		What: "The gateway has no such page.", Teach: "To open a URL, type it into the address bar.",
	}})
}

// readForm reads a posted form, which must come from a page of the gateway. It writes no
// part of the form to a disk.
func (g *Gateway) readForm(w http.ResponseWriter, r *http.Request) bool {
	var err error
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		err = r.ParseMultipartForm(maxForm)
	} else {
		err = r.ParseForm()
	}
	if err != nil {
		g.deny(w, r, http.StatusRequestEntityTooLarge, "The form is longer than 1 MiB, or it is incomplete.")
		return false
	}
	if !g.keys.Signed(formPurpose, "", r.PostFormValue("form")) {
		g.deny(w, r, http.StatusForbidden, "The form is from an earlier run of the gateway. Nothing was changed. Load its page again.")
		return false
	}
	return true
}

// loggedPath returns the part of a path that can be logged. In /raw/ and /submit/ a key
// and a URL follow, in /go/, /leave/ and /dead/ a key. If the path is not that of a page,
// it may be a URL with a password that someone typed after the slash.
func loggedPath(path string) string {
	if gets[path] != nil || posts[path] != nil {
		return path
	}
	for _, prefix := range []string{rewrite.SandboxPrefix, rewrite.GoPrefix, rewrite.LeavePrefix, rewrite.DeadPrefix, rewrite.SubmitPrefix, "/static/", docsPrefix} {
		if strings.HasPrefix(path, prefix) {
			return prefix + "..."
		}
	}
	return "/..."
}
