package gateway

import (
	"bufio"
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// Proxy is an [http.Handler] that opens what clients of HTTP ask a proxy for:
// GET and HEAD of a whole URL, of any scheme but file. Lynx reads gopher and wais
// by it (gopher_proxy, wais_proxy), and so does curl -x. A document comes as it
// is, a listing as a page of links, a question as a form.
//
// It needs a port of its own: such a client has no cookie and names its target as
// Host. What a browser says that a page asked for is refused. In the place of a tunnel there is
// a server of gopher. The guards on addresses are those of the gateway; no login of
// its sitting is used.
//
// Several goroutines may use it.
type Proxy struct{ gateway *Gateway }

// Proxy returns a Proxy that opens by the client of g.
func (g *Gateway) Proxy() *Proxy { return &Proxy{g} }

// proxyGuards are the guards on a request to a proxy.
var proxyGuards = access.ProxyGuards()

// ServeHTTP answers a request, if the guards let it pass.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if refusal := access.Check(proxyGuards, r); refusal != nil {
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
	if u.Designates() == earl.LocalFile { // whoever reaches this port need not be whose files they are
		access.Refuse(w, http.StatusForbidden, "This proxy opens no files of this machine.")
		return
	}
	release := p.gateway.acquire(w, r, u)
	if release == nil {
		return
	}
	defer release()
	p.open(w, r, u)
}

// nobody answers for the person: a proxy's client is not who sits at the gateway.
func nobody(_ context.Context, l open.Login) (open.Login, error) {
	return l, fmt.Errorf("%w: a proxy has nobody to ask; write the login into the URL", open.ErrLogin)
}

// open opens a URL, or goes on from the answers to a form.
func (p *Proxy) open(w http.ResponseWriter, r *http.Request, u earl.URL) {
	form, answers := answersIn(u)
	q := p.gateway.request(target{url: u.WithoutFragment()})
	if answers != nil {
		q.URL = form
	}
	q.Login = nobody
	if answers == nil {
		q.Offset, q.End = rangeOf(r)
	}
	res, err := p.gateway.client.Do(r.Context(), q)
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
	v, err := earl.ParseGopher(u)
	if err != nil {
		return false
	}
	_, filled := v.Answers()
	return filled
}

// failed answers with an error.
func (p *Proxy) failed(w http.ResponseWriter, err error) {
	status, f := explainError(err)
	if status == http.StatusUnauthorized {
		status = http.StatusForbidden // a 401 of ours would ask for a login to the proxy's client
	}
	access.Refuse(w, status, f.What+"\n"+f.Said)
}

// show answers with a resource, and closes it.
func (p *Proxy) show(w http.ResponseWriter, r *http.Request, q *open.Request, res open.Resource) {
	switch res := res.(type) {
	case *open.Document:
		doc, err := p.gateway.sized(r, q, res)
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
		access.Refuse(w, http.StatusNotImplemented, "A service to type at: a proxy cannot show it.")
	}
}

// document answers with a document as it is, or with the part that was asked for.
func (p *Proxy) document(w http.ResponseWriter, r *http.Request, q *open.Request, doc *open.Document) {
	status, ok := describe(w.Header(), q, &doc.Meta)
	if !ok {
		access.Refuse(w, status, "The object has no such octets.")
		return
	}
	body := bufio.NewReaderSize(doc.Body, 32<<10)
	peek, _ := body.Peek(peekLen) // what went wrong comes again
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
	if _, err := io.Copy(p.gateway.deadlineWriter(w), body); err != nil {
		panic(http.ErrAbortHandler) // so that nobody takes a part for the whole
	}
}

// page answers with a simple page.
func (p *Proxy) page(w http.ResponseWriter, u earl.URL, body func(b *bufio.Writer)) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	b := bufio.NewWriterSize(p.gateway.deadlineWriter(w), 16<<10)
	title := html.EscapeString(u.Redacted())
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>%s</title>\n<h1>%s</h1>\n", title, title)
	body(b)
	b.Flush() // a client that has gone needs no more
}

// listing answers with a page of links, as the entries come.
func (p *Proxy) listing(w http.ResponseWriter, r *http.Request, l *open.Listing) {
	p.page(w, l.URL, func(b *bufio.Writer) {
		if r.Method == http.MethodHead {
			return
		}
		fmt.Fprintln(b, "<ul>")
		for e, err := range l.Entries {
			if err != nil {
				fmt.Fprintf(b, "<li>The listing ends here: %s\n", html.EscapeString(sanitize.Line(err.Error())))
				break
			}
			name := html.EscapeString(sanitize.Line(e.Name))
			if size := shownSize(e.Size); size != "" {
				name += " (" + size + ")"
			}
			if !p.gateway.opens(e.URL) || e.URL.Designates() == earl.LocalFile {
				fmt.Fprintf(b, "<li>%s\n", name)
				continue
			}
			if _, err := fmt.Fprintf(b, "<li><a href=\"%s\">%s</a>\n", html.EscapeString(e.URL.WithoutPassword().String()), name); err != nil {
				return // nobody reads on
			}
		}
		fmt.Fprintln(b, "</ul>")
	})
}

// referral leads to the first target, which the client asks for anew, so that it
// is judged as any other.
func (p *Proxy) referral(w http.ResponseWriter, res *open.Referral) {
	i := slices.IndexFunc(res.Targets, func(u earl.URL) bool { return p.gateway.opens(u) && u.Designates() != earl.LocalFile })
	if i < 0 {
		p.failed(w, fmt.Errorf("%w: nothing that it leads to is opened here", open.ErrNoOpener))
		return
	}
	status := http.StatusSeeOther
	if res.Permanent {
		status = http.StatusPermanentRedirect
	}
	w.Header().Set("Location", res.Targets[i].WithoutPassword().String())
	w.WriteHeader(status)
}
