package document_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// In XML that is not a page, references are decoded, and those to quotes and brackets end a URL.
func TestXML(t *testing.T) {
	const feed = `<?xml version="1.0"?>
<rss><link>https://h.example/?a=1&amp;b=2&#38;c</link><outline xmlUrl="https://h.example/o?x&amp;y"/>
&quot;https://h.example/q&quot; and https://h.example/z?a&amp; &lt;a href=&quot;https://h.example/e?f&amp;amp;g&quot;&gt;
https://h.example/?a=1&b=2 https://h.example/?a&lang;</rss>`
	decoded := []string{"https://h.example/?a=1&b=2&c", "https://h.example/o?x&y", "https://h.example/q", "https://h.example/z?a&", "https://h.example/e?f&amp;g",
		"https://h.example/?a=1&b=2", "https://h.example/?a&lang"}
	for _, tt := range []struct {
		source document.Source
		xml    bool
	}{
		{document.Source{}, true},
		{document.Source{Name: "a.opml"}, true},
		{document.Source{Media: "application/rss+xml; charset=utf-8"}, true},
		{document.Source{Media: "text/plain"}, false},
		{document.Source{Type: document.Text, Name: "a.xml"}, false},
	} {
		var got []string
		for m, err := range document.URLs(strings.NewReader(feed), tt.source, extract.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, m.URL)
			if at := int(m.Offset); feed[at:at+len(m.Text)] != m.Text {
				t.Errorf("%+v: the text of %q is not at %d", tt.source, m.Text, at)
			}
		}
		if slices.Equal(got, decoded) != tt.xml {
			t.Errorf("%+v: %q", tt.source, got)
		}
	}
}

// The root element shows what XML is: a page, a picture, or a vocabulary. Source: XML 2.1, 2.8.
func TestRootOfXML(t *testing.T) {
	for text, want := range map[string]document.Type{
		"<?xml version='1.0'?>\n<!-- <a> --><!DOCTYPE html PUBLIC 'a' 'b'><html xmlns='c'>": document.HTML,
		"<?xml version='1.0'?><svg:svg xmlns:svg='a'/>":                                     document.HTML,
		"<svg width='1'/>":                                     document.HTML,
		"<?xml version='1.0'?><html:a":                         document.XML,
		"<rss version='2.0'>":                                  document.XML,
		"\uFEFF<feed xmlns='a'>":                               document.XML,
		"<!DOCTYPE book [<!ENTITY a '<b>'>]><book xmlns='c'/>": document.XML,
		"<project\n  xmlns='a'>":                               document.XML,
		"<set>":                                                document.Text,
		"<http://h/> is a URL":                                 document.Text,
		"<name> is your name":                                  document.Text,
		"<?php echo 1 ?>":                                      document.Text,
	} {
		if got := document.Sniff("", "", []byte(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	page := "<?xml version='1.0'?><html xml:base='http://h/'><script src='a'/><a href='b'/></html>"
	var got []string
	for m, err := range document.URLs(strings.NewReader(page), document.Source{}, extract.Options{}) {
		u, bad := m.Base.Resolve(nil, m.URL)
		if err != nil || bad != nil {
			t.Error(err, bad)
		}
		got = append(got, u.String())
	}
	if want := []string{"http://h/a", "http://h/b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
