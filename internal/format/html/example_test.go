package html_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// The references of a page, resolved. The BASE also applies to the reference
// before it.
func ExampleURLs() {
	page := `<link rel=stylesheet href="style.css">
<base href="http://example.org/docs/">
<body><a href="../search?q=a&amp;copy=b">Search</a>
<p>or ask at &lt;URL:ftp://example.net/pub/&gt;.`
	retrieved, err := earl.RFC3986.Parse("http://cache.example/page")
	if err != nil {
		log.Fatal(err)
	}
	for m, err := range html.URLs(strings.NewReader(page), html.Options{Base: extract.BaseOf(retrieved)}) {
		if err != nil {
			log.Fatal(err)
		}
		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%d:%d: %s (%s)\n", m.Line, m.Column, u, m.Kind)
	}
	// Output:
	// 1:28: http://example.org/docs/style.css (attribute)
	// 2:13: http://example.org/docs/ (attribute)
	// 3:16: http://example.org/search?q=a&copy=b (attribute)
	// 4:22: ftp://example.net/pub/ (wrapped)
}
