// Package hoststats counts the results of a check by the host of their URLs.
package hoststats

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
)

// Counts counts results by the host of their URLs. The zero Counts is ready to
// use. It is for one goroutine.
type Counts struct{ hosts map[string]*hostCount }

// A hostCount has the counts of one host.
type hostCount struct {
	name       string
	urls       map[string]bool
	severities [linkcheck.SeverityFault + 1]int
	took       time.Duration // of all URLs
}

// Add counts a result. A result without a host is ignored.
func (s *Counts) Add(r *linkcheck.Result) {
	u, err := earl.RFC3986.Parse(r.URL)
	if err != nil {
		return
	}
	at, err := open.HostPort(u)
	if err != nil {
		return
	}
	name := strings.ToLower(at)
	if s.hosts == nil {
		s.hosts = map[string]*hostCount{}
	}
	h := s.hosts[name]
	if h == nil {
		h = &hostCount{name: name, urls: map[string]bool{}}
		s.hosts[name] = h
	}
	h.severities[r.Severity]++
	if !h.urls[r.URL] {
		h.urls[r.URL] = true
		h.took += r.Took
	}
}

// Lines yields a line for each host, those with the most URLs first.
func (s *Counts) Lines() iter.Seq[string] {
	return func(yield func(string) bool) {
		var list []*hostCount
		for _, h := range s.hosts {
			list = append(list, h)
		}
		slices.SortFunc(list, func(a, b *hostCount) int {
			return cmp.Or(cmp.Compare(len(b.urls), len(a.urls)), cmp.Compare(a.name, b.name))
		})
		for _, h := range list {
			mean := h.took / time.Duration(len(h.urls))
			if !yield(fmt.Sprintf("%s: URLs %d, problems %d, warnings %d, mean time %v", h.name, len(h.urls), h.severities[linkcheck.SeverityFault], h.severities[linkcheck.SeverityWarning], mean.Round(time.Millisecond))) {
				return
			}
		}
	}
}
