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
	"github.com/earl-url/earl/views"
)

// lister reads a directory listing from a data connection.
type lister struct {
	t     *transfer
	dir   views.FTP // the directory of the entries
	form  *form
	begun bool
	lines int    // lines so far
	count int    // of those that were yielded
	self  string // the argument of NLST
	held  bool   // the first line was self; it waits for the next line
	half  string // the first half of an entry, which waits for the next line
}

// form is how the lines of a reply are read. A line that is neither an entry nor
// in none is not understood.
type form struct {
	parse   func(line string) (item, bool) // an item "." is not an entry
	none    func(line string) bool         // a line that is certainly not an entry
	isHalf  func(line string) bool         // the first of two lines of an entry, or nil
	unknown string                         // what a line is not, for messages
	doubt   string                         // why an empty reply is not certainly an empty directory, or ""
}

// formMLSD is that of a reply to MLSD.
var formMLSD = form{
	parse:   parseMLSD,
	none:    func(line string) bool { return line == "" },
	unknown: "it is not facts and a name (rfc3659 7.2)",
}

// formLIST returns that of a reply to LIST which arrives at a time.
func formLIST(now time.Time) *form {
	return &form{
		parse:   func(line string) (item, bool) { return parseList(line, now) },
		none:    isSummary,
		isHalf:  isVMSName,
		unknown: "it has no known form of a line of LIST",
	}
}

// formNLST returns that of a reply to NLST. Some servers reply to it as to LIST.
func formNLST(parse func(line string) (item, bool)) *form {
	now := time.Now()
	return &form{
		parse: func(line string) (item, bool) {
			if _, long := parseUnix(line, now); long {
				return item{}, false
			}
			return parse(line)
		},
		none:    func(line string) bool { return line == "" },
		unknown: "it is a line of a long listing, not a name",
		doubt:   "the reply to NLST is empty: some servers send that if there is no such directory",
	}
}

// list lists the current directory, to which cwd led. It uses MLSD, which has a
// standard form, else LIST. Source: rfc3659 7; rfc959 4.1.3.
func (s *session) list(ctx context.Context, cwd []earl.Octets) (open.Resource, error) {
	data, err := s.passive(ctx)
	if err != nil {
		return nil, err
	}
	form := &formMLSD
	t, r, err := s.begin(ctx, data, "MLSD")
	if err == nil && (r.Code >= 500 && r.Code <= 504) {
		form = formLIST(time.Now())
		t, r, err = s.begin(ctx, data, "LIST") // the data connection was not used
	}
	return s.listing(t, r, err, data, cwd, form)
}

// nameList lists with NLST the name of the URL. An empty listing may mean that
// there is no such directory: some servers do not report it.
// Source: rfc1738 3.2.2.
func (s *session) nameList(ctx context.Context) (open.Resource, error) {
	data, err := s.passive(ctx)
	if err != nil {
		return nil, err
	}
	name := s.view.Name.Value
	if name == "" {
		t, r, err := s.begin(ctx, data, "NLST")
		return s.listing(t, r, err, data, s.view.Cwd, formNLST(parseName))
	}
	t, r, err := s.begin(ctx, data, "NLST", name)
	parse := func(line string) (item, bool) { return parseNameIn(line, string(name)) }
	return s.listing(t, r, err, data, append(s.view.Cwd[:len(s.view.Cwd):len(s.view.Cwd)], name), formNLST(parse))
}

// parseName reads a line of a reply to NLST: a name and nothing else.
func parseName(line string) (item, bool) {
	return item{name: line, size: -1}, line != ""
}

// parseNameIn reads a line of a reply to NLST with an argument: a name in that
// directory, optionally with the directory before it. Many servers read "*",
// "?" and "[" as a pattern, and return the names that match it.
func parseNameIn(line, arg string) (item, bool) {
	if name, ok := strings.CutPrefix(line, strings.TrimSuffix(arg, "/")+"/"); ok {
		return parseName(name)
	}
	it, ok := parseName(line)
	matched, err := path.Match(arg, line)
	it.beside = matched && err == nil && line != arg
	return it, ok
}

// listing returns the resource of a listing that has begun, or its error.
func (s *session) listing(t *transfer, r reply, err error, data *wire.Conn, cwd []earl.Octets, form *form) (open.Resource, error) {
	if err == nil && !r.Preliminary() && !r.Done() {
		err = s.refusal(t.command, r, nil)
	}
	l := &lister{t: t, dir: s.directory(cwd), form: form}
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
	return &open.Listing{Meta: meta, Entries: l.entries, Close: t.Close, Doubt: l.doubt}, nil
}

// directory returns the view of the directory that cwd leads to. Its URL ends
// in a slash, so that relative references are resolved within it. It has no
// typecode and no password.
func (s *session) directory(cwd []earl.Octets) views.FTP {
	v := s.view
	v.Password, v.Type = earl.Secret{}, earl.Field{}
	v.Cwd, v.Name = cwd, earl.Some("")
	return v
}

// entries yields the entries as they arrive. It ends in an error unless the
// server reported that it sent all.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	if l.begun {
		return
	}
	l.begun = true
	defer l.t.Close()
	for {
		b, err := l.t.data.ReadLine(l.t.s.Req.Policy.ReplyLine, "Policy.ReplyLine")
		line := string(b)
		if err == nil {
			l.lines++
		}
		if err == nil && l.lines == 1 && line == l.self && line != "" {
			l.held = true
			continue
		}
		if l.held && !l.release(err == io.EOF, yield) {
			return
		}
		line, ok := l.join(line, err, yield)
		if !ok {
			return
		}
		if err != nil {
			if err = l.end(err); err != nil {
				yield(open.Entry{}, err)
			}
			return
		}
		if !l.read(line, yield) {
			return
		}
	}
}

// join returns line after the half of an entry that waits for it. A half that the
// line does not complete is not understood. err is that of reading the line.
func (l *lister) join(line string, err error, yield func(open.Entry, error) bool) (string, bool) {
	half := l.half
	l.half = ""
	switch {
	case half == "":
		return line, true
	case err == nil && strings.HasPrefix(line, " "):
		return half + line, true
	case err == nil:
		return line, l.unknown(l.lines-1, half, yield)
	}
	return line, l.unknown(l.lines, half, yield)
}

// read yields the entry in a line, if it has one.
func (l *lister) read(line string, yield func(open.Entry, error) bool) bool {
	if l.form.none(line) {
		return true
	}
	if l.form.isHalf != nil && l.form.isHalf(line) {
		l.half = line
		return true
	}
	it, ok := l.form.parse(line)
	switch {
	case !ok:
		return l.unknown(l.lines, line, yield)
	case it.name == ".", it.name == "..":
		return true
	}
	return l.emit(l.entry(it), nil, yield)
}

// unknown yields a line that was not understood.
func (l *lister) unknown(n int, line string, yield func(open.Entry, error) bool) bool {
	return l.emit(open.Entry{}, l.t.fault(l.t.s.Secrets.NotUnderstood(n, line, l.form.unknown)), yield)
}

// doubt returns why the directory may have entries although the reply had none.
func (l *lister) doubt() string {
	if l.count > 0 {
		return ""
	}
	return l.form.doubt
}

// emit yields an entry, or the error of a line, if the limit is not reached.
func (l *lister) emit(e open.Entry, err error, yield func(open.Entry, error) bool) bool {
	if policy := l.t.s.Req.Policy; l.count >= policy.Entries {
		yield(open.Entry{}, l.t.fault(open.TooMany(policy)))
		return false
	}
	l.count++
	return yield(e, err)
}

// release yields the first name of a reply to NLST if it is the argument. If it
// is the only name, the argument is not a directory but the object itself.
func (l *lister) release(only bool, yield func(open.Entry, error) bool) bool {
	l.held = false
	return l.emit(l.entry(item{name: l.self, size: -1, beside: only}), nil, yield)
}

// end checks the end of the data. It returns nil if all was sent.
func (l *lister) end(err error) error {
	if !errors.Is(err, io.EOF) {
		return l.t.broken(err)
	}
	if err = l.t.finish(); err == nil && l.t.unsigned() {
		return l.t.fault(errUnsigned)
	}
	return err
}

// entry returns the entry of an item. Its name is one segment, whatever bytes
// it has: a slash in it becomes %2F. A name that a command line cannot contain
// has no URL. Source: rfc1738 3.2.2.
func (l *lister) entry(it item) open.Entry {
	e := open.Entry{Name: it.name, Meta: open.Meta{Kind: it.kind, Size: it.size, Time: it.time}}
	if strings.ContainsAny(it.name, "\r\n\x00") {
		e.Note = []string{"no URL can be written for its name, which has a line end or a NUL"}
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
