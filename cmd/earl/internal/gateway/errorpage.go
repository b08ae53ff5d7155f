package gateway

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/cause"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/check/archive"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/open"
)

// errorPage is what the page of an error shows.
type errorPage struct {
	What    string // what happened, in a sentence
	Teach   string // what it means, and what to do
	Next    []step // what the user can do next
	Said    string // details, without secrets
	Reply   bool   // Said has the reply of the server, which the page shows at once
	Setting string // the option of earl serve that would allow it, or ""
	Login   *loginForm
}

// step is a link to what the user can do next.
type step struct{ ID, Name, URL, Link string }

// failed shows why a URL did not open.
func (g *Gateway) failed(w http.ResponseWriter, r *http.Request, t target, err error) {
	if r.Context().Err() != nil {
		return // the browser has disconnected
	}
	if breaksItself(t, err) {
		g.explainText(w, r, t.url.String(), http.StatusBadRequest)
		return
	}
	status, f := explainError(err)
	class := open.ClassOf(err)
	switch class {
	case open.ClassRefused:
		if _, has := t.url.Host(); !has && isRefusedFor(err, open.GuardBadHost) {
			f.What = "This URL has no host."
			f.Teach = "In URLs of " + sanitize.Line(t.url.Scheme()) + ", two slashes and the name of a host follow the colon."
		}
	case open.ClassUnsupported:
		g.linker.unopened(&f, t.url, err)
	case open.ClassServer:
		f.Reply = true
	case open.ClassNotFound:
		f.Reply = !cause.InArchive(err)
		switch scheme := t.url.Scheme(); {
		case cause.InArchive(err):
		case scheme == "dict":
			f.What, f.Teach = "The dictionary does not have this word.", ""
		case scheme == "gopher", scheme == "gophers":
			f.What, f.Teach = "The server sent an error instead of the object.", "Its reply is below. The object may have been moved, renamed or removed."
		case scheme == "news", scheme == "nntp", scheme == "nntps":
			f.Teach = missingNews(t.url)
		case t.url.Designates() == earl.Message:
			f.What = "Your mail has no such message or part."
			f.Teach = "It may have been deleted, or be in a place that earl serve --mail PATH does not name yet."
		}
	case open.ClassLogin:
		if f.Login = g.loginForm(r, t); f.Login == nil && !t.secret && t.url.Designates() == earl.Object {
			f.Teach = "earl cannot send the login that it needs."
		}
		w.Header().Set("WWW-Authenticate", "Form")
	}
	p := g.about(t, f.What)
	f.Next = g.linker.nextSteps(t, p.Up, class)
	p.Status, p.Body = status, f
	g.render(w, "errorpage", p)
}

// isRefusedFor reports whether an error is the refusal of a guard.
func isRefusedFor(err error, guard string) bool {
	var refusal *open.Refusal
	return errors.As(err, &refusal) && refusal.Name == guard
}

// missingNews returns the usual reason that a news server lacks the object of a URL.
func missingNews(u earl.URL) string {
	if s := u.Scheme(); s == "news" && !strings.Contains(u.Path(), "@") || s != "news" && strings.Count(u.Path(), "/") < 2 {
		return "Servers do not carry every newsgroup. Open news:* for the newsgroups of your news server."
	}
	return "News articles expire: servers remove them after some time."
}

// breaksItself reports whether the error is a violation of the scheme's own syntax in the
// URL of t, which the page of the explanation marks.
func breaksItself(t target, err error) bool {
	var malformed *earl.ParseError
	if t.secret || t.url.Edition() != earl.RFC3986 || !errors.As(err, &malformed) {
		return false
	}
	_, broken := schemeFault(t.url)
	return broken
}

// unopened says on f why the gateway cannot open a URL, and what to do. Source: rfc1738 3.6, 4.
func (lk *linker) unopened(f *errorPage, u earl.URL, err error) {
	var missing interface{ Setting() (name, value string) } // implemented by errors of openers, which are not linked here
	why := lk.unknown(u)
	switch {
	case errors.As(err, &missing):
		name, value := missing.Setting()
		f.Setting = "--" + name + " " + value
	case lk.opens(u):
		f.Teach = "earl opens other URLs of this scheme. The details say why not this one."
		if guideOf(u.Scheme()) != "" {
			f.Teach += " The page about " + u.Scheme() + " in the guide says what it needs."
		}
	case why != "":
		f.Teach, f.Said = why, ""
	}
	if !lk.opens(u) {
		f.Teach = strings.TrimSpace(f.Teach + " The front page lists the schemes that earl opens.")
	}
}

// unknown returns a sentence that says why earl opens no URL of the scheme of u, or "" if it has
// an opener for the scheme.
func (lk *linker) unknown(u earl.URL) string {
	if lk.opens(u) || u.IsZero() {
		return ""
	}
	if why := explain.Unopened(u.Edition(), u.Scheme()); why != "" {
		return sanitize.Line(why) + "."
	}
	return ""
}

// nextSteps returns what the user can do about a URL that did not open. up is the page
// one level up, or "".
func (lk *linker) nextSteps(t target, up string, class open.Class) []step {
	var all []step
	if t.secret {
		return nil
	}
	if class == open.ClassRefused {
		if u, ok := guess.Correct(t.url.String()); ok && lk.opens(u) {
			all = append(all, lk.meant(u))
		}
	}
	switch class {
	case open.ClassConnect, open.ClassTimeout, open.ClassTruncated, open.ClassProtocol, open.ClassServer, open.ClassChanged, open.ClassLocal:
		again := t
		again.visit = ""
		all = append(all, step{ID: "again", Name: "Try again", Link: "/open?" + lk.query(again)})
	}
	if similar, ok := similarWords(t.url); ok && class == open.ClassNotFound {
		all = append(all, step{ID: "similar", Name: "Search for similar words", Link: lk.link("/open", similar)})
	}
	if class == open.ClassNotFound || class == open.ClassServer || class == open.ClassProtocol {
		for _, u := range likelyMeant(t.url) {
			all = append(all, lk.meant(u))
		}
		if up != "" {
			all = append(all, step{ID: "up", Name: "Go up one level", Link: up})
		} else if first, ok := above(t.url, "/"); ok && first != t.url {
			all = append(all, step{ID: "first", Name: "Open the first page of the server", Link: lk.link("/open", first)})
		}
	}
	switch class {
	case open.ClassNotFound, open.ClassConnect, open.ClassTimeout, open.ClassServer:
		all = append(all, lk.archived(t.url)...)
	}
	return all
}

// similarWords returns the URL that lists the words similar to the one whose definition a
// dict URL requests. Source: rfc2229 5.
func similarWords(u earl.URL) (earl.URL, bool) {
	word, found := strings.CutPrefix(u.Path(), "/d:")
	if u.Scheme() != "dict" || !found {
		return earl.URL{}, false
	}
	parts := strings.SplitN(word, ":", 3) // the word, the database, and which definition
	v, err := u.With(earl.ComponentPath, earl.Some(earl.Octets("/m:"+strings.Join(parts[:min(len(parts), 2)], ":"))))
	return v, err == nil
}

// meant returns the step that opens a URL that the user may have meant.
func (lk *linker) meant(u earl.URL) step {
	return step{ID: "meant", Name: "Did you mean", URL: u.Redacted(), Link: lk.link("/open", u)}
}

// likelyMeant returns URLs that the user may have meant by a broken one: the URL without
// the punctuation of a sentence, and a gopher URL with the gophertype that people forget.
// Source: rfc1738 3.4.1; SPEC E1.
func likelyMeant(u earl.URL) []earl.URL {
	var all []earl.URL
	if text := u.String(); strings.TrimRight(text, ".,;:!?)]}'\"") != text {
		if v, err := u.Edition().Parse(strings.TrimRight(text, ".,;:!?)]}'\"")); err == nil {
			all = append(all, v)
		}
	}
	path := u.Path()
	if u.Scheme() != "gopher" && u.Scheme() != "gophers" || len(path) < 3 || path[2] == '/' {
		return all
	}
	kind := "/0"
	if strings.HasSuffix(path, "/") {
		kind = "/1"
	}
	if v, err := u.With(earl.ComponentPath, earl.Some(earl.Octets(kind+path))); err == nil {
		all = append(all, v)
	}
	return all
}

// archived returns the step that opens a copy of a web page in an archive.
func (lk *linker) archived(u earl.URL) []step {
	if s := u.Scheme(); s != "http" && s != "https" {
		return nil
	}
	copied, err := earl.RFC3986.Parse(archive.DefaultTimeGate + u.WithoutPassword().WithoutFragment().String())
	if err != nil || !lk.opens(copied) {
		return nil
	}
	return []step{{ID: "archive", Name: "Look for a copy in the Internet Archive", Link: lk.link("/open", copied)}}
}

// explainError returns the status and the texts of the page for an error of the client.
func explainError(err error) (int, errorPage) {
	c := cause.Of(err)
	f := errorPage{What: c.What, Teach: c.Teach, Said: c.Detail}
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		f.Setting = settingFor(refusal)
	}
	return c.Status, f
}

// settingFor returns the option of earl serve that would allow a refused URL, or "".
func settingFor(r *open.Refusal) string {
	switch {
	case r.Name != open.GuardPrivateAddress:
		return ""
	case !r.Address.IsValid():
		return "--allow-net"
	}
	return "--allow-net " + r.Address.Addr().Unmap().WithZone("").String()
}

// statusWords say what a status of HTTP means and what to do.
var statusWords = map[int][2]string{
	http.StatusUnauthorized:       {"The server needs a login.", ""},
	http.StatusForbidden:          {"The server does not show this page to you.", "It may need a login, or refuse programs that it does not know."},
	http.StatusNotFound:           {"The server has no page at this address.", "The page may have been moved, renamed or removed."},
	http.StatusGone:               {"The server reports that the page was removed.", ""},
	http.StatusTooManyRequests:    {"The server asks for fewer requests.", "Wait a few minutes, then try again."},
	http.StatusServiceUnavailable: {"The server is too busy, or is being repaired.", "Wait a few minutes, then try again."},
}

// serverError returns what a page shows about a document that an HTTP server sent with an
// error status, or nil. Source: rfc9110 15.5, 15.6.
func (lk *linker) serverError(t target, up string, m *open.Meta) *errorPage {
	if s := t.url.Scheme(); m.Status < 400 || s != "http" && s != "https" {
		return nil
	}
	f := &errorPage{What: strings.TrimSpace(fmt.Sprintf("%d %s", m.Status, http.StatusText(m.Status)))}
	words, known := statusWords[m.Status]
	class := open.ClassNotFound
	switch {
	case m.Status >= 500:
		class = open.ClassServer
	case m.Status == http.StatusTooManyRequests:
		class = open.ClassConnect
	}
	switch {
	case !known && m.Status >= 500:
		words = [2]string{"The server has an internal error.", "The problem is not on your side. Try again later."}
	case !known:
		words[0] = "The server refused the request."
	}
	f.Teach = strings.TrimSpace(words[0] + " " + words[1])
	f.Next = lk.nextSteps(t, up, class)
	return f
}
