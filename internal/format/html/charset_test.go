package html_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// E3: positions in a UTF-16 file count its bytes, and are written by hand;
// matches are in UTF-8.
func TestPlacesInUTF16(t *testing.T) {
	// After the mark, 20 bytes of "<a id=é>€\n" and then "😀<a href='é&amp;ü'>".
	const little = "\xFF\xFE<\x00a\x00 \x00i\x00d\x00=\x00\xE9\x00>\x00\xAC\x20\n\x00" +
		"\x3D\xD8\x00\xDE<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00'\x00\xE9\x00&\x00a\x00m\x00p\x00;\x00\xFC\x00'\x00>\x00"
	var big strings.Builder
	for i := 0; i < len(little); i += 2 {
		big.WriteString(little[i+1 : i+2])
		big.WriteString(little[i : i+1])
	}
	for _, doc := range []string{little, big.String()} {
		var anchors []string
		matches, faults := all(t, doc, html.Options{Anchor: func(name string) { anchors = append(anchors, name) }})
		if len(matches) != 1 || faults != nil || !slices.Equal(anchors, []string{"é"}) {
			t.Fatalf("%q: %+v, %v, %q", doc, matches, faults, anchors)
		}
		m := matches[0]
		if m.URL != "é&ü" || m.Text != "é&amp;ü" || m.Offset != 2+20+4+18 || m.Line != 2 || m.Column != 1+4+18 {
			t.Errorf("%+v", m)
		}
		if at := doc[m.Offset:]; !strings.HasPrefix(at, "\xE9\x00&") && !strings.HasPrefix(at, "\x00\xE9\x00&") {
			t.Errorf("%+v: that position has %q", m, at)
		}
	}
	// Half a surrogate pair is two bytes, and half a character is one.
	matches, _ := all(t, "\xFE\xFF\xD8\x3D\x00 \x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/\x00", html.Options{})
	if len(matches) != 1 || matches[0].Offset != 6 || matches[0].URL[:9] != "http://a/" {
		t.Errorf("%+v", matches)
	}
}

// The charset is that of a byte order mark, else of the media type, else of
// META, else a guess. Source: HTML, determining the character encoding.
func TestCharset(t *testing.T) {
	const meta = "<meta charset=koi8-r>"
	for _, c := range []struct{ name, media, doc, url string }{
		{"a mark before all", "text/html; charset=koi8-r", "\xEF\xBB\xBF" + meta + "<a href='\xC3\xA9'>", "é"},
		{"the media type before META", "text/html; charset=iso-8859-5", meta + "<a href='\xD0'>", "а"},
		{"META", "text/html", meta + "<a href='\xC1'>", "а"},
		{"META by HTTP-EQUIV", "", "<meta http-equiv=content-type content='text/html;charset=koi8-r'><a href='\xC1'>", "а"},
		{"Latin-1 is windows-1252", "text/html; charset=iso-8859-1", "<a href='\xE9\x80'>", "é€"},
		{"windows-1252, declared", "text/html; charset=windows-1252", "<a href='\xC3\xA9'>", "Ã©"},
		{"undeclared", "", "<a href='\xC3\xA9'>", "é"},
		{"undeclared, UTF-8 behind what is sniffed", "", strings.Repeat(" ", 2000) + "<a href='\xC3\xA9'>", "é"},
		{"undeclared, no UTF-8", "", "<a href='\xE9'>", "é"},
		{"UTF-16 in META is none", "", "<meta charset=utf-16><a href='\xC3\xA9'>", "é"},
		{"UTF-16 by the media type", "text/html; charset=utf-16le", "<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00\xE9\x00>\x00", "é"},
		{"EUC-JP", "text/html; charset=euc-jp", "<a href='\xA5\xBD'>", "ソ"},
		{"gb18030, of four octets", "text/html; charset=gb18030", "<a href='\x81\x30\x84\x36'>", "¥"},
		{"nobody's charset", "text/html; charset=x-none", "<a href='\xC3\xA9'>", "é"},
	} {
		matches, faults := all(t, c.doc, html.Options{MediaType: c.media})
		if len(matches) != 1 || faults != nil || matches[0].URL != c.url || matches[0].Kind != extract.Attribute {
			t.Errorf("%s: URLs(%q) = %+v, %v, want %q", c.name, c.doc, matches, faults, c.url)
		}
	}
}
