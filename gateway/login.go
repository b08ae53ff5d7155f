package gateway

import (
	"context"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// loginForm asks for a login.
type loginForm struct {
	Server string // that it is sent to
	User   string
	Prompt string // the text with which the server asked
	Sent   bool   // one was sent, and refused
	Clear  bool   // it is sent without encryption
}

// loginForm returns the form for the login that a server asked for, or may want;
// nil where there is no server to send it to.
func (g *Gateway) loginForm(r *http.Request, t target) *loginForm {
	l := access.AskedFor(r)
	if l.Host == "" {
		address, err := open.HostPort(t.url)
		if err != nil || t.secret {
			return nil
		}
		user, given := t.url.User()
		l = open.Login{Scheme: t.url.Scheme(), Host: address, User: earl.Field{Value: earl.Unescape(user), Present: given}}
	}
	f := &loginForm{Server: l.Scheme + "://" + l.Host, User: sanitize.Line(string(l.User.Value)), Prompt: sanitize.Line(l.Prompt)}
	f.Clear = l.Scheme != "https" && l.Scheme != "ftps" && l.Scheme != "nntps"
	_, err := g.logins.Answer(context.Background(), l)
	f.Sent = err == nil
	return f
}

// login keeps the login of a form and returns to the page that asked for it.
func (g *Gateway) login(w http.ResponseWriter, r *http.Request) {
	t, _, ok := g.parse(r)
	scheme, host, parted := strings.Cut(r.PostFormValue("server"), "://")
	if !ok || !parted || host == "" {
		g.deny(w, r, http.StatusBadRequest, "That is no login form of ours.")
		return
	}
	user := earl.Some(earl.Octets(r.PostFormValue("user")))
	g.logins.Add(open.Login{Scheme: scheme, Host: host, User: user, Password: earl.NewSecret(earl.Octets(r.PostFormValue("password")))})
	// Where the URLs of a scheme contain the user, one without a user means
	// anonymous: the server would not ask.
	known, _ := t.url.Edition().Scheme(scheme)
	if own, err := open.HostPort(t.url); err == nil && own == host && known.Login {
		if u, err := t.url.With(earl.ComponentUser, user); err == nil {
			t.url = u
		}
	}
	http.Redirect(w, r, "/open?"+g.query(t), http.StatusSeeOther)
}
