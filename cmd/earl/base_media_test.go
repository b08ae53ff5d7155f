package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// archiveOf returns a zip archive of files, which are names and texts in turn.
func archiveOf(t *testing.T, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// basedPDF is a PDF with a base and a link.
const basedPDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/URI<</Base(http://h/d/)>>>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]>>endobj " +
	"3 0 obj<</Type/Page/Annots[<</A<</S/URI/URI(a)>>>>]>>endobj trailer<</Root 1 0 R>>"

// D3, D12, D13; draft1996 8: in every medium, extract --absolute and check resolve references
// against the same base, and extract says where the base is.
func TestBasesOfEveryMedium(t *testing.T) {
	const (
		relationships = `<Relationships><Relationship Type="hyperlink" Target="a" TargetMode="External"/></Relationships>`
		page          = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=a>"
	)
	record := "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/d/p\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: 55\r\n\r\n" + page + "\r\n\r\n"
	for _, c := range []struct {
		medium, name, doc string
		base              string // of the command line
		want              string // the URL of "a"
		from, at          string // baseFrom, and "member:line:column" of the base
	}{
		{"HTML", "a.html", "<p>x<a href=a></a>\n<base href=http://h/d/>", "http://x/", "http://h/d/a", "embedded", ":2:12"},
		{"HTML, the first BASE", "a.html", "<base target=x><base href=http://h/d/><base href=http://i/><a href=a>", "", "http://h/d/a", "embedded", ":1:27"},
		{"XHTML", "a.xhtml", `<html xml:base="http://h/"><body xml:base="d/"><a href="a"/></body></html>`, "", "http://h/d/a", "embedded", ":1:44"},
		{"SVG", "a.svg", `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><g xml:base="http://h/d/"><a xlink:href="a"/></g></svg>`, "", "http://h/d/a", "embedded", ":1:62"},
		{"Atom, xml:base", "a.atom", `<feed xmlns="http://www.w3.org/2005/Atom"><entry xml:base="http://h/d/"><link href="a"/></entry></feed>`, "http://x/", "http://h/d/a", "embedded", ":1:60"},
		{"Atom, its own URL", "a.atom", `<feed><link href="a"/><link rel="self" href="http://h/d/f"/></feed>`, "http://x/", "http://h/d/a", "embedded", ":1:46"},
		{"RSS, its own URL", "a.rss", `<rss><atom:link rel="self" href="http://h/d/f"/><item><link>a</link></item></rss>`, "", "http://h/d/a", "embedded", ":1:34"},
		{"RSS, its retrieval", "a.rss", `<rss><item><link>a</link></item></rss>`, "http://h/d/f", "http://h/d/a", "retrieval", ""},
		{"XML, nested", "a.dbk", `<book xml:base="http://h/"><chapter xml:base="d/"><ulink url="a"/></chapter></book>`, "http://x/", "http://h/d/a", "embedded", ":1:47"},
		{"PDF", "a.pdf", basedPDF, "http://x/", "http://h/d/a", "embedded", "catalog:1:1"},
		{"PDF, its retrieval", "a.pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]>>endobj 3 0 obj<</Type/Page/Annots[<</A<</S/URI/URI(a)>>>>]>>endobj trailer<</Root 1 0 R>>", "http://h/d/x.pdf", "http://h/d/a", "retrieval", ""},
		{"Office Open XML", "a.docx", archiveOf(t, "[Content_Types].xml", "<Types/>", "word/_rels/document.xml.rels", relationships, "docProps/app.xml", "<Properties>\n<HyperlinkBase>http://h/d/</HyperlinkBase></Properties>"), "http://x/", "http://h/d/a", "embedded", "docProps/app.xml:2:16"},
		{"Office Open XML, its retrieval", "a.docx", archiveOf(t, "[Content_Types].xml", "<Types/>", "word/_rels/document.xml.rels", relationships), "http://h/d/x.docx", "http://h/d/a", "retrieval", ""},
		{"OpenDocument", "a.odt", archiveOf(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", `<text:p><text:a xlink:href="../a">x</text:a></text:p>`), "http://h/d/x.odt", "http://h/d/a", "retrieval", ""},
		{"EPUB, the package document", "a.epub", archiveOf(t, "mimetype", "application/epub+zip", "a.opf", `<package xml:base="http://h/d/"><metadata><link href="a"/></metadata></package>`), "http://x/", "http://h/d/a", "embedded", ":1:20"},
		{"EPUB, a chapter", "a.epub", archiveOf(t, "mimetype", "application/epub+zip", "c.xhtml", `<html><head><base href="http://h/d/"/></head><a href="a"/></html>`), "http://x/", "http://h/d/a", "embedded", ":1:25"},
		{"mail", "a.eml", "From: a@b.example\nContent-Base: http://h/d/\nContent-Type: text/html\n\n<a href=a>", "http://x/", "http://h/d/a", "content-base", ":2:15"},
		{"MHTML", "a.mhtml", "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Location: http://h/d/p\nContent-Type: text/html\n\n<a href=a>\n--b--\n", "", "http://h/d/a", "content-location", ":6:19"},
		{"MHTML, a style sheet", "a.mhtml", "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/css\nContent-Transfer-Encoding: quoted-printable\nContent-Location: http://h/d/s.css\n\nb{background:url(=61)}\n--b--\n", "", "http://h/d/a", "content-location", ":8:19"},
		{"a sitemap", "a.xml", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>a</loc></url></urlset>`, "http://h/d/map.xml", "http://h/d/a", "retrieval", ""},
		{"gemtext", "a.gmi", "=> a x", "gemini://h/d/p.gmi", "gemini://h/d/a", "retrieval", ""},
		{"a gopher menu", "gophermap", "0X\ta", "gopher://h/1/d", "gopher://h/0/d/a", "retrieval", ""},
		{"WARC", "a.warc", record, "http://x/", "http://h/d/a", "retrieval", ""},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, c.name), []byte(c.doc), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"--json", c.name}
		if c.base != "" {
			args = append([]string{"--base", c.base}, args...)
		}
		out, errs, _ := runIn(t, dir, append([]string{"extract", "--absolute"}, args...)...)
		found := false
		for line := range strings.Lines(out) {
			var m struct {
				URL, BaseFrom, Member string
				BaseAt                *struct {
					Member       string
					Line, Column json.Number
				}
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			if m.URL != c.want {
				continue
			}
			found = true
			at := ""
			if m.BaseAt != nil {
				at = m.BaseAt.Member + ":" + m.BaseAt.Line.String() + ":" + m.BaseAt.Column.String()
			}
			if m.BaseFrom != c.from || at != c.at {
				t.Errorf("%s: the base is from %q at %q, want %q at %q", c.medium, m.BaseFrom, at, c.from, c.at)
			}
		}
		if !found || errs != "" && !strings.Contains(errs, "another BASE") {
			t.Errorf("%s: extract --absolute does not find %s:\n%s%s", c.medium, c.want, out, errs)
		}
		out, errs, _ = runIn(t, dir, append([]string{"check", "--offline"}, args...)...)
		var urls []string
		for line := range strings.Lines(out) {
			var r struct{ URL string }
			if err := json.Unmarshal([]byte(line), &r); err == nil && r.URL != "" {
				urls = append(urls, r.URL)
			}
		}
		if !slices.Contains(urls, c.want) {
			t.Errorf("%s: check does not find %s: %q\n%s", c.medium, c.want, urls, errs)
		}
	}
}
