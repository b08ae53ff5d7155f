package earl

import (
	"slices"
	"strings"
	"testing"
)

// The standard's table of validation errors, of September 2026: section, name,
// whether the parser fails, its examples, and a similar text without this
// error. A base is that of the standard's example. Source: whatwg 1.1. A11.
var validationErrors = []struct {
	section, name string
	fails         bool
	base          string
	examples      []string
	without       string
}{
	{"IDNA", "domain-to-ASCII", true, "", []string{"https://exa%23mple.org"}, "https://exa%6Dple.org"},
	{"IDNA", "domain-to-ASCII", false, "", []string{"https://_dmarc.example.com", "https://xn--8i7caa"}, "https://dmarc.example.com"},
	{"host parsing", "domain-percent-encoded", false, "", []string{"https://exam%70le.org"}, "x://exam%70le.org"},
	{"host parsing", "host-invalid-code-point", true, "", []string{"foo://exa[mple.org"}, "foo://exa(mple.org"},
	{"host parsing", "IPv4-empty-part", false, "", []string{"https://127.0.0.1./"}, "https://a.b./"},
	{"host parsing", "IPv4-too-few-parts", false, "", []string{"https://1.2.3/"}, "https://1.2.3.0x4/"},
	{"host parsing", "IPv4-too-many-parts", true, "", []string{"https://1.2.3.4.5/"}, "https://1.2.3.4./"},
	{"host parsing", "IPv4-non-numeric-part", true, "", []string{"https://test.42"}, "https://42.test"},
	{"host parsing", "IPv4-non-decimal-part", false, "", []string{"https://127.0.0x0.1"}, "https://127.0.0.1"},
	{"host parsing", "IPv4-out-of-range-part", true, "", []string{"https://255.255.4000.1"}, "https://255.255.255.255"},
	{"host parsing", "IPv4-out-of-range-part", false, "", []string{"https://255.255.4000"}, "https://255.255.255"},
	{"host parsing", "IPv4-non-ASCII-input", false, "", []string{"https://①.②.③.④"}, "https://①.②.③.a"},
	{"host parsing", "IPv6-unclosed", true, "", []string{"https://[::1"}, "https://[::1]"},
	{"host parsing", "IPv6-invalid-compression", true, "", []string{"https://[:1]"}, "https://[::]"},
	{"host parsing", "IPv6-too-many-pieces", true, "", []string{"https://[1:2:3:4:5:6:7:8:9]"}, "https://[1:2:3:4:5:6:7:8]"},
	{"host parsing", "IPv6-multiple-compression", true, "", []string{"https://[1::1::1]"}, "https://[1::1:1]"},
	{"host parsing", "IPv6-invalid-code-point", true, "", []string{"https://[1:2:3!:4]", "https://[1:2:3:]"}, "https://[1:2:3::]"},
	{"host parsing", "IPv6-too-few-pieces", true, "", []string{"https://[1:2:3]"}, "https://[1:2:3::]"},
	{"host parsing", "IPv6-piece-leading-zero", false, "", []string{"https://[::01]"}, "https://[0::1]"},
	{"host parsing", "IPv4-in-IPv6-too-many-pieces", true, "", []string{"https://[1:1:1:1:1:1:1:127.0.0.1]"}, "https://[1:1:1:1:1:1:127.0.0.1]"},
	{"host parsing", "IPv4-in-IPv6-invalid-code-point", true, "", []string{
		"https://[ffff::.0.0.1]", "https://[ffff::127.0.xyz.1]", "https://[ffff::127.0xyz]", "https://[ffff::127.00.0.1]", "https://[ffff::127.0.0.1.2]"}, "https://[ffff::127.0.0.1]"},
	{"host parsing", "IPv4-in-IPv6-out-of-range-part", true, "", []string{"https://[ffff::127.0.0.4000]"}, "https://[ffff::127.0.0.255]"},
	{"host parsing", "IPv4-in-IPv6-too-few-parts", true, "", []string{"https://[ffff::127.0.0]"}, "https://[ffff::127.0.0.0]"},
	{"URL parsing", "invalid-URL-unit", false, "", []string{"https://example.org/>", " https://example.org", "ht\ntps://example.org", "https://example.org/%s"}, "https://example.org/%3Eé"},
	{"URL parsing", "special-scheme-missing-following-solidus", false, "", []string{"file:c:/my-secret-folder", "https:example.org"}, "https://example.org"},
	{"URL parsing", "special-scheme-missing-following-solidus", false, "https://example.org/", []string{"https:foo.html"}, "foo.html"},
	{"URL parsing", "missing-scheme-non-relative-URL", true, "", []string{"💩"}, "p:💩"},
	{"URL parsing", "missing-scheme-non-relative-URL", true, "mailto:user@example.org", []string{"💩"}, "#💩"},
	{"URL parsing", "invalid-reverse-solidus", false, "", []string{`https://example.org\path\to\file`}, `x:\path\to\file`},
	{"URL parsing", "invalid-credentials", false, "", []string{"https://user@example.org", "ssh://user@example.org"}, "https://example.org/user@example.org"},
	{"URL parsing", "host-missing", true, "", []string{"https://#fragment", "https://:443", "https://user:pass@"}, "x://#fragment"},
	{"URL parsing", "port-out-of-range", true, "", []string{"https://example.org:70000"}, "https://example.org:65535"},
	{"URL parsing", "port-invalid", true, "", []string{"https://example.org:7z"}, "https://example.org:"},
	// In the standard's example, "/c:/path/to/file", its file state reports
	// nothing.
	{"URL parsing", "file-invalid-Windows-drive-letter", false, "file:///c:/", []string{"c|/path/to/file", "file:c:/path/to/file"}, "/c:/path/to/file"},
	{"URL parsing", "file-invalid-Windows-drive-letter-host", false, "", []string{"file://c:"}, "file:///c:"},
}

// Each error of the table is reported for its examples, with the result of the
// parser, and not for the similar text. The edition has no rule that is not in
// the table.
func TestWHATWGReportsTheStandardsErrors(t *testing.T) {
	names := map[string]string{}
	for _, row := range validationErrors {
		names[row.name] = "whatwg " + row.section
		reported := func(in string) bool {
			var base URL
			if row.base != "" {
				base = WHATWG.MustParse(row.base)
			}
			return slices.ContainsFunc(WHATWG.rewriter.check(in, base.text, base.ends, false, true), func(v Violation) bool {
				return v.Rule.Name() == row.name && v.Rule.Section() == names[row.name] && v.Repaired == !row.fails
			})
		}
		for _, in := range row.examples {
			if !reported(in) {
				t.Errorf("%s is not reported for %q on %q", row.name, in, row.base)
			}
		}
		if reported(row.without) {
			t.Errorf("%s is reported for %q on %q", row.name, row.without, row.base)
		}
	}
	for r := range Rules() {
		if section := r.Section(); strings.HasPrefix(section, "whatwg ") && section != names[r.Name()] && r != ruleWHATWGSet {
			t.Errorf("the rule %s (%s) is not in the standard's table", r.Name(), section)
		}
	}
}
