package html_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/format/html"
	xhtml "golang.org/x/net/html"
)

// pages returns a typical document of about n bytes: markup with classes and
// links, some text, a little style and script.
func pages(n int) []byte {
	var b bytes.Buffer
	b.WriteString("<!doctype html><html><head><meta charset=utf-8><title>A page</title><base href=\"http://example.org/\">\n</head><body>\n")
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "<div class=\"row item-%d\" id=\"row%d\"><h2>Item number %d: what there is to say</h2>\n", i%7, i, i)
		fmt.Fprintf(&b, "<p>Some words of text, more or less as people write it, with <a class=\"link\" href=\"/items/%d?a=1&amp;b=2\" title=\"Item\">a link</a>\nand an entity &eacute; here &amp; there, and then some more of it until the line has its length.</p>\n", i)
		if i%5 == 0 {
			fmt.Fprintf(&b, "<img src=\"img/%d.png\" srcset=\"img/%d.png 1x, img/%d@2x.png 2x\" alt=\"\" width=10 height=10>\n", i, i, i)
		}
		if i%50 == 0 {
			fmt.Fprintf(&b, "<style>.item-%d{background:url(bg%d.png)}</style><script>if (a < b) { c(\"<a href='x'>\") }</script><!-- a comment -->\n", i, i)
		}
		b.WriteString("</div>\n")
	}
	return b.Bytes()
}

// longText is text with few URLs and little markup.
func longText(n int) []byte {
	return bytes.Repeat([]byte("<p>The quick brown fox jumps over the lazy dog: so they say (see http://example.org/fox), and more. "+strings.Repeat("More words of it. ", 20)+"</p>\n"), n/460)
}

func BenchmarkURLs(b *testing.B) {
	for _, c := range []struct {
		name string
		doc  []byte
	}{{"page", pages(8 << 20)}, {"text", longText(8 << 20)}, {"inlined", bytes.Repeat([]byte("<img src='data:image/png;base64,"+strings.Repeat("iVBORw0K", 8000)+"'>"), 128)}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.doc)))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				for _, err := range html.URLs(bytes.NewReader(c.doc), html.Options{}) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
			}
			b.ReportMetric(float64(n)/float64(b.N), "URLs")
		})
	}
}

// For comparison, only the tokenizer of x/net/html, which does not search for
// URLs.
func BenchmarkTokenizer(b *testing.B) {
	doc := pages(8 << 20)
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		z := xhtml.NewTokenizer(bytes.NewReader(doc))
		for z.Next() != xhtml.ErrorToken {
		}
		if z.Err() != io.EOF {
			b.Fatal(z.Err())
		}
	}
}
