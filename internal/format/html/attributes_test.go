package html_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/internal/format/html"
)

// Tag gets every attribute with its decoded value and its positions, whatever the reader
// returns at a time. Source: HTML, before attribute name state and those after it;
// attribute value states.
func TestAttributes(t *testing.T) {
	for doc, want := range map[string]string{
		`<a>`:                                "",
		`<a b>`:                              "b= b [] ",
		`<a b=>`:                             "b= b= [] ",
		`<a b = c D='e' F="g">`:              "b=c b = c [c] d=e D='e' [e] f=g F=\"g\" [g] ",
		`<a b="<c d=e>" f>`:                  `b=<c d=e> b="<c d=e>" [<c d=e>] f= f [] `,
		`<a b='">' c=d>`:                     `b="> b='">' [">] c=d c=d [d] `,
		`<a/b/c=d/e/>`:                       "b= b [] c=d/e/ c=d/e/ [d/e/] ",
		`<a b=1 b=2>`:                        "b=1 b=1 [1] b=2 b=2 [2] ",
		`<a b="c"d='e'>`:                     `b=c b="c" [c] d=e d='e' [e] `,
		`<a "b" ='c'>`:                       `"b"=c "b" ='c' [c] `,
		`<a =b=c>`:                           "=b=c =b=c [c] ",
		`<a b="&#99;&amp;d" e=f&quot;g&lt=>`: `b=c&d b="&#99;&amp;d" [&#99;&amp;d] e=f"g&lt= e=f&quot;g&lt= [f&quot;g&lt=] `,
		"<a b='c\nd' e\n=\n\tf>":             "b=c\nd b='c\nd' [c\nd] e=f e\n=\n\tf [f] ",
		"<a b='\x00\xff'>":                   "b=\uFFFDÿ b='\x00\xff' [\x00\xff] ",
		`<a b="c`:                            "",
		`<a b`:                               "",
	} {
		for _, in := range []string{"whole", "one byte"} {
			r := iotest.OneByteReader(strings.NewReader(doc))
			var got strings.Builder
			o := html.Options{MediaType: "text/html; charset=windows-1252", Tag: func(tag html.Tag) {
				for _, a := range tag.Attributes {
					fmt.Fprintf(&got, "%s=%s %s [%s] ", a.Name, a.Value, doc[a.Start:a.End], doc[a.ValueStart:a.ValueEnd])
				}
			}}
			if in == "whole" {
				for range html.URLs(strings.NewReader(doc), o) {
				}
			} else {
				for range html.URLs(r, o) {
				}
			}
			if got.String() != want {
				t.Errorf("%s, %s: %q, want %q", doc, in, got.String(), want)
			}
		}
	}
}

// Values longer than MaxLength are not kept, and neither are attributes after MaxAttributes.
func TestAttributesHaveLimits(t *testing.T) {
	var tags []html.Tag
	o := html.Options{Tag: func(tag html.Tag) { tags = append(tags, tag) }}
	o.MaxLength = 10
	doc := "<a b=" + strings.Repeat("c", 11) + " d=" + strings.Repeat("e", 10) + "><p" + strings.Repeat(" x", html.MaxAttributes+1) + " href=/y></p>"
	var found []string
	for m, err := range html.URLs(strings.NewReader(doc), o) {
		if err != nil {
			t.Error(err)
		}
		found = append(found, m.URL)
	}
	if len(tags) != 3 || len(tags[0].Attributes) != 2 || !tags[0].Attributes[0].Long || tags[0].Cut || !tags[1].Cut || len(tags[1].Attributes) != html.MaxAttributes {
		t.Fatalf("%+v", tags)
	}
	if v, ok := tags[0].Value("b"); v != "" || ok {
		t.Errorf("a long value is %q, %v", v, ok)
	}
	if v, ok := tags[0].Value("d"); len(v) != 10 || !ok {
		t.Errorf("a value of the limit is %q, %v", v, ok)
	}
	if len(found) != 1 || found[0] != "/y" {
		t.Errorf("found %q", found)
	}
}
