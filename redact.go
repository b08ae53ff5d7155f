package earl

import (
	"log/slog"
	"strconv"
	"strings"
)

// Redacted returns u with [Hidden] instead of its password. Use it for
// everything that people or logs see. It also hides the answers to a gopher
// form, because any of them may be a password. It cuts a data URL after its
// media type, because the data is content and may be long. It allocates only if
// it hides something. Source: rfc1738 6, 3.4.9.
func (u URL) Redacted() string { return cutData(u.withoutSecrets()) }

// HasSecret reports whether u contains something secret that Redacted hides: a
// password, also that of a URL inside u, or the answers to a gopher form.
func (u URL) HasSecret() bool { return u.withoutSecrets() != u.text }

// withoutSecrets returns u with [Hidden] instead of each secret.
func (u URL) withoutSecrets() string {
	text, answers := u.text, ""
	if i := u.answersAt(); i > 0 {
		text, answers = text[:i], Hidden
	}
	if _, ok := u.Password(); ok {
		return text[:u.ends[endUser]+1] + Hidden + redactNested(text[u.ends[endPassword]:]) + answers
	}
	if !u.hasLogin() {
		text = HidePassword(text) // the path may have been intended as a login
	}
	return redactNested(text) + answers
}

// cutData cuts the text of a data URL after its first comma.
func cutData(text string) string {
	const scheme = "data:"
	start := strings.TrimLeft(text, " \t\r\n<")
	if len(start) < len(scheme) || !strings.EqualFold(start[:len(scheme)], scheme) {
		return text
	}
	if comma := strings.IndexByte(text, ','); comma >= 0 && comma+1 < len(text) {
		return text[:comma+1] + "..."
	}
	return text
}

// redactNested returns text with [Hidden] instead of the password of each URL
// in it, such as the one in the path of a web archive's URL.
func redactNested(text string) string {
	for from := 0; ; {
		i := strings.Index(text[from:], ":/")
		if i < 0 {
			return text
		}
		from += i + 1
		for from < len(text) && text[from] == '/' {
			from++
		}
		host := text[from:]
		if end := strings.IndexAny(host, "/?# "); end >= 0 {
			host = host[:end]
		}
		at := strings.LastIndexByte(host, '@')
		if colon := strings.IndexByte(host, ':'); colon >= 0 && colon < at {
			text = text[:from+colon+1] + Hidden + text[from+at:]
		}
	}
}

// answersAt returns where the answers to a form begin in a gopher URL, or 0.
// They follow two line ends, which appear nowhere else. Source: rfc1738 3.4.9.
func (u URL) answersAt() int {
	if s := u.Scheme(); s != "gopher" && s != "gophers" {
		return 0
	}
	ends := 0
	for i := 0; i+len("%0D%0A") <= len(u.text); i++ {
		if u.text[i] == '%' && strings.EqualFold(u.text[i:i+len("%0D%0A")], "%0D%0A") {
			if ends++; ends == 2 {
				return i + len("%0D%0A")
			}
		}
	}
	return 0
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

// LogValue returns the text of u with its password hidden. It implements
// [slog.LogValuer], so an attribute whose value is u shows no password. A URL
// inside a struct, a slice or a map is printed by the handler with
// [URL.MarshalText] or fmt, which show it: log [URL.Redacted] instead.
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// GoString returns u in Go syntax with its password hidden. It implements
// fmt.GoStringer, so %#v shows no password, even of a struct that contains u.
func (u URL) GoString() string { return "earl.URL(" + strconv.Quote(u.Redacted()) + ")" }

// Redact returns text with [Hidden] instead of what may be a password. It is
// for text that no edition has parsed, and prefers to hide too much: everything
// from the first colon of what looks like a login to the last "@". Like
// [URL.Redacted], it cuts a data URL. Source: rfc1738 6.
func Redact(text string) string { return HidePassword(cutData(text)) }

// HidePassword is [Redact] without the cut of a data URL, for a program that
// shows a URL to the user who typed it.
func HidePassword(text string) string {
	i, j := passwordSpan(text)
	if i == j {
		return text
	}
	return text[:i] + Hidden + text[j:]
}

// passwordSpan returns where a password may be in a text that no edition has
// parsed, or two equal offsets. Source: rfc1738 appendix ("URL:").
func passwordSpan(text string) (start, end int) {
	wrapper, url, _ := strings.Cut(text, ":")
	if strings.EqualFold(strings.Trim(wrapper, " \t\r\n<"), "url") && strings.Contains(url[:max(0, strings.LastIndexByte(url, '@'))], ":") {
		if start, end = loginSpan(url); start == end {
			return 0, 0
		}
		return start + len(text) - len(url), end + len(text) - len(url)
	}
	return loginSpan(text)
}

// loginSpan is passwordSpan of a text without a wrapper.
func loginSpan(text string) (start, end int) {
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
		return colon + 1, end // no scheme: the first colon ends the user
	}
	if k := strings.IndexByte(rest, ':'); k >= 0 {
		return colon + 1 + k + 1, end
	}
	if !strings.HasPrefix(rest, "/") && !strings.HasPrefix(rest, `\`) && findScheme(lowerScheme(scheme)) == nil && !isAddressScheme(scheme) {
		return colon + 1, end // "user:password@host", without a scheme
	}
	return 0, 0
}

// isAddressScheme reports whether URLs of an unregistered scheme are addresses
// "user@host", so that the text before the "@" is not a password. In
// "sip:user:password@host" there is a second colon, which is handled earlier.
// Source: rfc3261 19.1.1 (sip, sips); rfc5122 2.2 (xmpp); rfc3859 3.1 (pres);
// rfc3860 3.1 (im); rfc7565 7 (acct); rfc3508 2 (h323).
func isAddressScheme(scheme string) bool {
	for _, name := range [...]string{"sip", "sips", "xmpp", "pres", "im", "acct", "h323"} {
		if strings.EqualFold(strings.Trim(scheme, " \t\r\n<"), name) {
			return true
		}
	}
	return false
}
