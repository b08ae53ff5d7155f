package fix_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/check/fix"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/linkcheck"
)

// patterns are texts in which a URL can appear, as "@".
var patterns = []string{
	`<a href="@">`, `<a href='@'>`, `<a href=@>`, `<a href = @ id=x>`, `<p>see @</p>`, `<p>(@)`, `<p style="background:url(@)">`,
	`<p style='background:url("@")'>`, `<style>p{background:url(@)}</style>`, `<style>@import "@";</style>`, `<img srcset="@ 1x, @ 2x">`,
	`<meta http-equiv=refresh content="0; url=@">`, `<meta http-equiv=refresh content="0;url='@'">`,
	`<a ping="@ @">`, "<URL:@>", "<@>", "see @, and (@).", "> <@>", "@",
}

// linksOf finds the URLs of a file.
func linksOf(t *testing.T, file, text string) (places []linkcheck.Place, urls []string) {
	t.Helper()
	find := extract.Text(strings.NewReader(text), extract.Options{})
	if strings.HasSuffix(file, ".html") {
		find = html.URLs(strings.NewReader(text), html.Options{})
	}
	for m, err := range find {
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, linkcheck.Place{File: file, Offset: m.Offset, Line: m.Line, Column: m.Column, Text: m.Text, Base: m.Base})
		urls = append(urls, m.URL)
	}
	return places, urls
}

// FuzzFound checks that a rewritten URL is found again, as the new URL, and
// that all other URLs are unchanged.
func FuzzFound(f *testing.F) {
	for i := range patterns {
		f.Add(uint8(i), "new?a=1&b=it's&copy;&lt")
		f.Add(uint8(i), "x_(y)")
		f.Add(uint8(i), "end.")
		f.Add(uint8(i), "a,")
		f.Add(uint8(i), "%41;b&#38;&amp;c")
		f.Add(uint8(i), "[::1]$*!)(")
		f.Add(uint8(i), "--")
		f.Add(uint8(i), ")(0")
	}
	f.Fuzz(func(t *testing.T, n uint8, tail string) {
		pattern, file := patterns[int(n)%len(patterns)], "a.txt"
		if int(n)%len(patterns) < slices.Index(patterns, "<URL:@>") {
			file = "a.html"
		}
		file = filepath.Join(t.TempDir(), file)
		text := strings.ReplaceAll(pattern, "@", old)
		if strings.HasPrefix(pattern, "<style>@import") {
			text = `<style>@import "` + old + `";</style>`
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		places, urls := linksOf(t, file, text)
		if len(places) == 0 || slices.ContainsFunc(urls, func(u string) bool { return u != old }) {
			t.Fatalf("%q has %q", text, urls)
		}
		r := moved(old, "http://i.example/"+tail, file, "", old, extract.Base{})
		r.Places = places
		p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{})
		for i := range urls {
			if j := slices.IndexFunc(slices.Collect(p.Edits()), func(e fix.Edit) bool { return e.Place == places[i] }); j >= 0 {
				urls[i] = "http://i.example/" + tail
			}
		}
		if err := p.Apply(); err != nil {
			t.Fatal(err)
		}
		if _, got := linksOf(t, file, read(t, file)); !slices.Equal(got, urls) {
			t.Fatalf("%q has %q, want %q", read(t, file), got, urls)
		}
	})
}
