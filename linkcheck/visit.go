package linkcheck

import (
	"context"
	"errors"
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl/linkcheck/internal/page"
	"github.com/earl-url/earl/open"
)

// A visit opens a URL once, and makes its result. It has its own goroutine.
type visit struct {
	walk
	again  bool     // only to read the anchors: the result is known
	last   bool     // no other try follows
	dead   *verdict // of the host; nil: the host may respond
	places []Place  // for the Store: those known so far

	result Result
	delay  time.Duration // that robots.txt requests
	retry  time.Duration // after which to try again; 0: the result is final
	wait   bool          // no other URL of the host is opened until then

	unchanged bool  // the server reports that the object is the same as before
	err       error // of the Store
}

// do visits the URL, unless the Store already has its result.
func (v *visit) do(ctx context.Context) {
	name := v.url.Redacted()
	if v.resumed(ctx, name) || v.known(ctx, name) {
		return
	}
	v.result = Result{URL: name, Size: -1, Time: time.Now()}
	if v.dead != nil {
		v.verdict = *v.dead
	} else if v.permitted(ctx) {
		before := v.before(ctx)
		v.open(ctx)
		if v.unchanged {
			v.repeat(ctx, before)
			return
		}
	}
	if v.retry > 0 || ctx.Err() != nil {
		return
	}
	v.setResult()
	if s := v.o.Store; s != nil && !v.again && v.status != Skipped && !contains(v.o.NotKept, v.meta.Status) {
		v.err = v.remember(ctx, s)
	}
}

// resumed uses the result of this run that the Store has, if the run was resumed. It
// reports whether nothing else is to be done.
func (v *visit) resumed(ctx context.Context, name string) bool {
	if v.o.Store == nil || v.again {
		return false
	}
	result, links, ok, err := v.o.Store.Done(ctx, name)
	if err == nil && !ok {
		return false
	}
	v.anchors, v.looked = page.UnpackAnchors(result.Anchors)
	result.Places, result.Anchors = nil, nil
	v.result, v.links, v.err = result, links, err
	v.verdict = verdict{status: result.Status, message: result.Message, section: result.Section}
	_, v.unread, _ = strings.Cut(result.Message, notAll)
	v.final, _ = v.o.Edition.Parse(result.Final)
	return true
}

// known uses the earlier result of a URL that was OK since the time in the options, if
// nothing else is wanted of the object. It reports whether nothing else is to be done.
func (v *visit) known(ctx context.Context, name string) bool {
	o := v.o
	if o.Store == nil || o.Since.IsZero() || v.want.content {
		return false
	}
	last, ok, err := o.Store.Last(ctx, name)
	if v.err = err; err != nil || !ok || last.Time.Before(o.Since) || last.Status > Changed {
		return err != nil
	}
	v.result = Result{URL: last.URL, Status: last.Status, Message: "checked on " + last.Time.UTC().Format(time.DateTime), Final: last.Final,
		Time: last.Time, Type: last.Type, Size: last.Size, Digest: last.Digest, Shape: last.Shape, Title: last.Title, Before: &last}
	return true
}

// before returns the earlier result of a URL whose content is wanted only for
// comparison, and has the server asked whether the object has changed. It returns nil if
// the Store has no result that can be repeated.
func (v *visit) before(ctx context.Context) *Observation {
	o := v.o
	if o.Store == nil || o.Depth != Content || v.want.links || v.again || len(v.want.texts) > 0 {
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
func (v *visit) repeat(ctx context.Context, last *Observation) {
	r := &v.result
	r.Status, r.Message, r.Before = OK, "it has not changed since "+last.Modified.UTC().Format(time.DateTime), last
	r.Final, r.Type, r.Size, r.Digest, r.Shape, r.Title, r.Modified = last.Final, last.Type, last.Size, last.Digest, last.Shape, last.Title, last.Modified
	v.err = v.o.Store.Keep(ctx, *r, nil)
}

// permitted reports whether robots.txt allows to open the URL, if the check follows it:
// always in a recursion, otherwise with Options.Robots.
func (v *visit) permitted(ctx context.Context) bool {
	if !v.want.links && !v.o.Robots {
		return true
	}
	known := v.robots.Known(v.url)
	rules := v.robots.Of(ctx, v.url)
	ok, delay := rules.Allow(v.url, v.o.Agent), rules.Delay(v.o.Agent)
	v.delay = delay
	if !known && v.o.Robots {
		// The robots.txt was a request, too: wait, and have the next URL of the host wait.
		v.delay = max(delay, v.interval)
		if ok {
			v.pause(ctx)
		}
	}
	if ok || v.typed {
		return true
	}
	v.verdict = v.forbids(rules)
	return false
}

// open opens the URL as far as the depth requires, and decides whether to try again.
func (v *visit) open(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	began := time.Now()
	var err error
	if v.o.Depth == Connect {
		err = v.connect(limited)
	} else {
		err = v.walk.do(limited)
	}
	if err == nil && v.o.RequireHTTPS {
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
		v.verdict = v.o.verdictOf(err)
	}
	v.ownMachine(err)
	v.mayRetry(err)
}

// connect connects to the host of the URL, if it has one.
func (v *visit) connect(ctx context.Context) error {
	r, err := v.o.Client.Prepare(ctx, &open.Request{URL: v.url, Policy: v.sites.policy(v.url)})
	if err != nil {
		return err
	}
	address := addressOf(v.url)
	if address == "" {
		return nil
	}
	network := "tcp"
	if s, ok := v.o.Edition.Scheme(v.url.Scheme()); ok && s.UDP {
		network = "udp"
	}
	conn, err := r.Dial(ctx, network, address)
	if err != nil {
		return err
	}
	return conn.Close()
}

// requireHTTPS reports an http URL as a problem if its https URL works too.
func (v *visit) requireHTTPS(ctx context.Context) {
	if v.url.Scheme() != "http" || v.status != OK {
		return
	}
	secure, err := v.o.Edition.Parse("https" + strings.TrimPrefix(v.url.String(), "http"))
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, v.o.Probe)
	defer cancel()
	m, err := v.o.Client.ProbeRequest(ctx, &open.Request{URL: secure, Policy: v.sites.policy(v.url), Accept: acceptPages})
	if err == nil && m.Status < 400 {
		v.verdict = verdict{status: Failed, message: "https works too: write " + secure.Redacted()}
	}
}

// acceptedError reports whether an error of opening has an accepted status: 401 and 407
// are errors if no login is known.
func (v *visit) acceptedError(err error) bool {
	response := v.header.Load()
	return open.ClassOf(err) == open.ClassLogin && response != nil && v.accepts(response.Code)
}

// ownMachine applies Options.SkipOwnMachine.
func (v *visit) ownMachine(err error) {
	var refusal *open.Refusal
	if !v.o.SkipOwnMachine || v.typed || len(v.hops) > 0 || !errors.As(err, &refusal) || refusal.Name != open.GuardPrivateAddress {
		return
	}
	if host, _ := v.url.Host(); isThisMachine(host) {
		v.verdict = verdict{status: Skipped, message: "its host is this machine: " + v.message, section: "rfc6761 6.3"}
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
	case busy && v.meta.RetryAfter > v.o.Patience:
		v.message += fmt.Sprintf("; the server requests a wait of %v", v.meta.RetryAfter)
		return
	}
	v.wait = busy && isBusy(v.meta.Status) || unreachable
	v.retry = max(v.meta.RetryAfter, 1)
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
		v.result.Anchors = v.anchors.Pack()
	}
	err = m.Keep(ctx, v.result, slices.DeleteFunc(slices.Clone(v.links), func(l Link) bool { return l.Skip != "" }))
	v.result.Places, v.result.Anchors = nil, nil
	return err
}
