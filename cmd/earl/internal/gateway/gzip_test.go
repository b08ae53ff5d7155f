package gateway

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// helloGzip is "hello, coded world", compressed by gzip(1).
const helloGzip = "H4sIAAAAAAACA8tIzcnJ11FIzk9JTVEozy/KSeECAD5JLSQTAAAA"

// coded opens http documents with a coding that the request did not allow.
func coded(t *testing.T) Options {
	octets, err := base64.StdEncoding.DecodeString(helloGzip)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		_, coding, _ := strings.Cut(r.URL.Path(), "/as/")
		media, text := "text/plain", string(octets)
		switch {
		case coding == "page":
			coding, media = "gzip", "text/html"
		case coding == "cut":
			coding, text = "gzip", text[:len(text)-10]
		}
		doc := document(r, media, text)
		doc.Coding = coding
		return doc, nil
	}}}}
}

// A text that a server sent with gzip without being allowed to is decoded. With an unknown
// coding it is saved unchanged.
func TestCodingThatWasNotRequested(t *testing.T) {
	t.Parallel()
	b := start(t, coded(t))
	for _, coding := range []string{"gzip", "X-GZip"} {
		_, page := b.open("http://h/as/" + coding)
		b.wants(page, `id="text">hello, coded world`, "<li>the gateway undid the gzip</li>")
		for _, path := range []string{"/file?url=http://h/as/", "/file?download=1&url=http://h/as/"} {
			resp, text := b.get(path + coding)
			if text != "hello, coded world\n" || resp.Header.Get("Content-Encoding") != "" || resp.ContentLength >= 0 && resp.ContentLength != 19 {
				t.Errorf("%s%s: %q, %v", path, coding, text, resp.Header)
			}
		}
	}
	_, page := b.open("http://h/as/cut")
	b.wants(page, "The text ends here: unexpected EOF")
	for _, coding := range []string{"br", "gzip, gzip", "deflate"} {
		_, page := b.open("http://h/as/" + strings.ReplaceAll(coding, " ", "%20"))
		b.wants(page, "A browser does not show files of this type", "Save the file")
		b.lacks(page, `id="text"`, "\uFFFD")
	}
	resp, _ := b.get("/file?url=http://h/as/br")
	if h := resp.Header; h.Get("Content-Type") != "application/octet-stream" || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") {
		t.Errorf("br: %v", h)
	}
	raw, _ := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://h/as/page"))
	if _, text := b.get(raw); text != "hello, coded world\n" {
		t.Errorf("a page: %q", text)
	}
}

// A part of a gzip file is not a part of the text in it, so all of the text is sent.
func TestPartOfCodingThatWasNotRequested(t *testing.T) {
	t.Parallel()
	b := start(t, coded(t))
	r, err := http.NewRequest(http.MethodGet, b.base+"/file?url=http://h/as/gzip", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Range", "bytes=3-")
	if resp, text := b.do(r); resp.StatusCode != http.StatusOK || text != "hello, coded world\n" {
		t.Errorf("%s, %q", resp.Status, text)
	}
}

// The client of a proxy receives the bytes unchanged, with their Content-Encoding.
func TestProxySaysCoding(t *testing.T) {
	t.Parallel()
	o := coded(t)
	o.Hosts = []string{inside}
	g := New(o)
	defer g.Close()
	resp, text := through(g.Proxy(), http.MethodGet, "http://h/as/gzip")
	if want, _ := base64.StdEncoding.DecodeString(helloGzip); text != string(want) || resp.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%q, %v", text, resp.Header)
	}
}
