package treecopy

import (
	"crypto/sha256"
	"net"
	"path"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// A key is the digest of a URL in normal form. All keys have the same size, however long
// the URLs are.
type key [16]byte

// keyOf returns the key of a URL.
func keyOf(u earl.URL) key {
	text := u.WithoutFragment().WithoutPassword().Normalize(earl.LevelScheme).String()
	return digest(text)
}

// digest returns the digest of a text.
func digest(text string) key {
	sum := sha256.Sum256([]byte(text))
	return key(sum[:len(key{})])
}

// plain returns the text of a URL without its password and fragment.
func plain(u earl.URL) string { return u.WithoutFragment().WithoutPassword().String() }

// bare returns a URL without its login and fragment.
func bare(u earl.URL) earl.URL {
	u = u.WithoutFragment().WithoutPassword()
	if with, err := u.With(earl.ComponentUser, earl.Field{}); err == nil {
		return with
	}
	return u
}

// asBrowser returns a URL in the form in which browsers read links, without dot segments.
// A URL that browsers refuse is returned unchanged.
func asBrowser(u earl.URL) earl.URL {
	if v, err := earl.WHATWG.Parse(u.String()); err == nil {
		return v
	}
	return u
}

// isWeb reports whether a URL is that of a page or a file of a web site.
func isWeb(u earl.URL) bool { return u.Scheme() == "http" || u.Scheme() == "https" }

// isCapsule reports whether a URL is that of a page or a file of a Gemini capsule.
func isCapsule(u earl.URL) bool { return u.Scheme() == "gemini" }

// sameServer reports whether two URLs have the same scheme, host and port.
func sameServer(a, b earl.URL) bool {
	return a.Scheme() == b.Scheme() && strings.EqualFold(addressOf(a), addressOf(b))
}

// sameSite reports whether two URLs have the same host and port. The default ports of
// http and https count as the same.
func sameSite(a, b earl.URL) bool {
	if sameServer(a, b) {
		return true
	}
	return strings.EqualFold(hostOf(a), hostOf(b)) && isDefaultPort(a) && isDefaultPort(b)
}

// addressOf returns the "host:port" of a URL, or "".
func addressOf(u earl.URL) string {
	at, _ := open.HostPort(u)
	return at
}

// hostOf returns the host of a URL without its port.
func hostOf(u earl.URL) string {
	host, _, _ := net.SplitHostPort(addressOf(u))
	return host
}

// isDefaultPort reports whether a URL has the default port of its scheme.
func isDefaultPort(u earl.URL) bool {
	_, port, _ := net.SplitHostPort(addressOf(u))
	s, _ := earl.WHATWG.Scheme(u.Scheme())
	return port == strconv.Itoa(int(s.Port))
}

// dirOf returns the path of a URL up to its last slash.
func dirOf(u earl.URL) string {
	p := u.Path()
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i+1]
	}
	return "/"
}

// isBelow reports whether a URL of the same server is below the directory or menu at
// start. A scheme without relative references, such as news, has no hierarchy: all
// entries of a group are in it.
func isBelow(start, u earl.URL) bool {
	if s, _ := start.Edition().Scheme(start.Scheme()); s.Relative == earl.Never {
		return true
	}
	dir, p := placeOf(start), placeOf(u)
	return dir == "" || strings.HasPrefix(path.Clean(p)+"/", dir+"/")
}

// placeOf returns the decoded path of an object on its server, without the last slash of
// a directory. For gopher it is the selector without the type, for imap the mailbox and
// the message. Slashes within a part are escaped.
func placeOf(u earl.URL) string {
	if v, err := views.ParseGopher(u); err == nil {
		return strings.TrimRight(string(v.Selector), "/")
	}
	if v, err := views.ParseIMAP(u); err == nil {
		return strings.TrimRight(string(v.Mailbox.Value+"/"+v.UID.Value), "/")
	}
	var parts []string
	for s := range u.Segments() {
		parts = append(parts, strings.ReplaceAll(string(earl.Unescape(s)), "/", "%2F"))
	}
	return strings.TrimRight(strings.Join(parts, "/"), "/")
}

// entryName returns the name of an entry on the server. Menus show titles, so for gopher
// it is the end of the selector. Mailboxes and newsgroups show subjects, which the answers
// have too, so for a message it is its id or number.
func entryName(e open.Entry) string {
	if id := messageOf(e.URL); id != "" {
		return id + ".eml"
	}
	name := strings.TrimSuffix(e.Name, "/")
	if v, err := views.ParseGopher(e.URL); err == nil {
		selector := strings.TrimRight(string(v.Selector), "/")
		if selector = selector[strings.LastIndexByte(selector, '/')+1:]; selector != "" {
			name = selector
		}
	}
	return name
}

// messageOf returns the id or the number of the message at a URL, or "" if it is not the
// URL of a message in a mailbox or a newsgroup.
func messageOf(u earl.URL) (id string) {
	v, err := views.Parse(u)
	if err != nil {
		return ""
	}
	for p := range v.Parts {
		switch p.Name {
		case "messageid", "number", "uid":
			if p.Present {
				id = string(p.Value)
			}
		}
	}
	return id
}
