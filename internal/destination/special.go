// Package destination has what package open and package guard both check about
// where a connection goes: special addresses, ports of other protocols, hosts and
// ranges of addresses. It also has the dialling of checked addresses.
package destination

import (
	"net/netip"
	"strings"
	"sync"
)

// specialRange is a range of addresses with a special purpose.
type specialRange struct {
	prefix string
	word   string // the word for its addresses in a Refusal; "" if they are public
	source string // the document that assigns the range
}

// specialRanges are the rows of the IANA IPv4 and IPv6 Special-Purpose Address
// Registries of 2025-10-09, multicast, and older assignments. The smallest range that
// contains an address decides.
//
// Departs: the registries call some anycast addresses inside 192.0.0.0/24 and
// 2001::/23 globally reachable. The nearest router uses them, which is on the
// user's own network. So these ranges are special as a whole.
var specialRanges = [...]specialRange{
	{"0.0.0.0/8", "this-network", "rfc791 3.2"},
	{"0.0.0.0/32", "this-network", "rfc1122 3.2.1.3"},
	{"10.0.0.0/8", "private", "rfc1918 3"},
	{"100.64.0.0/10", "shared", "rfc6598"},
	{"127.0.0.0/8", "loopback", "rfc1122 3.2.1.3"},
	{"169.254.0.0/16", "link-local", "rfc3927"},
	{"172.16.0.0/12", "private", "rfc1918 3"},
	{"192.0.0.0/24", "protocol", "rfc6890 2.1"},
	{"192.0.0.0/29", "protocol", "rfc7335"},
	{"192.0.0.8/32", "protocol", "rfc7600"},
	{"192.0.0.9/32", "protocol", "rfc7723"},
	{"192.0.0.10/32", "protocol", "rfc8155"},
	{"192.0.0.170/32", "protocol", "rfc7050 2.2; rfc8880"},
	{"192.0.0.171/32", "protocol", "rfc7050 2.2; rfc8880"},
	{"192.0.2.0/24", "documentation", "rfc5737"},
	{"192.31.196.0/24", "", "rfc7535"},
	{"192.52.193.0/24", "", "rfc7450"},
	{"192.88.99.0/24", "relay", "rfc7526"},
	{"192.88.99.2/32", "relay", "rfc6751"},
	{"192.168.0.0/16", "private", "rfc1918 3"},
	{"192.175.48.0/24", "", "rfc7534"},
	{"198.18.0.0/15", "benchmarking", "rfc2544"},
	{"198.51.100.0/24", "documentation", "rfc5737"},
	{"203.0.113.0/24", "documentation", "rfc5737"},
	{"224.0.0.0/4", "multicast", "rfc5771"},
	{"240.0.0.0/4", "reserved", "rfc1112 4"},
	{"255.255.255.255/32", "broadcast", "rfc8190; rfc919 7"},

	{"::/0", "reserved", "rfc4291 2.4"}, // not assigned by IANA; parts embed IPv4, such as ::ffff:0:127.0.0.1
	{"2000::/3", "", "rfc4291 2.4"},     // global unicast
	{"::/96", "IPv4-compatible", "rfc4291 2.5.5.1"},
	{"::/128", "unspecified", "rfc4291 2.5.2"},
	{"::1/128", "loopback", "rfc4291 2.5.3"},
	{"64:ff9b:1::/48", "translation", "rfc8215"},
	{"100::/64", "discard-only", "rfc6666"},
	{"100:0:0:1::/64", "dummy", "rfc9780"},
	{"2001::/23", "protocol", "rfc2928"},
	{"2001::/32", "Teredo", "rfc4380; rfc8190"},
	{"2001:1::1/128", "protocol", "rfc7723"},
	{"2001:1::2/128", "protocol", "rfc8155"},
	{"2001:1::3/128", "protocol", "rfc9665"},
	{"2001:2::/48", "benchmarking", "rfc5180"},
	{"2001:3::/32", "protocol", "rfc7450"},
	{"2001:4:112::/48", "protocol", "rfc7535"},
	{"2001:10::/28", "protocol", "rfc4843"},
	{"2001:20::/28", "protocol", "rfc7343"},
	{"2001:30::/28", "protocol", "rfc9374"},
	{"2001:db8::/32", "documentation", "rfc3849"},
	{"2002::/16", "6to4", "rfc3056"},
	{"2620:4f:8000::/48", "", "rfc7534"},
	{"3fff::/20", "documentation", "rfc9637"},
	{"5f00::/16", "segment-routing", "rfc9602"},
	{"fc00::/7", "private", "rfc4193"},
	{"fe80::/10", "link-local", "rfc4291 2.5.6"},
	{"fec0::/10", "site-local", "rfc3879"},
	{"ff00::/8", "multicast", "rfc4291 2.7"},
}

// specialPrefixes returns the prefixes of specialRanges, in the same order.
var specialPrefixes = sync.OnceValue(func() []netip.Prefix {
	prefixes := make([]netip.Prefix, len(specialRanges))
	for i, r := range specialRanges {
		prefixes[i] = netip.MustParsePrefix(r.prefix)
	}
	return prefixes
})

// Special returns the word for an address that is not on the public Internet, or
// "" for a public address. An address of a metadata service, or with one inside, is
// [Metadata]. An IPv4-mapped address is checked as its IPv4 address.
// So is one of NAT64, because a gateway sends its packets to that IPv4 address.
// An address of ISATAP is special if its prefix or its IPv4 address is. The zero
// Addr is "invalid".
func Special(a netip.Addr) string {
	if !a.IsValid() {
		return "invalid"
	}
	a = a.Unmap().WithZone("")
	if isMetadata(a) {
		return Metadata
	}
	if nat64.Contains(a) {
		return wordOf(last4(a))
	}
	if word := wordOf(a); word != "" || !isISATAP(a) {
		return word
	}
	return wordOf(last4(a))
}

// wordOf returns the word of the smallest range that contains an address.
func wordOf(a netip.Addr) string {
	word, bits := "", -1
	for i, p := range specialPrefixes() {
		if p.Bits() > bits && p.Contains(a) {
			word, bits = specialRanges[i].word, p.Bits()
		}
	}
	return word
}

// nat64 is the prefix in which an IPv4 address is reached over IPv6. Source: rfc6052 2.1.
var nat64 = netip.PrefixFrom(netip.AddrFrom16([16]byte{1: 0x64, 2: 0xff, 3: 0x9b}), 96)

// Describe returns the words for a special address, such as "a loopback address".
func Describe(word string) string {
	article := "a "
	if strings.ContainsRune("aeiouI", rune(word[0])) {
		article = "an "
	}
	return article + word + " address"
}
