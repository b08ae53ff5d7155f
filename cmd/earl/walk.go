package main

import (
	"context"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// A walker goes through a listing and those below it, one after the other, and
// yields an errand for each document.
type walker struct {
	g     *getter
	typed earl.URL        // what the person gave, with its login
	start earl.URL        // the first listing, as it was found
	seen  map[string]bool // URLs that were met
	files int
	full  bool // more than --max-files were found
	yield func(errand) bool

	entries  []open.Entry // of the listing that is read
	document bool         // a document was found in place of a listing
}

// A level is one listing to go through.
type level struct {
	url   earl.URL
	dir   string // where its files go, below the output directory; "": into that
	depth int
}

// walk yields an errand for each document below the listing that a text names, or
// for the document that it names. It returns false if yield did.
func (g *getter) walk(ctx context.Context, arg string, yield func(errand) bool) bool {
	u, err := g.parse(arg)
	if err == nil {
		u, err = g.dressed(u)
	}
	if err != nil {
		g.failed(ctx, arg, err)
		return true
	}
	w := &walker{g: g, typed: u, start: u, seen: map[string]bool{visited(u): true}, yield: yield}
	for stack := []level{{url: u, depth: 1}}; len(stack) > 0 && !w.full && ctx.Err() == nil; {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		below, more := w.list(ctx, l)
		if !more {
			return false
		}
		slices.Reverse(below)
		stack = append(stack, below...)
	}
	return true
}

// visited names a URL among those that were met.
func visited(u earl.URL) string {
	return u.WithoutFragment().WithoutPassword().Normalize(earl.LevelScheme).String()
}

// list opens a listing, yields its documents and returns the listings in it.
// What a listing that was cut has is taken all the same.
func (w *walker) list(ctx context.Context, l level) (below []level, more bool) {
	w.entries, w.document = nil, false
	if err := w.g.transfer(ctx, &transfer{typed: l.url, walker: w}); err != nil {
		w.g.failed(ctx, l.url.Redacted(), err)
	}
	if w.document {
		j := errand{url: l.url, at: addressOf(l.url)}
		if l.depth > 1 {
			j.to = place{in: &w.g.folder, name: l.dir, within: true}
		}
		return nil, w.yield(j)
	}
	for _, e := range w.entries {
		u, name, ok := w.judge(ctx, e)
		switch {
		case !ok:
		case e.Kind == open.KindListing:
			if l.depth < w.g.flags.depth {
				below = append(below, level{u, path.Join(l.dir, name), l.depth + 1})
			}
		case w.files == w.g.flags.maxFiles:
			w.full = true
			w.g.complain("earl: %s: more than %d files are below it (--max-files)", w.start.Redacted(), w.files)
			w.g.raise(statusRefused)
			return nil, true
		default:
			w.files++
			to := place{in: &w.g.folder, name: path.Join(l.dir, name), within: true}
			if !w.yield(errand{url: u, to: to, at: addressOf(u)}) {
				return nil, false
			}
		}
	}
	return below, true
}

// addressOf returns the "host:port" of a URL, "" if it has none.
func addressOf(u earl.URL) string {
	at, _ := open.HostPort(u)
	return at
}

// take reads the entries of a listing.
func (w *walker) take(l *open.Listing) error {
	defer l.Close()
	w.entries = w.entries[:0]
	if len(w.seen) == 1 { // the first: a referral may have led to it
		w.start = l.URL
		w.seen[visited(l.URL)] = true
	}
	for e, err := range l.Entries {
		if err != nil {
			return err
		}
		w.entries = append(w.entries, e)
	}
	return nil
}

// judge says whether an entry is copied, by which URL and under which name.
func (w *walker) judge(ctx context.Context, e open.Entry) (u earl.URL, name string, ok bool) {
	switch e.Kind {
	case open.KindDocument, open.KindListing, open.KindUnknown:
	default:
		return u, "", false
	}
	if e.URL.IsZero() {
		return u, "", false
	}
	if u = w.own(e.URL); !w.inScope(u, e) {
		w.g.aside("%s is left out: it is not below %s", u.Redacted(), w.start.Redacted())
		return u, "", false
	}
	name, err := localName(entryName(e), runtime.GOOS)
	if err != nil {
		w.g.failed(ctx, u.Redacted(), err)
		return u, "", false
	}
	if !w.wanted(name, e.Kind) || w.seen[visited(u)] {
		return u, "", false
	}
	w.seen[visited(u)] = true
	return u, name, true
}

// own returns the URL of an entry with the password that the person gave, if it
// is of the same server and user: an entry has none.
func (w *walker) own(u earl.URL) earl.URL {
	password := w.typed.Parts().Password
	if _, ok := password.Reveal(); !ok || !sameServer(w.typed, u) || u.Parts().User != w.typed.Parts().User {
		return u
	}
	if with, err := u.WithPassword(password); err == nil {
		return with
	}
	return u
}

// inScope reports whether the flags let the copy go to an entry. What a symbolic
// link names outside of the start is not, and a directory behind one never: it
// may be one that the link stands in.
func (w *walker) inScope(u earl.URL, e open.Entry) bool {
	flags := w.g.flags
	if e.Link != "" && (e.Kind == open.KindListing || leaves(e.Link)) {
		return false
	}
	if !sameServer(w.start, u) {
		return flags.spanHosts && u.Scheme() != "file"
	}
	return flags.parent || isBelow(w.start, u)
}

// leaves reports whether the target of a symbolic link is perhaps not in the
// directory of the link.
func leaves(target string) bool {
	return path.IsAbs(target) || slices.Contains(strings.Split(target, "/"), "..")
}

// wanted reports whether the flags want a name.
func (w *walker) wanted(name string, kind open.Kind) bool {
	like := func(globs []string) bool {
		return slices.ContainsFunc(globs, func(glob string) bool {
			ok, _ := path.Match(glob, name)
			return ok
		})
	}
	accept := w.g.flags.accept
	return !like(w.g.flags.reject) && (len(accept) == 0 || kind == open.KindListing || like(accept))
}
