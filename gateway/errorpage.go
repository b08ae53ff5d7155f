package gateway

import (
	"errors"
	"net/http"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// errorPage is what a page says of a URL that did not open.
type errorPage struct {
	What    string // in a sentence
	Said    string // the error's own words, without secrets
	Teach   string // what it means, and what to do
	Setting string // the option of the command that would let it pass
	Login   *loginForm
}

// failed shows why a URL did not open.
func (g *Gateway) failed(w http.ResponseWriter, r *http.Request, t target, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for it
	}
	if breaksItself(t, err) {
		g.explainText(w, r, t.url.String(), http.StatusBadRequest)
		return
	}
	status, f := explainError(err)
	switch open.ClassOf(err) {
	case open.ClassUnsupported:
		f.Teach = g.unopened(t.url)
	case open.ClassLogin:
		f.Login = g.loginForm(r, t)
		w.Header().Set("WWW-Authenticate", "Form")
	}
	p := g.about(t, f.What)
	p.Status, p.Body = status, f
	g.render(w, "errorpage", p)
}

// breaksItself reports whether the error is that the URL which was to be opened
// breaks its scheme's own syntax, in a place that an explanation marks.
func breaksItself(t target, err error) bool {
	var malformed *earl.ParseError
	if t.secret || t.url.Edition() != earl.RFC3986 || !errors.As(err, &malformed) {
		return false
	}
	_, broken := schemeFault(t.url)
	return broken
}

// unopened says why nothing opens a URL, and what to do. Source: rfc1738 3.6, 4.
func (g *Gateway) unopened(u earl.URL) string {
	switch {
	case !g.opens(u):
		return "The front page names the schemes that are opened here."
	case u.Scheme() == "news":
		return "A news URL names no server: earl serve --news-server names one for all of them, and nntp://HOST/GROUP one in the URL."
	}
	return "Its scheme is opened here. What the URL designates, or leads to, has a protocol that is not."
}

// classPage is what a page shows for a class of error.
type classPage struct {
	status      int
	what, teach string
}

// classPages are the pages for the classes that have one.
var classPages = map[open.Class]classPage{
	open.ClassRefused:     {http.StatusForbidden, "A guard refused to open this.", ""},
	open.ClassLogin:       {http.StatusUnauthorized, "The server needs a login.", "The login is kept in memory for this browser session and is sent to this server only."},
	open.ClassNotFound:    {http.StatusNotFound, "There is no such object.", "The server answered and has nothing under this name. News articles expire; files move. A step up the path above may show where it went."},
	open.ClassUnsupported: {http.StatusNotImplemented, "Nothing here opens this URL.", ""},
	open.ClassTimeout:     {http.StatusGatewayTimeout, "The server did not answer in time.", "It may be busy or gone, or something on the way drops what is sent to it."},
	open.ClassConnect:     {http.StatusBadGateway, "There is no connection to the server.", "Its name may be gone, or no program listens on that port any more. Many servers of old links were switched off long ago."},
	open.ClassTruncated:   {http.StatusBadGateway, "The object is incomplete.", "The connection ended before all of it had arrived. Opening it again may help."},
	open.ClassProtocol:    {http.StatusBadGateway, "The server sent an invalid response.", "The answer does not follow the documents of this scheme; perhaps another service listens there."},
	open.ClassInvalid:     {http.StatusBadRequest, "The URL does not have the parts that its scheme needs.", "Nothing was sent. Its explanation shows how each edition reads it."},
}

// explainError returns the status and the words for an error of a client.
func explainError(err error) (int, errorPage) {
	page, ok := classPages[open.ClassOf(err)]
	if !ok {
		page = classPage{http.StatusBadGateway, "This did not open.", ""}
	}
	f := errorPage{What: page.what, Teach: page.teach, Said: sanitize.Line(err.Error())}
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		f.Said, f.Teach, f.Setting = sanitize.Line(refusal.Found()), refusal.Explanation(), settingFor(refusal)
	}
	return page.status, f
}

// settingFor returns the option of the command that would let a URL pass, or "".
func settingFor(r *open.Refusal) string {
	switch {
	case r.Name != open.GuardPrivateAddress:
		return ""
	case !r.Address.IsValid():
		return "--allow-net"
	}
	return "--allow-net " + r.Address.Addr().Unmap().WithZone("").String()
}
