package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/xurls/v2"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/labelled"
)

// A peer finds the URLs of documents.
type peer struct {
	name string
	find func(t *testing.T, list []labelled.Document, loose bool) [][]string
}

// documentPeers are the programs that TestLabelledDocuments compares.
var documentPeers = []peer{
	{"earl, confident", func(t *testing.T, list []labelled.Document, loose bool) [][]string {
		return byDocument(t, list, loose, func(m extract.Match) bool { return m.Doubt == extract.Whole })
	}},
	{"earl, all", func(t *testing.T, list []labelled.Document, loose bool) [][]string {
		return byDocument(t, list, loose, func(extract.Match) bool { return true })
	}},
	{"xurls", func(_ *testing.T, list []labelled.Document, loose bool) (found [][]string) {
		pattern := xurls.Strict()
		if loose {
			pattern = xurls.Relaxed()
		}
		for _, d := range list {
			found = append(found, pattern.FindAllString(d.Text, -1))
		}
		return found
	}},
	{"linkify-it", byNode("find.js")},
	{"linkifyjs", byNode("linkifyjs.js")},
	{"lychee", byLychee},
}

// byDocument finds URLs with package document, by the name of each document.
func byDocument(t *testing.T, list []labelled.Document, loose bool, want func(extract.Match) bool) (found [][]string) {
	for _, d := range list {
		var urls []string
		for m, err := range document.URLs(strings.NewReader(d.Text), document.Source{Name: d.Name}, extract.Options{Hosts: loose, Addresses: loose}) {
			if err != nil {
				t.Fatal(err)
			}
			if !m.Relative && !m.Shown && want(m) {
				urls = append(urls, m.URL)
			}
		}
		found = append(found, urls)
	}
	return found
}

// byNode finds URLs in the texts of documents with a script for node.
func byNode(script string) func(*testing.T, []labelled.Document, bool) [][]string {
	return func(t *testing.T, list []labelled.Document, loose bool) (found [][]string) {
		l := installLinkify(t)
		var texts []string
		for _, d := range list {
			texts = append(texts, d.Text)
		}
		for i, spans := range l.find(t, script, texts, !loose) {
			var urls []string
			for _, span := range spans {
				urls = append(urls, texts[i][span[0]:span[1]])
			}
			found = append(found, urls)
		}
		return found
	}
}

// dumped is a line of lychee --dump: a URL and its file. lychee excludes example hosts from its
// checks, but finds them.
var dumped = regexp.MustCompile(`(?m)^(\S+) \(.*/(\d+)/[^/]*\)`)

// byLychee finds URLs with lychee, by the name of each document.
func byLychee(t *testing.T, list []labelled.Document, loose bool) [][]string {
	program, err := exec.LookPath("lychee")
	if err != nil {
		t.Skip("no lychee here")
	}
	dir := t.TempDir()
	args := []string{"--dump", "-v", "--no-progress", "--include-verbatim"}
	if loose {
		args = append(args, "--include-mail")
	}
	for i, d := range list {
		file := filepath.Join(dir, fmt.Sprint(i), d.Name)
		if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(d.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	c := exec.Command(program, args...)
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Logf("lychee: %v", err)
	}
	found := make([][]string, len(list))
	for _, m := range dumped.FindAllStringSubmatch(string(out), -1) {
		i := 0
		if err := json.Unmarshal([]byte(m[2]), &i); err != nil || i >= len(list) {
			t.Fatalf("%q: %v", m[0], err)
		}
		if !strings.HasPrefix(m[1], "file://"+dir) && (loose || !strings.HasPrefix(m[1], "mailto:") || strings.Contains(list[i].Text, m[1])) {
			found[i] = append(found[i], m[1])
		}
	}
	return found
}

// likeBrowsers returns a URL as browsers write it, so that the form of a result does not count.
func likeBrowsers(s string) string {
	u, err := earl.WHATWG.Parse(s)
	if err != nil {
		return s
	}
	return u.String()
}

// scoreDocuments counts the results of a peer in documents. A result that is a URL with a
// placeholder, or a name with the form of a URL, does not count.
func scoreDocuments(list []labelled.Document, found [][]string, loose bool) (precision, recall float64) {
	right, wrong, want := 0, 0, 0
	for i, d := range list {
		open := map[string]int{}
		ignored := map[string]bool{}
		for _, l := range d.Labels {
			switch {
			case l.Kind == labelled.URL:
				open[likeBrowsers(l.URL)]++
				want++
			case l.Kind == labelled.Loose && loose:
				scheme := "http://"
				if strings.Contains(l.URL, "@") {
					scheme = "mailto:"
				}
				open[likeBrowsers(scheme+l.URL)]++
				want++
			case l.Kind != labelled.Loose:
				ignored[likeBrowsers(l.URL)] = true
			}
		}
		for _, s := range found[i] {
			key := likeBrowsers(s)
			if loose && open[key] == 0 && !ignored[key] {
				key = likeBrowsers(map[bool]string{false: "http://", true: "mailto:"}[strings.Contains(s, "@")] + s)
			}
			switch {
			case open[key] > 0:
				open[key]--
				right++
			case !ignored[key]:
				wrong++
			}
		}
	}
	return float64(right) / float64(right+wrong), float64(right) / float64(want)
}

// On documents of many formats, and on those that are plain text, earl finds more of the URLs than
// any peer, and more of its results are right. Requirement E3.
func TestLabelledDocuments(t *testing.T) {
	list, err := labelled.ReadDir(os.DirFS("../../../extract/testdata/labelled"))
	if err != nil {
		t.Fatal(err)
	}
	plain := slices.DeleteFunc(slices.Clone(list), func(d labelled.Document) bool {
		return !slices.Contains([]string{".txt", ".log"}, filepath.Ext(d.Name))
	})
	for _, c := range []struct {
		name  string
		list  []labelled.Document
		loose bool
	}{
		{"with a scheme", list, false},
		{"loose", list, true},
		{"plain text, with a scheme", plain, false},
		{"plain text, loose", plain, true},
	} {
		var ours [2]float64
		for i, p := range documentPeers {
			t.Run(c.name+": "+p.name, func(t *testing.T) {
				precision, recall := scoreDocuments(c.list, p.find(t, c.list, c.loose), c.loose)
				t.Logf("%d documents: precision %.4f, recall %.4f", len(c.list), precision, recall)
				if i == 0 {
					ours = [2]float64{precision, recall}
				} else if !strings.HasPrefix(p.name, "earl") && (precision > ours[0] || recall > ours[1]) {
					t.Errorf("better than earl: %.4f, %.4f", ours[0], ours[1])
				}
			})
		}
	}
}
