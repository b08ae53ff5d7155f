package mid

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// readHeader reads the header of a message.
func readHeader(r io.Reader, max int) (article.Header, error) {
	return article.ReadHeader(bufio.NewReader(r), max)
}

// maxNewsID is the longest message-id in a command, without its angle brackets.
// Source: rfc3977 3.6.
const maxNewsID = 248

// newsCall returns the call that requests the message from a news server. The
// message-id is an argument of a command, so it cannot contain what would make
// two of it. Source: rfc3977 3.6, 4.1.
func newsCall(r *open.Call, v views.MID) (*open.Call, error) {
	id := string(v.MessageID)
	switch {
	case strings.ContainsAny(id, " <>"):
		return nil, refuse(r.URL, "a space or an angle bracket in the message-id")
	case len(id) > maxNewsID:
		return nil, refuse(r.URL, fmt.Sprintf("the message-id has more than %d bytes", maxNewsID))
	}
	u, err := views.News{MessageID: earl.Some(v.MessageID)}.URL(r.URL.Edition())
	if err != nil {
		return nil, refuse(r.URL, "no news server has such a message-id")
	}
	c := *r
	c.URL = u
	c.Offset, c.End = 0, 0
	return &c, nil
}

// refuse returns the refusal of a message-id that no news server is asked for.
func refuse(u earl.URL, reason string) error {
	r := open.Refuse(open.GuardNewsName, u, reason)
	r.Off, r.Len, _ = u.Span(earl.ComponentPath)
	return r
}

// inNews opens the URL from the news servers; missing is the error of the
// mailboxes.
func (f *finder) inNews(missing error) (open.Resource, error) {
	call, err := newsCall(f.call, f.view)
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, server := range f.opts.News {
		res, err := f.fromNews(server, call)
		if err == nil || f.ctx.Err() != nil {
			return res, err
		}
		faults = append(faults, err)
	}
	for _, err := range faults { // a server that is down may have the message
		if !errors.Is(err, open.ErrNotFound) {
			return nil, err
		}
	}
	if len(f.opts.Mail) == 0 {
		return nil, faults[0]
	}
	return nil, missing
}

// fromNews opens the URL from one news server.
func (f *finder) fromNews(server open.Opener, call *open.Call) (open.Resource, error) {
	res, err := server.Open(f.ctx, call)
	if err != nil {
		return nil, err
	}
	doc, ok := res.(*open.Document)
	if !ok {
		return nil, &missingError{"the news server sent no article", nil}
	}
	f.notes = append(f.notes, doc.Note...)
	if !f.view.ContentID.Present {
		meta := doc.Meta
		return f.document(doc.Body, doc.Body, open.Meta{Size: meta.Size, Type: meta.Type}), nil
	}
	text, err := f.readAll(f.ctx, doc.Body)
	if err != nil {
		return nil, err
	}
	return f.message(func() (*message, error) {
		return &message{bytes.NewReader(text), io.NopCloser(nil), int64(len(text))}, nil
	})
}

// readAll reads an article to its end: its parts are read twice.
func (f *finder) readAll(ctx context.Context, r io.ReadCloser) ([]byte, error) {
	text, err := io.ReadAll(&body{ctx: ctx, r: r, left: f.opts.Size, size: f.opts.Size})
	if closed := r.Close(); err == nil {
		err = closed
	}
	return text, err
}
