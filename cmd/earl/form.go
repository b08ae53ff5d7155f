package main

import (
	"context"
	"errors"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/open"
)

// form opens the URL that results from the answers to a form. If the server describes
// the subject of the form, ls lists the description instead.
func (g *getter) form(ctx context.Context, t *transfer.Transfer, f *open.Form) error {
	if g.flags.Listings && len(f.About) > 0 {
		return g.listing(aboutListing(f))
	}
	u, err := g.answer(ctx, t, f)
	if err != nil {
		return err
	}
	return t.Answer(ctx, u)
}

// aboutListing returns the description in a form as a listing.
func aboutListing(f *open.Form) *open.Listing {
	entries := func(yield func(open.Entry, error) bool) {
		for _, e := range f.About {
			if !yield(e, nil) {
				return
			}
		}
	}
	return &open.Listing{Meta: f.Meta, Entries: entries, Close: func() error { return nil }}
}

// answer returns the URL that results from the answers of --answer, or of the user on the
// terminal. --answer answers only the first form.
func (g *getter) answer(ctx context.Context, t *transfer.Transfer, f *open.Form) (earl.URL, error) {
	if given := g.flags.answers; len(given) > 0 && !t.Answered() {
		u, err := console.Fill(f, given)
		if errors.Is(err, console.ErrAnswers) {
			g.complain("earl: %s: %s given by --answer: %v:", f.URL.Redacted(), count(len(given), "answer"), err)
			g.complain("%s", console.FormText(f))
			err = exit(statusLogin)
		}
		return u, err
	}
	if g.flags.json {
		if err := g.printJSON(formOf(f)); err != nil {
			return earl.URL{}, err
		}
	}
	if !g.ask.Can() {
		g.complain("earl: %s: there is no terminal for these questions; --answer answers them:", f.URL.Redacted())
		g.complain("%s", console.FormText(f))
		return earl.URL{}, exit(statusLogin)
	}
	return g.ask.Form(ctx, f)
}

// answerPolicy returns the policy for URLs that contain answers to a form. It allows
// sending the answers.
func (g *getter) answerPolicy() *open.Policy {
	policy := g.policy
	policy.Ask = true
	return &policy
}

// formOf returns the JSON object of a form.
func formOf(f *open.Form) jsonobject.Form {
	object := jsonobject.Form{Entry: entryOf(f.Title, &f.Meta), Fields: []jsonobject.Question{}}
	for _, q := range f.Fields {
		object.Fields = append(object.Fields, jsonobject.Question{
			Name: q.Name, Prompt: q.Prompt, Default: q.Default, Secret: q.Secret, Choices: jsonobject.List(q.Choices), Input: string(q.Input),
		})
	}
	return object
}
