package transfer

import (
	"fmt"
	"io/fs"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
)

// An action is what a transfer does with its file.
type action uint8

const (
	create    action = iota // write a new file, unless another program creates it first
	overwrite               // write the file, whatever it contains
	resume                  // write after the bytes that the file has
	probe                   // ask the server for the size and time of the object, then decide again
	skip                    // keep the file: the reason is an open.ErrUnchanged
	refuse                  // keep the file: the reason is an error
)

// A state is what is known about the file of a transfer and about its object.
type state struct {
	to   savedir.Place
	info fs.FileInfo // of the file; nil if there is no file
	now  time.Time

	copied   bool           // the file belongs to a copy of a tree
	line     *treecopy.Line // of the file in the list of copied files; nil if no earlier copy saved it
	object   *open.Meta     // the size and time of the object, or nil
	answered bool           // object is the response to the request, and not from a listing or a probe
}

// decide returns what a transfer does with its file, and the reason for skip and refuse. It
// is called before the request, again after a probe, and again if the response decides the
// name of the file. No other function decides whether a file may be written.
func decide(o *Options, s state) (action, error) {
	act := s.writing(o)
	switch {
	case s.info == nil, s.answered && o.Force:
		return act, nil
	case s.age() < o.MaxAge:
		return skip, &upToDateError{s.to.Shown(), fmt.Sprintf("is younger than %v (--max-age)", o.MaxAge)}
	case s.line != nil && s.line.Edited(s.info):
		return skip, treecopy.ErrEdited
	case s.line != nil && (o.Whole || s.answered || !s.isListed()):
		return act, nil
	case s.line != nil, s.copied && identical(s.info, s.object), o.Newer && sameAs(s.info, s.object):
		return skip, &upToDateError{s.to.Shown(), "is up to date (-N)"}
	case o.Newer && s.object == nil:
		return probe, nil
	case o.overwrites(), !s.to.Within, act == resume && o.Checksum.name == "":
		return act, nil
	case o.ServerName && !s.answered: // the server gives the file another name
		return act, nil
	}
	return refuse, console.Local(s.to.Taken())
}

// overwrites reports whether a file may be overwritten that no earlier copy saved.
func (o *Saving) overwrites() bool { return o.Force || o.Newer || o.MaxAge > 0 }

// writing returns how a file is written that may be written.
func (s *state) writing(o *Options) action {
	switch {
	case o.Resume.Given:
		return resume
	case o.overwrites(), !s.to.Within, s.line != nil, o.Checksum.name != "":
		return overwrite
	}
	return create
}

// age returns how long ago the file was written. It is unlimited for what is not a regular file.
func (s *state) age() time.Duration {
	if !s.info.Mode().IsRegular() {
		return time.Duration(1<<63 - 1)
	}
	return max(0, s.now.Sub(s.info.ModTime()))
}

// isListed reports whether the file is what an earlier copy wrote, and the listing still has
// the size and time of the object that it had then.
func (s *state) isListed() bool {
	return s.intact() && s.object != nil && s.object.Time.Equal(s.line.Time) && s.object.Size == s.line.Size
}

// intact reports whether the file has the size with which an earlier copy wrote it.
func (s *state) intact() bool { return s.line != nil && s.info.Size() == s.line.Local }

// sameAs reports whether a file is current: whether it has the size of the object and is
// not older. If the server does not report when the object changed, the result is false.
func sameAs(info fs.FileInfo, m *open.Meta) bool {
	if m == nil || m.Time.IsZero() || m.Time.Truncate(time.Second).After(info.ModTime()) {
		return false
	}
	return m.Size < 0 || m.Size == info.Size()
}

// identical reports whether a file that is not in the list of a copy is the object: whether
// it has the size and time of the object, as copied files have.
func identical(info fs.FileInfo, m *open.Meta) bool {
	return m != nil && !m.Time.IsZero() && m.Size == info.Size() && m.Time.Truncate(time.Second).Equal(info.ModTime().Truncate(time.Second))
}

// An objectState identifies the state of an object: its version, size and time.
type objectState struct {
	version string
	size    int64
	time    time.Time
}

// stateOf returns the state of an opened object.
func stateOf(m *open.Meta) *objectState { return &objectState{m.Version, m.Size, m.Time} }

// exact reports whether s is precise enough to detect any change of the object.
func (s *objectState) exact() bool {
	return s.version != "" || s.size >= 0 && !s.time.IsZero()
}

// same reports whether no known value differs between two states.
func (s *objectState) same(other *objectState) bool {
	if s.version != "" && other.version != "" && s.version != other.version {
		return false
	}
	return s.size == other.size && s.time.Equal(other.time)
}
