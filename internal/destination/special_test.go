package destination

import (
	"net/netip"
	"slices"
	"testing"
)

// registry has the rows of the IANA IPv4 and IPv6 Special-Purpose Address
// Registries of 2025-10-09: the address block, the RFC, and whether the block is
// globally reachable ("N/A" counts as no).
var registry = []struct {
	block, rfc string
	global     bool
}{
	{"0.0.0.0/8", "rfc791", false}, {"0.0.0.0/32", "rfc1122", false}, {"10.0.0.0/8", "rfc1918", false},
	{"100.64.0.0/10", "rfc6598", false}, {"127.0.0.0/8", "rfc1122", false}, {"169.254.0.0/16", "rfc3927", false},
	{"172.16.0.0/12", "rfc1918", false}, {"192.0.0.0/24", "rfc6890", false}, {"192.0.0.0/29", "rfc7335", false},
	{"192.0.0.8/32", "rfc7600", false}, {"192.0.0.9/32", "rfc7723", true}, {"192.0.0.10/32", "rfc8155", true},
	{"192.0.0.170/32", "rfc8880", false}, {"192.0.0.171/32", "rfc8880", false}, {"192.0.2.0/24", "rfc5737", false},
	{"192.31.196.0/24", "rfc7535", true}, {"192.52.193.0/24", "rfc7450", true}, {"192.88.99.0/24", "rfc7526", false},
	{"192.88.99.2/32", "rfc6751", false}, {"192.168.0.0/16", "rfc1918", false}, {"192.175.48.0/24", "rfc7534", true},
	{"198.18.0.0/15", "rfc2544", false}, {"198.51.100.0/24", "rfc5737", false}, {"203.0.113.0/24", "rfc5737", false},
	{"240.0.0.0/4", "rfc1112", false}, {"255.255.255.255/32", "rfc8190", false},

	{"::1/128", "rfc4291", false}, {"::/128", "rfc4291", false}, {"::ffff:0:0/96", "rfc4291", false},
	{"64:ff9b::/96", "rfc6052", true}, {"64:ff9b:1::/48", "rfc8215", false}, {"100::/64", "rfc6666", false},
	{"100:0:0:1::/64", "rfc9780", false}, {"2001::/23", "rfc2928", false}, {"2001::/32", "rfc4380", false},
	{"2001:1::1/128", "rfc7723", true}, {"2001:1::2/128", "rfc8155", true}, {"2001:1::3/128", "rfc9665", true},
	{"2001:2::/48", "rfc5180", false}, {"2001:3::/32", "rfc7450", true}, {"2001:4:112::/48", "rfc7535", true},
	{"2001:10::/28", "rfc4843", false}, {"2001:20::/28", "rfc7343", true}, {"2001:30::/28", "rfc9374", true},
	{"2001:db8::/32", "rfc3849", false}, {"2002::/16", "rfc3056", false}, {"2620:4f:8000::/48", "rfc7534", true},
	{"3fff::/20", "rfc9637", false}, {"5f00::/16", "rfc9602", false}, {"fc00::/7", "rfc4193", false},
	{"fe80::/10", "rfc4291", false},
}

// embedding are the ranges whose addresses contain an IPv4 address, which is checked.
var embedding = []string{"::ffff:0:0/96", "64:ff9b::/96"}

// last returns the last address of a prefix.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < len(b)*8; i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

// TestSpecialRegistry checks that every row of the registries is in the table,
// and that the first and last address of a row which is not globally reachable
// are special.
func TestSpecialRegistry(t *testing.T) {
	anycast := []netip.Prefix{netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("2001::/23")}
	for _, row := range registry {
		if slices.Contains(embedding, row.block) {
			continue
		}
		p := netip.MustParsePrefix(row.block)
		i := slices.IndexFunc(specialRanges[:], func(r specialRange) bool { return r.prefix == row.block })
		if i < 0 {
			t.Errorf("add %s (%s) to specialRanges in special.go", row.block, row.rfc)
			continue
		}
		local := slices.ContainsFunc(anycast, func(q netip.Prefix) bool { return q.Contains(p.Addr()) })
		if public := specialRanges[i].word == ""; public != (row.global && !local) {
			t.Errorf("%s: word %q, but the registry's Globally Reachable is %v", row.block, specialRanges[i].word, row.global)
		}
		for _, a := range []netip.Addr{p.Addr(), last(p)} {
			if got := Special(a); (got == "") != (row.global && !local) {
				t.Errorf("Special(%s) = %q, but Globally Reachable of %s is %v", a, got, row.block, row.global)
			}
		}
	}
	seen := map[string]bool{}
	for _, r := range specialRanges {
		if p := netip.MustParsePrefix(r.prefix); p != p.Masked() || r.source == "" || seen[r.prefix] {
			t.Errorf("row %+v: a prefix with host bits, no source, or a second time", r)
		}
		seen[r.prefix] = true
	}
}

// TestMetadataAddresses checks the metadata services of clouds, and their IPv4
// addresses inside IPv6 addresses.
func TestMetadataAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"168.63.129.16": Metadata, "168.63.129.15": "", "168.63.129.17": "",
		"169.254.169.254": Metadata, "169.254.169.253": "link-local",
		"100.100.100.200": Metadata, "192.0.0.192": Metadata, "169.254.170.2": Metadata,
		"fd00:ec2::254": Metadata, "fd20:ce::254": Metadata, "fd20:ce::255": "private",
		"::ffff:168.63.129.16": Metadata, "::ffff:8.8.8.8": "",
		"64:ff9b::168.63.129.16": Metadata, "64:ff9b::8.8.8.8": "", "64:ff9b::10.0.0.1": "private",
		"64:ff9b:1::168.63.129.16": Metadata, "64:ff9b:1::8.8.8.8": "translation",
		"::168.63.129.16": Metadata, "::8.8.8.8": "IPv4-compatible", "::": "unspecified",
		"2002:a83f:8110::1": Metadata, "2002:808:808::1": "6to4",
		"2001:0:808:808::a83f:8110":    Metadata,
		"::ffff:0:168.63.129.16":       Metadata,
		"2001:470::5efe:168.63.129.16": Metadata, "2001:470::200:5efe:10.0.0.1": "private", "2001:470::100:5efe:10.0.0.1": "",
		"2001:470::5efe:8.8.8.8": "", "fe80::5efe:8.8.8.8": "link-local",
	} {
		if got := Special(netip.MustParseAddr(text)); got != want {
			t.Errorf("Special(%s) = %q, want %q", text, got, want)
		}
	}
}

func TestSpecialAddresses(t *testing.T) {
	tests := map[string]string{
		"8.8.8.8": "", "1.1.1.1": "", "172.32.0.1": "", "100.128.0.1": "", "192.167.255.255": "", "223.255.255.255": "",
		"127.0.0.1": "loopback", "127.255.255.255": "loopback", "10.1.2.3": "private", "172.16.0.1": "private", "172.31.255.255": "private",
		"192.168.1.1": "private", "169.254.169.254": "cloud-metadata", "100.64.0.1": "shared", "0.0.0.0": "this-network",
		"224.0.0.1": "multicast", "255.255.255.255": "broadcast", "198.18.0.1": "benchmarking", "192.0.2.1": "documentation",
		"::1": "loopback", "::": "unspecified", "fe80::1": "link-local", "fe80::1%eth0": "link-local", "fc00::1": "private", "fd00::1": "private",
		"ff02::1": "multicast", "2001:db8::1": "documentation", "2002:7f00:1::": "6to4", "::ffff:127.0.0.1": "loopback", "::ffff:8.8.8.8": "",
		"64:ff9b::7f00:1": "loopback", "64:ff9b::808:808": "", "::7f00:1": "IPv4-compatible", "2001:4860:4860::8888": "", "2606:4700::1111": "",
		"2001::1": "Teredo", "fec0::1": "site-local",
		"::ffff:0:127.0.0.1": "reserved", "4000::1": "reserved", "64:ff9b:2::1": "reserved", "1fff::1": "reserved", "2a00::1": "", "3ffe::1": "",
		"64:ff9b:1:ffff::7f00:1": "translation", "3fff::1": "documentation", "5f00::1": "segment-routing",
	}
	for text, want := range tests {
		if got := Special(netip.MustParseAddr(text)); got != want {
			t.Errorf("Special(%s) = %q, want %q", text, got, want)
		}
	}
}
