package searchfiles

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/unwrap"
)

// Match is a URL in a file.
type Match struct {
	extract.Match
	// Written is the URL to print; it is resolved if Options.Absolute is set.
	Written string
	// Wrapped is the URL of the document if Written is the URL inside it, or "".
	Wrapped string
	// Found is false if the Match is only the position of the error that comes with
	// it. An error of the whole file has no position: its Line is 0.
	Found bool
}

// In returns the name of the file that contains the match, for people. For a
// match in an archive it ends in "!" and the path in the archive.
func (m *Match) In(file string) string {
	if m.Member == "" {
		return file
	}
	return file + "!" + m.Member
}

// RelativeError reports why a relative reference was not resolved.
type RelativeError struct {
	Reference string // may contain a password
	Plain     bool   // the reference is in plain text, which has no base
	Err       error  // the error of resolving it against the base; nil: no base is known
}

// Error returns a sentence without the password.
func (e *RelativeError) Error() string {
	what := cmp.Or(earl.Redact(e.Reference), "a reference to the document itself")
	switch {
	case e.Err != nil:
		return what + " " + e.Err.Error()
	case e.Plain:
		return what + " is relative, and plain text has no base"
	}
	return what + " is relative, and no base is known"
}

// Unwrap returns the error of resolving.
func (e *RelativeError) Unwrap() error { return e.Err }

// Matches yields the matches in a file while it is being searched. The sequence
// continues after an error that comes with a position or a URL: a URL that is
// too long, a base that cannot be used (see [document.Harmless]), or a
// [*RelativeError]. An error without both is the error of the file, for example
// [document.ErrBinary].
//
// The sequence can be iterated only once, before the loop over the files
// continues. If the caller stops early, the search of the file ends.
func (f *File) Matches() iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		defer f.end()
		for {
			batch, more := f.next()
			if !more {
				return
			}
			for i := range batch {
				if m, err, ok := f.search.result(&batch[i]); ok && !yield(m, err) {
					return
				}
			}
		}
	}
}

// next returns the next matches, and false at the end.
func (f *File) next() (batch []item, more bool) {
	select {
	case batch, more = <-f.matches:
		return batch, more
	default: // the search is slower than the caller
	}
	if idle := f.search.o.Idle; idle != nil && !idle() {
		f.search.failed = true
		return nil, false
	}
	batch, more = <-f.matches
	return batch, more
}

// result returns a match as the caller sees it, or false if the caller does not want it.
func (s *search) result(it *item) (Match, error, bool) {
	m := Match{Match: it.Match, Written: it.written, Wrapped: it.wrapped}
	if it.err != nil && it.URL == "" {
		return m, it.err, true
	}
	if s.o.Absolute && it.Relative && it.Member != "" && it.Base.From == extract.NoBase {
		return m, it.err, it.err != nil // a link to another file of the archive, which has no URL
	}
	if s.seen != nil && !s.seen.First(it.key) {
		return m, it.err, it.err != nil
	}
	m.Found = true
	if err := s.relative(it); err != nil {
		if m.Found = !s.o.Absolute; it.err == nil {
			return m, err, true
		}
	}
	return m, it.err, true
}

// relative returns why a match is relative, if this must be reported: for
// references in plain text, and for all references if they should be resolved.
func (s *search) relative(it *item) error {
	switch {
	case !it.Relative:
	case s.o.Absolute && it.noBase != nil && it.Base.From != extract.NoBase:
		return &RelativeError{Reference: it.URL, Err: it.noBase}
	case it.Base.From != extract.NoBase:
	case !it.Kind.IsLink():
		return &RelativeError{Reference: it.URL, Plain: true}
	case s.o.Absolute:
		return &RelativeError{Reference: it.URL}
	}
	return nil
}

// prepare resolves the URL of a match, and reports whether its scheme was
// requested.
func (s *search) prepare(it *item) bool {
	same := it.URL
	part, isPart := it.Base.Part(s.o.Extract.Edition, it.URL)
	switch {
	case isPart:
		same = part.String()
	case !it.Relative && s.o.Absolute && s.o.Extract.Edition != nil:
		if u, err := s.o.Extract.Edition.Parse(it.URL); err == nil {
			same = u.String() // repaired, for the next program in a pipe
		}
	case it.Relative && (s.o.Absolute || it.Base.From != extract.NoBase):
		u, err := it.Base.Resolve(s.o.Extract.Edition, it.URL)
		if it.noBase = err; err == nil {
			same = u.String()
		}
	}
	if s.o.Absolute {
		it.written = same
	}
	if s.o.Unwrap && it.Doubt == extract.Whole {
		if target, ok := unwrap.Target(same); ok {
			same, it.written, it.wrapped = target, target, same
		}
	}
	if s.o.Schemes != nil && !s.hasScheme(it) {
		return false
	}
	if s.seen != nil {
		it.key = s.key(same)
	}
	return true
}

// hasScheme reports whether a match has a scheme that was requested.
func (s *search) hasScheme(it *item) bool {
	scheme, _, ok := strings.Cut(it.written, ":")
	return ok && (!it.Relative || it.written != it.URL) &&
		slices.ContainsFunc(s.o.Schemes, func(want string) bool { return strings.EqualFold(want, scheme) })
}

// key returns a text that is the same for all URLs that are equal at the level.
// The key of a text that is not a valid URL is the text itself.
func (s *search) key(url string) string {
	u, err := earl.RFC3986.Parse(url)
	if err != nil {
		return url
	}
	return u.Normalize(s.o.Level).String()
}
