package gateway

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// formBody is what the page of a form shows.
type formBody struct {
	Title     string
	Questions []question
	Method    string
	Files     bool
	Fault     string
	Query     []hidden
	About     []linked // information from the server about the database of the question
	Clear     bool     // a secret answer is sent without encryption
	Searches  bool     // the answer consists of words to search for
	Meant     []step   // the URLs that the user may have meant by the URL of the form
}

// question is one question of a form on a page.
type question struct {
	open.Question
	Field string // its name in the form
}

// form shows the questions of a Form. The form of a search uses GET, so that the user can
// keep its URL. A form with a secret, a file or a text of several lines uses POST.
func (g *Gateway) form(w http.ResponseWriter, t target, f *open.Form) {
	p := g.page(t, titleOf(t.shown()), &f.Meta)
	p.Body = g.linker.formBody(t, f)
	g.render(w, "form", p)
}

func (lk *linker) formBody(t target, f *open.Form) formBody {
	b := formBody{Title: sanitize.Line(f.Title), Method: http.MethodGet}
	view, _ := views.ParseGopher(t.url)
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
		if lk.leads(t.url, e.URL) {
			about.Link = lk.link("/open", e.URL.WithoutPassword())
		}
		b.About = append(b.About, about)
	}
	b.Query = lk.fields(t)
	if u, ok := guess.Correct(t.url.String()); ok && !t.secret && lk.leads(t.url, u) {
		b.Meant = []step{lk.meant(u)}
	}
	return b
}

// answerField returns the name of the field for a question in a form.
func answerField(i int) string { return fmt.Sprintf("answer%d", i) }

// answer opens a form again and redirects to the URL with the answers.
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
	v, t, leave := g.visit(w, r, t)
	if v == nil {
		return
	}
	defer leave()
	if !wait(r, v) {
		return
	}
	res, err := v.Result()
	if err != nil {
		g.failed(w, r, t, err)
		return
	}
	f, ok := res.(*open.Form)
	if !ok { // the URL no longer opens a form
		g.show(w, r, t.led(res), res)
		return
	}
	to, secret, err := answered(r, t, f)
	if err != nil {
		p := g.page(t, titleOf(t.shown()), &f.Meta)
		b := g.linker.formBody(t, f)
		b.Fault = sanitize.Line(err.Error())
		p.Body, p.Status, p.Kind = b, http.StatusUnprocessableEntity, "form"
		g.render(w, "form", p)
		return
	}
	to.secret = secret || len(g.linker.query(to)) > maxAddress
	if to.secret || to.ask { // the page finds the result by this id, so that the answers are sent once
		_, to = g.newVisit(to)
	}
	http.Redirect(w, r, "/open?"+g.linker.query(to), http.StatusSeeOther)
}

// maxAddress is the length of the longest query of a link that contains answers, in bytes.
// The gateway might refuse a request with a longer query (maxHeader).
const maxAddress = maxHeader / 2

// answered returns the target with the answers of a request, and whether one of them is a
// secret.
func answered(r *http.Request, t target, f *open.Form) (to target, secret bool, err error) {
	answers := make([]string, len(f.Fields))
	for i, q := range f.Fields {
		if answers[i], err = answerOf(r, q, answerField(i)); err != nil {
			return t, false, err
		}
		// A file may contain secrets, so its content is not in an address either.
		secret = secret || q.Secret && answers[i] != "" || q.Input == open.InputFile && answers[i] != ""
	}
	u, err := f.Answer(answers)
	if err != nil {
		return t, false, err
	}
	to = target{url: u, from: t.url}
	if v, err := views.ParseGopher(u); err == nil {
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
			return "", nil // the user chose no file
		}
		defer file.Close()
		b, err := io.ReadAll(io.LimitReader(file, maxForm))
		return string(b), err
	case open.InputLines:
		return strings.ReplaceAll(r.FormValue(field), "\r\n", "\n"), nil
	}
	return r.FormValue(field), nil
}
