package readers

import (
	"slices"
	"strings"
	"testing"
)

// compareAll returns the verdict of all readers about a text.
func compareAll(text string) Verdict {
	var findings []Finding
	for _, r := range all {
		if reading, ok := r.Read(text); ok {
			findings = append(findings, Finding{r, reading})
		}
	}
	return Compare(text, findings)
}

// Two different hosts, or ports in the text, are different servers. Source: rfc3986 7.6.
func TestCompareFindsDifferentServers(t *testing.T) {
	for _, text := range []string{
		`http://127.0.0.1:6666\@1.1.1.1/`,
		"http://a@good.example@evil.example/",
		"http://a:1:2/",
		"http://good.example%2fevil.example/",
		"http://0x7f.1/",
		"http://2130706433/",
		"http://[::1]@evil.example/",
		"http://good.example:80\t80/",
		"http:/evil.example/",
		"http:///evil.example/",
		"http://ｇｏｏｄ.example/",
		"http://good。example/",
		"http://a..b/",          // java-uri finds no host, and there is no such name
		"http://-evil.example/", // the same
		"http://256.256.256.256/",
		"http://h:4294967376/",
		"http//evil.example/",
		"\u3000http://good.example/",
		`//good.example\@evil.example/`,
		"ftp://h?@evil.example/",
	} {
		if v := compareAll(text); !v.Split || len(v.Contacts) < 2 {
			t.Errorf("Compare(%q) = %+v, want different servers", text, v)
		}
	}
}

// What is no other server is no alarm. Source: rfc3986 6.2.2, 6.2.3; rfc8089 2; uts46 4.
func TestCompareIsQuiet(t *testing.T) {
	for _, tt := range []struct{ in, remarks string }{
		{"http://host.example/", ""},
		{"file://localhost/x", ""},
		{"FILE://LOCALHOST/x", ""},
		{"file:///x", ""},
		{"file://host.example/x", ""},
		{"nfs://h/a", ""},
		{"nfs://h:111/a", ""}, // the default port of hyperlink
		{"git://h/a", ""},
		{"z39.50r://h/", ""},
		{"x-y.z://h/", ""},
		{"https://h:443/", ""},
		{"http://h:/", ""},
		{"http://h:", ""},
		{"http://h:?q", ""},
		{"http://my_host/", "host java-uri"},
		{"http://a.b_c.example:81/", "host java-uri"},
		{"http://bücher.example/", "host java-uri"},
		{"http://BÜCHER.example/", "host java-uri"},
		{"http://u\u0308ber.example/", "host java-uri"}, // not NFC
		{"http://straße.example/", "host java-uri"},
		{"http://λόγος.example/", "host java-uri"},
		{"http://نامه\u200cای.example/", "host java-uri"},
		{"http://34.112.198.35.bc.example/", ""},
		{"http://127.0.0.1.nip.io/", ""},
		{"http://4.3.2.1.in-addr.arpa/", ""},
		{"ios-app://709482991/x", ""}, // no program opens it
		{"http://h:99999/", "port python"},
		{"file://127.0.0.1/x", "host curl,libcurl"},
		{"http://h./", ""},
		{"a:80", "host *"},
		{"hello world", "host *"},
		{"example.com", "host *"},
		{"example.com/a?b", "host *"},
		{"192.0.2.1", "host *"},
		{"localhost:8080", "host *"},
		{"mailto:a@b.example", ""},
		{"news:comp.lang.c", ""},
		{"data:,x", ""},
		{"", ""},
	} {
		v := compareAll(tt.in)
		var remarks []string
		for _, r := range v.Remarks {
			remarks = append(remarks, r.Missing+" "+strings.Join(r.Names, ","))
		}
		got := strings.Join(remarks, "; ")
		if prefix, ok := strings.CutSuffix(tt.remarks, "*"); v.Split || len(v.Contacts) > 1 || got != tt.remarks && !(ok && len(remarks) == 1 && strings.HasPrefix(got, prefix)) {
			t.Errorf("Compare(%q) = %+v, want remarks %q", tt.in, v, tt.remarks)
		}
	}
}

// A final dot makes another name for a filter. Source: rfc1034 3.1.
func TestCompareTellsFinalDots(t *testing.T) {
	a, b := Reading{Scheme: "http", Host: "h.example"}, Reading{Scheme: "http", Host: "h.example."}
	if !Compare("http://h.example/", nil, a, b).Split {
		t.Error("h.example and h.example. are one server")
	}
}

// Every reader has a family, and Compare does not count a family twice.
func TestFamilies(t *testing.T) {
	families := map[string][]string{}
	for _, r := range all {
		if r.Family == "" {
			t.Errorf("reader %s has no family: add it to its row", r.Name)
		}
		families[r.Family] = append(families[r.Family], r.Name)
	}
	for family, want := range map[string][]string{
		"curl": {"curl", "libcurl"}, "go": {"go", "go-1.25"}, "python": {"python", "yarl"}, "urllib3": {"requests", "urllib3"},
	} {
		if !slices.Equal(families[family], want) {
			t.Errorf("family %s has %v, want %v", family, families[family], want)
		}
	}
	one := func(name, host string) Finding {
		r, _ := ByName(name)
		return Finding{r, Reading{Scheme: "http", Host: host}}
	}
	for _, tt := range []struct {
		findings []Finding
		want     bool
	}{
		{[]Finding{one("curl", ""), one("libcurl", ""), one("go", "h"), one("php", "h")}, false},
		{[]Finding{one("curl", ""), one("wget", ""), one("go", "h"), one("go-1.25", "h")}, false},
		{[]Finding{one("curl", ""), one("wget", ""), one("go", "h"), one("php", "h")}, true},
		{[]Finding{one("curl", "a"), one("libcurl", "b")}, true},
	} {
		if got := Compare("http://h/", tt.findings); got.Split != tt.want {
			t.Errorf("%+v: Split = %v, want %v", tt.findings, got.Split, tt.want)
		}
	}
}
