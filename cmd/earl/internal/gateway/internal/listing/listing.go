// Package listing selects and sorts the entries of a listing for a page.
//
//	page := listing.Read(l, listing.ViewOf(r, l), link)
//
// It reads the listing as a stream and keeps only the entries of one page, so that memory
// does not grow with the listing.
package listing

import (
	"container/heap"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/cause"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

const (
	// PageRows is how many entries a page has: as many as a telephone can lay out quickly.
	PageRows = 1000
	// maxName is how many bytes of an entry's name a page shows.
	maxName = 2 << 10
	// maxKey is how many bytes of a name rows are sorted by.
	maxKey = 200
)

// Row is an entry on a page.
type Row struct {
	open.Entry
	N     int    // its index in the listing, from 0
	Title string // its name, sanitized
	Link  string // the link that opens it, or ""
	Where string // its URL, redacted
	Why   string // why it has no link, or ""
	Score string // of a search
	About string // what a newsgroup is about
	key   string // the sort key

	// Icon, Word and Media are those of its Look. They and the next fields are in the row
	// itself because templates then find them several times faster.
	Icon, Word, Media string
	Bytes, Changed    string // its size and time as text, or ""
	Target            string // of a symbolic link, or ""
	Slash             bool   // it is a directory whose name does not end with a slash

	scheme string // of the listing
}

// Page is the rows of one page.
type Page struct {
	Rows    []Row
	View    View
	Seen    int    // entries that were read
	Matched int    // entries that the filter accepts
	Lines   int    // entries among Seen that are only lines of text
	Shown   int    // entries among Matched that are not lines of text
	Whole   bool   // the listing was read to its end
	More    bool   // there is a next page
	Fault   string // why the listing ended early, or ""

	unread open.Unread
}

// An UnreadLine is a line of a listing that was not understood, sanitized.
type UnreadLine struct {
	N            int // its number, or 0
	Text, Reason string
}

// Unread returns the first lines that were not understood.
func (p *Page) Unread() (list []UnreadLine) {
	for _, line := range p.unread.First {
		list = append(list, UnreadLine{line.Line, sanitize.Line(line.Short()), sanitize.Line(line.Reason)})
	}
	return list
}

// UnreadCount returns how many lines were not understood, in words, or "".
func (p *Page) UnreadCount() string {
	switch n := p.unread.Count; n {
	case 0:
		return ""
	case 1:
		return "1 line of this listing was"
	default:
		return grouped(n) + " lines of this listing were"
	}
}

// UnreadMore returns how many of these lines Unread leaves out.
func (p *Page) UnreadMore() int { return p.unread.Count - len(p.unread.First) }

// LastKey returns the View.After of the next page.
func (p *Page) LastKey() string { return p.Rows[len(p.Rows)-1].key }

// Count returns the number of entries on the page, without lines of text, in words:
// "1 entry", "3 of 12 entries" or "1,000 entries and more".
func (p Page) Count() string {
	if !p.Whole {
		n := 0
		for i := range p.Rows {
			if p.Rows[i].Kind != open.KindInfo {
				n++
			}
		}
		return Entries(n) + " and more"
	}
	if all := p.Seen - p.Lines; p.Shown != all {
		return grouped(p.Shown) + " of " + Entries(all)
	}
	return Entries(p.Shown)
}

// Entries returns a number of entries in words.
func Entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return grouped(n) + " entries"
}

// grouped returns a number with a comma after each three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Read reads a listing and returns the page of a view. link returns the link that opens a
// URL, or "".
func Read(l *open.Listing, v View, link func(earl.URL) string) Page {
	p := Page{View: v}
	rows := p.read(l)
	slices.SortFunc(rows, func(x, y *Row) int {
		if v.less(x, y) {
			return -1
		}
		return 1
	})
	p.More = len(rows) > PageRows
	for _, r := range rows[:min(len(rows), PageRows)] {
		r.fill(link)
		p.Rows = append(p.Rows, *r)
	}
	return p
}

// read returns the rows of the page, and one more if there is a next page.
func (p *Page) read(l *open.Listing) []*Row {
	h := &rowHeap{view: p.View}
	for e, err := range l.Entries {
		if p.unread.Add(err) {
			continue
		}
		if err != nil {
			p.Fault = cause.Detail(err)
			return h.rows
		}
		r, passes := p.row(l, e)
		switch {
		case !passes || !p.View.follows(&r):
		case len(h.rows) <= PageRows:
			kept := r // copied, so that entries on other pages use no memory
			heap.Push(h, &kept)
		case p.View.less(&r, h.rows[0]):
			*h.rows[0] = r
			heap.Fix(h, 0)
		case p.View.Sort == Unsorted: // all further entries are after this page
			return h.rows
		}
	}
	p.Whole = true
	return h.rows
}

// row counts an entry and returns its row, and whether the filter accepts it.
func (p *Page) row(l *open.Listing, e open.Entry) (Row, bool) {
	r := Row{Entry: e, N: p.Seen, About: about(&e), Title: sanitize.Truncate(sanitize.Line(e.Name), maxName), scheme: l.URL.Scheme()}
	p.Seen++
	if e.Kind == open.KindInfo {
		p.Lines++
	}
	if !p.View.passes(&r) {
		return r, false
	}
	if p.View.Sort != Unsorted {
		r.key = p.View.keyOf(&r)
	}
	p.Matched++
	if e.Kind != open.KindInfo {
		p.Shown++
	}
	return r, true
}

// Streams reports whether the rows of a page can be sent as they arrive: the view keeps the
// order of the server.
func (v View) Streams() bool { return v.Sort == Unsorted }

// Need returns how many entries must be read for a page.
func (v View) Need() int64 {
	if v.Streams() && v.Filter == "" {
		return int64(v.Skip) + PageRows + 1
	}
	return math.MaxInt64
}

// Stream reads a listing and yields the rows of the page p as they arrive. The view of p
// must have the order of the server. Stream sets the other fields of p after it has yielded
// the last row. link returns the link that opens a URL, or "".
func (p *Page) Stream(l *open.Listing, link func(earl.URL) string) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		for e, err := range l.Entries {
			if p.unread.Add(err) {
				continue
			}
			if err != nil {
				p.Fault = cause.Detail(err)
				return
			}
			r, passes := p.row(l, e)
			if !passes || !p.View.follows(&r) {
				continue
			}
			if p.More = len(p.Rows) == PageRows; p.More {
				return
			}
			r.fill(link)
			p.Rows = append(p.Rows, r)
			if !yield(&p.Rows[len(p.Rows)-1]) {
				return
			}
		}
		p.Whole = true
	}
}

// fill sets the fields of a row that the page shows in addition to its name.
func (r *Row) fill(link func(earl.URL) string) {
	if !r.URL.IsZero() {
		r.Where = r.URL.Redacted()
	}
	look := lookOf(&r.Entry, r.scheme)
	r.Icon, r.Word, r.Media = look.Icon, look.Word, look.Media
	r.Bytes, r.Changed, r.Target = fetch.SizeText(r.Size), fetch.TimeText(r.Time), sanitize.Line(r.Entry.Link)
	r.Slash = r.Kind == open.KindListing && r.Icon == "folder" && !strings.HasSuffix(r.Title, "/") && r.Depth == 0
	if r.Link = link(r.URL); r.Link == "" {
		r.Why = reason(&r.Entry)
	}
	r.Note = slices.Clone(r.Note) // other pages show the same entry
	for i, note := range r.Note {
		if n, ok := strings.CutPrefix(note, "score "); ok {
			r.Score = sanitize.Line(n)
		}
		r.Note[i] = sanitize.Line(note)
	}
}

// about returns the description of a newsgroup, or "".
func about(e *open.Entry) string {
	if e.Group == nil {
		return ""
	}
	return sanitize.Truncate(sanitize.Line(e.Group.Description), maxName)
}

// Articles returns the estimated number of articles in a newsgroup, or "" for another entry.
func (r *Row) Articles() string {
	if r.Group == nil {
		return ""
	}
	return strconv.FormatInt(r.Group.Articles(), 10)
}

// Threads yields the rows of each thread when the next thread begins. The first row of a
// page may be inside a thread.
func Threads(rows iter.Seq[*Row]) iter.Seq[[]*Row] {
	return func(yield func([]*Row) bool) {
		var thread []*Row
		for r := range rows {
			if r.Depth == 0 && thread != nil {
				if !yield(thread) {
					return
				}
				thread = nil
			}
			thread = append(thread, r)
		}
		if thread != nil {
			yield(thread)
		}
	}
}
