package linkcheck

import (
	"context"
	"errors"
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/open"
)

// A visit opens a URL once. It has its own goroutine, which uses only those fields of the
// run that are shared.
type visit struct {
	run      *run
	url      earl.URL
	typed    bool
	read     bool          // links are wanted
	content  bool          // the object is retrieved
	again    bool          // only to read the anchors: the result is known
	tried    bool          // another try failed
	last     bool          // no other try follows
	dead     *verdict      // of the host; nil: the host may respond
	interval time.Duration // between two requests of the host
	places   []Place       // for the Store: those known so far

	meta   open.Meta
	final  earl.URL // after the redirects; zero: not reached
	hops   []Hop
	opened int // URLs, with redirects
	verdict
	links      []Link
	anchors    *anchors
	seek       []string        // fragments with texts to look for
	texts      map[string]bool // whether each was found, or cannot be searched for
	countLines bool            // of a local file
	looked     bool            // anchors are those of the object itself
	digest     string
	shape      string
	title      string
	unread     string // why only a part of a page was read; "" if all was

	header atomic.Pointer[open.Response] // of the last response of http
	result Result
	delay  time.Duration // that robots.txt requests
	since  time.Time     // of the earlier result: an object that has not changed since is not read again
	retry  time.Duration // after which to try again; 0: the result is final
	wait   bool          // no other URL of the host is opened until then
	gone   bool          // the host could not be reached
	// noRules is a robots.txt that could not be read, if the URL was not opened for that.
	noRules *robots.Rules

	unchanged bool  // the server reports that the object is the same as before
	err       error // of the Store
}

// do visits the URL, unless the Store already has its result.
func (v *visit) do(ctx context.Context) {
	name, store := v.url.Redacted(), v.run.o.Store
	if store != nil && !v.again {
		result, links, ok, err := store.Done(ctx, name)
		if err != nil || ok {
			v.anchors, v.looked = unpackAnchors(result.Anchors)
			result.Places, result.Anchors = nil, nil
			v.result, v.links, v.err = result, links, err
			v.verdict = verdict{status: result.Status, message: result.Message, section: result.Section}
			_, v.unread, _ = strings.Cut(result.Message, notAll)
			v.final, _ = v.run.o.Edition.Parse(result.Final)
			return
		}
	}
	if v.known(ctx) || v.err != nil {
		return
	}
	v.result = Result{URL: name, Size: -1, Time: time.Now()}
	if v.dead != nil {
		v.verdict = *v.dead
	} else if v.permitted(ctx) {
		before := v.before(ctx)
		v.open(ctx)
		if v.unchanged {
			v.repeat(before)
			return
		}
	}
	if v.retry > 0 || ctx.Err() != nil {
		return
	}
	v.setResult()
	if store != nil && !v.again && v.status != Skipped && !contains(v.run.o.NotKept, v.meta.Status) {
		v.err = v.remember(ctx, store)
	}
}

// before returns the earlier result of a URL whose content is wanted only for
// comparison, and has the server asked whether the object has changed. It returns nil if
// the Store has no result that can be repeated.
func (v *visit) before(ctx context.Context) *Observation {
	o := &v.run.o
	if o.Store == nil || o.Depth != Content || v.read || v.again || len(v.seek) > 0 {
		return nil
	}
	last, ok, err := o.Store.Last(ctx, v.url.Redacted())
	if err != nil || !ok || last.Modified.IsZero() || last.Digest == "" || last.Status > Changed {
		return nil
	}
	v.since = last.Modified
	return &last
}

// repeat makes the result from the earlier one: the object has not changed.
func (v *visit) repeat(last *Observation) {
	r := &v.result
	r.Status, r.Message, r.Before = OK, "it has not changed since "+last.Modified.UTC().Format(time.DateTime), last
	r.Final, r.Type, r.Size, r.Digest, r.Shape, r.Title, r.Modified = last.Final, last.Type, last.Size, last.Digest, last.Shape, last.Title, last.Modified
	v.err = v.run.o.Store.Keep(v.run.ctx, *r, nil)
}

// known uses the earlier result of a URL that was OK since the time in the options, if
// nothing else is wanted of the object.
func (v *visit) known(ctx context.Context) bool {
	o := &v.run.o
	if o.Store == nil || o.Since.IsZero() || v.content {
		return false
	}
	last, ok, err := o.Store.Last(ctx, v.url.Redacted())
	if v.err = err; err != nil || !ok || last.Time.Before(o.Since) || last.Status > Changed {
		return false
	}
	v.result = Result{URL: last.URL, Status: last.Status, Message: "checked on " + last.Time.UTC().Format(time.DateTime), Final: last.Final,
		Time: last.Time, Type: last.Type, Size: last.Size, Digest: last.Digest, Shape: last.Shape, Title: last.Title, Before: &last}
	return true
}

// permitted reports whether robots.txt allows to open the URL, if the check follows it:
// always in a recursion, otherwise with Options.Robots.
func (v *visit) permitted(ctx context.Context) bool {
	if !v.read && !v.run.o.Robots {
		return true
	}
	known := v.run.robots.Known(v.url)
	rules := v.run.robots.Of(ctx, v.url)
	ok, delay := rules.Allow(v.url, v.run.o.Agent), rules.Delay(v.run.o.Agent)
	v.delay = delay
	if !known && v.run.o.Robots {
		// The robots.txt was a request, too: wait, and have the next URL of the host wait.
		v.delay = max(delay, v.interval)
		if ok {
			v.pause(ctx, v.interval)
		}
	}
	if ok || v.typed {
		return true
	}
	v.verdict = v.forbids(rules)
	return false
}

// pause waits between two requests to the host.
func (v *visit) pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// open opens the URL as far as the depth requires, and decides whether to try again.
func (v *visit) open(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, v.run.o.Timeout)
	defer cancel()
	began := time.Now()
	var err error
	if v.run.o.Depth == Connect {
		err = v.connect(limited)
	} else {
		err = v.walk(limited, v.url)
	}
	if err == nil && v.run.o.RequireHTTPS {
		v.requireHTTPS(limited)
	}
	v.result.Took = time.Since(began)
	var told *verdictError
	switch {
	case errors.Is(err, open.ErrUnchanged):
		v.unchanged = true
		return
	case err != nil && v.acceptedError(err):
		v.verdict, v.final, err = verdict{}, v.url, nil
	case errors.As(err, &told):
		v.verdict = told.verdict
	case err != nil:
		v.verdict = v.run.verdictOf(err)
	}
	v.ownMachine(err)
	v.mayRetry(err)
}

// requireHTTPS reports an http URL as a problem if its https URL works too.
func (v *visit) requireHTTPS(ctx context.Context) {
	if v.url.Scheme() != "http" || v.status != OK {
		return
	}
	secure, err := v.run.o.Edition.Parse("https" + strings.TrimPrefix(v.url.String(), "http"))
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, v.run.o.Probe)
	defer cancel()
	m, err := v.run.o.Client.ProbeRequest(ctx, &open.Request{URL: secure, Policy: v.run.policy(v.url), Accept: acceptPages})
	if err == nil && m.Status < 400 {
		v.verdict = verdict{status: Failed, message: "https works too: write " + secure.Redacted()}
	}
}

// mayRetry decides whether to try again.
func (v *visit) mayRetry(err error) {
	limited := v.status == Blocked && v.meta.Status == nethttp.StatusTooManyRequests
	busy := err == nil && mayPass(v.meta.Status) && (v.status.Fault() || limited)
	unreachable := isUnreachable(err) && len(v.hops) == 0
	_, retryable := open.Retryable(err)
	switch {
	case v.last, !busy && !retryable:
		v.gone = unreachable
		return
	case busy && v.meta.RetryAfter > v.run.o.Patience:
		v.message += fmt.Sprintf("; the server requests a wait of %v", v.meta.RetryAfter)
		return
	}
	v.wait = busy && isBusy(v.meta.Status) || unreachable
	v.retry = max(v.meta.RetryAfter, 1)
}

// connect connects to the host of the URL, if it has one.
func (v *visit) connect(ctx context.Context) error {
	policy := v.run.policy(v.url)
	r, err := v.run.o.Client.Prepare(ctx, &open.Request{URL: v.url, Policy: policy})
	if err != nil {
		return err
	}
	address := addressOf(v.url)
	if address == "" {
		return nil
	}
	network := "tcp"
	if s, ok := v.run.o.Edition.Scheme(v.url.Scheme()); ok && s.UDP {
		network = "udp"
	}
	conn, err := r.Dial(ctx, network, address)
	if err != nil {
		return err
	}
	return conn.Close()
}

// notAll begins the part of a message that says why only a part of a page was read. A
// Store keeps it in the message, so that a resumed check can count such pages. In a
// problem the message may contain a server's words instead.
const notAll = "only a part of it was read: "

// withUnread adds to a message why only a part of the page was read.
func (v *visit) withUnread(message string) string {
	if v.unread == "" {
		return message
	}
	return strings.TrimPrefix(message+"; "+notAll+v.unread, "; ")
}

// setResult fills in the result.
func (v *visit) setResult() {
	r := &v.result
	if v.status == OK && len(v.hops) > 0 {
		v.status = Redirected
		v.message = "it redirects to " + v.final.Redacted()
	}
	if !v.status.Fault() {
		v.message = v.withUnread(v.message)
	}
	r.Status, r.Message, r.Section = v.status, v.message, v.section
	r.Hops = v.hops
	if !v.final.IsZero() {
		r.Final = v.final.Redacted()
		r.Type, r.Size = v.meta.Type, v.meta.Size
		r.Digest, r.Shape, r.Title, r.Modified = v.digest, v.shape, v.title, v.meta.Time
	}
}

// remember compares the result with the earlier one, and keeps it.
func (v *visit) remember(ctx context.Context, m Store) error {
	before, ok, err := m.Last(ctx, v.result.URL)
	if err != nil {
		return err
	}
	if ok {
		v.result.Before = &before
		if !v.status.Fault() && before.Shape != "" && v.shape != "" && before.Shape != v.shape {
			v.result.Status, v.result.Section = Changed, "rfc1738 6"
			v.result.Message = v.withUnread("the content is different from that of " + before.Time.UTC().Format(time.DateTime))
		}
	}
	v.result.Places = v.places
	if v.looked {
		v.result.Anchors = v.anchors.pack()
	}
	err = m.Keep(ctx, v.result, slices.DeleteFunc(slices.Clone(v.links), func(l Link) bool { return l.Skip != "" }))
	v.result.Places, v.result.Anchors = nil, nil
	return err
}

// A verdictError is a verdict from inside a chain of redirects.
type verdictError struct{ verdict }

// Error returns the reason.
func (e *verdictError) Error() string { return e.message }

// walk opens u and follows its redirects. If several errors occur, it returns the first.
func (v *visit) walk(ctx context.Context, u earl.URL) error {
	var first error
	_, err := v.run.o.Client.FollowFunc(ctx, &open.Request{URL: u}, func(ctx context.Context, r *open.Request, from *open.Referral) (open.Resource, error) {
		res, err := v.step(ctx, r, from)
		if first == nil {
			first = err
		}
		return res, err
	})
	if err != nil && first != nil && ctx.Err() == nil {
		return first
	}
	return err
}

// step opens one URL of a chain of redirects. If the result is a redirect, step returns
// it, otherwise nil.
func (v *visit) step(ctx context.Context, r *open.Request, from *open.Referral) (open.Resource, error) {
	if from != nil {
		if err := v.hop(ctx, r, from); err != nil {
			return nil, err
		}
	}
	if v.opened++; v.opened > 2*open.DefaultHops {
		return nil, &verdictError{verdict{status: Failed, message: fmt.Sprintf("more than %d URLs in one chain of redirects", 2*open.DefaultHops)}}
	}
	r.Policy, r.Accept, r.Since = v.run.policy(r.URL), acceptPages, v.since
	r.Observer = &open.Observer{Response: v.responded}
	meta, res, err := v.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	if referral, ok := res.(*open.Referral); ok {
		if referral.Instead == nil {
			return referral, nil
		}
		meta, res = referral.Instead.Meta, referral.Instead // the server has answered
	}
	return nil, v.take(ctx, meta, res)
}

// acceptPages is the field Accept of a browser. Some servers hide pages from programs
// that do not request pages. Source: rfc9110 12.5.1.
const acceptPages = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// responded keeps the header of the last response.
func (v *visit) responded(r *open.Response) { v.header.Store(r) }

// response returns the header of the last response, or nil.
func (v *visit) response() *open.Response { return v.header.Load() }

// fields returns the fields of the last response.
func (v *visit) fields() map[string][]string {
	if r := v.response(); r != nil {
		return r.Fields
	}
	return nil
}

// hop records a redirect, and checks whether it may be followed.
func (v *visit) hop(ctx context.Context, r *open.Request, from *open.Referral) error {
	to := r.URL.WithoutFragment()
	v.hops = append(v.hops[:len(r.Referrers)-1], Hop{To: r.URL.Redacted(), Permanent: from.Permanent})
	if v.run.o.SameServer && !earl.SameServer(v.url, r.URL) {
		return &verdictError{verdict{status: Redirected, message: "it redirects to another server, " + r.URL.Redacted()}}
	}
	if slices.ContainsFunc(r.Referrers, func(u earl.URL) bool { return u.WithoutFragment() == to }) {
		return &verdictError{verdict{status: Failed, message: "the redirects form a loop", section: "rfc9110 15.4"}}
	}
	if !v.typed && !v.run.sites.holds(to, v.run.o.Site) {
		v.read = false
	}
	if v.typed || !v.read && !v.run.o.Robots {
		return nil
	}
	if rules := v.run.robots.Of(ctx, to); !rules.Allow(to, v.run.o.Agent) {
		return &verdictError{v.forbids(rules)}
	}
	return nil
}

// ask opens a URL in the cheapest way that shows enough: it probes if no content is
// needed, or if only the content of a page is. A failed probe is always confirmed by
// retrieving the object, because some servers treat a HEAD differently.
func (v *visit) ask(ctx context.Context, r *open.Request) (open.Meta, open.Resource, error) {
	final := v.tried && v.last // the page of an error says more than a probe
	if !v.run.o.Retrieve && !final && (!v.content || !isHTTP(r.URL) && v.run.o.Depth < Content) {
		m, err := v.probe(ctx, r)
		switch {
		case isSilent(err) && ctx.Err() == nil: // some servers never respond to HEAD
		case errors.Is(err, open.ErrProtocol), errors.Is(err, open.ErrCut):
		case err != nil, isBusy(m.Status):
			return m, nil, err
		case m.Kind == open.KindUnknown, m.Kind == open.KindReferral, m.Status >= 400 && !v.accepts(m.Status):
		case v.content && (m.Kind == open.KindListing || isPage(pageType(&m)) || v.countLines):
		default:
			return m, nil, nil
		}
	}
	res, err := v.run.o.Client.Do(ctx, r)
	if err != nil {
		return open.Meta{}, nil, err
	}
	return *res.Info(), res, nil
}

// probe asks about an object without retrieving it. With http it waits no longer than
// Options.Probe.
func (v *visit) probe(ctx context.Context, r *open.Request) (open.Meta, error) {
	if !isHTTP(r.URL) {
		return v.run.o.Client.ProbeRequest(ctx, r)
	}
	ctx, cancel := context.WithTimeout(ctx, v.run.o.Probe)
	defer cancel()
	return v.run.o.Client.ProbeRequest(ctx, r)
}

// isHTTP reports whether a URL is opened by http.
func isHTTP(u earl.URL) bool { return u.Scheme() == "http" || u.Scheme() == "https" }

// isSilent reports whether a probe ended because the server sent nothing.
func isSilent(err error) bool { return err != nil && open.ClassOf(err) == open.ClassTimeout }

// take makes a verdict from the response; res is nil if the object was only probed.
func (v *visit) take(ctx context.Context, m open.Meta, res open.Resource) error {
	v.meta, v.final = m, m.URL.WithoutFragment()
	v.verdict = v.verdictOfStatus(m.Status)
	if m.Status != 0 && (v.status == OK || res == nil) && !v.accepts(m.Status) {
		v.verdict = blocked(v.verdict, m.Status, v.fields(), "", nil)
	}
	switch res := res.(type) {
	case nil:
		v.looked = !isPage(pageType(&m))
	case *open.Document:
		return v.document(ctx, res)
	case *open.Listing:
		return v.listing(res)
	case *open.Session:
		return res.Conn.Close()
	case *open.Address:
		v.looked = true
		if len(res.Note) > 0 && len(res.To) > 0 {
			return v.address(res)
		}
	default:
		v.looked = true
	}
	return nil
}
