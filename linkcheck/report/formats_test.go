package report_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// everything are the results of each kind, and hostile ones of every status.
func everything() []linkcheck.Result {
	all := results()
	for status := range linkcheck.Parked + 1 {
		r := spoiled(status)
		all = append(all, r)
		r.Message = "" // because the report's own text quotes the other fields
		all = append(all, r)
	}
	return all
}

// "jsonl" has one object per line with the same keys; the summary is last.
func TestJSONLines(t *testing.T) {
	got := strings.Split(strings.TrimSuffix(write(t, "jsonl", report.Options{}, everything()), "\n"), "\n")
	keys := strings.Fields("url status severity fault known fragment message section places hops final time took type size digest shape title archived before")
	for i, line := range got {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if i == len(got)-1 {
			if s, ok := o["summary"].(map[string]any); !ok || s["faults"] != float64(2+2*13) || s["urls"] != float64(len(got)-1) {
				t.Errorf("summary: %s", line)
			}
			continue
		}
		for _, k := range keys {
			if _, ok := o[k]; !ok || len(o) != len(keys) {
				t.Errorf("no %q, or another key: %s", k, line)
			}
		}
	}
	var o struct{ Title, URL string }
	if err := json.Unmarshal([]byte(got[len(got)-2]), &o); err != nil {
		t.Fatal(err)
	}
	if want := strings.ToValidUTF8(hostile, "\uFFFD"); o.Title != want {
		t.Errorf("title %q, want %q", o.Title, want)
	}
}

// junitElements are the elements of JUnit XML, with their children in order and their required
// attributes, as in the schema of Apache Ant's reports.
var junitElements = map[string]struct{ attributes, children string }{
	"testsuites": {"", "testsuite"},
	"testsuite":  {"package id name timestamp hostname tests failures errors time", "properties testcase system-out system-err"},
	"testcase":   {"name classname time", "skipped error failure"},
	"properties": {"", "property"}, "property": {"name value", ""}, "system-out": {"", ""}, "system-err": {"", ""},
	"failure": {"type", ""}, "skipped": {"", ""},
}

// junitMay are the optional attributes of an element.
var junitMay = map[string]string{"testsuite": "skipped", "failure": "message"}

// "junit" contains what its schema requires, and only the elements that it defines.
func TestJUnitIsValid(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader(write(t, "junit", report.Options{}, everything())))
	var open []string
	place := []int{0}
	cases := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			name := e.Name.Local
			rule, ok := junitElements[name]
			if !ok {
				t.Fatalf("element %s", name)
			}
			for _, a := range e.Attr {
				if !slices.Contains(strings.Fields(rule.attributes+" "+junitMay[name]), a.Name.Local) {
					t.Errorf("<%s> has %s", name, a.Name.Local)
				}
			}
			for _, a := range strings.Fields(rule.attributes) {
				if i := slices.IndexFunc(e.Attr, func(x xml.Attr) bool { return x.Name.Local == a }); i < 0 || e.Attr[i].Value == "" {
					t.Errorf("<%s> has no %s", name, a)
				} else if stamp := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$`); a == "timestamp" && !stamp.MatchString(e.Attr[i].Value) {
					t.Errorf("timestamp %q", e.Attr[i].Value)
				}
			}
			if len(open) > 0 {
				may := strings.Fields(junitElements[open[len(open)-1]].children)
				at := slices.Index(may, name)
				if at < place[len(place)-1] {
					t.Errorf("<%s> in <%s> after %v", name, open[len(open)-1], may[place[len(place)-1]])
				}
				place[len(place)-1] = max(at, 0)
			}
			if name == "testcase" {
				cases++
			}
			open, place = append(open, name), append(place, 0)
		case xml.EndElement:
			open, place = open[:len(open)-1], place[:len(place)-1]
		}
	}
	if want := 7 + 2*19*3; cases != want {
		t.Errorf("%d tests, want %d: one for each place", cases, want)
	}
}

// "sarif" has each member that its schema requires, and refers only to its own rules. Source:
// sarif 3.13 to 3.52.
func TestSARIFIsValid(t *testing.T) {
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct {
						ID                                      string
						ShortDescription, FullDescription, Help struct{ Text string }
						DefaultConfiguration                    struct{ Level string }
					}
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn, ByteOffset, ByteLength *int64 }
					}
				}
			}
			Invocations []struct{ ExecutionSuccessful *bool }
		}
	}
	text := write(t, "sarif", report.Options{Version: hostile}, everything())
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || !strings.Contains(text, `"$schema":`) {
		t.Fatalf("version %q, %d runs", log.Version, len(log.Runs))
	}
	run := log.Runs[0]
	if run.Tool.Driver.Name == "" || len(run.Invocations) != 1 || run.Invocations[0].ExecutionSuccessful == nil {
		t.Errorf("tool %+v, invocations %+v", run.Tool.Driver.Name, run.Invocations)
	}
	levels := []string{"none", "note", "warning", "error"}
	for i, r := range run.Tool.Driver.Rules {
		if r.ID != linkcheck.Status(i).String() || r.ShortDescription.Text == "" || r.FullDescription.Text == "" || r.Help.Text == "" || !slices.Contains(levels, r.DefaultConfiguration.Level) {
			t.Errorf("rule %d: %+v", i, r)
		}
	}
	if want := 5 + 2*3*17; len(run.Results) != want {
		t.Errorf("%d results, want %d", len(run.Results), want)
	}
	uri := regexp.MustCompile(`^([A-Za-z0-9._~:/?#@!$&'()*+,;=-]|\[|\]|%[0-9A-Fa-f]{2})+$`) // rfc3986 appendix A
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || !slices.Contains(levels, r.Level) || r.Message.Text == "" {
			t.Errorf("result %+v", r)
		}
		if strings.Contains(r.Message.Text, "[x](") || strings.Contains(strings.ReplaceAll(r.Message.Text, "{{", ""), "{") {
			t.Errorf("a link or a placeholder in %q", r.Message.Text)
		}
		for _, l := range r.Locations {
			at := l.PhysicalLocation
			if !uri.MatchString(at.ArtifactLocation.URI) {
				t.Errorf("URI %q", at.ArtifactLocation.URI)
			}
			if at.Region == nil || *at.Region.StartLine < 1 || *at.Region.StartColumn < 1 || at.Region.ByteOffset == nil || at.Region.ByteLength == nil {
				t.Errorf("region %+v", at.Region)
			}
		}
	}
}

// "gitlab" has the fields that GitLab requires, and a fingerprint for each place that
// stays when the line moves.
func TestGitLabReport(t *testing.T) {
	type issue struct {
		Description string
		Check       string `json:"check_name"`
		Fingerprint string
		Severity    string
		Location    struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	read := func(all []linkcheck.Result) (issues []issue) {
		if err := json.Unmarshal([]byte(write(t, "gitlab", report.Options{}, all)), &issues); err != nil {
			t.Fatal(err)
		}
		return issues
	}
	issues := read(everything())
	if want := 5 + 2*3*17; len(issues) != want {
		t.Errorf("%d issues, want %d", len(issues), want)
	}
	seen := map[string]bool{}
	for _, i := range issues {
		if i.Description == "" || i.Check == "" || i.Location.Path == "" || i.Location.Lines.Begin < 1 || i.Severity != "major" && i.Severity != "minor" {
			t.Errorf("issue %+v", i)
		}
		if len(i.Fingerprint) != 32 || seen[i.Fingerprint] {
			t.Errorf("fingerprint %q of %q is short, or another issue has it", i.Fingerprint, i.Description)
		}
		seen[i.Fingerprint] = true
	}
	link := linkcheck.Result{URL: "http://h/", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Places: []linkcheck.Place{{File: "./a.md", Line: 3, Text: "http://h/"}}}
	before := read([]linkcheck.Result{link})[0]
	link.Places[0].Line = 7
	if after := read([]linkcheck.Result{link})[0]; after.Fingerprint != before.Fingerprint || after.Location.Path != "a.md" || after.Location.Lines.Begin != 7 {
		t.Errorf("line 7: %+v, line 3: %+v", after, before)
	}
	if got := write(t, "gitlab", report.Options{}, nil); got != "[]\n" {
		t.Errorf("without results: %q", got)
	}
}

// "markdown" is one table of four columns, with no markup of others in it.
func TestMarkdownIsEscaped(t *testing.T) {
	text := write(t, "markdown", report.Options{All: true}, everything())
	rows := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| ---") || strings.HasPrefix(line, "| status |") {
			continue
		}
		rows++
		// Without the escapes and the report's own links, no character starts markup.
		plain := regexp.MustCompile(`\\[[:punct:]]`).ReplaceAllString(line, "")
		plain = regexp.MustCompile("\\[([^][]*)\\]\\(<(?:https?|ftp)://[^<> `|]*>\\)").ReplaceAllString(plain, "$1")
		if n := strings.Count(plain, "|"); n != 5 {
			t.Errorf("%d bars in %s", n, line)
		}
		if i := strings.IndexAny(plain, "\\`*_[]<>!&:@#~"); i >= 0 {
			t.Errorf("%q in %s", plain[i], line)
		}
	}
	if want := 7 + 2*19*3; rows != want {
		t.Errorf("%d rows, want %d", rows, want)
	}
}

// "html" is one page that loads nothing, allows only its own script, and has no links that run
// scripts. Source: CSP Level 3; F3.
func TestPageIsSealed(t *testing.T) {
	text := write(t, "html", report.Options{All: true}, everything())
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	var policy string
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		counts[n.Data]++
		for _, a := range n.Attr {
			switch {
			case a.Key == "href":
				if !regexp.MustCompile(`^(https?://|ftp://|#[a-z0-9-]+$)`).MatchString(a.Val) {
					t.Errorf("a link to %q", a.Val)
				}
			case a.Key == "src", a.Key == "srcset", a.Key == "action", a.Key == "style", strings.HasPrefix(a.Key, "on"):
				t.Errorf("attribute %s=%q", a.Key, a.Val)
			case a.Key == "content" && strings.HasPrefix(a.Val, "default-src"):
				policy = a.Val
			}
		}
	}
	for _, name := range []string{"script", "style"} {
		if counts[name] != 1 {
			t.Errorf("%d elements %s", counts[name], name)
		}
		_, rest, _ := strings.Cut(text, "<"+name+">")
		inner, _, _ := strings.Cut(rest, "</"+name+">")
		sum := sha256.Sum256([]byte(inner))
		if want := name + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("the policy %q does not allow %s", policy, want)
		}
	}
	for _, name := range []string{"link", "img", "iframe", "object", "form", "base", "svg"} {
		if counts[name] > 0 {
			t.Errorf("an element %s", name)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("policy %q", policy)
	}
	if want := 6 + 2*19; counts["tr"]-counts["thead"] != want {
		t.Errorf("%d rows, want %d", counts["tr"]-counts["thead"], want)
	}
	if strings.Contains(text, "ZgotmplZ") {
		t.Error("the template refused a value that it was given on purpose")
	}
}

// F3: no format shows the password in the text of a link.
func TestNoPassword(t *testing.T) {
	const secret = "s3cr3t-kHx9"
	for _, text := range []string{"http://joe:" + secret + "@h/", "//joe:" + secret + "@h/", "nope://joe:" + secret + "@h/", "<URL:ftp://joe:\n" + secret + "@h/>"} {
		r := linkcheck.Result{URL: "http://joe:xxxxx@h/", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Places: []linkcheck.Place{{File: "a.html", Line: 1, Column: 2, Text: text}}}
		for format := range report.Formats() {
			if got := write(t, format, report.Options{All: true}, []linkcheck.Result{r}); strings.Contains(got, secret) {
				t.Errorf("%s shows the password of %q: %s", format, text, got)
			}
		}
	}
}

// Each format with totals reports pages that were not read.
func TestUnreadIsSaid(t *testing.T) {
	for format, want := range map[string]string{"text": "1 document read, 3 not read or truncated, ", "markdown": "3 not read or truncated", "html": "3 not read or truncated", "jsonl": `"unread":3,`} {
		var b strings.Builder
		w, err := report.New(format, &b, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(linkcheck.Summary{URLs: 9, Places: 9, Pages: 1, Unread: 3}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: no %q in %s", format, want, b.String())
		}
	}
}
