package gateway

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// maxLogins is how many logins a sitting holds; the oldest go first.
const maxLogins = 100

// logins are the users and passwords of a sitting. They are in memory alone, and
// each goes to its scheme, host and port alone. Source: rfc1738 6.
type logins struct {
	mu   sync.Mutex
	list []open.Login // the newest last
}

// add keeps a login in place of the one for the same user.
func (l *logins) add(login open.Login) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = slices.DeleteFunc(l.list, func(o open.Login) bool { return sameServer(o, login) && o.User == login.User })
	if len(l.list) == maxLogins {
		l.list = slices.Delete(l.list, 0, 1)
	}
	l.list = append(l.list, login)
}

// answer is the Login of the client: it answers for the person.
func (l *logins) answer(ctx context.Context, asked open.Login) (open.Login, error) {
	if noted, ok := ctx.Value(askedKey{}).(*open.Login); ok {
		*noted = asked
		noted.Password, noted.Account = earl.Secret{}, earl.Secret{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, o := range slices.Backward(l.list) {
		if sameServer(o, asked) && (!asked.User.Present || o.User == asked.User) {
			return o, nil
		}
	}
	return asked, noLogin{}
}

// noLogin is the error of a login that the person has not given: an open.ErrLogin.
type noLogin struct{}

func (noLogin) Error() string        { return "none was given in this sitting" }
func (noLogin) Is(target error) bool { return target == open.ErrLogin }

// askedKey is where the context of a request notes what a server asked for.
type askedKey struct{}

// noteAsked returns r so that askedFor knows what a server asks for.
func noteAsked(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), askedKey{}, new(open.Login)))
}

// askedFor returns the login that a server asked for, the zero Login if none did.
func askedFor(r *http.Request) open.Login {
	if noted, ok := r.Context().Value(askedKey{}).(*open.Login); ok {
		return *noted
	}
	return open.Login{}
}

// login keeps the login of a form and goes back to what asked for it.
func (g *Gateway) login(w http.ResponseWriter, r *http.Request) {
	t, _, ok := g.parse(r)
	scheme, host, parted := strings.Cut(r.PostFormValue("server"), "://")
	if !ok || !parted || host == "" {
		(&fault{http.StatusBadRequest, "That is no login form of ours."}).answer(w)
		return
	}
	user := earl.Some(earl.Octets(r.PostFormValue("user")))
	g.logins.add(open.Login{Scheme: scheme, Host: host, User: user, Password: earl.NewSecret(earl.Octets(r.PostFormValue("password")))})
	// Of a scheme whose URLs name the user, one without means anonymous: the server would not ask.
	known, _ := t.url.Edition().Scheme(scheme)
	if own, err := open.HostPort(t.url); err == nil && own == host && known.Login {
		if u, err := t.url.WithUser(user); err == nil {
			t.url = u
		}
	}
	http.Redirect(w, r, "/open?"+g.query(t), http.StatusSeeOther)
}

// forget drops every login.
func (l *logins) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = nil
}

// count returns how many logins are held.
func (l *logins) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.list)
}

// sameServer reports whether two logins are for one scheme, host and port.
func sameServer(a, b open.Login) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host)
}

// take returns u without its password, which is kept for the sitting: no page,
// no link and no history has it.
func (l *logins) take(u earl.URL) earl.URL {
	password, ok := u.Password()
	if !ok {
		return u
	}
	hidden := password == earl.Hidden        // copied from a page, which has not the password itself
	advice := u.Designates() == earl.Service // sent by nobody
	if address, err := open.HostPort(u); err == nil && !hidden && !advice {
		user, given := u.User()
		l.add(open.Login{
			Scheme:   u.Scheme(),
			Host:     address,
			User:     earl.Field{Value: earl.Unescape(user), Present: given},
			Password: earl.NewSecret(earl.Unescape(password)),
		})
	}
	return u.WithoutPassword()
}
