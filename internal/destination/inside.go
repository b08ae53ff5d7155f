package destination

import "net/netip"

// localNAT64 is the prefix of NAT64 in a local network. Source: rfc8215 3.
var localNAT64 = netip.MustParsePrefix("64:ff9b:1::/48")

// The prefixes of addresses that contain IPv4 addresses.
var (
	compatible = netip.MustParsePrefix("::/96")           // rfc4291 2.5.5.1
	translated = netip.MustParsePrefix("::ffff:0:0:0/96") // rfc2765 2.1
	sixToFour  = netip.MustParsePrefix("2002::/16")       // rfc3056 2
	teredo     = netip.MustParsePrefix("2001::/32")       // rfc4380 4
)

// embeddings are the places of the four bytes of an IPv4 address in an address of NAT64, for
// the lengths of its prefix: 96, 64, 56, 48, 40 and 32. Byte 8 is not used. Source: rfc6052 2.2.
var embeddings = [...][4]int{{12, 13, 14, 15}, {9, 10, 11, 12}, {7, 9, 10, 11}, {6, 7, 9, 10}, {5, 6, 7, 9}, {4, 5, 6, 7}}

// Inside returns the IPv4 addresses inside an IPv6 address of a form that contains one: NAT64,
// ISATAP, 6to4, Teredo (the server and the client), IPv4-translated and IPv4-compatible
// addresses.
func Inside(a netip.Addr) []netip.Addr {
	if a = a.WithZone(""); !a.Is6() || a.Is4In6() {
		return nil
	}
	switch {
	case localNAT64.Contains(a):
		return []netip.Addr{at(a, embeddings[0]), at(a, embeddings[1]), at(a, embeddings[2]), at(a, embeddings[3])}
	case sixToFour.Contains(a):
		return []netip.Addr{at(a, [4]int{2, 3, 4, 5})}
	case teredo.Contains(a):
		return []netip.Addr{at(a, [4]int{4, 5, 6, 7}), teredoClient(a)}
	case nat64.Contains(a), isISATAP(a), translated.Contains(a), compatible.Contains(a):
		return []netip.Addr{last4(a)}
	}
	return nil
}

// at returns the IPv4 address at four places of a.
func at(a netip.Addr, places [4]int) netip.Addr {
	b := a.As16()
	return netip.AddrFrom4([4]byte{b[places[0]], b[places[1]], b[places[2]], b[places[3]]})
}

// last4 returns the IPv4 address in the last four bytes of a.
func last4(a netip.Addr) netip.Addr { return at(a, embeddings[0]) }

// teredoClient returns the IPv4 address of a Teredo client, whose bits are inverted.
// Source: rfc4380 4.
func teredoClient(a netip.Addr) netip.Addr {
	b := last4(a).As4()
	for i := range b {
		b[i] = ^b[i]
	}
	return netip.AddrFrom4(b)
}

// isISATAP reports whether the interface identifier of a contains an IPv4 address in its
// last four bytes. The byte before the middle is 0, or 2 for a public IPv4 address.
// Source: rfc5214 6.1.
func isISATAP(a netip.Addr) bool {
	b := a.As16()
	return a.Is6() && b[8]&^2 == 0 && [3]byte(b[9:]) == [3]byte{0, 0x5E, 0xFE}
}
