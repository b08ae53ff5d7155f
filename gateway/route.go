package gateway

import (
	"net/http"
	"strings"

	"github.com/earl-url/earl/gateway/internal/rewrite"
)

// formPurpose signs the forms of our pages.
const formPurpose = "form"

// handler answers a request that the guards let pass.
type handler func(g *Gateway, w http.ResponseWriter, r *http.Request)

// gets and posts are the pages and the forms by their paths. They are matched as
// they stand: a path that holds a URL must not be cleaned.
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

		"/links":       (*Gateway).findLinks,
		"/links/check": (*Gateway).checkLinks,
		"/links/stop":  (*Gateway).stopLinks,
	}
)

// route answers a request by its path.
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
	case path == startPath && r.Method == http.MethodPost: // its form has no token yet
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
		g.deny(w, r, http.StatusMethodNotAllowed, "This page does not answer this method.")
		return
	}
	g.noPage(w)
}

// noPage says that the gateway has no page of a path.
func (g *Gateway) noPage(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "No such page", Status: http.StatusNotFound, Body: errorPage{
		What: "The gateway has no such page.", Teach: "To open a URL, type it into the address bar.",
	}})
}

// readForm reads a posted form, which must come from a page of ours. Nothing of
// it is written to a disk.
func (g *Gateway) readForm(w http.ResponseWriter, r *http.Request) bool {
	var err error
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		err = r.ParseMultipartForm(maxForm)
	} else {
		err = r.ParseForm()
	}
	if err != nil {
		g.deny(w, r, http.StatusRequestEntityTooLarge, "The form is too long: at most 1 MiB is accepted. Or it is not complete.")
		return false
	}
	if !g.keys.Signed(formPurpose, "", r.PostFormValue("form")) {
		g.deny(w, r, http.StatusForbidden, "The form is of an earlier session of the gateway. Nothing was changed. Load its page again.")
		return false
	}
	return true
}

// loggedPath returns the part of a path that may be logged. The rest of /raw/ and
// /submit/ is a key and a URL, the rest of /go/, /leave/ and /dead/ a key. The path of no
// page may be a URL with a password, which someone wrote after the slash.
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
