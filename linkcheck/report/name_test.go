package report_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// A report names a link by its text. The resolved URL follows if the text does
// not show it, but never the absolute path of a local file.
func TestLinksAreNamedAsWritten(t *testing.T) {
	for _, tt := range []struct{ url, fragment, text, want string }{
		{"file:///home/joe/docs/missing.md", "", "missing.md", "missing.md"},
		{"file:///home/joe/docs/page.md", "nope", "page.md#nope", "page.md#nope"},
		{"file:///home/joe/docs/page.md", "nope", "#nope", "#nope"},
		{"file:///home/joe/a%20b", "", "a b", "a b"},
		{"file://localhost/home/joe/x", "", "/home/../x", "/home/../x"},
		{"http://h.example/a", "", "http://h.example/a", "http://h.example/a"},
		{"http://h.example/a", "x", "HTTP://h.example/a#x", "HTTP://h.example/a#x"},
		{"http://h.example/a/b", "", "http://h.example/a/\r\n\t b", "http://h.example/a/b"}, // rfc3986 C: wrapped
		{"http://h.example/d/a", "", "a", "a <http://h.example/d/a>"},
		{"http://h.example/d/a", "", "a#top", "a#top <http://h.example/d/a#top>"},
		{"http://h.example/d/a", "x", "a#x", "a#x <http://h.example/d/a#x>"},
		{"mailto:joe@h.example", "", "joe@h.example", "joe@h.example <mailto:joe@h.example>"},
		{"http://h.example:81/a@b", "", "http://h.example:81/a@b", "http://h.example:81/a@b"},
		{"http://u:xxxxx@h.example/a", "", "a", "a <http://u:xxxxx@h.example/a>"},
		{"http://u:xxxxx@h.example/a", "", "//u&#58;s3cr3t&#64;h.example/a", "http://u:xxxxx@h.example/a"},
		{"http://u:xxxxx@h.example/a", "x", "//u=3As3cr3t=40h.example/a#x", "http://u:xxxxx@h.example/a#x"},
	} {
		r := linkcheck.Result{URL: tt.url, Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Message: "gone", Places: []linkcheck.Place{{File: "docs/README.md", Line: 2, Column: 68, Text: tt.text}}}
		if tt.fragment != "" {
			r.Status, r.Fragment = linkcheck.NoFragment, tt.fragment
		}
		got := write(t, "text", report.Options{}, []linkcheck.Result{r})
		if line, _, _ := strings.Cut(got, "\n"); line != "docs/README.md:2:68: "+tt.want+": "+r.Status.String()+": gone" {
			t.Errorf("text: %q, want the link named %q", line, tt.want)
		}
		name := strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;").Replace(tt.want)
		if got := write(t, "junit", report.Options{}, []linkcheck.Result{r}); !strings.Contains(got, `<testcase name="docs/README.md:2:68 `+name+`"`) {
			t.Errorf("junit: no test %q in %s", name, got)
		}
		for format := range report.Formats() {
			got := write(t, format, report.Options{}, []linkcheck.Result{r})
			if strings.Contains(got, "s3cr3t") {
				t.Errorf("%s shows a password: %s", format, got)
			}
			if format != "jsonl" && strings.Contains(got, "/home/joe") {
				t.Errorf("%s shows an absolute path: %s", format, got)
			}
			if tt.fragment != "" && !strings.Contains(strings.NewReplacer(`\`, "", "&#43;", "+").Replace(got), "#"+tt.fragment) && format != "jsonl" {
				t.Errorf("%s loses the fragment %q: %s", format, tt.fragment, got)
			}
		}
	}
}

// Two missing fragments of one URL are two results in every report for
// programs.
func TestFragmentsAreTold(t *testing.T) {
	var lines, prints []string
	for _, fragment := range []string{"a", "b"} {
		r := linkcheck.Result{URL: "http://h.example/", Status: linkcheck.NoFragment, Severity: linkcheck.SeverityFault, Fragment: fragment,
			Places: []linkcheck.Place{{File: "x.md", Line: 1, Column: 1, Text: "http://h.example/#" + fragment}}}
		var o struct {
			Severity string
			Fragment *string
		}
		line, _, _ := strings.Cut(write(t, "jsonl", report.Options{}, []linkcheck.Result{r}), "\n")
		if err := json.Unmarshal([]byte(line), &o); err != nil || o.Severity != "fault" || o.Fragment == nil || *o.Fragment != fragment {
			t.Errorf("jsonl: %v %+v: %s", err, o, line)
		}
		lines = append(lines, line)
		_, print, _ := strings.Cut(write(t, "sarif", report.Options{}, []linkcheck.Result{r}), `"link/v2":"`)
		prints = append(prints, print[:32])
	}
	if prints[0] == prints[1] || lines[0] == lines[1] {
		t.Errorf("the same: %q %q", prints, lines)
	}
}

// The fingerprint of a link to a local file does not depend on its directory.
func TestFingerprintHasNoPath(t *testing.T) {
	var prints []string
	for _, dir := range []string{"file:///home/joe", "file:///srv/ci"} {
		r := linkcheck.Result{URL: dir + "/a", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Places: []linkcheck.Place{{File: "x.md", Line: 1, Column: 1, Text: "a"}}}
		_, print, _ := strings.Cut(write(t, "sarif", report.Options{}, []linkcheck.Result{r}), `"link/v2":"`)
		prints = append(prints, print[:32])
	}
	if prints[0] != prints[1] {
		t.Errorf("fingerprints %q, want one", prints)
	}
}

// Every format reports a capped Crawl-delay, except a table of links.
func TestCappedDelayIsReported(t *testing.T) {
	delay := linkcheck.CrawlDelay{Server: "http://h.example:80", Asked: 99999 * time.Second, Kept: time.Minute}
	for format := range report.Formats() {
		var b strings.Builder
		w, err := report.New(format, &b, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Result(results()[0]); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(linkcheck.Summary{URLs: 1, Capped: []linkcheck.CrawlDelay{delay}}); err != nil {
			t.Fatal(err)
		}
		want := "robots.txt asks for 27h46m39s between requests (Crawl-delay), capped at 1m0s"
		switch format {
		case "csv", "gitlab": // these have no place for it
			continue
		case "jsonl":
			want = `"crawlDelays":[{"server":"http://h.example:80","asked":99999,"kept":60}]`
		}
		if !strings.Contains(strings.ReplaceAll(b.String(), `\`, ""), want) {
			t.Errorf("%s: no %q in %s", format, want, b.String())
		}
	}
}
