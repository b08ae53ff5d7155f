package access

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// maxLogins is how many logins are kept; the oldest are dropped first.
const maxLogins = 100

// Logins are the users and passwords that the user gave. They are kept only in
// memory, and each is sent only to its scheme, host and port. The zero value has
// none. Several goroutines may use them. Source: rfc1738 6.
type Logins struct {
	mu   sync.Mutex
	list []open.Login // the newest last
}

// Add keeps a login. It replaces the one for the same user at the same server.
func (l *Logins) Add(login open.Login) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = slices.DeleteFunc(l.list, func(o open.Login) bool { return sameServer(o, login) && o.User == login.User })
	if len(l.list) == maxLogins {
		l.list = slices.Delete(l.list, 0, 1)
	}
	l.list = append(l.list, login)
}

// Answer returns the login that the user gave for the server of asked, or an
// [open.ErrLogin]. It has the type of the field Login in [open.Options].
func (l *Logins) Answer(ctx context.Context, asked open.Login) (open.Login, error) {
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

// noLogin is the error for a login that the user has not given: an open.ErrLogin.
type noLogin struct{}

func (noLogin) Error() string        { return "none was given in this browser session" }
func (noLogin) Is(target error) bool { return target == open.ErrLogin }

// askedKey is the key of the context value in which Answer stores the requested login.
type askedKey struct{}

// NoteAsked returns r with a context in which Answer stores the login that a server
// requests.
func NoteAsked(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), askedKey{}, new(open.Login)))
}

// AskedFor returns the login that a server requested while r was served, or the zero
// Login. r must come from NoteAsked.
func AskedFor(r *http.Request) open.Login {
	if noted, ok := r.Context().Value(askedKey{}).(*open.Login); ok {
		return *noted
	}
	return open.Login{}
}

// Forget drops every login.
func (l *Logins) Forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = nil
}

// Count returns how many logins are kept.
func (l *Logins) Count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.list)
}

// sameServer reports whether two logins are for one scheme, host and port.
func sameServer(a, b open.Login) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host)
}

// Take returns u without its password, and keeps the password as a login. So no page, link
// or history contains the password.
func (l *Logins) Take(u earl.URL) earl.URL {
	password, ok := u.Password()
	if !ok {
		return u
	}
	hidden := password == earl.Hidden        // copied from a page, which hides the password
	advice := u.Designates() == earl.Service // never sent
	if address, err := open.HostPort(u); err == nil && !hidden && !advice {
		user, given := u.User()
		l.Add(open.Login{
			Scheme:   u.Scheme(),
			Host:     address,
			User:     earl.Field{Value: earl.Unescape(user), Present: given},
			Password: earl.NewSecret(earl.Unescape(password)),
		})
	}
	return u.WithoutPassword()
}
