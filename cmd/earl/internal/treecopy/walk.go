package treecopy

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
)

// A walker walks a directory or menu and everything below it, depth first, and yields a
// download for each document. A server cannot make it use much memory: the remaining
// entries are in a spool, and limits apply to the numbers of directories and files.
type walker struct {
	copy  *Copy
	typed earl.URL // the URL that the user gave, with its login
	start earl.URL // the URL of the first listing, after redirects
	yield func(*File) bool

	found    spool.Spool      // the entries of the unfinished listings
	levels   []level          // the unfinished listings, the deepest last
	seen     map[key]struct{} // the files and directories that were found
	names    map[key]int      // by their paths in lower case: the number for the next one
	document bool             // the opened URL is a document, not a listing

	files, dirs int  // how many were found
	read        int  // how many directories were opened
	full        bool // --max-files ended the walk
	unread      int  // directories that were found but not opened
	tooMany     int  // directories skipped because of --max-dirs
	tooDeep     int  // directories skipped because of --depth
	left        leftOut
	first       string // why the first listing may lack entries, or ""
	failed      bool   // a listing failed, or lines of it were not understood
}

// leftOut are the numbers of entries that a copy leaves out.
type leftOut struct {
	outside  int // on the same server, not below the first listing
	away     int // on other servers
	links    int // symbolic links that may lead out of the copy
	noURL    int // files and directories for which no URL can be written
	unwanted int // because of --accept and --reject
}

// A level is one listing. Its entries are a part of the spool.
type level struct {
	url   earl.URL
	dir   string // where its files are saved, relative to the output directory
	depth int

	first, next, end int64 // offsets in the spool: the first entry, the next entry, the end
	below            bool  // the files are done, and directories are next

	unread open.Unread // lines of the listing that were not understood
	doubt  string      // why the listing may lack entries, or ""
}

// newWalker returns the walker of a listing.
func newWalker(copy *Copy, u earl.URL) *walker {
	return &walker{copy: copy, typed: u, start: u, seen: map[key]struct{}{keyOf(u): {}}, names: map[key]int{}, dirs: 1}
}

// run yields a file for each document below the listing, or for the document at its URL. It
// returns false if yield returned false.
func (w *walker) run(ctx context.Context, yield func(*File) bool) bool {
	defer w.found.Close()
	w.yield = yield
	more := w.list(ctx, level{url: w.typed, depth: 1})
	for more && len(w.levels) > 0 && ctx.Err() == nil {
		more = w.step(ctx)
	}
	if ctx.Err() == nil {
		w.report(ctx)
	}
	return more
}

// list opens a listing. Its entries become the deepest level. If the listing is
// truncated, list keeps the entries before its end.
func (w *walker) list(ctx context.Context, l level) (more bool) {
	w.read++
	l.first = w.found.Size()
	w.levels = append(w.levels, l)
	var err error
	if w.document, err = w.copy.engine.List(ctx, l.url, w.take); err != nil {
		w.failed = true
		w.copy.engine.Failed(ctx, l.url.Redacted(), err)
	}
	top := &w.levels[len(w.levels)-1]
	w.understood(ctx, top)
	top.next, top.end = top.first, w.found.Size()
	if !w.document {
		return true
	}
	f := w.file(l.url, Line{Size: -1})
	if l.depth > 1 {
		f.Place = savedir.Place{In: w.copy.dir, Name: l.dir, Within: true}
	}
	return w.yield(f)
}

// file returns the file of a URL. Its place is set by the caller.
func (w *walker) file(u earl.URL, l Line) *File {
	l.URL, l.Start = plain(u), plain(w.typed)
	return &File{URL: u, copy: w.copy, line: l}
}

// take puts the wanted entries of a listing into the spool. A retry adds only entries
// that the first attempt did not find.
func (w *walker) take(ctx context.Context, l *open.Listing) error {
	defer l.Close()
	if w.read == 1 { // a redirect may have changed the URL
		w.start = l.URL
		w.seen[keyOf(l.URL)] = struct{}{}
	}
	top := &w.levels[len(w.levels)-1]
	top.unread, top.doubt = open.Unread{}, ""
	for e, err := range l.Entries {
		if top.unread.Add(err) {
			continue
		}
		if err != nil {
			return err
		}
		if err := w.keep(ctx, e); err != nil {
			return console.Local(err)
		}
		if w.full {
			return nil
		}
	}
	if l.Doubt != nil {
		top.doubt = l.Doubt()
	}
	return nil
}

// understood reports the lines of a listing that were not understood. Nothing is deleted
// below a listing that may lack entries.
func (w *walker) understood(ctx context.Context, l *level) {
	why := l.doubt
	if err := l.unread.Err(); err != nil {
		w.copy.engine.Failed(ctx, l.url.Redacted(), err)
		w.failed, why = true, "lines of its listing were not understood"
	}
	if why != "" {
		w.copy.list.isUnsure(unsure{start: plain(w.typed), dir: l.dir, url: l.url.Redacted(), why: why})
	}
	if len(w.levels) == 1 {
		w.first = why
	}
}

// keep puts one entry into the spool if it is wanted and no limit is reached.
func (w *walker) keep(ctx context.Context, e open.Entry) error {
	o, isDir := &w.copy.o, e.Kind == open.KindListing
	u, name, ok := w.check(ctx, e)
	switch {
	case !ok:
		return nil
	case isDir && w.levels[len(w.levels)-1].depth >= o.Depth:
		w.tooDeep++
		return nil
	case isDir && reached(w.dirs, o.MaxDirs):
		w.tooMany++
		return nil
	case isDir:
		w.dirs++
	case reached(w.files, o.MaxFiles):
		w.full = true
		return nil
	default:
		w.files++
	}
	w.seen[keyOf(u)] = struct{}{}
	name = w.free(u, name)
	_, err := w.found.Write(appendEntry(nil, walkEntry{isDir, name, e.URL.String(), e.Size, e.Time}))
	return err
}

// free returns a name for the file or directory of a URL that no other entry of the
// deepest listing has, even on a system that ignores case. A URL keeps the name that an
// earlier copy of the same start gave it.
func (w *walker) free(u earl.URL, name string) string {
	want := path.Join(w.levels[len(w.levels)-1].dir, name)
	first := digest(fold(want))
	for i := max(1, w.names[first]); ; i++ {
		p := numbered(want, i)
		at := digest(fold(p))
		if w.names[at] > 0 && i > 1 || w.copy.list.isOther(p, plain(u), plain(w.typed)) {
			continue
		}
		w.names[at] = 2
		w.names[first] = i + 1
		return path.Base(p)
	}
}

// step processes the next entry of the deepest level: first its files, then its
// directories. It returns false if yield returned false.
func (w *walker) step(ctx context.Context) (more bool) {
	l := &w.levels[len(w.levels)-1]
	if l.next == l.end {
		return w.turn(ctx, l)
	}
	it, size, err := entryAt(&w.found, l.next)
	if err != nil {
		w.copy.engine.Failed(ctx, l.url.Redacted(), console.Local(err))
		l.next = l.end
		return true
	}
	l.next += size
	if it.dir != l.below {
		return true
	}
	if w.full = w.full || it.dir && reached(w.files, w.copy.o.MaxFiles); w.full && it.dir {
		w.unread++
		return true
	}
	u, err := l.url.Edition().Parse(it.url)
	if err != nil {
		w.copy.engine.Failed(ctx, it.url, err)
		return true
	}
	u, name := w.own(u), path.Join(l.dir, it.name)
	if it.dir {
		return w.list(ctx, level{url: u, dir: name, depth: l.depth + 1})
	}
	f := w.file(u, Line{Size: it.size, Time: it.time})
	f.Place = savedir.Place{In: w.copy.dir, Name: name, Within: true}
	if !sameServer(w.start, u) {
		f.Referrer = w.start
	}
	return w.yield(f)
}

// turn goes from the files of a level to its directories, or ends the level.
func (w *walker) turn(ctx context.Context, l *level) (more bool) {
	if !l.below {
		l.below, l.next = true, l.first
		return true
	}
	first := l.first
	w.levels = w.levels[:len(w.levels)-1]
	if err := w.found.Shorten(first); err != nil {
		w.copy.engine.Failed(ctx, w.start.Redacted(), console.Local(err))
		return false
	}
	return true
}

// report writes what was skipped.
func (w *walker) report(ctx context.Context) {
	from := w.start.Redacted()
	if w.full {
		w.copy.incomplete("%s: not complete: the copy ended after %s (--max-files); %s not read", from, console.Count(w.files, "file"), directories(w.unread))
	}
	if w.tooMany > 0 {
		w.copy.incomplete("%s: not complete: %s not read (--max-dirs %d)", from, directories(w.tooMany), w.dirs)
	}
	if w.tooDeep > 0 {
		w.copy.counts.limited.Add(1)
		w.copy.remark("%s: %s not read: deeper than %d levels (--depth)", from, directories(w.tooDeep), w.copy.o.Depth)
	}
	w.reportLeft(from)
	if w.files == 0 && w.read > 0 && !w.document {
		w.reportNone(ctx, from)
	}
}

// reportLeft writes which entries were left out, and which flag follows them.
func (w *walker) reportLeft(from string) {
	l, remark := &w.left, w.copy.remark
	if l.outside > 0 {
		remark("%s: %s left out: not below it on the server (--parent follows them)", from, console.Count(l.outside, "item"))
	}
	if l.away > 0 {
		remark("%s: %s left out: on other servers (--span-hosts follows them)", from, console.Count(l.away, "item"))
	}
	if l.links > 0 {
		remark("%s: %s left out: to a directory, or out of its own directory", from, console.Count(l.links, "symbolic link"))
	}
	if l.noURL > 0 {
		w.copy.incomplete("%s: not complete: %s left out: no URL can be written for them", from, console.Count(l.noURL, "item"))
	}
}

// reportNone writes why a walk found no file. This is an error unless the server has none,
// or --accept and --reject allow none.
func (w *walker) reportNone(ctx context.Context, from string) {
	switch l := &w.left; {
	case w.failed, l.noURL > 0, w.tooDeep > 0, w.tooMany > 0:
		// a message says it
	case l.outside+l.away+l.links > 0:
		w.copy.incomplete("%s: not complete: no file was found, because these items were left out", from)
	case l.unwanted > 0:
		w.copy.remark("%s: --accept and --reject allow no file", from)
	case w.first != "":
		w.copy.engine.Failed(ctx, from, &unsureError{"no file was found: " + w.first})
	default:
		w.copy.remark("%s: there are no files", from)
	}
}

// directories returns "1 directory was" or "n directories were".
func directories(n int) string {
	if n == 1 {
		return "1 directory was"
	}
	return fmt.Sprintf("%d directories were", n)
}

// check returns the URL and the local name of an entry, and whether it is wanted.
func (w *walker) check(ctx context.Context, e open.Entry) (u earl.URL, name string, ok bool) {
	switch e.Kind {
	case open.KindDocument, open.KindListing, open.KindUnknown:
	default:
		return u, "", false
	}
	if e.URL.IsZero() {
		if e.Kind != open.KindUnknown {
			w.left.noURL++
		}
		w.leave(e)
		w.copy.detail("%q skipped: no URL can be written for it", e.Name)
		return u, "", false
	}
	u = w.own(e.URL)
	if scope := w.scope(u, e); scope != nil {
		*scope++
		w.leave(e)
		w.copy.detail("%s skipped: it is not below %s", u.Redacted(), w.start.Redacted())
		return u, "", false
	}
	name, err := savedir.Name(entryName(e), runtime.GOOS)
	if err != nil {
		w.copy.engine.Failed(ctx, u.Redacted(), err)
		return u, "", false
	}
	if !w.copy.o.wanted(name, e.Kind) {
		w.left.unwanted++
		w.copy.list.leaveOut(path.Join(w.levels[len(w.levels)-1].dir, name), e.Kind != open.KindDocument)
		return u, name, false
	}
	_, again := w.seen[keyOf(u)]
	return u, name, !again
}

// own returns the URL of an entry with the password of the user's URL, if both have the
// same server and user. URLs in listings have no password.
func (w *walker) own(u earl.URL) earl.URL {
	password, ok := w.typed.Parts().Password.Reveal()
	if !ok || !sameServer(w.typed, u) || u.Parts().User != w.typed.Parts().User {
		return u
	}
	if with, err := u.With(earl.ComponentPassword, earl.Some(password)); err == nil {
		return with
	}
	return u
}

// leave records that the copy leaves out an entry, which the server has.
func (w *walker) leave(e open.Entry) {
	if name, err := savedir.Name(entryName(e), runtime.GOOS); err == nil {
		w.copy.list.leaveOut(path.Join(w.levels[len(w.levels)-1].dir, name), e.Kind != open.KindDocument)
	}
}

// scope returns nil if the copy may include an entry, or else the count of such entries.
// It excludes symbolic links to files outside of the start directory, and all symbolic links
// to directories, because a directory may contain a link to itself.
func (w *walker) scope(u earl.URL, e open.Entry) *int {
	o := &w.copy.o
	switch {
	case e.Link != "" && (e.Kind == open.KindListing || leaves(e.Link)):
		return &w.left.links
	case !sameServer(w.start, u) && !(o.SpanHosts && u.Scheme() != "file"):
		return &w.left.away
	case sameServer(w.start, u) && !o.Parent && !isBelow(w.start, u):
		return &w.left.outside
	}
	return nil
}

// leaves reports whether a symbolic link may lead out of its directory.
func leaves(target string) bool {
	return path.IsAbs(target) || slices.Contains(strings.Split(target, "/"), "..")
}
