package visit

import (
	"slices"
	"sync"
	"time"

	"github.com/earl-url/earl"
)

// Set keeps visits. The zero value is ready to use. Several goroutines may use it.
type Set struct {
	// Idle is how long a visit holds a connection that no request reads from.
	// 0 means IdleTime.
	Idle time.Duration

	mu    sync.Mutex
	list  []*Visit // the most recently used one is last
	bytes int64
}

// New adds a visit of t. Its URL is not opened yet.
func (s *Set) New(t Target) *Visit {
	v := &Visit{ID: newID(), Target: t, set: s, done: make(chan struct{})}
	v.log.v = v
	s.mu.Lock()
	s.list = append(s.list, v)
	old := s.excess(v)
	s.mu.Unlock()
	drop(old)
	return v
}

// Find returns the visit with an id, or nil.
func (s *Set) Find(id string) *Visit {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.list, func(v *Visit) bool { return v.ID == id })
	if i < 0 {
		return nil
	}
	v := s.list[i]
	s.list = append(slices.Delete(s.list, i, i+1), v)
	return v
}

// Await marks v for the next call of Claim: the page of v has a frame that will request the
// document.
func (s *Set) Await(v *Visit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v.awaited = true
}

// Claim returns the newest visit of u that Await has marked, or nil, and removes the mark.
func (s *Set) Claim(u earl.URL) *Visit {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range slices.Backward(s.list) {
		if v.awaited && v.Is(u) {
			v.awaited = false
			return v
		}
	}
	return nil
}

// Clear drops all visits.
func (s *Set) Clear() {
	s.mu.Lock()
	old := s.list
	s.list, s.bytes = nil, 0
	s.mu.Unlock()
	drop(old)
}

// Bytes returns how many bytes the visits keep.
func (s *Set) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// grow counts n bytes that v keeps.
func (s *Set) grow(v *Visit, n int64) {
	s.mu.Lock()
	var old []*Visit
	if slices.Contains(s.list, v) {
		v.kept += n
		s.bytes += n
		old = s.excess(v)
	}
	s.mu.Unlock()
	drop(old)
}

// excess removes from s the visits that are too many, except v, and returns them. s is
// locked.
func (s *Set) excess(v *Visit) (old []*Visit) {
	for i := 0; i < len(s.list) && (len(s.list) > MaxVisits || s.bytes > MaxBytes); {
		if s.list[i] == v {
			i++
			continue
		}
		old = append(old, s.list[i])
		s.bytes -= s.list[i].kept
		s.list = slices.Delete(s.list, i, i+1)
	}
	return old
}

// drop drops visits without waiting. A dropped visit may wait for one that calls grow.
func drop(old []*Visit) {
	for _, v := range old {
		go v.drop()
	}
}

// idleTime returns how long a connection is held.
func (s *Set) idleTime() time.Duration {
	if s.Idle == 0 {
		return IdleTime
	}
	return s.Idle
}
