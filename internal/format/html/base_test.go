package html_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// D13; HTML 2.4.3: the first BASE in tree order, with names in upper or lower case,
// takes precedence over the URL of the document, also for references before it. A
// relative HREF is resolved against the URL of the document. A second BASE, or one that
// is not in the page, is reported and not used. D3: the nearest base takes precedence.
func TestBase(t *testing.T) {
	const outside = "http://from/here"
	for _, c := range []struct {
		name, doc, base, fault string
	}{
		{"draft1996 14", "<HTML><HEAD>\n<TITLE>An example HTML document</TITLE>\n<BASE HREF=\"http://www.ics.uci.edu/Test/a/b/c\">\n</HEAD><BODY>\n... <A HREF=\"../x\">a hypertext anchor</A> ...\n</BODY></HTML>", "http://www.ics.uci.edu/Test/a/b/c", ""},
		{"before it", "<link href=a><base href=http://h/>", "http://h/", ""},
		{"in any case", "<hEaD><bAsE hReF='http://h/'></hEaD><a href=a>", "http://h/", ""},
		{"decoded, without its fragment", "<base href=' http&#58;//h/?a&amp;b#c\n'><a href=a>", "http://h/?a&b", ""},
		{"none", "<a href=a>", outside, ""},
		{"without HREF", "<base target=x><a href=a>", outside, ""},
		{"without HREF, then another", "<base target=x><base href=http://h/><a href=a>", "http://h/", ""},
		{"relative", "<link href=a><base href='/b/'><link href=c>", "http://from/b/", ""},
		{"relative to the document", "<base href='b/c'><a href=a>", "http://from/b/c", ""},
		{"relative with a host", "<base href='//h/'><a href=a>", "http://h/", ""},
		{"not a URL", "<base href='http://[/'><a href=a>", outside, "not a URL"},
		{"not a reference", "<base href='//[/'><a href=a>", outside, "not a URL"},
		{"empty", "<base href><a href=a>", "http://from/here", ""},
		{"data", "<base href='data:,x'><a href=a>", outside, "cannot name a base"},
		{"javascript", "<base href='JavaScript:x'><a href=a>", outside, "cannot name a base"},
		{"relative, then another", "<base href=b/><base href=http://h/><a href=a>", "http://from/b/", "there is another BASE before it"},
		{"the first wins", "<base href=http://h/><base href=http://i/><a href=a>", "http://h/", "there is another BASE before it"},
		{"in the body", "<head></head><body><base href=http://h/><a href=a>", "http://h/", ""},
		{"in the body, after an anchor", "<body><a href=a>x</a><p><base href=http://h/></p>", "http://h/", ""},
		{"in the body by an element", "<p><base href=http://h/><a href=a>", "http://h/", ""},
		{"in the body by text", "\n x <base href=http://h/><a href=a>", "http://h/", ""},
		{"in the body by a reference", "&amp;<base href=http://h/><a href=a>", "http://h/", ""},
		{"in a table", "<table><tr><td><base href=http://h/><a href=a></table>", "http://h/", ""},
		{"in a list in a form", "<form action=a><ul><li><base href=http://h/></form>", "http://h/", ""},
		{"in the HTML of a picture", "<svg><foreignObject><base href=http://h/></foreignObject></svg><a href=a>", "http://h/", ""},
		{"in a picture", "<svg><base href=http://h/></svg><a href=a>", outside, "not a part of the page"},
		{"in the body, after one without HREF", "<head><base target=x></head><body><base href=http://h/><a href=a>", "http://h/", ""},
		{"in the HEAD and in the body", "<head><base href=http://h/></head><body><base href=http://i/><a href=a>", "http://h/", "there is another BASE before it"},
		{"after BODY", "<body><a href=a></body></html><base href=http://h/>", "http://h/", ""},
		{"after the HEAD", "</head><base href=http://h/><a href=a>", "http://h/", ""},
		{"behind what may be in a HEAD", "<!doctype html><!-- x --><html>\n<title>x y</title><meta x><script>x</script><style>x</style><noscript><img></noscript><template><p>x</template><link href=a><base href=http://h/>", "http://h/", ""},
		{"in a TEMPLATE", "<template><base href=http://h/></template><a href=a>", outside, "not a part of the page"},
		{"in a NOSCRIPT", "<noscript><base href=http://h/></noscript><a href=a>", outside, "not a part of the page"},
		{"in an IFRAME", "<iframe><base href=http://i/></iframe><base href=http://h/><a href=a>", "http://h/", "not a part of the page"},
		{"after a NOSCRIPT that is not closed", "<noscript><body></noscript><base href=http://h/><a href=a>", "http://h/", ""},
		{"in a comment, a script, a title", "<!-- <base href=http://h/> --><script><base href=http://h/></script><title><base href=http://h/></title><a href=a>", outside, ""},
		{"of a nested document", "<iframe srcdoc='<base href=http://no/>'></iframe><a href=a>", outside, ""},
	} {
		matches, faults := all(t, c.doc, html.Options{Base: retrieved(t, outside)})
		found := false
		for _, m := range matches {
			if !m.Relative {
				continue
			}
			found = true
			if m.Text == "b/" || m.Text == "/b/" || m.Text == "b/c" || m.Text == "//h/" || m.Text == "" { // the BASE itself
				if m.Base.From != extract.FromRetrieval {
					t.Errorf("%s: %+v, want the base of the document", c.name, m)
				}
				continue
			}
			if m.Base.URL.String() != c.base || (m.Base.From == extract.FromEmbedded) != (c.base != outside || c.name == "empty") || m.Confidence != extract.High {
				t.Errorf("%s: URLs(%q): %+v, want the base %q", c.name, c.doc, m, c.base)
			}
		}
		if !found {
			t.Errorf("%s: URLs(%q): no reference", c.name, c.doc)
		}
		if c.fault == "" && faults != nil || c.fault != "" && !slices.ContainsFunc(faults, func(err error) bool {
			return errors.Is(err, html.ErrBase) && strings.Contains(err.Error(), c.fault)
		}) {
			t.Errorf("%s: URLs(%q): %v, want %q", c.name, c.doc, faults, c.fault)
		}
	}
}

// D13: a BASE that is not used is reported with its position and its text, and
// the sequence continues.
func TestBaseThatIsNotUsedHasAPlace(t *testing.T) {
	var list []extract.Match
	for m, err := range html.URLs(strings.NewReader("<title>x</title>\n<base href='../&amp;'><a href=b>"), html.Options{}) {
		if list = append(list, m); (err != nil) != (len(list) == 1) {
			t.Errorf("%+v, %v", m, err)
		}
	}
	if len(list) != 2 || list[0].Text != "../&amp;" || list[0].URL != "../&" || list[0].Line != 2 || list[0].Column != 13 || list[0].Offset != 29 {
		t.Errorf("%+v", list)
	}
}

// D14: if no base is known, a relative reference stays relative, with low
// confidence; no base is guessed.
func TestNoBaseKnown(t *testing.T) {
	matches, _ := all(t, "<a href=a><a href=//h/b><a href=http://h/c><a href=#d><a href>", html.Options{})
	want := []bool{true, true, false, true, true}
	for i, m := range matches {
		if m.Relative != want[i] || m.Base.From != extract.NoBase || (m.Confidence == extract.Low) != m.Relative {
			t.Errorf("%+v", m)
		}
		if _, err := m.Base.Resolve(earl.RFC3986, m.URL); (err != nil) != m.Relative {
			t.Errorf("Resolve(%q): %v", m.URL, err)
		}
	}
}

// A document in SRCDOC has the base of the document around it, unless it has
// its own. Source: HTML, fallback base URL.
func TestBaseOfNestedDocument(t *testing.T) {
	const doc = "<head><template><iframe srcdoc='<a href=a>'></iframe></template><base href=http://h/></head>" +
		"<iframe srcdoc='<a href=b>'></iframe><iframe srcdoc='<base href=http://i/><a href=c><a href=http://x/>'></iframe><a href=d>"
	matches, faults := all(t, doc, html.Options{})
	got := map[string]string{}
	for _, m := range matches {
		got[m.URL] = m.Base.URL.String()
	}
	for url, base := range map[string]string{"a": "http://h/", "b": "http://h/", "c": "http://i/", "d": "http://h/"} {
		if got[url] != base {
			t.Errorf("%s: the base is %q, want %q; %v", url, got[url], base, faults)
		}
	}
}

// The edition determines what is absolute, and parses the base.
func TestEditionReadsTheBase(t *testing.T) {
	for _, e := range []*earl.Edition{earl.RFC1738, earl.WHATWG} {
		o := html.Options{}
		o.Edition = e
		matches, faults := all(t, "<base href='http://h/'><a href=a>", o)
		if len(matches) != 2 || faults != nil || matches[1].Base.URL.Edition() != e {
			t.Errorf("%+v, %v", matches, faults)
		}
	}
}

// The number of bytes that are held until the HEAD ends is limited. A BASE
// after more bytes is not used, and the held references are reported.
func TestHeadIsBounded(t *testing.T) {
	link := "<link href='" + strings.Repeat("x", 1000) + "'>"
	n := html.HeldOctets/len(link) + 1
	matches, faults := all(t, strings.Repeat(link, n)+"<base href=http://h/><a href=b>", html.Options{})
	if len(matches) != n+1 || len(faults) != 1 || !strings.Contains(faults[0].Error(), fmt.Sprintf("more than %d bytes", html.HeldOctets)) || matches[n].Base.From != extract.NoBase {
		t.Errorf("%d matches, want %d; %v", len(matches), n+1, faults)
	}
	matches, faults = all(t, strings.Repeat(link, 50)+"<base href=http://h/><a href=b>", html.Options{})
	if len(matches) != 52 || faults != nil || matches[0].Base.From != extract.FromEmbedded {
		t.Errorf("%d matches; %v", len(matches), faults)
	}
}

// D13: a relative BASE is reported and not used in an edition that requires an
// absolute BASE, and for a document without a URL.
func TestRelativeBaseThatIsNotUsed(t *testing.T) {
	draft := html.Options{Base: retrieved(t, "http://from/here")}
	draft.Edition = earl.Draft1996
	for name, c := range map[string]struct {
		o    html.Options
		want string
	}{
		"draft1996 14":              {draft, "its HREF must be absolute (draft1996 14)"},
		"draft1996 14, in the body": {draft, "it is not in the HEAD (draft1996 14)"},
		"no URL":                    {html.Options{}, "its HREF is relative, and the URL of the document is not known"},
	} {
		doc := "<base href='/b/'><a href=a>"
		if strings.HasSuffix(name, "body") {
			doc = "<body><base href='http://b/'><a href=a>"
		}
		matches, faults := all(t, doc, c.o)
		if len(faults) != 1 || !errors.Is(faults[0], html.ErrBase) || !strings.Contains(faults[0].Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, faults, c.want)
		}
		for _, m := range matches {
			if m.Base.From != c.o.Base.From {
				t.Errorf("%s: %+v has a base", name, m)
			}
		}
	}
}

// A stream has its matches when the HEAD has ended. A BASE after it is used for the
// references after it.
func TestBaseOfStream(t *testing.T) {
	matches, faults := all(t, "<link href=a><body><a href=b><base href=http://h/><a href=c>", html.Options{Base: retrieved(t, "http://from/"), Stream: true})
	var got []string
	for _, m := range matches {
		got = append(got, m.URL+" "+m.Base.URL.String())
	}
	if want := []string{"a http://from/", "b http://from/", "http://h/ http://h/", "c http://h/"}; !slices.Equal(got, want) || faults != nil {
		t.Errorf("%q, %v, want %q", got, faults, want)
	}
}

// The base says where it is: in the file, also for one in SRCDOC.
func TestPlaceOfBase(t *testing.T) {
	const doc = "<title>x</title>\n<body><base href=http://h/>\n<a href=a><iframe srcdoc='\n <base href=&quot;http://i/&quot;><a href=b>'></iframe>"
	matches, faults := all(t, doc, html.Options{})
	for _, m := range matches {
		want := "http://h/"
		if m.URL == "b" || m.URL == "http://i/" {
			want = "http://i/"
		}
		at := m.Base.At
		if line := doc[strings.LastIndexByte(doc[:at.Offset], '\n')+1:]; !strings.HasPrefix(doc[at.Offset:], want) || !strings.HasPrefix(line[at.Column-1:], want) ||
			at.Line != int64(strings.Count(doc[:at.Offset], "\n"))+1 {
			t.Errorf("%s: the base %s is at %+v", m.URL, m.Base.URL, at)
		}
	}
	if len(matches) != 4 || faults != nil {
		t.Errorf("%+v, %v", matches, faults)
	}
}

// XML Base 1.1, 3 and 4: xml:base is the base of an element, its attributes and its
// content, against that around it. In HTML it is no base.
func TestXMLBase(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		html      bool
		want      string
	}{
		{"own attributes", `<a xml:base="http://h/d/" href="a"/>`, false, "a http://h/d/"},
		{"content, until its end", `<p xml:base="http://h/"><p><a href="a"/></p><a href="b"/></p><a href="c"/>`, false, "a http://h/ b http://h/ c http://from/x/y"},
		{"nested, relative", `<p xml:base="d/"><q xml:base="e/"><a href="a"/></q><a href="b"/></p>`, false, "a http://from/x/d/e/ b http://from/x/d/"},
		{"in a base", `<head><base href="http://h/"/></head><p xml:base="d/"><a href="a"/></p><a href="b"/>`, false, "http://h/ http://h/ a http://h/d/ b http://h/"},
		{"of an empty element", `<p xml:base="http://h/"/><a href="a"/>`, false, "a http://from/x/y"},
		{"of SVG", `<svg xmlns:xlink="x" xml:base="http://h/"><image xlink:href="a.png"/></svg>`, false, "a.png http://h/"},
		{"with a reference and a fragment", `<p xml:base="http://h/?a&amp;b#c"><a href="a"/></p>`, false, "a http://h/?a&b"},
		{"empty", `<p xml:base=""><a href="a"/></p>`, false, "a http://from/x/y"},
		{"a style", `<p xml:base="http://h/" style="background:url(a.png)"/>`, false, "a.png http://h/"},
		{"HTML", `<p xml:base="http://h/"><a href="a"></a></p>`, true, "a http://from/x/y"},
		{"an empty script", `<script src="a"/><a href="b"/>`, false, "a http://from/x/y b http://from/x/y"},
		{"an end tag without a start tag", `<p xml:base="http://h/"></q><a href="a"/></p></p><a href="b"/>`, false, "a http://h/ b http://from/x/y"},
	} {
		matches, faults := all(t, c.doc, html.Options{Base: retrieved(t, "http://from/x/y"), XML: !c.html})
		var got []string
		for _, m := range matches {
			got = append(got, m.URL, m.Base.URL.String())
			if at := m.Base.At; m.Base.From == extract.FromEmbedded && (at.Line != 1 || at.Column != at.Offset+1 || at.Offset == 0) {
				t.Errorf("%s: %s: the base is at %+v", c.name, m.URL, at)
			}
		}
		if strings.Join(got, " ") != c.want || faults != nil {
			t.Errorf("%s: %q, %v, want %q", c.name, got, faults, c.want)
		}
	}
	matches, faults := all(t, `<p xml:base="http://["><a href="a"/></p>`, html.Options{Base: retrieved(t, "http://from/"), XML: true})
	if len(faults) != 1 || !errors.Is(faults[0], html.ErrBase) || matches[len(matches)-1].Base.From != extract.FromRetrieval {
		t.Errorf("%+v, %v", matches, faults)
	}
}
