package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// Openers returns openers that read from the archive, for the schemes of list.
func (a *Archive) Openers(list []open.Opener) []open.Opener {
	var all []open.Opener
	for _, o := range list {
		all = append(all, &opener{o, a})
	}
	return all
}

// opener opens the URLs of another opener from the archive.
type opener struct {
	inner   open.Opener
	archive *Archive
}

// Schemes implements [open.Opener].
func (o *opener) Schemes() []string { return o.inner.Schemes() }

// Open implements [open.Opener].
func (o *opener) Open(ctx context.Context, c *open.Call) (open.Resource, error) {
	if file := o.archive.own(c.URL); file >= 0 {
		return o.archive.listing(c.URL, file)
	}
	t, err := o.archive.tape(c.URL)
	if err != nil {
		return nil, err
	}
	if t != nil && t.play == nil {
		return t.document(c)
	}
	if c.URL.Designates().IsLocal() { // its opener would read this machine, whatever the archive has
		return o.part(ctx, c)
	}
	if c.URL.Designates() == earl.Service {
		return nil, errSession
	}
	p := &player{archive: o.archive, tape: t, url: c.URL}
	call := p.call(c)
	if t != nil && t.login.Scheme() != "" {
		call.URL = t.login
	}
	res, err := o.inner.Open(ctx, call)
	if err != nil {
		return nil, p.explain(err)
	}
	if t != nil {
		m := res.Info()
		m.Note = append(m.Note, t.remarks()...)
	}
	if d, ok := res.(*open.Document); ok {
		d.Body = &playedBody{d.Body, &p.broken}
	}
	return res, nil
}

// playedBody is the body of a document that is replayed. Its error says what is
// wrong with the archive, not what the client saw of it.
type playedBody struct {
	io.ReadCloser
	broken *atomic.Pointer[error]
}

func (b *playedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if why := b.broken.Load(); err != nil && err != io.EOF && why != nil {
		err = *why
	}
	return n, err
}

// errSession is the error of a session.
var errSession = fmt.Errorf("%w: a session cannot be replayed from an archive: it is what its user typed, and is not recorded", errors.ErrUnsupported)

// part opens a URL that identifies a part of a document in the archive.
func (o *opener) part(ctx context.Context, c *open.Call) (open.Resource, error) {
	t, err := o.whole(c.URL)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, o.archive.notFound(c.URL)
	}
	res, err := o.inner.(open.PartOpener).OpenPart(ctx, c, func() (*open.Document, error) {
		return t.document(&open.Call{Request: open.Request{URL: c.URL}})
	})
	if err == nil {
		m := res.Info()
		m.Note = append(m.Note, t.remarks()...)
	}
	return res, err
}

// whole returns the tape of the document that has a part, or nil.
func (o *opener) whole(u earl.URL) (*tape, error) {
	inner, ok := o.inner.(open.PartOpener)
	if !ok {
		return nil, nil
	}
	whole, err := inner.Whole(u)
	if err != nil || whole.IsZero() {
		return nil, err
	}
	if t, err := o.archive.tape(whole); err != nil || t != nil && t.play == nil {
		return t, err
	}
	return nil, nil
}

// Probe implements [open.Prober].
func (o *opener) Probe(ctx context.Context, c *open.Call) (open.Meta, error) {
	t, err := o.archive.tape(c.URL)
	if err != nil {
		return open.Meta{}, err
	}
	if t != nil && t.play == nil {
		return t.meta(c.URL), nil
	}
	prober, ok := o.inner.(open.Prober)
	if !ok || c.URL.Designates().IsLocal() {
		return open.Meta{URL: c.URL, Size: -1}, nil
	}
	p := &player{archive: o.archive, tape: t, url: c.URL}
	m, err := prober.Probe(ctx, p.call(c))
	return m, p.explain(err)
}

// Plan implements [open.Planner].
func (o *opener) Plan(c *open.Call) (open.Plan, error) {
	if c.URL.Designates() == earl.Service {
		return open.Plan{Effect: open.EffectNothing, Note: "A session cannot be replayed from an archive: it is what its user typed, and is not recorded."}, nil
	}
	whole, _ := o.whole(c.URL)
	if t, err := o.archive.tape(c.URL); whole == nil && t == nil && err == nil {
		return open.Plan{Effect: open.EffectNothing, Note: "The archive does not have the URL."}, nil
	}
	return open.Plan{Effect: open.EffectReads, Note: "Nothing is sent: the archive is read."}, nil
}

// tape is what the archive has of a URL.
type tape struct {
	main *item
	// content is the record whose block is the document: main, or the original of a
	// revisit.
	content *item
	// login is the recorded URL, if it is the requested one with a user. Its opener then
	// sends what was recorded.
	login earl.URL
	// play returns the server of a connection, by its number and the address that is
	// dialled. If play is nil, the block of content is the document.
	play func(number int, network, address string) (func(*serverConn), error)
	// hasLogin reports whether a password was sent, which was not recorded. It may be nil.
	hasLogin func() bool
	notes    []string
}

// tape returns what the archive has of a URL, or nil. The error is that of records
// that were not understood, if the archive has nothing else of the URL.
func (a *Archive) tape(u earl.URL) (*tape, error) {
	main := a.find(u)
	switch {
	case main == nil:
		if unread := a.unread[textOf(u)]; len(unread) > 0 {
			return nil, unread[len(unread)-1].fault
		}
		return nil, nil
	case main.fault != nil:
		return nil, main.fault
	case main.redirectsTo(textOf(u)):
		return nil, &loopError{u, main}
	}
	t := &tape{main: main, content: main}
	if _, ok := u.User(); !ok {
		if with, err := earl.Auto.Parse(main.target); err == nil && with.Scheme() == u.Scheme() {
			if _, ok := with.User(); ok && !main.isHTTP {
				t.login = with
			}
		}
	}
	return a.choose(t, u)
}

// choose decides how a tape is played: by the type of the record, and the scheme.
func (a *Archive) choose(t *tape, u earl.URL) (*tape, error) {
	main := t.main
	group := a.byGroup[main.group]
	switch {
	case main.kind == warc.Conversion:
		t.notes = append(t.notes, "the archive has only a conversion of the document")
	case main.kind == warc.Metadata && main.contentType != capture.ConversationType:
		t.notes = append(t.notes, "the archive has only metadata about the document")
	case main.kind == warc.Resource && (u.Designates().IsLocal() || warc.IsWeb(main.target)): // also one that a news server sent
	case main.isHTTP, warc.IsWeb(main.target) && (main.kind == warc.Response || main.kind == warc.Revisit):
		t.play = t.http(a)
	case main.kind == warc.Revisit:
		o, err := a.original(main)
		if err != nil {
			return nil, err
		}
		t.content = o
	case u.Scheme() == "ftp" || u.Scheme() == "ftps":
		if d := ftpDialogue(group); d != nil {
			t.play, t.hasLogin = d.play, d.hasLogin
		} else if main.kind == warc.Metadata {
			return nil, nil
		}
	default:
		if e := exchangeOf(u.Scheme(), group); e != nil {
			t.play, t.hasLogin = e.play, e.hasLogin
		} else if main.kind == warc.Response && main.contentType == capture.ExchangeType(u.Scheme(), warc.Response) {
			return nil, nil
		}
	}
	return t, nil
}

// http returns the function play of a response of http.
func (t *tape) http(a *Archive) func(int, string, string) (func(*serverConn), error) {
	return func(int, string, string) (func(*serverConn), error) {
		m, err := a.message(t.main)
		if err != nil {
			return nil, err
		}
		t.notes = m.notes
		return m.play, nil
	}
}

// loopError is the error of a URL that the archive has only as a redirect to
// itself. It is an [open.ErrNotFound].
type loopError struct {
	url earl.URL
	it  *item
}

func (e *loopError) Error() string {
	return fmt.Sprintf("%v: the archive has only a redirect to %s, of %s", open.ErrNotFound, e.url.Redacted(), earl.Redact(e.it.target))
}

// Is reports whether target is open.ErrNotFound.
func (*loopError) Is(target error) bool { return target == open.ErrNotFound }

// Absent reports that an archive was read, and not a server.
func (*loopError) Absent() bool { return true }

// note says where a resource comes from.
func (t *tape) note() string {
	return fmt.Sprintf("replayed from %s, recorded %s", t.main.source.Name, stamp(t.main.date))
}

// remarks says where a resource comes from, and what differs from the record.
func (t *tape) remarks() []string {
	list := []string{t.note()}
	if t.main.method != "" {
		list = append(list, fmt.Sprintf("the recorded request has the method %s, not GET", t.main.method))
	}
	return append(list, t.notes...)
}

// meta describes the document in a record.
func (t *tape) meta(u earl.URL) open.Meta {
	return open.Meta{URL: u, Kind: open.KindDocument, Size: t.content.size, Type: t.content.contentType, Note: t.remarks()}
}

// document returns the document in a record.
func (t *tape) document(c *open.Call) (*open.Document, error) {
	rec, err := t.content.record()
	if err != nil {
		return nil, truncated(err)
	}
	if c.Offset > rec.Size {
		return nil, open.Beyond(c.Offset, rec.Size)
	}
	if _, err := io.CopyN(io.Discard, rec.Block, c.Offset); err != nil {
		return nil, truncated(err)
	}
	body := rec.Block
	if err := t.content.incomplete(); err != nil {
		body = io.MultiReader(body, failing{err})
	}
	if c.End > 0 {
		body = io.LimitReader(body, max(0, c.End-c.Offset))
	}
	return &open.Document{Meta: t.meta(c.URL), Body: io.NopCloser(cutReader{body})}, nil
}

// cutReader turns the end of a truncated file into [open.ErrCut].
type cutReader struct{ r io.Reader }

func (c cutReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	return n, truncated(err)
}

// truncated returns the error for an error of an archive.
func truncated(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: the archive ends inside the record", open.ErrCut)
	}
	return err
}

// player replays one opening.
type player struct {
	archive *Archive
	tape    *tape // nil: the archive does not have the URL
	url     earl.URL
	dials   atomic.Int64
	missing atomic.Bool // the client sent what is not in the archive
	failed  atomic.Pointer[error]
	broken  atomic.Pointer[error] // why what was played is not complete
}

// call returns c with connections of the player.
func (p *player) call(c *open.Call) *open.Call {
	q := *c
	q.Pool = ""
	q.Dial, q.DialVia = p.dial, p.dial
	if p.tape != nil && p.tape.hasLogin != nil && p.tape.hasLogin() {
		policy := *c.Policy
		policy.PlainLogin = true // nothing is sent
		q.Policy, q.Login = &policy, login(c.Login)
	}
	return &q
}

// login returns a Request.Login that gives a password, which is any: the archive has none.
// It calls ask for a missing user.
func login(ask func(context.Context, open.Login) (open.Login, error)) func(context.Context, open.Login) (open.Login, error) {
	return func(ctx context.Context, l open.Login) (open.Login, error) {
		if !l.User.Present && ask != nil {
			return ask(ctx, l)
		}
		if _, given := l.Password.Reveal(); given {
			l.Account = earl.NewSecret(earl.Hidden)
		}
		l.Password = earl.NewSecret(earl.Hidden)
		return l, nil
	}
}

// dial returns a connection that replays the archive.
func (p *player) dial(_ context.Context, network, address string) (net.Conn, error) {
	if p.tape == nil {
		p.missing.Store(true)
		return nil, p.archive.notFound(p.url)
	}
	serve, err := p.tape.play(int(p.dials.Add(1))-1, network, address)
	if err != nil {
		p.failed.Store(&err)
		return nil, err
	}
	client, server := net.Pipe()
	to := newServerConn(server, &p.missing, &p.broken)
	go func() {
		defer server.Close()
		serve(to)
	}()
	return &conn{client, address, &p.broken}, nil
}

// explain returns the error of an opening. If the client sent what was not
// recorded, the URL is not in the archive in this form.
func (p *player) explain(err error) error {
	failed := p.failed.Load()
	switch {
	case err == nil:
		return nil
	case p.missing.Load():
		return p.archive.notFound(p.url)
	case failed != nil:
		return *failed
	}
	return err
}
