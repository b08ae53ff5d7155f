package document_test

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// The type of a document comes from its media type, else from its name, else
// from its first bytes. E1, E3.
func TestSniff(t *testing.T) {
	const page, letter = "<!DOCTYPE HTML>\n<p>", "Date: Fri, 11 Nov 1994 18:50:00 GMT\nSubject: a\n\nb\n"
	for _, c := range []struct {
		name, media, head string
		want              document.Type
	}{
		{"", "", "", document.Text},
		{"a.txt", "text/html; charset=utf-8", "", document.HTML},
		{"a.html", "text/plain", page, document.Text},
		{"a.html", "application/octet-stream", "", document.HTML},
		{"a", "application/xhtml+xml;=", "", document.HTML},
		{"a", "TEXT/MARKDOWN", "", document.Markdown},
		{"a", "message/rfc822", "", document.Mail},
		{"a", "application/mbox", "", document.Mbox},
		{"a", "application/json", page, document.JSON},
		{"a", "application/ld+json; charset=utf-8", "", document.JSON},
		{"a", "text/x-c", "", document.Program},
		{"package.json", "", "", document.JSON},
		{"a.json5", "", "", document.JSON5},
		{"a.ipynb", "", "", document.Notebook},
		{"a", "application/x-ipynb+json", "", document.Notebook},
		{"a.yml", "", "", document.YAML},
		{"a", "application/openapi+yaml", "", document.YAML},
		{"CITATION.cff", "", "", document.YAML},
		{"", "", "%YAML 1.2\n---\n", document.YAML},
		{"", "", "% YAML\n", document.Text},
		{"", "", "---\na: b\n", document.Text},
		{"a.csv", "", "", document.CSV},
		{"a", "text/csv; header=present", "", document.CSV},
		{"a.tsv", "", "", document.TSV},
		{"Cargo.lock", "", "", document.TOML},
		{"a.toml", "", "", document.TOML},
		{"a", "application/toml", "", document.TOML},
		{".editorconfig", "", "", document.INI},
		{"a.desktop", "", "", document.INI},
		{"a.properties", "", "", document.Properties},
		{"x/.env", "", "", document.Env},
		{".env.example", "", "", document.Env},
		{"a.env.b", "", "", document.Text},
		{"", "", "{\"a\": 1}", document.JSON},
		{"", "", "[\n  {\"a\": 1}]", document.JSON},
		{"", "", "{name} is", document.Text},
		{"refs.bib", "", "", document.LaTeX},
		{"a", "application/x-bibtex", "", document.LaTeX},
		{"", "", "\\documentclass{a}", document.LaTeX},
		{"", "", "\n@misc{a,", document.LaTeX},
		{"", "", "@joe {", document.Text},
		{"", "", "\\a", document.Text},
		{"", "", "[a](b)", document.Text},
		{"", "", "[[wiki]]", document.Text},
		{"a", "no media type", page, document.HTML},
		{"README.MD", "", page, document.Markdown},
		{"/x.y/INDEX.Htm", "", "", document.HTML},
		{"a.eml", "", "", document.Mail},
		{"a.mhtml", "", "", document.Mail},
		{"a.mbox", "", "", document.Mbox},
		{"a.log", "", letter, document.Text},
		{"a.go", "", "package a", document.Program},
		{"", "", page, document.HTML},
		{"", "", "\uFEFF \r\n<HtMl>", document.HTML},
		{"", "", "<!-- a -->", document.HTML},
		{"", "", "<a href=x>", document.HTML},
		{"", "", "<body\n>", document.HTML},
		{"", "", "<abbr>", document.Text},
		{"", "", "<URL:http://h/>", document.Text},
		{"", "", "<a", document.Text},
		{"", "", letter, document.Mail},
		{"a.1", "", ".TH A 1\n", document.Man},
		{"a.1", "", ".\\\" Copyright\n", document.Man},
		{"a.1", "", "'\\\" t\n", document.Man},
		{"syslog.1", "", "Nov 11 18:50:00 h a: b\n", document.Text},
		{"a.1", "", ".gitignore\n", document.Text},
		{"a.man", "", "", document.Man},
		{"a", "application/x-troff-man", "", document.Man},
		{"", "", strings.ReplaceAll(letter, "\n", "\r\n"), document.Mail},
		{"", "", "Received: from a\n\tby b\nX-A: b\nMIME-Version: 1.0\n", document.Mail},
		{"", "", "X-Spam: no\nDate: a\nSubject: b\n\n", document.Mail},
		{"", "", "Spam: no\nDate: a\nSubject: b\n\n", document.Text},
		{"", "", "Subject: a\n\nb\n", document.Text},
		{"", "", "Date: a\nFrom: b\nhttp://h/\n\n", document.Text},
		{"", "", "Date: a\nSubject: b\nand so on\n", document.Text},
		{"", "", " Date: a\nSubject: b\n\n", document.Text},
		{"", "", "http://h/\nhttp://h/a\n\n", document.Text},
		{"", "", "From joe@h.org Fri Nov 11 18:50:00 1994\n" + letter, document.Mbox},
		{"", "", "From - Fri Nov 11 18:50:00 1994\r\n" + letter, document.Mbox},
		{"", "", "From the beginning, on Fri 11 November at 18:50\n", document.Text},
		{"", "", "From: joe@h.org\nTo: jim@h.org\n\n", document.Mail},
	} {
		if got := document.Sniff(c.name, c.media, []byte(c.head)); got != c.want {
			t.Errorf("Sniff(%q, %q, %q) = %q, want %q", c.name, c.media, c.head, got, c.want)
		}
	}
}

// found returns the URLs of a document.
func found(t *testing.T, r io.Reader, s document.Source) (list []string) {
	t.Helper()
	for m, err := range document.URLs(r, s, extract.Options{}) {
		if err != nil {
			t.Fatalf("URLs(%+v): %v", s, err)
		}
		list = append(list, m.URL)
	}
	return list
}

// A document is read completely, with the same result for any sizes of the
// reads. E3.
func TestPieces(t *testing.T) {
	for _, text := range []string{
		"", "http://h/a", "%YAML 1.2\n---\nhttp://h/a", "%YAhttp://h/a", "From http://h/a", "Note: http://h/a\nTo: http://h/b\n", "\uFEFFhttp://h/a", "<http://h/a>",
		strings.Repeat("X: http://h/a\n", 2000), strings.Repeat(" ", 9000) + "http://h/a",
	} {
		want := found(t, strings.NewReader(text), document.Source{})
		if n := strings.Count(text, "http"); len(want) != n {
			t.Errorf("%.30q: %d URLs, want %d", text, len(want), n)
		}
		if got := found(t, iotest.OneByteReader(strings.NewReader(text)), document.Source{}); !slices.Equal(got, want) {
			t.Errorf("%.30q: in pieces %q, want %q", text, got, want)
		}
	}
}

// A trickle is a reader that has returned some lines and not ended.
type trickle struct {
	t         *testing.T
	text, was string
}

func (r *trickle) Read(p []byte) (int, error) {
	if r.text == "" {
		r.t.Errorf("read more than necessary for the type of %q", r.was)
		return 0, io.EOF
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

// The type of a document may be known from its first line. The writer need not
// continue before it is known.
func TestNoMoreIsReadThanTells(t *testing.T) {
	for _, text := range []string{"see http://h/a .\n", "http://h/a\n", "From now on: http://h/a b\n", "<URL:http://h/>", "# http://h/a\n", "2026-11-21T12:30:00 http://h/a b\n", "INFO: http://h/a b\n"} {
		r := &trickle{t, text, text}
		for range document.URLs(r, document.Source{}, extract.Options{}) {
			break
		}
		if got := document.Sniff("", "", []byte(text)); got != document.Text {
			t.Errorf("Sniff(%q) = %q", text, got)
		}
	}
}

// An error of the reader is the last, even in the first bytes.
func TestErrorOfTheReader(t *testing.T) {
	for _, text := range []string{"", "From", "see http://h/a and"} {
		var last error
		n := 0
		for m, err := range document.URLs(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF)), document.Source{}, extract.Options{}) {
			if last = err; m.URL != "" {
				n++
			}
		}
		if last != io.ErrUnexpectedEOF || n != strings.Count(text, "http") {
			t.Errorf("%q: %d URLs, then %v", text, n, last)
		}
	}
}

// An unknown type is an error.
func TestUnknownType(t *testing.T) {
	for _, err := range document.URLs(strings.NewReader("http://h/"), document.Source{Type: "tiff"}, extract.Options{}) {
		if err == nil || !strings.Contains(err.Error(), `"tiff"`) {
			t.Errorf("type tiff: %v", err)
		}
	}
}
