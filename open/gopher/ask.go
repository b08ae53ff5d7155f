package gopher

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// askForm opens "?": it fetches the attributes of the item and returns its
// form. It requests all attributes, because servers do not know the name ASK,
// or run the action of the form. Source: rfc1738 3.4.5.
func (q *query) askForm(ctx context.Context) (open.Resource, error) {
	p, is, err := q.askAttributes(ctx, formAttributes(q.view))
	if err != nil {
		return nil, err
	}
	defer p.conn.Close()
	if !is {
		return nil, notPlus()
	}
	a, err := q.blocks(p).item()
	if err != nil && err != io.EOF {
		return nil, prefixed(err)
	}
	ask, ok := a.Block("ASK")
	if !ok {
		return nil, fmt.Errorf("gopher: the item has no form: %w", open.ErrNotFound)
	}
	return q.filled(a, ask), nil
}

// formAttributes returns the view of the attributes that contain the form.
func formAttributes(v views.Gopher) views.Gopher {
	v.Plus.Value = "!"
	return v
}

// filled returns the form of an item with its attributes.
func (q *query) filled(a Attributes, ask Block) *open.Form {
	view, edition, fields := q.view, q.req.URL.Edition(), ask.Questions()
	if slices.ContainsFunc(fields, func(f open.Question) bool { return f.Secret }) {
		note := "a secret answer becomes part of the URL"
		if q.view.Scheme == "gopher" {
			note += ", and is sent without encryption"
		}
		q.note("%s", note)
	}
	form := &open.Form{
		Meta:   open.Meta{URL: q.req.URL, Kind: open.KindForm, Size: -1, Time: a.Changed(), Type: itemOfType(typeOf(view), string(view.Selector)).media, Note: q.notes},
		Fields: fields,
		Answer: func(answers []string) (earl.URL, error) { return filledURL(view, edition, fields, answers) },
	}
	if info, ok := a.Block("INFO"); ok {
		if l, ok := parseLine(info.Value); ok {
			form.Title = dialogue.Text(l.display)
		}
	}
	return form
}

// Questions returns the questions of an ASK block and the remarks between them,
// in their order. An unknown keyword is a question for a line.
// Source: Gopher+ 1993, 2.6.
func (b Block) Questions() []open.Question {
	all := make([]open.Question, 0, len(b.Lines))
	for _, line := range b.text() {
		q := parseQuestion(dialogue.Text(line))
		q.Name = "ask" + strconv.Itoa(len(all)+1)
		all = append(all, q)
	}
	return all
}

// parseQuestion reads a line of an ASK block: a keyword, a colon, a prompt and
// the other values of the keyword, separated by TABs.
func parseQuestion(line string) open.Question {
	keyword, rest, ok := strings.Cut(line, ":")
	if !ok {
		return open.Question{Prompt: line, Input: open.InputNone}
	}
	prompt, more, _ := strings.Cut(strings.TrimPrefix(rest, " "), "\t")
	q := open.Question{Prompt: prompt, Default: more}
	switch strings.ToLower(keyword) {
	case "note":
		return open.Question{Prompt: strings.TrimPrefix(rest, " "), Input: open.InputNone}
	case "askp":
		q.Secret = true
	case "askl":
		q.Input = open.InputLines
	case "choosef":
		q.Input, q.Default = open.InputFile, ""
	case "select":
		q.Input, q.Default = open.InputCheck, "0"
		for _, state := range [...]string{"0", "1"} {
			if before, ok := strings.CutSuffix(prompt, ":"+state); ok {
				q.Prompt, q.Default = before, state
				break
			}
		}
	case "choose":
		if more != "" {
			q.Choices = strings.Split(more, "\t")
			q.Default = q.Choices[0]
		}
	}
	return q
}

// filledURL returns the URL of a completed form. Each answer is on a line. An
// answer of several lines comes after their number. A file comes after all
// others.
// Source: rfc1738 3.4.9; Gopher+ 1993, 2.6.
func filledURL(v views.Gopher, e *earl.Edition, fields []open.Question, answers []string) (earl.URL, error) {
	if len(answers) != len(fields) {
		return earl.URL{}, fmt.Errorf("gopher: %d questions, but %d answers", len(fields), len(answers))
	}
	var lines, file []string
	for i, q := range fields {
		own, err := answerLines(q, answers[i])
		if q.Input == open.InputFile && len(own) > 0 && len(file) > 0 {
			err = errors.New("a form accepts only one file")
		}
		if err != nil { // the answer is not quoted: it may be a secret
			return earl.URL{}, fmt.Errorf("gopher: the answer to %q: %w", q.Prompt, err)
		}
		if q.Input == open.InputFile {
			file = append(file, own...)
		} else {
			lines = append(lines, own...)
		}
	}
	var plus strings.Builder
	plus.WriteString("+\t1\r\n+-1\r\n")
	for _, line := range append(lines, file...) {
		plus.WriteString(line + "\r\n")
	}
	plus.WriteString(".\r\n")
	v.Search, v.Plus = earl.Some(v.Search.Value), earl.Some(earl.Octets(plus.String()))
	return v.URL(e)
}

// answerLines returns the lines that are sent for an answer. The error says why
// it cannot be sent.
func answerLines(q open.Question, answer string) ([]string, error) {
	lines := []string{answer}
	switch {
	case q.Input == open.InputNone:
		return nil, nil
	case q.Input == open.InputFile:
		lines = splitLines(answer)
	case q.Input == open.InputLines:
		lines = splitLines(answer)
		lines = append([]string{strconv.Itoa(len(lines))}, lines...)
	case q.Input == open.InputCheck && answer != "0" && answer != "1":
		return nil, errors.New(`it must be "1" or "0"`)
	case len(q.Choices) > 0 && !slices.Contains(q.Choices, answer):
		return nil, fmt.Errorf("it must be one of %q", q.Choices)
	}
	for _, line := range lines {
		switch {
		case line == ".":
			return nil, errors.New(`a line with only "." would end the form`)
		case strings.ContainsFunc(line, dialogue.IsControl):
			return nil, earl.ErrControl
		}
	}
	return lines, nil
}

// splitLines returns the lines of a text with line ends of any kind; the last
// line may have none.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
