package sftp

import (
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// maxLinks is how many symbolic links of a directory are looked up. Each needs two replies.
const maxLinks = 200

// list reads a directory. All of it arrives before its first entry is known.
func (q *query) list(s *session, path string, m open.Meta) (open.Resource, error) {
	q.trace('C', "OPENDIR "+path)
	var files []os.FileInfo
	err := s.upTo(listingBudget(q.opts.ListingSize), func() (err error) {
		files, err = s.client.ReadDirContext(s.ctx, path)
		if err == nil && s.conn.replies.Load() < s.conn.requests.Load() {
			err = io.ErrUnexpectedEOF // of the reply to CLOSE, which it does not report
		}
		return err
	})
	if err != nil {
		if s.conn.broke.Load() {
			err = &open.LimitError{Setting: "sftp.Options.ListingSize", Err: fmt.Errorf("%w: a directory of more than %d bytes", open.ErrCut, q.opts.ListingSize)}
		}
		return nil, err
	}
	q.trace('S', fmt.Sprintf("%d entries", len(files)))
	l := &listing{q: q, s: s, path: path, base: m.URL, files: files}
	return &open.Listing{Meta: m, Shape: open.ShapeTable, Entries: l.entries(), Close: l.close}, nil
}

// listing is a directory that was read.
type listing struct {
	q      *query
	s      *session
	path   string
	base   earl.URL
	files  []os.FileInfo
	links  int
	closed bool
}

// close releases the session.
func (l *listing) close() error {
	if !l.closed {
		l.closed = true
		l.s.leave(true)
	}
	return nil
}

// entries yields the entries.
func (l *listing) entries() iter.Seq2[open.Entry, error] {
	return func(yield func(open.Entry, error) bool) {
		defer l.close()
		for i, info := range l.files {
			if i == l.q.req.Policy.Entries {
				yield(open.Entry{Meta: open.Meta{Size: -1}}, prefixed(open.TooMany(l.q.req.Policy)))
				return
			}
			if err := l.s.ctx.Err(); err != nil {
				yield(open.Entry{Meta: open.Meta{Size: -1}}, err)
				return
			}
			if !yield(l.entry(info), nil) {
				return
			}
		}
	}
}

// entry returns one entry.
func (l *listing) entry(info os.FileInfo) open.Entry {
	name := info.Name()
	e := open.Entry{Name: name, Meta: open.Meta{Size: -1, Time: info.ModTime()}}
	mode := info.Mode()
	if mode&fs.ModeSymlink != 0 {
		mode = l.follow(&e, mode)
	}
	slash := false
	switch {
	case mode.IsDir():
		e.Kind, slash = open.KindListing, true
	case mode.IsRegular():
		e.Kind, e.Type = open.KindDocument, open.TypeByName(name)
		if info.Mode().IsRegular() {
			e.Size = max(info.Size(), 0)
		}
	}
	u, err := l.child(name, slash)
	if err != nil {
		e.Note = append(e.Note, fmt.Sprintf("no URL can be written for the name %s", quoted(name)))
		return e
	}
	e.URL = u
	return e
}

// follow looks up a symbolic link, and returns the mode of its target.
func (l *listing) follow(e *open.Entry, mode fs.FileMode) fs.FileMode {
	if l.links++; l.links > maxLinks {
		return mode
	}
	at := l.path + "/" + e.Name
	_ = l.s.within(func() (err error) { e.Link, err = l.s.client.ReadLink(at); return err })
	_ = l.s.within(func() error { // a link without a target is only a link
		info, err := l.s.client.Stat(at)
		if err == nil {
			mode = info.Mode()
		}
		return err
	})
	return mode
}

// child returns the URL of a name in the directory, without the password.
func (l *listing) child(name string, slash bool) (earl.URL, error) {
	v, err := views.ParseSFTP(l.base)
	if err != nil {
		return earl.URL{}, err
	}
	v.Password = earl.Secret{}
	v.Path = append(v.Path[:max(len(v.Path)-1, 0)], earl.Octets(name))
	if slash {
		v.Path = append(v.Path, "")
	}
	u, err := v.URL(l.base.Edition())
	if err != nil {
		u, err = v.URL(earl.RFC3986)
	}
	return u, err
}
