package nfs

import (
	"fmt"
	"math"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/internal/protocol/xdr"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

const (
	// partNames is how many bytes of names one call requests, for servers that
	// count them.
	partNames = 8 << 10
	// partSize is how large a part of a directory may be, with its attributes:
	// some hundred entries. Version 2 has at most 8192 bytes.
	partSize = 64 << 10
	// maxExtra is how many entries of a listing are looked up one by one, because
	// the server sent no attributes, or to read a link. Each needs a call.
	maxExtra = 1000
	// maxDots is how many entries "." and ".." a directory may have. They are not
	// listed, so the limit on entries does not count them. It has two.
	maxDots = 100
)

// lister reads a directory.
type lister struct {
	s     *session
	dir   object
	view  views.NFS // of the directory
	begun bool
	plus  bool // READDIRPLUS is not yet refused
	extra int  // calls for single entries so far
}

// list returns the listing of a directory.
func (s *session) list(meta open.Meta, dir object) *open.Listing {
	l := &lister{s: s, dir: dir, view: s.directory(), plus: s.version == 3}
	return &open.Listing{Meta: meta, Entries: l.entries, Close: s.Close}
}

// item is an entry as the server sent it.
type item struct {
	name string
	object
	link string
}

// part is a part of a directory.
type part struct {
	items    []item
	cookie   uint64 // of the last one
	verifier []byte // valid until the next call
	end      bool
}

// entries yields the entries.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	if l.begun {
		return
	}
	l.begun = true
	defer l.s.Close()
	if err := l.each(yield); err != nil {
		yield(open.Entry{}, prefixed(err))
	}
}

// each yields the entries, and returns an error unless all were yielded or the
// caller stopped. Source: rfc1813 3.3.16, 3.3.17; rfc1094 2.2.17.
func (l *lister) each(yield func(open.Entry, error) bool) error {
	policy := l.s.call.Policy
	verifier := make([]byte, verifier3)
	seen := map[uint64]bool{0: true} // the cookies that were sent
	for cookie, count, dots := uint64(0), 0, 0; ; {
		p, err := l.part(cookie, verifier)
		if err != nil {
			return err
		}
		cookie = p.cookie
		copy(verifier, p.verifier)
		for i := range p.items {
			it := &p.items[i]
			if it.name == "." || it.name == ".." {
				if dots++; dots > maxDots {
					return fmt.Errorf("%w: more than %d entries %q and %q", open.ErrProtocol, maxDots, ".", "..")
				}
				continue
			}
			if count++; count > policy.Entries {
				return open.TooMany(policy)
			}
			if err := l.look(it); err != nil {
				return err
			}
			if !yield(l.entry(*it), nil) {
				return nil
			}
		}
		switch {
		case p.end:
			return nil
		case len(p.items) == 0:
			return fmt.Errorf("%w: a part of a directory without entries, and not its end", open.ErrProtocol)
		case seen[cookie]:
			return fmt.Errorf("%w: the directory repeats: cookie %d came before", open.ErrProtocol, cookie)
		}
		seen[cookie] = true
	}
}

// part requests a part of the directory.
func (l *lister) part(cookie uint64, verifier []byte) (part, error) {
	if l.plus {
		p, err := l.request(cookie, verifier)
		if codeOf(err) != statusUnsupported && stateOf(err) != rpc.NoProcedure {
			return p, err
		}
		l.plus = false
	}
	return l.request(cookie, verifier)
}

// partRequest returns the call for a part of the directory after a cookie.
func (l *lister) partRequest(cookie uint64, verifier []byte) request {
	s := l.s
	if s.version == 2 {
		q := s.request("READDIR", readDir3, readDir2, l.dir.handle, "")
		q.args = xdr.AppendUint32(xdr.AppendUint32(q.args, uint32(cookie)), maxData2)
		return q
	}
	name, procedure := "READDIR", uint32(readDir3)
	if l.plus {
		name, procedure = "READDIRPLUS", readDirPlus3
	}
	q := s.request(name, procedure, 0, l.dir.handle, "")
	q.args = xdr.AppendFixed(xdr.AppendUint64(q.args, cookie), verifier)
	if l.plus {
		q.args = xdr.AppendUint32(q.args, partNames)
	}
	q.args = xdr.AppendUint32(q.args, uint32(min(partSize, s.options.Record-overhead)))
	return q
}

// request requests and reads a part of the directory.
func (l *lister) request(cookie uint64, verifier []byte) (p part, err error) {
	q := l.partRequest(cookie, verifier)
	r, err := l.s.do(q)
	if err == nil {
		err = l.s.status(q, r)
	}
	if err != nil {
		return part{}, err
	}
	p = l.readPart(r)
	return p, l.s.finish(q, r)
}

// readPart reads the results of READDIR or READDIRPLUS. Each entry has some
// bytes, so the size of the message limits their number.
func (l *lister) readPart(r *xdr.Reader) (p part) {
	if l.s.version == 3 {
		l.s.optionalAttributes(r)
		p.verifier = r.Fixed(verifier3)
	}
	for r.Bool() {
		var it item
		if l.s.version == 3 {
			r.Uint64() // the number of the file
		} else {
			r.Uint32()
		}
		it.name = string(r.Opaque(maxName))
		if l.s.version == 3 {
			p.cookie = r.Uint64()
		} else {
			p.cookie = uint64(r.Uint32())
		}
		if l.plus {
			it.attributes = l.s.optionalAttributes(r)
			if r.Bool() {
				it.handle = l.s.readHandle(r)
			}
		}
		p.items = append(p.items, it)
	}
	p.end = r.Bool()
	return p
}

// look requests what is missing about an entry: its attributes, and the text of
// a link. An entry that was removed meanwhile stays without them.
func (l *lister) look(it *item) error {
	if it.known && it.kind != kindLink || l.extra >= maxExtra {
		return nil
	}
	l.extra++
	if !it.known || len(it.handle) == 0 {
		o, err := l.s.lookup(l.dir.handle, it.name)
		if err != nil {
			return ignoreStatus(err)
		}
		it.object = o
	}
	if it.kind != kindLink {
		return nil
	}
	text, err := l.s.readLink(it.object, it.name)
	it.link = text
	return ignoreStatus(err)
}

// ignoreStatus returns an error unless it is a code of the server.
func ignoreStatus(err error) error {
	if codeOf(err) != statusOK {
		return nil
	}
	return err
}

// entry returns the entry of an item. Its name is one segment, whatever bytes it
// has.
func (l *lister) entry(it item) open.Entry {
	e := open.Entry{Name: it.name, Meta: open.Meta{Size: -1, Time: it.time, Link: it.link}}
	if it.link != "" {
		e.Note = []string{fmt.Sprintf("a symbolic link to %q", it.link)}
	}
	v := l.view
	last := len(v.Path) - 1
	v.Path = append(v.Path[:last:last], earl.Octets(it.name))
	switch {
	case it.known && it.kind == kindDirectory:
		e.Kind = open.KindListing
		v.Path = append(v.Path, "")
	case it.known && it.kind == kindFile:
		e.Kind, e.Size = open.KindDocument, min(it.size, math.MaxInt64)
		e.Type = open.TypeByName(it.name)
	}
	if it.name != "" {
		e.URL, _ = v.URL(l.s.call.URL.Edition())
	}
	return e
}
