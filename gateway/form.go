package gateway

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// formBody is what the page of a form shows.
type formBody struct {
	Title     string
	Questions []question
	Method    string
	Files     bool
	Fault     string
	Query     []hidden
	About     []linked // what the server reports of what the question is about
	Clear     bool     // a secret answer is sent without encryption
	Searches  bool     // the answer is words to search for
}

// question is one question of a form on a page.
type question struct {
	open.Question
	Field string // its name in the form
}

// form shows the questions of a Form. A search is a link that can be kept; what
// holds a secret, a file or many lines is posted.
func (g *Gateway) form(w http.ResponseWriter, t target, f *open.Form) {
	p := g.page(t, titleOf(t.shown()), &f.Meta)
	p.Body = g.formBody(t, f)
	g.render(w, "form", p)
}

func (g *Gateway) formBody(t target, f *open.Form) formBody {
	b := formBody{Title: sanitize.Line(f.Title), Method: http.MethodGet}
	view, _ := earl.ParseGopher(t.url)
	b.Searches = t.url.Scheme() == "wais" || view.Type == earl.Some("7")
	for i, q := range f.Fields {
		q.Prompt = sanitize.Line(q.Prompt)
		b.Questions = append(b.Questions, question{q, answerField(i)})
		if q.Secret || q.Input == open.InputFile || q.Input == open.InputLines {
			b.Method = http.MethodPost
		}
		b.Files = b.Files || q.Input == open.InputFile
		b.Clear = b.Clear || q.Secret
	}
	for _, e := range f.About {
		about := linked{Title: sanitize.Line(e.Name)}
		if g.leads(t.url, e.URL) {
			about.Link = g.link("/open", e.URL.WithoutPassword())
		}
		b.About = append(b.About, about)
	}
	b.Query = g.fields(t)
	return b
}

// answerField names the field of a question in a form.
func answerField(i int) string { return fmt.Sprintf("answer%d", i) }

// answer opens a form again and goes on to the URL that its answers lead to.
// Source: rfc1738 3.4.2, 3.4.9, 3.9.
func (g *Gateway) answer(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok {
		return
	}
	if t.url.Designates() == earl.Service {
		g.invite(w, r, t)
		return
	}
	r = access.NoteAsked(r)
	v, t := g.visit(w, r, t)
	if v == nil {
		return
	}
	defer v.Attend(r.Context())()
	if !wait(r, v) {
		return
	}
	res, err := v.Result()
	if err != nil {
		g.failed(w, r, t, err)
		return
	}
	f, ok := res.(*open.Form)
	if !ok { // it asks nothing any more
		g.show(w, r, t.led(res), res)
		return
	}
	to, secret, err := g.answered(r, t, f)
	if err != nil {
		p := g.page(t, titleOf(t.shown()), &f.Meta)
		b := g.formBody(t, f)
		b.Fault = sanitize.Line(err.Error())
		p.Body, p.Status, p.Kind = b, http.StatusUnprocessableEntity, "form"
		g.render(w, "form", p)
		return
	}
	to.secret = secret || len(g.query(to)) > maxAddress
	if to.secret || to.ask { // the page has the result under this id, so that the answers go out once
		_, to = g.newVisit(to)
	}
	http.Redirect(w, r, "/open?"+g.query(to), http.StatusSeeOther)
}

// maxAddress is how long the query of a link is at most that answers led to: a
// longer one might be no request that is taken here (maxHeader).
const maxAddress = maxHeader / 2

// answered returns where the answers of a request lead, and whether one is a secret.
func (g *Gateway) answered(r *http.Request, t target, f *open.Form) (to target, secret bool, err error) {
	answers := make([]string, len(f.Fields))
	for i, q := range f.Fields {
		if answers[i], err = answerOf(r, q, answerField(i)); err != nil {
			return t, false, err
		}
		// A file may hold anything: it stands in no address either.
		secret = secret || q.Secret && answers[i] != "" || q.Input == open.InputFile && answers[i] != ""
	}
	u, err := f.Answer(answers)
	if err != nil {
		return t, false, err
	}
	to = target{url: u, from: t.url}
	if v, err := earl.ParseGopher(u); err == nil {
		_, to.ask = v.Answers()
	}
	return to, secret, nil
}

// answerOf reads the answer to a question.
func answerOf(r *http.Request, q open.Question, field string) (string, error) {
	switch q.Input {
	case open.InputCheck:
		if r.FormValue(field) != "" {
			return "1", nil
		}
		return "0", nil
	case open.InputFile:
		file, _, err := r.FormFile(field)
		if err != nil {
			return "", nil // none was named
		}
		defer file.Close()
		b, err := io.ReadAll(io.LimitReader(file, maxForm))
		return string(b), err
	case open.InputLines:
		return strings.ReplaceAll(r.FormValue(field), "\r\n", "\n"), nil
	}
	return r.FormValue(field), nil
}
