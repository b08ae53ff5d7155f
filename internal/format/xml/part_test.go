package xml

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/racedetector"
)

// find returns a line for each match and for each error.
func find(r io.Reader, o Options) (lines []string) {
	for m, err := range URLs(r, o) {
		line := fmt.Sprintf("%d:%d@%d %s %s", m.Line, m.Column, m.Offset, m.Kind, m.URL)
		if err != nil {
			line = "error: " + err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a URL in several runs", "<w:p><w:r><w:t>\nhtt</w:t></w:r><w:r><w:t>p://h/a</w:t></w:r></w:p>", []string{"2:1@16 bare http://h/a"}},
		{"references", "<p>&#x20;http://h/?a&amp;b&#38;c</p>", []string{"1:10@9 bare http://h/?a&b&c"}},
		{"paragraphs are apart", "<p>http://h/a</p><p>b</p>", []string{"1:4@3 bare http://h/a"}},
		{"breaks are", "<p>http://h/a<w:tab/>b<w:br/>http://h/c<text:s/>d</p>", []string{"1:4@3 bare http://h/a", "1:30@29 bare http://h/c"}},
		{"cells are", "<row><c>http://h/a</c><c>b</c></row>", []string{"1:9@8 bare http://h/a"}},
		{"fields", `<p><instrText>HYPERLINK "http://h/i"</instrText><t>http://h/t</t></p>`, []string{"1:26@25 bare http://h/i", "1:52@51 bare http://h/t"}},
		{"field in pieces", `<p><instrText>"http://</instrText><x/><instrText>h/i"</instrText></p>`, []string{"1:16@15 bare http://h/i"}},
		{"CDATA", "<a><![CDATA[http://h/?a&amp;b]]></a>", []string{"1:13@12 bare http://h/?a&amp;b"}},
		{"comments and instructions", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'http://h/e'>]><a><!-- http://h/c --><?p http://h/p?></a>", nil},
		{"names of namespaces", `<a xmlns:b="http://h/ns" c="http://h/c"/>`, nil},
		{"an external target", `<Relationships><Relationship Target="http://h/?a&amp;b" TargetMode="External"/><Relationship Target="x.xml"/></Relationships>`,
			[]string{"1:38@37 attribute http://h/?a&b"}},
		{"a relative external target", `<Relationship TargetMode='External' Target='../b.docx'/>`, []string{"1:45@44 attribute ../b.docx"}},
		{"OpenDocument", `<x><text:a xlink:href="http://h/a">t</text:a><draw:image xlink:href="Pictures/1.png"/><text:a xlink:href="#p"/><text:a xlink:href="../b.odt"/></x>`,
			[]string{"1:24@23 attribute http://h/a", "1:132@131 attribute ../b.odt"}},
		{"a > in a value", `<a href="http://h/a" b=">">http://h/b</a>`, []string{"1:10@9 attribute http://h/a", "1:28@27 bare http://h/b"}},
		{"nothing", "", nil},
		{"white space", " \n", nil},
		{"a byte order mark", "\uFEFF<a>http://h/</a>", []string{"1:7@6 bare http://h/"}},
		{"no XML", "PK", []string{"error: " + ErrNotXML.Error()}},
		{"cut in a tag", "<a><b", []string{"error: " + ErrCut.Error()}},
		{"cut in an element", "<a>http://h/", []string{"1:4@3 bare http://h/", "error: " + ErrCut.Error()}},
		{"cut in a comment", "<a/><!-- ", []string{"error: " + ErrCut.Error()}},
		{"a long tag", "<a b='" + strings.Repeat("x", 2<<20) + "'/>", []string{"error: " + ErrTag.Error()}},
	} {
		if got := find(strings.NewReader(c.in), Options{Part: true}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The sizes of the reads, and the end of the buffer, do not matter.
func TestReferencesAcrossTheBuffer(t *testing.T) {
	for n := 32<<10 - 30; n < 32<<10+5; n++ {
		in := "<p>" + strings.Repeat(" ", n) + "http://h/?a&amp;b</p>"
		want := []string{fmt.Sprintf("1:%d@%d bare http://h/?a&b", n+4, n+3)}
		if got := find(strings.NewReader(in), Options{Part: true}); !slices.Equal(got, want) {
			t.Fatalf("%d: %q, want %q", n, got, want)
		}
	}
}

// A part of any size and nesting is searched in little memory.
func TestLargeParts(t *testing.T) {
	mega := int64(1 << 20)
	if testing.Short() || racedetector.On {
		mega = 100 << 10
	}
	for name, in := range map[string]io.Reader{
		"text":     io.MultiReader(strings.NewReader("<p>"), io.LimitReader(repeated("http://h/ "), 20*mega), strings.NewReader("</p>")),
		"comments": io.MultiReader(strings.NewReader("<p><!--"), io.LimitReader(repeated("- ->"), 20*mega), strings.NewReader("-->http://h/</p>")),
		"nesting":  io.MultiReader(io.LimitReader(repeated("<a>"), 9*mega), strings.NewReader("http://h/"), io.LimitReader(repeated("</a>"), 12*mega)),
	} {
		found := 0
		for m, err := range URLs(in, Options{Part: true}) {
			if err != nil && (name != "nesting" || err != ErrDepth) {
				t.Errorf("%s: %v", name, err)
			}
			if m.URL == "http://h/" {
				found++
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
}

// repeated is a reader that repeats a text forever.
type repeated string

func (r repeated) Read(p []byte) (int, error) {
	n := 0
	for len(p)-n >= len(r) {
		n += copy(p[n:], r)
	}
	if n == 0 {
		return copy(p, r[:len(p)]), nil
	}
	return n, nil
}

func TestErrorsOfTheReaderComeLast(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("<p>http://h/ "), failing{broken})
	var last error
	for _, err := range URLs(in, Options{Part: true}) {
		last = err
	}
	if !errors.Is(last, broken) {
		t.Errorf("%v, want %v", last, broken)
	}
}

// failing is a reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestURLsThatAreTooLong(t *testing.T) {
	n := 0
	for m, err := range URLs(strings.NewReader(`<a href="http://h/long"/>`), Options{Options: extract.Options{MaxLength: 5}, Part: true}) {
		if !errors.Is(err, extract.ErrTooLong) || m.Line != 1 {
			t.Errorf("%+v, %v", m, err)
		}
		n++
	}
	if n != 1 {
		t.Errorf("%d, want 1", n)
	}
}
