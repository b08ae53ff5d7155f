package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"mime"
	"os"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp/article"
)

// A transfer is the getting of one URL, with its retries.
type transfer struct {
	g      *getter
	typed  earl.URL // as the person gave it, with the login that is known for it
	to     place    // where a document is saved; zero: stdout
	number int      // for --trace
	walker *walker  // takes the entries of a listing; nil: they are printed

	file  *os.File     // what is open of to
	start int64        // the offset of the object that the first attempt began at
	done  int64        // octets of the object that are written, from start on
	first *objectState // of the object, at the first attempt
	sum   hash.Hash    // of what went to stdout, for --checksum
	left  int          // attempts after this one

	later func() error // writes the file of a small document; nil: it is written

	answered bool // what is opened are the answers to a form
}

// run gets the URL.
func (t *transfer) run(ctx context.Context) error {
	if err := t.begin(); err != nil {
		return err
	}
	return t.ended(ctx, t.attempts(ctx))
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
		t.g.remark("%s holds the first %s; -C - resumes it", t.place().name, count(int(t.start+t.done), "octet"))
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
	r := &open.Request{URL: u, Offset: t.start + t.done, End: t.g.flags.span.stop, Since: t.g.flags.timeCond.time}
	if t.done > 0 {
		r.Version = t.first.version
	}
	r.Login = t.login
	if t.answered {
		r.Policy = t.askPolicy()
	}
	if t.g.flags.verbose || t.g.traceFile != nil {
		r.Trace = t.trace
	}
	return r
}

// trace writes a line of a protocol where it is wanted.
func (t *transfer) trace(e open.Event) {
	if t.g.traceFile != nil {
		t.g.traceFile.write(t.number, e)
	}
	if t.g.flags.verbose {
		end := "\n"
		if t.g.flags.terminal != "" && term.Is(t.g.s.err) {
			end = "\r\n" // a session may have the terminal hand out keys: then it begins no line by itself
		}
		t.g.write(sign(e) + term.Safe(e.Line) + end)
	}
}

// attempt opens u and delivers what it finds.
func (t *transfer) attempt(ctx context.Context, u earl.URL) error {
	resource, err := t.open(ctx, t.request(u))
	if err != nil {
		return err
	}
	t.notes(resource)
	listing := t.g.flags.listing || t.walker != nil
	switch r := resource.(type) {
	case *open.Listing:
		if t.walker != nil {
			return t.walker.take(ctx, r)
		}
		return t.listing(r)
	case *open.Form:
		if t.walker != nil {
			return &notListing{}
		}
		return t.form(ctx, r)
	case *open.Referral:
		return t.referral(r)
	case *open.Document:
		if t.walker != nil {
			r.Body.Close()
			t.walker.document = true
			return nil
		}
		if listing {
			r.Body.Close()
			return &notListing{}
		}
		return t.document(ctx, r)
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
func (t *transfer) document(ctx context.Context, d *open.Document) error {
	defer d.Body.Close()
	if err := t.heedStatus(&d.Meta); err != nil {
		return err
	}
	if d.EndNotes != nil {
		defer func() {
			for _, n := range d.EndNotes() {
				t.g.remark("%s", n)
			}
		}()
	}
	again := t.first != nil
	if err := t.sameObject(&d.Meta); err != nil {
		return err
	}
	flags := t.g.flags
	if flags.json && t.to == (place{}) {
		if again {
			return nil
		}
		return t.g.print(appendDocument(nil, &d.Meta))
	}
	address, _ := open.HostPort(d.URL) // a file has none
	d.Body = limit(ctx, d.Body, t.g.settings.Rate(address))
	if t.to != (place{}) {
		return t.save(ctx, d)
	}
	if flags.checksum.name != "" {
		if t.sum == nil {
			t.sum = flags.checksum.new()
		}
		d.Body = &summed{d.Body, t.sum}
	}
	if err := t.stdout(d); err != nil || t.sum == nil {
		return err
	}
	return flags.checksum.compare(t.sum)
}

// stdout writes a document to stdout.
func (t *transfer) stdout(d *open.Document) error {
	if term.Is(t.g.s.out) && t.g.flags.output != "-" {
		return t.show(d)
	}
	n, err := io.Copy(console.Sink(t.g.s.out), d.Body)
	t.done += n
	return t.copyError(t.g.s.out, err)
}

// sameObject holds a resumed transfer to the object that it began with.
func (t *transfer) sameObject(m *open.Meta) error {
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

// show writes a document to the terminal, which it cannot steer.
func (t *transfer) show(d *open.Document) error {
	if media, _, _ := mime.ParseMediaType(d.Type); media == "message/rfc822" {
		return t.showMessage(d)
	}
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

// showMessage writes a message to the terminal as its reader would see it.
func (t *transfer) showMessage(d *open.Document) error {
	w := term.NewWriter(t.g.s.out)
	if err := article.WriteText(w, d.Body, article.Limits{}); err != nil {
		return err
	}
	return here(w.Close())
}

// copyError says whose fault the error of a copy is: that of the file it is
// written to, or that of the body.
func (t *transfer) copyError(f *os.File, err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) || path.Op != "write" || path.Path != f.Name() {
		return err
	}
	switch open.ClassOf(err) {
	case open.ClassConnect, open.ClassTruncated, open.ClassProtocol, open.ClassTimeout:
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
	return t.g.print(b)
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
