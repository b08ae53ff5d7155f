package rewrite

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
)

// The prefixes of the paths that a document in its sandbox links to. Each has a key,
// which signs the URL, since a request of a document without an origin has no cookie.
const (
	// GoPrefix begins the paths of links to the server of the document, which the
	// gateway opens at once: /go/KEY?to=URL.
	GoPrefix = "/go/"
	// LeavePrefix begins the paths of links to other servers, which the gateway opens
	// after the user has confirmed it: /leave/KEY?to=URL.
	LeavePrefix = "/leave/"
	// DeadPrefix begins the paths of links that the gateway does not open:
	// /dead/KEY?to=TEXT. The page shows why.
	DeadPrefix = "/dead/"
	// SubmitPrefix begins the paths of forms: /submit/KEY/ACTION?FIELDS, where ACTION
	// is an escaped URL without a query. The fields become its query.
	SubmitPrefix = "/submit/"
)

// indexField is the name of the field of an ISINDEX, and of such fields in old forms.
const indexField = "isindex"

// The purposes of the keys.
const (
	goPurpose          = "go"
	leavePurpose       = "leave"
	deadPurpose        = "dead"
	submitPurpose      = "submit"       // to the server of the document
	submitLeavePurpose = "submit-leave" // to another server
)

// maxDead is how many bytes of a text the path of DeadPath contains.
const maxDead = 400

// GoPath returns the path of a link to u, a URL of the document's own server. It
// returns false if u has secrets other than a password. GoPath removes the password.
func (rw *Rewriter) GoPath(u earl.URL) (string, bool) {
	return rw.signed(GoPrefix, goPurpose, u)
}

// LeavePath returns the path of the leave page from a document at from to u. It returns
// false if the document must not link to u, or if u has secrets other than a password.
// LeavePath removes the password.
func (rw *Rewriter) LeavePath(from, u earl.URL) (string, bool) {
	path, ok := rw.signed(LeavePrefix, leavePurpose, u)
	if !ok {
		return "", false
	}
	v, err := earl.RFC3986.Parse(u.WithoutPassword().String())
	return path, err == nil && rw.o.Links(from, v)
}

// signed returns a path with the key of u, without its password. A document cannot link to
// content that it wrote itself, as browsers do not let it open a data URL: such a page would
// look like one of the user.
func (rw *Rewriter) signed(prefix, purpose string, u earl.URL) (string, bool) {
	to := u.WithoutPassword().String()
	if v, err := earl.RFC3986.Parse(to); err != nil || v.HasSecret() || v.Designates() == earl.Content {
		return "", false
	}
	return prefix + rw.o.Keys.Sign(purpose, to) + "?to=" + url.QueryEscape(to), true
}

// DeadPath returns the path of the page that shows why the gateway does not open a text. It
// hides a password in the text.
func (rw *Rewriter) DeadPath(text string) string {
	text = strings.ToValidUTF8(earl.HidePassword(text[:min(len(text), maxDead)]), "")
	return DeadPrefix + rw.o.Keys.Sign(deadPurpose, text) + "?to=" + url.QueryEscape(text)
}

// SubmitPath returns the path that a form of a document at from is submitted to
// instead of its action. It returns false if the gateway submits no form to action.
func (rw *Rewriter) SubmitPath(from, action earl.URL, same bool) (string, bool) {
	if scheme := action.Scheme(); scheme != "http" && scheme != "https" || !rw.o.Links(from, action) {
		return "", false
	}
	p := action.WithoutPassword().Parts()
	p.Query = earl.Field{}
	u, err := earl.RFC3986.Compose(p)
	if err != nil || u.HasSecret() {
		return "", false
	}
	purpose := submitLeavePurpose
	if same {
		purpose = submitPurpose
	}
	return SubmitPrefix + rw.o.Keys.Sign(purpose, u.String()) + "/" + url.QueryEscape(u.String()), true
}

// hasLinkKey reports whether a request has the key to the URL in its query.
func (rw *Rewriter) hasLinkKey(r *http.Request) bool {
	for prefix, purpose := range map[string]string{GoPrefix: goPurpose, LeavePrefix: leavePurpose, DeadPrefix: deadPurpose} {
		if key, ok := strings.CutPrefix(r.URL.Path, prefix); ok {
			return rw.o.Keys.Signed(purpose, r.URL.Query().Get("to"), key)
		}
	}
	return false
}

// LinkURL returns the URL in a path of GoPath or LeavePath. HasKey must have accepted the
// request.
func LinkURL(r *http.Request) (earl.URL, error) {
	return earl.RFC3986.Parse(r.URL.Query().Get("to"))
}

// DeadText returns the text in a path of DeadPath. HasKey must have accepted the request.
func DeadText(r *http.Request) string { return r.URL.Query().Get("to") }

// splitSubmit splits the path of a form into its key and the URL that the key signs.
func splitSubmit(r *http.Request) (key, action string, ok bool) {
	rest, ok := strings.CutPrefix(rawPath(r), SubmitPrefix)
	key, action, cut := strings.Cut(rest, "/")
	action, err := url.QueryUnescape(action)
	return key, action, ok && cut && err == nil
}

// hasSubmitKey reports whether a request has the key to the action of its form.
func (rw *Rewriter) hasSubmitKey(r *http.Request) bool {
	key, action, ok := splitSubmit(r)
	return ok && (rw.o.Keys.Signed(submitPurpose, action, key) || rw.o.Keys.Signed(submitLeavePurpose, action, key))
}

// SubmitURL returns the URL that a submitted form requests, and whether it has the server of
// the form's document. HasKey must have accepted the request.
// The query of the field of an ISINDEX has only its words.
// Source: HTML, form submission algorithm, mutate action URL; rfc1866 7.5.
func (rw *Rewriter) SubmitURL(r *http.Request) (u earl.URL, same bool, err error) {
	key, action, _ := splitSubmit(r)
	text, fragment, hasFragment := strings.Cut(action, "#")
	query := r.URL.RawQuery
	if words, only := strings.CutPrefix(query, indexField+"="); only && !strings.Contains(words, "&") {
		query = words
	}
	text += "?" + query
	if hasFragment {
		text += "#" + fragment
	}
	u, err = ParseSent(text)
	if err != nil {
		return u, false, err
	}
	at, err := earl.RFC3986.Parse(action)
	return u, err == nil && rw.o.Keys.Signed(submitPurpose, action, key) && sharesRoot(u, at), err
}

// HasKey reports whether a request retrieves a path of this package and has its key.
func (rw *Rewriter) HasKey(r *http.Request) bool {
	return access.IsRetrieval(r) && (rw.hasSandboxKey(r) || rw.hasLinkKey(r) || rw.hasSubmitKey(r))
}
