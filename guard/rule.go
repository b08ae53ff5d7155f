package guard

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/destination"
	"github.com/earl-url/earl/internal/uts46"
)

// A rule is one entry of a list: a host or a range of addresses, and a port.
type rule struct {
	host string          // in lower case without a final dot; "*", or "*." before it; "" for a range
	net  destination.Net // if host is ""
	port uint16          // 0: every port
}

// rules is one list of Options.
type rules []rule

// parseRules reads a list.
func parseRules(entries []string) (rules, error) {
	var all rules
	for _, entry := range entries {
		r, err := parseRule(entry)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", entry, err)
		}
		all = append(all, r)
	}
	return all, nil
}

// parseRule reads an entry of a list.
func parseRule(entry string) (rule, error) {
	if n, err := destination.ParseNet(entry); err == nil {
		return rule{net: n, port: n.Port}, nil
	}
	host, digits, hasPort := strings.Cut(entry, ":")
	r := rule{host: hostKey(host)}
	if hasPort {
		port, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || port == 0 {
			return rule{}, errors.New("the port must be a number from 1 to 65535")
		}
		r.port = uint16(port)
	}
	if r.host == "*" && r.port != 0 {
		return r, nil
	}
	if reason := destination.BadHost(strings.TrimPrefix(r.host, "*.")); reason != "" {
		return rule{}, errors.New(reason)
	}
	return r, nil
}

// hostKey returns a host in the form that rules compare: in lower case, with A-labels, without
// a final dot.
func hostKey(host string) string {
	prefix := ""
	if name, ok := strings.CutPrefix(host, "*."); ok {
		prefix, host = "*.", name
	}
	return prefix + strings.TrimSuffix(strings.ToLower(asciiHost(host)), ".")
}

// asciiHost returns a host with A-labels, or the host if UTS 46 makes none. http.Client
// converts names in the same way.
func asciiHost(host string) string {
	if !hasUnicode(host) {
		return host
	}
	if a, ok := uts46.ToASCII(host); ok {
		return a
	}
	return host
}

// matches reports whether r contains a destination. addr is the zero Addr if it
// is not known.
func (r rule) matches(host string, addr netip.Addr, port uint16) bool {
	switch {
	case r.port != 0 && r.port != port:
		return false
	case r.host == "":
		return addr.IsValid() && r.net.Contains(netip.AddrPortFrom(addr, port))
	case r.host == "*":
		return true
	}
	if suffix, ok := strings.CutPrefix(r.host, "*"); ok {
		return strings.HasSuffix(hostKey(host), suffix)
	}
	return hostKey(host) == r.host
}

// match reports whether a rule of the list contains a destination.
func (all rules) match(host string, addr netip.Addr, port uint16) bool {
	return slices.ContainsFunc(all, func(r rule) bool { return r.matches(host, addr, port) })
}

// matchAddress is match without the rules for every host.
func (all rules) matchAddress(host string, addr netip.Addr, port uint16) bool {
	return slices.ContainsFunc(all, func(r rule) bool { return r.host != "*" && r.matches(host, addr, port) })
}

// matchPort is match for the rules that contain the port.
func (all rules) matchPort(host string, addr netip.Addr, port uint16) bool {
	return slices.ContainsFunc(all, func(r rule) bool { return r.port != 0 && r.matches(host, addr, port) })
}

// hasNet reports whether the list has a range of addresses for a port.
func (all rules) hasNet(port uint16) bool {
	return slices.ContainsFunc(all, func(r rule) bool { return r.host == "" && (r.port == 0 || r.port == port) })
}
