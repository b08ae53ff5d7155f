package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"mime"
	"net"
	"net/http"
	"path"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
)

const (
	// maxPage limits how much of a page or style sheet is searched for links, in bytes.
	maxPage = 16 << 20
	// maxLink limits the length of a link in bytes: more than servers accept.
	maxLink = 8 << 10
	// maxLinks limits the length of all URLs of a site together in bytes: 200,000 of
	// 300 bytes.
	maxLinks = 64 << 20
	// maxNested limits the nesting of the files that a page needs, such as style sheets
	// that import others, and frames in frames.
	maxNested = 8
	// capsuleAgent is the name in the robots.txt of a capsule of each program that makes
	// copies. Source: robots.txt for Gemini, "Virtual user-agents".
	capsuleAgent = "archiver"
	// maxDelay limits the pause between requests that a robots.txt requests.
	maxDelay = 10 * time.Second
)

// A crawler copies a web site or a Gemini capsule: a page, the files that the page needs, and the pages that
// it links to, as far as the limits and robots.txt allow. The queue is in a spool. For
// each URL that it found, the crawler keeps a digest and the path of the file.
type crawler struct {
	r     *Runner
	typed earl.URL
	rules robots.Sites
	next  time.Time // of the next request, for Crawl-delay

	mu      sync.Mutex
	change  *sync.Cond // signals a change of pending or of the queue
	start   earl.URL   // the URL of the first page, after redirects
	queue   spool.Spool
	read    int64 // the offset of the next item in the queue
	pending int   // downloads that are not finished
	seen    map[key]string
	names   namer
	pages   []page
	files   int
	bytes   int  // of the URLs in seen
	limited bool // files were skipped because of --max-files or --max-dirs
	deep    int  // links deeper than --depth
	denied  int  // links that robots.txt forbids
	away    int  // links that redirect to another site
	// nofollow is how many pages ask robots not to follow their links.
	nofollow int

	unread atomic.Int64 // how many robots.txt could not be read
}

// An item is a URL to get.
type item struct {
	url    earl.URL
	depth  int  // links from the first page
	nested int  // above 0 if a page needs it, directly (1) or through other files
	first  bool // the URL of the user
}

// A page is a file whose links are converted at the end.
type page struct {
	url   earl.URL
	path  string
	media string
	meta  open.Meta
}

// crawl yields the downloads of a site. It returns false if yield returned false.
func (r *Runner) crawl(ctx context.Context, u earl.URL, yield func(download) bool) bool {
	c := &crawler{r: r, typed: u, start: u, seen: map[key]string{}, names: namer{taken: map[string]node{}, dirs: r.o.Recursion.MaxDirs}}
	c.change = sync.NewCond(&c.mu)
	c.rules.Open, c.rules.Timeout = c.openRobots, 30*time.Second
	c.rules.Read = func(rules *robots.Rules) { c.readRobots(ctx, rules) }
	c.names.know(&r.copy, plain(u), func(path string) bool {
		_, err := destination{in: &r.dir, name: path, within: true}.stat()
		return err == nil
	})
	defer c.queue.Close()
	stop := context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.change.Broadcast()
	})
	defer stop()
	c.seen[keyOf(u)] = ""
	more := true
	for it := range c.items(ctx, item{url: u, first: true}) {
		if more = yield(c.download(it)); !more {
			break
		}
	}
	if ctx.Err() != nil || !more {
		return more
	}
	if r.o.Recursion.ConvertLinks {
		c.convertAll(ctx)
	}
	c.report()
	return true
}

// items yields the URLs to download. It ends when the queue is empty and no page is being
// read that could add more.
func (c *crawler) items(ctx context.Context, first item) iter.Seq[item] {
	return func(yield func(item) bool) {
		c.mu.Lock()
		c.pending++
		c.mu.Unlock()
		if !yield(first) {
			return
		}
		for {
			it, ok := c.pop(ctx)
			if !ok {
				return
			}
			if !c.allowed(ctx, it.url) {
				c.leave(&c.denied)
				c.r.o.Reporter.Verbose("%s skipped: robots.txt forbids it or cannot be read", it.url.Redacted())
				continue
			}
			if ctx.Err() != nil || !yield(it) {
				return
			}
		}
	}
}

// leave ends an item that is not downloaded.
func (c *crawler) leave(count *int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*count++
	c.pending--
	c.change.Broadcast()
}

// pop returns the next item. While pages are being read, it waits for items from them.
func (c *crawler) pop(ctx context.Context) (item, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ctx.Err() == nil {
		if c.read < c.queue.Size() {
			e, n, err := entryAt(&c.queue, c.read)
			if err != nil {
				c.r.o.Reporter.Failed(ctx, c.start.Redacted(), console.Local(err))
				return item{}, false
			}
			c.read += n
			u, err := earl.WHATWG.Parse(e.url)
			if err != nil {
				continue
			}
			c.pending++
			return item{url: u, depth: int(e.size >> 8), nested: int(e.size & 0xFF)}, true
		}
		if c.pending == 0 {
			return item{}, false
		}
		c.change.Wait()
	}
	return item{}, false
}

// add puts a link into the queue if it is wanted. The caller must hold the lock.
func (c *crawler) add(it item) error {
	k := keyOf(it.url)
	if _, again := c.seen[k]; again {
		return nil
	}
	if !c.inScope(it) {
		if c.r.copy.pathOf(plain(it.url)) != "" { // an earlier copy saved this URL
			c.r.counts.partial.Add(1)
		}
		return nil
	}
	o := &c.r.o.Recursion
	switch {
	case it.nested == 0 && it.depth > o.Depth:
		c.deep++
		return nil
	case it.nested > maxNested, len(it.url.String()) > maxLink, !c.mayMatch(it.url):
		c.r.counts.partial.Add(1)
		return nil
	case reached(c.files+1, o.MaxFiles), c.bytes > maxLinks:
		c.limited = true
		return nil
	}
	c.bytes += len(it.url.String())
	c.files++
	c.seen[k] = ""
	_, err := c.queue.Write(appendEntry(nil, walkEntry{url: it.url.WithoutFragment().String(), size: int64(it.depth)<<8 | int64(it.nested)}))
	return err
}

// inScope reports whether a URL may be downloaded. It must be on the same server. Unless
// a page needs it, it must also be below the directory of the first page.
func (c *crawler) inScope(it item) bool {
	o := &c.r.o.Recursion
	if it.url.Scheme() != c.typed.Scheme() && !(isWeb(it.url) && isWeb(c.typed)) {
		return false
	}
	if !sameSite(c.start, it.url) {
		return o.SpanHosts
	}
	return it.nested > 0 || o.Parent || strings.HasPrefix(it.url.Path(), dirOf(c.start))
}

// isWeb reports whether a URL is that of a page or a file of a web site.
func isWeb(u earl.URL) bool { return u.Scheme() == "http" || u.Scheme() == "https" }

// isCapsule reports whether a URL is that of a page or a file of a Gemini capsule.
func isCapsule(u earl.URL) bool { return u.Scheme() == "gemini" }

// sameSite reports whether two URLs have the same host and port. The default ports of
// http and https count as the same.
func sameSite(a, b earl.URL) bool {
	if sameServer(a, b) {
		return true
	}
	return strings.EqualFold(hostOf(a), hostOf(b)) && isDefaultPort(a) && isDefaultPort(b)
}

// hostOf returns the host of a URL without its port.
func hostOf(u earl.URL) string {
	host, _, _ := net.SplitHostPort(addressOf(u))
	return host
}

// isDefaultPort reports whether a URL has the default port of its scheme.
func isDefaultPort(u earl.URL) bool {
	_, port, _ := net.SplitHostPort(addressOf(u))
	s, _ := earl.WHATWG.Scheme(u.Scheme())
	return port == strconv.Itoa(int(s.Port))
}

// dirOf returns the path of a URL up to its last slash.
func dirOf(u earl.URL) string {
	p := u.Path()
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i+1]
	}
	return "/"
}

// mayMatch reports whether --accept and --reject may allow a URL. Pages are always read
// for their links.
func (c *crawler) mayMatch(u earl.URL) bool {
	for dir := range strings.SplitSeq(strings.TrimPrefix(strings.TrimSuffix(dirOf(u), "/"), dirOf(c.start)), "/") {
		if dir != "" && c.rejectsDir(string(earl.Unescape(dir))) {
			return false
		}
	}
	name, err := localName(lastName(u), runtime.GOOS)
	return err != nil || c.wanted(name) || mayBePage(name)
}

// rejectsDir reports whether --reject excludes a directory with this name.
func (c *crawler) rejectsDir(name string) bool {
	w := walker{r: c.r}
	return !w.wanted(name, open.KindListing)
}

// wanted reports whether --accept and --reject allow a file with this name.
func (c *crawler) wanted(name string) bool {
	w := walker{r: c.r}
	return w.wanted(path.Base(name), open.KindDocument)
}

// mayBePage reports whether name can be the name of a page.
func mayBePage(name string) bool {
	switch strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) {
	case "", "htm", "html", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cgi", "gmi", "gemini":
		return true
	}
	return strings.Contains(name, "?")
}

// allowed reports whether robots.txt allows a URL. It also waits for the Crawl-delay of
// robots.txt.
func (c *crawler) allowed(ctx context.Context, u earl.URL) bool {
	rules := c.rules.Of(ctx, u)
	if !rules.Allow(u, c.r.o.Recursion.Agent) || isCapsule(u) && !rules.Allow(u, capsuleAgent) {
		return false
	}
	if d := min(rules.Delay(c.r.o.Recursion.Agent), maxDelay); d > 0 {
		if wait := time.Until(c.next); wait > 0 {
			sleep(ctx, wait)
		}
		c.next = time.Now().Add(d)
	}
	return true
}

// openRobots opens a robots.txt.
func (c *crawler) openRobots(ctx context.Context, u earl.URL) (*open.Document, error) {
	req := &open.Request{URL: u}
	if !sameServer(c.typed, u) {
		req.Referrers = []earl.URL{c.typed}
	}
	res, err := c.r.o.Client.FollowRequest(ctx, req)
	if err != nil {
		return nil, err
	}
	if d, ok := res.(*open.Document); ok {
		return d, nil
	}
	return nil, fmt.Errorf("%w: %s is not a document", open.ErrProtocol, u.Redacted())
}

// readRobots reports a robots.txt that could not be read, which is an error of the copy,
// and lines that were not understood.
func (c *crawler) readRobots(ctx context.Context, rules *robots.Rules) {
	at := rules.URL().Redacted()
	switch err := rules.Err(); {
	case ctx.Err() != nil:
	case err != nil:
		c.unread.Add(1)
		c.r.o.Reporter.Failed(ctx, at, fmt.Errorf("cannot be read, so no link to this server is followed (rfc9309 2.3.1.4): %w", err))
	case rules.Unread() != robots.Unread{}:
		c.r.o.Reporter.Remark("%s: %s", at, rules.Unread())
	}
}

// download returns the download of an item. Its file gets a name after the response of
// the server, because a redirect may lead to another URL.
func (c *crawler) download(it item) download {
	u := c.own(it.url)
	d := download{url: u, server: addressOf(u), crawl: c, item: it, copy: &copied{URL: plain(it.url), Start: plain(c.typed), Size: -1}}
	d.to = destination{in: &c.r.dir, within: true, name: c.r.copy.pathOf(d.copy.URL)}
	if !sameServer(c.typed, u) {
		d.referrer = c.typed
	}
	return d
}

// own returns a URL with the login of the user's URL, if both are on the same server.
func (c *crawler) own(u earl.URL) earl.URL {
	p := c.typed.Parts()
	if !p.User.Present || !sameServer(c.typed, u) || u.Parts().User.Present {
		return u
	}
	with, err := u.With(earl.ComponentUser, p.User)
	if err != nil {
		return u
	}
	if password, ok := p.Password.Reveal(); ok {
		if full, err := with.With(earl.ComponentPassword, earl.Some(password)); err == nil {
			return full
		}
	}
	return with
}

// errLeftOut is the error of a URL that turns out not to be wanted.
var errLeftOut = errors.New("skipped")

// errAway is the error of a URL that redirects to another site. It wraps errLeftOut.
var errAway = fmt.Errorf("%w", errLeftOut)

// follow opens the request of an item. If the URL redirects to another site, follow
// returns errAway, unless it is the URL of the user.
func (c *crawler) follow(ctx context.Context, it item, r *open.Request) (open.Resource, error) {
	return c.r.o.Client.FollowFunc(ctx, r, func(ctx context.Context, q *open.Request, from *open.Referral) (open.Resource, error) {
		c.mu.Lock()
		ok := from == nil || it.first || c.inScope(item{url: q.URL, nested: it.nested})
		c.mu.Unlock()
		if !ok {
			return nil, fmt.Errorf("%w: it redirects to %s", errAway, q.URL.Redacted())
		}
		return c.r.o.Client.Do(ctx, q)
	})
}

// place sets the file of a document that the server sent. It returns errLeftOut if
// another download has the same document.
func (c *crawler) place(t *Transfer, m *open.Meta) error {
	if t.hasPlace {
		return nil
	}
	if m.Status >= 400 {
		return &StatusError{status: m.Status, after: m.RetryAfter}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.item.first {
		c.start = asBrowser(m.URL)
	}
	u := bare(asBrowser(m.URL))
	k := keyOf(u)
	name, err := c.names.path(c.start, u, k, c.r.copy.pathOf(plain(u)))
	if err != nil {
		c.limited = c.limited || errors.Is(err, errLeftOut)
		return err
	}
	if asked := keyOf(t.item.url); asked != k {
		if other, again := c.seen[k]; again && !t.item.first {
			c.seen[asked] = other
			return fmt.Errorf("%w: same document as %s", errLeftOut, u.Redacted())
		}
		c.seen[asked] = name
	}
	c.seen[k] = name
	t.copy.URL, t.to.name, t.hasPlace = plain(u), name, true
	return nil
}

// asBrowser returns a URL in the form in which browsers read links, without dot segments.
// A URL that browsers refuse is returned unchanged.
func asBrowser(u earl.URL) earl.URL {
	if v, err := earl.WHATWG.Parse(u.String()); err == nil {
		return v
	}
	return u
}

// bare returns a URL without its login and fragment.
func bare(u earl.URL) earl.URL {
	u = u.WithoutFragment().WithoutPassword()
	if with, err := u.With(earl.ComponentUser, earl.Field{}); err == nil {
		return with
	}
	return u
}

// finished is called after a download. It puts the links of a page into the queue.
func (c *crawler) finished(ctx context.Context, t *Transfer, err error) error {
	defer c.leave(new(int))
	if errors.Is(err, errAway) {
		c.mu.Lock()
		c.away++
		c.mu.Unlock()
		c.r.o.Reporter.Remark("%s: %v", t.item.url.Redacted(), err)
		return nil
	}
	var status *StatusError
	if errors.As(err, &status) && !t.item.first && (status.status == http.StatusNotFound || status.status == http.StatusGone) {
		c.r.counts.gone.Add(1)
		c.r.copy.isGone(t.copy.URL)
	}
	if errors.Is(err, errLeftOut) {
		c.r.o.Reporter.Verbose("%s: %v", t.item.url.Redacted(), err)
		return nil
	}
	if err != nil || ctx.Err() != nil {
		return err
	}
	p := page{url: t.meta.URL, path: t.to.name, media: mediaOf(t.meta.Type, t.to.name), meta: t.meta}
	if t.unchanged {
		if p.url.IsZero() { // the server sent no document, so the file is from an earlier copy
			p.url, p.media = t.item.url, ""
			if old := c.r.copy.find(t.to.name, t.copy.URL); old != nil {
				p.media = mediaOf(old.Type, t.to.name)
			}
		}
		c.mu.Lock()
		c.seen[keyOf(t.item.url)] = t.to.name
		c.mu.Unlock()
	}
	if p.media == "" {
		c.drop(t, p)
		return nil
	}
	text, err := c.readPage(p.path)
	if err != nil {
		return console.Local(err)
	}
	if len(text) == maxPage {
		c.r.counts.partial.Add(1)
		c.r.o.Reporter.Remark("%s: only its first %d MiB were searched for links", p.url.Redacted(), maxPage>>20)
	}
	err = c.addLinks(t, p, text)
	if !c.wanted(p.path) {
		c.drop(t, p)
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages = append(c.pages, p)
	return err
}

// drop removes a file that --accept or --reject does not allow. It was downloaded because
// it might have links. A file of an earlier copy, which wanted it, is kept.
func (c *crawler) drop(t *Transfer, p page) {
	if c.wanted(p.path) || t.unchanged || t.line != nil {
		return
	}
	root, err := c.r.dir.open()
	if err != nil || root.Remove(localPath(p.path)) != nil {
		return
	}
	c.r.counts.files.Add(-1)
	c.r.counts.bytes.Add(-t.Size())
	c.r.copy.record(copied{Path: p.path, Gone: true})
}

// addLinks puts the links of a page into the queue.
func (c *crawler) addLinks(t *Transfer, p page, text []byte) error {
	from := t.item
	follow := from.nested == 0
	if follow && c.forbidsFollowing(t, p, text) {
		follow = false
		c.mu.Lock()
		c.nofollow++
		c.mu.Unlock()
	}
	in := linkReader{page: p}
	for l := range in.links(text) {
		it := item{url: bare(l.url), depth: from.depth + 1}
		switch {
		case l.use == useNeeds:
			it.depth, it.nested = from.depth, from.nested+1
		case l.use != useFollows || !follow:
			continue
		}
		c.mu.Lock()
		err := c.add(it)
		c.mu.Unlock()
		if err != nil {
			return console.Local(err)
		}
	}
	if in.unread > 0 {
		c.r.counts.partial.Add(1)
		c.r.o.Reporter.Remark("%s: %s not understood", p.url.Redacted(), count(in.unread, "link"))
	}
	return nil
}

// forbidsFollowing reports whether a page, or the header of its response, asks robots not
// to follow its links.
func (c *crawler) forbidsFollowing(t *Transfer, p page, text []byte) bool {
	if resp := t.record.response(); resp != nil && headerForbidsFollowing(resp.Fields["X-Robots-Tag"], c.r.o.Recursion.Agent) {
		return true
	}
	if p.media != "html" {
		return false
	}
	in := linkReader{page: p}
	for range in.links(text) {
		if in.forbids {
			break
		}
	}
	return in.forbids
}

// rewrites reports whether the links of a file are converted. Such a file must be
// downloaded again, because it no longer contains what the server sent.
func (c *crawler) rewrites(old *copied) bool {
	m := mediaOf(old.Type, old.Path)
	return c.r.o.Recursion.ConvertLinks && m != ""
}

// mediaOf returns "html", "css" or "gemtext" for a document with links, or "".
func mediaOf(media, name string) string {
	t, _, err := mime.ParseMediaType(media)
	switch ext := strings.ToLower(path.Ext(name)); {
	case t == "text/html", t == "application/xhtml+xml", err != nil && (ext == ".html" || ext == ".htm"):
		return "html"
	case t == "text/css", err != nil && ext == ".css":
		return "css"
	case t == "text/gemini":
		return "gemtext"
	}
	return ""
}

// report writes what was skipped because of the limits.
func (c *crawler) report() {
	from := c.start.Redacted()
	if c.limited {
		c.r.o.Reporter.Incomplete("%s: not complete: the copy ended after %s (--max-files, --max-dirs)", from, count(c.files, "file"))
	}
	if c.deep > 0 {
		c.r.o.Reporter.Remark("%s: %s not followed: deeper than %d pages (--depth)", from, count(c.deep, "link"), c.r.o.Recursion.Depth)
	}
	if c.denied > 0 && c.unread.Load() > 0 {
		c.r.o.Reporter.Remark("%s: %s not followed: robots.txt forbids it or cannot be read", from, count(c.denied, "link"))
	} else if c.denied > 0 {
		c.r.o.Reporter.Remark("%s: %s not followed: robots.txt forbids it", from, count(c.denied, "link"))
	}
	if c.away > 0 {
		c.r.o.Reporter.Remark("%s: %s skipped: redirects to other servers (--span-hosts)", from, count(c.away, "link"))
	}
	if c.nofollow > 0 {
		c.r.o.Reporter.Remark("%s: the links of %s not followed: nofollow for robots", from, count(c.nofollow, "page"))
	}
	c.r.counts.partial.Add(int64(c.deep + c.denied + c.away + c.nofollow))
}
