package mid

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// A match is a message with the Message-ID of a URL.
type match struct {
	path   string
	number int // of the message in its file, from 1
	span
	mbox  bool
	inner []int // for a message that it encloses: the number of its part, and so on
}

// maxFolders is how many levels of directories are looked at. Folders of mail
// are not nested so deep.
const maxFolders = 16

// errEnough ends a search early.
var errEnough = errors.New("enough")

// A search reads the headers of messages.
type search struct {
	ctx   context.Context
	opts  Options // effective
	found func(id earl.Octets, m match) error
	seen  map[string]bool // the unique names of the messages in a Maildir
	read  int             // messages so far
}

// newSearch returns a search that calls found for each message with an id.
func newSearch(ctx context.Context, o Options, found func(id earl.Octets, m match) error) *search {
	return &search{ctx: ctx, opts: o, found: found, seen: map[string]bool{}}
}

// mail looks in Options.Mail. It returns the error of the places that were not read to
// their end, which are the texts of notes, and errEnough or the error of the context.
func (s *search) mail(trace func(text string)) (notes []string, fault, ended error) {
	for _, path := range s.opts.Mail {
		trace("looks for the message in " + path)
		switch err := s.store(path); {
		case err == errEnough:
			return notes, fault, err
		case err != nil && s.ctx.Err() != nil:
			return notes, fault, s.ctx.Err()
		case err != nil:
			err = fmt.Errorf("a mailbox was not read to its end: %w", err)
			fault = errors.Join(fault, prefixed(err))
			notes = append(notes, err.Error())
		}
	}
	return notes, fault, nil
}

// store looks in one of Options.Mail.
func (s *search) store(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return s.file(path, info.Mode())
	}
	return s.dir(path, 0)
}

// dir looks in a directory: a Maildir, or one of messages. It looks in the
// directories below it too, and not at symbolic links in it.
func (s *search) dir(path string, depth int) error {
	if depth > maxFolders {
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	isMaildir := isMaildir(entries)
	if isMaildir {
		if err := errors.Join(s.maildir(filepath.Join(path, "new")), s.maildir(filepath.Join(path, "cur"))); err != nil {
			return err
		}
	}
	for _, e := range entries {
		name := e.Name()
		at := filepath.Join(path, name)
		switch {
		case s.ctx.Err() != nil:
			return s.ctx.Err()
		case isMaildir && (name == "new" || name == "cur" || name == "tmp"): // tmp has messages that are not complete
		case e.IsDir() && (name[0] != '.' || isMaildir): // ".Sent" is a folder of a Maildir
			err = s.dir(at, depth+1)
		case e.Type().IsRegular() && name[0] != '.' && !isMaildir:
			err = s.file(at, 0)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// isMaildir reports whether a directory with these entries is a Maildir.
func isMaildir(entries []fs.DirEntry) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() && e.Name() == name })
	}
	return has("cur") && has("new")
}

// maildir looks in the directory "new" or "cur" of a Maildir. Another program
// may move a message from "new" to "cur" meanwhile, or change what follows the
// ":" in its name, or remove it. So "new" is read first.
func (s *search) maildir(path string) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		unique, _, _ := strings.Cut(e.Name(), ":")
		unique = filepath.Join(filepath.Dir(path), unique)
		if s.seen[unique] || !e.Type().IsRegular() || e.Name()[0] == '.' {
			continue
		}
		err := s.file(filepath.Join(path, e.Name()), 0)
		if errors.Is(err, fs.ErrNotExist) {
			if moved := movedTo(path, e.Name()); moved != "" {
				err = s.file(moved, 0)
			}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		s.seen[unique] = true
	}
	return nil
}

// movedTo returns the new path of a message of a Maildir, or "".
func movedTo(path, name string) string {
	unique, _, _ := strings.Cut(name, ":")
	entries, _ := os.ReadDir(filepath.Join(filepath.Dir(path), "cur"))
	for _, e := range entries {
		if now, _, _ := strings.Cut(e.Name(), ":"); now == unique && e.Type().IsRegular() {
			return filepath.Join(filepath.Dir(path), "cur", e.Name())
		}
	}
	return ""
}

// file looks in a file: an mbox, or one message. mode has its type bits.
func (s *search) file(path string, mode fs.FileMode) error {
	if !mode.IsRegular() {
		return fmt.Errorf("%s: not a regular file", path)
	}
	if s.opts.beforeOpen != nil {
		s.opts.beforeOpen(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	number := 0
	sc := &scanner{ctx: s.ctx, headers: s.opts.Headers}
	sc.each = func(id earl.Octets, at span) error {
		number++
		m := match{path: path, number: number, span: at, mbox: sc.mbox}
		if err := s.take(id, m); err != nil || !at.encloses {
			return err
		}
		return s.enclosed(f, m)
	}
	return sc.scan(f)
}

// take counts a message, and calls found if it has an id.
func (s *search) take(id earl.Octets, m match) error {
	if s.read++; s.read > s.opts.Messages {
		return &open.LimitError{Setting: "mid.Options.Messages", Err: fmt.Errorf("%w: more than %d messages", open.ErrCut, s.opts.Messages)}
	}
	if id == "" {
		return nil
	}
	return s.found(id, m)
}

// A message is the bytes of a match.
type message struct {
	io.Reader
	io.Closer
	size int64
}

// reader returns the bytes of the message in its file.
func (m match) reader(f *os.File) *bufio.Reader {
	section := io.NewSectionReader(f, m.start, m.end-m.start)
	if m.mbox {
		return bufio.NewReader(newUnquoted(section))
	}
	return bufio.NewReader(section)
}

// open returns the bytes of a match.
func (m match) open(o Options) (*message, error) {
	f, err := os.Open(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		if moved := movedTo(filepath.Dir(m.path), filepath.Base(m.path)); moved != "" {
			f, err = os.Open(moved)
		}
	}
	if err != nil {
		return nil, err
	}
	r := m.reader(f)
	if len(m.inner) == 0 {
		return &message{r, f, m.end - m.start - m.quoted}, nil
	}
	inner, err := m.descend(r, o)
	if err != nil {
		f.Close()
		return nil, err
	}
	return &message{inner, f, -1}, nil
}
