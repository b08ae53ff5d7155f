package main

import (
	"strings"

	"github.com/earl-url/earl"
)

// Request is the typed view of an x-finger URL: "x-finger://host[:port]/[user]", or
// "/W/user" for more detail (RFC 1288 section 2.3).
type Request struct {
	Host earl.Octets // the host
	Port earl.Field  // the port in digits; absent: 79
	Long bool        // more detail is wanted
	User earl.Octets // the user; "" asks who is logged on
}

// ruleRequest is the rule for a path that has more than a user.
const ruleRequest earl.Rule = `finger-request | rfc1288 2.3 | the path must be a user, or "W/" and a user; escape other slashes as %2F`

// parseRequest reads the view of a URL.
func parseRequest(u earl.URL) (Request, error) {
	host, _ := u.Host()
	if host == "" {
		return Request{}, u.Violation(0, len(u.Scheme()), earl.RuleNoHost)
	}
	v := Request{Host: earl.Unescape(host)}
	if port, ok := u.Port(); ok {
		v.Port = earl.Some(earl.Octets(port))
	}
	path, off := u.Rest()
	user, long := strings.CutPrefix(path, "/W/")
	if !long {
		user = strings.TrimPrefix(path, "/")
	}
	if strings.ContainsAny(user, "/?") {
		return Request{}, u.Violation(off, len(path), ruleRequest)
	}
	v.Long, v.User = long, earl.Unescape(user)
	return v, nil
}

// URL composes the URL of v.
func (v Request) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer(finger.Name)
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	if v.Long {
		c.Text("/W")
	}
	c.Text("/")
	c.Octets(earl.ComponentPath, v.User, ":@&=+")
	return c.URL()
}

// Parts yields the parts of v, which earl prints: "earl explain", JSON, pages.
func (v Request) Parts(yield func(earl.Part) bool) {
	_ = yield(earl.Part{Name: "host", In: earl.ComponentHost, Present: true, Value: v.Host}) &&
		yield(earl.Part{Name: "port", In: earl.ComponentPort, Present: v.Port.Present, Value: v.Port.Value}) &&
		yield(earl.Part{Name: "long", Kind: earl.PartFlag, In: earl.ComponentPath, Present: v.Long}) &&
		yield(earl.Part{Name: "user", In: earl.ComponentPath, Present: true, Value: v.User})
}

// line returns the line that the server gets.
func (v Request) line() earl.Octets {
	if v.Long {
		return "/W " + v.User
	}
	return v.User
}
