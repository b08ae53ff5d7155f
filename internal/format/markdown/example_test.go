package markdown_test

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl/internal/format/markdown"
)

func ExampleURLs() {
	readme := strings.NewReader("# Read [me][a]\n\nSee <http://example.org/b> and `http://example.org/code`.\n\n[a]: ../c\\_d 'C'\n")
	o := markdown.Options{Anchor: func(name string) { fmt.Println("#" + name) }}
	for m, err := range markdown.URLs(readme, o) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d:%d: %s, %s\n", m.Line, m.Column, m.URL, m.Kind)
	}
	// Output:
	// #read-me
	// 3:6: http://example.org/b, wrapped
	// 5:6: ../c_d, attribute
}
