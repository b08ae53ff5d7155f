package destination

import (
	"net/netip"
	"testing"
)

// Each address of a metadata service has a source, is in no public range by accident, and
// is found.
func TestMetadataServices(t *testing.T) {
	seen := map[netip.Addr]bool{}
	for _, s := range metadataServices {
		if s.source == "" || seen[s.address] {
			t.Errorf("%s: no source, or a second time", s.address)
		}
		seen[s.address] = true
		if got := Special(s.address); got != Metadata {
			t.Errorf("Special(%s) = %q, want %q", s.address, got, Metadata)
		}
		for _, next := range []netip.Addr{s.address.Next(), s.address.Prev()} {
			if !isService(next) && Special(next) == Metadata {
				t.Errorf("Special(%s) = %q, but it is only next to a service", next, Metadata)
			}
		}
	}
	for _, text := range []string{"fd00:c1::a9fe:a9fe", "fd00:a9fe:a9fe::1", "100.100.100.200", "fd00:100::100:200", "fe80::a9fe:a9fe%eth0", "169.254.169.252", "fd00:ec2::23", "fd00:42::42"} {
		if got := Special(netip.MustParseAddr(text)); got != Metadata {
			t.Errorf("Special(%s) = %q, want %q", text, got, Metadata)
		}
	}
}

// embed returns prefix with an IPv4 address at four places.
func embed(prefix string, v4 netip.Addr, places [4]int) netip.Addr {
	b, four := netip.MustParseAddr(prefix).As16(), v4.As4()
	for i, place := range places {
		b[place] = four[i]
	}
	return netip.AddrFrom16(b)
}

// A metadata service is found inside each form of IPv6 address that contains an IPv4
// address, and its neighbour is not. Source: rfc6052 2.2; rfc3056 2; rfc4380 4; rfc5214 6.1;
// rfc4291 2.5.5; rfc2765 2.1.
func TestMetadataInside(t *testing.T) {
	inverted := func(a netip.Addr) netip.Addr { return teredoClient(embed("::", a, embeddings[0])) }
	for _, s := range metadataServices {
		if !s.address.Is4() {
			continue
		}
		for _, isService := range []bool{true, false} {
			v4 := s.address
			if !isService {
				v4 = netip.MustParseAddr("8.8.4.4")
			}
			for name, a := range map[string]netip.Addr{
				"mapped":                   embed("::ffff:0:0", v4, embeddings[0]),
				"compatible":               embed("::", v4, embeddings[0]),
				"translated":               embed("::ffff:0:0:0", v4, embeddings[0]),
				"NAT64":                    embed("64:ff9b::", v4, embeddings[0]),
				"local NAT64 /96":          embed("64:ff9b:1::", v4, embeddings[0]),
				"local NAT64 /96, subnet":  embed("64:ff9b:1:fffe:1:2::", v4, embeddings[0]),
				"local NAT64 /64":          embed("64:ff9b:1:7::", v4, embeddings[1]),
				"local NAT64 /56":          embed("64:ff9b:1::", v4, embeddings[2]),
				"local NAT64 /48":          embed("64:ff9b:1::", v4, embeddings[3]),
				"network's NAT64 /96":      embed("2a00:1:2:3::", v4, embeddings[0]),
				"network's NAT64 /64":      embed("2a00:1:2:3::", v4, embeddings[1]),
				"network's NAT64 /56":      embed("fd12:1:2:3::", v4, embeddings[2]),
				"network's NAT64 /48":      embed("2a00:1:2::", v4, embeddings[3]),
				"network's NAT64 /40":      embed("2a00:1:2::", v4, embeddings[4]),
				"network's NAT64 /32":      embed("2a00:1::", v4, embeddings[5]),
				"6to4":                     embed("2002::1", v4, [4]int{2, 3, 4, 5}),
				"Teredo client":            embed("2001:0:808:808::", inverted(v4), embeddings[0]),
				"Teredo server":            embed("2001::f7f7:f7f7", v4, [4]int{4, 5, 6, 7}),
				"ISATAP":                   embed("2a00:1::5efe:0:0", v4, embeddings[0]),
				"ISATAP, public":           embed("fd12::200:5efe:0:0", v4, embeddings[0]),
				"ISATAP in link-local":     embed("fe80::5efe:0:0", v4, embeddings[0]),
				"mapped, with a port zone": embed("::ffff:0:0", v4, embeddings[0]),
			} {
				if got := Special(a) == Metadata; got != isService {
					t.Errorf("%s: Special(%s) = %q for %s", name, a, Special(a), v4)
				}
			}
		}
	}
}

func TestMetadataNames(t *testing.T) {
	for host, want := range map[string]bool{
		"metadata.google.internal": true, "METADATA.GOOGLE.INTERNAL.": true, "metadata.goog": true, "metadata": true, "instance-data": true,
		"instance-data.ec2.internal": true, "instance-data.us-west-2.compute.internal": true, "metadata.tencentyun.com": true, "api.metadata.cloud.ibm.com": true,
		"metadata.example.com": false, "google.internal": false, "x.metadata.goog": false, "metadata.goog.example": false, "": false,
	} {
		if got := IsMetadataName(host); got != want {
			t.Errorf("IsMetadataName(%q) = %v, want %v", host, got, want)
		}
	}
	for _, n := range metadataNames {
		if n.source == "" || !IsMetadataName(n.name) {
			t.Errorf("%s has no source, or is not found", n.name)
		}
	}
	if got := SpecialHost("metadata.goog", netip.MustParseAddr("8.8.8.8")); got != Metadata {
		t.Errorf("SpecialHost = %q, want %q", got, Metadata)
	}
}

// Each pair of classes. Source: rfc1738 6.
func TestClassesLeadTo(t *testing.T) {
	classes := []Class{0, ClassPublic, ClassLoopback, ClassPrivate, ClassShared, ClassLinkLocal, ClassMetadata, ClassOther}
	for _, from := range classes {
		for _, to := range classes[1:] {
			want := to == ClassPublic || from == 0 || from == to
			if got := from.LeadsTo(to); got != want {
				t.Errorf("class %d leads to class %d: %v, want %v", from, to, got, want)
			}
		}
	}
	for text, want := range map[string]Class{
		"8.8.8.8": ClassPublic, "127.0.0.1": ClassLoopback, "::1": ClassLoopback, "10.0.0.1": ClassPrivate, "fd12::1": ClassPrivate, "fec0::1": ClassPrivate,
		"100.64.0.1": ClassShared, "169.254.7.7": ClassLinkLocal, "fe80::1": ClassLinkLocal, "169.254.169.254": ClassMetadata,
		"198.18.0.1": ClassOther, "0.0.0.0": ClassOther, "224.0.0.1": ClassOther, "2001:db8::1": ClassOther, "64:ff9b::7f00:1": ClassLoopback,
	} {
		if got := ClassOf(Special(netip.MustParseAddr(text))); got != want {
			t.Errorf("the class of %s is %d, want %d", text, got, want)
		}
	}
}
