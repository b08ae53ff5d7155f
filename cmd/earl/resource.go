package main

import (
	"context"
	"fmt"

	"github.com/earl-url/earl/internal/transfer"
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
	var b []byte
	if g.flags.json {
		b = appendMeta(b, "", &r.Meta)
		b = append(b, `,"targets":`...)
		var targets []string
		for _, u := range r.Targets {
			targets = append(targets, u.WithoutPassword().String())
		}
		b = appendStrings(b, targets)
		b = append(b, "}\n"...)
	} else {
		if r.Reason != "" {
			g.Remark("%s: %s", r.URL.Redacted(), r.Reason)
		}
		for _, u := range r.Targets {
			b = append(append(b, u.Redacted()...), '\n')
		}
	}
	return g.print(b)
}
