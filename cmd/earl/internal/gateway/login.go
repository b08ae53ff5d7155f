package gateway

import (
	"context"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// loginForm is a form for a login.
type loginForm struct {
	Server string // the server that receives the login
	User   string
	Prompt string // the server's request for the login
	Sent   bool   // the server has refused a login
	Clear  bool   // the login is sent without encryption
}

// loginForm returns the form for the login that a server requested, or may need. It
// returns nil if t has no server, or if no login would be sent to it.
func (g *Gateway) loginForm(r *http.Request, t target) *loginForm {
	l := access.AskedFor(r)
	if l.Host == "" {
		address, err := open.HostPort(t.url)
		if s, known := t.url.Edition().Scheme(t.url.Scheme()); err != nil || t.secret || known && !s.Login {
			return nil
		}
		user, given := t.url.User()
		l = open.Login{Scheme: t.url.Scheme(), Host: address, User: earl.Field{Value: earl.Unescape(user), Present: given}}
	}
	f := &loginForm{Server: l.Scheme + "://" + l.Host, User: sanitize.Line(string(l.User.Value)), Prompt: sanitize.Line(l.Prompt)}
	f.Clear = l.Scheme != "https" && l.Scheme != "ftps" && l.Scheme != "nntps" && l.Scheme != "sftp"
	_, err := g.logins.Answer(context.Background(), l)
	f.Sent = err == nil
	return f
}

// login keeps the login of a form and redirects to the page that needs it.
func (g *Gateway) login(w http.ResponseWriter, r *http.Request) {
	t, _, ok := g.parse(r)
	scheme, host, found := strings.Cut(r.PostFormValue("server"), "://")
	if !ok || !found || host == "" {
		g.deny(w, r, http.StatusBadRequest, "This login form is not from the gateway.")
		return
	}
	user := earl.Some(earl.Octets(r.PostFormValue("user")))
	g.logins.Add(open.Login{Scheme: scheme, Host: host, User: user, Password: earl.NewSecret(earl.Octets(r.PostFormValue("password")))})
	// In a scheme whose URLs contain the user, a URL without a user means anonymous: the
	// client would not use the login.
	known, _ := t.url.Edition().Scheme(scheme)
	if own, err := open.HostPort(t.url); err == nil && own == host && known.Login {
		if u, err := t.url.With(earl.ComponentUser, user); err == nil {
			t.url = u
		}
	}
	http.Redirect(w, r, "/open?"+g.linker.query(t), http.StatusSeeOther)
}
