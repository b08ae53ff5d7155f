package prospero

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/earl-url/earl/open"
)

const (
	// maxDepth is the limit of nested union links.
	maxDepth = 8
	// maxUnions is the limit of united directories in one listing.
	maxUnions = 200
)

// directory reads the links in a response, in the server's order.
type directory struct {
	*response
	pending *link // the link whose attributes are being read
	moved   *place
	err     error
}

// directory requests the links at a place, and follows it if it has moved. It
// returns after the first link, so that a refusal by the server is known.
func (q *query) directory(ctx context.Context, at place) (*directory, error) {
	for way := (trail{}); ; {
		if err := way.step(at); err != nil {
			return nil, err
		}
		d, err := q.ask(ctx, at)
		switch {
		case err != nil:
			return nil, err
		case d.pending != nil || d.err == io.EOF:
			return d, nil
		}
		d.Close()
		if d.moved == nil {
			return nil, d.err
		}
		at = *d.moved
		q.noteForward(at)
	}
}

// ask requests the links at a place and reads the first. It uses version 1 if
// the server does not support a newer one.
func (q *query) ask(ctx context.Context, at place) (*directory, error) {
	old := q.old[at.address()]
	request, err := at.request(askDirectory)
	if old && err == nil {
		request, err = at.oldRequest()
	}
	if err != nil {
		return nil, err
	}
	r, err := q.send(ctx, at.address(), request, old)
	if err != nil {
		return nil, err
	}
	d := &directory{response: r}
	d.advance(nil)
	var version *versionError
	if !old && errors.As(d.err, &version) && version.one() {
		d.Close()
		return q.ask(ctx, at)
	}
	return d, nil
}

// next returns the pending link with all its attributes.
func (d *directory) next() (link, error) {
	if d.pending == nil {
		return link{}, d.err
	}
	l := *d.pending
	d.pending = nil
	d.advance(&l)
	return l, nil
}

// advance reads up to the next link or an end. It adds attributes to l if l is
// not nil.
func (d *directory) advance(l *link) {
	for d.pending == nil && d.err == nil {
		tokens, err := d.response.next()
		if err != nil {
			d.err = err
			return
		}
		switch tokens[0] {
		case "LINK":
			if next, ok := readLink(tokens[1:]); ok {
				d.pending = &next
			} else {
				d.err = fmt.Errorf("%w: a link of %d tokens", open.ErrProtocol, len(tokens))
			}
		case "ATTRIBUTE":
			if a, ok := readAttribute(tokens[1:]); ok && l != nil {
				l.take(a)
			}
		case "ID":
			if l != nil {
				l.take(attribute{"LINK", "FIELD", "ID", tokens[1:]})
			}
		case "FORWARDED":
			if d.moved, d.err = readForward(tokens[1:]); d.err == nil {
				d.err = fmt.Errorf("%w: FORWARDED after a link", open.ErrProtocol)
			}
		case "UNRESOLVED":
			d.q.note("the server has not resolved all of the name")
		}
	}
}

// take adds an attribute to a link. An ID is part of its place.
func (l *link) take(a attribute) {
	if a.name == "ID" && a.nature == "FIELD" && len(a.value) == 2 && a.value[0] == "REMOTE" && a.value[1] != "0" {
		l.id = "REMOTE " + a.value[1]
		return
	}
	l.attributes = append(l.attributes, a)
}

// list returns the listing of a directory.
func (q *query) list(ctx context.Context, o object) (open.Resource, error) {
	d, err := q.directory(ctx, o.at)
	if err != nil {
		return nil, err
	}
	return q.listing(ctx, o, d), nil
}

// listing returns the links of a directory as a listing.
func (q *query) listing(ctx context.Context, o object, from *directory) *open.Listing {
	l := &lister{q: q, ctx: ctx, first: from, names: map[string]bool{}, united: map[place]bool{o.at.key(): true}}
	meta := q.meta(open.KindListing, o.attributes)
	meta.Size, meta.Note = -1, q.takeNotes()
	return &open.Listing{Meta: meta, Entries: l.entries, Close: from.Close}
}

// lister makes entries from links.
type lister struct {
	q      *query
	ctx    context.Context
	first  *directory // nil after the first use
	count  int
	names  map[string]bool // names of the entries so far: they hide the same names in a union
	united map[place]bool  // the directories in the listing
}

// entries yields the entries as they arrive.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	first := l.first
	l.first = nil
	if first == nil {
		return
	}
	if _, err := l.merge(first, 0, yield); err != nil {
		yield(open.Entry{}, prefixed(err))
	}
}

// merge yields the entries of one directory, including those of its union links
// in their order. It reports whether more are wanted.
func (l *lister) merge(from *directory, depth int, yield func(open.Entry, error) bool) (more bool, err error) {
	defer from.Close()
	for {
		link, err := from.next()
		switch {
		case err == io.EOF:
			return true, nil
		case err != nil:
			return false, err
		case link.union:
			if more, err = l.union(&link, depth+1, yield); !more || err != nil {
				return false, err
			}
			continue
		case depth > 0 && l.names[link.name]:
			continue
		}
		if more, err := l.emit(entryOf(&link, l.q.req.URL.Edition()), yield); !more || err != nil {
			return false, err
		}
	}
}

// emit yields one entry, with the notes since the last one.
func (l *lister) emit(e open.Entry, yield func(open.Entry, error) bool) (more bool, err error) {
	if l.count == l.q.req.Policy.Entries {
		return false, open.TooMany(l.q.req.Policy)
	}
	l.count++
	l.names[e.Name] = true
	e.Note = append(e.Note, l.q.takeNotes()...)
	return yield(e, nil), nil
}

// union yields the entries of the directory of a union link. If the directory
// cannot be listed, it yields an entry with the error.
func (l *lister) union(u *link, depth int, yield func(open.Entry, error) bool) (more bool, err error) {
	switch key := u.place.key(); {
	case l.united[key]:
		return true, nil // its entries are already in the listing
	case depth > maxDepth:
		err = fmt.Errorf("more than %d nested union links", maxDepth)
	case len(l.united) > maxUnions:
		err = fmt.Errorf("more than %d united directories", maxUnions)
	default:
		l.united[key] = true
		var d *directory
		if d, err = l.q.directory(l.ctx, u.place); err == nil {
			more, err = l.merge(d, depth, yield)
		}
	}
	switch {
	case err == nil:
		return more, nil
	case l.ctx.Err() != nil || errors.Is(err, open.ErrCut) && l.count == l.q.req.Policy.Entries:
		return false, err
	}
	e := entryOf(u, l.q.req.URL.Edition())
	e.Note = append(e.Note, "its entries are part of this directory and could not be read: "+err.Error())
	return l.emit(e, yield)
}
