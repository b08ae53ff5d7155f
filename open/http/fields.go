package http

import (
	"errors"
	"fmt"
	nethttp "net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/earl-url/earl/open/internal/request"
)

// ParseFields reads fields of a request in curl's form: "Name: value" sends a field,
// "Name;" sends one with an empty value, and "Name:" sends no field of that name,
// not even the opener's own. A name that appears twice has two values. No error
// contains a value, because it may be a secret. Source: rfc9110 5.5, 5.6.2.
func ParseFields(lines []string) (nethttp.Header, error) {
	fields := nethttp.Header{}
	for _, line := range lines {
		name, value, colon := strings.Cut(line, ":")
		if bare, ok := strings.CutSuffix(line, ";"); ok && !colon {
			name, value = bare, ""
		} else if !colon {
			return nil, fmt.Errorf("a field must have the form %q", "Name: value")
		}
		if !isToken(name) {
			return nil, errors.New("a field must begin with a name, which is a word without spaces")
		}
		value = strings.Trim(value, " \t")
		if strings.ContainsFunc(value, func(r rune) bool { return r < 0x20 && r != '\t' || r == 0x7F }) {
			return nil, fmt.Errorf("the value of the field %s contains a control character", name)
		}
		name = nethttp.CanonicalHeaderKey(name)
		if value == "" && colon {
			fields[name] = nil
			continue
		}
		fields[name] = append(fields[name], value)
	}
	return fields, nil
}

// IsSecret reports whether a field of a request can contain credentials. It ignores the case of the
// name, and every name that is not known to be harmless is secret. Such a field is sent only to its
// server, and traces and plans hide its value.
func IsSecret(name string) bool { return request.IsSecret(name) }

// SoundsSecret reports whether the name of a field suggests that it contains credentials. It is for
// fields of responses and those that are not the user's.
func SoundsSecret(name string) bool {
	for word := range strings.SplitSeq(strings.ToLower(name), "-") {
		switch word {
		case "authorization", "auth", "cookie", "cookie2", "token", "secret", "key", "apikey", "password", "session":
			return true
		}
	}
	return false
}

// isToken reports whether a text can be the name of a field. Source: rfc9110 5.6.2.
func isToken(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("!#$%&'*+-.^_`|~", r))
	})
}

// addFields adds the fields of the options to a request. Credentials, and a custom Host, are sent
// only to the server of the first URL, not to the targets of its redirects. The fields of
// HostFields are sent to the server that they are for.
func (c *call) addFields(r *nethttp.Request) {
	if c.whole != "" {
		return // the proxy opens a URL of another protocol
	}
	own := len(c.req.Referrers) == 0 || sameOrigin(c.req.Referrers[0], c.req.URL)
	for name, values := range c.opener.Fields {
		switch {
		case !own && name == "Referer":
			c.setField(r, name, c.foreignReferers(values))
		case own || !IsSecret(name) && name != "Host":
			c.setField(r, name, values)
		}
	}
	if c.opener.HostFields != nil {
		for name, values := range c.opener.HostFields(c.address) {
			c.setField(r, name, values)
		}
	}
}

// foreignReferers returns the part of a Referer that another server than that of the first URL
// receives: its scheme and host. A server without TLS receives nothing of a URL with TLS. Source:
// rfc9110 10.1.3, 17.9.
func (c *call) foreignReferers(values []string) (short []string) {
	for _, value := range values {
		u, err := url.Parse(value)
		if err != nil || u.Host == "" || c.view.Scheme != "https" && (u.Scheme == "https" || c.req.Referrers[0].Scheme() == "https") {
			continue
		}
		short = append(short, u.Scheme+"://"+u.Host+"/")
	}
	return short
}

// setField sets one field of a request, or removes it if there is no value.
func (c *call) setField(r *nethttp.Request, name string, values []string) {
	switch {
	case name == "Host":
		if len(values) > 0 && values[0] != "" {
			r.Host = values[0]
		}
		return
	case name == "User-Agent" && len(values) == 0:
		values = []string{""} // net/http adds its own otherwise
	case len(values) == 0:
		delete(r.Header, name)
		return
	}
	r.Header[name] = slices.Clone(values)
	if !IsSecret(name) {
		return
	}
	// net/http logs bytes that arrive on an idle connection, which may repeat a secret.
	r.Close = true
	for _, value := range values {
		parts := []string{value}
		if SoundsSecret(name) {
			parts = append(strings.Fields(value), value)
		}
		for _, secret := range parts {
			if len(secret) >= shortSecret && !strings.EqualFold(secret, "Basic") && !strings.EqualFold(secret, "Bearer") {
				c.secrets = append(c.secrets, secret)
			}
		}
	}
}

// hasLogin reports whether the fields of the options contain a login.
func hasLogin(r *nethttp.Request) bool { return r.Header.Get("Authorization") != "" }
