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

// Each row is an error that an earlier version accepted, or a domain close to one.
func TestToASCIIErrors(t *testing.T) {
	for _, c := range []struct {
		in, want string // "" is an error
		source   string
	}{
		{"good.com.xn--\U000E0100", "", "UTS 46 4, step 4: an ignored code point after xn--"},
		{"a.xn--\uFE0F", "", "UTS 46 4, step 4"},
		{"a.xn--\u00AD.b", "", "UTS 46 4, step 4"},
		{"xn--é-", "", "UTS 46 4, step 4: an A-label is ASCII"},
		{"xn--a-\u00AD", "", "UTS 46 4, step 4: an A-label encodes a code point outside ASCII"},
		{"xn--\u00ADbcher-kva", "xn--bcher-kva", "UTS 46 4, step 1"},
		{"xn--xn---epa", "", "UTS 46 4.1, criterion 4"},
		{"xn--a-xbb.é", "", "UTS 46 4.1, criterion 1: not in Normalization Form C"},
		{"é.xn--BCHER-KVA", "xn--9ca.xn--bcher-kva", "UTS 46 4, step 1"},
		{"\u06CC\u200C1", "", "RFC 5892 A.1: 1 does not join"},
		{"\u06CC\u200C\u0628", "xn--ngb14ar93d", "RFC 5892 A.1"},
		{"\u06CC\u064B\u200C\u064B\u0628", "xn--ngb3ea82c732h", "RFC 5892 A.1: transparent code points"},
		{"\u0915\u094D\u200Ca", "xn--a-tud2ow90g", "RFC 5892 A.1: after a virama"},
		{"\u0915\u094D\u200D", "xn--11b6iy14e", "RFC 5892 A.2"},
		{"\u0628\u200D\u0628", "", "RFC 5892 A.2"},
		{"\u21351a", "", "RFC 5893 2: U+2135 is mapped to U+05D0"},
		{"a\u2136", "", "RFC 5893 2"},
		{"1.\u2137", "", "RFC 5893 2: 1 is a label of a Bidi domain name"},
		{"\u2138", "xn--7db", "UTS 46 5"},
		{"\u05D01\u0661", "", "RFC 5893 2.4"},
		{"\u05D0-", "", "RFC 5893 2.3"},
		{"a.xn--4db.1", "", "RFC 5893 2: the A-label contains U+05D0"},
		{"\u1C89", "xn--d4f", "UTS 46 5: upper case that Unicode 16 added"},
		{"\U000105D2\u0307", "xn--ev8c", "UAX 15: a composition that Unicode 16 added"},
		{"\U00011DB0", "xn--7u3d", "UTS 46 5: Unicode 17"},
		{"ß.\u1E9E", "xn--zca.xn--zca", "UTS 46 5: nontransitional processing"},
		{"\u2260", "xn--1ch", "UTS 46 5"},
	} {
		if got, ok := ToASCII(c.in); got != c.want || ok != (c.want != "") {
			t.Errorf("ToASCII(%+q) = %q, %v, want %q (%s)", c.in, got, ok, c.want, c.source)
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

func TestToASCIIOfPlainDomainDoesNotAllocate(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { ToASCII("www.example.com") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkToASCII(b *testing.B) {
	for _, in := range []string{"www.example.com", "bücher.example", "例え.テスト", "هندي.مثال", "xn--bcher-kva.é.example", "हिन्दी.भारत"} {
		b.Run(in, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ToASCII(in)
			}
		})
	}
}

// Source: RFC 3492 section 7.1 (A, S), and a label that ToASCII refuses.
func TestPunycode(t *testing.T) {
	for label, want := range map[string]string{
		"ليهمابتكلموشعربي؟": "xn--egbpdaj6bu4bxfgehfvwxn",
		"-> $1.00 <-":       "xn---> $1.00 <--",
		"\u00ad":            "xn--kba",
	} {
		if got, ok := Punycode(label); got != want || !ok {
			t.Errorf("Punycode(%q) = %q, %v, want %q", label, got, ok, want)
		}
	}
	if got, ok := Punycode(strings.Repeat("é", longestLabel+1)); ok {
		t.Errorf("Punycode of a long label = %q", got)
	}
}
