package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// A transfer is the getting of one URL, with its retries.
type transfer struct {
	g     *getter
	typed earl.URL // as the person gave it

	file  *os.File // where a document is saved; nil: stdout, or not yet open
	name  string   // of file
	start int64    // the offset of the object that the first attempt began at
	done  int64    // octets of the object that are written, from start on
	first *open.Meta
	left  int // attempts after this one

	answered bool // what is opened are the answers to a form
}

// run gets the URL, and tries again as often as --retry has it.
func (t *transfer) run(ctx context.Context) error {
	if err := t.begin(); err != nil {
		return err
	}
	delay := time.Second
	for t.left = t.g.flags.retry; ; t.left-- {
		err := t.attempt(ctx, t.typed)
		if err == nil || t.left == 0 || !t.mayRetry(ctx, err) {
			return t.ended(ctx, err)
		}
		wait := delay
		if d := time.Duration(t.g.flags.retryDelay); d > 0 {
			wait = d
		}
		t.g.remark("%s: %s; trying again in %v, %d left", t.typed.Redacted(), message(err), wait, t.left-1)
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return t.ended(ctx, context.Cause(ctx))
		case <-timer.C:
		}
		delay = min(2*delay, 10*time.Minute)
	}
}

// mayRetry reports whether err may be gone at the next attempt, and what is
// written already can be gone on from.
func (t *transfer) mayRetry(ctx context.Context, err error) bool {
	var local *hereError
	if ctx.Err() != nil || errors.As(err, &local) {
		return false
	}
	return errors.Is(err, open.ErrConnect) || errors.Is(err, open.ErrCut) || isTime(err) || isConnect(err) || isBusy(err)
}

// ended returns err, and says what is left of a file.
func (t *transfer) ended(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if t.file != nil && t.start+t.done > 0 {
		t.g.remark("%s holds the first %s; -C - resumes it", t.name, count(int(t.start+t.done), "octet"))
	}
	return err
}

// close closes the file.
func (t *transfer) close() {
	if t.file != nil {
		t.file.Close()
	}
}

// request returns the request for what is still to come.
func (t *transfer) request(u earl.URL) *open.Request {
	r := &open.Request{URL: u, Offset: t.start + t.done, End: t.g.flags.span.stop}
	if t.answered {
		r.Policy = t.askPolicy()
	}
	return r
}

// attempt opens u and delivers what it finds.
func (t *transfer) attempt(ctx context.Context, u earl.URL) error {
	resource, err := t.open(ctx, t.request(u))
	if err != nil {
		return err
	}
	t.notes(resource)
	listing := t.g.flags.listing
	switch r := resource.(type) {
	case *open.Listing:
		return t.listing(r)
	case *open.Form:
		return t.form(ctx, r)
	case *open.Referral:
		return t.referral(r)
	case *open.Document:
		if listing {
			r.Body.Close()
			return &notListing{}
		}
		return t.document(r)
	case *open.Session:
		if listing {
			r.Conn.Close()
			return &notListing{}
		}
		return t.session(ctx, r)
	case *open.Address:
		if listing {
			return &notListing{}
		}
		return t.address(ctx, r)
	}
	return fmt.Errorf("%T: a resource of no known kind", resource)
}

// notListing is what ls says of everything else.
type notListing struct{}

func (*notListing) Error() string { return "this is no directory and no menu; earl get shows it" }

// open opens the request and follows referrals, unless it is told not to.
func (t *transfer) open(ctx context.Context, r *open.Request) (open.Resource, error) {
	if t.g.flags.maxRedirs == 0 {
		return t.g.client.Do(ctx, r)
	}
	return t.g.client.FollowRequest(ctx, r)
}

// notes writes what the opener has to say.
func (t *transfer) notes(r open.Resource) {
	for _, n := range open.MetaOf(r).Note {
		t.g.remark("%s", n)
	}
}

// document delivers a document.
func (t *transfer) document(d *open.Document) error {
	defer d.Body.Close()
	if err := t.heedStatus(&d.Meta); err != nil {
		return err
	}
	again := t.first != nil
	if err := t.sameObject(&d.Meta); err != nil {
		return err
	}
	flags := t.g.flags
	if flags.json && !again {
		if _, err := t.g.s.out.Write(appendDocument(nil, &d.Meta)); err != nil {
			return here(err)
		}
	}
	if flags.json && !flags.toFile() {
		return nil
	}
	if flags.toFile() {
		return t.save(d)
	}
	if term.Is(t.g.s.out) && flags.output != "-" {
		return t.show(d)
	}
	n, err := io.Copy(sink(t.g.s.out), d.Body)
	t.done += n
	return t.copyError(t.g.s.out, err)
}

// sink returns what a body is copied to: a file or a pipe as it is, so that the
// kernel can copy to it, anything else as a mere writer, since not every device
// takes that.
func sink(f *os.File) io.Writer {
	info, err := f.Stat()
	if err == nil && (info.Mode().IsRegular() || info.Mode()&fs.ModeNamedPipe != 0) {
		return f
	}
	return struct{ io.Writer }{f}
}

// sameObject holds a resumed transfer to the object that it began with.
func (t *transfer) sameObject(m *open.Meta) error {
	if t.first == nil {
		first := *m
		t.first = &first
		return nil
	}
	if t.done > 0 && (t.first.Size != m.Size || !t.first.Time.Equal(m.Time)) {
		return fmt.Errorf("%w: the object has changed since the transfer began", open.ErrCut)
	}
	return nil
}

// show writes a document to the terminal, which it cannot steer.
func (t *transfer) show(d *open.Document) error {
	head := make([]byte, 1024)
	n, err := io.ReadFull(d.Body, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	head = head[:n]
	if bytes.IndexByte(head, 0) >= 0 {
		return here(errors.New("binary data, which would not do the terminal good; save it with -O or -o FILE, or force it with -o -"))
	}
	w := term.NewWriter(t.g.s.out)
	if _, err := w.Write(head); err != nil {
		return here(err)
	}
	m, err := io.Copy(w, d.Body)
	t.done += int64(n) + m
	if err != nil {
		return err
	}
	return here(w.Close())
}

// save writes a document to its file.
func (t *transfer) save(d *open.Document) error {
	if t.file == nil {
		if err := t.create(); err != nil {
			return err
		}
	}
	var n int64
	var err error
	if bar := t.newBar(d); bar != nil {
		n, err = bar.copy(t.file, d.Body)
		bar.end()
	} else {
		n, err = io.Copy(sink(t.file), d.Body)
	}
	t.done += n
	if err != nil {
		return t.copyError(t.file, err)
	}
	if err := t.trim(); err != nil {
		return here(err)
	}
	err = t.file.Close()
	t.file = nil
	return here(err)
}

// trim cuts off what an older and longer file has behind the object.
func (t *transfer) trim() error {
	at, err := t.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil // a device has no end
	}
	info, err := t.file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() <= at {
		return err
	}
	return t.file.Truncate(at)
}

// copyError says whose fault the error of a copy is: that of the file it is
// written to, or that of the body.
func (t *transfer) copyError(f *os.File, err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) || path.Op != "write" || path.Path != f.Name() {
		return err
	}
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, open.ErrCut) || errors.Is(err, open.ErrProtocol) || isTime(err) {
		return err // a copy within the kernel names the file for both ends
	}
	return here(err)
}

// referral shows where a URL leads that is not followed.
func (t *transfer) referral(r *open.Referral) error {
	var b []byte
	if t.g.flags.json {
		b = appendMeta(b, "", &r.Meta)
		b = append(b, `,"targets":`...)
		var targets []string
		for _, u := range r.Targets {
			targets = append(targets, u.WithoutPassword().String())
		}
		b = appendStrings(b, targets)
		b = append(b, "}\n"...)
	} else {
		if r.Reason != "" {
			t.g.remark("%s: %s", r.URL.Redacted(), r.Reason)
		}
		for _, u := range r.Targets {
			b = append(append(b, u.Redacted()...), '\n')
		}
	}
	_, err := t.g.s.out.Write(b)
	return here(err)
}

// nameOf returns the last name of a URL's path, decoded; "" if it has none. It
// is for people, not for files: see fileName.
func nameOf(u earl.URL) string {
	if v, err := earl.ParseView(u); err == nil {
		switch v := v.(type) {
		case earl.FTP:
			return string(v.Name.Value)
		case earl.Gopher:
			s := string(v.Selector)
			return s[strings.LastIndexByte(s, '/')+1:]
		}
	}
	path := u.Path()
	return string(earl.Unescape(path[strings.LastIndexByte(path, '/')+1:]))
}

// A statusError is an http answer that is not what was asked for.
type statusError struct {
	status int
	resume bool // the middle of an object was asked for
}

// Error names the status, by its number and its usual words.
func (e *statusError) Error() string {
	text := strings.TrimSpace(fmt.Sprintf("the server answers %d %s", e.status, http.StatusText(e.status)))
	if e.resume {
		text += " to the request for a part"
	}
	return text
}

// isBusy reports whether a server said that it will do better later.
func isBusy(err error) bool {
	var e *statusError
	if !errors.As(err, &e) {
		return false
	}
	switch e.status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// heedStatus says whether an http answer is an error here: one that -f names, one
// that would be put behind what is there of a file, and one that --retry may mend.
func (t *transfer) heedStatus(m *open.Meta) error {
	err := &statusError{status: m.Status, resume: t.start+t.done > 0}
	if m.Status < 400 || !(t.g.flags.fail || err.resume || t.left > 0 && isBusy(err)) {
		return nil
	}
	return err
}
