package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// viewURLs has a URL with every part of every view (B1, B5, B6, B9-B13, B15, B16).
var viewURLs = []string{
	"ftp://us%00er:pass@host.dom:2121/a//b%2Fc/n%25;type=a",
	"ftp://host.dom", "ftp://@host.dom/",
	"http://h:81/a%2Fb;c?d=%20&e", "https://u:p@h/", "http://h",
	"gopher://h:71/7sel%09sea%09%2B", "gopher://h", "gophers://h/0/a",
	"mailto:a@b?subject=x%20y&cc=c", "mailto:a%25b@c",
	"news:comp.infosystems", "news:a@b", "news:*",
	"nntp://h:120/comp.lang.c/12", "nntp://h/comp.lang.c",
	"telnet://u:p@h:24/", "telnet://h",
	"wais://h:211/db", "wais://h/db?se%20arch", "wais://h/db/text/id",
	"file:///etc/motd", "file://localhost/a%20b/",
	"prospero://h:1526/a/b;version=1;x=%3B",
}

// TestReadingJSONKeys: the keys of a line and their order are a fixed contract.
func TestReadingJSONKeys(t *testing.T) {
	want := []string{"input", "edition", "valid", "url", "scheme", "user", "password", "host", "port",
		"path", "params", "query", "fragment", "view", "viewViolation", "violations"}
	for _, text := range []string{"ftp://u:p@h:21/a?q#f", "no url", ""} {
		r := reading{input: text, edition: earl.RFC3986}
		r.read()
		d := json.NewDecoder(strings.NewReader(string(appendReading(nil, &r, false))))
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
		var keys []string
		for d.More() {
			key, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key.(string))
			var value json.RawMessage
			if err := d.Decode(&value); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(keys, want) {
			t.Errorf("%q: keys %v, want %v", text, keys, want)
		}
	}
}

// TestInputOctets: an input that is not UTF-8 can be told from its line.
func TestInputOctets(t *testing.T) {
	r := reading{input: "http://h/\xff%", edition: earl.RFC3986}
	r.read()
	if got, want := string(appendReading(nil, &r, false)), `{"input":"http://h/\ufffd%","inputOctets":"http://h/%FF%25","edition":"rfc3986","valid":false,"url":null,`; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want it to start with %s", got, want)
	}
}

// BenchmarkReadingJSON reads and prints one ordinary URL.
func BenchmarkReadingJSON(b *testing.B) {
	r := reading{edition: earl.RFC3986}
	var line []byte
	b.ReportAllocs()
	for b.Loop() {
		r = reading{input: "https://www.example.com/articles/2021/10/a-name?utm=x&y=z", edition: earl.RFC3986, violations: r.violations[:0]}
		r.read()
		line = appendReading(line[:0], &r, false)
	}
	b.SetBytes(int64(len(line)))
}

// F3: the answers to a gopher form, of which any may be a secret, are in no object.
func TestMetaHidesAnswers(t *testing.T) {
	const form = "gopher://h/0form%09%09+%091%0D%0A+-1%0D%0A"
	for url, want := range map[string]string{
		form + "geheim%0D%0A.%0D%0A": form + "xxxxx",
		"ftp://u:geheim@h/a":         "ftp://u@h/a",
		"news:a:b@c":                 "news:a:b@c",
		"gopher://h/0a%09%09+":       "gopher://h/0a%09%09+",
	} {
		line := string(appendMeta(nil, "", &open.Meta{URL: earl.RFC3986.MustParse(url)}))
		if !strings.Contains(line, `"url":"`+want+`"`) {
			t.Errorf("%s: %s, want the URL %s", url, line, want)
		}
	}
}
