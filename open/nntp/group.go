package nntp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// counts is the reply to GROUP: the approximate number of articles, and the
// lowest and highest number. Source: rfc3977 6.1.1.
type counts struct{ count, low, high int64 }

// parseCounts reads the reply to GROUP.
func parseCounts(text string) (c counts, ok bool) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return c, false
	}
	for i, n := range [...]*int64{&c.count, &c.low, &c.high} {
		if !isNumber(words[i]) {
			return c, false
		}
		*n, _ = strconv.ParseInt(words[i], 10, 64) // 16 digits fit in int64
	}
	return c, true
}

// source returns the overviews of a group's articles in the order of their
// numbers.
type source interface {
	// next returns the next overview, or io.EOF.
	next(ctx context.Context) (overview, error)
}

// group returns the listing of the selected group. If it has more articles than
// Policy.Entries, the newest are listed. Source: rfc1738 3.6, 3.7.
func (s *session) group(ctx context.Context, r reply) (open.Resource, error) {
	c, ok := parseCounts(r.Text)
	if !ok {
		return nil, fmt.Errorf("nntp: GROUP: %w: no numbers in %q", open.ErrProtocol, s.Hide(r.Text))
	}
	l := &lister{ctx: ctx, s: s, source: empty{}}
	if c.count > 0 && c.high >= c.low {
		l.older = c.count > int64(s.Req.Policy.Entries)
		if l.older {
			c.low = max(c.low, c.high-int64(s.Req.Policy.Entries)+1)
		}
		var err error
		if l.source, err = s.articles(ctx, c); err != nil {
			return nil, err
		}
	}
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1, Note: s.notes}
	return &open.Listing{Meta: meta, Shape: open.ShapeThread, Entries: l.entries, Close: s.Conn.Close}, nil
}

// overviewVerbs are the names of the command for the overview, the older one last.
// Source: rfc3977 8.3; rfc2980 2.8.
var overviewVerbs = [...]string{"OVER", "XOVER"}

// articles requests the overview of a range with a command that the server
// knows: OVER, its older name XOVER, or HEAD for each article.
// Source: rfc3977 8.3; rfc2980 2.8.
func (s *session) articles(ctx context.Context, c counts) (source, error) {
	span := earl.Octets(fmt.Sprintf("%d-%d", c.low, c.high))
	for _, verb := range overviewVerbs {
		r, err := s.ask(ctx, verb, span)
		switch {
		case err != nil:
			return nil, err
		case r.Code == codeOverview:
			return &overviews{s: s, verb: verb}, nil
		case r.Code == 420, r.Code == 423:
			return empty{}, nil
		case r.Code < 500 || r.Code == 502:
			return nil, s.refusal(s.Named(verb, span), r, nil)
		}
	}
	s.note("the server has no overview: the header of each article was requested")
	return s.heads(ctx, c)
}

// empty is the source of a group without articles.
type empty struct{}

func (empty) next(context.Context) (overview, error) { return overview{}, io.EOF }

// overviews reads the block after the reply to OVER.
type overviews struct {
	s    *session
	verb string
	n    int // lines so far
}

func (o *overviews) next(context.Context) (overview, error) {
	line, ok, err := o.s.Next(wire.Limit{Octets: o.s.opts.Headers, Setting: "nntp.Options.Headers"})
	switch {
	case err != nil:
		return overview{}, o.s.Broken(o.verb, err)
	case !ok:
		return overview{}, io.EOF
	}
	o.n++
	v := parseOverview(string(line))
	v.line = o.n
	return v, nil
}

// lister yields the articles of a group in the order of their threads.
type lister struct {
	ctx    context.Context
	s      *session
	source source
	older  bool // there are more articles than the request covers
	begun  bool
	count  int // entries so far
}

// entries yields the entries, window by window. It ends in an error unless the
// server sent everything and everything was requested.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	if l.begun {
		return
	}
	l.begun = true
	for {
		articles, err := l.window()
		for _, at := range thread(articles) {
			e, err := l.s.entry(&articles[at.index])
			if e.Depth = at.depth; err != nil {
				e = open.Entry{}
			}
			if !yield(e, err) {
				l.s.Conn.Close()
				return
			}
		}
		if l.count += len(articles); err == nil {
			continue
		}
		l.end(err, yield)
		return
	}
}

// window reads as many overviews as may be kept, and the error after them:
// io.EOF at the end.
func (l *lister) window() (articles []overview, err error) {
	policy := l.s.Req.Policy
	for cost := 0; cost < l.s.opts.Overview; {
		o, err := l.source.next(l.ctx)
		switch {
		case err != nil:
			return articles, err
		case l.count+len(articles) >= policy.Entries:
			return articles, l.s.Prefixed(open.TooMany(policy))
		}
		articles = append(articles, o)
		cost += o.cost
	}
	return articles, nil
}

// end ends the session, and yields the error of an incomplete listing.
func (l *lister) end(err error, yield func(open.Entry, error) bool) {
	if !errors.Is(err, io.EOF) {
		l.s.Conn.Close()
		yield(open.Entry{}, err)
		return
	}
	l.s.quit()
	if l.older {
		yield(open.Entry{}, l.s.Prefixed(open.TooMany(l.s.Req.Policy)))
	}
}

// entry returns the entry of an article. In a news listing its URL has the
// message-id, which every server understands, and in an nntp listing the
// number. A line that is not an overview is not understood.
// Source: rfc1738 3.6, 3.7; SPEC B29.
func (s *session) entry(o *overview) (open.Entry, error) {
	if o.number == "" {
		return open.Entry{}, s.Prefixed(s.Secrets.NotUnderstood(o.line, o.subject, "it is not an overview of an article (rfc3977 8.3)"))
	}
	e := open.Entry{Name: article.Words(o.subject), Meta: open.Meta{Kind: open.KindDocument, Size: o.size, Time: o.time(), Type: articleType}}
	if from := article.Words(o.from); from != "" {
		e.Note = append(e.Note, "from "+s.Secrets.Veil(from))
	}
	named := s.newsURL(o.id)
	if s.Req.URL.Scheme() == "news" {
		e.URL = named
		return e, nil
	}
	v, _ := views.ParseNNTP(s.Req.URL) // commands has parsed it
	v.Number = earl.Some(earl.Octets(o.number))
	e.URL = s.compose(v)
	if !named.IsZero() {
		e.Note = append(e.Note, "also "+named.String())
	}
	return e, nil
}
