// Package goada has the functions of github.com/ada-url/goada, which calls the
// C++ library ada through cgo, over [earl.WHATWG]. A program that uses goada
// needs only another import path, and no C++ compiler:
//
//	import "github.com/earl-url/earl/compat/goada"
//
//	u, err := goada.New("https://www.GOoglé.com/./path/../path2/")
//	u.Href() // https://www.xn--googl-fsa.com/path2/
//
// A Url has no memory outside Go: nothing is freed, and a copy of a Url is
// independent. A *Url must not be changed while another goroutine uses it. New
// programs should use package earl, which has errors that say what is wrong.
// Source: whatwg URL class.
package goada

import (
	"errors"
	"strings"

	"github.com/earl-url/earl"
)

// The errors of [New] and [NewWithBase].
var (
	ErrEmptyString = errors.New("empty url string")
	ErrInvalidUrl  = errors.New("invalid url")
)

// Url is a URL of the WHATWG URL Standard. Make one with [New] or [NewWithBase].
type Url struct{ url earl.URL }

// New parses a URL. The error is [ErrEmptyString] or [ErrInvalidUrl].
func New(urlstring string) (*Url, error) {
	if urlstring == "" {
		return nil, ErrEmptyString
	}
	u, err := earl.WHATWG.Parse(urlstring)
	return made(u, err)
}

// NewWithBase parses a URL or a reference, which is resolved against a base.
// The error is [ErrEmptyString], also for an empty reference, or [ErrInvalidUrl].
func NewWithBase(urlstring, basestring string) (*Url, error) {
	if urlstring == "" || basestring == "" {
		return nil, ErrEmptyString
	}
	base, err := earl.WHATWG.Parse(basestring)
	if err != nil {
		return nil, ErrInvalidUrl
	}
	u, err := earl.WHATWG.Resolve(base, urlstring)
	return made(u, err)
}

// made returns the result of parsing.
func made(u earl.URL, err error) (*Url, error) {
	if err != nil {
		return nil, ErrInvalidUrl
	}
	return &Url{u}, nil
}

// Valid reports whether u was parsed. It is true for each Url of New.
func (u *Url) Valid() bool { return !u.url.IsZero() }

// Href returns the URL.
func (u *Url) Href() string { return u.url.String() }

// Protocol returns the scheme and a colon.
func (u *Url) Protocol() string { return u.url.Scheme() + ":" }

// Username returns the user with its escapes, or "".
func (u *Url) Username() string { return text(u.url.User()) }

// Password returns the password with its escapes, or "".
func (u *Url) Password() string { return text(u.url.Password()) }

// Hostname returns the host without the port.
func (u *Url) Hostname() string { return text(u.url.Host()) }

// Port returns the digits of the port, or "" for the default port.
func (u *Url) Port() string { return text(u.url.Port()) }

// Host returns the host, and a colon and the port if there is one.
func (u *Url) Host() string {
	if port, ok := u.url.Port(); ok {
		return u.Hostname() + ":" + port
	}
	return u.Hostname()
}

// Pathname returns the path.
func (u *Url) Pathname() string { return u.url.Path() }

// Search returns "?" and the query, or "" if the query is empty.
func (u *Url) Search() string { return after("?", text(u.url.Query())) }

// Hash returns "#" and the fragment, or "" if the fragment is empty.
func (u *Url) Hash() string { return after("#", text(u.url.Fragment())) }

// HasCredentials reports whether the user or the password is not empty.
func (u *Url) HasCredentials() bool { return u.HasNonEmptyUsername() || u.HasNonEmptyPassword() }

// HasNonEmptyUsername reports whether there is a user.
func (u *Url) HasNonEmptyUsername() bool { return u.Username() != "" }

// HasNonEmptyPassword reports whether there is a password.
func (u *Url) HasNonEmptyPassword() bool { return u.Password() != "" }

// HasPassword reports whether there is a password, which may be empty.
func (u *Url) HasPassword() bool { return has(u.url.Password()) }

// HasHostname reports whether there is a host, which may be empty.
func (u *Url) HasHostname() bool { return has(u.url.Host()) }

// HasEmptyHostname reports whether there is a host, and it is empty.
func (u *Url) HasEmptyHostname() bool { return u.HasHostname() && u.Hostname() == "" }

// HasPort reports whether there is a port other than the default port.
func (u *Url) HasPort() bool { return has(u.url.Port()) }

// HasSearch reports whether there is a query, which may be empty.
func (u *Url) HasSearch() bool { return has(u.url.Query()) }

// HasHash reports whether there is a fragment, which may be empty.
func (u *Url) HasHash() bool { return has(u.url.Fragment()) }

// SetHref replaces the whole URL. It returns false, and changes nothing, if s
// is not a URL.
func (u *Url) SetHref(s string) bool { return u.keep(earl.WHATWG.Parse(s)) }

// SetProtocol changes the scheme. It and the other setters return false, and
// change nothing, if the standard's setter ignores the value. For an empty value it
// returns true, as ada does.
func (u *Url) SetProtocol(s string) bool {
	scheme, _, _ := strings.Cut(unwritten.Replace(s), ":")
	return unwritten.Replace(s) == "" || u.set(earl.ComponentScheme, scheme)
}

// SetUsername changes the user.
func (u *Url) SetUsername(s string) bool { return u.set(earl.ComponentUser, s) }

// SetPassword changes the password.
func (u *Url) SetPassword(s string) bool { return u.set(earl.ComponentPassword, s) }

// SetHostname changes the host, and leaves the port.
func (u *Url) SetHostname(s string) bool { return u.set(earl.ComponentHost, s) }

// SetHost changes the host, and the port if s has one. If only the port is
// invalid, it changes the host and returns true.
func (u *Url) SetHost(s string) bool {
	host, port, colon := u.cutPort(s)
	if host == "" && colon || !u.set(earl.ComponentHost, host) {
		return false
	}
	if port != "" {
		u.set(earl.ComponentPort, port)
	}
	return true
}

// SetPort changes the port; "" removes it. Only tabs and newlines change
// nothing, and it returns true as ada does.
func (u *Url) SetPort(s string) bool {
	return s != "" && unwritten.Replace(s) == "" || u.set(earl.ComponentPort, s)
}

// SetPathname changes the path.
func (u *Url) SetPathname(s string) bool { return u.set(earl.ComponentPath, s) }

// SetSearch changes the query; "" removes it. A "?" at its start is left out.
func (u *Url) SetSearch(s string) { u.set(earl.ComponentQuery, s) }

// SetHash changes the fragment; "" removes it. A "#" at its start is left out.
func (u *Url) SetHash(s string) { u.set(earl.ComponentFragment, s) }

// set changes one component.
func (u *Url) set(c earl.Component, value string) bool {
	return u.keep(u.url.With(c, earl.Some(earl.Octets(value))))
}

// keep replaces the URL by a changed one, unless there is an error.
func (u *Url) keep(changed earl.URL, err error) bool {
	if err == nil {
		u.url = changed
	}
	return err == nil
}

// unwritten removes what the standard removes from every value first.
var unwritten = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// cutPort splits the value of the setter host at the first colon that is not in
// brackets. A file URL has no port. Source: whatwg host state.
func (u *Url) cutPort(value string) (host, port string, colon bool) {
	if u.url.Scheme() == "file" {
		return value, "", false
	}
	value = unwritten.Replace(value)
	if end := strings.IndexAny(value, u.ends()); end >= 0 {
		value = value[:end]
	}
	brackets := false
	for i := range len(value) {
		switch value[i] {
		case '[':
			brackets = true
		case ']':
			brackets = false
		case ':':
			if !brackets {
				return value[:i], value[i+1:], true
			}
		}
	}
	return value, "", false
}

// ends returns the characters that end a host and port. In a special URL, "\"
// does too. Source: whatwg is special.
func (u *Url) ends() string {
	switch u.url.Scheme() {
	case "ftp", "http", "https", "ws", "wss":
		return `/?#\`
	}
	return "/?#"
}

// text returns the text of an optional component.
func text(s string, _ bool) string { return s }

// has reports whether an optional component is present.
func has(_ string, ok bool) bool { return ok }

// after returns text after a delimiter, or "" if the text is empty.
func after(delim, text string) string {
	if text == "" {
		return ""
	}
	return delim + text
}
