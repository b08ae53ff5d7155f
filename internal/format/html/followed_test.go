package html_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// Links to other pages are distinguished from references to parts of the
// document. Source: HTML, following hyperlinks; META REFRESH.
func TestFollowed(t *testing.T) {
	const doc = `<head><link href=no1><meta http-equiv=refresh content="0; url='yes1'"><meta property=og:url content=http://no2/>
<style>a{background:url(no3)}</style></head>
<a href=yes2 cite=no4 ping="no5 no6" style="background:url(no7)">http://no8/</a>
<map><AREA HREF="yes3"></map><svg><a xlink:href=yes4><image href=no9 /></a></svg>
<style>b{background:url(no10)}</style><img src=no11 longdesc=no12 srcset="no13 1x"><form action=no14><iframe src=no15 srcdoc="<a href=yes5><img src=no16>"></iframe>`
	matches, faults := all(t, doc, html.Options{})
	if len(matches) != 21 || faults != nil {
		t.Errorf("%d matches, want 21; %v", len(matches), faults)
	}
	for _, m := range matches {
		if m.Followed != strings.Contains(m.URL, "yes") {
			t.Errorf("%q: Followed is %t", m.URL, m.Followed)
		}
	}
}

// Tag is called for each tag with its position, before the matches in the tag.
// Source: HTML, tag open state.
func TestTag(t *testing.T) {
	const doc = `<head><link href=a><BASE href=http://h/></head><!-- <a> --><A target="&gt;>" href=b>x</a><script><a></script>
<iframe srcdoc="<a href=c>"></iframe><br/><a href=d`
	var got []string
	o := html.Options{Tag: func(tag html.Tag) {
		text := doc[tag.Start:tag.End]
		if start := strings.ToLower(text); !strings.HasPrefix(start, "<"+tag.Name) || !strings.HasSuffix(start, ">") {
			t.Errorf("%q is not a tag %s", text, tag.Name)
		}
		if tag.Nested != (text == "<a href=c>" || text == "<b x='&#34;' x>") {
			t.Errorf("%q: Nested is %v", text, tag.Nested)
		}
		got = append(got, tag.Name)
	}}
	for m, err := range html.URLs(strings.NewReader(doc), o) {
		if err == nil {
			got = append(got, m.Text)
		}
	}
	want := []string{"head", "link", "base", "a", "http://h/", "/head", "a", "b", "/a", "script", "/script", "iframe", "a", "c", "/iframe", "br"}
	if !slices.Equal(got, want) {
		t.Errorf("tags and matches %q, want %q", got, want)
	}
}

// A file of CSS has the same URLs as an element STYLE with this text, at their
// own positions; tags have no meaning in it. Source: CSS Syntax Level 3.
func TestSheet(t *testing.T) {
	const css = "@import \"/a.css\"; /* url(no) */\nb{background:url( '/b.png' )} </style><a href=no>\n@font-face{src:url(/c\\.woff)}"
	o := html.Options{Base: retrieved(t, "http://h/s/x.css")}
	for _, r := range []io.Reader{strings.NewReader(css), iotest.OneByteReader(strings.NewReader(css))} {
		var got []string
		for m, err := range html.Sheet(r, o) {
			if err != nil || !strings.HasPrefix(css[m.Offset:], m.Text) || m.Base.From != extract.FromRetrieval || !m.Relative {
				t.Errorf("%+v, %v", m, err)
			}
			got = append(got, m.URL)
		}
		if want := []string{"/a.css", "/b.png", "/c.woff"}; !slices.Equal(got, want) {
			t.Errorf("Sheet finds %q, want %q", got, want)
		}
	}
}

// An error of the reader ends the matches of a sheet, and the caller can stop.
func TestSheetThatBreaksOff(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	var last error
	for _, err := range html.Sheet(io.MultiReader(strings.NewReader("a{b:url(/x)}"), iotest.ErrReader(broken)), html.Options{}) {
		n, last = n+1, err
	}
	if n != 2 || !errors.Is(last, broken) {
		t.Errorf("%d, %v", n, last)
	}
	for range html.Sheet(strings.NewReader("@import '/a'; @import '/b'"), html.Options{}) {
		break
	}
}

// The URL that a page wants to have is no link for a reader. Source: rfc6596 3; Open Graph protocol.
func TestOfficial(t *testing.T) {
	for _, c := range []struct {
		doc      string
		official bool
	}{
		{"<link rel=canonical href=a>", true},
		{"<link href=a rel='Canonical alternate'>", true},
		{"<body><LINK REL=\"\n canonical\" HREF=a>", true},
		{"<meta property=og:url content=a>", true},
		{"<meta content=a property='og:url x'>", true},
		{"<meta name=og:url content=a>", true},
		{"<link rel=canonicals href=a>", false},
		{"<link rel=alternate href=a title=canonical>", false},
		{"<a rel=canonical href=a>", false},
		{"<meta property=og:image content=a>", false},
		{"<meta property=twitter:url content=a>", false},
		{"<link rev=canonical href=a>", false},
	} {
		matches, faults := all(t, c.doc, html.Options{})
		if len(matches) != 1 || faults != nil || (matches[0].Kind == extract.Official) != c.official || !matches[0].Kind.IsLink() {
			t.Errorf("%s: %+v, %v", c.doc, matches, faults)
		}
	}
}
