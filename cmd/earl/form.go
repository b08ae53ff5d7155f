package main

import (
	"context"

	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// form asks the questions of a form and opens what the answers lead to.
func (t *transfer) form(ctx context.Context, f *open.Form) error {
	if t.g.flags.json {
		line := appendForm(nil, f)
		if _, err := t.g.s.out.Write(line); err != nil {
			return here(err)
		}
	}
	if !t.g.ask.Can() {
		t.g.complain("earl: %s: a question must be answered first, and there is no terminal to ask on:", f.URL.Redacted())
		t.g.complain("%s", console.FormText(f))
		return exit(statusLogin)
	}
	u, err := t.g.ask.Form(ctx, f)
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
