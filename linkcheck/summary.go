package linkcheck

import (
	"fmt"
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
	Known      int                     // faults that a baseline has: they are not among the Severities
	Began      time.Time
	Took       time.Duration
	// Interrupted says that the check ended early: there may be links that have no result.
	Interrupted bool
	Capped      []CrawlDelay // the Crawl-delays that were capped, by server
}

// A CrawlDelay is the time between two requests that the robots.txt of a server
// asks for, where it is longer than Options.MaxCrawlDelay.
type CrawlDelay struct {
	Server string        // "http://host:port"
	Asked  time.Duration // by robots.txt
	Kept   time.Duration // by the check
}

// String returns a sentence that says that a Crawl-delay was capped.
func (d CrawlDelay) String() string {
	return fmt.Sprintf("%s: robots.txt asks for %v between requests (Crawl-delay), capped at %v", d.Server, d.Asked, d.Kept)
}

// Count returns how many URLs have a status. One that is in several places with
// several fragments counts once for each fragment that is missing.
func (s *Summary) Count(of Status) int { return s.Counts[of] }

// add counts a result.
func (s *Summary) add(x *Result) {
	s.Counts[x.Status]++
	s.Severities[x.Severity]++
}

// Faults returns how many results are faults.
func (s *Summary) Faults() int { return s.Severities[SeverityFault] }

// Warnings returns how many results are warnings.
func (s *Summary) Warnings() int { return s.Severities[SeverityWarning] }
