package gateway

import (
	"html/template"
	"net/http"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/open"
)

// open opens a URL and shows the result. Source: SPEC C3.
func (g *Gateway) open(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok || !g.confirmed(w, r, t) {
		return
	}
	if t.url.Designates() == earl.Service { // only a button connects to a service, not a link
		g.invite(w, r, t)
		return
	}
	r = access.NoteAsked(r)
	v, t, leave := g.visit(w, r, t)
	if v == nil {
		return
	}
	defer leave()
	a := g.arrive(w, v, t)
	defer a.rest()
	if !wait(r, v) {
		return
	}
	res, err := v.Result()
	if err != nil {
		g.notOpened(a, r, t, v, err)
		return
	}
	t = t.led(res)
	a.led(t)
	g.show(a, r, t, res)
	go v.Drain()
}

// notOpened shows why a visit has no result: the user stopped it, or its URL did not
// open.
func (g *Gateway) notOpened(w http.ResponseWriter, r *http.Request, t target, v *visit.Visit, err error) {
	if !v.Stopped() {
		g.failed(w, r, t, err)
		return
	}
	p := g.about(t, titleOf(t.shown()))
	g.linker.sayStopped(&p, t, v)
	g.render(w, "stopped", p)
}

// sayStopped makes a page show that the user stopped its visit.
func (lk *linker) sayStopped(p *page, t target, v *visit.Visit) {
	p.Stopped = arrived(v)
	if !t.secret {
		t.visit = ""
		p.Again = "/open?" + lk.query(t)
	}
}

// stop stops a visit, and shows what has arrived.
func (g *Gateway) stop(w http.ResponseWriter, r *http.Request) {
	t, _, ok := g.parse(r)
	v := g.visits.Find(r.PostFormValue("visit"))
	if !ok || v == nil || !v.Is(t.url) {
		g.notKept(w)
		return
	}
	v.Stop()
	t.visit = v.ID
	http.Redirect(w, r, "/open?"+g.linker.query(t), http.StatusSeeOther)
}

// target returns the target of a request. If it returns false, it has sent a response. It
// explains a text that is not a URL. It also explains a URL that the gateway cannot open
// if the URL hides a password or another URL. If the URL has a password, target keeps the
// password and redirects to the URL without it.
func (g *Gateway) target(w http.ResponseWriter, r *http.Request) (t target, ok bool) {
	t, text, ok := g.parse(r)
	switch {
	case t.gone:
		g.forgotten(w)
		return t, false
	case !ok && text == "" && r.FormValue("visit") != "":
		g.notKept(w)
		return t, false
	case !ok && text == "":
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return t, false
	case !ok, !t.secret && !g.linker.opens(t.url) && g.linker.meansAnother(text):
		g.explainText(w, r, text, http.StatusBadRequest)
		return t, false
	}
	_, secret := t.url.Password()
	if (secret || t.url.HasSecret() && askedText(r) != "" && r.FormValue("ask") == "") && !t.secret {
		to := *r.URL
		values := to.Query()
		if t.url.Designates() == earl.Service { // there it is advice and is never sent: SPEC B12
			values.Set("advice", "password")
		}
		t.url = g.logins.Take(t.url)
		values.Del("kept")
		values.Set("url", t.url.String())
		if t.url.HasSecret() { // as well as its login
			values.Del("url")
			values.Set("kept", g.linker.keep(t.url.String()))
			values.Set("edition", t.url.Edition().Name())
		}
		to.RawQuery = values.Encode()
		http.Redirect(w, r, to.RequestURI(), http.StatusSeeOther)
		return t, false
	}
	return t, true
}

// meansAnother reports whether the user probably means another URL by a text that the
// gateway cannot open. Examples are "user:password@host", which is a URL of the scheme
// "user", and "URL:" followed by a URL. Source: SPEC E4.
func (lk *linker) meansAnother(text string) bool {
	return earl.Redact(text) != text || len(lk.suggestions(text)) > 0
}

// led returns t after redirects: with the URL of the last hop, and with the fragment,
// which is never sent to a server. Source: SPEC A20, D11.
func (t target) led(res open.Resource) target {
	u := res.Info().URL.WithoutPassword()
	if t.secret || u.IsZero() || u == t.url.WithoutFragment() {
		return t
	}
	if fragment, ok := t.url.Fragment(); ok {
		if v, err := u.With(earl.ComponentFragment, earl.Some(earl.Octets(fragment))); err == nil {
			u = v
		}
	}
	return target{url: u, visit: t.visit, read: t.read}
}

// show shows a resource, and closes it.
func (g *Gateway) show(w http.ResponseWriter, r *http.Request, t target, res open.Resource) {
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		g.document(w, r, t, res)
	case *open.Listing:
		defer res.Close()
		g.listing(w, r, t, res)
	case *open.Form:
		g.form(w, t, res)
	case *open.Address:
		g.address(w, t, res)
	case *open.Referral:
		g.referral(w, t, res)
	case *open.Session:
		res.Conn.Close()
		g.invite(w, r, target{url: res.URL.WithoutPassword()})
	}
}

// page returns a page about a resource, and adds it to the history.
func (g *Gateway) page(t target, title string, m *open.Meta) page {
	if !t.secret {
		g.history.Add(shownTitle(title), t.url)
	}
	p := g.about(t, title)
	if v := g.visits.Find(t.visit); v != nil && v.Stopped() {
		g.linker.sayStopped(&p, t, v)
	}
	for _, note := range m.Note {
		p.Notes = append(p.Notes, g.linker.note(t, note))
	}
	return p
}

// note returns a note about a resource as HTML, with links for the URLs in it.
func (lk *linker) note(t target, note string) template.HTML {
	return lk.linkify(t.url, sanitize.Line(note))
}

// referralBody is what the page of a redirect shows.
type referralBody struct {
	Reason    string
	Permanent bool
	Targets   []linked
}

// referral shows the URLs that a URL redirects to, in the server's order.
func (g *Gateway) referral(w http.ResponseWriter, t target, res *open.Referral) {
	b := referralBody{Reason: sanitize.Line(res.Reason), Permanent: res.Permanent}
	for _, u := range res.Targets {
		to := linked{URL: u.Redacted()}
		if g.linker.leads(t.url, u) {
			to.Link = g.linker.link("/open", u.WithoutPassword())
		}
		b.Targets = append(b.Targets, to)
	}
	p := g.page(t, titleOf(t.shown()), &res.Meta)
	p.Body = b
	g.render(w, "referral", p)
}
