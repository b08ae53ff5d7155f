package linkcheck

import "github.com/earl-url/earl/internal/robots"

// A common is what all visits of a check share. Several goroutines may use it.
type common struct {
	o        *Options // effective
	sites    *sites
	robots   *robots.Sites
	siblings siblings
}

// newCommon returns what the visits of a check share. problem is called with the problems
// of a robots.txt.
func newCommon(o *Options, problem func(RobotsProblem)) *common {
	s := newSites(o.Policy)
	return &common{o: o, sites: s, robots: newRules(o, s, problem)}
}
