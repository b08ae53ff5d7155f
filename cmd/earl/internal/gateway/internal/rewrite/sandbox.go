// Package rewrite lets a browser show documents of other servers in a sandbox at
// paths of the gateway.
//
//	r := rewrite.New(rewrite.Options{Keys: keys, Links: links})
//	path, ok := r.SandboxPath(u)   // where the gateway serves the document at u
//	err := r.Copy(w, page, rewrite.Document{URL: u, InPlace: true})
//
// A [Rewriter] rewrites the references in a document while it copies the document. The
// document loads its own server's files through paths of the gateway. A link replaces the
// whole page, so that the address on a page of the gateway always matches the document in
// its frame. A link to the document's server opens at once, a link to another server after
// the user has confirmed it. Forms that only retrieve work the same way.
//
// The package opens no URL and renders no page.
package rewrite

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
)

// Options are the settings of a Rewriter.
type Options struct {
	Keys *access.Keys
	// Links reports whether a document at from may link to a URL.
	Links func(from, to earl.URL) bool
}

// Rewriter makes and checks the paths of documents at a gateway. Several goroutines
// may use it.
type Rewriter struct{ o Options }

// New returns a Rewriter.
func New(o Options) *Rewriter { return &Rewriter{o} }

// SandboxPrefix begins the paths at which the gateway serves documents unchanged, so
// that their relative references refer to other documents of the same server:
//
//	/raw/KEY/http/host:port/path?query
//
// KEY signs the scheme, host and port. A document in its sandbox has no origin, so its
// requests have no cookie. With the key, a client can only retrieve URLs of that server.
//
// The key of a local file is KEY.N. It signs the path up to its Nth slash, which is the
// directory of the file. With the key, a client can only retrieve files in that directory
// and below.
const SandboxPrefix = "/raw/"

// sandboxPurpose signs a scheme and a server.
const sandboxPurpose = "raw"

// sandboxSchemes are the schemes whose paths browsers resolve in the same way.
var sandboxSchemes = map[string]bool{"http": true, "https": true, "ftp": true, "ftps": true, "file": true}

// SandboxPath returns the path at which the gateway serves the document at u. It
// returns false for a URL whose scheme or edition has no such path.
func (rw *Rewriter) SandboxPath(u earl.URL) (string, bool) {
	if !sandboxSchemes[u.Scheme()] || u.Edition() != earl.RFC3986 {
		return "", false
	}
	path := rw.serverPath(u) + u.Path()
	if query, ok := u.Query(); ok {
		path += "?" + query
	}
	if fragment, ok := u.Fragment(); ok {
		path += "#" + fragment
	}
	return path, true
}

// serverPath returns the path of u's server, without a slash at its end.
func (rw *Rewriter) serverPath(u earl.URL) string {
	host, _ := u.Host()
	if port, ok := u.Port(); ok {
		host += ":" + port
	}
	if user, login := u.User(); login {
		host = user + "@" + host
	}
	server, suffix, directory := u.Scheme()+"/"+host, "", ""
	if u.Scheme() == "file" {
		directory = directoryOf(u)
		suffix = "." + strconv.Itoa(strings.Count(directory, "/"))
	}
	return SandboxPrefix + rw.o.Keys.Sign(sandboxPurpose, server+directory) + suffix + "/" + server
}

// directoryOf returns the path of u up to its last slash.
func directoryOf(u earl.URL) string {
	path := u.Path()
	return path[:strings.LastIndexByte(path, '/')+1]
}

// withinDirectory reports whether u is a file in the directory of the file of, or below.
func withinDirectory(of, u earl.URL) bool {
	return strings.HasPrefix(u.Path(), directoryOf(of)) && staysBelow(u.Path())
}

// staysBelow reports whether no segment of a path leads out of the directory before
// it, on any system.
func staysBelow(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		name := string(earl.Unescape(segment))
		if name == "." || name == ".." || strings.ContainsAny(name, "/\\\x00") {
			return false
		}
	}
	return true
}

// rootPath returns the path that replaces the root of u's server in a reference. It
// returns false if u has no sandbox path, or if its text would need an escape.
func (rw *Rewriter) rootPath(u earl.URL) (string, bool) {
	if _, ok := rw.SandboxPath(u); !ok {
		return "", false
	}
	root := rw.serverPath(u)
	if strings.ContainsAny(root, meaningful) {
		return "", false
	}
	return root, true
}

// splitPath splits a path of SandboxPath into the key, the server that the key signs,
// and the rest.
func splitPath(path string) (key, server, rest string, ok bool) {
	path, ok = strings.CutPrefix(path, SandboxPrefix)
	parts := strings.SplitN(path, "/", 4)
	if !ok || len(parts) < 3 {
		return "", "", "", false
	}
	if len(parts) == 4 {
		rest = "/" + parts[3]
	}
	return parts[0], parts[1] + "/" + parts[2], rest, true
}

// rawPath returns the path of a request with the escapes that the client sent:
// net/url changes some of them.
func rawPath(r *http.Request) string {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	return path
}

// hasSandboxKey reports whether a request has the key to the server in its path, and to
// the directory of a local file.
func (rw *Rewriter) hasSandboxKey(r *http.Request) bool {
	key, server, rest, ok := splitPath(rawPath(r))
	if !ok {
		return false
	}
	key, count, limited := strings.Cut(key, ".")
	if limited != strings.HasPrefix(server, "file/") {
		return false
	}
	if limited {
		n, err := strconv.Atoi(count)
		directory, ok := firstSegments(rest, n)
		if err != nil || !ok || !staysBelow(rest) {
			return false
		}
		server += directory
	}
	return rw.o.Keys.Signed(sandboxPurpose, server, key)
}

// firstSegments returns a path up to its nth slash. It returns false if it has fewer.
func firstSegments(path string, n int) (string, bool) {
	end := 0
	for range n {
		i := strings.IndexByte(path[end:], '/')
		if i < 0 {
			return "", false
		}
		end += i + 1
	}
	return path[:end], n > 0
}

// SandboxURL returns the URL that the path of a request represents. It returns false
// if the path has no URL, or a URL of another server than the one that its key
// signs. HasKey must have accepted the request.
func (rw *Rewriter) SandboxURL(r *http.Request) (earl.URL, bool) {
	_, server, rest, _ := splitPath(rawPath(r))
	root := strings.Replace(server, "/", "://", 1)
	text := root + rest
	if r.URL.RawQuery != "" || r.URL.ForceQuery {
		text += "?" + r.URL.RawQuery
	}
	u, err := ParseSent(text)
	if err != nil {
		return u, false
	}
	at, err := earl.RFC3986.Parse(root)
	return u, err == nil && sharesRoot(u, at)
}

// SandboxPolicy returns the Content-Security-Policy of a document at u. With it, the
// document runs no scripts, has no origin, opens no window, and loads only from the sandbox
// paths of its server. If own is false, there are no such paths and the document loads
// nothing. host is the host of the request with its port. The policy contains no other name
// of the gateway, since a request with a key needs no cookie.
//
// links is true for an HTML document whose references are rewritten. A click on a link can
// then replace the whole page, and forms can be submitted to the gateway. The sandbox
// attribute of the frame allows the same, and also an origin, which the leave page needs in
// the frame of a document of another type. The browser allows only what both allow.
func (rw *Rewriter) SandboxPolicy(host string, u earl.URL, links bool) (policy string, own bool) {
	path := "/none/"
	if _, own = rw.SandboxPath(u); own {
		path = rw.serverPath(u) + "/"
		if u.Scheme() == "file" {
			path = strings.TrimSuffix(path, "/") + directoryOf(u)
		}
	}
	from, submit := " http://"+host+policyPath.Replace(path), " http://"+host+SubmitPrefix
	sandbox := "sandbox"
	if links {
		sandbox += " allow-forms allow-top-navigation-by-user-activation"
	} else {
		submit = " 'none'"
	}
	return sandbox + "; default-src 'none'; img-src data:" + from + "; media-src" + from + "; font-src" + from +
		"; style-src 'unsafe-inline'" + from + "; base-uri 'none'; form-action" + submit + "; frame-ancestors 'self'", own
}

// policyPath escapes the characters that would end a path or a directive in a policy.
var policyPath = strings.NewReplacer(";", "%3B", ",", "%2C")

// PDFPolicy is the Content-Security-Policy of a PDF document. The viewers of browsers
// do not run in a sandbox.
const PDFPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
