package html_test

import (
	"testing"

	"github.com/earl-url/earl/internal/format/html"
)

// The title of a page is that of its head, in the charset of the page.
func TestTitle(t *testing.T) {
	for _, tt := range []struct{ head, media, want string }{
		{"<!DOCTYPE html><html><head><title>\n A &amp;\tb </title>", "text/html", "A & b"},
		{"<title>caf\xC3\xA9</title>", "text/html", "café"},
		{"<title>caf\xE9</title>", "text/html; charset=iso-8859-1", "café"},
		{"<meta charset=iso-8859-1><TITLE lang=fr>caf\xE9</TITLE>", "text/html", "café"},
		{"\xFE\xFF\x00<\x00t\x00i\x00t\x00l\x00e\x00>\x00a\x00<\x00/\x00t\x00i\x00t\x00l\x00e\x00>", "text/html", "a"},
		{"<svg><title>no</title></svg><title>yes</title>", "text/html", "yes"},
		{"<title><b>not bold</b></title>", "text/html", "<b>not bold</b>"},
		{"<!-- <title>no</title> --><script>'<title>no</title>'</script><title>yes</title>", "text/html", "yes"},
		{"<body><title>no</title>", "text/html", ""},
		{"<title></title>", "text/html", ""},
		{"<title>cut of", "text/html", "cut of"},
		{"<p>text", "text/html", ""},
		{"", "", ""},
	} {
		if got := html.Title([]byte(tt.head), tt.media); got != tt.want {
			t.Errorf("Title(%q, %q) = %q, want %q", tt.head, tt.media, got, tt.want)
		}
	}
}
