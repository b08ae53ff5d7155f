// Package replay opens URLs from web archives instead of the network.
//
//	archive, err := replay.Open("site.warc.gz")
//	defer archive.Close()
//	client := open.New(archive.Options(open.Options{}), archive.Openers(all.Openers())...)
//
// The openers of the archive are those of a client, with connections that
// replay the recorded bytes. So one implementation reads a response of any
// scheme, from the network and from an archive. Nothing is looked up or dialled.
// A URL that is only in a resource record is its block.
//
// For each URL the newest capture is opened, or the one nearest to [Archive.At].
// An http URL that is not in the archive is opened from one with the same key
// ([surt.Key]), as in other archives: it may differ in the case of its path or in
// "www.". A URL of another scheme must be the same text, except that it may be
// without the user of the recorded one.
//
// The archive must have been read by [Open], which reads each record once and
// keeps about 800 bytes for each.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
	"github.com/earl-url/earl/warc/surt"
)

// Archive is a set of WARC and WACZ files. Several goroutines may use it.
type Archive struct {
	// At is the time whose captures are opened: those with the nearest date. The zero
	// Time means the newest. Set it before the Archive is used.
	At time.Time

	names   []string // of the files
	damage  []damage // what was skipped while the files were read
	sources []warc.Source
	owners  []int // the file of each source, in names
	closers []io.Closer

	items   []*item            // of all records that are used, in order
	byURL   map[string][]*item // by the URL as capture.Target returns it
	byKey   map[string][]*item // of http
	byPlain map[string][]*item // of URLs with a login, by the URL without it
	byID    map[string]*item
	byGroup map[string][]*item
	unread  map[string][]*item // records that were not understood, by URL

	requests requests // while the files are read
}

// damage is what was not understood of a file.
type damage struct {
	file int // in Archive.names
	text string
}

// item is a record of the archive.
type item struct {
	source      *warc.Source
	file        int // that has the source, in Archive.names
	offset      int64
	end         int64 // where the next record begins, if this one is damaged; else 0
	fault       error // the record was not understood
	kind        warc.Type
	contentType string // of the block
	payload     string // media type of the payload
	isHTTP      bool   // the block is a response of http
	status      int
	location    string // of a redirect
	method      string // of the request, if that is not a GET
	truncated   string // why the recording was truncated
	size        int64
	target      string
	date        time.Time
	id, group   string // group: the id of the record that the others of an opening refer to
	digest      string
	refersTo    string // of a revisit: id of the original
	refersToURL string
	refersDate  string
}

// Open reads the files. The caller closes the Archive.
func Open(names ...string) (*Archive, error) {
	a := &Archive{byURL: map[string][]*item{}, byKey: map[string][]*item{}, byPlain: map[string][]*item{}, byID: map[string]*item{}, byGroup: map[string][]*item{}, unread: map[string][]*item{}}
	for _, name := range names {
		sources, closer, err := warc.Open(name)
		if err != nil {
			a.Close()
			return nil, err
		}
		a.closers = append(a.closers, closer)
		a.names = append(a.names, name)
		for range sources {
			a.owners = append(a.owners, len(a.names)-1)
		}
		a.sources = append(a.sources, sources...)
	}
	for i := range a.sources {
		if err := a.read(&a.sources[i], a.owners[i]); err != nil {
			a.Close()
			return nil, fmt.Errorf("%s: %w", a.sources[i].Name, err)
		}
	}
	a.sort()
	return a, nil
}

// Close closes the files.
func (a *Archive) Close() error {
	var errs []error
	for _, c := range a.closers {
		errs = append(errs, c.Close())
	}
	a.closers = nil
	return errors.Join(errs...)
}

// read reads the records of a source. Records that are not understood are skipped.
// A file whose end is damaged, as after a crash, is read up to there.
func (a *Archive) read(s *warc.Source, file int) error {
	before := len(a.items)
	a.requests.last, a.requests.waiting = nil, nil
	err := s.Each(func(_ *warc.Reader, rec *warc.Record) error {
		if rec.Offset < 0 {
			return fmt.Errorf("%w: the file is compressed as a whole; each record must be a gzip member", warc.ErrSyntax)
		}
		return a.add(s, file, rec)
	}, func(skipped warc.Skipped) { a.skip(s, file, before, skipped) })
	var damage *warc.Damage
	switch {
	case errors.As(err, &damage):
		a.damaged(file, "%s: %v", s.Name, damage)
	case err != nil:
		return err
	}
	return nil
}

// skip remembers a record that was not understood. If its header was, its URL is
// not absent from the archive. What was read of its block is replayed.
func (a *Archive) skip(s *warc.Source, file, before int, skipped warc.Skipped) {
	if n := len(a.items); n > before && a.items[n-1].offset == skipped.Offset {
		a.items[n-1].end = skipped.Next
		return
	}
	if rec := skipped.Record; rec != nil && rec.Target() != "" && rec.Type() != warc.Request {
		it := newItem(s, file, rec)
		it.fault = &recordError{s.Name, skipped.Err}
		url, _ := target(it.target)
		a.unread[url] = append(a.unread[url], it)
	}
}

// damaged adds a sentence about a file.
func (a *Archive) damaged(file int, format string, args ...any) {
	a.damage = append(a.damage, damage{file, fmt.Sprintf(format, args...)})
}

// sayInvalid says how many records of each file have a text that is not a URL:
// nothing can open them.
func (a *Archive) sayInvalid(invalid []*item) {
	for i := range a.sources {
		s := &a.sources[i]
		var first *item
		n := 0
		for _, it := range invalid {
			if it.source != s {
				continue
			}
			if n++; first == nil || it.offset < first.offset {
				first = it
			}
		}
		if n > 0 {
			a.damaged(first.file, "%s: records without a valid URL: %d, the first at offset %d: %.60q", s.Name, n, first.offset, earl.Redact(first.target))
		}
	}
}

// Damage returns a sentence for each file with records that were not understood.
func (a *Archive) Damage() (list []string) {
	for _, d := range a.damage {
		list = append(list, d.text)
	}
	return list
}

// add adds a record, if it is used.
func (a *Archive) add(s *warc.Source, file int, rec *warc.Record) error {
	switch rec.Type() {
	case warc.Response, warc.Resource, warc.Revisit, warc.Metadata, warc.Conversion:
	case warc.Request:
		if warc.IsHTTP(rec.ContentType()) || warc.IsWeb(rec.Target()) {
			return a.addRequest(rec)
		}
	case warc.Info:
		return nil
	default: // of another program: what it means is not known
		if rec.Target() != "" {
			it := newItem(s, file, rec)
			it.fault = it.notUnderstood(fmt.Sprintf("a record of the type %.40q is not understood", rec.Type()))
			url, _ := target(it.target)
			a.unread[url] = append(a.unread[url], it)
		}
		return nil
	}
	it := newItem(s, file, rec)
	a.items = append(a.items, it)
	c, err := warc.Describe(rec)
	it.payload, it.status, it.location, it.isHTTP = c.Payload, c.Status, c.Location, c.HTTP
	if it.group == "" || it.kind == warc.Response && it.isHTTP {
		it.group = it.id
	}
	if it.kind == warc.Response || it.kind == warc.Revisit {
		a.requests.add(it, concurrent(rec))
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// newItem returns the item of a record.
func newItem(s *warc.Source, file int, rec *warc.Record) *item {
	return &item{source: s, file: file, offset: rec.Offset, kind: rec.Type(), contentType: rec.ContentType(), size: rec.Size,
		target: rec.Target(), date: rec.Date(), id: rec.ID(), group: concurrent(rec), truncated: rec.Get(warc.FieldTruncated), digest: rec.Get(warc.FieldPayload),
		refersTo: id(rec.Get(warc.FieldRefersTo)), refersToURL: id(rec.Get(warc.FieldRefersToTarget)), refersDate: rec.Get(warc.FieldRefersToDate)}
}

// incomplete returns the error of a record that does not have all of what was sent,
// or nil.
func (it *item) incomplete() error {
	switch {
	case it.truncated != "":
		return cut("the recording was truncated: %s", it.truncated)
	case it.end > 0:
		return cut("the record is damaged")
	}
	return nil
}

// concurrent returns the id of another record of the same opening, or "".
func concurrent(rec *warc.Record) string { return id(rec.Get(warc.FieldConcurrent)) }

// id returns an id without its angle brackets.
func id(value string) string { return strings.TrimSuffix(strings.TrimPrefix(value, "<"), ">") }

// sort orders the records by date and indexes them. Records of the same second
// keep their order.
func (a *Archive) sort() {
	slices.SortStableFunc(a.items, func(x, y *item) int { return x.date.Compare(y.date) })
	var invalid []*item
	for _, it := range a.items {
		a.byID[it.id] = it
		a.byGroup[it.group] = append(a.byGroup[it.group], it)
		if it.kind == warc.Request || it.kind == warc.Metadata && it.contentType == warc.FieldsType {
			continue
		}
		url, u := target(it.target)
		if u.IsZero() {
			invalid = append(invalid, it)
		}
		a.byURL[url] = append(a.byURL[url], it)
		if plain, ok := withoutUser(u); ok {
			a.byPlain[plain] = append(a.byPlain[plain], it)
		}
		if warc.IsWeb(url) {
			key := surt.Key(url)
			a.byKey[key] = append(a.byKey[key], it)
		}
	}
	a.joinRequests()
	a.sayInvalid(invalid)
}

// target returns the text that finds a URL, and the URL, which is zero if it is not
// valid. URLs whose escapes are equivalent have one text. Source: rfc3986 6.2.2.1,
// 6.2.2.2.
func target(text string) (string, earl.URL) {
	u, err := earl.Auto.Parse(text)
	if err != nil {
		return text, earl.URL{}
	}
	return textOf(u), u
}

// textOf returns the text that finds a URL.
func textOf(u earl.URL) string { return capture.Target(u.Normalize(earl.LevelEscapes)) }

// withoutUser returns the text of a URL without its user, if it has one.
func withoutUser(u earl.URL) (string, bool) {
	if _, ok := u.User(); !ok {
		return "", false
	}
	plain, err := u.With(earl.ComponentUser, earl.Field{})
	return textOf(plain), err == nil
}

// find returns the capture of a URL to open, or nil. That of a login on the
// command line has the user in its URL.
func (a *Archive) find(u earl.URL) *item {
	text := textOf(u)
	var loop *item
	for _, list := range a.lists(u, text) {
		it := a.best(list, text)
		if it != nil && !it.redirectsTo(text) {
			return it
		}
		if loop == nil {
			loop = it
		}
	}
	return loop
}

// lists returns the captures of a URL: with its text, its key, or with a user.
func (a *Archive) lists(u earl.URL, text string) [][]*item {
	lists := [][]*item{a.byURL[text], nil, a.byPlain[text]}
	if s := u.Scheme(); s == "http" || s == "https" {
		lists[1] = a.byKey[surt.Key(text)]
	}
	return lists
}

// redirectsTo reports whether an item is a redirect to a URL. If it is the capture
// for this URL, following it would not end. pywb does not use such a capture either.
func (it *item) redirectsTo(text string) bool {
	if it.location == "" || it.status == 304 {
		return false
	}
	base, err := earl.Auto.Parse(it.target)
	if err != nil {
		return false
	}
	to, err := base.Edition().Resolve(base, it.location)
	return err == nil && textOf(to) == text
}

// best returns the newest of the records that has a whole object, or the nearest
// to a.At. A response to a request for a part, or for what changed, is used only
// if there is no other, and a redirect to the URL itself only if there is nothing
// else.
func (a *Archive) best(list []*item, text string) *item {
	var best *item
	var rank int
	for _, it := range slices.Backward(list) {
		r := it.rank()
		if it.redirectsTo(text) {
			r += 10
		}
		switch {
		case best == nil, r < rank:
			best, rank = it, r
		case r == rank && !a.At.IsZero() && it.date.Sub(a.At).Abs() < best.date.Sub(a.At).Abs():
			best = it
		}
	}
	return best
}

// rank returns how far an item is from what a GET of the whole object gets.
func (it *item) rank() int {
	switch {
	case it.kind == warc.Metadata && it.contentType != capture.ConversationType:
		return 4
	case it.kind == warc.Conversion:
		return 3
	case it.method != "":
		return 2
	case it.status == 206 || it.status == 304 || it.kind == warc.Metadata:
		return 1
	}
	return 0
}

// Capture is what an archive has of a URL.
type Capture struct {
	URL    string
	Type   string // media type, or ""
	Status int    // of http; 0: none
	Date   time.Time
}

// IsPage reports whether c is something to begin with: of http, a web page that
// is no redirect and no error.
func (c *Capture) IsPage() bool {
	return c.Status == 0 || c.Status < 300 && (c.Type == "text/html" || c.Type == "application/xhtml+xml")
}

// Captures yields what is opened for each URL, by date of its first capture.
func (a *Archive) Captures(yield func(Capture) bool) {
	a.captures(-1, yield)
}

// captures is Captures for the URLs that a file has; -1 means all files.
func (a *Archive) captures(file int, yield func(Capture) bool) {
	seen := map[string]bool{}
	for _, it := range a.items {
		if it.kind == warc.Metadata || seen[it.target] || file >= 0 && it.file != file {
			continue
		}
		u, err := earl.Auto.Parse(it.target)
		if err != nil {
			continue // Damage counts them
		}
		main := a.find(u)
		if main == nil || main.target != it.target {
			continue
		}
		c := Capture{URL: it.target, Type: main.payload, Status: main.status, Date: main.date}
		if main.kind == warc.Revisit {
			if o, err := a.original(main); err == nil {
				c.Type = o.payload
			}
		}
		for _, other := range a.byGroup[main.group] {
			if other.kind == warc.Resource { // of a scheme whose response is not of a media type
				c.Type = other.payload
			}
		}
		seen[it.target] = true
		if !yield(c) {
			return
		}
	}
}

// record returns the record of an item. The block is read from the file.
func (it *item) record() (*warc.Record, error) {
	if it.end == 0 {
		return it.source.NewReader(it.offset).Next()
	}
	return warc.NewReader(io.NewSectionReader(it.source, it.offset, it.end-it.offset)).Next()
}

// Options returns o without the network: lookups and dials fail, gateways are
// not used, and addresses are not checked, because nothing is dialled.
func (a *Archive) Options(o open.Options) open.Options {
	o.Gateways = nil
	o.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil // for the guard on redirects
	}
	o.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, errNoNetwork }
	o.Policy.AllowNet = AllNets()
	return o
}

// AllNets returns all addresses, for [open.Policy.AllowNet].
func AllNets() []open.Net {
	return []open.Net{{Prefix: netip.PrefixFrom(netip.IPv4Unspecified(), 0)}, {Prefix: netip.PrefixFrom(netip.IPv6Unspecified(), 0)}}
}

// errNoNetwork is the error of a dial outside a replay.
var errNoNetwork = fmt.Errorf("%w: nothing is dialled while an archive is replayed", open.ErrConnect)

// notFound is the error of a URL that is not in the archive.
func (a *Archive) notFound(u earl.URL) error {
	var names []string
	for _, name := range a.names {
		names = append(names, filepath.Base(name))
	}
	return &AbsentError{URL: u, Archives: names}
}

// AbsentError is the error of a URL that no archive has. It is an [open.ErrNotFound].
type AbsentError struct {
	URL      earl.URL
	Archives []string // the names of the files
}

// Error names the URL, without its password, and the archives.
func (e *AbsentError) Error() string {
	return fmt.Sprintf("%v: %s is not in the archive %s", open.ErrNotFound, e.URL.Redacted(), strings.Join(e.Archives, ", "))
}

// Is reports whether target is open.ErrNotFound.
func (e *AbsentError) Is(target error) bool { return target == open.ErrNotFound }

// Absent reports that an archive was read, and not a server.
func (e *AbsentError) Absent() bool { return true }
