package earl

import (
	"log/slog"
	"strconv"
	"strings"
)

// Redacted returns u with [Hidden] for its password, for anything that a person
// or a log reads. It allocates only where there is a password. Source: rfc1738 6.
func (u URL) Redacted() string {
	if _, ok := u.Password(); ok {
		return u.text[:u.ends[endUser]+1] + Hidden + u.text[u.ends[endPassword]:]
	}
	if !u.hasLogin() {
		return Redact(u.text) // what its edition reads as a path may have been meant as a login
	}
	return u.text
}

// WithoutPassword returns u without its password and the colon before it; the
// user stays.
func (u URL) WithoutPassword() URL {
	n := u.ends[endPassword] - u.ends[endUser]
	if _, ok := u.Password(); !ok {
		return u
	}
	v := u
	v.text = u.text[:u.ends[endUser]] + u.text[u.ends[endPassword]:]
	for k := endPassword; k < len(v.ends); k++ {
		v.ends[k] -= n
	}
	return v
}

// LogValue returns the text without the password: a log never holds it.
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// GoString implements fmt.GoStringer: %#v, of what holds a URL too, shows no password.
func (u URL) GoString() string { return "earl.URL(" + strconv.Quote(u.Redacted()) + ")" }

// Redact returns text with [Hidden] for what may be a password. It is for a
// text that no edition has read, and so hides rather too much than too little:
// all from the first colon of what looks like a login to the last "@".
// Source: rfc1738 6.
func Redact(text string) string {
	i, j := passwordSpan(text)
	if i == j {
		return text
	}
	return text[:i] + Hidden + text[j:]
}

// passwordSpan returns where in a text that nobody has read a password may
// stand, two equal offsets if nowhere.
func passwordSpan(text string) (start, end int) {
	end = strings.LastIndexByte(text, '@')
	if end < 0 {
		return 0, 0
	}
	colon := strings.IndexByte(text, ':')
	if colon < 0 || colon > end {
		return 0, 0
	}
	scheme, rest := text[:colon], text[colon+1:end]
	if strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-. \t\r\n<") != "" {
		return colon + 1, end // no scheme: the first colon ends a user
	}
	if k := strings.IndexByte(rest, ':'); k >= 0 {
		return colon + 1 + k + 1, end
	}
	if !strings.HasPrefix(rest, "/") && !strings.HasPrefix(rest, `\`) && findScheme(lowerScheme(scheme)) == nil {
		return colon + 1, end // "user:password@host", without a scheme
	}
	return 0, 0
}
