package z3950

import (
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// The choices of the form.
const (
	showRecords = "records"
	showTerms   = "terms of the index"
)

// form returns the form for a search. The session was opened to see that the server accepts it, and
// ends: the user may answer much later. Source: rfc2056 2.
func (s *session) form() (open.Resource, error) {
	s.finish()
	title := s.address
	if len(s.view.Databases) > 0 {
		title = shownNames(s.names)
	}
	form := dialogue.SearchForm(s.meta(open.KindForm), title, nil)
	form.Fields = append(form.Fields,
		open.Question{Name: "use", Prompt: "Where to search", Default: indexes[0].name, Choices: indexNames()},
		open.Question{Name: "show", Prompt: "What to show", Default: showRecords, Choices: []string{showRecords, showTerms}},
	)
	if len(s.view.Databases) == 0 {
		form.Fields = append(form.Fields, open.Question{Name: "database", Prompt: "Database", Default: defaultDatabase})
	}
	if s.server != "" {
		form.About = []open.Entry{{Name: "Server: " + s.server, Meta: open.Meta{Kind: open.KindInfo, Size: -1}}}
	}
	form.Answer = s.answer
	return form, nil
}

// answer returns the URL of a search, or of a list of terms.
func (s *session) answer(answers []string) (earl.URL, error) {
	want := 3
	if len(s.view.Databases) == 0 {
		want++
	}
	if len(answers) != want {
		return earl.URL{}, prefixed(fmt.Errorf("%d questions, but %d answers", want, len(answers)))
	}
	search := dialogue.SearchForm(s.meta(open.KindForm), "", func(words earl.Octets) (earl.URL, error) {
		return s.answerURL(words, answers[1:])
	})
	return search.Answer(answers[:1])
}

// answerURL returns the URL for words and the other answers.
func (s *session) answerURL(words earl.Octets, others []string) (earl.URL, error) {
	v := s.view
	if others[0] != indexes[0].name {
		v.Use = earl.Some(earl.Octets(others[0]))
	}
	use, err := useOf(v.Use)
	if err != nil {
		return earl.URL{}, prefixed(err)
	}
	if others[1] == showTerms {
		v.Scan = earl.Some(words)
	} else {
		v.Search = earl.Some(words)
		if _, err = wordQuery(string(words), use); err != nil {
			return earl.URL{}, prefixed(err)
		}
	}
	if len(others) > 2 && others[2] != "" && others[2] != defaultDatabase {
		v.Databases = []earl.Octets{earl.Octets(others[2])}
	}
	return dialogue.Compose(s.req.URL.Edition(), v)
}
