// Package unwrap finds the target of a URL that another service rewrote: a
// filter of mail, a site that counts clicks, an archive, a cache, or a proxy.
//
//	for _, layer := range unwrap.Layers("https://slack-redir.net/link?url=https%3A%2F%2Fexample.com%2F") {
//		fmt.Println(layer.Service, layer.Target) // Slack https://example.com/
//	}
//
// Everything comes from the text of the URL. Nothing is looked up, and nothing is
// sent. Many services keep the target themselves, and so do all shorteners: their
// URLs stay as they are. A URL stays also if its text is not understood, because a
// wrong target is worse than none.
//
// The services are rows of a table. Each has an example.
package unwrap

import (
	"strings"

	"github.com/earl-url/earl"
)

// Kind is what a service does with the URL that it rewrote.
type Kind uint8

// The values of Kind.
const (
	Redirect Kind = iota // checks or counts the click, and redirects to the target
	Copy                 // shows a copy of the target that it keeps
	Proxy                // fetches the target and shows it
)

// String returns "redirect", "copy" or "proxy".
func (k Kind) String() string { return [...]string{"redirect", "copy", "proxy"}[k] }

// A Layer is what one service added to a URL.
type Layer struct {
	Service string // its name, for people
	Kind    Kind
	Target  string // the URL inside
}

// MaxDepth is the number of layers that Layers removes. A message that was
// forwarded twice has two or three. A longer chain has no honest reason.
const MaxDepth = 5

// maxLen is the size in bytes of the longest URL that is read. Browsers and
// servers accept less.
const maxLen = 1 << 16

// Layers returns the layers of a URL, the outermost first, so that the last one
// has the target. It returns nil if the URL is not rewritten, if its target is not
// understood, or if it has more than [MaxDepth] layers. Layers is safe for
// concurrent use.
func Layers(text string) []Layer {
	var layers []Layer
	for {
		l, ok := outermost(text)
		switch {
		case !ok || l.Target == text:
			return layers
		case len(layers) == MaxDepth:
			return nil
		}
		layers = append(layers, l)
		text = l.Target
	}
}

// Target returns the URL inside all layers, and whether there is one.
func Target(text string) (string, bool) {
	layers := Layers(text)
	if layers == nil {
		return text, false
	}
	return layers[len(layers)-1].Target, true
}

// wrapped is a URL that may be rewritten, as a browser reads it.
type wrapped struct {
	scheme   string // "http" or "https"
	host     string // in lower case
	port     bool   // whether it has a port other than the default
	path     string // with its escapes
	query    string // with its escapes, or ""
	fragment string // with "#", or ""
}

// outermost returns the outermost layer of a URL.
func outermost(text string) (Layer, bool) {
	w, ok := read(text)
	if !ok {
		return Layer{}, false
	}
	if r := rowOf(w); r != nil {
		target, _ := r.find(w)
		return Layer{Service: r.service, Kind: r.kind, Target: target}, true
	}
	return Layer{}, false
}

// rowOf returns the first row that finds the target of a URL, or nil.
func rowOf(w wrapped) *row {
	for i := range table {
		if r := &table[i]; (r.port || !w.port) && matchesAny(r.hosts, w.host, matchesHost) {
			if _, ok := r.find(w); ok {
				return r
			}
		}
	}
	return nil
}

// read reads a URL as a browser does, and reports whether a service can have
// written it: it has no user.
func read(text string) (w wrapped, ok bool) {
	if len(text) > maxLen {
		return w, false
	}
	u, err := earl.WHATWG.Parse(text)
	if err != nil {
		return w, false
	}
	w.scheme, w.path = u.Scheme(), u.Path()
	w.host, _ = u.Host()
	_, w.port = u.Port()
	before, fragment, found := strings.Cut(text, "#")
	if found {
		w.fragment = "#" + fragment
	}
	_, w.query, _ = strings.Cut(before, "?") // a browser escapes "'" here
	_, user := u.User()
	return w, !user && (w.scheme == "http" || w.scheme == "https")
}

// matchesAny reports whether one of the patterns, which are separated by spaces,
// matches text.
func matchesAny(patterns, text string, match func(pattern, text string) bool) bool {
	for p := range strings.SplitSeq(patterns, " ") {
		if match(p, text) {
			return true
		}
	}
	return false
}

// find returns the target of a URL of the row's hosts.
func (r *row) find(w wrapped) (target string, ok bool) {
	for pattern := range strings.SplitSeq(r.paths, " ") {
		rest, end, matches := matchPath(pattern, w.path)
		if !matches {
			continue
		}
		switch {
		case r.code == inHost:
			target, ok = r.read(w)
		case end == "":
			target, ok = r.fromQuery(w)
		default:
			target, ok = fromPath(end, rest, w)
		}
		if ok {
			return clean(target)
		}
	}
	return "", false
}

// matchPath matches a path against a pattern: text, "{any}" for a segment,
// "{date}" for a date of an archive and "{time}" for a whole one. A token at the
// end matches the rest of the path; fromPath knows the tokens. A last "*" matches
// any rest.
func matchPath(pattern, path string) (rest, end string, ok bool) {
	for pattern != "" {
		literal, after, token := strings.Cut(pattern, "{")
		if prefix, any := strings.CutSuffix(literal, "*"); any && !token {
			return "", "", strings.HasPrefix(path, prefix)
		}
		if path, ok = strings.CutPrefix(path, literal); !ok {
			return "", "", false
		}
		if !token {
			break
		}
		name, next, _ := strings.Cut(after, "}")
		if next == "" {
			return path, name, path != ""
		}
		segment, _, _ := strings.Cut(path, "/")
		if !isSegment(name, segment) {
			return "", "", false
		}
		path, pattern = path[len(segment):], next
	}
	return "", "", path == ""
}

// isSegment reports whether a segment is what a token of a pattern means.
func isSegment(token, segment string) bool {
	if token == "any" {
		return segment != ""
	}
	digits := 0
	for digits < len(segment) && '0' <= segment[digits] && segment[digits] <= '9' {
		digits++
	}
	switch flags := segment[digits:]; {
	case token == "time" && digits != 14, digits > 14:
		return false
	case flags == "", flags == "*":
		return digits >= 4 || flags == "*"
	default: // "if_", "id_", "im_"
		return digits >= 4 && len(flags) <= 4 && strings.HasSuffix(flags, "_")
	}
}

// clean returns a target that is a URL with a host: its characters that no URL
// has are escaped, as a browser does.
func clean(target string) (string, bool) {
	scheme, rest, ok := strings.Cut(target, "://")
	if !ok || !isWeb(scheme) || rest == "" || strings.IndexByte("/?#\\", rest[0]) >= 0 {
		return "", false
	}
	login := len(scheme) + len("://") + strings.IndexAny(rest+"/", "/?#\\")
	var b []byte
	for i := range len(target) {
		c := target[i]
		switch {
		case c < ' ' || c == 0x7F, i < login && strings.IndexByte(` "<>^{|}`+"`", c) >= 0:
			return "", false
		case i >= login && (c >= 0x80 || strings.IndexByte(` "<>\^{|}`+"`", c) >= 0):
			b = append(b, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		default:
			b = append(b, c)
		}
	}
	u, err := earl.WHATWG.Parse(string(b))
	if host, _ := u.Host(); err != nil || host == "" {
		return "", false
	}
	return string(b), true
}

// isWeb reports whether a service opens URLs of a scheme for its users.
func isWeb(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp":
		return true
	}
	return false
}
