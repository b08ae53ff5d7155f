package nfs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// place is where an object is on a server: names below the public directory or,
// if absolute, below the root.
type place struct {
	absolute bool
	names    []string // without "", "." and ".."
}

// placeOf returns the place of a URL. It removes "." and "..", as in every URL.
// Source: rfc2224 1, 6.1; rfc3986 5.2.4.
func placeOf(v views.NFS) place {
	p := place{absolute: v.Absolute()}
	for _, name := range v.Names() {
		switch {
		case name == ".":
		case name != "..":
			p.names = append(p.names, string(name))
		case len(p.names) > 0:
			p.names = p.names[:len(p.names)-1]
		}
	}
	return p
}

// canonical returns the path that LOOKUP sends for a place, with an escape for
// each byte that could be read as something else.
// Source: rfc2054 6.1, canonical paths; rfc2224 1, 6.
func (p place) canonical() string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	if p.absolute {
		b.WriteByte('/')
	}
	for i, name := range p.names {
		if i > 0 {
			b.WriteByte('/')
		}
		for k := range len(name) {
			if c := name[k]; c < ' ' || c > '~' || c == '%' || c == '/' {
				b.WriteString(string([]byte{'%', digits[c>>4], digits[c&15]}))
			} else {
				b.WriteByte(c)
			}
		}
	}
	if b.Len() == 0 {
		return "."
	}
	return b.String()
}

// linked returns the place that a link at p points to. A link from the public
// directory cannot point out of it: only the server knows what is there.
// Source: rfc2224 6.2.
func (p place) linked(text string) (place, error) {
	names := p.names[:max(0, len(p.names)-1)]
	if strings.HasPrefix(text, "/") {
		if !p.absolute {
			return place{}, errEscape
		}
		names = nil
	}
	to := place{p.absolute, slices.Clone(names)}
	for _, name := range strings.Split(text, "/") {
		switch {
		case name == "", name == ".":
		case name != "..":
			to.names = append(to.names, name)
		case len(to.names) == 0:
			return place{}, errEscape
		default:
			to.names = to.names[:len(to.names)-1]
		}
	}
	return to, nil
}

// find finds the object at a place: by the public file handle, or with MOUNT.
//
// Departs: rfc2224 2 uses the public file handle first. A server with MOUNT on
// the port of NFS is asked for it first, because such servers have no public file
// handle, and one of them, unfs3 0.11, ends when it receives one.
func (s *session) find(ctx context.Context, p place) (object, error) {
	here, err := s.mountsHere()
	if err != nil {
		return object{}, err
	}
	if !here {
		if o, err := s.public(p); !lacksPublic(err) {
			return o, err
		}
	}
	defer func() {
		if s.mounts != nil && s.mounts != s.conn {
			s.mounts.Close()
		}
	}()
	rest, err := s.mount(ctx, p.names, here)
	if err != nil {
		return object{}, err
	}
	return s.walk(rest)
}

// lacksPublic reports whether an error means that the server has no public file
// handle. Source: rfc2224 7.
func lacksPublic(err error) bool {
	switch codeOf(err) {
	case statusInvalid, statusStale, statusBadHandle, statusUnsupported, statusFault:
		return true
	}
	switch stateOf(err) {
	case rpc.BadArguments, rpc.SystemError:
		return true
	}
	return false
}

// public finds an object by the public file handle. The server follows links on
// the way, but not the last one. Source: rfc2224 4, 6, 6.2.
func (s *session) public(p place) (object, error) {
	for links := 0; ; links++ {
		path := p.canonical()
		o, err := s.lookup(s.publicHandle(), path)
		if s.version == 3 && speaks2(err) {
			s.version = 2
			o, err = s.lookup(s.publicHandle(), path)
		}
		if err != nil || o.kind != kindLink {
			return o, err
		}
		if links == s.options.Links {
			return object{}, s.tooManyLinks()
		}
		text, err := s.readLink(o, path)
		if err != nil {
			return object{}, err
		}
		if p, err = p.linked(text); err != nil {
			return object{}, linkError(path, text, err)
		}
		s.noteLink(path, text)
	}
}

// speaks2 reports whether an error of version 3 means that the server may have
// version 2. Source: rfc2224 4.
func speaks2(err error) bool {
	var e *rpc.Error
	return errors.As(err, &e) && e.State == rpc.WrongVersion && e.Low <= 2 && (e.High >= 2 || e.High == 0)
}

// walk finds an object below the mounted directory, name by name. It follows
// each link itself. Source: rfc1813 3.3.5; rfc2224 7.
func (s *session) walk(todo []string) (object, error) {
	path := []object{s.root} // from the mounted directory to the present one
	var from, to string      // the latest link
	for links := 0; len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			if len(path) > 1 {
				path = path[:len(path)-1]
			} else if err := s.climb(); err != nil {
				return object{}, linkError(from, to, err)
			} else {
				path[0] = s.root
			}
			continue
		}
		o, err := s.lookup(path[len(path)-1].handle, name)
		if err != nil {
			return object{}, err
		}
		if o.kind != kindLink {
			path = append(path, o)
			continue
		}
		if links++; links > s.options.Links {
			return object{}, s.tooManyLinks()
		}
		text, err := s.readLink(o, name)
		if err != nil {
			return object{}, err
		}
		names := strings.Split(text, "/")
		if strings.HasPrefix(text, "/") {
			if names, err = s.inExport(names[1:]); err != nil {
				return object{}, linkError(name, text, err)
			}
			path = []object{s.root}
		}
		if len(names)+len(todo) > maxNames {
			return object{}, s.tooManyLinks()
		}
		s.noteLink(name, text)
		from, to = name, text
		todo = append(slices.Clone(names), todo...)
	}
	return path[len(path)-1], nil
}

// maxNames is the most names that links may add to a path: more than a path of
// the greatest length has.
const maxNames = 4096

// inExport returns the names of an absolute path below the mounted directory. It
// mounts a directory above that one if it must.
func (s *session) inExport(names []string) ([]string, error) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" || name == "." })
	for len(names) < len(s.export) || !slices.Equal(names[:len(s.export)], s.export) {
		if err := s.climb(); err != nil {
			return nil, err
		}
	}
	return names[len(s.export):], nil
}

// climb mounts the parent of the mounted directory, for a link that points
// there. The server must accept it, and report the same file system: then it is
// part of the same export.
func (s *session) climb() error {
	if len(s.export) == 0 {
		return errEscape
	}
	parent := s.export[:len(s.export)-1]
	handle, err := s.mountPath(s.mounts, "/"+strings.Join(parent, "/"))
	if codeOf(err) != statusOK {
		return errEscape
	}
	if err != nil {
		return err
	}
	root := object{handle: handle}
	if err := s.complete(&root, ".."); err != nil {
		return err
	}
	if root.fs != s.root.fs {
		return errEscape
	}
	s.root, s.export = root, parent
	return nil
}

// noteLink records that a link was followed.
func (s *session) noteLink(name, text string) {
	s.notes = append(s.notes, fmt.Sprintf("%q is a symbolic link to %q", name, text))
}

// linkError returns the error for a link that is not followed.
func linkError(name, text string, err error) error {
	return fmt.Errorf("%q -> %q: %w", name, text, err)
}

// tooManyLinks returns the error for a loop of links.
func (s *session) tooManyLinks() error {
	return &open.LimitError{Setting: "nfs.Options.Links", Err: fmt.Errorf("%w: more than %d symbolic links", open.ErrNotFound, s.options.Links)}
}
