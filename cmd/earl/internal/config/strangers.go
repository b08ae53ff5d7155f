package config

import "github.com/earl-url/earl/open/known"

// certificates returns what decides about the certificates of gemini servers. With Strangers, a
// link in a page cannot add to the file of the user: new ones are kept in memory.
func (s *Settings) certificates() *known.Trust {
	if !s.Strangers {
		return s.trust
	}
	return &known.Trust{Store: &unwritten{file: s.trust.Store}, First: s.trust.First}
}

// unwritten is a store that reads another one and does not change it. It adds keys in memory.
type unwritten struct {
	file   known.Store
	memory known.File
}

// Find implements [known.Store].
func (u *unwritten) Find(k known.Key) ([]known.Kept, error) {
	if found, err := u.memory.Find(k); err != nil || len(found) > 0 {
		return found, err
	}
	return u.file.Find(k)
}

// Add implements [known.Store].
func (u *unwritten) Add(k known.Key) (where string, err error) { return u.memory.Add(k) }
