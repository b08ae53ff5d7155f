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
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/surt"
	"github.com/earl-url/earl/warc"
	"github.com/earl-url/earl/warc/capture"
)

// Archive is a set of WARC and WACZ files. Several goroutines may use it.
type Archive struct {
	// At is the time whose captures are opened: those with the nearest date. The zero
	// Time means the newest. Set it before the Archive is used.
	At time.Time

	names   []string // of the files
	damage  []string // what was skipped while the files were read
	sources []warc.Source
	owners  []int // the file of each source, in names
	closers []io.Closer

	items   []*item            // of all records that are used, in order
	byURL   map[string][]*item // by the URL as capture.Target returns it
	byKey   map[string][]*item // of http
	byPlain map[string][]*item // of URLs with a login, by the URL without it
	byID    map[string]*item
	byGroup map[string][]*item
}

// item is a record of the archive.
type item struct {
	source      *warc.Source
	file        int // that has the source, in Archive.names
	offset      int64
	end         int64 // where the next record begins, if this one is damaged; else 0
	kind        warc.Type
	contentType string // of the block
	payload     string // media type of the payload
	status      int
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
	a := &Archive{byURL: map[string][]*item{}, byKey: map[string][]*item{}, byPlain: map[string][]*item{}, byID: map[string]*item{}, byGroup: map[string][]*item{}}
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

// read reads the records of a source. Damaged records are skipped. A file whose
// end is damaged, as after a crash, is read up to there.
func (a *Archive) read(s *warc.Source, file int) error {
	before := len(a.items)
	err := s.Each(func(_ *warc.Reader, rec *warc.Record) error {
		if rec.Offset < 0 {
			return fmt.Errorf("%w: the file is compressed as a whole; each record must be a gzip member", warc.ErrSyntax)
		}
		return a.add(s, file, rec)
	}, func(damaged, next int64) {
		if n := len(a.items); n > before && a.items[n-1].offset >= damaged {
			a.items[n-1].end = next
		}
	})
	var damage *warc.Damage
	switch {
	case errors.As(err, &damage):
		a.damage = append(a.damage, fmt.Sprintf("%s: %v", s.Name, damage))
	case errors.Is(err, io.ErrUnexpectedEOF) && len(a.items) > 0:
	case err != nil:
		return err
	}
	return nil
}

// Damage returns a sentence for each file with damaged records that were skipped.
func (a *Archive) Damage() []string { return a.damage }

// add adds a record, if it is used.
func (a *Archive) add(s *warc.Source, file int, rec *warc.Record) error {
	kind, isHTTP := rec.Type(), warc.IsHTTP(rec.ContentType())
	switch kind {
	case warc.Response, warc.Resource, warc.Revisit, warc.Metadata:
	case warc.Request:
		if isHTTP {
			return nil
		}
	default:
		return nil
	}
	c, err := warc.Describe(rec)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	it := &item{source: s, file: file, offset: rec.Offset, kind: kind, contentType: rec.ContentType(), payload: c.Payload, status: c.Status,
		size: rec.Size, target: rec.Target(), date: rec.Date(), id: rec.ID(), group: concurrent(rec), digest: rec.Get(warc.FieldPayload),
		refersTo: id(rec.Get(warc.FieldRefersTo)), refersToURL: id(rec.Get(warc.FieldRefersToTarget)), refersDate: rec.Get(warc.FieldRefersToDate)}
	if it.group == "" || kind == warc.Response && isHTTP {
		it.group = it.id
	}
	a.items = append(a.items, it)
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
	for _, it := range a.items {
		a.byID[it.id] = it
		a.byGroup[it.group] = append(a.byGroup[it.group], it)
		if it.kind == warc.Request || it.kind == warc.Metadata && it.contentType != capture.ConversationType {
			continue
		}
		url := it.target
		u, err := earl.Auto.Parse(url)
		if err == nil {
			url = capture.Target(u)
		}
		a.byURL[url] = append(a.byURL[url], it)
		if plain, ok := withoutUser(u); ok {
			a.byPlain[plain] = append(a.byPlain[plain], it)
		}
		if scheme, _, _ := strings.Cut(url, ":"); strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") {
			key := surt.Key(url)
			a.byKey[key] = append(a.byKey[key], it)
		}
	}
}

// withoutUser returns the target of a URL without its user, if it has one.
func withoutUser(u earl.URL) (string, bool) {
	if _, ok := u.User(); !ok {
		return "", false
	}
	plain, err := u.With(earl.ComponentUser, earl.Field{})
	return capture.Target(plain), err == nil
}

// find returns the capture of a URL to open, or nil. That of a login on the
// command line has the user in its URL.
func (a *Archive) find(u earl.URL) *item {
	target := capture.Target(u)
	if it := a.best(a.byURL[target]); it != nil {
		return it
	}
	if s := u.Scheme(); s == "http" || s == "https" {
		if it := a.best(a.byKey[surt.Key(target)]); it != nil {
			return it
		}
	}
	return a.best(a.byPlain[target])
}

// best returns the newest of the records that has a whole object, or the nearest
// to a.At. A response to a request for a part, or for what changed, is used only
// if there is no other.
func (a *Archive) best(list []*item) *item {
	var best *item
	for _, it := range slices.Backward(list) {
		switch {
		case best == nil, best.isPart() && !it.isPart():
			best = it
		case it.isPart() && !best.isPart():
		case !a.At.IsZero() && it.date.Sub(a.At).Abs() < best.date.Sub(a.At).Abs():
			best = it
		}
	}
	return best
}

// isPart reports whether a record has no whole object.
func (it *item) isPart() bool {
	return it.status == 206 || it.status == 304 || it.kind == warc.Metadata
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
	a.captures(-1, yield, func(string) bool { return true })
}

// captures is Captures for the URLs that a file has; -1 means all files. It calls invalid
// for a URL that is not valid.
func (a *Archive) captures(file int, yield func(Capture) bool, invalid func(target string) bool) {
	seen := map[string]bool{}
	for _, it := range a.items {
		if it.kind == warc.Request || it.kind == warc.Metadata || seen[it.target] || file >= 0 && it.file != file {
			continue
		}
		u, err := earl.Auto.Parse(it.target)
		if err != nil {
			seen[it.target] = true
			if !invalid(it.target) {
				return
			}
			continue
		}
		main := a.find(u)
		if main == nil || main.target != it.target {
			continue
		}
		c := Capture{URL: it.target, Type: main.payload, Status: main.status, Date: main.date}
		if main.kind == warc.Revisit {
			if o := a.original(main); o != nil {
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

// original returns the record that has the payload of a revisit record, or nil.
func (a *Archive) original(it *item) *item {
	if o := a.byID[it.refersTo]; o != nil && o.kind == warc.Response {
		return o
	}
	list := a.byURL[it.refersToURL]
	if it.refersToURL == "" {
		list = a.byURL[it.target]
	}
	var found *item
	for _, o := range list {
		if o.kind != warc.Response || it.digest != "" && o.digest != "" && o.digest != it.digest {
			continue
		}
		if found == nil || it.refersDate != "" && o.date.Format(time.RFC3339) == it.refersDate {
			found = o
		}
	}
	return found
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

// payloadError is the error of a revisit record whose payload is in none of the
// files. It is an [open.ErrNotFound].
type payloadError struct{ target string }

func (e *payloadError) Error() string {
	return fmt.Sprintf("%v: the payload of %s is in another archive", open.ErrNotFound, earl.Redact(e.target))
}

// Is reports whether target is open.ErrNotFound.
func (e *payloadError) Is(target error) bool { return target == open.ErrNotFound }

// Absent reports that an archive was read, and not a server.
func (e *payloadError) Absent() bool { return true }
