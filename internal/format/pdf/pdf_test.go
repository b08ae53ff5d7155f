package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/extract"
)

// flate returns a text compressed for the filter FlateDecode.
func flate(text string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// streamOf returns a stream with a dictionary and content.
func streamOf(hdr, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", hdr, len(content), content)
}

// file returns a PDF with these objects, numbered from 1. The first is the catalog.
func file(objects ...string) string {
	var b strings.Builder
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R>>\n%%EOF\n")
	return b.String()
}

const (
	catalog = "<</Type/Catalog/Pages 2 0 R>>"
	pages   = "<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F 5 0 R>>>>>>"
	onePage = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[6 0 R]>>"
	plain   = "<</Type/Font/Subtype/Type1/BaseFont/Courier/FirstChar 0/Widths[" +
		"600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600" +
		" 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600" +
		" 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600" +
		" 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600]>>"
	link = "<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://h/link\\(1\\))>>>>"
)

// withText returns a PDF of one page with this content.
func withText(content string) string {
	return file(catalog, pages, onePage, streamOf("/Filter/FlateDecode", flate(content)), plain, link)
}

// find returns a line for each match and for each error.
func find(pdf string, o Options) (lines []string) {
	for m, err := range URLs(strings.NewReader(pdf), int64(len(pdf)), o) {
		line := fmt.Sprintf("%s:%d:%d@%d %s", m.Member, m.Line, m.Column, m.Offset, m.URL)
		if err != nil {
			line = "error: " + err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

// linkAt is the line for the link of a page whose text has so many bytes and
// lines.
func linkAt(line, offset int) string {
	return fmt.Sprintf("page 1:%d:1@%d http://h/link(1)", line, offset)
}

// Texts in the order and with the movements that programs write.
func TestText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"a string", "BT /F 10 Tf 100 700 Td (at http://h/a now) Tj ET", []string{"page 1:1:4@3 http://h/a", linkAt(2, 18)}},
		{"an array with kerning", "BT /F 10 Tf [(htt)-10(p:)20(//h/a)-600(b)] TJ ET", []string{"page 1:1:1@0 http://h/a", linkAt(2, 13)}},
		{"lines", "BT /F 10 Tf 12 TL 0 700 Td (one) Tj T* (http://h/a) Tj (b) ' ET", []string{"page 1:2:1@4 http://h/a", linkAt(4, 17)}},
		{"pieces that touch", "BT /F 10 Tf 1 0 0 1 0 700 Tm (http:) Tj 1 0 0 1 30 700 Tm (//h/a) Tj 1 0 0 1 99 700 Tm (b) Tj ET",
			[]string{"page 1:1:1@0 http://h/a", linkAt(2, 13)}},
		{"in two text objects", "BT /F 10 Tf 0 700 Td (http:) Tj ET q 1 0 0 1 30 0 cm BT /F 10 Tf 0 700 Td (//h/a) Tj ET Q", []string{"page 1:1:1@0 http://h/a", linkAt(2, 11)}},
		{"scaled by the matrix", "BT /F 1 Tf 10 0 0 10 0 700 Tm (http:) Tj 10 0 0 10 30 700 Tm (//h/a) Tj ET", []string{"page 1:1:1@0 http://h/a", linkAt(2, 11)}},
		{"hex and octal", `BT /F 10 Tf <687474703A> Tj (\057/h/\
\141) Tj ET`, []string{"page 1:1:1@0 http://h/a", linkAt(2, 11)}},
		{"an image in the content", "BI /W 1 ID \x01 EIx (http://h/no) Tj\x02 EI BT /F 10 Tf (http://h/a) Tj ET", []string{"page 1:1:1@0 http://h/a", linkAt(2, 11)}},
		{"damage between operators", "BT /F 10 Tf >> ] (x) } (http://h/a) Tj ET ) <</A", []string{"page 1:1:1@0 http://h/a", linkAt(2, 11)}},
		{"no text", "0 0 m", []string{linkAt(1, 0)}},
	} {
		if got := find(withText(c.content), Options{}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The properties of fonts that determine the characters of their codes.
func TestFonts(t *testing.T) {
	t.Parallel()
	toUnicode := streamOf("", "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0001> <0020> <0061> endbfrange "+
		"2 beginbfchar <0100> <003A> <0101> <002F002F> endbfchar 1 beginbfrange <0200> <0201> [<0068> <002E>] endbfrange")
	for name, c := range map[string]struct{ font, text, want string }{
		"composite":   {"<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 7 0 R/DescendantFonts[<</DW 500/W[1[300 400] 3 9 200]>>]>>", "<0008001400140010010001010008020100010002>", "http://h.ab"},
		"simple, map": {"<</Type/Font/Subtype/TrueType/ToUnicode 7 0 R>>", "<080808141410>", "hhhttp"},
		"differences": {"<</Type/Font/Subtype/Type1/Encoding<</Differences[1/h/t/p/colon/slash/fi.alt/uni0061]>>>>", "<0102020304050501050607>", "http://h/fia"},
		"TeX":         {"<</Type/Font/Subtype/Type1>>", "(http://h/\\014x)", "http://h/fix"},
	} {
		pdf := file(catalog, pages, onePage, streamOf("", "BT /F 10 Tf "+c.text+" Tj ET"), c.font, "<<>>", toUnicode)
		got := find(pdf, Options{})
		want := []string{"page 1:1:1@0 " + c.want}
		if !strings.Contains(c.want, "://") {
			want = nil
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// The places where objects can be, and versions of them.
func TestObjects(t *testing.T) {
	t.Parallel()
	inner := "<</Type/Pages/Kids[3 0 R]>> <</Type/Page/Annots 6 0 R>> [7 0 R] " + link
	offsets := fmt.Sprintf("2 0 3 %d 6 %d 7 %d ", strings.Index(inner, "<</Type/Page/"), strings.Index(inner, "[7"), strings.Index(inner, "<</Type/Annot"))
	objStm := streamOf(fmt.Sprintf("/Type/ObjStm/N 4/First %d/Filter/FlateDecode", len(offsets)), flate(offsets+inner))
	packed := "%PDF-1.5\n1 0 obj\n" + catalog + "\nendobj\n9 0 obj\n" + objStm + "\nendobj\n10 0 obj" + streamOf("/Type/XRef/Root 1 0 R", "xx") + "endobj"
	uri := func(s string) string {
		return file(catalog, pages, "<</Type/Page/Annots[<</A<</S/URI/URI "+s+">>>>]>>")
	}
	one := []string{"page 1:1:1@0 http://h/link(1)"}
	const shown = "BT (http://h/a) Tj ET"
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a stream of objects", packed, one},
		{"no trailer", strings.Replace(file(catalog, pages, "<</Type/Page/Annots[6 0 R]>>", "1", "2", link), "trailer", "xxxxxxx", 1), one},
		{"no tree", file("<<>>", "<<>>", "<</Type/Page/Annots[6 0 R]>>", "1", "2", link), append(one, "error: "+ErrTree.Error())},
		{"a later version", file(catalog, pages, "<</Type/Page/Annots[6 0 R]>>", "1", "2", "<<>>") + "6 0 obj " + link + " endobj", one},
		{"an indirect length", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", "<</Length 5 0 R>>stream\r\nBT (http://h/a) Tj ET\nendstream", "23"), []string{"page 1:1:1@0 http://h/a"}},
		{"a wrong length", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", "<</Length 999>>stream\nBT (http://h/a) Tj ET\nendstream"), []string{"page 1:1:1@0 http://h/a"}},
		{"contents in pieces, between operators", file(catalog, pages, "<</Type/Page/Contents[4 0 R 5 0 R]>>", streamOf("", "BT"), streamOf("", "(http://h/a) Tj ET")), []string{"page 1:1:1@0 http://h/a"}},
		{"a form", file(catalog, pages, "<</Type/Page/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>", streamOf("", "/X Do"), streamOf("/Subtype/Form/Matrix[1 0 0 1 0 0]", "BT (http://h/a) Tj ET")), []string{"page 1:1:1@0 http://h/a"}},
		{"hex", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter[/ASCIIHexDecode]", hex.EncodeToString([]byte(shown))+" >")), []string{"page 1:1:1@0 http://h/a"}},
		{"ASCII85", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter[/ASCII85Decode/Fl]", ascii85Of(flate(shown)))), []string{"page 1:1:1@0 http://h/a"}},
		{"UTF-16", uri("<FEFF0068007400740070003A002F002F0068002F>"), []string{"page 1:1:1@0 http://h/"}},
		{"white space", uri("(\\000 http://h/ \\n)"), []string{"page 1:1:1@0 http://h/"}},
		{"a relative URI", uri("(b.pdf)"), []string{"page 1:1:1@0 b.pdf"}},
		{"not a URI", file(catalog, pages, "<</Type/Page/Annots[<</A<</S/GoTo/D(http://h/)>>>> 5 (x) null]>>"), nil},
	} {
		got := find(c.in, Options{})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// ascii85Of returns a text encoded for the filter ASCII85Decode.
func ascii85Of(text string) string {
	b := make([]byte, ascii85.MaxEncodedLen(len(text)))
	return string(b[:ascii85.Encode(b, []byte(text))]) + "~>"
}

// Everything that cannot be searched is an error.
func TestWhatCannotBeSearchedIsAnError(t *testing.T) {
	t.Parallel()
	good := withText("BT (http://h/a) Tj ET")
	for _, c := range []struct{ name, in, want string }{
		{"encrypted", strings.Replace(good, "/Root", "/Encrypt<</Filter/Standard>>/Root", 1), ErrEncrypted.Error()},
		{"nothing", "%PDF-1.7\n", ErrNoPages.Error()},
		{"the first half", good[:120], ErrNoPages.Error()},
		{"a catalog as its own tree", file("<</Type/Catalog/Pages 1 0 R>>", "1", "2"), ErrNoPages.Error()},
		{"the catalog as a page", file(catalog, "<</Type/Pages/Kids[1 0 R]>>"), ErrNoPages.Error()},
		{"a catalog without pages, a page in the file", file("<</Type/Catalog>>", onePage), ErrTree.Error()},
		{"a node in itself", file(catalog, "<</Type/Pages/Kids[2 0 R 3 0 R]>>", onePage), ErrTree.Error()},
		{"a node in itself, two deep", file(catalog, "<</Type/Pages/Kids[4 0 R 3 0 R]>>", onePage, "<</Type/Pages/Kids[2 0 R]>>"), ErrTree.Error()},
		{"a damaged stream", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter/FlateDecode", flate("BT (http://h/a) Tj ET")[:12])), "pdf: damaged: a stream ends too early"},
		{"no zlib data", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter/FlateDecode", "xxxx")), "pdf: damaged: a stream cannot be decompressed"},
		{"LZW", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter/LZWDecode", "xxxx")), `pdf: unsupported stream encoding "LZWDecode"`},
		{"a predictor", file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter/FlateDecode/DecodeParms<</Predictor 12>>", "xxxx")), "pdf: unsupported: a stream with a predictor"},
		{"objects", file(catalog, pages, onePage, "1", "2", "3"), "pdf: limit MaxObjects"},
	} {
		o := Options{}
		if c.name == "objects" {
			o.MaxObjects = 4
		}
		got := find(c.in, o)
		if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "error: "+c.want) }) {
			t.Errorf("%s: %q, want the error %q", c.name, got, c.want)
		}
	}
}

// The pages after a damaged one are searched.
func TestADamagedPageIsNotTheEnd(t *testing.T) {
	t.Parallel()
	in := file(catalog, "<</Type/Pages/Kids[3 0 R 4 0 R]>>", "<</Type/Page/Contents 5 0 R>>", "<</Type/Page/Contents 6 0 R>>",
		streamOf("/Filter/LZWDecode", "x"), streamOf("", "BT (http://h/2) Tj ET"))
	got := find(in, Options{})
	if len(got) != 2 || got[1] != "page 2:1:1@0 http://h/2" {
		t.Errorf("%q", got)
	}
}

// No file makes the reader recurse, loop or allocate without a limit. Each of
// these files crashes programs that read it with some library.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	errLimit := errors.New("pdf: test limit")
	for name, in := range map[string]string{
		"a huge table":              "%PDF-1.5\n5 0 obj\n" + streamOf("/Type/XRef/Size 900000000000/W[1 2000000000 1]/Root 1 0 R", "abcd"),
		"an object in itself":       "%PDF-1.5\n5 0 obj\n" + streamOf("/Type/ObjStm/N 1/First 4", "5 0 <</Type/ObjStm>>") + "\nendobj\n" + file(catalog, "5 0 R"),
		"references in a circle":    file("<</Type/Catalog/Pages 2 0 R>>", "3 0 R", "2 0 R"),
		"a tree in a circle":        file(catalog, "<</Type/Pages/Kids[2 0 R 3 0 R 3 0 R]>>", "<</Type/Pages/Kids[2 0 R]>>"),
		"nested arrays":             file("<</Type/Catalog/Pages "+strings.Repeat("[ ", 1<<20)+">>", "<<>>"),
		"nested dictionaries":       file(strings.Repeat("<</A", 1<<20)),
		"nested in a stream":        withText(strings.Repeat("[", 4<<20)),
		"saved states":              withText(strings.Repeat("q ", 1<<20)),
		"operands":                  withText(strings.Repeat("1 ", 1<<20) + "Tm"),
		"a form in itself":          file(catalog, pages, "<</Type/Page/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>", streamOf("", "/X Do"), streamOf("/Subtype/Form", strings.Repeat("/X Do ", 9))),
		"a string without an end":   withText("(" + strings.Repeat("(", 4<<20)),
		"a bomb":                    withText(strings.Repeat(" ", 64<<20)),
		"a bomb of objects":         "%PDF-1.5\n5 0 obj\n" + streamOf("/Type/ObjStm/N 1/First 9000000000/Filter/FlateDecode", flate(strings.Repeat(" ", 64<<20))),
		"negative numbers":          "%PDF-1.5\n5 0 obj\n" + streamOf("/Type/ObjStm/N -5/First -4/Length -3", "1 -1") + "1 -1 obj <</Length -1>>stream\n",
		"numbers that are no":       file(catalog, pages, onePage, streamOf("", "BT 1e999 -1e999 Td 1e308 1e308 1e308 1e308 1e308 1e308 cm /F 1e308 Tf (http://h/) Tj (x) Tj ET"), plain),
		"many filters":              file(catalog, pages, "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter["+strings.Repeat("/FlateDecode ", 1000)+"]", "")),
		"one content in many pages": file(catalog, "<</Type/Pages/Kids["+strings.Repeat("3 0 R ", 1000)+"]>>", "<</Type/Page/Contents 4 0 R>>", streamOf("/Filter/FlateDecode", flate(strings.Repeat(" ", 1<<20)))),
		"one list in many pages":    manyPages(2000),
		"wide fonts":                file(catalog, pages, onePage, streamOf("", "BT /F 1 Tf (x) Tj ET"), "<</Subtype/Type0/DescendantFonts[<</W["+strings.Repeat("0 9000000000000 1 ", 1000)+"]>>]>>"),
	} {
		spent := int64(0)
		o := Options{Unpacked: func(r io.Reader) io.Reader { return &counting{r, &spent, 256 << 20, errLimit} }}
		start := time.Now()
		for range URLs(strings.NewReader(in), int64(len(in)), o) {
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s takes %v", name, d)
		}
	}
}

// manyPages returns a PDF whose pages share one list of links.
func manyPages(n int) string {
	var kids strings.Builder
	objects := []string{catalog, "", "[" + strings.Repeat("4 0 R ", n) + "]", link}
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", i+5)
		objects = append(objects, "<</Type/Page/Annots 3 0 R>>")
	}
	objects[1] = "<</Type/Pages/Kids[" + kids.String() + "]>>"
	return file(objects...)
}

// counting is a reader that fails after a number of bytes of all readers.
type counting struct {
	r     io.Reader
	n     *int64
	limit int64
	err   error
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if *c.n += int64(n); *c.n > c.limit {
		return n, c.err
	}
	return n, err
}

// A caller that stops gets no more matches.
func TestStopping(t *testing.T) {
	t.Parallel()
	in := withText("BT (http://h/a http://h/b) Tj ET")
	for range URLs(strings.NewReader(in), int64(len(in)), Options{}) {
		break
	}
}

// No damaged file makes the reader panic.
func TestDamage(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	whole := []byte(withText("BT /F 10 Tf [(http)-3(://h/a)] TJ <41> Tj ET") + file(catalog, pages))
	for range 3000 {
		b := bytes.Clone(whole)
		for range 1 + random.IntN(8) {
			b[random.IntN(len(b))] = byte(random.IntN(256))
		}
		for range URLs(bytes.NewReader(b), int64(len(b)), Options{Options: extract.Options{}, MaxObjects: 100}) {
		}
	}
}

func FuzzURLs(f *testing.F) {
	f.Add(withText("BT /F 10 Tf [(http)-3(://h/a)] TJ ET"))
	f.Fuzz(func(t *testing.T, in string) {
		spent := int64(0)
		o := Options{MaxObjects: 1000, Unpacked: func(r io.Reader) io.Reader { return &counting{r, &spent, 4 << 20, io.ErrShortBuffer} }}
		for m, err := range URLs(strings.NewReader(in), int64(len(in)), o) {
			if err == nil && (m.Line < 1 || m.Column < 1 || m.Offset < 0 || m.Member == "") {
				t.Errorf("%+v", m)
			}
		}
	})
}
