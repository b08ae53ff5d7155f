package main

import (
	"context"
	"fmt"

	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/open"
)

// Resource shows a resource other than a document.
func (g *getter) Resource(ctx context.Context, t *transfer.Transfer, r open.Resource) error {
	switch r := r.(type) {
	case *open.Listing:
		return g.listing(r)
	case *open.Form:
		return g.form(ctx, t, r)
	case *open.Referral:
		if r.Instead != nil {
			r.Instead.Body.Close() // it has the text of a redirect that is only printed
		}
		return g.referral(r)
	case *open.Session:
		return g.session(ctx, t, r)
	case *open.Address:
		return g.address(ctx, t, r)
	}
	return fmt.Errorf("%T: unknown kind of resource", r)
}

// referral prints the targets of a redirect that is not followed.
func (g *getter) referral(r *open.Referral) error {
	if g.flags.json {
		return g.printJSON(redirectOf(r))
	}
	if r.Reason != "" {
		g.Remark("%s: %s", r.URL.Redacted(), r.Reason)
	}
	var b []byte
	for _, u := range r.Targets {
		b = append(append(b, u.Redacted()...), '\n')
	}
	return g.print(b)
}

// redirectOf returns the JSON object of a redirect.
func redirectOf(r *open.Referral) jsonobject.Redirect {
	object := jsonobject.Redirect{Entry: entryOf("", &r.Meta), Targets: []string{}}
	for _, u := range r.Targets {
		object.Targets = append(object.Targets, u.WithoutPassword().String())
	}
	return object
}
