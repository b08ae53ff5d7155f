package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/afs"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/sftp"
)

// tourTime limits the tour. On loopback it takes a fraction of a second.
const tourTime = 25 * time.Second

// maxRead limits what the tour reads of one object; the whole library is
// smaller.
const maxRead = 1 << 20

// ErrWrong is the error of Run if a URL of the tour did not open, or returned
// other bytes than the library has.
var ErrWrong = errors.New("demo: the tour found something wrong")

// Run starts the servers and opens URLs of all its schemes with an
// [open.Client], like any program. For each URL it writes to w what was sent,
// what arrived, and whether that equals the file in the library; at the end it
// writes one line for each scheme. With o.Once it returns then. Otherwise it
// suggests commands to try, and serves until ctx is cancelled, which is not an
// error. If a result is wrong, the error is [ErrWrong]. Colours are used only
// on a terminal, without NO_COLOR.
func Run(ctx context.Context, w io.Writer, o Options) error {
	s, err := Start(ctx, o)
	if err != nil {
		return err
	}
	defer s.Close()
	t := newTour(w, s)
	t.once = o.Once
	if err := t.run(ctx); err != nil {
		return err
	}
	if o.Once {
		return t.p.err
	}
	t.suggest(o.Command)
	if t.p.err != nil {
		return t.p.err
	}
	<-ctx.Done()
	return s.Close()
}

// tour is one run through the stops.
type tour struct {
	servers *Servers
	client  *open.Client
	p       *printer
	once    bool // there is no gateway in this run

	mu    sync.Mutex
	trace []open.Event // of the current stop
	held  map[string]*tally
}

// tally counts the stops of one scheme.
type tally struct{ good, all int }

func newTour(w io.Writer, s *Servers) *tour {
	t := &tour{servers: s, p: newPrinter(w), held: map[string]*tally{}}
	t.client = open.New(open.Options{Login: t.login, Trace: t.note, Policy: open.Policy{Ask: true}}, s.openers()...)
	return t
}

// openers returns all openers, those of news, messages, afs and sftp with what belongs to the
// servers.
func (s *Servers) openers() []open.Opener {
	list := all.Openers()
	for i, o := range list {
		switch o := o.(type) {
		case nntp.Opener:
			list[i] = nntp.Opener{Options: nntp.Options{Server: s.NNTP}}
		case mid.Opener:
			list[i] = s.MailOpener()
		case afs.Opener:
			list[i] = afs.Opener{Options: afs.Options{Root: s.Dir}}
		case *sftp.Opener:
			o.Options = SFTP()
		}
	}
	return list
}

// SFTP returns the options of sftp for the server of the demo: its key is new in each run.
func SFTP() sftp.Options { return sftp.Options{KnownHosts: []string{}, First: known.Accept} }

// login returns the password of the reader, only for the server of this package.
func (t *tour) login(_ context.Context, l open.Login) (open.Login, error) {
	if l.Scheme != "ftp" || l.Host != t.servers.FTP || l.User != earl.Some(Reader) {
		return l, open.ErrLogin
	}
	l.Password = earl.NewSecret(Password)
	return l, nil
}

// note keeps an event of the trace.
func (t *tour) note(e open.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.trace = append(t.trace, e)
}

// noted returns the events since the last call.
func (t *tour) noted() []open.Event {
	t.mu.Lock()
	defer t.mu.Unlock()
	events := t.trace
	t.trace = nil
	return events
}

// run makes every stop and prints the results. Its error is that of ctx, or
// ErrWrong.
func (t *tour) run(ctx context.Context) error {
	defer t.client.Close()
	ctx, cancel := context.WithTimeout(ctx, tourTime)
	defer cancel()
	stops := t.servers.stops()
	t.p.head("A tour of the schemes, on this computer only")
	var wrong []error
	for _, stop := range stops {
		t.p.stop(stop)
		err := t.visit(ctx, stop)
		t.p.verdict(stop, err)
		t.count(stop.scheme(), err)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", earl.Redact(stop.url), err))
		}
	}
	if t.once && t.servers.Gateway != "" {
		if err := t.throughGateway(ctx); err != nil {
			wrong = append(wrong, err)
		}
	}
	t.p.head("Results by scheme")
	for _, d := range t.servers.Examples() {
		t.p.tally(d.Scheme, t.held[d.Scheme], firstURL(stops, d.Scheme))
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%w: %w", ErrWrong, errors.Join(wrong...))
	}
	return nil
}

// count counts a stop under its scheme.
func (t *tour) count(scheme string, err error) {
	c := t.held[scheme]
	if c == nil {
		c = new(tally)
		t.held[scheme] = c
	}
	c.all++
	if err == nil {
		c.good++
	}
}

// firstURL returns the first URL of a scheme.
func firstURL(stops []stop, scheme string) string {
	for _, s := range stops {
		if s.scheme() == scheme {
			return s.url
		}
	}
	return ""
}

// visit opens one URL, prints the result, and checks it.
func (t *tour) visit(ctx context.Context, s stop) error {
	edition := earl.RFC1738
	if s.edition != nil {
		edition = s.edition
	}
	u, err := edition.Parse(s.url)
	if err != nil {
		return err
	}
	f, err := t.open(ctx, u, s.talk)
	if s.fails {
		if err != nil {
			t.p.failed(err)
		}
		return s.wantsError(err)
	}
	if err != nil {
		return err
	}
	if f.form != nil && s.answers != nil {
		t.p.answers(f.form.Fields, s.answers)
		if u, err = f.form.Answer(s.answers); err != nil {
			return err
		}
		if f, err = t.open(ctx, u, nil); err != nil {
			return err
		}
	}
	if f.address != nil && s.letter {
		return t.write(f.address)
	}
	if err := s.wants(f); err != nil || s.then == "" {
		return err
	}
	return t.followEntry(ctx, s, f)
}

// followEntry opens the entry of a listing that the stop names, by the URL in
// the listing.
func (t *tour) followEntry(ctx context.Context, s stop, f *found) error {
	for _, e := range f.entries {
		if e.Name != s.then {
			continue
		}
		f, err := t.open(ctx, e.URL, nil)
		if err != nil {
			return err
		}
		return stop{file: s.file}.wants(f)
	}
	return fmt.Errorf("no entry %q", s.then)
}

// found is a resource that was read completely.
type found struct {
	meta    *open.Meta
	form    *open.Form    // nil if there was no form
	address *open.Address // nil if there was no listing
	body    string        // of a document, or everything that a session showed
	entries []open.Entry
}

// open opens a URL, follows redirects, and reads the whole result. It talks to
// a service.
func (t *tour) open(ctx context.Context, u earl.URL, talk []turn) (*found, error) {
	t.p.url(u)
	t.noted()
	r, err := t.client.Follow(ctx, u)
	if err != nil {
		t.p.sent(t.noted())
		return nil, err
	}
	f := &found{meta: r.Info()}
	switch r := r.(type) {
	case *open.Document:
		var body []byte
		body, err = io.ReadAll(io.LimitReader(r.Body, maxRead))
		err = errors.Join(err, r.Body.Close())
		f.body = string(body)
	case *open.Listing:
		err = f.collect(r)
	case *open.Form:
		f.form = r
	case *open.Address:
		f.address = r
	case *open.Session:
		f.body, err = converse(r.Conn, talk)
		t.p.talk(talk)
	default:
		err = fmt.Errorf("unexpected result: %s", f.meta.Kind)
	}
	t.p.sent(t.noted())
	t.p.got(f)
	return f, err
}

// collect reads a listing to its end.
func (f *found) collect(l *open.Listing) error {
	for e, err := range l.Entries {
		if err != nil {
			return err
		}
		f.entries = append(f.entries, e)
	}
	return nil
}
