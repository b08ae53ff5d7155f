package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/internal/rdap"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/views"
)

// A Transfer downloads one URL, with retries.
type Transfer struct {
	r      *Runner
	typed  earl.URL                                   // the URL of the user, with its login
	to     savedir.Place                              // where a document is saved; zero: stdout
	number int                                        // for --trace
	values []string                                   // for #1, #2 ... in the name of the file
	take   func(context.Context, *open.Listing) error // gets the entries of a listing; if nil, they are printed

	file  *os.File     // the open file of to, or nil
	start int64        // the offset in the object where the first attempt began
	done  int64        // bytes of the object written, from start on
	first *objectState // of the object, at the first attempt
	sum   hash.Hash    // of the bytes written to stdout, for --checksum
	left  int          // attempts left after this one

	replacing *outfile.File // replaces a file that the user named; nil: file has its name

	later func() error // writes the file of a small document; nil if the file is written

	answered   bool           // the URL contains the answers to a form
	tree       *treecopy.File // of a copy of a tree, or nil
	since      time.Time      // get the object only if it changed after this time; if zero, see Options
	unchanged  bool
	isDocument bool      // with take: the URL is that of a document
	meta       open.Meta // of the document that was found

	act    action         // what is done with the file
	line   *treecopy.Line // of the file in the list of copied files: an earlier copy wrote it
	staged bool           // the file has the suffix .part until it is complete

	wrote   bool // a file was created
	whole   bool // file gets a whole document
	isNew   bool // no other program and no earlier run has written to file
	decoded bool // the bytes are decoded before they are written

	record *recorder // nil if no caller needs facts
}

// run gets the URL.
func (t *Transfer) run(ctx context.Context) error {
	if err := t.begin(); err != nil {
		return err
	}
	if err := t.plan(ctx); err != nil {
		return err
	}
	return t.ended(ctx, t.attempts(ctx))
}

// ended returns err. If a part of the file was written, it reports how to continue.
func (t *Transfer) ended(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if errors.Is(err, open.ErrBeyond) { // the file is not the beginning of the object
		return err
	}
	if t.file != nil && t.discards() {
		return err
	}
	if t.file != nil && t.replacing != nil {
		t.r.o.Reporter.Remark("%s is unchanged, because the document did not come whole", t.destination().Name)
	} else if t.file != nil && t.decoded {
		t.r.o.Reporter.Remark("%s contains the first %s of the decompressed content; it cannot be continued, so get it again", t.destination().Name, count(int(t.done), "byte"))
	} else if t.file != nil && t.start+t.done > 0 {
		t.r.o.Reporter.Remark("%s contains the first %s; -C - continues it", t.destination().Name, count(int(t.start+t.done), "byte"))
	}
	return err
}

// close closes the file. It removes a new file to which nothing was written: the next run
// would not know whose it is.
func (t *Transfer) close() {
	if t.replacing != nil {
		t.replacing.Discard()
		return
	}
	if t.file == nil {
		return
	}
	info, err := t.file.Stat()
	t.file.Close()
	if t.isNew && err == nil && info.Size() == 0 || t.discards() {
		t.destination().Remove()
	}
}

// discards reports whether an incomplete file is removed, because it cannot be continued and
// would look current.
func (t *Transfer) discards() bool { return t.staged && t.r.o.Checksum.name == "" }

// request returns the request for the rest of the object.
func (t *Transfer) request(u earl.URL) *open.Request {
	r := &open.Request{URL: u, Offset: t.start + t.done, End: t.r.o.Range.Stop, Since: t.r.o.Since, Coding: t.requested(), Untimed: t.r.o.Untimed()}
	r.Login = func(ctx context.Context, l open.Login) (open.Login, error) {
		return t.r.o.Reporter.Login(ctx, t.typed, l)
	}
	if t.done > 0 {
		r.Version = t.first.version
	}
	if !t.since.IsZero() {
		r.Since = t.since
	}
	if t.tree != nil && !t.tree.Referrer.IsZero() {
		r.Referrers = []earl.URL{t.tree.Referrer}
	}
	if t.answered {
		r.Policy = t.r.o.AnswerPolicy
	}
	if t.record != nil {
		r.Observer = t.observer()
	}
	if t.r.o.Trace {
		r.Trace = func(e open.Event) { t.r.o.Reporter.Trace(t.number, e) }
	}
	return r
}

// observer returns the Observer of a request: the recorder, and the file for headers.
func (t *Transfer) observer() *open.Observer {
	o := t.record.observer()
	if t.r.o.HeaderFile != "" {
		o.Response = func(p *open.Response) {
			t.record.respond(p)
			if err := t.r.headers.write(&t.r.o, p); err != nil {
				t.r.failed(context.Background(), t.r.o.HeaderFile, console.Local(err))
			}
		}
	}
	return o
}

// attempt opens u and delivers the resource.
func (t *Transfer) attempt(ctx context.Context, u earl.URL) error {
	if t.r.o.HeadOnly {
		return t.head(ctx, t.request(u))
	}
	resource, err := t.open(ctx, t.request(u))
	if err != nil {
		if t.isComplete(ctx, err) {
			t.r.o.Reporter.Remark("%s: %s is already complete", u.Redacted(), t.to.Shown())
			return nil
		}
		return err
	}
	t.notes(resource)
	switch res := resource.(type) {
	case *open.Listing:
		if t.take != nil {
			return t.take(ctx, res)
		}
	case *open.Document:
		switch {
		case t.take != nil:
			res.Body.Close()
			t.isDocument = true
			return nil
		case !t.r.o.Listings:
			return t.Document(ctx, res)
		}
		res.Body.Close()
		return &NotListingError{}
	case *open.Session:
		if t.r.o.Listings || t.take != nil {
			res.Conn.Close()
			return &NotListingError{}
		}
	case *open.Form:
		if t.take != nil {
			return &NotListingError{}
		}
		if t.tree != nil {
			if err := t.tree.Refuses(); err != nil {
				return err
			}
		}
	case *open.Address:
		if t.r.o.Listings || t.take != nil {
			return &NotListingError{}
		}
	}
	return t.r.o.Reporter.Resource(ctx, t, resource)
}

// isComplete reports whether err, the response to a request for the rest of an object,
// means that the file is complete. Some servers only report that the range is not valid;
// then isComplete compares the sizes.
func (t *Transfer) isComplete(ctx context.Context, err error) bool {
	var status *openhttp.StatusError
	if !errors.As(err, &status) || status.Code != http.StatusRequestedRangeNotSatisfiable || !t.r.o.Resume.Auto || t.done > 0 || t.r.o.Checksum.name != "" {
		return false
	}
	m, err := t.probe(ctx)
	return err == nil && m.Status < 400 && m.Coding == "" && m.Size == t.start
}

// A NotListingError is the error of a resource that is not a listing, if only
// listings are requested.
type NotListingError struct{}

// Error implements error.
func (*NotListingError) Error() string {
	return "it is not a directory or a menu; \"earl get\" opens it"
}

// open opens the request and follows redirects, unless NoFollow is set.
func (t *Transfer) open(ctx context.Context, r *open.Request) (open.Resource, error) {
	if t.isSite() {
		return t.tree.Open(ctx, r)
	}
	if t.r.o.NoFollow {
		return t.r.o.Client.Do(ctx, r)
	}
	return t.r.o.Client.FollowRequest(ctx, r)
}

// notes reports the notes of the opener. Those of the files of a copy are for -v, because
// each file may have the same.
func (t *Transfer) notes(r open.Resource) {
	report := t.r.o.Reporter.Remark
	if t.tree != nil {
		report = t.r.o.Reporter.Verbose
	}
	for _, n := range r.Info().Note {
		report("%s", n)
	}
}

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

// isSite reports whether the document belongs to a copy of a web site.
func (t *Transfer) isSite() bool { return t.tree != nil && t.tree.IsSite() }

// place sets the file of a document of a web site.
func (t *Transfer) place(m *open.Meta) error {
	if m.Status >= 400 && !t.tree.IsPlaced() {
		return &StatusError{status: m.Status, after: m.RetryAfter}
	}
	if err := t.tree.Found(m); err != nil {
		return err
	}
	t.meta, t.to = *m, t.tree.Place
	return t.placed(m)
}

// stdout writes a document to stdout.
func (t *Transfer) stdout(d *open.Document) error {
	if term.Is(t.r.o.Stdout) && t.r.o.Output != "-" {
		return t.show(d)
	}
	n, err := io.Copy(console.Sink(t.r.o.Stdout), d.Body)
	t.done += n
	return t.copyError(t.r.o.Stdout, err)
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

// show writes a document to the terminal, without characters that control it.
func (t *Transfer) show(d *open.Document) error {
	switch media, _, _ := mime.ParseMediaType(d.Type); media {
	case "message/rfc822":
		return t.showMessage(d)
	case "text/gemini":
		n, err := console.Gemtext(t.r.o.Stdout, d.Body, d.URL, term.Painter{On: term.Colours(t.r.o.Stdout)})
		t.done += n
		return err
	}
	if rdap.Is(d.Type) {
		if shown, err := t.showObject(d); shown {
			return err
		}
	}
	head := make([]byte, 1024)
	n, err := io.ReadFull(d.Body, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	head = head[:n]
	if bytes.IndexByte(head, 0) >= 0 {
		return console.Local(errors.New("cannot write binary data to a terminal; use -O or -o FILE, or write it with -o -"))
	}
	w := term.NewWriter(t.r.o.Stdout)
	if _, err := w.Write(head); err != nil {
		return console.Local(err)
	}
	m, err := io.Copy(w, d.Body)
	t.done += int64(n) + m
	if err != nil {
		return err
	}
	return console.Local(w.Close())
}

// showMessage writes a mail or news message to the terminal, decoded.
func (t *Transfer) showMessage(d *open.Document) error {
	w := term.NewWriter(t.r.o.Stdout)
	if err := article.WriteText(w, d.Body, article.Limits{}); err != nil {
		return err
	}
	return console.Local(w.Close())
}

// showObject writes an RDAP response to the terminal, as lines of text. If it cannot be read, the
// document is unchanged.
func (t *Transfer) showObject(d *open.Document) (shown bool, err error) {
	text, err := io.ReadAll(io.LimitReader(d.Body, rdap.MaxSize+1))
	object, bad := rdap.Read(bytes.NewReader(text))
	if err != nil || bad != nil {
		d.Body = rest{io.MultiReader(bytes.NewReader(text), d.Body), d.Body}
		return false, nil
	}
	t.done += int64(len(text))
	w := term.NewWriter(t.r.o.Stdout)
	if err := object.WriteText(w); err != nil {
		return true, console.Local(err)
	}
	return true, console.Local(w.Close())
}

// rest is a body after a part of it was read. The part comes first again.
type rest struct {
	io.Reader
	io.Closer
}

// copyError returns the error of copying a body to a file. It is a local error if the
// file caused it.
func (t *Transfer) copyError(f *os.File, err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) || path.Op != "write" || path.Path != f.Name() {
		return err
	}
	switch open.ClassOf(err) {
	case open.ClassConnect, open.ClassTruncated, open.ClassProtocol, open.ClassTimeout:
		return err // if the kernel copies, all errors contain the name of the file
	}
	if t.replacing != nil { // the file has another name for now
		err = &fs.PathError{Op: "write", Path: t.destination().Shown(), Err: path.Err}
	}
	return console.Local(err)
}

// URL returns the URL that the user gave, with its login.
func (t *Transfer) URL() earl.URL { return t.typed }

// Path returns the path of the file for messages, or "" for stdout.
func (t *Transfer) Path() string {
	if t.to == (savedir.Place{}) {
		return ""
	}
	return t.to.Shown()
}

// Size returns the number of bytes of the object in its file.
func (t *Transfer) Size() int64 { return t.start + t.done }

// File returns the output: stdout, or the file of Options, which it creates. The Transfer
// closes it.
func (t *Transfer) File() (*os.File, error) {
	if !t.r.o.toFile() {
		return t.r.o.Stdout, nil
	}
	if err := t.create(); err != nil {
		return nil, err
	}
	return t.file, nil
}

// Answered reports whether the URL contains the answers to a form.
func (t *Transfer) Answered() bool { return t.answered }

// Answer opens a URL that contains the answers to a form.
func (t *Transfer) Answer(ctx context.Context, u earl.URL) error {
	t.answered = true
	return t.attempt(ctx, u)
}

// NameOf returns the last name in the path of a URL, decoded, or "". It is for messages,
// not for file names.
func NameOf(u earl.URL) string {
	if u.Designates() == earl.Content {
		return ""
	}
	if v, err := views.Parse(u); err == nil {
		for p := range v.Parts {
			switch p.Name {
			case "name":
				return string(p.Value)
			case "selector":
				return string(p.Value[strings.LastIndexByte(string(p.Value), '/')+1:])
			}
		}
	}
	path := u.Path()
	return string(earl.Unescape(path[strings.LastIndexByte(path, '/')+1:]))
}
