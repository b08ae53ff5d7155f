package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/term"

	"github.com/earl-url/earl"
	safe "github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// An asker asks the person on the terminal.
type asker struct{ s *streams }

// errNobody is what asking ends in where there is no terminal.
var errNobody = fmt.Errorf("%w: there is no terminal to ask on", open.ErrLogin)

// can reports whether there is a terminal to ask on.
func (a asker) can() bool { return safe.Is(a.s.in) && safe.Is(a.s.err) }

// line asks for one line; a secret one is not shown. Cancelling ctx gives the
// terminal back as it was.
func (a asker) line(ctx context.Context, prompt string, secret bool) (string, error) {
	state, err := term.GetState(int(a.s.in.Fd()))
	if err != nil {
		return "", here(err)
	}
	a.s.err.WriteString(prompt)
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		if secret {
			b, err := safe.ReadSecret(a.s.in)
			answers <- answer{string(b), err}
			return
		}
		text, err := readTyped(a.s.in)
		answers <- answer{text, err}
	}()
	select {
	case <-ctx.Done():
		term.Restore(int(a.s.in.Fd()), state)
		a.s.err.WriteString("\n")
		return "", ctx.Err()
	case got := <-answers:
		if secret {
			a.s.err.WriteString("\n")
		}
		if errors.Is(got.err, io.EOF) {
			return "", errNobody
		}
		return got.text, here(got.err)
	}
}

// readTyped reads a line of a terminal, which hands out one at a time.
func readTyped(r io.Reader) (string, error) {
	text, err := bufio.NewReader(r).ReadString('\n')
	if err == io.EOF && text != "" {
		err = nil
	}
	return strings.TrimRight(text, "\r\n"), err
}

// login asks for what is missing of a login.
func (a asker) login(ctx context.Context, l open.Login) (open.Login, error) {
	if !a.can() {
		return l, errNobody
	}
	if l.Prompt != "" {
		a.s.say("%s says: %s", l.Host, l.Prompt)
	}
	if !l.User.Present {
		user, err := a.line(ctx, "User for "+safe.Safe(l.Host)+": ", false)
		if err != nil {
			return l, err
		}
		l.User = earl.Some(earl.Octets(user))
	}
	if _, ok := l.Password.Reveal(); !ok {
		secret, err := a.line(ctx, "Password for "+l.User.Value.Printable()+" at "+safe.Safe(l.Host)+": ", true)
		if err != nil {
			return l, err
		}
		l.Password = earl.NewSecret(earl.Octets(secret))
	}
	return l, nil
}

// form asks the questions of a form and opens what the answers lead to.
func (t *transfer) form(ctx context.Context, f *open.Form) error {
	if t.g.flags.json {
		line := appendForm(nil, f)
		if _, err := t.g.s.out.Write(line); err != nil {
			return here(err)
		}
	}
	if !t.g.ask.can() {
		t.g.complain("earl: %s: a question must be answered first, and there is no terminal to ask on:", f.URL.Redacted())
		t.g.complain("%s", formText(f))
		return exit(statusLogin)
	}
	if f.Title != "" {
		t.g.s.say("%s", f.Title)
	}
	var answers []string
	for _, q := range f.Fields {
		answer, err := t.g.ask.line(ctx, questionText(q)+" ", q.Secret)
		if err != nil {
			return err
		}
		if answer == "" {
			answer = q.Default
		}
		answers = append(answers, answer)
	}
	u, err := f.Answer(answers)
	if err != nil {
		return err
	}
	return t.attempt(ctx, u)
}

// questionText returns one question on one line, safe for a terminal.
func questionText(q open.Question) string {
	text := q.Prompt
	if text == "" {
		text = q.Name
	}
	if len(q.Choices) > 0 {
		text += " (" + strings.Join(q.Choices, ", ") + ")"
	}
	if q.Default != "" {
		text += " [" + q.Default + "]"
	}
	return safe.Safe(text)
}

// formText returns the title and the questions of a form, a line each.
func formText(f *open.Form) string {
	var lines []string
	if f.Title != "" {
		lines = append(lines, indent+safe.Safe(f.Title))
	}
	for _, q := range f.Fields {
		lines = append(lines, indent+questionText(q))
	}
	return strings.Join(lines, "\n")
}

// appendForm appends the object of a form and a line feed.
func appendForm(b []byte, f *open.Form) []byte {
	b = appendMeta(b, f.Title, &f.Meta)
	b = append(b, `,"fields":[`...)
	for i, q := range f.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"name":`...), q.Name)
		b = appendString(append(b, `,"prompt":`...), q.Prompt)
		b = appendString(append(b, `,"default":`...), q.Default)
		b = appendBool(append(b, `,"secret":`...), q.Secret)
		b = append(appendStrings(append(b, `,"choices":`...), q.Choices), '}')
	}
	return append(b, "]}\n"...)
}
