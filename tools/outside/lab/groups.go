package main

import (
	"cmp"
	"slices"
)

// group is a text with what the parsers read in it.
type group struct {
	text
	Hosts   []hostGroup
	NoHost  []string // parsers that accept the text and read no host
	Refused []string
	NotRun  int
}

// hostGroup is a host with the parsers that read it.
type hostGroup struct {
	Host    string
	Parsers []string
}

// split reports whether the core parsers read different hosts.
func (g *group) split(core map[string]bool) bool {
	hosts := 0
	for _, h := range g.Hosts {
		if slices.ContainsFunc(h.Parsers, func(p string) bool { return core[p] }) {
			hosts++
		}
	}
	return hosts > 1
}

// join makes the group of each text from the results.
func join(results []result, texts []text) []group {
	groups := make([]group, len(texts))
	for i, t := range texts {
		groups[i] = group{text: t}
		byHost := map[string][]string{}
		for _, r := range results {
			if r.err == nil && i < len(r.readings) {
				groups[i].add(byHost, &r.readings[i])
			}
		}
		for host, list := range byHost {
			groups[i].Hosts = append(groups[i].Hosts, hostGroup{host, list})
		}
		slices.SortFunc(groups[i].Hosts, func(a, b hostGroup) int {
			return cmp.Or(len(b.Parsers)-len(a.Parsers), cmp.Compare(a.Host, b.Host))
		})
	}
	return groups
}

func (g *group) add(byHost map[string][]string, r *reading) {
	switch {
	case r.Accepted == nil:
		g.NotRun++
	case !*r.Accepted:
		g.Refused = append(g.Refused, r.Parser)
	case r.HostNorm == "":
		g.NoHost = append(g.NoHost, r.Parser)
	default:
		byHost[r.HostNorm] = append(byHost[r.HostNorm], r.Parser)
	}
}

// pairs counts, for two parsers, the texts that both accept and read with different hosts.
func pairs(a, b *result) (both, differ int) {
	for i := range min(len(a.readings), len(b.readings)) {
		if x, y := &a.readings[i], &b.readings[i]; x.accepts() && y.accepts() {
			both++
			if x.HostNorm != y.HostNorm {
				differ++
			}
		}
	}
	return both, differ
}
