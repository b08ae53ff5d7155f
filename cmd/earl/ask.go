package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/earl-url/earl"
	safe "github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// An asker asks the person on the terminal.
type asker struct{ s *streams }

// errNobody is what asking ends in where there is no terminal.
var errNobody error = nobody{}

// nobody is an [open.ErrLogin] without its words: who asks for a login has said them.
type nobody struct{}

func (nobody) Error() string        { return "there is no terminal to ask on" }
func (nobody) Is(target error) bool { return target == open.ErrLogin }

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

// login asks for what is missing of a login: of one with user and password an account.
func (a asker) login(ctx context.Context, l open.Login) (open.Login, error) {
	if !a.can() {
		return l, errNobody
	}
	if l.Prompt != "" {
		a.s.say("%s says: %s", l.Host, l.Prompt)
	}
	_, password := l.Password.Reveal()
	account := l.User.Present && password
	if !l.User.Present {
		user, err := a.line(ctx, "User for "+safe.Safe(l.Host)+": ", false)
		if err != nil {
			return l, err
		}
		l.User = earl.Some(earl.Octets(user))
	}
	whose := l.User.Value.Printable() + " at " + safe.Safe(l.Host) + ": "
	if !password {
		secret, err := a.line(ctx, "Password for "+whose, true)
		if err != nil {
			return l, err
		}
		l.Password = earl.NewSecret(earl.Octets(secret))
	}
	if account {
		secret, err := a.line(ctx, "Account of "+whose, true)
		if err != nil {
			return l, err
		}
		l.Account = earl.NewSecret(earl.Octets(secret))
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
		answer, err := t.g.ask.answer(ctx, q)
		if err != nil {
			return err
		}
		answers = append(answers, answer)
	}
	u, err := f.Answer(answers)
	if err != nil {
		return err
	}
	t.answered = true
	return t.attempt(ctx, u)
}

// askPolicy is the policy of what the answers to a form lead to: it may send them.
func (t *transfer) askPolicy() *open.Policy {
	policy := t.g.flags.policy()
	policy.Ask = true
	return &policy
}

// answer asks a question of a form.
func (a asker) answer(ctx context.Context, q open.Question) (string, error) {
	switch q.Input {
	case open.InputNone:
		a.s.say("%s", safe.Safe(q.Prompt))
		return "", nil
	case open.InputLines:
		return a.lines(ctx, q)
	}
	answer, err := a.line(ctx, questionText(q)+" ", q.Secret)
	if err != nil {
		return "", err
	}
	switch {
	case answer == "":
		return q.Default, nil
	case q.Input == open.InputCheck:
		return checkAnswer(answer), nil
	case q.Input == open.InputFile:
		return readAnswer(answer)
	}
	return answer, nil
}

// lines asks for lines, up to one that is "." alone.
func (a asker) lines(ctx context.Context, q open.Question) (string, error) {
	var all []string
	for prompt := questionText(q) + "\n"; ; prompt = "" {
		line, err := a.line(ctx, prompt, false)
		if err != nil {
			return "", err
		}
		if line == "." {
			break
		}
		all = append(all, line+"\n")
	}
	if len(all) == 0 {
		return q.Default, nil
	}
	return strings.Join(all, ""), nil
}

// checkAnswer returns "1" for yes and "0" for no, in the ways people write them.
func checkAnswer(answer string) string {
	switch strings.ToLower(answer) {
	case "y", "yes":
		return "1"
	case "n", "no":
		return "0"
	}
	return answer
}

// fileMax is the longest file that is sent as an answer: it goes into a URL.
const fileMax = 1 << 20

// readAnswer returns the content of the file that a person named.
func readAnswer(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", here(err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, fileMax+1))
	if err == nil && len(b) > fileMax {
		err = fmt.Errorf("%s: more than %d octets, which is too much for an answer", name, fileMax)
	}
	return string(b), here(err)
}

// questionText returns one question on one line, safe for a terminal.
func questionText(q open.Question) string {
	text := q.Prompt
	if text == "" {
		text = q.Name
	}
	byDefault := q.Default
	switch q.Input {
	case open.InputCheck:
		text += " (yes, no)"
		byDefault = map[string]string{"1": "yes", "0": "no"}[q.Default]
	case open.InputLines:
		text += ` (lines, and "." to end them)`
	case open.InputFile:
		text += " (the name of a file here, or nothing)"
	}
	if len(q.Choices) > 0 {
		text += " (" + strings.Join(q.Choices, ", ") + ")"
	}
	if byDefault != "" {
		text += " [" + byDefault + "]"
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
		b = appendStrings(append(b, `,"choices":`...), q.Choices)
		b = append(appendString(append(b, `,"input":`...), string(q.Input)), '}')
	}
	return append(b, "]}\n"...)
}
