package file

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// batch is how many entries are read from the system at once. Each batch is
// sorted by name, so a directory of one batch is sorted completely.
const batch = 4096

// group is how many entries are looked up at once, and lookups is the number of
// goroutines that do it. The system takes microseconds for each.
const (
	group   = 256
	lookups = 4
)

// listing returns the entries of the directory f.
func listing(ctx context.Context, r *open.Call, f *os.File, v views.File, info fs.FileInfo) (*open.Listing, error) {
	base, err := dirURL(r.URL, v)
	if err != nil {
		return nil, err
	}
	d := &directory{f: f, base: base, view: dirView(v), limit: r.Policy.Entries, tooMany: open.TooMany(r.Policy)}
	if u, err := d.view.URL(base.Edition()); err == nil {
		d.prefix = u.String()
	}
	return &open.Listing{Meta: metaOf(base, info), Entries: d.entries(ctx), Close: d.close}, nil
}

// dirView returns the view with the final slash of a directory.
func dirView(v views.File) views.File {
	if n := len(v.Path); n == 0 || v.Path[n-1] != "" {
		v.Path = append(v.Path[:n:n], "")
	}
	return v
}

// dirURL returns u with the final slash of a directory, so that relative
// references inside it resolve to its entries. Source: draft1996 13.3.
func dirURL(u earl.URL, v views.File) (earl.URL, error) {
	if n := len(v.Path); n > 0 && v.Path[n-1] == "" {
		return u, nil
	}
	return dirView(v).URL(u.Edition())
}

// directory is an open directory of a listing.
type directory struct {
	f       *os.File
	base    earl.URL
	view    views.File // with its final slash
	prefix  string     // the URL of view, or ""
	limit   int
	tooMany error
}

// close closes the directory. A second call does nothing.
func (d *directory) close() error {
	if err := d.f.Close(); !errors.Is(err, fs.ErrClosed) {
		return err
	}
	return nil
}

// entries yields the entries, with one batch in memory at a time.
func (d *directory) entries(ctx context.Context) iter.Seq2[open.Entry, error] {
	return func(yield func(open.Entry, error) bool) {
		defer d.close()
		for n := 0; ; {
			names, err := d.f.ReadDir(batch)
			slices.SortFunc(names, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			for part := range d.groups(names) {
				if ctx.Err() != nil {
					yield(open.Entry{}, ctx.Err())
					return
				}
				for _, e := range part {
					if n++; n > d.limit {
						yield(open.Entry{}, d.tooMany)
						return
					}
					if !yield(e, nil) {
						return
					}
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(open.Entry{}, failure(err))
				return
			}
		}
	}
}

// groups yields the entries of names in groups. While the caller uses one, the next one is
// looked up.
func (d *directory) groups(names []fs.DirEntry) iter.Seq[[]open.Entry] {
	return func(yield func([]open.Entry) bool) {
		var ahead chan []open.Entry
		for part := range slices.Chunk(names, group) {
			next := make(chan []open.Entry, 1)
			go func() { next <- d.lookUp(part) }()
			if ahead != nil && !yield(<-ahead) {
				<-next
				return
			}
			ahead = next
		}
		if ahead != nil {
			yield(<-ahead)
		}
	}
}

// lookUp returns the entries of some names.
func (d *directory) lookUp(names []fs.DirEntry) []open.Entry {
	all := make([]open.Entry, len(names))
	var wait sync.WaitGroup
	for first := range min(lookups, len(names)) {
		wait.Go(func() {
			for i := first; i < len(names); i += lookups {
				all[i] = d.entry(names[i])
			}
		})
	}
	wait.Wait()
	return all
}

// entry returns the entry of a name. For a symbolic link it describes the
// target. A file that cannot be read or is of another type has no kind.
func (d *directory) entry(de fs.DirEntry) open.Entry {
	name := de.Name()
	e := open.Entry{Name: name, Meta: open.Meta{Size: -1}}
	info, err := de.Info()
	link := ""
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		path := filepath.Join(d.f.Name(), name)
		link, _ = os.Readlink(path)
		info, err = os.Stat(path)
	}
	u, uerr := d.url(name, err == nil && info.IsDir())
	if err == nil {
		e.Meta = metaOf(u, info)
		if e.Kind == open.KindDocument {
			e.Type = open.TypeByName(name)
		}
	}
	e.URL, e.Link = u, link
	if uerr != nil {
		e.URL = earl.URL{}
		e.Note = append(e.Note, uerr.Error())
	}
	return e
}

// url returns the URL of an entry. A name that needs no escape except for its spaces is
// appended to the URL of the directory, which takes a fifth of the time.
func (d *directory) url(name string, dir bool) (earl.URL, error) {
	if d.prefix != "" && isPlain(name) {
		text := d.prefix + strings.ReplaceAll(name, " ", "%20")
		if dir {
			text += "/"
		}
		return d.base.Edition().Parse(text)
	}
	v := d.view
	v.Path = append(v.Path[:len(v.Path)-1:len(v.Path)-1], earl.Octets(name))
	if dir {
		v.Path = append(v.Path, "")
	}
	return v.URL(d.base.Edition())
}

// isPlain reports whether a name consists of spaces, which every edition escapes, and of
// letters, digits, ".", "-" and "_", which every edition allows in a path.
func isPlain(name string) bool {
	for i := range len(name) {
		c := name[i]
		if letter := c|0x20 >= 'a' && c|0x20 <= 'z'; !letter && (c < '0' || c > '9') && c != '.' && c != '-' && c != '_' && c != ' ' {
			return false
		}
	}
	return strings.Trim(name, ".") != ""
}
