package linkcheck

import (
	"fmt"
	"time"

	"github.com/earl-url/earl/internal/robots"
)

// A RobotsProblem is a robots.txt that was not read, or not understood in full.
type RobotsProblem struct {
	URL string
	// Err is why the file could not be read. URLs of its site were then not opened, so the
	// check is not complete. Source: rfc9309 2.3.1.4.
	Err error
	// Lines is how many lines were not understood; the rules of the others were followed.
	// Source: rfc9309 2.3.1.1.
	Lines int
	First int  // the number of the first of these lines, from 1
	Cut   bool // the file is longer than 500 KiB, and the rest was not read
}

// String returns a sentence about the problem.
func (p RobotsProblem) String() string {
	unread := robots.Unread{Lines: p.Lines, First: p.First, Cut: p.Cut}
	if p.Err != nil {
		return fmt.Sprintf("%s cannot be read, so nothing else of this site is opened: %s", p.URL, plain(p.Err))
	}
	return p.URL + ": " + unread.String()
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
