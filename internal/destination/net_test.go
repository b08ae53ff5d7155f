package destination

import (
	"net/netip"
	"testing"
)

// One range has one form, and what is no range is an error.
func TestParseNet(t *testing.T) {
	for in, want := range map[string]string{
		"10.0.0.0/8": "10.0.0.0/8", "10.1.2.3/8": "10.0.0.0/8", "10.0.0.0/8:80": "10.0.0.0/8:80", "127.0.0.1": "127.0.0.1/32", "127.0.0.1:8080": "127.0.0.1/32:8080",
		"::1": "::1/128", "[::1]": "::1/128", "[::1]:8080": "[::1]/128:8080", "[2001:db8::]/32": "2001:db8::/32", "2001:db8::1/32:443": "[2001:db8::]/32:443",
		"0.0.0.0/0": "0.0.0.0/0", "::/0": "::/0",
		"::ffff:1.2.3.4": "1.2.3.4/32", "[::ffff:1.2.3.4]": "1.2.3.4/32", "[::ffff:1.2.3.4]:80": "1.2.3.4/32:80", "::ffff:a00:1": "10.0.0.1/32",
		"::ffff:10.0.0.0/104": "10.0.0.0/8", "::ffff:10.1.2.3/104": "10.0.0.0/8", "[::ffff:10.0.0.0]/104:80": "10.0.0.0/8:80", "::ffff:0:0/96": "0.0.0.0/0", "::FFFF:1.2.3.4/128": "1.2.3.4/32",
		"::1.2.3.4": "::102:304/128", "64:ff9b::1.2.3.4/96": "64:ff9b::/96",
	} {
		n, err := ParseNet(in)
		if err != nil || n.String() != want {
			t.Errorf("ParseNet(%q) = %v, %v, want %s", in, n, err, want)
			continue
		}
		if again, err := ParseNet(n.String()); err != nil || again != n {
			t.Errorf("ParseNet(%q) = %v, %v, want %v again", n.String(), again, err, n)
		}
	}
	for _, in := range []string{
		"", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/8/8", "10.0.0.0/255.0.0.0", "10.0.0.1-10.0.0.9", "10.0.0.*", "10.*", "10.0.0",
		"010.0.0.1", "0x7f.1", "1.2.3.4.", " 1.2.3.4", "1.2.3.4 ", "1.2.3.4:", "1.2.3.4:0", "1.2.3.4:65536", "1.2.3.4:+80", "1.2.3.4:http",
		"::1/129", "[::1", "::1]", "]::1[", "[[::1]]", "[1.2.3.4]", "[1.2.3.4]:80", "[::1]8080", "[::1/128]", "fe80::1%eth0", "[fe80::1%eth0]:80", "fe80::%eth0/10",
		"::ffff:1.2.3.4/95", "::ffff:0:0/64", "::ffff:1.2.3.4/0", "2001:db8::/32-2001:db9::/32", "a.example", "*",
	} {
		if n, err := ParseNet(in); err == nil {
			t.Errorf("ParseNet(%q) = %v, want an error", in, n)
		}
	}
}

// IPv4 and IPv6 ranges contain addresses of their own version. An IPv4-mapped address is IPv4.
func TestNetContains(t *testing.T) {
	for _, tt := range []struct {
		net, addr string
		want      bool
	}{
		{"::ffff:1.2.3.4", "1.2.3.4", true}, {"::ffff:1.2.3.4", "::ffff:1.2.3.4", true}, {"1.2.3.4", "::ffff:1.2.3.4", true}, {"::ffff:1.2.3.0/120", "1.2.3.9", true},
		{"0.0.0.0/0", "::ffff:1.2.3.4", true}, {"0.0.0.0/0", "::1", false}, {"::/0", "1.2.3.4", false}, {"::/0", "::ffff:1.2.3.4", false}, {"::/0", "::1", true},
		{"fe80::/10", "fe80::1%eth0", true}, {"::1.2.3.4", "1.2.3.4", false}, {"10.9.9.9/8", "10.0.0.1", true},
	} {
		n, err := ParseNet(tt.net)
		if got := n.Contains(netip.AddrPortFrom(netip.MustParseAddr(tt.addr), 80)); err != nil || got != tt.want {
			t.Errorf("%s contains %s: %v, %v, want %v", tt.net, tt.addr, got, err, tt.want)
		}
	}
}
