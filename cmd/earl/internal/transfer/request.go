package transfer

import (
	"context"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// request returns the request for the rest of the object.
func (t *Transfer) request(u earl.URL) *open.Request {
	r := &open.Request{URL: u, Offset: t.start + t.done, End: t.r.o.Range.Stop, Since: t.r.o.Since, Coding: t.requested(), Untimed: t.r.o.Untimed()}
	r.Login = func(ctx context.Context, l open.Login) (open.Login, error) {
		return t.r.o.Reporter.Login(ctx, t.typed, l)
	}
	if t.done > 0 {
		r.Version = t.first.version
	}
	if !t.since.IsZero() {
		r.Since = t.since
	}
	if t.tree != nil && !t.tree.Referrer.IsZero() {
		r.Referrers = []earl.URL{t.tree.Referrer}
	}
	if t.answered {
		r.Policy = t.r.o.AnswerPolicy
	}
	if t.record != nil {
		r.Observer = t.observer()
	}
	if t.r.o.Trace {
		r.Trace = func(e open.Event) { t.r.o.Reporter.Trace(t.number, e) }
	}
	return r
}

// observer returns the Observer of a request: the recorder, and the file for headers.
func (t *Transfer) observer() *open.Observer {
	o := t.record.observer()
	if t.r.o.HeaderFile != "" {
		o.Response = func(p *open.Response) {
			t.record.respond(p)
			if err := t.r.headers.write(t.r.o.HeaderFile, t.r.o.Stdout, p); err != nil {
				t.r.failed(context.Background(), t.r.o.HeaderFile, console.Local(err))
			}
		}
	}
	return o
}

// open opens the request and follows redirects, unless NoFollow is set.
func (t *Transfer) open(ctx context.Context, r *open.Request) (open.Resource, error) {
	if t.isSite() {
		return t.tree.Open(ctx, r)
	}
	if t.r.o.NoFollow {
		return t.r.o.Client.Do(ctx, r)
	}
	return t.r.o.Client.FollowRequest(ctx, r)
}

// probe returns the properties of the object without retrieving it.
func (t *Transfer) probe(ctx context.Context) (*open.Meta, error) {
	r := t.request(t.typed)
	r.Offset, r.End, r.Observer = 0, 0, nil
	if s := t.typed.Scheme(); s != "http" && s != "https" {
		m, err := t.r.o.Client.ProbeRequest(ctx, r)
		return &m, err
	}
	r.Head, r.Coding = true, "identity"
	res, err := t.open(ctx, r)
	if err != nil {
		return nil, err
	}
	if d, ok := res.(*open.Document); ok {
		d.Body.Close()
	}
	m := *res.Info()
	if m.Status >= 400 { // the request for the document will return the error
		m.Time = time.Time{}
	}
	return &m, nil
}
