// Package fix rewrites links in files: to the URL that a server redirects to
// permanently, and to the copy of a broken link in a web archive.
//
//	plan := fix.Make(slices.Values(results), fix.Options{})
//	if err := plan.Diff(os.Stdout); err != nil {
//		return err
//	}
//	return plan.Apply()
//
// A link is rewritten to where all redirects up to there are permanent, if what it
// led to in the end was there, or to its Archived copy. The new text is escaped as its place asks for, keeps
// the fragment, and is relative where the old one was and a relative one is shorter.
// Every other byte stays. Where the place is one that this package does not know
// how to write in, the link is left and named: see [Plan.Left].
//
// Files are read whole. Their owner and mode stay, their times do not; a file with
// several names (hard links) is left, because a new file would have one of them.
package fix

import (
	"errors"
	"io/fs"
	"iter"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/linkcheck"
)

// Options say how links are rewritten.
type Options struct {
	// Type is the type that all files were read as, which says how a URL is escaped in them. "" goes
	// by the name and the content of each file.
	Type document.Type
}

// An Edit is one link that is rewritten.
type Edit struct {
	Place linkcheck.Place // its position and Text
	URL   string          // what it is to lead to, absolute
	New   string          // in the place of Text
}

// A Left is a link that has another URL now and is not rewritten.
type Left struct {
	Place linkcheck.Place
	URL   string // where it leads to, redacted
	Why   string // a sentence without its full stop
}

// A Plan is what is to be rewritten. It is for one goroutine.
type Plan struct {
	files  []*file
	left   []Left
	failed []error // of files that cannot be read
}

// Make makes a plan of results. It skips those without a permanent redirect and
// without a copy in an archive, and links of pages. It reads the files.
func Make(results iter.Seq[linkcheck.Result], o Options) *Plan {
	p := new(Plan)
	files := map[string]*file{}
	for r := range results {
		to := permanent(&r)
		if to == "" && r.Archived != nil {
			to = r.Archived.URL
		}
		if to == "" {
			continue
		}
		for _, place := range r.Places {
			if !isFile(place.File) {
				continue
			}
			f := files[place.File]
			if f == nil {
				f = readFile(place.File, o.Type)
				files[place.File] = f
				p.files = append(p.files, f)
			}
			if f.err != nil {
				continue
			}
			if edit, why := f.edit(place, r.URL, to); why != "" {
				p.left = append(p.left, Left{place, to, why})
			} else if edit.New != place.Text {
				f.edits = append(f.edits, edit)
			}
		}
	}
	for _, f := range p.files {
		if f.err != nil {
			p.failed = append(p.failed, &fs.PathError{Op: "fix", Path: f.name, Err: f.err})
		}
		p.left = append(p.left, f.sort()...)
	}
	p.files = slices.DeleteFunc(p.files, func(f *file) bool { return len(f.edits) == 0 })
	return p
}

// permanent returns the last URL that only permanent redirects lead to, "" for none
// and where there is nothing in the end.
func permanent(r *linkcheck.Result) (to string) {
	if r.Status.Fault() {
		return ""
	}
	for _, h := range r.Hops {
		if !h.Permanent {
			break
		}
		to = h.To
	}
	return to
}

// isFile reports whether the name of a place is that of a file: neither of a page
// nor of a command line nor of stdin.
func isFile(name string) bool {
	if name == "" || name == "-" {
		return false
	}
	u, err := earl.RFC3986.Parse(name)
	return err != nil || len(u.Scheme()) == 1 // a drive
}

// Edits yields the edits of each file, in the order of the file.
func (p *Plan) Edits() iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		for _, f := range p.files {
			for _, e := range f.edits {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Err returns the errors of the files that have links to rewrite and cannot be read. It
// names all of them; the plan has the others.
func (p *Plan) Err() error { return errors.Join(p.failed...) }

// Left returns what is not rewritten in the files that could be read, and why.
func (p *Plan) Left() []Left { return p.left }
