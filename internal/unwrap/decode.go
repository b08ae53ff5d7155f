package unwrap

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
)

// unescape decodes all escapes once. A "+" stays: the services escape spaces.
func unescape(text string) string { return string(earl.Unescape(text)) }

// value returns the value of the first of the names in the query, and whether
// there is one. A name may follow "&amp;", as in HTML.
func (w wrapped) value(names string) (string, bool) {
	for name := range strings.SplitSeq(names, " ") {
		for pair := range strings.SplitSeq(w.query, "&") {
			key, value, ok := strings.Cut(strings.TrimPrefix(pair, "amp;"), "=")
			if ok && key == name && value != "" {
				return value, true
			}
		}
	}
	return "", false
}

// fromQuery returns the target in the query.
func (r *row) fromQuery(w wrapped) (string, bool) {
	if r.code == queryRest {
		text := w.query
		for name := range strings.SplitSeq(r.names, " ") {
			if name == "" || strings.HasPrefix(text, name+"=") {
				return restOf(text[len(name)+min(len(name), 1):], w.fragment)
			}
		}
		return "", false
	}
	value, ok := w.value(r.names)
	if !ok {
		return "", false
	}
	switch r.code {
	case proofpoint1:
		value = strings.ReplaceAll(unescape(value), "&amp;", "&")
	case proofpoint2:
		value = strings.ReplaceAll(unescape(strings.NewReplacer("-", "%", "_", "/").Replace(value)), "&amp;", "&")
	case base64Text:
		return fromBase64(strings.TrimPrefix(unescape(value), r.prefix), w.fragment)
	default:
		value = strings.TrimPrefix(unescape(value), r.prefix)
	}
	return withFragment(value, w.fragment), true
}

// withFragment adds the fragment of the rewritten URL to a target that has none,
// as a browser does for a redirect. Source: rfc9110 10.2.2.
func withFragment(target, fragment string) string {
	if strings.Contains(target, "#") {
		return target
	}
	return target + fragment
}

// fromBase64 decodes a target in either alphabet of base 64.
func fromBase64(text, fragment string) (string, bool) {
	text = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(text, "="))
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || !utf8.Valid(data) {
		return "", false
	}
	return withFragment(string(data), fragment), true
}

// restOf returns a target that is the rest of a URL: as it is, with one slash
// after its scheme, or with escapes.
func restOf(text, fragment string) (string, bool) {
	scheme, after, ok := strings.Cut(text, ":")
	switch {
	case ok && isWeb(scheme) && strings.HasPrefix(after, "//"):
		return text + fragment, true
	case ok && isWeb(scheme) && len(after) > 1 && after[0] == '/': // a server has joined the slashes
		return scheme + ":/" + after + fragment, true
	}
	if decoded := unescape(text); decoded != text && !strings.ContainsAny(text, ":/?&") {
		return withFragment(decoded, fragment), true
	}
	return "", false
}

// fromPath returns the target in the path, whose rest the last token of a pattern
// matches.
func fromPath(token, rest string, w wrapped) (string, bool) {
	switch token {
	case "v3":
		return proofpoint3(rest + w.tail())
	case "enc":
		if w.query != "" || strings.Contains(rest, "/") {
			return "", false
		}
		return withFragment(unescape(rest), w.fragment), true
	case "hex":
		data, err := hex.DecodeString(rest)
		return string(data), err == nil && utf8.Valid(data)
	case "underscores": // ___URL___.TOKEN
		target, token, ok := strings.Cut(rest+w.tail(), "___.")
		return target, ok && token != "" && !strings.Contains(target, "___")
	case "https", "http":
		host, _, _ := strings.Cut(rest, "/")
		if !isHostName(host) {
			return "", false
		}
		return compose(token, host, rest[len(host):]+w.withoutAMP()), true
	}
	if target, ok := restOf(rest+w.search(), w.fragment); ok || token == "url" {
		return target, ok
	}
	host, _, _ := strings.Cut(rest, "/")
	name, digits, _ := strings.Cut(host, ":")
	return compose("http", host, rest[len(host):]+w.tail()), isHostName(name) && strings.Trim(digits, "0123456789") == ""
}

// search returns the query with its "?", or "".
func (w wrapped) search() string {
	if w.query == "" {
		return ""
	}
	return "?" + w.query
}

// tail returns the query and the fragment, with their delimiters.
func (w wrapped) tail() string { return w.search() + w.fragment }

// without returns the query without the pairs whose names a service has added,
// with its "?", or "".
func (w wrapped) without(added func(name string) bool) string {
	var kept []string
	for pair := range strings.SplitSeq(w.query, "&") {
		if name, _, _ := strings.Cut(pair, "="); pair != "" && !added(name) {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return ""
	}
	return "?" + strings.Join(kept, "&")
}

// withoutAMP returns the query and the fragment without what viewers of AMP add.
func (w wrapped) withoutAMP() string {
	query := w.without(func(name string) bool { return name == "usqp" || strings.HasPrefix(name, "amp_") })
	if strings.HasPrefix(w.fragment, "#aoh=") || strings.HasPrefix(w.fragment, "#amp_") || strings.HasPrefix(w.fragment, "#referrer=") {
		return query
	}
	return query + w.fragment
}

// proofpoint3 decodes the URL between "__" and "__;". A "*" is the next of the
// characters that follow in base 64; "**" and a letter is a run of them. The
// characters end at "!". All of them must be used. Source:
// https://help.proofpoint.com, the decoder that Proofpoint publishes.
func proofpoint3(text string) (string, bool) {
	target, after, ok := strings.Cut(text, "__;")
	encoded, _, end := strings.Cut(after, "!")
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(encoded, "="))
	if !ok || !end || err != nil || !utf8.Valid(data) {
		return "", false
	}
	chars, target := []rune(string(data)), unescape(target)
	const lengths = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	var b strings.Builder
	for i := 0; i < len(target); i++ {
		n := 1
		switch {
		case target[i] != '*':
			b.WriteByte(target[i])
			continue
		case strings.HasPrefix(target[i+1:], "*"):
			if i += 2; i == len(target) {
				return "", false
			}
			if n = strings.IndexByte(lengths, target[i]) + 2; n < 2 {
				return "", false
			}
		}
		if n > len(chars) {
			return "", false
		}
		b.WriteString(string(chars[:n]))
		chars = chars[n:]
	}
	target = b.String()
	if scheme, rest, ok := strings.Cut(target, ":/"); ok && isWeb(scheme) && !strings.HasPrefix(rest, "/") {
		target = scheme + "://" + rest
	}
	return target, len(chars) == 0
}

// compose returns the URL of a host, which was checked, and what follows it in the text.
func compose(scheme, host, rest string) string {
	var b strings.Builder
	b.WriteString(scheme)
	b.WriteString("://")
	b.WriteString(host)
	if rest != "" && strings.IndexByte("/?#", rest[0]) < 0 {
		b.WriteByte('/') // the host ends before it
	}
	b.WriteString(rest)
	return b.String()
}
