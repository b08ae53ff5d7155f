package article_test

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl/internal/protocol/article"
)

// Source: rfc2045 5, 5.2; rfc2046 5.1.5.
func TestMediaType(t *testing.T) {
	for value, want := range map[string]string{
		"":                                       "text/plain map[]",
		"Text/HTML; Charset=UTF-8":               "text/html map[charset:UTF-8]",
		"text/html; charset=utf-8;":              "text/html map[charset:utf-8]",
		"text":                                   "text/plain map[]",
		"text; charset=koi8-r":                   "text/plain map[charset:koi8-r]",
		"text/html charset=utf-8":                "text/html charset=utf-8 map[]",
		"text/html; charset=utf-8 (comment)":     "text/html map[charset:utf-8]",
		"text/html; charset=\"utf-8\"; charset":  "text/html map[charset:utf-8]",
		"multipart/mixed; boundary=a b":          "multipart/mixed map[boundary:a]",
		"multipart/mixed; boundary=\"a;b\" x=y":  "multipart/mixed map[boundary:a;b]",
		"multipart/mixed; boundary==_a; x":       "multipart/mixed map[boundary:=_a]",
		"application/x; name=a; name=b":          "application/x map[name:b]",
		"text/plain; =x; charset = iso-8859-2 ;": "text/plain map[:x charset:iso-8859-2]",
	} {
		media, params := article.MediaType(value)
		if got := fmt.Sprint(media, " ", params); got != want {
			t.Errorf("MediaType(%q) = %s, want %s", value, got, want)
		}
	}
}

// A label has one encoding for messages, news and pages; others are guessed.
func TestCharset(t *testing.T) {
	for label, known := range map[string]bool{
		"utf-8": true, " ISO-8859-1 ": true, "KOI8-R": true, "cp850": true, "IBM437": true, "iso-2022-jp": true, "utf-16le": true,
		"": false, "us-ascii": false, "ascii": false, "x-unknown": false, "iso-2022-kr": false, "hz-gb-2312": false,
	} {
		if got := article.Charset(label) != nil; got != known {
			t.Errorf("Charset(%q) is known: %v, want %v", label, got, known)
		}
	}
}
