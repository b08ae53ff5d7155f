package gateway

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"html/template"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/views"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed static
var staticFiles embed.FS

// The Content-Security-Policy of pages. A browser neither loads nor runs anything that
// the policy does not allow.
const (
	pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	// mediaPolicy is added if the page shows a document that is not text.
	mediaPolicy = "; media-src 'self'; frame-src 'self'"
	// scriptPolicy is added if the page has a script of the gateway.
	scriptPolicy = "; script-src 'self'"
)

// page is the content of a page. All pages show the same frame; Body is for the template
// of one page.
type page struct {
	Title   string // render sanitizes it
	Kind    string // the class of its content, such as "listing"
	Address string // in the address bar
	Kept    string // the id of the text that Address represents, or "" if it is that text
	URL     string // the URL that the page is about, for the copy button, or ""
	Explain string // the page that explains it
	Crumbs  []crumb
	Up      string   // the page one level up, or ""
	Query   []hidden // the fields that identify the URL in a form
	Visit   string   // the id of the visit that the page shows, or ""
	Read    string   // how the text that the user typed was read, or ""
	Care    []string // cautions about the URL
	Notes   []template.HTML
	Marked  bool     // it is among the bookmarks
	Form    string   // the token of a form
	Tour    bool     // the gateway has a tour
	Script  string   // the path of a script of the gateway, or ""
	Socket  string   // the host that the script opens a WebSocket to, or ""
	Nonce   string   // allows the style elements that the script makes, or ""
	Media   bool     // it shows a document of another kind than text
	Framed  bool     // it is shown in a frame of the gateway, within another page
	Bare    bool     // it has no address bar, since its reader may have no cookie
	Waits   string   // the server that it waits for
	Stop    []hidden // the fields that identify its visit in the form that stops it
	Late    bool     // its top was sent before the server responded
	Moved   string   // the link to the URL that the server redirected to after that, or ""
	Stopped string   // how much arrived before the user stopped the visit, or ""
	Again   string   // the link that opens a stopped visit again, or ""
	Refresh string   // a path of the gateway that the browser opens next, or ""
	Words   string   // that the user searched the guide for
	Submits string   // other sources that its forms may redirect to, each after a space, or ""
	Status  int      // 0 means 200
	Body    any
}

// HasScript reports whether a page has the script of the pages about a URL.
func (p page) HasScript() bool { return p.URL != "" }

// crumb is one step of the path to a URL.
type crumb struct {
	Name, Link string
	Here       bool // the page itself
}

// pages are the templates by name, each with the frame of all pages. They are read for
// the first page, so that commands that serve no page start faster.
var pages = sync.OnceValue(func() map[string]*template.Template {
	funcs := template.FuncMap{"size": fetch.SizeText, "time": fetch.TimeText}
	frame := template.Must(template.New("frame.html").Funcs(funcs).ParseFS(pageFiles, "pages/frame.html", "pages/parts.html"))
	all := map[string]*template.Template{}
	files, _ := pageFiles.ReadDir("pages") // the folder is embedded, so there is no error
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".html"); name != "frame" && name != "parts" {
			all[name] = template.Must(template.Must(frame.Clone()).ParseFS(pageFiles, "pages/"+f.Name()))
		}
	}
	return all
})

// render writes a page. It executes the whole template before it sends anything, so that
// an error becomes a status and not half a page.
func (g *Gateway) render(w http.ResponseWriter, name string, p page) {
	g.complete(&p, name)
	a, _ := w.(*arriving)
	if a != nil && a.begun() {
		a.rest()
		a.finish(name, p)
		return
	}
	var top, rest bytes.Buffer
	t := pages()[name]
	if err := errors.Join(t.ExecuteTemplate(&top, "top", p), t.ExecuteTemplate(&rest, "rest", p)); err != nil {
		access.Refuse(w, http.StatusInternalServerError, "The gateway cannot make this page.")
		return
	}
	if a != nil {
		if a.rest() { // the page has begun while the rest was made
			a.complete(name, p, rest.Bytes())
			return
		}
		w = a.ResponseWriter
	}
	setPolicy(w.Header(), p)
	w.Header().Set("Content-Length", strconv.Itoa(top.Len()+rest.Len()))
	if p.Status == 0 {
		p.Status = http.StatusOK
	}
	w.WriteHeader(p.Status)
	io.Copy(g.fetch.Writer(w), io.MultiReader(&top, &rest)) // an error means that the browser has disconnected
}

// complete sets the fields that all pages have.
func (g *Gateway) complete(p *page, name string) {
	p.Title, p.Read = shownTitle(g.linker.hideTokens(p.Title)), sentenceCase(sanitize.Line(g.linker.hideTokens(p.Read)))
	p.Form, p.Tour = g.keys.Sign(formPurpose, ""), g.options.Tour != nil
	if p.Kind == "" {
		p.Kind = name
	}
}

// setPolicy sets the media type of a page and what the page may load.
func setPolicy(h http.Header, p page) {
	policy := pagePolicy
	if p.Media {
		policy += mediaPolicy
	}
	if p.Script != "" || p.HasScript() {
		policy += scriptPolicy + "; connect-src 'self'"
	}
	if p.Socket != "" {
		policy += " ws://" + p.Socket
	}
	if p.Nonce != "" {
		policy += "; style-src-elem 'self' 'nonce-" + p.Nonce + "'"
	}
	if p.Submits != "" {
		policy = strings.Replace(policy, "form-action 'self'", "form-action 'self'"+p.Submits, 1)
	}
	if p.Framed {
		policy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors 'self'", 1)
		h.Set("X-Frame-Options", "SAMEORIGIN")
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("Content-Type", "text/html; charset=utf-8")
}

// about returns a page about a target.
func (g *Gateway) about(t target, title string) page {
	u := t.shown()
	named := target{url: u.WithoutPassword(), visit: t.visit}
	if t.secret { // the visit is the one with the answers, not a visit of u
		named.visit = ""
	}
	crumbs := g.linker.crumbs(u)
	up := ""
	for _, c := range crumbs[:max(0, len(crumbs)-1)] {
		up = cmp.Or(c.Link, up)
	}
	shown, kept := g.linker.bar(u.String())
	p := page{
		Title:   title,
		Read:    t.read,
		Up:      up,
		Address: shown,
		Kept:    kept,
		URL:     shown,
		Query:   g.linker.fields(named),
		Visit:   t.visit,
		Explain: g.linker.link("/explain", u),
		Crumbs:  crumbs,
		Marked:  g.marks.Has(u),
	}
	if misleads(u) {
		p.Care = cautionTexts(u)
	}
	return p
}

// maxInBar is how many bytes of a URL are in the address bar: more than any URL has that people
// type, and less than the content in a URL can have.
const maxInBar = 4096

// crumbs returns the path to a URL: its server and, for a hierarchical scheme, each
// directory above it, with a final slash. Source: SPEC D16.
func (lk *linker) crumbs(u earl.URL) []crumb {
	host, _ := u.Host()
	scheme, _ := u.Edition().Scheme(u.Scheme())
	if host == "" && scheme.Designates != earl.LocalFile {
		return nil
	}
	if port, ok := u.Port(); ok {
		host += ":" + port
	}
	var all []crumb
	add := func(name, path string) {
		if name == "" { // an empty segment is a directory too
			name = "(empty)"
		}
		c := crumb{Name: sanitize.Line(name)}
		if to, ok := above(u, path); ok {
			c.Link = lk.link("/open", to)
		}
		all = append(all, c)
	}
	add(u.Scheme()+"://"+host, "/")
	if scheme.Relative != earl.Always {
		return all
	}
	path := u.Path()
	for i := 1; i < len(path); i++ {
		if path[i] == '/' {
			name := path[strings.LastIndexByte(path[:i], '/')+1 : i]
			add(string(earl.Unescape(name)), path[:i+1])
		}
	}
	if name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ";"); name != "" {
		all = append(all, crumb{Name: sanitize.Line(string(earl.Unescape(name))), Here: true})
	} else if n := len(all); n > 1 {
		all[n-1].Link, all[n-1].Here = "", true
	}
	return all
}

// above returns u with another path, which ends with a slash, and without everything
// after the path. It leaves out that slash if the scheme requires it. It returns false if
// u's scheme has no such URL.
func above(u earl.URL, path string) (up earl.URL, ok bool) {
	if s, _ := u.Edition().Scheme(u.Scheme()); s.NoTop && path == "/" {
		return u, false
	}
	p := u.Parts()
	p.Params, p.Query, p.Fragment = earl.Field{}, earl.Field{}, earl.Field{}
	for _, p.Path = range []string{path, strings.TrimSuffix(path, "/")} {
		if up, err := u.Edition().Compose(p); err == nil {
			if _, err := views.Parse(up); err == nil {
				return up, true
			}
		}
	}
	return u, false
}

// static serves the embedded files of the gateway. Browsers must not cache them, since
// another version of earl may have the same address later.
func (g *Gateway) static(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, emulatorPath) {
		g.emulatorFile(w, r)
		return
	}
	http.ServeFileFS(w, r, staticFiles, strings.TrimPrefix(r.URL.Path, "/"))
}
