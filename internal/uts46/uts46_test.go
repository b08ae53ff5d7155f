package uts46

import (
	"strings"
	"testing"
)

func TestToASCII(t *testing.T) {
	for in, want := range map[string]string{
		"bücher.example": "xn--bcher-kva.example", "BÜCHER": "xn--bcher-kva", "faß": "xn--fa-hia", "FAẞ": "xn--fa-hia",
		"☕.example": "xn--53h.example", "a。b．c｡é": "a.b.c.xn--9ca", "xn--bcher-kva.é": "xn--bcher-kva.xn--9ca", "é-.-é": "",
		"a_b.é": "a_b.xn--9ca", "é..é": "xn--9ca..xn--9ca", "é.": "xn--9ca.", "\u00AD\u200B": "", "①②": "12",
	} {
		got, ok := ToASCII(in)
		if strings.Contains(in, "-.-") {
			if !ok || !strings.HasPrefix(got, "xn--") {
				t.Errorf("ToASCII(%q) = %q, %v: hyphens are not checked", in, got, ok)
			}
			continue
		}
		if got != want || !ok {
			t.Errorf("ToASCII(%q) = %q, %v, want %q", in, got, ok, want)
		}
	}
	for _, in := range []string{
		"\uFFFD", "\xff", "xn--é", "xn--.é", "xn--a-.é", "ｘn--a-.é", "xn\u00AD--.é", "xn--zzzzzz9999.é", "\u0301a", "a\u200Db",
		"א1a", strings.Repeat("é", maxDomain),
	} {
		if got, ok := ToASCII(in); ok {
			t.Errorf("ToASCII(%q) = %q, want an error", in, got)
		}
	}
}

func TestIsStrict(t *testing.T) {
	long := strings.Repeat("a", 63)
	for in, want := range map[string]bool{
		"example.com": true, "EXAMPLE.Com": true, "1.2.3.4": true, "a-b.c--d": true, long + ".a": true, "bücher.example": true,
		"xn--bcher-kva": true, "a--b": true,
		"": false, ".": false, "a.": false, "a..b": false, "-a": false, "a-": false, "ab--c": false, "a_b": false, "a b": false,
		long + "a": false, long + "." + long + "." + long + "." + long: false, "xn--": false, "xn--a": false, "xn--a-": false,
		"bücher_": false, "é.": false, "@": false, "[": false, "`": false,
	} {
		if got := IsStrict(in); got != want {
			t.Errorf("IsStrict(%.80q) = %v, want %v", in, got, want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { IsStrict("www.example.com") }); n != 0 {
		t.Errorf("IsStrict of a plain domain: %v allocations", n)
	}
}

func TestToUnicode(t *testing.T) {
	for _, c := range []struct {
		in, want string
		ok       bool
	}{
		{"xn--4cab6c", "åäö", true},
		{"www.XN--Mnchen-3ya.example", "www.münchen.example", true},
		{"example.com", "example.com", true},
		{"xn--", "", false},
		{"xn--a", "", false},
	} {
		if got, ok := ToUnicode(c.in); ok != c.ok || ok && got != c.want {
			t.Errorf("ToUnicode(%q) = %q, %v, want %q, %v", c.in, got, ok, c.want, c.ok)
		}
	}
}
