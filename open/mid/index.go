package mid

import (
	"context"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// maxIndexed limits the messages of an index, which need about 200 bytes each.
const maxIndexed = 200_000

// An index has the messages of all mailboxes by their Message-ID. Several goroutines may
// use it.
type index struct {
	turn  chan struct{} // of the goroutine that builds it; has room for one
	built bool
	large bool // there are too many messages
	byID  map[earl.Octets][]match
	notes []string
	fault error
}

// newIndex returns an index that is not built.
func newIndex() *index { return &index{turn: make(chan struct{}, 1)} }

// find returns the messages with an id, as matches of a finder does.
func (x *index) find(ctx context.Context, o Options, id earl.Octets, trace func(string)) (all []match, notes []string, fault, err error) {
	if err := x.build(ctx, o, trace); err != nil {
		return nil, nil, nil, err
	}
	if !x.large {
		return x.byID[id], x.notes[:len(x.notes):len(x.notes)], x.fault, nil
	}
	f := finder{ctx: ctx, opts: o, view: views.MID{MessageID: id}}
	all, fault, err = f.matches()
	return all, f.notes, fault, err
}

// build reads the headers of all messages, unless that was done. If ctx ends first, the
// next call reads them.
func (x *index) build(ctx context.Context, o Options, trace func(string)) error {
	select {
	case x.turn <- struct{}{}:
		defer func() { <-x.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if x.built {
		return nil
	}
	x.byID = map[earl.Octets][]match{}
	n := 0
	s := newSearch(ctx, o, func(id earl.Octets, m match) error {
		if n++; n > maxIndexed {
			return errEnough
		}
		if len(x.byID[id]) <= o.Matches {
			x.byID[id] = append(x.byID[id], m)
		}
		return nil
	})
	var ended error
	x.notes, x.fault, ended = s.mail(trace)
	if ended == errEnough {
		x.large, x.byID = true, nil
		ended = nil
	}
	x.built = ended == nil
	return ended
}
