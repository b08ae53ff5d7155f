package transfer

import (
	"context"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
)

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

// setTime sets the time of the saved file to the time of the object. If the server did
// not send one with the object, it is the time in the listing.
func (t *Transfer) setTime(m *open.Meta) error {
	o, at := &t.r.o, m.Time
	if at.IsZero() && t.tree != nil && t.tree.Object() != nil {
		at = t.tree.Object().Time
	}
	if at.IsZero() || !o.RemoteTime && !o.Newer && !o.Recursive {
		return nil
	}
	return console.Local(t.to.SetTime(at))
}

// written sets the time of a saved file. If the file belongs to a copy, it adds the file to
// the list.
func (t *Transfer) written(m *open.Meta) error {
	if err := t.setTime(m); err != nil {
		return err
	}
	if t.tree == nil {
		return nil
	}
	return console.Local(t.tree.Record(t.Size(), m))
}
