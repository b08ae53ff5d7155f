package ftp

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// lister reads a directory listing from a data connection.
type lister struct {
	t     *transfer
	dir   earl.FTP // the directory, which entries stand in
	parse func(line string) (item, bool)
	begun bool
	count int    // of entries so far
	self  string // the argument of NLST
	held  bool   // the first line was self, and waits for what follows
}

// list lists the current directory, which was reached by cwd: by MLSD, which
// has a standard form, else by LIST. Source: rfc3659 7; rfc959 4.1.3.
func (s *session) list(ctx context.Context, cwd []earl.Octets) (open.Resource, error) {
	data, err := s.passive(ctx)
	if err != nil {
		return nil, err
	}
	parse := parseMLSD
	t, r, err := s.begin(ctx, data, "MLSD")
	if err == nil && (r.Code >= 500 && r.Code <= 504) {
		now := time.Now()
		parse = vmsLines(func(line string) (item, bool) { return parseList(line, now) })
		t, r, err = s.begin(ctx, data, "LIST") // the data connection was not used
	}
	return s.listing(t, r, err, data, cwd, parse)
}

// nameList lists by NLST what the name of the URL says. An empty listing may
// mean that there is no such directory: some servers do not tell.
// Source: rfc1738 3.2.2.
func (s *session) nameList(ctx context.Context) (open.Resource, error) {
	data, err := s.passive(ctx)
	if err != nil {
		return nil, err
	}
	name := s.view.Name.Value
	if name == "" {
		t, r, err := s.begin(ctx, data, "NLST")
		return s.listing(t, r, err, data, s.view.Cwd, parseName)
	}
	t, r, err := s.begin(ctx, data, "NLST", name)
	parse := func(line string) (item, bool) { return parseNameIn(line, string(name)) }
	return s.listing(t, r, err, data, append(s.view.Cwd[:len(s.view.Cwd):len(s.view.Cwd)], name), parse)
}

// parseName reads a line of a reply to NLST: a name and nothing else.
func parseName(line string) (item, bool) {
	return item{name: line, size: -1}, line != ""
}

// parseNameIn reads a line of a reply to NLST with an argument: a name in that
// directory, which the server may write before it. Many servers take "*", "?" and
// "[" for a pattern, and then the names are those that it matches.
func parseNameIn(line, arg string) (item, bool) {
	if name, ok := strings.CutPrefix(line, strings.TrimSuffix(arg, "/")+"/"); ok {
		return parseName(name)
	}
	it, ok := parseName(line)
	matched, err := path.Match(arg, line)
	it.beside = matched && err == nil && line != arg
	return it, ok
}

// listing makes the resource of a listing that has begun, or the error of one
// that has not.
func (s *session) listing(t *transfer, r reply, err error, data *wire.Conn, cwd []earl.Octets, parse func(string) (item, bool)) (open.Resource, error) {
	if err == nil && !r.Preliminary() && !r.Done() {
		err = s.refusal(t.command, r, nil)
	}
	l := &lister{t: t, dir: s.directory(cwd), parse: parse}
	if s.isNameList() {
		l.self = string(s.view.Name.Value)
	}
	var base earl.URL
	if err == nil {
		base, err = l.dir.URL(s.Req.URL.Edition())
	}
	if err != nil {
		data.Close()
		return nil, err
	}
	meta := open.Meta{URL: base, Kind: open.KindListing, Size: -1, Note: s.notes}
	return &open.Listing{Meta: meta, Entries: l.entries, Close: t.Close}, nil
}

// directory returns the view of the directory that cwd leads to: its URL ends in
// a slash, so that relative references are read within it, and has no typecode and no
// password.
func (s *session) directory(cwd []earl.Octets) earl.FTP {
	v := s.view
	v.Password, v.Type = earl.Secret{}, earl.Field{}
	v.Cwd, v.Name = cwd, earl.Some("")
	return v
}

// entries yields the entries as they come. It ends in an error unless the
// server said that all was sent.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	if l.begun {
		return
	}
	l.begun = true
	defer l.t.Close()
	policy := l.t.s.Req.Policy
	for {
		b, err := l.t.data.ReadLine(policy.ReplyLine, "Policy.ReplyLine")
		line := string(b)
		if err == nil && l.count == 0 && !l.held && line == l.self && line != "" {
			l.held = true
			continue
		}
		if l.held && !l.release(err == io.EOF, yield) {
			return
		}
		if err != nil {
			if err = l.end(err); err != nil {
				yield(open.Entry{}, err)
			}
			return
		}
		if it, ok := l.item(line); ok && !l.emit(l.entry(it), yield) {
			return
		}
	}
}

// emit yields an entry, unless there are too many.
func (l *lister) emit(e open.Entry, yield func(open.Entry, error) bool) bool {
	if policy := l.t.s.Req.Policy; l.count >= policy.Entries {
		yield(open.Entry{}, l.t.fault(open.TooMany(policy)))
		return false
	}
	l.count++
	return yield(e, nil)
}

// release yields the first name of a reply to NLST, which is that of the
// argument: if it is the only one it is no directory, but the object itself.
func (l *lister) release(only bool, yield func(open.Entry, error) bool) bool {
	l.held = false
	return l.emit(l.entry(item{name: l.self, size: -1, beside: only}), yield)
}

// end judges the end of the data, and is nil if all was sent.
func (l *lister) end(err error) error {
	if !errors.Is(err, io.EOF) {
		return l.t.broken(err)
	}
	if err = l.t.finish(); err == nil && l.t.unsigned() {
		return l.t.fault(errUnsigned)
	}
	return err
}

// item reads a line, and is false for one that is no entry. A line that cannot be
// read is an item of information, whole.
func (l *lister) item(line string) (item, bool) {
	it, ok := l.parse(line)
	switch {
	case ok:
		return it, it.name != "." && it.name != ".."
	case line == "" || isTotal(line):
		return item{}, false
	}
	return item{name: line, kind: open.KindInfo, size: -1}, true
}

// entry makes the entry of an item. Its name is one segment, whatever octets it
// has: a slash in it is written as %2F. A name that no command line can hold has no URL.
// Source: rfc1738 3.2.2.
func (l *lister) entry(it item) open.Entry {
	e := open.Entry{Name: it.name, Meta: open.Meta{Kind: it.kind, Size: it.size, Time: it.time}}
	if it.kind == open.KindInfo || strings.ContainsAny(it.name, "\r\n\x00") {
		return e
	}
	if it.link != "" {
		e.Link = it.link
		e.Note = []string{"a symbolic link to " + l.t.s.Hide(it.link)}
	}
	v := l.dir
	if it.beside {
		v.Cwd = v.Cwd[:len(v.Cwd)-1]
	}
	name := earl.Octets(it.name)
	if it.kind == open.KindListing {
		v.Cwd = append(v.Cwd[:len(v.Cwd):len(v.Cwd)], name)
	} else {
		v.Name = earl.Some(name)
		e.Type = open.TypeByName(it.name)
	}
	e.URL, _ = v.URL(l.t.s.Req.URL.Edition())
	return e
}
