package proxy

import (
	"bufio"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// form sends the questions of a form. The client returns the answers after a "?" at the
// end of its URL.
func (p *Handler) form(w http.ResponseWriter, f *open.Form) {
	p.page(w, f.URL, func(b *bufio.Writer) {
		fmt.Fprintf(b, "<p>%s\n<form method=\"get\" action=\"%s\">\n", html.EscapeString(sanitize.Line(f.Title)), html.EscapeString(f.URL.Redacted()))
		for i, q := range f.Fields {
			prompt := html.EscapeString(sanitize.Line(q.Prompt))
			if q.Input == open.InputNone {
				fmt.Fprintf(b, "<p>%s<input type=\"hidden\" name=\"%s%d\">\n", prompt, answerField, i)
				continue
			}
			kind := "text"
			if q.Secret {
				kind = "password"
			}
			fmt.Fprintf(b, "<p><label>%s <input type=\"%s\" name=\"%s%d\" value=\"%s\"></label>", prompt, kind, answerField, i, html.EscapeString(sanitize.Line(q.Default)))
			if len(q.Choices) > 0 {
				fmt.Fprintf(b, " one of: %s", html.EscapeString(sanitize.Line(strings.Join(q.Choices, ", "))))
			}
			fmt.Fprintln(b)
		}
		fmt.Fprintln(b, "<p><input type=\"submit\" value=\"Send\">\n</form>")
	})
}

// answerField begins the names of answers in a URL.
const answerField = "earl-answer-"

// answersIn returns the URL of a form and the answers that follow it in u. If there are no
// answers, it returns u and nil.
func answersIn(u earl.URL) (form earl.URL, answers []string) {
	before, query, ok := strings.Cut(u.String(), "?"+answerField)
	if !ok {
		return searchIn(u)
	}
	form, err := u.Edition().Parse(before)
	values, err2 := url.ParseQuery(answerField + query)
	if err != nil || err2 != nil {
		return u, nil
	}
	for i := 0; values.Has(fmt.Sprint(answerField, i)); i++ {
		answers = append(answers, values.Get(fmt.Sprint(answerField, i)))
	}
	return form, answers
}

// searchIn returns the URL of a gopher search and the words that follow it after a "?", as
// Lynx and other old clients write them. For any other URL it returns u and nil.
// Source: draft1993 Gopher.
func searchIn(u earl.URL) (form earl.URL, words []string) {
	v, err := views.ParseGopher(u)
	before, query, ok := strings.Cut(u.String(), "?")
	if err != nil || v.Type.Value != "7" || v.Search.Present || !ok || query == "" {
		return u, nil
	}
	text, err := url.QueryUnescape(query)
	form, err2 := u.Edition().Parse(before)
	if err != nil || err2 != nil {
		return u, nil
	}
	return form, []string{text}
}

// goOn opens the URL with the answers to a form and sends the result. It does not redirect
// to that URL, since Lynx would add the words after a "?" again.
func (p *Handler) goOn(w http.ResponseWriter, r *http.Request, q *open.Request, f *open.Form, answers []string) {
	if slices.ContainsFunc(f.Fields, func(q open.Question) bool { return q.Secret }) {
		p.failed(w, errors.New("the address would contain a secret answer: use the gateway"))
		return
	}
	u, err := f.Answer(answers)
	if err != nil {
		p.failed(w, err)
		return
	}
	q.URL, q.Policy.Ask = u, isFilled(u)
	res, err := p.o.Client.Do(r.Context(), q)
	if err != nil {
		p.failed(w, err)
		return
	}
	p.show(w, r, q, res)
}
