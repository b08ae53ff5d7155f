package rewrite

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/earl-url/earl"
)

// LeavePrefix begins the paths of the leave pages, by which the user leaves a
// document in its sandbox for a URL that the document names:
//
//	/leave/KEY?to=URL
//
// KEY signs the URL. A document has no origin and must not open a URL by itself; a
// leave page is a page of the gateway, so that the gateway asks for the URL, after
// a click. It appears in the frame of the document and in no other frame.
const LeavePrefix = "/leave/"

// leavePurpose signs a URL.
const leavePurpose = "leave"

// LeavePath returns the path of the leave page from a document at from to u. It
// returns false if the document must not link to u, and if u has secrets other than
// a password, which is removed.
func (rw *Rewriter) LeavePath(from, u earl.URL) (string, bool) {
	to := u.WithoutPassword().String()
	if v, err := earl.RFC3986.Parse(to); err != nil || v.Redacted() != to || !rw.o.Links(from, v) {
		return "", false
	}
	return LeavePrefix + rw.o.Keys.Sign(leavePurpose, to) + "?to=" + url.QueryEscape(to), true
}

// hasLeaveKey reports whether a request has the key to the URL that it names.
func (rw *Rewriter) hasLeaveKey(r *http.Request) bool {
	key, ok := strings.CutPrefix(r.URL.Path, LeavePrefix)
	return ok && rw.o.Keys.Signed(leavePurpose, r.URL.Query().Get("to"), key)
}

// LeaveURL returns the URL that a leave page names. HasKey must have accepted the
// request.
func LeaveURL(r *http.Request) (earl.URL, error) {
	return earl.RFC3986.Parse(r.URL.Query().Get("to"))
}
