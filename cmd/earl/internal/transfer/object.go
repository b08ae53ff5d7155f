package transfer

import (
	"io/fs"
	"time"

	"github.com/earl-url/earl/open"
)

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
