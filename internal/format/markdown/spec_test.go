package markdown_test

import (
	"encoding/json"
	"html"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/markdown"
)

// An example is one of the examples in the specification of CommonMark.
type example struct {
	Markdown, HTML string
	Example        int
	Section        string
}

// examples reads the examples of the specification, which are among the tests
// of goldmark.
func examples(t testing.TB) (list []example) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if err != nil {
		t.Skipf("the examples are not here: %v", err)
	}
	if err := json.Unmarshal(text, &list); err != nil || len(list) < 600 {
		t.Fatalf("%d examples, %v", len(list), err)
	}
	return list
}

var linked = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// linksOf returns the links of a page that was made from Markdown, decoded. A
// line end in an attribute is not part of the URL.
func linksOf(page string) (list []string) {
	for _, m := range linked.FindAllStringSubmatch(page, -1) {
		list = append(list, strings.ReplaceAll(decoded(html.UnescapeString(m[1])), "\n", ""))
	}
	return list
}

// decoded removes the escapes from a URL, because programs that write pages add
// some.
func decoded(u string) string {
	if s, err := url.PathUnescape(u); err == nil {
		return s
	}
	return u
}

// unused are the examples with an unused definition, or with a link in the text
// that describes an image.
var unused = []int{204, 207, 208, 210, 317, 520, 536, 537, 538, 544, 545, 563, 565, 567, 571, 574, 575, 592}

// Every link in the pages of the specification's examples is found in their
// Markdown. Other links are found only in text and in unused definitions.
func TestSpecification(t *testing.T) {
	for _, e := range examples(t) {
		want := linksOf(e.HTML)
		var got, sure []string
		for m, err := range markdown.URLs(strings.NewReader(e.Markdown), markdown.Options{}) {
			if err != nil { // a tag that does not end
				continue
			}
			if got = append(got, decoded(m.URL)); m.Kind == extract.Attribute {
				sure = append(sure, decoded(m.URL))
			}
		}
		for _, u := range want {
			if u != "" && !slices.Contains(got, u) {
				t.Errorf("example %d: %q: no %q, but %q", e.Example, e.Markdown, u, got)
			}
		}
		for _, u := range sure {
			if !slices.Contains(want, u) && !slices.Contains(unused, e.Example) {
				t.Errorf("example %d: %q: %q, which is not in %q", e.Example, e.Markdown, u, want)
			}
		}
	}
}

// notRendered are the examples whose pages differ from those of Render, with the sections
// on HTML.
var notRendered = []int{
	21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643, // a page has no tags of the source
	79, 484, 487, 581, // a heading, a link and an image need a text
	87, 98, // a table, front matter
	200, 485, 486, 567, // the function Link of the test refuses an empty destination
	504, 507, // the test decodes a quotation mark
}

// extras are what a page has in addition, or leaves out.
var extras = regexp.MustCompile(` id="[^"]*"| tabindex="0"| (?:title|class)="[^"]*"`)

// The pages of the specification's examples are those of the specification.
func TestSpecificationPages(t *testing.T) {
	for _, e := range examples(t) {
		_, page := markdown.Render([]byte(e.Markdown), markdown.PageOptions{
			Link: func(to string) string { return decoded(to) },
			Image: func(to, text string) string {
				return `<img src="` + html.EscapeString(decoded(to)) + `" alt="` + html.EscapeString(text) + `">`
			},
		})
		got, want := comparable(page), comparable(e.HTML)
		known := slices.Contains(notRendered, e.Example) || e.Section == "Raw HTML" || e.Section == "HTML blocks"
		if got != want && !known {
			t.Errorf("example %d: %q:\n%s, want\n%s", e.Example, e.Markdown, got, want)
		}
	}
}

// comparable returns a page without extras, and with the URLs decoded.
func comparable(page string) string {
	page = strings.NewReplacer(" />", ">", "&#34;", "&quot;", "&#39;", "'").Replace(extras.ReplaceAllString(page, ""))
	return linked.ReplaceAllStringFunc(page, decoded)
}
