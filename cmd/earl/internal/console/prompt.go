package console

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
	"github.com/earl-url/earl/open/known"
)

// A Prompt asks the user on a terminal. It reads In and writes to Err.
type Prompt struct{ In, Err *os.File }

// ErrNoTerminal is the error of a question without a terminal. It matches
// [open.ErrLogin], but its text does not say that a login is needed.
var ErrNoTerminal error = noTerminalError{}

type noTerminalError struct{}

func (noTerminalError) Error() string        { return "there is no terminal for the question" }
func (noTerminalError) Is(target error) bool { return target == open.ErrLogin }

// Can reports whether there is a terminal for questions.
func (p Prompt) Can() bool { return safe.Is(p.In) && safe.Is(p.Err) }

// line asks for one line. A secret line is not shown. If ctx ends, line restores the
// terminal.
func (p Prompt) line(ctx context.Context, prompt string, secret bool) (string, error) {
	state, err := term.GetState(int(p.In.Fd()))
	if err != nil {
		return "", Local(err)
	}
	p.Err.WriteString(prompt)
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		if secret {
			b, err := safe.ReadSecret(p.In)
			answers <- answer{string(b), err}
			return
		}
		text, err := readTyped(p.In)
		answers <- answer{text, err}
	}()
	select {
	case <-ctx.Done():
		term.Restore(int(p.In.Fd()), state)
		p.Err.WriteString("\n")
		return "", ctx.Err()
	case got := <-answers:
		if secret {
			p.Err.WriteString("\n")
		}
		if errors.Is(got.err, io.EOF) {
			return "", ErrNoTerminal
		}
		return got.text, Local(got.err)
	}
}

// readTyped reads a line from a terminal, which returns one line at a time.
func readTyped(r io.Reader) (string, error) {
	text, err := bufio.NewReader(r).ReadString('\n')
	if err == io.EOF && text != "" {
		err = nil
	}
	return strings.TrimRight(text, "\r\n"), err
}

// Login asks for the missing parts of a login. If the user and the password are known, it
// asks for the account.
func (p Prompt) Login(ctx context.Context, l open.Login) (open.Login, error) {
	if !p.Can() {
		return l, ErrNoTerminal
	}
	if l.Prompt != "" {
		p.print("%s says: %s", l.Host, l.Prompt)
	}
	_, password := l.Password.Reveal()
	account := l.User.Present && password
	if !l.User.Present {
		user, err := p.line(ctx, "User for "+safe.Safe(l.Host)+": ", false)
		if err != nil {
			return l, err
		}
		l.User = earl.Some(earl.Octets(user))
	}
	whose := l.User.Value.Printable() + " at " + safe.Safe(l.Host) + ": "
	if !password {
		secret, err := p.line(ctx, "Password for "+whose, true)
		if err != nil {
			return l, err
		}
		l.Password = earl.NewSecret(earl.Octets(secret))
	}
	if account {
		secret, err := p.line(ctx, "Account of "+whose, true)
		if err != nil {
			return l, err
		}
		l.Account = earl.NewSecret(earl.Octets(secret))
	}
	return l, nil
}

// Key asks whether the key of an unknown host is accepted.
func (p Prompt) Key(ctx context.Context, n known.New) error {
	if !p.Can() {
		return fmt.Errorf("%w; on a terminal you are asked whether to keep it", &known.UnknownError{Key: n.Key})
	}
	p.print("The key of %s is not known. It is %s %s.", n.Host, n.Kind, n.Digest)
	answer, err := p.line(ctx, "Do you know that this is the key of the host, and keep it? (yes, no) ", false)
	if err == nil && !strings.EqualFold(strings.TrimSpace(answer), "yes") {
		err = &known.UnknownError{Key: n.Key}
	}
	return err
}

// Form asks the questions of a form and returns the URL with the answers.
func (p Prompt) Form(ctx context.Context, f *open.Form) (earl.URL, error) {
	if f.Title != "" {
		p.print("%s", f.Title)
	}
	var answers []string
	for _, q := range f.Fields {
		answer, err := p.answer(ctx, q)
		if err != nil {
			return earl.URL{}, err
		}
		answers = append(answers, answer)
	}
	return f.Answer(answers)
}

// ErrAnswers is the error of a wrong number of answers.
var ErrAnswers = errors.New("a form takes one answer for each of its questions")

// Fill returns the URL with the given answers: one for each question, in order, as a user
// would type it. Remarks between the questions take no answers. It returns [ErrAnswers],
// or an error of the form.
func Fill(f *open.Form, given []string) (earl.URL, error) {
	answers := make([]string, len(f.Fields))
	for i, q := range f.Fields {
		if q.Input == open.InputNone {
			continue
		}
		if len(given) == 0 {
			return earl.URL{}, ErrAnswers
		}
		var err error
		if answers[i], err = answerText(q, given[0]); err != nil {
			return earl.URL{}, err
		}
		given = given[1:]
	}
	if len(given) > 0 {
		return earl.URL{}, ErrAnswers
	}
	return f.Answer(answers)
}

// print writes a line that is safe for a terminal.
func (p Prompt) print(format string, args ...any) {
	fmt.Fprintln(p.Err, safe.SafeLines(fmt.Sprintf(format, args...)))
}

// answer asks a question of a form.
func (p Prompt) answer(ctx context.Context, q open.Question) (string, error) {
	switch q.Input {
	case open.InputNone:
		p.print("%s", safe.Safe(q.Prompt))
		return "", nil
	case open.InputLines:
		return p.lines(ctx, q)
	}
	answer, err := p.line(ctx, questionText(q)+" ", q.Secret)
	if err != nil {
		return "", err
	}
	return answerText(q, answer)
}

// answerText returns the answer for the text that the user typed. For an empty text it
// returns the default, and for a file name the content of the file.
func answerText(q open.Question, typed string) (string, error) {
	switch {
	case typed == "":
		return q.Default, nil
	case q.Input == open.InputCheck:
		return checkAnswer(typed), nil
	case q.Input == open.InputFile:
		return readAnswer(typed)
	}
	return typed, nil
}

// lines asks for lines. The last line is ".".
func (p Prompt) lines(ctx context.Context, q open.Question) (string, error) {
	var all []string
	for prompt := questionText(q) + "\n"; ; prompt = "" {
		line, err := p.line(ctx, prompt, false)
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

// checkAnswer returns "1" for yes and "0" for no.
func checkAnswer(answer string) string {
	switch strings.ToLower(answer) {
	case "y", "yes":
		return "1"
	case "n", "no":
		return "0"
	}
	return answer
}

// fileMax is the size in bytes of the longest file that can be an answer. Answers become
// part of a URL.
const fileMax = 1 << 20

// readAnswer returns the content of the file that the user named.
func readAnswer(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", Local(err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, fileMax+1))
	if err == nil && len(b) > fileMax {
		err = fmt.Errorf("%s: too large for an answer: the limit is %d bytes", name, fileMax)
	}
	return string(b), Local(err)
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
		text += ` (lines; end with ".")`
	case open.InputFile:
		text += " (the name of a local file, or nothing)"
	}
	if len(q.Choices) > 0 {
		text += " (" + strings.Join(q.Choices, ", ") + ")"
	}
	if byDefault != "" {
		text += " [" + byDefault + "]"
	}
	return safe.Safe(text)
}

// FormText returns the title and the questions of a form, one per line.
func FormText(f *open.Form) string {
	var lines []string
	if f.Title != "" {
		lines = append(lines, "  "+safe.Safe(f.Title))
	}
	for _, q := range f.Fields {
		lines = append(lines, "  "+questionText(q))
	}
	return strings.Join(lines, "\n")
}
