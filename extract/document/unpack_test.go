package document

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/earl-url/earl/extract"
)

// A file is a member of an archive in a test.
type file struct{ name, text string }

// zipOf returns a zip archive.
func zipOf(t testing.TB, files ...file) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		m, err := w.Create(f.name)
		if err == nil {
			_, err = io.WriteString(m, f.text)
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

// tarOf returns a tar archive.
func tarOf(t testing.TB, files ...file) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.text)), Mode: 0o666})
		if err == nil {
			_, err = io.WriteString(w, f.text)
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

// compressed returns a text in a compressed format.
func compressed(t testing.TB, format Type, text string) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch format {
	case Gzip:
		w = gzip.NewWriter(&b)
	case Zstd:
		w, err = zstd.NewWriter(&b)
	case XZ:
		w, err = xz.NewWriter(&b)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// bzip2Text is "http://h/bz\n", compressed by bzip2.
const bzip2Text = "425a6839314159265359894ae828000003d98000100000801010404410200021a0c9ea10c08363eb504cf177245385090894ae8280"

// search returns a line for each match and for each error.
func search(r io.Reader, s Source) (lines []string) {
	for m, err := range URLs(r, s, extract.Options{}) {
		line := m.URL
		if m.Member != "" || m.Line > 0 {
			line = fmt.Sprintf("%s:%d:%d %s", m.Member, m.Line, m.Column, m.URL)
		}
		if err != nil {
			line = strings.TrimSpace(line) + " error: " + strings.TrimPrefix(err.Error(), "document: ")
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

const text = "at http://h/a"

// onePagePDF has a URL in its text and a link.
const onePagePDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]>>endobj " +
	"3 0 obj<</Type/Page/Contents 4 0 R/Annots[<</A<</S/URI/URI(http://h/l)>>>>]>>endobj " +
	"4 0 obj<</Length 21>>stream\nBT (http://h/p) Tj ET\nendstream endobj trailer<</Root 1 0 R>>"

// word is the document of an Office Open XML text whose URL is in two runs.
const word = `<w:document xmlns:w="http://schemas.example/w"><w:p><w:r><w:t>ht</w:t></w:r><w:r><w:t>tp://h/w?a&amp;b</w:t></w:r></w:p></w:document>`

func TestUnpackFormats(t *testing.T) {
	bz, err := hex.DecodeString(bzip2Text)
	if err != nil {
		t.Fatal(err)
	}
	found := []string{":1:4 http://h/a"}
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a.gz", compressed(t, Gzip, text), found},
		{"", compressed(t, Gzip, text), found},
		{"", compressed(t, Gzip, text) + compressed(t, Gzip, " http://h/b"), []string{":1:4 http://h/a", ":1:15 http://h/b"}},
		{"a.zst", compressed(t, Zstd, text), found},
		{"", compressed(t, XZ, text), found},
		{"a.bz2", string(bz), []string{":1:1 http://h/bz"}},
		{"page.html.gz", compressed(t, Gzip, "<a href=x>"), []string{":1:9 x"}},
		{"page.html.gz", compressed(t, Gzip, compressed(t, Zstd, text)), found},
		{"", tarOf(t, file{"d/a", text}), []string{"error: a binary file"}}, // without a name it is not recognized
		{"a.tar", tarOf(t, file{"d/a", text}, file{"image", "http://h/\x00"}), []string{"d/a:1:4 http://h/a"}},
		{"", compressed(t, Gzip, tarOf(t, file{"a.txt.gz", compressed(t, Gzip, text)})), []string{"a.txt.gz:1:4 http://h/a"}},
		{"a.epub", zipOf(t, file{"OEBPS/ch1.xhtml", "<html>\n<a href='http://h/c'>"}, file{"i.png", "\x00http://h/"}), []string{"OEBPS/ch1.xhtml:2:10 http://h/c"}},
		{"a.docx", zipOf(t, file{"word/document.xml", word}), []string{"word/document.xml:1:63 http://h/w?a&b"}},
		{"", zipOf(t, file{"in.zip", zipOf(t, file{"a.txt", text})}), []string{"in.zip!a.txt:1:4 http://h/a"}},
		{"empty.zip", zipOf(t), nil},
		{"a.pdf", onePagePDF, []string{"page 1:1:1 http://h/p", "page 1:2:1 http://h/l"}},
		{"", zipOf(t, file{"a.pdf", onePagePDF}), []string{"a.pdf!page 1:1:1 http://h/p", "a.pdf!page 1:2:1 http://h/l"}},
		{"empty.gz", compressed(t, Gzip, ""), nil},
	} {
		want := c.want
		if c.name == "" && isTar([]byte(c.in)) {
			want = search(strings.NewReader(c.in), Source{Type: Text})
		}
		if got := search(strings.NewReader(c.in), Source{Name: c.name}); !slices.Equal(got, want) {
			t.Errorf("%q %.20q: %q, want %q", c.name, c.in, got, want)
		}
		if got := search(slowly(c.in), Source{Name: c.name}); !slices.Equal(got, want) {
			t.Errorf("%q %.20q, byte by byte: %q, want %q", c.name, c.in, got, want)
		}
	}
}

// slowly returns a reader that returns one byte at a time.
func slowly(text string) io.Reader { return oneByte{strings.NewReader(text)} }

// oneByte is the reader of slowly.
type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

// Everything that cannot be searched is an error: no file is silently skipped.
func TestWhatCannotBeSearchedIsAnError(t *testing.T) {
	gz := compressed(t, Gzip, text)
	broken := []byte(gz)
	broken[len(broken)-5] ^= 1 // the checksum
	stored := zipOf(t, file{"a.txt", text})
	locked := strings.Replace(strings.Replace(stored, "PK\x03\x04\x14\x00\x08", "PK\x03\x04\x14\x00\x09", 1), "PK\x01\x02\x14\x00\x14\x00\x08", "PK\x01\x02\x14\x00\x14\x00\x09", 1)
	method := strings.Replace(stored, "PK\x01\x02\x14\x00\x14\x00\x08\x00\x08", "PK\x01\x02\x14\x00\x14\x00\x08\x00\x13", 1)
	const cipher = `<encryption><EncryptedData><CipherData><CipherReference URI="a.txt"/></CipherData></EncryptedData></encryption>`
	for _, c := range []struct{ name, in, want string }{
		{"", gz[:len(gz)-9], "damaged gzip data: it ends too early"},
		{"", gz[:5], "damaged gzip data: it ends too early"},
		{"", string(broken), "damaged gzip data: gzip: invalid checksum"},
		{"", compressed(t, XZ, text)[:20], "damaged xz data"},
		{"", compressed(t, Zstd, strings.Repeat(text, 100))[:20], "damaged zstd data"},
		{"", "BZh9xxxxxxxxxxxxx", "damaged bzip2 data"},
		{"a.gz", "plain http://h/", "does not match the file name extension"},
		{"a.docx", "", "does not match the file name extension"},
		{"a.docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an encrypted or old Office document (OLE2) cannot be searched"},
		{"", "7z\xbc\xaf\x27\x1c\x00", "a 7-Zip archive cannot be searched"},
		{"", "Rar!\x1a\x07\x00", "a RAR archive cannot be searched"},
		{"", stored[:len(stored)-30], "damaged zip data"},
		{"", locked, "a.txt:1:1 error: encrypted"},
		{"", method, "a.txt:1:1 error: unsupported compression method"},
		{"", zipOf(t, file{"META-INF/encryption.xml", cipher}, file{"a.txt", text}), "a.txt:1:1 error: encrypted"},
		{"", zipOf(t, file{"content.xml", "\x01\x02encrypted"}), "content.xml:1:1 error: xml: this part is not XML"},
		{"", zipOf(t, file{"a.xml", "<a><b"}), "a.xml:1:4 error: xml: unexpected end"},
		{"", zipOf(t, file{"in.gz", gz[:len(gz)-9]}, file{"b.txt", text}), "in.gz:1:1 error: damaged gzip data"},
		{"", strings.Replace(onePagePDF, "/Root", "/Encrypt 9 0 R/Root", 1), "pdf: encrypted"},
		{"", zipOf(t, file{"a.pdf", "%PDF-"}), "a.pdf:1:1 error: pdf: damaged: no page was found"},
		{"", compressed(t, Gzip, tarOf(t, file{"a", strings.Repeat(text, 100)})[:1000]), "damaged tar data"},
		{"a.tar", tarOf(t, file{"a", strings.Repeat(text, 100)})[:1000], "damaged tar data"},
	} {
		got := search(strings.NewReader(c.in), Source{Name: c.name})
		if !slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, c.want) && strings.Contains(line, "error: ") }) {
			t.Errorf("%q %.20q: %q, want an error %q", c.name, c.in, got, c.want)
		}
	}
}

// The members after a damaged one are searched.
func TestADamagedMemberIsNotTheEnd(t *testing.T) {
	in := zipOf(t, file{"bad.gz", "no"}, file{"b.txt", text})
	got := search(strings.NewReader(in), Source{})
	if len(got) != 2 || got[1] != "b.txt:1:4 http://h/a" {
		t.Errorf("%q", got)
	}
}

// A small file cannot use all the time and memory of the machine.
func TestUnpackingIsLimited(t *testing.T) {
	zeros := compressed(t, Zstd, strings.Repeat("\n", 70<<20))
	nested := text
	for range 5 {
		nested = compressed(t, Gzip, nested)
	}
	many := make([]file, 12)
	for i := range many {
		many[i] = file{fmt.Sprintf("%d.txt", i), text}
	}
	archives := zipOf(t, file{"in.zip", zipOf(t, file{"a", text})}, file{"b.txt", text})
	for _, c := range []struct {
		name, in string
		limits   Limits
		want     string // of LimitError.Name; "" for none
		n        int    // matches
	}{
		{"ratio", zeros, Limits{}, "Ratio", 0},
		{"no ratio", zeros, Limits{Ratio: -1}, "", 0},
		{"bytes", compressed(t, Gzip, text+strings.Repeat(" ", 5000)+text), Limits{Bytes: 4000}, "Bytes", 1},
		{"bytes in an archive", zipOf(t, many...), Limits{Bytes: 100}, "Bytes", 7},
		{"members", zipOf(t, many...), Limits{Members: 10}, "Members", 10},
		{"members of a tar", compressed(t, Gzip, tarOf(t, many...)), Limits{Members: 10}, "Members", 10},
		{"depth", nested, Limits{}, "Depth", 0},
		{"more depth", nested, Limits{Depth: 5}, "", 1},
		{"held", archives, Limits{Held: 50}, "Held", 1},
	} {
		var limit *LimitError
		n, name := 0, ""
		in := io.Reader(sizedText{strings.NewReader(c.in)})
		for m, err := range URLs(in, Source{Limits: c.limits}, extract.Options{}) {
			if errors.As(err, &limit) {
				name = limit.Name
			} else if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if m.URL != "" {
				n++
			}
		}
		if name != c.want || n != c.n {
			t.Errorf("%s: limit %q, %d matches, want %q, %d", c.name, name, n, c.want, c.n)
		}
	}
}

// sizedText is a text that can be read at any offset.
type sizedText struct{ *strings.Reader }

var _ Sized = sizedText{}

// If the type is set, it is that of the content of a compressed file, and that
// of an archive itself.
func TestUnpackWithAType(t *testing.T) {
	if got := search(strings.NewReader(compressed(t, Gzip, "<a href=x>")), Source{Type: HTML}); !slices.Equal(got, []string{":1:9 x"}) {
		t.Errorf("%q", got)
	}
	in := zipOf(t, file{"http://h/a", ""})
	if got := search(strings.NewReader(in), Source{Type: Text}); len(got) == 0 || !strings.Contains(got[0], "http://h/a") {
		t.Errorf("%q, want the name in the archive as text", got)
	}
	if got := search(strings.NewReader(compressed(t, Gzip, text)), Source{Media: "text/plain"}); len(got) != 0 {
		t.Errorf("%q, want nothing: the media type says text", got)
	}
	if got := search(strings.NewReader(compressed(t, Gzip, text)), Source{Name: "a.gz", Media: "application/gzip"}); len(got) != 1 {
		t.Errorf("%q, want one", got)
	}
}
