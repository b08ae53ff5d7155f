package replay_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/warc"
)

// page is the body of the records of these tests.
var page = "<html><body>" + strings.Repeat("<p>A page about gardens and their paths.</p>", 6) + "</body></html>\n"

// html is the header of page, without the empty line.
const html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

// raw returns a record as another program wrote it.
func raw(kind warc.Type, url, block string, fields ...string) string {
	head := fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\n", kind, url)
	all := strings.Join(fields, "\r\n") + "\r\n"
	for name, value := range map[string]string{"WARC-Date": "2026-01-05T00:00:00Z", "WARC-Record-ID": "<" + warc.NewID() + ">", "Content-Length": fmt.Sprint(len(block))} {
		if !strings.Contains("\r\n"+all, "\r\n"+name+":") {
			all = name + ": " + value + "\r\n" + all
		}
	}
	return head + strings.ReplaceAll(all, "\r\n\r\n", "\r\n") + "\r\n" + block + "\r\n\r\n"
}

// message is the Content-Type of a response of http.
const message = "Content-Type: " + warc.HTTPResponse

// zip compresses text as a gzip member.
func zip(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

// outcome is what a client sees of a URL.
type outcome struct {
	body, notes, coding string
	class               open.Class
	err                 error
}

// outcomeOf opens a URL from a file with records.
func outcomeOf(t *testing.T, url string, compress bool, records ...string) outcome {
	t.Helper()
	name := filepath.Join(t.TempDir(), "made.warc")
	var file strings.Builder
	for _, r := range records {
		if compress {
			r = zip(r)
		}
		file.WriteString(r)
	}
	if err := os.WriteFile(name, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := replay.Open(name)
	if err != nil {
		return outcome{err: err, class: open.ClassOf(err)}
	}
	defer a.Close()
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	res, err := c.FollowRequest(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(url), Coding: "gzip, deflate, br, zstd"})
	if err != nil {
		return outcome{err: err, class: open.ClassOf(err)}
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Fatalf("%s: %T, want a document", url, res)
	}
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	o := outcome{body: string(b), notes: strings.Join(doc.Note, "; "), coding: doc.Coding, err: err}
	if err != nil {
		o.class = open.ClassOf(err)
	}
	return o
}

// rfc9112, WARC 1.1 6.3: records as programs and servers made them are replayed, with a
// remark on what was not understood. What is not complete ends in an error.
func TestOddResponses(t *testing.T) {
	t.Parallel()
	const url = "http://garden.example/page"
	half := page[:100]
	for _, tt := range []struct {
		name, block, src string
		fields           []string // instead of message
		want             string   // "" means page
		note, coding     string
		class            open.Class
	}{
		{name: "no Content-Type", block: html + "\r\n" + page, fields: []string{}, src: "WARC 1.1 6.3"},
		{name: "the Content-Type of the page", block: html + "\r\n" + page, fields: []string{"Content-Type: text/html"}, src: "WARC 1.1 6.3"},
		{name: "application/http", block: html + "\r\n" + page, fields: []string{"Content-Type: application/http"}, src: "WARC 1.1 6.3"},
		{name: "message/http", block: html + "\r\n" + page, fields: []string{"Content-Type: message/http"}, src: "rfc9112 10.1"},
		{name: "a block without a header", block: "plain", want: "plain", fields: []string{"Content-Type: text/plain"}, note: "there is no header of http"},

		{name: "without gzip", block: html + "Content-Encoding: gzip\r\nContent-Length: 61\r\n\r\n" + page, note: "without the coding gzip", src: "commoncrawl/news-crawl 30"},
		{name: "without gzip, and shorter than the gzip", block: html + "Content-Encoding: gzip\r\nContent-Length: 9999\r\n\r\n" + page, note: "without the coding gzip"},
		{name: "without deflate", block: html + "Content-Encoding: deflate\r\n\r\n" + page, note: "without the coding deflate"},
		{name: "without br", block: html + "Content-Encoding: br\r\n\r\n" + page, note: "without the coding br"},
		{name: "without zstd", block: html + "Content-Encoding: ZSTD\r\n\r\n" + page, note: "without the coding ZSTD"},
		{name: "without gzip and chunks", block: html + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + page, note: "without its chunks"},
		{name: "of HTTP/2", block: "HTTP/2 200\r\ncontent-type: text/html\r\ncontent-encoding: br\r\n\r\n" + page, note: "without the coding br", src: "internetarchive/warctools 14"},
		{name: "one of two codings", block: html + "Content-Encoding: gzip, gzip\r\n\r\n" + zip(page), want: zip(page), coding: "gzip", note: "without the coding gzip"},
		{name: "a picture without br", block: "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x89PNG\r\n\x1a\n\x00\x01\x02", want: "\x89PNG\r\n\x1a\n\x00\x01\x02", note: "without the coding br"},
		{name: "Windows-1252 without deflate", block: "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\nit\x92s a caf\xe9 \x93here\x94", want: "it\x92s a caf\xe9 \x93here\x94", note: "without the coding deflate"},

		{name: "a body without chunks", block: html + "Transfer-Encoding: chunked\r\n\r\n" + page, note: "without its chunks"},
		{name: "a transfer coding", block: html + "Transfer-Encoding: gzip, chunked\r\n\r\n" + fmt.Sprintf("%x\r\n", len(zip(page))) + zip(page) + "\r\n0\r\n\r\n", src: "rfc9112 6.1, 7.2"},
		{name: "chunks and a length", block: html + "Content-Length: 999\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", want: "abc", src: "rfc9112 6.3"},
		{name: "an invalid chunk", block: html + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\nrest", want: "abc\r\nzz\r\nrest", class: open.ClassProtocol, src: "rfc9112 7.1"},
		{name: "a chunk that is too short", block: html + "Transfer-Encoding: chunked\r\n\r\n9\r\nabc\r\n", want: "abc\r\n", class: open.ClassTruncated},
		{name: "no last chunk", block: html + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", want: "abc", class: open.ClassTruncated},

		{name: "no colon", block: html + "no colon\r\n\r\n" + page, note: `without a colon: "no colon"`, src: "rfc9112 5.1"},
		{name: "control characters", block: html + "X-A: a\x00b\x02\x7f\r\n\r\n" + page, note: "a control character in the field X-A", src: "rfc9110 5.5"},
		{name: "a lone CR", block: html + "X-A: a\rb\r\n\r\n" + page, note: "a control character", src: "rfc9112 2.2"},
		{name: "a name that is not ASCII", block: html + "S\xc3\xa9rie: x\r\n\r\n" + page, note: "invalid name", src: "iipc/jwarc 25"},
		{name: "no name", block: html + ": x\r\n\r\n" + page, note: "invalid name"},
		{name: "a space before the colon", block: html + "P3P : CP\r\n\r\n" + page, note: "a space before a colon", src: "rfc9112 5.1"},
		{name: "obs-fold", block: html + "X-A: a\r\n\tb\r\n\r\n" + page, src: "rfc9112 5.2"},
		{name: "line feeds only", block: strings.ReplaceAll(html, "\r\n", "\n") + "\n" + page, src: "rfc9112 2.2"},
		{name: "an empty line first", block: "\r\n" + html + "\r\n" + page, src: "rfc9112 2.2"},
		{name: "lower case", block: "http/1.1 200 ok\r\n\r\n" + page},
		{name: "no version", block: "HTTP 200 Document follows\r\n\r\n" + page},
		{name: "no reason", block: "HTTP/1.1 200\r\n\r\n" + page, src: "rfc9112 4"},
		{name: "no status", block: "HTTP/1.1 OK\r\n\r\n" + page, note: "has no status"},
		{name: "no status line", block: "Content-Type: text/html\r\nX-A: b\r\n\r\n" + page, note: "there is no status line"},
		{name: "HTTP/0.9", block: page, note: "there is no header of http", src: "rfc1945 4.1"},
		{name: "a 100 first", block: "HTTP/1.1 100 Continue\r\n\r\n" + html + "\r\n" + page, src: "rfc9110 15.2"},

		{name: "a plus sign", block: html + "Content-Length: +291\r\n\r\n" + page, note: `"+291" is not a number`, src: "rfc9110 8.6"},
		{name: "a list of equal lengths", block: html + fmt.Sprintf("Content-Length: %d, %[1]d\r\n\r\n", len(page)) + page, src: "rfc9110 8.6"},
		{name: "two lengths", block: html + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + page, note: "is not a number"},
		{name: "a negative length", block: html + "Content-Length: -1\r\n\r\n" + page, note: "is not a number"},
		{name: "an empty length", block: html + "Content-Length:\r\n\r\n" + page, note: "is not a number"},
		{name: "a huge length", block: html + "Content-Length: 99999999999999999999\r\n\r\n" + page, note: "is not a number"},
		{name: "a length that is too short", block: html + "Content-Length: 61\r\n\r\n" + page, note: "the Content-Length is 61, and the record has 291 bytes", src: "commoncrawl/news-crawl 30"},
		{name: "a length of 0", block: html + "Content-Length: 0\r\n\r\n" + page, note: "all are used"},
		{name: "a length that is too long", block: html + "Content-Length: 600\r\n\r\n" + page, class: open.ClassTruncated, src: "rfc9112 8"},
		{name: "WARC-Truncated", block: html + "\r\n" + half, want: half, fields: []string{message, "WARC-Truncated: length"}, class: open.ClassTruncated, src: "WARC 1.1 5.13"},
	} {
		fields := tt.fields
		if fields == nil {
			fields = []string{message}
		}
		want := tt.want
		if want == "" {
			want = page
		}
		for _, compress := range []bool{false, true} {
			got := outcomeOf(t, url, compress, raw(warc.Response, url, tt.block, fields...))
			if got.body != want || got.coding != tt.coding || got.class != tt.class || (got.err != nil) != (tt.class != 0) || !strings.Contains(got.notes, tt.note) {
				t.Errorf("%s: %.200q, coding %q, notes %q, %v, want %.80q, a note with %q and the class %v", tt.name, got.body, got.coding, got.notes, got.err, want, tt.note, tt.class)
			}
		}
	}
}

// Content that has its coding keeps it, and damaged content is an error: only content that was
// stored decoded is taken for such.
func TestCodedContentStaysCoded(t *testing.T) {
	t.Parallel()
	const url = "http://garden.example/page"
	broken := []byte(zip(strings.Repeat(page, 50)))
	broken[30] ^= 0xFF
	for _, tt := range []struct{ name, coding, body string }{
		{"gzip", "gzip", zip(page)},
		{"two codings", "gzip, gzip", zip(zip(page))},
		{"an empty body", "br", ""},
		{"damaged gzip", "gzip", string(broken)},
		{"bytes that are not known", "br", "\xf7\x01\x00\x01\x02\x03\x04\x05\x06\x90\x91\x92"},
		{"an unknown coding", "utf-8", "text"},
	} {
		block := html + "Content-Encoding: " + tt.coding + "\r\n\r\n" + tt.body
		got := outcomeOf(t, url, true, raw(warc.Response, url, block, message))
		if got.coding != tt.coding || got.body != tt.body || strings.Contains(got.notes, "without") {
			t.Errorf("%s: coding %q, %d bytes, notes %q, want the coding and %d bytes unchanged", tt.name, got.coding, len(got.body), got.notes, len(tt.body))
		}
	}
}

// WARC 1.1 6.7: a revisit record is its payload, however it refers to it; the error names a
// record that is missing.
func TestRevisits(t *testing.T) {
	t.Parallel()
	const (
		url, first = "http://garden.example/again", "http://garden.example/first"
		profile    = "WARC-Profile: " + warc.ProfileDigest
		modified   = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified"
		byURL      = "WARC-Refers-To-Target-URI: " + first
		byDate     = "WARC-Refers-To-Date: 2026-01-01T00:00:00Z"
		digest     = "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
		hexDigest  = "WARC-Payload-Digest: sha1:0000000000000000000000000000000000000000"
	)
	original := raw(warc.Response, first, html+"\r\n"+page, message, "WARC-Record-ID: <urn:uuid:1>", "WARC-Date: 2026-01-01T00:00:00Z", digest)
	for _, tt := range []struct {
		name    string
		records []string
		want    string
		note    string
		class   open.Class
		errText string
	}{
		{name: "by id", records: []string{original, raw(warc.Revisit, url, "", profile, "WARC-Refers-To: <urn:uuid:1>")}, want: page, note: "the payload is that of " + first},
		{name: "by URL and date", records: []string{original, raw(warc.Revisit, url, "", profile, byURL, byDate)}, want: page},
		{name: "by URL", records: []string{original, raw(warc.Revisit, url, "", profile, byURL)}, want: page},
		{name: "by digest", records: []string{original, raw(warc.Revisit, url, "", profile, digest)}, want: page},
		{name: "by digest in another form", records: []string{original, raw(warc.Revisit, url, "", profile, hexDigest)}, want: page},
		{name: "before its original", records: []string{raw(warc.Revisit, url, "", profile, "WARC-Refers-To: <urn:uuid:1>"), original}, want: page},
		{name: "message/http", records: []string{original, raw(warc.Revisit, url, html+"X-A: b\r\n\r\n", profile, byURL, "Content-Type: message/http")}, want: page},
		{name: "a header without a Content-Type", records: []string{original, raw(warc.Revisit, url, html+"\r\n", profile, byURL)}, want: page},
		{name: "a header and the payload", records: []string{original, raw(warc.Revisit, url, html+"\r\n"+page, profile, byURL, message)}, want: page},
		{name: "a 304", records: []string{original, raw(warc.Revisit, url, "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n", modified, byURL, byDate, message)}, want: page},
		{name: "a block that is no header", records: []string{original, raw(warc.Revisit, url, "x", profile, byURL, "Content-Type: text/plain")}, want: page},
		{name: "a chain", records: []string{original, raw(warc.Revisit, "http://garden.example/second", "", profile, "WARC-Refers-To: <urn:uuid:1>", "WARC-Record-ID: <urn:uuid:2>"),
			raw(warc.Revisit, url, "", profile, "WARC-Refers-To: <urn:uuid:2>")}, want: page},
		{name: "of a resource", records: []string{raw(warc.Resource, first, page, "Content-Type: text/html", "WARC-Record-ID: <urn:uuid:1>"),
			raw(warc.Revisit, url, "", profile, "WARC-Refers-To: <urn:uuid:1>")}, want: page},
		{name: "itself", records: []string{raw(warc.Revisit, url, "", profile, "WARC-Refers-To: <urn:uuid:9>", "WARC-Record-ID: <urn:uuid:9>")}, class: open.ClassProtocol, errText: "refer to one another"},
		{name: "two of each other", records: []string{raw(warc.Revisit, url, "", profile, "WARC-Refers-To: <urn:uuid:8>", "WARC-Record-ID: <urn:uuid:9>"),
			raw(warc.Revisit, first, "", profile, "WARC-Refers-To: <urn:uuid:9>", "WARC-Record-ID: <urn:uuid:8>")}, class: open.ClassProtocol, errText: "refer to one another"},
		{name: "a missing record", records: []string{raw(warc.Revisit, url, "", profile, "WARC-Refers-To: <urn:uuid:7>", byURL, byDate)}, class: open.ClassNotFound,
			errText: first + ", recorded 2026-01-01T00:00:00Z, record urn:uuid:7"},
		{name: "another digest", records: []string{original, raw(warc.Revisit, url, "", profile, byURL, "WARC-Payload-Digest: sha1:BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")}, class: open.ClassNotFound, errText: first},
		{name: "only a digest, of nothing", records: []string{raw(warc.Revisit, url, "", profile, digest)}, class: open.ClassNotFound, errText: "digest sha1:AAAA"},
	} {
		got := outcomeOf(t, url, true, tt.records...)
		if got.body != tt.want || got.class != tt.class || !strings.Contains(got.notes, tt.note) || tt.errText != "" && (got.err == nil || !strings.Contains(got.err.Error(), tt.errText)) {
			t.Errorf("%s: %.60q, notes %q, %v, want %.60q, a note with %q and the class %v with %q", tt.name, got.body, got.notes, got.err, tt.want, tt.note, tt.class, tt.errText)
		}
	}
}

// A URL whose only record was not understood is not absent: it is an error of the archive, which
// names the file and the offset (STYLE P21).
func TestRecordsThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	const url = "http://garden.example/page"
	good := raw(warc.Response, "http://garden.example/good", html+"\r\n"+page, message)
	for _, tt := range []struct {
		name, record string
		want         string // of the body
		class        open.Class
	}{
		{"no Content-Length", strings.Replace(raw(warc.Response, url, "x", message), "Content-Length: 1\r\n", "", 1), "", open.ClassProtocol},
		{"a Content-Length that is a word", raw(warc.Response, url, html+"\r\n"+page, message, "Content-Length: x"), "", open.ClassProtocol},
		{"a Content-Length that is too small", raw(warc.Response, url, html+"\r\n"+page, message, fmt.Sprintf("Content-Length: %d", len(html)+2+9)), page[:9], open.ClassTruncated},
		{"an empty response", raw(warc.Response, url, "", message), "", open.ClassProtocol},
		{"another type", raw("x-own", url, page, "Content-Type: text/html"), "", open.ClassProtocol},
	} {
		for _, compress := range []bool{false, true} {
			got := outcomeOf(t, url, compress, tt.record, good)
			if got.class != tt.class || got.body != tt.want || got.class == open.ClassProtocol && !strings.Contains(got.err.Error(), "made.warc: offset 0") {
				t.Errorf("%s: %.60q, %v, want %q and an error of the class %v with the offset", tt.name, got.body, got.err, tt.want, tt.class)
			}
			if got := outcomeOf(t, "http://garden.example/good", compress, tt.record, good); got.body != page || got.err != nil {
				t.Errorf("%s: the record after it is %.60q, %v", tt.name, got.body, got.err)
			}
		}
	}
	if got := outcomeOf(t, url, true, good); got.class != open.ClassNotFound {
		t.Errorf("a URL without a record: %v, want not found", got.err)
	}
	var flipped = []byte(zip(raw(warc.Response, url, html+"\r\n"+strings.Repeat(page, 999), message)))
	flipped[len(flipped)/2] ^= 0xFF
	name := filepath.Join(t.TempDir(), "flipped.warc.gz")
	if err := os.WriteFile(name, append(flipped, zip(good)...), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := replay.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse(url))
	if err == nil {
		_, err = io.ReadAll(res.(*open.Document).Body)
	}
	if err == nil || errors.Is(err, open.ErrNotFound) {
		t.Errorf("a member with a wrong byte: %v, want an error that is not ErrNotFound", err)
	}
}

// A redirect to the URL itself is not followed: an older capture is opened, or nothing.
func TestSelfRedirects(t *testing.T) {
	t.Parallel()
	moved := func(url, to string) string {
		return raw(warc.Response, url, "HTTP/1.1 301 Moved\r\nLocation: "+to+"\r\n\r\n", message)
	}
	old := func(url string) string {
		return raw(warc.Response, url, html+"\r\n"+page, message, "WARC-Date: 2020-01-01T00:00:00Z")
	}
	for _, tt := range []struct {
		url     string
		records []string
		want    string
	}{
		{"http://garden.example/a", []string{moved("http://garden.example/a", "https://www.garden.example/a")}, ""},
		{"http://garden.example/a", []string{moved("http://garden.example/a", "http://garden.example/a")}, ""},
		{"http://garden.example/a", []string{moved("http://garden.example/a", "/a")}, ""},
		{"http://garden.example/a", []string{moved("http://garden.example/a", "/a/")}, ""},
		{"http://garden.example/A", []string{moved("http://garden.example/A", "http://garden.example/a")}, ""},
		{"http://garden.example/a", []string{old("http://garden.example/a"), moved("http://garden.example/a", "https://garden.example/a")}, page},
		{"http://garden.example/a", []string{old("http://garden.example/a"), moved("http://garden.example/a", "http://garden.example/%61")}, page},
		{"http://garden.example/a", []string{old("http://garden.example/a/"), moved("http://garden.example/a", "/a/")}, page},
	} {
		got := outcomeOf(t, tt.url, true, tt.records...)
		if got.body != tt.want || tt.want == "" && (got.class != open.ClassNotFound || !strings.Contains(got.err.Error(), "only a redirect to")) {
			t.Errorf("%s of %q: %.60q, %v, want %.60q", tt.url, tt.records, got.body, got.err, tt.want)
		}
	}
}

// rfc3986 6.2.2.1, 6.2.2.2: URLs with equivalent escapes are one.
func TestEquivalentEscapesAreFound(t *testing.T) {
	t.Parallel()
	for recorded, url := range map[string]string{
		"http://garden.example/a%2Fb":      "http://garden.example/a%2fb",
		"http://garden.example/a%2fb":      "http://garden.example/a%2Fb",
		"http://garden.example/%7Ejoe":     "http://garden.example/~joe",
		"ftp://garden.example/%7ejoe/a%20": "ftp://garden.example/~joe/a%20",
		"http://garden.example/?q=%c3%a9":  "http://garden.example/?q=%C3%A9",
	} {
		slash := raw(warc.Resource, "http://garden.example/a/b", "another", "Content-Type: text/plain")
		if got := outcomeOf(t, url, true, slash, raw(warc.Resource, recorded, "found", "Content-Type: text/plain")); got.body != "found" {
			t.Errorf("%s: %q, %v, want the record of %s", url, got.body, got.err, recorded)
		}
	}
}

// The reply to a POST is opened only if there is nothing else, and with a remark.
func TestRepliesToOtherMethods(t *testing.T) {
	t.Parallel()
	const url = "http://garden.example/form"
	get := raw(warc.Response, url, html+"\r\nof a GET", message, "WARC-Record-ID: <urn:uuid:1>", "WARC-Date: 2020-01-01T00:00:00Z")
	reply := raw(warc.Response, url, html+"\r\nof a POST", message, "WARC-Record-ID: <urn:uuid:2>")
	request := func(fields ...string) string {
		return raw(warc.Request, url, "POST /form HTTP/1.1\r\nHost: garden.example\r\nContent-Length: 3\r\n\r\na=1", append(fields, "Content-Type: "+warc.HTTPRequest)...)
	}
	named := request("WARC-Concurrent-To: <urn:uuid:2>")
	for _, tt := range []struct {
		name    string
		records []string
		want    string
	}{
		{"a request that names its reply", []string{reply, get, named}, "of a GET"},
		{"a neighbour after it", []string{get, reply, request()}, "of a GET"},
		{"a neighbour before it", []string{request(), reply, get}, "of a GET"},
		{"a reply that names its request", []string{request("WARC-Record-ID: <urn:uuid:3>"), strings.Replace(reply, "WARC-Record-ID", "WARC-Concurrent-To: <urn:uuid:3>\r\nWARC-Record-ID", 1), get}, "of a GET"},
		{"nothing else", []string{reply, named}, "of a POST"},
	} {
		got := outcomeOf(t, url, true, tt.records...)
		if said := strings.Contains(got.notes, "the recorded request has the method POST"); got.body != tt.want || said != (tt.want == "of a POST") {
			t.Errorf("%s: %q, notes %q, want %q", tt.name, got.body, got.notes, tt.want)
		}
	}
}

// The block of a resource record is the document, whatever its type (WARC 1.1 6.4); conversions
// and metadata are shown with a remark.
func TestOtherTypesOfRecords(t *testing.T) {
	t.Parallel()
	const url = "http://garden.example/page"
	for _, tt := range []struct {
		kind                     warc.Type
		media, block, want, note string
	}{
		{warc.Resource, "text/html", page, page, ""},
		{warc.Resource, warc.HTTPResponse, html + "\r\n" + page, html + "\r\n" + page, ""},
		{warc.Conversion, "text/plain", "text", "text", "only a conversion"},
		{warc.Metadata, "application/json", "{}", "{}", "only metadata"},
	} {
		got := outcomeOf(t, url, true, raw(tt.kind, url, tt.block, "Content-Type: "+tt.media))
		if got.body != tt.want || got.err != nil || !strings.Contains(got.notes, tt.note) {
			t.Errorf("%s %s: %.60q, notes %q, %v", tt.kind, tt.media, got.body, got.notes, got.err)
		}
		if tt.note == "" {
			continue
		}
		if got := outcomeOf(t, url, true, raw(warc.Response, url, html+"\r\n"+page, message, "WARC-Date: 2020-01-01T00:00:00Z"), raw(tt.kind, url, tt.block, "Content-Type: "+tt.media)); got.body != page {
			t.Errorf("%s after a response: %.60q, want the response", tt.kind, got.body)
		}
	}
}

// A truncated resource of another scheme ends in ErrCut.
func TestTruncatedResource(t *testing.T) {
	t.Parallel()
	got := outcomeOf(t, "ftp://garden.example/a", true, raw(warc.Resource, "ftp://garden.example/a", "begin", "Content-Type: text/plain", "WARC-Truncated: length"))
	if got.body != "begin" || got.class != open.ClassTruncated {
		t.Errorf("%q, %v, want the bytes and ErrCut", got.body, got.err)
	}
	if day := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC); !strings.Contains(got.notes, day.Format(time.DateTime)) {
		t.Errorf("notes %q, want the date", got.notes)
	}
}

// The list of a file with records that were not understood ends in an error, after the others.
func TestListingOfDamagedFile(t *testing.T) {
	t.Parallel()
	good := raw(warc.Response, "http://garden.example/good", html+"\r\n"+page, message)
	for _, tt := range []struct{ name, record, text string }{
		{"no length", strings.Replace(good, "Content-Length: ", "X-Other: ", 1), "it has no Content-Length"},
		{"no URL", raw(warc.Response, "http://[garden/", html+"\r\n"+page, message), `records without a valid URL: 1, the first at offset 0: "http://[garden/"`},
		{"an empty URL", raw(warc.Resource, "", page, "Content-Type: text/html"), "records without a valid URL: 1"},
	} {
		name := filepath.Join(t.TempDir(), "made.warc")
		if err := os.WriteFile(name, []byte(tt.record+good), 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := replay.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
		defer c.Close()
		res, err := c.Open(t.Context(), a.Files()[0])
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		var last error
		for e, err := range res.(*open.Listing).Entries {
			if last = err; err == nil {
				names = append(names, e.Name)
			}
		}
		if strings.Join(names, " ") != "http://garden.example/good" || open.ClassOf(last) != open.ClassProtocol || !strings.Contains(last.Error(), tt.text) {
			t.Errorf("%s: %q, then %v, want the good record and an error with %q", tt.name, names, last, tt.text)
		}
	}
}
