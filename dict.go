package earl

import "strings"

// Dict is the typed view of a dict URL: the definitions of a word, or the words
// that match it. The path is "d:word:database:n" or
// "m:word:database:strategy:n"; parts may be left off from its end. A URL
// without a path is about the databases of the server. The user may
// have ";" and the name of a method after it. Source: rfc2229 5.
type Dict struct {
	User     Field  // the user, without ";" and the method
	Auth     Field  // the method of authentication, after the ";"
	Password Secret // the shared secret, which no document puts into a URL
	Host     Octets // the host
	Port     Field  // the port in digits; absent: 2628
	Command  Field  // "d" for definitions, "m" for matches; absent: the databases
	Word     Octets // the word; empty: the user is asked for it
	Database Field  // the database; absent or empty: "!", the first one with a match
	Strategy Field  // how words are matched; absent or empty: ".", the server's choice
	N        Field  // which of the definitions or matches, from 1; absent or empty: all
}

// Parts yields the fields of v by their names in lower case.
func (v Dict) Parts(yield func(Part) bool) {
	_ = yield(fieldPart("user", ComponentUser, v.User)) &&
		yield(fieldPart("auth", ComponentUser, v.Auth)) &&
		yield(v.Password.part()) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(fieldPart("command", ComponentPath, v.Command)) &&
		yield(octetsPart("word", ComponentPath, v.Word)) &&
		yield(fieldPart("database", ComponentPath, v.Database)) &&
		yield(fieldPart("strategy", ComponentPath, v.Strategy)) &&
		yield(fieldPart("n", ComponentPath, v.N))
}

// ParseDict returns the typed view of a dict URL. The error is a *ParseError.
// Source: rfc2229 5.
func ParseDict(u URL) (Dict, error) {
	if err := viewScheme(u, "dict"); err != nil {
		return Dict{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return Dict{}, err
	}
	v := Dict{Password: l.password, Host: l.host, Port: l.port}
	if user, ok := u.User(); ok {
		name, method, more := strings.Cut(user, ";")
		v.User = Some(Unescape(name))
		if more {
			v.Auth = Some(Unescape(method))
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
		return Dict{}, viewError(u, off+1, len(path)-1, ruleDict)
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
	v.Command = Some(Octets(command))
	for i := 0; ok; i++ {
		var piece string
		piece, path, ok = strings.Cut(path, ":")
		rest := v.rest()
		switch {
		case i == 0:
			v.Word = Unescape(piece)
		case i <= len(rest):
			*rest[i-1] = Some(Unescape(piece))
		default:
			return false
		}
	}
	return isDigits(v.N.Value)
}

// rest returns the parts after the word, in their order. Source: rfc2229 5.
func (v *Dict) rest() []*Field {
	if v.Command.Value == "m" {
		return []*Field{&v.Database, &v.Strategy, &v.N}
	}
	return []*Field{&v.Database, &v.N}
}

// dictReserved are the reserved characters that are not escaped in a part of
// the path. The colon separates the parts.
const dictReserved = ";?@&=+"

// URL composes the URL of v. Source: rfc2229 5.
func (v Dict) URL(e *Edition) (URL, error) {
	c := compose(e, "dict")
	c.need(v.Host != "", ruleComposeHost)
	c.need(v.fits(), ruleComposeView)
	c.dictLogin(v)
	c.text("/")
	if v.Command.Present {
		c.text(string(v.Command.Value) + ":")
		c.putOctets(v.Word, dictReserved, c.f.path)
		for _, part := range v.rest() {
			if part.Present {
				c.text(":")
				c.putOctets(part.Value, dictReserved, c.f.path)
			}
		}
	}
	u, err := c.url()
	if user, _ := u.User(); err == nil && v.Auth.Present && !strings.Contains(user, ";") {
		return URL{}, c.error(ruleComposeView) // whatwg escapes the ";"
	}
	return u, err
}

// dictLogin appends the login. The ";" before the method is not escaped, and
// one in the user is.
func (c *composer) dictLogin(v Dict) {
	password, secret := v.Password.Reveal()
	c.need(v.User.Present || !secret && !v.Auth.Present, ruleComposeUser)
	c.text("//")
	user := len(c.b)
	if v.User.Present {
		c.putOctets(v.User.Value, "?&=", c.f.user)
		if v.Auth.Present {
			c.text(";")
			c.putOctets(v.Auth.Value, inLogin, c.f.user)
		}
		c.l.user = Some(Unescape(string(c.b[user:])))
		if c.secret = secret; secret {
			c.text(":")
			c.putOctets(password, inLogin, c.f.password)
		}
		c.text("@")
	}
	c.hostport(v.Host, v.Port)
	c.l.password = v.Password
	if c.host = v.Host != "" || c.f.noHost; c.host {
		c.path = len(c.b)
	}
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
