package linkcheck

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/earl-url/earl"
)

// A HostStats counts results by the host of their URLs. The zero HostStats is ready to
// use. It is for one goroutine.
type HostStats struct{ hosts map[string]*hostCount }

// A hostCount has the counts of one host.
type hostCount struct {
	name       string
	urls       map[string]bool
	severities [len(severityWords)]int
	took       time.Duration // of all URLs
}

// Add counts a result. A result without a host is ignored.
func (s *HostStats) Add(r *Result) {
	u, err := earl.RFC3986.Parse(r.URL)
	if err != nil {
		return
	}
	name := addressOf(u)
	if name == "" {
		return
	}
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
func (s *HostStats) Lines() iter.Seq[string] {
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
			if !yield(fmt.Sprintf("%s: URLs %d, problems %d, warnings %d, mean time %v", h.name, len(h.urls), h.severities[SeverityFault], h.severities[SeverityWarning], mean.Round(time.Millisecond))) {
				return
			}
		}
	}
}
