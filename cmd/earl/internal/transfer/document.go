package transfer

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// Document saves a document or copies it to stdout, and closes it.
func (t *Transfer) Document(ctx context.Context, d *open.Document) error {
	defer d.Body.Close()
	if err := t.checkStatus(&d.Meta); err != nil {
		return err
	}
	if err := t.rename(); err != nil {
		return err
	}
	t.remarkStatus(&d.Meta)
	if t.isSite() {
		if err := t.place(&d.Meta); err != nil {
			return err
		}
	}
	d.Body = t.record.found(d)
	if err := t.decode(ctx, d); err != nil {
		return err
	}
	if d.EndNotes != nil {
		defer func() {
			for _, n := range d.EndNotes() {
				t.r.o.Reporter.Remark("%s", n)
			}
		}()
	}
	again := t.first != nil
	if err := t.sameObject(&d.Meta); err != nil {
		return err
	}
	o := &t.r.o
	if o.Describe && t.to == (savedir.Place{}) {
		if again {
			return nil
		}
		return o.Reporter.Document(&d.Meta)
	}
	address, _ := open.HostPort(d.URL) // "" for a file
	if o.Servers != nil {
		d.Body = limit(ctx, d.Body, o.Servers.Rate(address))
	}
	if t.to != (savedir.Place{}) {
		return t.save(ctx, d)
	}
	if o.Checksum.name != "" {
		if t.sum == nil {
			t.sum = o.Checksum.new()
		}
		d.Body = &summed{d.Body, t.sum}
	}
	if err := t.stdout(d); err != nil || t.sum == nil {
		return err
	}
	return o.Checksum.compare(t.sum)
}

// sameObject returns an error if the object is not the one that the transfer began with.
func (t *Transfer) sameObject(m *open.Meta) error {
	now := stateOf(m)
	if t.first == nil || t.done == 0 {
		t.first = now
		return nil
	}
	if !t.first.same(now) {
		return fmt.Errorf("%w since the transfer began", open.ErrChanged)
	}
	return nil
}

// checkStatus returns an error for an http status whose content must not be saved: with
// Fail, for the rest of a file, and if a retry may succeed.
func (t *Transfer) checkStatus(m *open.Meta) error {
	err := &StatusError{status: m.Status, resume: t.start+t.done > 0, after: m.RetryAfter}
	if m.Status < 400 || !(t.r.o.Fail || err.resume || t.left > 0 && openhttp.IsBusy(m.Status)) {
		return nil
	}
	return err
}

// remarkStatus says that a document is the page of an error and not the object, unless the
// user sees the page.
func (t *Transfer) remarkStatus(m *open.Meta) {
	if m.Status < 400 || t.isSite() || t.r.o.Describe || t.to == (savedir.Place{}) && term.Is(t.r.o.Stdout) {
		return
	}
	to := t.Path()
	if to == "" {
		to = "stdout"
	}
	status := strings.TrimPrefix((&StatusError{status: m.Status}).Error(), "the server returned ")
	t.r.o.Reporter.Remark("%s: %s: %s gets the page of the error; --fail makes it an error", m.URL.Redacted(), status, to)
}

// head requests only the header of the object, and delivers the headers of all
// responses as a document. For other schemes than http it probes the object.
func (t *Transfer) head(ctx context.Context, r *open.Request) error {
	if s := r.URL.Scheme(); s != "http" && s != "https" {
		m, err := t.r.o.Client.ProbeRequest(ctx, r)
		if err != nil {
			return err
		}
		text := metaText(&m)
		if text == "\r\n" {
			return fmt.Errorf("%w: the server tells nothing about the object before it is retrieved; get it without -I", open.ErrNotFound)
		}
		return t.deliverHeader(ctx, &m, text)
	}
	var text strings.Builder
	var mu sync.Mutex
	observe := *r.Observer
	observe.Response = func(p *open.Response) {
		mu.Lock()
		text.WriteString(headerText(p))
		mu.Unlock()
		r.Observer.Responded(p)
	}
	q := *r
	q.Head, q.Observer = true, &observe
	res, err := t.open(ctx, &q)
	if err != nil {
		return err
	}
	if d, ok := res.(*open.Document); ok {
		d.Body.Close()
	}
	return t.deliverHeader(ctx, res.Info(), text.String())
}

// deliverHeader writes a header where a document would be written.
func (t *Transfer) deliverHeader(ctx context.Context, m *open.Meta, text string) error {
	d := &open.Document{Meta: *m, Body: io.NopCloser(strings.NewReader(text))}
	d.Size, d.Type, d.Coding, d.Kind = int64(len(text)), "text/plain", "", open.KindDocument
	if t.r.o.Describe {
		return t.r.o.Reporter.Document(m)
	}
	return t.Document(ctx, d)
}
