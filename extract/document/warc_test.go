package document

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

// recordOf returns a record of a web archive.
func recordOf(kind, target, media, block string) string {
	header := "WARC/1.1\r\nWARC-Type: " + kind + "\r\n"
	if target != "" {
		header += "WARC-Target-URI: " + target + "\r\n"
	}
	if media != "" {
		header += "Content-Type: " + media + "\r\n"
	}
	return header + fmt.Sprintf("Content-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
}

const (
	responseType = "application/http; msgtype=response"
	pageHead     = "HTTP/1.1 200 OK\r\nLink: <http://h/header>\r\nContent-Type: text/html\r\n"
	warcPage     = "<a href=a>"
)

// resolved returns a line for each match, with its member, position and absolute URL.
func resolved(r io.Reader, s Source) (lines []string) {
	for m, err := range URLs(r, s, extract.Options{}) {
		if err != nil {
			lines = append(lines, m.Member+" error: "+err.Error())
			continue
		}
		url := m.URL
		if u, err := m.Base.Resolve(nil, m.URL); err == nil {
			url = u.String()
		}
		lines = append(lines, fmt.Sprintf("%s %d:%d %s", m.Member, m.Line, m.Column, url))
	}
	return lines
}

// WARC 1.1 6: the documents of a web archive, without the headers and codings of http, with the URL
// of the record as the base.
func TestWARC(t *testing.T) {
	zipped := compressed(t, Gzip, warcPage)
	for _, c := range []struct{ name, in, want string }{
		{"a response", recordOf("response", "http://h/d/p", responseType, pageHead+"\r\n"+warcPage), "http://h/d/p 1:9 http://h/d/a"},
		{"angle brackets", recordOf("response", "<http://h/d/p>", responseType, pageHead+"\r\n"+warcPage), "http://h/d/p 1:9 http://h/d/a"},
		{"in chunks", recordOf("response", "http://h/", responseType, pageHead+"Transfer-Encoding: chunked\r\n\r\n7\r\n<a href\r\n3;x\r\n=a>\r\n0\r\n\r\n"), "http://h/ 1:9 http://h/a"},
		{"without the chunks of its header", recordOf("response", "http://h/", responseType, pageHead+"Transfer-Encoding: chunked\r\n\r\n"+warcPage), "http://h/ 1:9 http://h/a"},
		{"with a coding", recordOf("response", "http://h/", responseType, pageHead+"Content-Encoding: gzip\r\n\r\n"+zipped), "http://h/ 1:9 http://h/a"},
		{"without the coding of its header", recordOf("response", "http://h/", responseType, pageHead+"Content-Encoding: br\r\n\r\n"+warcPage), "http://h/ 1:9 http://h/a"},
		{"a coding in chunks", recordOf("response", "http://h/", responseType, pageHead+"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"+fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(zipped), zipped)), "http://h/ 1:9 http://h/a"},
		{"an unknown coding", recordOf("response", "http://h/", responseType, pageHead+"Content-Encoding: x-y\r\n\r\n\x01\x02"), "http://h/ error: unknown content coding \"x-y\""},
		{"an invalid chunk", recordOf("response", "http://h/", responseType, pageHead+"Transfer-Encoding: chunked\r\n\r\na\r\n"+warcPage+"\r\nx\r\n"), "http://h/ 1:9 http://h/a|http://h/ error: not a valid WARC file: an invalid chunk"},
		{"a resource", recordOf("resource", "http://h/d/p", "text/html", warcPage), "http://h/d/p 1:9 http://h/d/a"},
		{"a resource of ftp", recordOf("resource", "ftp://h/d/p.md", "", "[x](a)"), "ftp://h/d/p.md 1:5 ftp://h/d/a"},
		{"a conversion", recordOf("conversion", "http://h/", "text/plain", "http://h/t"), "http://h/ 1:1 http://h/t"},
		{"other records", recordOf("warcinfo", "", "application/warc-fields", "a: http://h/i") + recordOf("request", "http://h/", "application/http; msgtype=request", "GET http://h/r HTTP/1.1\r\n\r\n") +
			recordOf("metadata", "http://h/", "application/warc-fields", "outlink: http://h/o") + recordOf("revisit", "http://h/", responseType, pageHead), ""},
		{"no URL", recordOf("resource", "", "text/plain", "http://h/t"), "record 1 1:1 http://h/t"},
		{"a BASE in the page", recordOf("response", "http://h/", responseType, pageHead+"\r\n<base href=/b/>"+warcPage), "http://h/ 1:12 http://h/b/|http://h/ 1:24 http://h/b/a"},
		{"a base in the header", recordOf("response", "http://h/", responseType, pageHead+"Content-Location: http://i/c/d\r\n\r\n"+warcPage), "http://h/ 1:9 http://i/c/a"},
		{"a base that is relative", recordOf("response", "http://h/", responseType, pageHead+"Content-Base: x\r\n\r\n"+warcPage), "http://h/ error: base: Content-Base \"x\": not an absolute URL, so it is not used as a base|http://h/ 1:9 http://h/a"},
		{"a long header", recordOf("response", "http://h/", responseType, pageHead+strings.Repeat("X: http://h/x\r\n", 5000)+"\r\n"+warcPage), "http://h/ error: document: the header of the response has more than 65536 bytes: it was not searched"},
		{"a feed", recordOf("response", "http://h/f", responseType, "HTTP/2 200\r\nContent-Type: application/rss+xml\r\n\r\n<rss><link>a</link></rss>"), "http://h/f 1:12 http://h/a"},
		{"a picture", recordOf("response", "http://h/i.png", responseType, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nhttp://h/no"), ""},
		{"a document in a document", recordOf("response", "http://h/m.gz", responseType, "HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\n\r\n"+compressed(t, Gzip, "http://h/t")), "http://h/m.gz 1:1 http://h/t"},
		{"no header", recordOf("response", "http://h/", responseType, warcPage), "http://h/ 1:9 http://h/a"},
	} {
		want := slices.DeleteFunc(strings.Split(c.want, "|"), func(s string) bool { return s == "" })
		for of, in := range map[string]string{"": c.in, ", compressed": compressed(t, Gzip, c.in)} {
			if got := resolved(slowly(in), Source{}); !slices.Equal(got, want) {
				t.Errorf("%s%s: %q, want %q", c.name, of, got, want)
			}
			if got := resolved(bytes.NewReader([]byte(in)), Source{}); !slices.Equal(got, want) {
				t.Errorf("%s%s, as a file: %q, want %q", c.name, of, got, want)
			}
		}
	}
	wacz := zipOf(t, file{"archive/data.warc", recordOf("resource", "http://h/d/", "text/html", warcPage)})
	if got, want := resolved(strings.NewReader(wacz), Source{Name: "a.wacz"}), []string{"archive/data.warc!http://h/d/ 1:9 http://h/d/a"}; !slices.Equal(got, want) {
		t.Errorf("WACZ: %q, want %q", got, want)
	}
}

// A damaged record is an error with its place, and the records after it are searched.
func TestDamagedWARC(t *testing.T) {
	first, second := recordOf("resource", "http://h/1", "text/plain", "http://h/a"), recordOf("resource", "http://h/2", "text/plain", "http://h/b")
	bad := []byte(compressed(t, Gzip, recordOf("resource", "http://h/bad", "text/plain", strings.Repeat("x ", 1000))))
	bad[len(bad)-6] ^= 1
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a length", first + strings.Replace(second, "Content-Length: 10", "Content-Length: x", 1) + first, []string{"http://h/1 1:1 http://h/a", "http://h/2 error: document: damaged warc data", "http://h/1 1:1 http://h/a"}},
		{"a member", compressed(t, Gzip, first) + string(bad) + compressed(t, Gzip, second), []string{"http://h/1 1:1 http://h/a", "http://h/bad error: document: damaged warc data", "http://h/2 1:1 http://h/b"}},
		{"the end", first + second[:len(second)-9], []string{"http://h/1 1:1 http://h/a", "http://h/2 error: document: damaged warc data"}},
	} {
		path := filepath.Join(t.TempDir(), "x.warc")
		if err := os.WriteFile(path, []byte(c.in), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		got := resolved(f, Source{})
		for i := range got {
			if i < len(c.want) && strings.HasSuffix(c.want[i], "data") && strings.HasPrefix(got[i], c.want[i]) {
				got[i] = c.want[i]
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := resolved(strings.NewReader("WARC/1.1\r\n\r\n"), Source{}); len(got) != 1 || !strings.Contains(got[0], "damaged warc data") {
		t.Errorf("%q", got)
	}
}
