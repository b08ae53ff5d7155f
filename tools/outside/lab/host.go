package main

import (
	"net/netip"
	"strings"
)

// normalHost returns a host after what no one disputes: ASCII letters in lower case,
// no brackets, and an IPv6 address in its short form. It decodes no escape and no number.
func normalHost(host string) string {
	host = lower(host)
	inner, ok := strings.CutPrefix(host, "[")
	if ok {
		inner, ok = strings.CutSuffix(inner, "]")
	}
	if !ok {
		inner = host
	}
	address, err := netip.ParseAddr(inner)
	switch {
	case err == nil && address.Is6() && address.Zone() == "":
		return address.String()
	case ok && strings.HasPrefix(inner, "v"):
		return inner // an IPvFuture literal
	}
	return host
}

// lower changes ASCII letters only.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
