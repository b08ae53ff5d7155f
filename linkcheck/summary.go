package linkcheck

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// A Summary has the totals of a check. The zero Summary is for no links.
type Summary struct {
	URLs       int // different ones, without their fragments
	Places     int // in documents
	Pages      int // that were read for links
	Unread     int // skipped or truncated because of a limit, or not readable: their links are not checked
	Counts     [len(statusWords)]int
	Severities [len(severityWords)]int // how many results have each Severity
	Reasons    map[string]int          // how many results are Skipped for each reason, without its details; nil for none
	Known      int                     // faults that a baseline has: they are not among the Severities
	Began      time.Time
	Took       time.Duration
	// Interrupted says that the check ended early: there may be links that have no result.
	Interrupted bool
	Capped      []CrawlDelay // the Crawl-delays that were capped, by server
}

// Count returns how many URLs have a status. One that is in several places with
// several fragments counts once for each fragment that is missing.
func (s *Summary) Count(of Status) int { return s.Counts[of] }

// maxReasons is how many reasons of skipped links are counted each: more than there are
// without reasons that contain a text of a document.
const maxReasons = 50

// Skipped yields the reasons why links were skipped, the most frequent first, with the
// number of results.
func (s *Summary) Skipped() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, why := range slices.SortedFunc(maps.Keys(s.Reasons), func(a, b string) int {
			return cmp.Or(cmp.Compare(s.Reasons[b], s.Reasons[a]), cmp.Compare(a, b))
		}) {
			if !yield(why, s.Reasons[why]) {
				return
			}
		}
	}
}

// add counts a result.
func (s *Summary) add(x *Result) {
	s.Counts[x.Status]++
	s.Severities[x.Severity]++
	if x.Status != Skipped {
		return
	}
	if s.Reasons == nil {
		s.Reasons = map[string]int{}
	}
	why, _, _ := strings.Cut(x.Message, ": ") // without the details
	if _, ok := s.Reasons[why]; !ok && len(s.Reasons) >= maxReasons {
		why = "other reasons"
	}
	s.Reasons[why]++
}

// Faults returns how many results are faults.
func (s *Summary) Faults() int { return s.Severities[SeverityFault] }

// Warnings returns how many results are warnings.
func (s *Summary) Warnings() int { return s.Severities[SeverityWarning] }
