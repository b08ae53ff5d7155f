package extract_test

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl/extract"
)

func ExampleText() {
	mail := strings.NewReader(`Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
type=d> but you can probably pick it up from (http://ds.internic.net/rfc).
`)
	for m, err := range extract.Text(mail, extract.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d:%d: %s, %s\n", m.Line, m.Column, m.URL, m.Kind)
	}
	// Output:
	// 1:33: ftp://info.cern.ch/pub/www/doc;type=d, wrapped
	// 2:47: http://ds.internic.net/rfc, bare
}

func ExampleText_hyphen() {
	for m := range extract.Text(strings.NewReader("<URL:http://h/a-\nb>"), extract.Options{}) {
		fmt.Println(m.URL, m.Alternatives, m.Confidence)
	}
	// Output: http://h/a-b [http://h/ab] medium
}

func ExampleWrap() {
	text, _ := extract.Wrap("ftp://ds.internic.net/internet-drafts/draft-ietf-uri-url-06.txt", 40)
	fmt.Println(text)
	// Output:
	// <URL:ftp://ds.internic.net/internet-draf
	// ts/draft-ietf-uri-url-06.txt>
}
