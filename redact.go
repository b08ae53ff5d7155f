package earl

import (
	"log/slog"
	"strconv"
	"strings"
)

// Redacted returns u with [Hidden] instead of what any edition or program reads
// as a password, as [HidePassword] does. Use it for everything that people or
// logs see, and [HideTokens] too where others read it. It also hides the answers
// to a gopher form, because any of them may be a password. It cuts a data URL
// after its media type, because the data is content and may be long. It
// allocates only if it hides something. Source: rfc1738 6, 3.4.9.
func (u URL) Redacted() string { return cutData(u.withoutSecrets()) }

// HasSecret reports whether u contains something secret that Redacted hides: a
// password, also that of a URL inside u, or the answers to a gopher form.
func (u URL) HasSecret() bool { return u.withoutSecrets() != u.text }

// withoutSecrets returns u with [Hidden] instead of each secret.
func (u URL) withoutSecrets() string { return hideSpans(u.text, u.secretSpans()) }

// secretSpans returns where u has secrets, in any order.
func (u URL) secretSpans() []extent {
	spans := secretSpans(u.text)
	if i := answersAt(u.text); i > 0 {
		spans = append(spans, extent{i, len(u.text)})
	}
	if _, ok := u.Password(); ok { // an empty one too, which no program needs an "@" for
		spans = append(spans, extent{int(u.ends[endUser]) + 1, int(u.ends[endPassword])})
	}
	return spans
}

// Masked returns a URL that can be shown, with the components of u: [Hidden] is
// its password, if nothing else of u is secret. Otherwise it has other letters
// and digits, as [MaskPassword] makes them, in what [URL.Redacted] hides, so that
// also a host or a path shows nothing that was meant as a password. It
// parses nothing. Do not open the result.
func (u URL) Masked() URL {
	if !u.HasSecret() {
		return u
	}
	v := u
	if _, ok := u.Password(); ok {
		from, to := u.ends[endUser]+1, u.ends[endPassword]
		v.text = u.text[:from] + Hidden + u.text[to:]
		for k := endPassword; k < len(v.ends); k++ {
			v.ends[k] += from + uint32(len(Hidden)) - to
		}
		if v.text == u.withoutSecrets() {
			return v
		}
		v = u
	}
	v.text = maskSpans(u.text, u.secretSpans())
	return v
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

// LogValue returns the text of u with its password and its tokens hidden. It
// implements [slog.LogValuer], so an attribute whose value is u shows neither. A
// URL inside a struct, a slice or a map is printed by the handler with
// [URL.MarshalText] or fmt, which show it: log [URL.Redacted] instead.
func (u URL) LogValue() slog.Value { return slog.StringValue(HideTokens(u.Redacted())) }

// GoString returns u in Go syntax with its password and its tokens hidden. It
// implements fmt.GoStringer, so %#v shows neither, even of a struct that
// contains u.
func (u URL) GoString() string {
	return "earl.URL(" + strconv.Quote(HideTokens(u.Redacted())) + ")"
}

// Redact returns text with [Hidden] instead of what may be a password. It is
// for text that no edition has parsed. Like [URL.Redacted], it cuts a data URL.
// See [HidePassword] for what it hides. Source: rfc1738 6.
func Redact(text string) string { return HidePassword(cutData(text)) }

// HidePassword is [Redact] without the cut of a data URL, for a program that
// shows a URL to the user who typed it. It hides what any edition or program
// reads as a password, and what the user may have meant as one in a text that they
// read otherwise: everything from the first colon of the login to the last "@", also
// if a "/", "?", "#" or "\" is between them, as in "db://user:a/b@host/". What
// follows a full host name with a port and a slash is a path, and stays. It also
// hides the login of a URL inside the text, encoded or not, and the parameter
// "password" of a database. The result is for people: never parse it.
func HidePassword(text string) string { return hideSpans(text, secretSpans(text)) }
