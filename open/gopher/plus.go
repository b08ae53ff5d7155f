package gopher

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// infoBlock begins the attributes of an item. A server may send them without a
// header before them.
const infoBlock = "+INFO"

// askAttributes sends the request for a "!" or "$" and returns the reply, and
// whether it is attributes. A server that does not understand names replies as
// if the request were not Gopher+. Then all attributes are requested.
func (q *query) askAttributes(ctx context.Context, v views.Gopher) (*reply, bool, error) {
	p, err := q.ask(ctx, v)
	if err != nil {
		return nil, false, err
	}
	is, err := p.isAttributes()
	if err != nil {
		p.conn.Close()
		return nil, false, prefixed(err)
	}
	if is || len(v.Plus.Value) == 1 {
		return p, is, nil
	}
	p.conn.Close()
	q.note("the server does not understand names of attributes: all were requested")
	return q.askAttributes(ctx, allAttributes(v))
}

// allAttributes returns the view of all attributes if v has names of some.
func allAttributes(v views.Gopher) views.Gopher {
	v.Plus.Value = v.Plus.Value[:1]
	return v
}

// isAttributes reports whether a reply is attributes: it has a header, or
// begins like attributes.
func (p *reply) isAttributes() (bool, error) {
	b, err := p.more(0)
	for err == nil && len(b) < len(infoBlock) {
		b, err = p.more(len(b))
	}
	switch {
	case err == io.EOF && len(b) == 0 && p.framing == toClose:
		return false, fmt.Errorf("%w: the server sent nothing", open.ErrCut)
	case err != nil && err != io.EOF:
		return false, err
	}
	return p.framing != toClose || len(b) >= len(infoBlock) && bytes.EqualFold(b[:len(infoBlock)], []byte(infoBlock)), nil
}

// blocks reads the reply as blocks of attributes.
func (q *query) blocks(p *reply) *blocks {
	lines := &lines{p: p, limit: wire.Limit{Octets: q.opts.PlusBlock, Setting: "gopher.Options.PlusBlock"}, idle: q.req.Policy.Idle}
	return &blocks{limit: q.opts.PlusBlock, line: func() (string, error) {
		line, _, err := lines.next()
		return string(line), err
	}}
}

// notPlus returns the error for a server without attributes.
func notPlus() error {
	return fmt.Errorf("gopher: the server has no attributes: it answered without Gopher+: %w", open.ErrNotFound)
}

// attributes opens "!": the attributes of an item, all or those in the URL.
// Source: rfc1738 3.4.6, 3.4.7.
func (q *query) attributes(ctx context.Context) (open.Resource, error) {
	p, is, err := q.askAttributes(ctx, q.view)
	if err == nil && !is {
		p.conn.Close()
		err = notPlus()
	}
	if err != nil {
		return nil, err
	}
	q.plain(p)
	body := &attributesBody{b: q.blocks(p), conn: p.conn, names: names(string(q.view.Plus.Value))}
	body.b.one = true
	if err := body.find(); err != nil {
		p.conn.Close()
		return nil, prefixed(err)
	}
	meta := open.Meta{URL: q.req.URL, Kind: open.KindDocument, Size: -1, Type: "text/plain", Note: q.notes}
	return &open.Document{Meta: meta, Body: wire.Part(body, q.req.Offset, q.req.End)}, nil
}

// attributesBody is the text of blocks.
type attributesBody struct {
	b     *blocks
	conn  *wire.Conn
	names []string
	out   string
	err   error
}

// find reads up to the first requested block. If the URL requests blocks by
// name and the item has none of them, the error is an [open.ErrNotFound] with
// the names of its blocks.
func (a *attributesBody) find() error {
	var seen []string
	for a.out == "" && a.err == nil {
		var block Block
		if block, a.err = a.b.block(); a.err == nil {
			seen = append(seen, "+"+block.Name)
			a.take(block)
		}
	}
	switch {
	case a.out != "" || a.err == io.EOF && len(a.names) == 0:
		return nil
	case a.err == io.EOF:
		return fmt.Errorf("%w: the item has no such attribute; it has %q", open.ErrNotFound, seen)
	}
	return a.err
}

// take makes the text of a block ready if it is requested.
func (a *attributesBody) take(block Block) {
	if block.wanted(a.names) {
		a.out = block.String()
	}
}

// Read reads the next bytes.
func (a *attributesBody) Read(p []byte) (int, error) {
	for a.out == "" && len(p) > 0 {
		if a.err != nil {
			return 0, prefixed(a.err)
		}
		var block Block
		if block, a.err = a.b.block(); a.err == nil {
			a.take(block)
		}
	}
	n := copy(p, a.out)
	a.out = a.out[n:]
	return n, nil
}

// Close closes the connection, at any time.
func (a *attributesBody) Close() error { return a.conn.Close() }

// directory opens "$": the items of a directory with their attributes, all or
// those in the URL. A server without Gopher+ may answer with a plain menu.
// Source: rfc1738 3.4.6, 3.4.7.
func (q *query) directory(ctx context.Context) (open.Resource, error) {
	p, is, err := q.askAttributes(ctx, q.view)
	if err != nil {
		return nil, err
	}
	if !is && q.item.class != classMenu {
		p.conn.Close()
		return nil, notPlus()
	}
	return q.listing(p)
}

// described yields the entries of an item: the item, its views, and the lines
// of its other requested attributes.
func (m *menu) described(a Attributes, names []string, yield func(open.Entry, error) bool) bool {
	var e open.Entry
	views := a.Views()
	head, ok := a.Block("INFO")
	if ok {
		var err error
		if e, err = m.entry(0, head.Value, true); err != nil {
			return yield(e, err)
		}
		e.Time = a.Changed()
		if len(views) > 0 && e.Kind == open.KindDocument {
			e.Size = views[0].Size
			e.Type = strings.ToLower(views[0].Type)
		}
		if !yield(e, nil) {
			return false
		}
	}
	for _, block := range a {
		if block.is("INFO") || !block.wanted(names) {
			continue
		}
		for _, line := range block.text() {
			if !yield(m.about(e, block, line), nil) {
				return false
			}
		}
	}
	return true
}

// text returns the value, if there is one, and the lines of a block.
func (b Block) text() []string {
	if b.Value == "" {
		return b.Lines
	}
	return append([]string{b.Value}, b.Lines...)
}

// about returns the entry of a line of an item's attributes: a view has a URL.
func (m *menu) about(item open.Entry, block Block, line string) open.Entry {
	e := open.Entry{Name: strings.TrimSpace("+" + block.Name + " " + dialogue.Text(line)), Meta: open.Meta{Kind: open.KindInfo, Size: -1}}
	view, ok := parseView(line)
	if !ok || !block.is("VIEWS") || item.Kind != open.KindDocument && item.Kind != open.KindListing {
		return e
	}
	v, err := views.ParseGopher(item.URL)
	if err != nil || !v.Plus.Present {
		return e
	}
	v.Plus.Value = earl.Octets(view.Plus())
	u, err := v.URL(item.URL.Edition())
	if err != nil {
		return e
	}
	it := itemOf(v)
	e.URL, e.Kind, e.Type, e.Size, e.Time = u, it.kind, strings.ToLower(view.Type), view.Size, item.Time
	return e
}
