package mid

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"runtime"
	"sync"
	"time"

	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// body is the content of a message or a part, within the limit Options.Size.
type body struct {
	ctx  context.Context
	r    io.Reader
	c    io.Closer // may be nil
	left int64
	size int64
	shut sync.Once
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if len(p) == 0 {
		return 0, nil
	}
	if b.left == 0 {
		var one [1]byte
		if n, err := io.ReadFull(b.r, one[:]); n == 0 {
			return 0, ended(err)
		}
		return 0, &open.LimitError{Setting: "mid.Options.Size", Err: fmt.Errorf("mid: %w: more than %d bytes", open.ErrCut, b.size)}
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, ended(err)
}

// ended returns the error of a body whose reader ended with err.
func ended(err error) error {
	switch {
	case err == nil, err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("mid: %w: the message ends inside the part", open.ErrCut)
	}
	return prefixed(err)
}

// Close implements io.Closer.
func (b *body) Close() error {
	var err error
	b.shut.Do(func() {
		if b.c != nil {
			err = b.c.Close()
		}
	})
	return err
}

// partType returns the media type of a part with its parameters.
func partType(h article.Header) string {
	media, params := h.Type()
	if text := mime.FormatMediaType(media, params); text != "" {
		return text
	}
	return media
}

// messages returns a listing of several messages with the same Message-ID.
func (f *finder) messages(all []match) (open.Resource, error) {
	f.notes = append(f.notes, "several messages have this Message-ID, and earl chooses none")
	var entries []open.Entry
	for _, m := range all[:min(len(all), f.opts.Matches)] {
		e, err := f.entry(m)
		if err != nil {
			return nil, prefixed(err)
		}
		entries = append(entries, e)
	}
	return f.listing(open.ShapeTable, entries), nil
}

// entry returns the entry of a message: its subject, and the URL of its file.
func (f *finder) entry(m match) (open.Entry, error) {
	e := open.Entry{Meta: open.Meta{Kind: open.KindDocument, Size: -1, Type: "message/rfc822"}}
	e.Note = []string{m.where()}
	if m.mbox || len(m.inner) > 0 { // the URL is that of a file that has more
		e.Kind, e.Type = open.KindUnknown, ""
	}
	r, err := m.open(f.opts)
	if err != nil {
		return e, err
	}
	defer r.Close()
	e.Size = r.size
	h, err := readHeader(r, f.opts.Headers)
	if err != nil {
		return e, err
	}
	e.Name = article.Words(h.Get("Subject"))
	if from := article.Words(h.Get("From")); from != "" {
		e.Note = append(e.Note, "from "+from)
	}
	e.Time = dateOf(h)
	if v, err := views.FileFromNative(runtime.GOOS, m.path); err == nil {
		e.URL, _ = v.URL(f.call.URL.Edition())
	}
	return e, nil
}

// dateOf returns the time in the field Date, or the zero time.
func dateOf(h article.Header) time.Time {
	t, err := mail.ParseDate(h.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return t
}
