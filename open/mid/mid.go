// Package mid opens mid URLs: a message by its Message-ID, or a part of it by
// its Content-ID. It looks only in the places that the user configured: files
// with messages, and news servers.
//
//	client := open.New(open.Options{}, mid.Opener{Options: mid.Options{Mail: []string{"/home/joe/Maildir"}}})
//	u, err := earl.RFC3986.Parse("mid:960830.1639@example.org/partA.960830.1639@example.org")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// A message is an *open.Document of type message/rfc822, unchanged. A part is
// an *open.Document of the type of the part, with its transfer encoding
// decoded. Ids are compared byte for byte, without the comments and folds of
// their header fields. They are not unique, and anyone can write them. If
// several messages or parts have the id, the result is an *open.Listing of
// them, and none is chosen.
//
// A cid URL identifies a part of the message that contains the URL. Nothing
// outside of that message knows which one it is, so opening such a URL is an
// error. [views.CID.In] returns the mid URL of the part.
//
// The package reads a file that has one message, an mbox (mboxo and mboxrd; a
// Content-Length is not used, because the sender of a message can write it), a
// Maildir, and a directory of messages. It keeps no index, except for
// [Opener.Indexed]: each URL reads the headers of all messages. It changes
// nothing. A message that is enclosed in another is found by its id too.
//
// It follows rfc2392, rfc5322, rfc2045, rfc2046 and rfc4155.
package mid

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options have no messages.
type Options struct {
	// Mail are the files and directories in which messages are looked for, as
	// names of the system: a message, an mbox, a Maildir, or a directory of
	// messages and mailboxes. They must come from the user: a URL never adds one.
	Mail []string
	// News open news URLs, one per news server. They are asked in turn for a
	// message that is in none of Mail, which tells the server the Message-ID.
	News []open.Opener
	// Partial means that the user did not choose Mail as all of the messages. A
	// message that is not found is then an [ErrNoMail] and no [open.ErrNotFound]. A
	// part that its message does not have is still an open.ErrNotFound.
	Partial bool
	// Messages is the maximum number of messages that are read for one URL. If
	// there are more, the error is an [open.ErrCut].
	Messages int
	// Matches is the maximum number of entries of a listing.
	Matches int
	// Size is the maximum number of bytes of a message, and of a decoded part. A
	// longer one ends in [open.ErrCut].
	Size int64
	// Headers is the maximum number of bytes in the header of a message or a part.
	Headers int
	// Parts is the maximum number of parts of a message.
	Parts int
	// Depth is the maximum number of levels of parts in parts.
	Depth int

	beforeOpen func(path string) // for tests: called before a mailbox is opened
}

// The defaults for limits of [Options] that are 0. A negative value means no
// limit.
const (
	// defaultMessages is more than the mail of a user. An mbox with so many takes a
	// minute.
	defaultMessages = 2_000_000
	// defaultMatches is far more than copies of a message in the mail of a user.
	defaultMatches = 100
	// defaultSize is more than mail servers accept: few accept 50 MiB.
	defaultSize = 64 << 20
	// defaultHeaders is larger than the header of any useful message.
	defaultHeaders = article.DefaultHeader
	// defaultParts is more than the longest digest has.
	defaultParts = 10_000
	// defaultDepth is deeper than parts are nested in messages that were forwarded
	// many times.
	defaultDepth = 32
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.Messages = limit.Of(o.Messages, defaultMessages)
	o.Matches = limit.Of(o.Matches, defaultMatches)
	o.Size = limit.Of(o.Size, defaultSize)
	o.Headers = limit.Of(o.Headers, defaultHeaders)
	o.Parts = limit.Of(o.Parts, defaultParts)
	o.Depth = limit.Of(o.Depth, defaultDepth)
	return o
}

// ErrNoMail is the error of a mid URL if Options has neither Mail nor News, or
// if they are Partial and have no such message. It is an [open.ErrNoOpener].
// Source: rfc2392 2.
var ErrNoMail error = noMail{"mid: the URL contains no server, and no mail is set in which to look for the message (rfc2392 2)"}

// ErrNoMessage is the error of a cid URL, which has no meaning outside of its
// message. It is an [open.ErrNoOpener]. Source: rfc2392 2.
var ErrNoMessage error = unsupported("cid: the URL identifies a part of the message that contains it, and here is no such message; use mid:MESSAGE-ID/CONTENT-ID (rfc2392 2)")

// missingError says what is missing. It is an [open.ErrNotFound], whose text it
// does not repeat.
type missingError struct {
	text string
	err  error // why it may be missing, or nil
}

// Error returns what is missing, and why.
func (e *missingError) Error() string {
	if e.err == nil {
		return "mid: " + e.text
	}
	return fmt.Sprintf("mid: %s: %v", e.text, e.err)
}

// Is reports whether target is open.ErrNotFound.
func (e *missingError) Is(target error) bool { return target == open.ErrNotFound }

// Unwrap returns why it may be missing.
func (e *missingError) Unwrap() error { return e.err }

type noMail struct{ unsupported }

// Setting returns the setting that opens such URLs, and its value.
func (noMail) Setting() (name, value string) { return "mail", "PATH" }

type unsupported string

func (e unsupported) Error() string        { return string(e) }
func (e unsupported) Is(target error) bool { return target == open.ErrNoOpener }

// Opener opens mid URLs, and explains cid URLs. The zero Opener has no mail.
// Several goroutines may share it.
type Opener struct {
	Options
	index *index
}

// Indexed returns an opener that reads the headers of all messages only once, for a
// program that opens many URLs. It does not find messages that arrive after that. The
// index has the first 200,000 messages; if there are more, each URL reads them all.
func (o Opener) Indexed() Opener {
	o.index = newIndex()
	return o
}

// Schemes returns "mid" and "cid".
func (Opener) Schemes() []string { return []string{"mid", "cid"} }

// Open returns the message or the part. Errors: a [*earl.ParseError];
// [ErrNoMail]; [ErrNoMessage]; [open.ErrNotFound]; [open.ErrCut]; an error of
// the system for a file in Options.Mail; those of the openers of news.
// Source: rfc2392 2.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	v, err := o.view(r.URL)
	if err != nil {
		return nil, err
	}
	f := &finder{ctx: ctx, call: r, opts: o.effective(), view: v, index: o.index}
	res, err := f.inMail()
	if (f.unread || errors.Is(err, open.ErrNotFound)) && len(o.News) > 0 {
		return f.inNews(err)
	}
	return res, err
}

// Probe reports what the URL identifies, without reading its content. The
// errors are those of Open.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	res, err := o.Open(ctx, r)
	if err != nil {
		return open.Meta{}, err
	}
	switch res := res.(type) {
	case *open.Document:
		err = res.Body.Close()
	case *open.Listing:
		err = res.Close()
	}
	return *res.Info(), err
}

// Whole implements [open.PartOpener]: it returns the URL of the message of a part.
// The error is [ErrNoMessage] for a cid URL, or a [*earl.ParseError].
func (Opener) Whole(u earl.URL) (earl.URL, error) {
	if u.Scheme() == "cid" {
		return earl.URL{}, ErrNoMessage
	}
	v, err := views.ParseMID(u)
	if err != nil || !v.ContentID.Present {
		return earl.URL{}, err
	}
	message, _, _ := strings.Cut(u.SchemePart(), "/")
	return u.Edition().Parse("mid:" + message)
}

// OpenPart implements [open.PartOpener]. It looks in no mail.
func (o Opener) OpenPart(ctx context.Context, r *open.Call, whole func() (*open.Document, error)) (open.Resource, error) {
	v, err := views.ParseMID(r.URL)
	if err != nil {
		return nil, err
	}
	f := &finder{ctx: ctx, call: r, opts: o.effective(), view: v}
	return f.message(func() (*message, error) {
		doc, err := whole()
		if err != nil {
			return nil, err
		}
		return &message{doc.Body, doc.Body, doc.Size}, nil
	})
}

// view returns the view of a URL that can be looked for.
func (o Opener) view(u earl.URL) (views.MID, error) {
	if u.Scheme() == "cid" {
		if _, err := views.ParseCID(u); err != nil {
			return views.MID{}, err
		}
		return views.MID{}, ErrNoMessage
	}
	v, err := views.ParseMID(u)
	if err == nil && len(o.Mail) == 0 && len(o.News) == 0 {
		err = ErrNoMail
	}
	return v, err
}

// finder opens one URL.
type finder struct {
	ctx   context.Context
	call  *open.Call
	opts  Options // effective
	view  views.MID
	index *index // nil: none
	notes []string

	unread bool // no message was found, and a mailbox was not read to its end
}

// inMail opens the URL from Options.Mail.
func (f *finder) inMail() (open.Resource, error) {
	all, fault, err := f.matches()
	if err != nil {
		return nil, err
	}
	switch n := len(all); {
	case n == 0 && fault != nil:
		f.unread = true
		return nil, fault
	case n == 0 && f.opts.Partial:
		return nil, ErrNoMail
	case n == 0:
		return nil, &missingError{fmt.Sprintf("no message has the Message-ID <%s>", f.view.MessageID.Printable()), nil}
	case n > 1:
		return f.messages(all)
	}
	return f.message(func() (*message, error) { return all[0].open(f.opts) })
}

// matches returns the messages with the Message-ID of the URL. fault is the error of the
// places that were not read to their end.
func (f *finder) matches() (all []match, fault, err error) {
	if f.index != nil {
		all, f.notes, fault, err = f.index.find(f.ctx, f.opts, f.view.MessageID, f.trace)
		return all, fault, err
	}
	s := newSearch(f.ctx, f.opts, func(id earl.Octets, m match) error {
		if id == f.view.MessageID {
			all = append(all, m)
		}
		if len(all) > f.opts.Matches {
			return errEnough
		}
		return nil
	})
	f.notes, fault, err = s.mail(f.trace)
	if err == errEnough {
		err = nil
	}
	return all, fault, err
}

// trace sends a remark to the trace.
func (f *finder) trace(text string) {
	if f.call != nil && f.call.Trace != nil {
		f.call.Trace(open.Event{Dir: '#', Line: earl.Octets(text).Printable()})
	}
}

// message returns the message that get opens, or a part of it. A part requires
// reading the message twice: first to count the parts with its Content-ID.
func (f *finder) message(get func() (*message, error)) (open.Resource, error) {
	m, err := get()
	if err != nil {
		return nil, prefixed(err)
	}
	if !f.view.ContentID.Present {
		return f.document(m, m, open.Meta{Size: m.size, Type: "message/rfc822"}), nil
	}
	parts, err := f.parts(m)
	m.Close()
	switch {
	case f.ctx.Err() != nil:
		return nil, f.ctx.Err()
	case len(parts) == 0 && isLimit(err):
		return nil, fmt.Errorf("mid: %w: %w", open.ErrCut, err)
	case len(parts) == 0 && err != nil:
		return nil, &missingError{fmt.Sprintf("no part has the Content-ID <%s>, and the message was not read to its end", f.view.ContentID.Value.Printable()), err}
	case len(parts) == 0:
		return nil, &missingError{fmt.Sprintf("the message has no part with the Content-ID <%s>", f.view.ContentID.Value.Printable()), nil}
	case err != nil:
		f.notes = append(f.notes, "the message was not read to its end: "+err.Error())
	}
	if len(parts) > 1 {
		return f.listing(open.ShapeTable, parts), nil
	}
	if m, err = get(); err != nil {
		return nil, prefixed(err)
	}
	return f.part(m)
}

// isLimit reports whether a limit ended the reading of a message, so that a
// missing part may exist.
func isLimit(err error) bool {
	return errors.Is(err, open.ErrCut) || errors.Is(err, article.ErrParts) || errors.Is(err, article.ErrHeader)
}

// errPart ends the walk at the part.
var errPart = errors.New("the part")

// walk calls g for the parts of a message with the Content-ID of the URL.
func (f *finder) walk(m *message, g func(h article.Header, r io.Reader) error) error {
	r := bufio.NewReader(&body{ctx: f.ctx, r: m, left: f.opts.Size, size: f.opts.Size})
	h, err := article.ReadHeader(r, f.opts.Headers)
	if err != nil {
		return err
	}
	return article.Walk(h, r, f.opts.limits(), func(_ int, h article.Header, r io.Reader) error {
		if views.IDOf(h.Get("Content-ID")) != f.view.ContentID.Value {
			return nil
		}
		return g(h, r)
	})
}

// parts returns an entry for each part with the Content-ID.
func (f *finder) parts(m *message) (all []open.Entry, err error) {
	err = f.walk(m, func(h article.Header, _ io.Reader) error {
		if len(all) == f.opts.Matches {
			return errEnough
		}
		media, _ := h.Type()
		name := h.Filename()
		if name == "" {
			name = media
		}
		all = append(all, open.Entry{Name: name, Meta: open.Meta{
			Kind: open.KindDocument, Size: -1, Type: media, Note: []string{"another part of the message has the same Content-ID"},
		}})
		return nil
	})
	if err == errEnough {
		err = nil
	}
	return all, err
}

// part returns the first part with the Content-ID.
func (f *finder) part(m *message) (open.Resource, error) {
	var doc *open.Document
	err := f.walk(m, func(h article.Header, r io.Reader) error {
		doc = f.document(m, h.Content(r), open.Meta{Size: -1, Type: partType(h)})
		return errPart
	})
	if doc == nil { // the file has changed since
		m.Close()
		return nil, &missingError{"the message was changed while it was read", err}
	}
	return doc, nil
}

// document returns a document of the URL whose bytes are in r.
func (f *finder) document(c io.Closer, r io.Reader, meta open.Meta) *open.Document {
	meta.URL, meta.Kind, meta.Note = f.call.URL, open.KindDocument, f.notes
	b := &body{ctx: f.ctx, r: r, c: c, left: f.opts.Size, size: f.opts.Size}
	return &open.Document{Meta: meta, Body: wire.Part(b, f.call.Offset, f.call.End)}
}

// listing returns a listing of several things that have the id of the URL.
func (f *finder) listing(shape open.Shape, all []open.Entry) *open.Listing {
	return &open.Listing{
		Meta:  open.Meta{URL: f.call.URL, Kind: open.KindListing, Size: -1, Note: f.notes},
		Shape: shape,
		Entries: func(yield func(open.Entry, error) bool) {
			for i, e := range slices.Clone(all) {
				if i == f.call.Policy.Entries {
					yield(open.Entry{}, prefixed(open.TooMany(f.call.Policy)))
					return
				}
				if f.ctx.Err() != nil {
					yield(open.Entry{}, f.ctx.Err())
					return
				}
				if !yield(e, nil) {
					return
				}
			}
		},
		Close: func() error { return nil },
	}
}

// prefixed adds the name of the scheme to an error.
func prefixed(err error) error { return fmt.Errorf("mid: %w", err) }
