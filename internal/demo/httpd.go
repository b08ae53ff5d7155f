package demo

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
)

// httpd serves the library by http: files with ranges and times, directories as
// pages, a search, the mailbox, a tour of the schemes, and a redirect.
type httpd struct {
	library  *library
	box      *mailbox
	examples []Example
}

// ServeHTTP answers GET and HEAD. It splits the path before it decodes each
// segment, so that an encoded slash stays inside its segment.
func (h *httpd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Server", "earl-demo")
	header.Set("Content-Security-Policy", contentPolicy())
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		h.fault(w, http.StatusMethodNotAllowed, "The library is for reading only.")
		return
	}
	written := r.URL.EscapedPath()
	switch written {
	case "/search":
		h.search(w, r.URL.Query().Get("q"))
		return
	case "/old-tour.txt":
		http.Redirect(w, r, "/tour.txt", http.StatusMovedPermanently)
		return
	case "/tour":
		h.tour(w)
		return
	case messagesPath:
		h.messages(w)
		return
	}
	if number, ok := strings.CutPrefix(written, messagesPath); ok {
		h.message(w, number)
		return
	}
	if name, ok := strings.CutPrefix(written, rdapPath); ok {
		h.rdap(w, name)
		return
	}
	n := h.library.at(written)
	switch {
	case n == nil:
		h.fault(w, http.StatusNotFound, "This library has nothing with that name.")
	case n.dir && !strings.HasSuffix(written, "/"):
		http.Redirect(w, r, n.escape(), http.StatusMovedPermanently)
	case n.dir:
		h.directory(w, n)
	default:
		header.Set("Content-Security-Policy", filePolicy)
		header.Set("Content-Type", mediaType(n))
		http.ServeContent(w, r, "", n.time, strings.NewReader(n.data))
	}
}

// at looks up an encoded path. Only the path of a directory may end in a slash.
func (l *library) at(written string) *node {
	rest, ok := strings.CutPrefix(written, "/")
	if !ok {
		return nil
	}
	rest, slash := strings.CutSuffix(rest, "/")
	n := l.files
	for rest != "" {
		var segment string
		segment, rest, _ = strings.Cut(rest, "/")
		if n = n.at(string(earl.Unescape(segment))); n == nil {
			return nil
		}
	}
	if slash && !n.dir {
		return nil
	}
	return n
}

// mediaType returns the media type of a file.
func mediaType(n *node) string {
	switch ext := path.Ext(n.name); {
	case n.plain():
		return "text/plain; charset=utf-8"
	case n.isArticle(): // as sent: no byte of it is UTF-8
		return "text/plain; charset=iso-8859-1"
	case mediaTypes[ext] != "":
		return mediaTypes[ext]
	}
	return "application/octet-stream"
}

// mediaTypes are the media types of files that are not texts, by suffix.
var mediaTypes = map[string]string{
	".svg": "image/svg+xml",
	".gif": "image/gif",
	".png": "image/png",
	".wav": "audio/wav",
	".au":  "audio/basic",
}

// row is one line of a page.
type row struct{ Href, Name, Size, Date string }

// view is the data of a page.
type view struct {
	Title, Text, Query string
	Style              template.CSS
	Up                 string
	Tour               bool // a link to the tour
	Doors              []card
	Rows               []row
}

func (h *httpd) directory(w http.ResponseWriter, n *node) {
	v := view{Title: "The library", Text: "Ten doors to the same rooms. You came by http.", Tour: true}
	if n != h.library.files {
		v = view{Title: n.name, Up: "../"}
	}
	for _, c := range n.children {
		r := row{Href: c.escape(), Name: c.name, Date: c.time.Format(time.DateOnly)}
		if c.dir {
			r.Name += "/"
		} else {
			r.Size = strconv.Itoa(len(c.data))
		}
		v.Rows = append(v.Rows, r)
	}
	h.render(w, http.StatusOK, v)
}

func (h *httpd) search(w http.ResponseWriter, query string) {
	v := view{Title: "Found", Up: "/", Query: query}
	for _, hit := range h.library.index.search(query) {
		v.Rows = append(v.Rows, row{hit.node.escape(), hit.node.title(), strconv.Itoa(len(hit.node.data)), hit.node.time.Format(time.DateOnly)})
	}
	if len(v.Rows) == 0 {
		v.Title, v.Text = "Nothing found", "No text here contains all of these words."
	}
	h.render(w, http.StatusOK, v)
}

func (h *httpd) fault(w http.ResponseWriter, status int, text string) {
	h.render(w, status, view{Title: http.StatusText(status), Text: text, Up: "/"})
}

func (h *httpd) render(w http.ResponseWriter, status int, v view) {
	v.Style = style
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	page().Execute(w, v) // fails only if the client has closed the connection
}

// style is the style sheet of every page. contentPolicy has its hash, which
// covers the bytes between the tags exactly.
const style template.CSS = `
:root{color-scheme:light dark;--ink:#2b2622;--paper:#fdfaf3;--link:#8a2f24;--line:#d9d0c0}
@media(prefers-color-scheme:dark){:root{--ink:#efe8dc;--paper:#1d1a17;--link:#f0a592;--line:#453e36}}
body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.55 Georgia,serif;color:var(--ink);background:var(--paper)}
h1{font-weight:normal;line-height:1.2}
a{color:var(--link)}
a:focus-visible,input:focus-visible,button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
table{width:100%;border-collapse:collapse}
th,td{padding:.35rem .5rem .35rem 0;border-bottom:1px solid var(--line);text-align:left;overflow-wrap:anywhere}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
input,button{font:inherit;padding:.2rem .5rem;max-width:100%}
img{max-width:100%;height:auto}
ol{padding:0;list-style:none}
li{padding:.9rem 0;border-bottom:1px solid var(--line)}
h2{margin:0;font-size:1.2rem}
li p{margin:.3rem 0}
li h2 span{color:var(--link)}
audio{vertical-align:middle;max-width:100%}
code{font:.9rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
`

// contentPolicy lets a page load only pictures and the style sheet.
var contentPolicy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
})

// filePolicy is for files of the library: a drawing may contain a style sheet,
// and no script runs.
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// page is the template of every page.
var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })

const pageHTML = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<header>
<h1>{{.Title}}</h1>
{{if .Up}}<nav aria-label="Way back"><a href="{{.Up}}">Up</a></nav>{{end}}
</header>
<main>
{{if .Text}}<p>{{.Text}}</p>{{end}}
{{if .Tour}}<p>New here? <a href="/tour">Take the tour of the schemes.</a> Messages to the librarian are in <a href="/letters/">the mailbox</a>.</p>{{end}}
{{if .Doors}}<p><img src="pictures/doors.png" width="800" height="220" alt="A corridor with ten doors of different colours, each with its scheme on a plate"></p>
<p>Ring before you enter: <audio controls preload="none" src="sounds/chime.wav">ten notes</audio></p>
<ol>
{{range .Doors}}<li><h2><span>{{.Scheme}}</span> {{.Title}}</h2>
<p>{{.Text}}</p>
<p><a href="{{.Link}}"><code>{{.URL}}</code></a></p>
{{with .History}}<p><a href="{{.}}">What it was, and is</a></p>{{end}}</li>
{{end}}</ol>{{end}}
{{if .Rows}}<table>
<thead><tr><th scope="col">Name</th><th scope="col" class="n">Octets</th><th scope="col" class="n">Date</th></tr></thead>
<tbody>
{{range .Rows}}<tr><td><a href="{{.Href}}">{{.Name}}</a></td><td class="n">{{.Size}}</td><td class="n">{{.Date}}</td></tr>
{{end}}</tbody>
</table>{{end}}
</main>
<footer>
<form action="/search" role="search"><p><label for="q">Words</label>
<input id="q" name="q" type="search" value="{{.Query}}"> <button>Search the texts</button></p></form>
</footer>
</body>
</html>
`
