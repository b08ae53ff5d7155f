package site

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// DefaultBase is the URL of a site whose own is not known. The name is reserved for
// this machine, and no document links to it. Source: rfc6761 6.3.
const DefaultBase = "http://site.localhost/"

// A Server serves the files of a directory on a port of the loopback interface. Its
// methods may be called by several goroutines.
type Server struct {
	base    earl.URL // of the site; its path ends in "/"
	dir     string   // absolute
	root    *os.Root
	rules   Rules
	moved   []redirect
	server  *http.Server
	address string // "127.0.0.1:port"
}

// Serve starts a server for a directory. Base is the URL of the site, which need
// not exist: [Server.Openers] open the URLs below it from the server. The zero URL
// means [DefaultBase]. Close ends the server.
func Serve(dir string, base earl.URL, rules Rules) (*Server, error) {
	s := &Server{rules: rules}
	if s.rules.Index == nil {
		s.rules.Index = []string{"index.html"}
	}
	if s.rules.Extensions == nil {
		s.rules.Extensions = []string{"html"}
	}
	var err error
	if s.base, err = siteBase(base); err != nil {
		return nil, err
	}
	if s.dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if s.root, err = os.OpenRoot(dir); err != nil {
		return nil, err
	}
	if err = s.readRedirects(); err == nil {
		err = s.listen()
	}
	if err != nil {
		s.root.Close()
		return nil, err
	}
	return s, nil
}

// siteBase returns the URL of a site, whose path ends in "/".
func siteBase(base earl.URL) (earl.URL, error) {
	if base.IsZero() {
		return earl.RFC3986.Parse(DefaultBase)
	}
	base = base.WithoutFragment().Normalize(earl.LevelScheme)
	_, hasQuery := base.Query()
	if s := base.Scheme(); s != "http" && s != "https" || hasQuery {
		return base, fmt.Errorf("%s: the URL of a site must be http or https and have no query", base.Redacted())
	}
	return base.Edition().Parse(base.String()[:strings.LastIndexByte(base.String(), '/')+1])
}

// readRedirects reads the file _redirects, if there is one.
func (s *Server) readRedirects() error {
	const most = 4 << 20 // a large site has some thousand lines
	f, err := s.root.Open("_redirects")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if s.moved, err = parseRedirects(io.LimitReader(f, most)); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(s.dir, "_redirects"), err)
	}
	return nil
}

// listen starts the server.
func (s *Server) listen() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.address = l.Addr().String()
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	go s.server.Serve(l) // it returns when Close closes the listener
	return nil
}

// Close ends the server and its connections.
func (s *Server) Close() error { return errors.Join(s.server.Close(), s.root.Close()) }

// Address returns the "host:port" that the server listens on.
func (s *Server) Address() string { return s.address }

// URLOf returns the URL of a file of the site; ok is false for a file outside.
func (s *Server) URLOf(name string) (u earl.URL, ok bool) {
	full, err := filepath.Abs(name)
	if err != nil {
		return earl.URL{}, false
	}
	rel, err := filepath.Rel(s.dir, full)
	if err != nil || !filepath.IsLocal(rel) {
		return earl.URL{}, false
	}
	escaped := (&url.URL{Path: "/" + filepath.ToSlash(rel)}).EscapedPath()
	u, err = s.base.Edition().Parse(s.base.String() + escaped[1:])
	return u, err == nil
}

// ServeHTTP answers a request for the site. A request with the name of another
// host is refused: a page of the web could send one with a name that it controls.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if host, _ := open.HostPort(s.base); !sameHost(r.Host, host) {
		http.Error(w, "not the host of this site", http.StatusMisdirectedRequest)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name, ok := strings.CutPrefix(r.URL.Path, strings.TrimSuffix(s.base.Path(), "/"))
	if !ok || name != "" && name[0] != '/' {
		http.NotFound(w, r)
		return
	}
	if s.redirected(w, r, name, true) || s.served(w, r, name, http.StatusOK) || s.redirected(w, r, name, false) {
		return
	}
	s.missing(w, r)
}

// sameHost reports whether the Host of a request is that of the site, with or
// without its port.
func sameHost(got, want string) bool {
	host, _, _ := net.SplitHostPort(want)
	return strings.EqualFold(got, want) || strings.EqualFold(strings.Trim(got, "[]"), host)
}

// redirected answers with a redirect, or with the file of a rewrite, and reports
// whether a rule says so. Forced rules come before files, all others after.
func (s *Server) redirected(w http.ResponseWriter, r *http.Request, name string, forced bool) bool {
	for i := range s.moved {
		rule := &s.moved[i]
		to, ok := rule.match(name, r.URL.Query())
		if !ok || rule.force != forced {
			continue
		}
		switch {
		case rule.status >= 300 && rule.status < 400:
			if strings.HasPrefix(to, "/") {
				to = strings.TrimSuffix(s.base.Path(), "/") + to
			}
			w.Header().Set("Location", to)
			w.WriteHeader(rule.status)
			return true
		case !strings.HasPrefix(to, "/"): // the site fetches it; here the client does
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusTemporaryRedirect)
			return true
		}
		target, _, _ := strings.Cut(to, "?")
		target, err := url.PathUnescape(target)
		return err == nil && s.served(w, r, target, rule.status)
	}
	return false
}

// served answers with the file of a path, and reports whether there is one.
func (s *Server) served(w http.ResponseWriter, r *http.Request, name string, status int) bool {
	file := strings.Trim(path.Clean("/"+name), "/")
	if file == "" {
		file = "."
	}
	info, err := s.root.Stat(file)
	isDir := err == nil && info.IsDir()
	if strings.HasSuffix(name, "/") && !isDir {
		return false // only a directory has a slash at its end
	}
	suffix, err := s.rules.suffix(file, s.root.Stat)
	if err == nil && suffix == "" && isDir && slices.Contains(s.rules.Index, ".") {
		return s.list(w, r, name, file)
	}
	if err != nil || suffix == "" && (isDir || info == nil) {
		return false
	}
	if strings.HasPrefix(suffix, "/") && !strings.HasSuffix(name, "/") {
		toDirectory(w, r)
		return true
	}
	return s.send(w, r, file+suffix, status)
}

// toDirectory answers with a redirect to the same path with a slash at its end.
func toDirectory(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", "/"+strings.TrimLeft(r.URL.EscapedPath(), "/")+"/")
	w.WriteHeader(http.StatusMovedPermanently)
}

// list answers with a page of the names in a directory, and reports whether the
// directory can be read.
func (s *Server) list(w http.ResponseWriter, r *http.Request, name, dir string) bool {
	entries, err := fs.ReadDir(s.root.FS(), dir)
	if err != nil {
		return false
	}
	if !strings.HasSuffix(name, "/") {
		toDirectory(w, r)
		return true
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	for _, e := range entries {
		to := (&url.URL{Path: "./" + e.Name()}).EscapedPath()
		fmt.Fprintf(w, "<a href=\"%s\">%s</a>\n", html.EscapeString(to), html.EscapeString(e.Name()))
	}
	return true
}

// send answers with a file, and reports whether it can be opened.
func (s *Server) send(w http.ResponseWriter, r *http.Request, name string, status int) bool {
	f, err := s.root.Open(strings.TrimPrefix(name, "./"))
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	if media := open.TypeByName(info.Name()); media != "" {
		w.Header().Set("Content-Type", media)
	}
	if status == http.StatusOK {
		http.ServeContent(w, r, info.Name(), info.ModTime(), f)
		return true
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		io.Copy(w, f)
	}
	return true
}

// missing answers with 404, and with the page 404.html if the site has one.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	if !s.send(w, r, "404.html", http.StatusNotFound) {
		http.NotFound(w, r)
	}
}

// dial connects to the server.
func (s *Server) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, network, s.address)
}
