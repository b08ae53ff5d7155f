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
)

// askForm opens "?": it fetches the attributes of the item and returns its form.
// All of them are asked for, since servers do not know the name ASK, or run what
// the form is for. Source: rfc1738 3.4.5.
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

// formAttributes returns the view of the attributes that a form is one of.
func formAttributes(v earl.Gopher) earl.Gopher {
	v.Plus.Value = "!"
	return v
}

// filled returns the form of an item with its attributes.
func (q *query) filled(a Attributes, ask Block) *open.Form {
	view, edition, fields := q.view, q.req.URL.Edition(), ask.Questions()
	if slices.ContainsFunc(fields, func(f open.Question) bool { return f.Secret }) {
		note := "a secret answer is part of the URL that the answers lead to"
		if q.view.Scheme == "gopher" {
			note += ", and is sent in clear"
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

// Questions returns the questions of an ASK block, its remarks among them, in
// their order. A keyword that is not known asks for a line. Source: Gopher+ 1993, 2.6.
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
// what else the keyword has, with TABs between.
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

// filledURL returns the URL of a form that is filled out: each answer on a line,
// that of several lines behind their number, a file behind all others.
// Source: rfc1738 3.4.9; Gopher+ 1993, 2.6.
func filledURL(v earl.Gopher, e *earl.Edition, fields []open.Question, answers []string) (earl.URL, error) {
	if len(answers) != len(fields) {
		return earl.URL{}, fmt.Errorf("gopher: %d answers to %d questions", len(answers), len(fields))
	}
	var lines, file []string
	for i, q := range fields {
		own, err := answerLines(q, answers[i])
		if q.Input == open.InputFile && len(own) > 0 && len(file) > 0 {
			err = errors.New("a form takes one file")
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

// answerLines returns the lines that an answer is sent as. The error says why it
// cannot be sent.
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
		return nil, errors.New(`it is neither "1" nor "0"`)
	case len(q.Choices) > 0 && !slices.Contains(q.Choices, answer):
		return nil, fmt.Errorf("it is none of %q", q.Choices)
	}
	for _, line := range lines {
		switch {
		case line == ".":
			return nil, errors.New(`a line that is "." alone would end the form`)
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
