package gateway

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"

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
	if errors.Is(err, open.ErrNoOpener) {
		f.Teach = g.unopened(t.url)
	}
	if errors.Is(err, open.ErrLogin) {
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
	if t.kept != "" || t.url.Edition() != earl.RFC3986 || !errors.As(err, &malformed) {
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

// explainError returns the status and the words for an error of a client.
func explainError(err error) (int, errorPage) {
	f := errorPage{Said: sanitize.Line(err.Error())}
	var refusal *open.Refusal
	var timeout net.Error
	var malformed *earl.ParseError
	switch {
	case errors.As(err, &refusal):
		f.What, f.Said = "A guard refused to open this.", sanitize.Line(refusal.Found())
		f.Teach, f.Setting = teachings[refusal.Name], settingFor(refusal)
		return http.StatusForbidden, f
	case errors.Is(err, open.ErrLogin):
		f.What, f.Teach = "The server wants to know who you are.", "The login is kept in memory for this sitting, and goes to this server alone."
		return http.StatusUnauthorized, f
	case errors.Is(err, open.ErrNotFound):
		f.What, f.Teach = "There is no such object.", "The server answered, and has nothing under this name. Articles of news expire; files move. A step up the path above may show where it went."
		return http.StatusNotFound, f
	case errors.Is(err, open.ErrNoOpener):
		f.What = "Nothing here opens this URL."
		return http.StatusNotImplemented, f
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		f.What, f.Teach = "The server was silent for too long.", "It may be busy or gone, or something on the way drops what is sent to it."
		return http.StatusGatewayTimeout, f
	case errors.Is(err, open.ErrConnect):
		f.What, f.Teach = "There is no connection to the server.", "Its name may be gone, or nobody listens on that port any more. Many servers of old links have long been switched off."
		return http.StatusBadGateway, f
	case errors.Is(err, open.ErrCut):
		f.What, f.Teach = "The object was cut short.", "The connection ended before all of it had come. Opening it again may help."
		return http.StatusBadGateway, f
	case errors.Is(err, open.ErrProtocol):
		f.What, f.Teach = "The server broke its protocol.", "What answered there does not speak as the scheme's documents have it; perhaps it is another service."
		return http.StatusBadGateway, f
	case errors.As(err, &malformed):
		f.What, f.Teach = "The URL has not the parts that its scheme demands.", "Nothing was sent. Its explanation says how each edition reads it."
		return http.StatusBadRequest, f
	}
	f.What = "This did not open."
	return http.StatusBadGateway, f
}

// teachings say what each guard is for.
var teachings = map[string]string{
	open.GuardCtlOctet:         "Decoded, the URL would hold an octet that ends a line of the protocol, and what follows would be a command of its own. Such URLs attack servers in the name of whoever opens them (rfc1738 6).",
	open.GuardPortRange:        "A port is a number of 1 to 65535.",
	open.GuardBadPort:          "Another protocol lives on that port, and might take the request for commands (rfc1738 6).",
	open.GuardBadHost:          "What stands where the host should be is neither a name nor an address.",
	open.GuardPrivateAddress:   "The address is not on the public Internet: it is this machine, or one of the network around it. A link from outside could reach there what the outside cannot. If you trust it, name it when you start the gateway.",
	open.GuardRedirectScheme:   "A referral may not lead from outside to a file of this machine, to a terminal or to a letter, and one of http leads to http and https alone (draft1996 10).",
	open.GuardTooManyHops:      "One referral led to the next, and never to an object.",
	open.GuardCrossCredentials: "A password goes to the scheme, host and port that it was given for, and to no other.",
	open.GuardNewsName:         "No news server has a group or an article of that name: it would break the line that asks for it.",
	open.GuardFileHost:         "A file URL has no protocol to fetch a file of another machine by (rfc1738 3.10).",
	open.GuardEncodedSlash:     "An escaped slash inside a file's name would become two names.",
	open.GuardPathEscape:       "The path leads out of where it stands.",
	open.GuardNativePath:       "No file of this system can have that name.",
	open.GuardSpecialFile:      "It is a device, a pipe or a socket, which may never end.",
	open.GuardRelay:            "The server would ask another one, which no guard here has judged.",
	GuardOwnPort:               "The address is the gateway's own. A URL that opens a URL here would act in your name.",
}

// settingFor returns the option of the command that would let a URL pass, ""
// if none does.
func settingFor(r *open.Refusal) string {
	if r.Setting != "Policy.AllowNet" {
		return ""
	}
	// The reason begins with the address, or says which one a name is.
	for word := range strings.FieldsFuncSeq(r.Reason, func(c rune) bool { return c == ' ' || c == ',' }) {
		if n, err := open.ParseNet(word); err == nil {
			return "--allow-net " + strings.TrimSuffix(strings.TrimSuffix(n.String(), "/32"), "/128")
		}
	}
	return "--allow-net"
}
