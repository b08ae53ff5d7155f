package wais

import (
	"context"

	"github.com/earl-url/earl/open"
)

// Sources of the steps of a plan.
const (
	sourceInit   = "WAIS functional specification 1.5, Init"
	sourceSearch = "rfc1738 3.9; WAIS functional specification 1.5, Search"
)

// Plan returns the messages that Open sends. The answers decide what follows
// the last of them: more parts of a document, or the description of a database.
// The error is that of Open for a URL that it refuses.
// Source: rfc1738 3.9; WAIS functional specification 1.5.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	s, err := o.session(context.Background(), r) // it does not dial yet
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectSends, Note: "It requests this: " + describeRequest(s.view) + "."}
	if p.Server, err = open.HostPort(r.URL); err != nil {
		return open.Plan{}, err
	}
	if s.view.WType.Present {
		if p.Steps, err = s.planDocument(); err != nil {
			return open.Plan{}, prefixed(err)
		}
		if len(p.Steps) == 0 {
			return open.Plan{Effect: open.EffectNothing, Note: "The document ends before the part that is requested."}, nil
		}
		return p, nil
	}
	p.Steps = []open.Step{{Line: searchMessage(s.view), Source: sourceSearch}}
	if !s.view.Search.Present {
		p.Note += " If the answer has the id of a description, that is retrieved next."
	}
	return p, nil
}

// planDocument returns the messages that retrieve a document, or nil for a part
// after its end.
func (s *session) planDocument() ([]open.Step, error) {
	b, err := s.newBody()
	if err != nil || b.pos >= b.end {
		return nil, err
	}
	if !s.agree {
		return b.planParts(nil, "")
	}
	steps := []open.Step{{Line: initMessage, Why: "the document may need more than one message", Source: sourceInit}}
	s.size = messageSize
	if steps, err = b.planParts(steps, "if the server accepts messages of that size"); err != nil {
		return nil, err
	}
	s.size = 0
	return b.planParts(steps, "if the server does not accept Init")
}

// planParts adds the retrieval of the first part of a document, and of the second
// if there may be one.
func (b *body) planParts(steps []open.Step, when string) ([]open.Step, error) {
	n, err := b.room(b.pos)
	if err != nil {
		return nil, err
	}
	steps = append(steps, open.Step{Line: retrievalMessage(b.s.view, b.pos, b.pos+n), When: when, Source: sourceSearch})
	next := b.pos + n
	if next >= b.end || b.s.agree && b.s.size == 0 {
		return steps, nil
	}
	if n, err = b.room(next); err != nil {
		return nil, err
	}
	return append(steps, open.Step{
		Line: retrievalMessage(b.s.view, next, next+n), When: "if the document continues; each further part in the same way", Source: sourceSearch,
	}), nil
}
