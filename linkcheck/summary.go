package linkcheck

import "time"

// A Summary is what a check came to. The zero Summary is that of nothing.
type Summary struct {
	URLs   int // different ones, without their fragments
	Places int // where they stand
	Pages  int // that were read for links
	Unread int // that a limit left out, or cut, or that nobody here can read: links on them are not checked
	Counts [len(statusWords)]int
	Began  time.Time
	Took   time.Duration
}

// Count returns how many URLs have a status. One that stands in several places
// with several fragments counts once for each fragment that is missing.
func (s *Summary) Count(of Status) int { return s.Counts[of] }

// Faults returns how many URLs have a status that is a fault.
func (s *Summary) Faults() int {
	n := 0
	for status, count := range s.Counts {
		if Status(status).Fault() {
			n += count
		}
	}
	return n
}
