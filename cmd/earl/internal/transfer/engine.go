package transfer

import (
	"context"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
)

// List opens a listing, with retries.
func (e engine) List(ctx context.Context, u earl.URL, take func(context.Context, *open.Listing) error) (document bool, err error) {
	t := &Transfer{typed: u, take: take}
	err = e.r.transfer(ctx, t)
	return t.isDocument, err
}

// Open opens a request and follows its redirects, as far as allow allows it.
func (e engine) Open(ctx context.Context, r *open.Request, allow func(*open.Request, *open.Referral) error) (open.Resource, error) {
	client := e.r.o.Client
	if allow == nil {
		return client.FollowRequest(ctx, r)
	}
	return client.FollowFunc(ctx, r, func(ctx context.Context, q *open.Request, from *open.Referral) (open.Resource, error) {
		if err := allow(q, from); err != nil {
			return nil, err
		}
		return client.Do(ctx, q)
	})
}

// Note reports a message.
func (e engine) Note(level treecopy.Level, format string, args ...any) {
	switch level {
	case treecopy.Detail:
		e.r.o.Reporter.Verbose(format, args...)
	case treecopy.Remark:
		e.r.o.Reporter.Remark(format, args...)
	case treecopy.Incomplete:
		e.r.o.Reporter.Incomplete(format, args...)
	}
}

// Failed reports an error.
func (e engine) Failed(ctx context.Context, name string, err error) { e.r.failed(ctx, name, err) }

// An engine opens URLs for a copy of a tree with a Runner.
type engine struct{ r *Runner }
