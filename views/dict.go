package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// Dict is the typed view of a dict URL: the definitions of a word, or the words
// that match it. The path is "d:word:database:n" or
// "m:word:database:strategy:n"; parts may be left off from its end. A URL
// without a path is about the databases of the server. The user may
// have ";" and the name of a method after it. Source: rfc2229 5.
type Dict struct {
	User     earl.Field  // the user, without ";" and the method
	Auth     earl.Field  // the method of authentication, after the ";"
	Password earl.Secret // the shared secret, which no document puts into a URL
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 2628
	Command  earl.Field  // "d" for definitions, "m" for matches; absent: the databases
	Word     earl.Octets // the word; empty: the user is asked for it
	Database earl.Field  // the database; absent or empty: "!", the first one with a match
	Strategy earl.Field  // how words are matched; absent or empty: ".", the server's choice
	N        earl.Field  // which of the definitions or matches, from 1; absent or empty: all
}

// Parts yields the fields of v by their names in lower case.
func (v Dict) Parts(yield func(earl.Part) bool) {
	_ = yield(fieldPart("user", earl.ComponentUser, v.User)) &&
		yield(fieldPart("auth", earl.ComponentUser, v.Auth)) &&
		yield(secretPart(v.Password)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(fieldPart("command", earl.ComponentPath, v.Command)) &&
		yield(octetsPart("word", earl.ComponentPath, v.Word)) &&
		yield(fieldPart("database", earl.ComponentPath, v.Database)) &&
		yield(fieldPart("strategy", earl.ComponentPath, v.Strategy)) &&
		yield(fieldPart("n", earl.ComponentPath, v.N))
}

// ParseDict returns the typed view of a dict URL. The error is a *ParseError.
// Source: rfc2229 5.
func ParseDict(u earl.URL) (Dict, error) {
	if err := viewScheme(u, "dict"); err != nil {
		return Dict{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return Dict{}, err
	}
	v := Dict{Password: l.Password, Host: l.Host, Port: l.Port}
	if user, ok := u.User(); ok {
		name, method, more := strings.Cut(user, ";")
		v.User = earl.Some(earl.Unescape(name))
		if more {
			v.Auth = earl.Some(earl.Unescape(method))
		}
	}
	path, off, err := viewPath(u)
	if err != nil {
		return Dict{}, err
	}
	if path == "" || path == "/" {
		return v, nil
	}
	if !v.read(path[1:]) {
		return Dict{}, u.Violation(off+1, len(path)-1, ruleDict)
	}
	return v, nil
}

// read reads the path after its "/". It reports false if the path is not one of
// a dict URL. Source: rfc2229 5.
func (v *Dict) read(path string) bool {
	command, path, ok := strings.Cut(path, ":")
	if !ok || command != "d" && command != "m" {
		return false
	}
	v.Command = earl.Some(earl.Octets(command))
	for i := 0; ok; i++ {
		var piece string
		piece, path, ok = strings.Cut(path, ":")
		rest := v.rest()
		switch {
		case i == 0:
			v.Word = earl.Unescape(piece)
		case i <= len(rest):
			*rest[i-1] = earl.Some(earl.Unescape(piece))
		default:
			return false
		}
	}
	return isDigits(v.N.Value)
}

// rest returns the parts after the word, in their order. Source: rfc2229 5.
func (v *Dict) rest() []*earl.Field {
	if v.Command.Value == "m" {
		return []*earl.Field{&v.Database, &v.Strategy, &v.N}
	}
	return []*earl.Field{&v.Database, &v.N}
}

// dictReserved are the reserved characters that are not escaped in a part of
// the path. The colon separates the parts.
const dictReserved = ";?@&=+"

// URL composes the URL of v. Source: rfc2229 5.
func (v Dict) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("dict")
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Need(v.fits(), earl.RuleComposeView)
	l := earl.Login{User: v.User, Password: v.Password, Host: v.Host, Port: v.Port}
	c.Need(v.User.Present || !v.Auth.Present, earl.RuleComposeUser)
	if v.User.Present {
		c.LoginAs(v.userText(e), l)
	} else {
		c.Login(l)
	}
	c.Text("/")
	if v.Command.Present {
		c.Text(string(v.Command.Value) + ":")
		c.Octets(earl.ComponentPath, v.Word, dictReserved)
		for _, part := range v.rest() {
			if part.Present {
				c.Text(":")
				c.Octets(earl.ComponentPath, part.Value, dictReserved)
			}
		}
	}
	u, err := c.URL()
	if user, _ := u.User(); err == nil && v.Auth.Present && !strings.Contains(user, ";") {
		c.Need(false, earl.RuleComposeView) // whatwg escapes the ";"
		return c.URL()
	}
	return u, err
}

// userText returns the text of the user and the method. The ";" before the method is not
// escaped, and one in the user is.
func (v Dict) userText(e *earl.Edition) string {
	c := e.Composer("dict")
	c.Octets(earl.ComponentUser, v.User.Value, "?&=")
	if v.Auth.Present {
		c.Text(";")
		c.Octets(earl.ComponentUser, v.Auth.Value, inLogin)
	}
	return c.Written()[len("dict:"):]
}

// fits reports whether the path can have the parts of v: no part follows an
// absent one, and only a command has parts.
func (v Dict) fits() bool {
	command := v.Command.Value
	if v.Command.Present && command != "d" && command != "m" {
		return false
	}
	if !v.Command.Present {
		return v == Dict{User: v.User, Auth: v.Auth, Password: v.Password, Host: v.Host, Port: v.Port}
	}
	if command == "d" && (v.Strategy.Present || v.Strategy.Value != "") {
		return false
	}
	absent := false
	for _, part := range v.rest() {
		if absent && part.Present || !part.Present && part.Value != "" {
			return false
		}
		absent = !part.Present
	}
	return isDigits(v.N.Value)
}
