// Package proxy serves HTTP clients that use the gateway as a proxy. It opens URLs of every
// scheme except file, and sends the results as simple pages.
//
//	h := proxy.New(proxy.Options{Client: client, Fetch: fetcher, Explain: explain})
//	err := gateway.Server(h, os.Stderr).Serve(listener)
//
// A document is sent unchanged, a listing becomes a page of links, and a form becomes an
// HTML form. The proxy needs a port of its own. It sends no login that the user of the
// gateway gave.
//
// Source: rfc9110 7.6, 9.3.6.
package proxy

import (
	"bufio"
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Options are the settings of a Handler.
type Options struct {
	Client *open.Client
	Fetch  *fetch.Fetcher
	// Explain returns the HTTP status for an error, a sentence that says what happened,
	// and the text of the error without secrets.
	Explain func(err error) (status int, what, said string)
}

// Handler is a proxy. Several goroutines may use it.
type Handler struct{ o Options }

// New returns a Handler.
func New(o Options) *Handler { return &Handler{o} }

// opens reports whether a URL becomes a link: files and messages of this machine do not.
func (p *Handler) opens(u earl.URL) bool {
	return !u.IsZero() && p.o.Client.Opens(u.Scheme()) && !u.Designates().IsLocal()
}

// guards are the guards on a request to a proxy.
var guards = access.ProxyGuards()

// ServeHTTP implements [http.Handler]. It serves a request that passes the guards, and
// refuses any other.
func (p *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if refusal := access.Check(guards, r); refusal != nil {
		refusal.Write(w)
		return
	}
	if r.Method == http.MethodConnect {
		p.tunnel(w, r)
		return
	}
	u, err := rewrite.ParseSent(r.RequestURI)
	if err != nil {
		access.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if u.Designates().IsLocal() { // the client may be another user of this machine
		access.Refuse(w, http.StatusForbidden, "This proxy does not open local files and messages.")
		return
	}
	release := p.o.Fetch.Acquire(w, r, u)
	if release == nil {
		return
	}
	defer release()
	p.open(w, r, u)
}

// noLogin returns no login: the client of a proxy is not the user of the gateway.
func noLogin(_ context.Context, l open.Login) (open.Login, error) {
	return l, fmt.Errorf("%w: a proxy cannot ask for a login; write the login into the URL", open.ErrLogin)
}

// open opens a URL, or the URL with the answers to a form.
func (p *Handler) open(w http.ResponseWriter, r *http.Request, u earl.URL) {
	form, answers := answersIn(u)
	q := p.o.Fetch.Request(u.WithoutFragment())
	if answers != nil {
		q.URL = form
	}
	q.Login = noLogin
	if answers == nil {
		q.Offset, q.End = fetch.Range(r)
	}
	res, err := p.o.Client.Do(r.Context(), q)
	if err != nil {
		p.failed(w, err)
		return
	}
	if f, ok := res.(*open.Form); ok && answers != nil {
		p.goOn(w, r, q, f, answers)
		return
	}
	p.show(w, r, q, res)
}

// isFilled reports whether u is a gopher URL that is a filled-out form.
func isFilled(u earl.URL) bool {
	v, err := views.ParseGopher(u)
	if err != nil {
		return false
	}
	_, filled := v.Answers()
	return filled
}

// failed sends an error.
func (p *Handler) failed(w http.ResponseWriter, err error) {
	status, what, said := p.o.Explain(err)
	if status == http.StatusUnauthorized {
		status = http.StatusForbidden // a 401 would request a login for the proxy itself
	}
	access.Refuse(w, status, what+"\n"+said)
}

// show sends a resource, and closes it.
func (p *Handler) show(w http.ResponseWriter, r *http.Request, q *open.Request, res open.Resource) {
	switch res := res.(type) {
	case *open.Document:
		doc, err := p.o.Fetch.Sized(r.Context(), q, res)
		if err != nil {
			p.failed(w, err)
			return
		}
		defer doc.Body.Close()
		p.document(w, r, q, doc)
	case *open.Listing:
		defer res.Close()
		p.listing(w, r, res)
	case *open.Form:
		p.form(w, res)
	case *open.Referral:
		p.referral(w, res)
	case *open.Address:
		p.page(w, res.URL, func(b *bufio.Writer) {
			fmt.Fprintf(b, "<p>Write to %s\n", html.EscapeString(sanitize.Line(res.AddrSpec)))
		})
	case *open.Session:
		res.Conn.Close()
		access.Refuse(w, http.StatusNotImplemented, "The URL is an interactive service. A proxy cannot show it.")
	}
}

// document sends a document unchanged, or the part that the client requested.
func (p *Handler) document(w http.ResponseWriter, r *http.Request, q *open.Request, doc *open.Document) {
	status, ok := fetch.SetHeader(w.Header(), q, &doc.Meta)
	if !ok {
		access.Refuse(w, status, "The object does not have these bytes.")
		return
	}
	body := bufio.NewReaderSize(doc.Body, 32<<10)
	peek, _ := body.Peek(fetch.PeekLen) // a later read returns the error again
	if doc.Type == "" {
		doc.Type = http.DetectContentType(peek)
	}
	w.Header().Set("Content-Type", doc.Type)
	if doc.Coding != "" {
		w.Header().Set("Content-Encoding", doc.Coding)
	}
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(p.o.Fetch.Writer(w), body); err != nil {
		fetch.Abort(w)
	}
}

// page sends a simple page.
func (p *Handler) page(w http.ResponseWriter, u earl.URL, body func(b *bufio.Writer)) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	b := bufio.NewWriterSize(p.o.Fetch.Writer(w), 16<<10)
	title := html.EscapeString(u.Redacted())
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>%s</title>\n<h1>%s</h1>\n", title, title)
	body(b)
	b.Flush() // an error means that the client has disconnected
}

// listing sends a page of links. It sends each entry as it arrives.
func (p *Handler) listing(w http.ResponseWriter, r *http.Request, l *open.Listing) {
	p.page(w, l.URL, func(b *bufio.Writer) {
		if r.Method == http.MethodHead {
			return
		}
		fmt.Fprintln(b, "<ul>")
		var unread open.Unread
		for e, err := range l.Entries {
			if unread.Add(err) {
				fmt.Fprintf(b, "<li>Not understood: %s\n", html.EscapeString(sanitize.Line(err.Error())))
				continue
			}
			if err != nil {
				fmt.Fprintf(b, "<li>The listing ends here: %s\n", html.EscapeString(sanitize.Line(err.Error())))
				break
			}
			name := html.EscapeString(sanitize.Line(e.Name))
			if size := fetch.SizeText(e.Size); size != "" {
				name += " (" + size + ")"
			}
			if !p.opens(e.URL) {
				fmt.Fprintf(b, "<li>%s\n", name)
				continue
			}
			if _, err := fmt.Fprintf(b, "<li><a href=\"%s\">%s</a>\n", html.EscapeString(e.URL.WithoutPassword().String()), name); err != nil {
				return // the client has disconnected
			}
		}
		fmt.Fprintln(b, "</ul>")
	})
}

// referral redirects to the first target that the proxy opens. The client then requests
// the target, and the proxy checks it like any other URL.
func (p *Handler) referral(w http.ResponseWriter, res *open.Referral) {
	i := slices.IndexFunc(res.Targets, p.opens)
	if i < 0 {
		p.failed(w, fmt.Errorf("%w: the proxy opens none of the targets of the redirect", open.ErrNoOpener))
		return
	}
	status := http.StatusSeeOther
	if res.Permanent {
		status = http.StatusPermanentRedirect
	}
	w.Header().Set("Location", res.Targets[i].WithoutPassword().String())
	w.WriteHeader(status)
}
