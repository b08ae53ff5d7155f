package pdf

import (
	"errors"
	"io"
	"strings"
)

// A font specifies the characters for the codes of a string, and their widths.
type font struct {
	composite bool // codes have two bytes, unless its map says otherwise
	unicode   map[string]string
	ranges    []codeRange
	lengths   [5]bool         // of the codes in the map
	names     map[byte]string // of a simple font, where they differ from the standard
	first     int
	widths    []float64
	wide      map[int]float64 // of a composite font
	standard  float64         // the default width
}

// plainFont is the font of text before a font is selected.
var plainFont = font{standard: 500}

// A codeRange is a range of codes with consecutive characters.
type codeRange struct {
	low, high string
	first     string // in UTF-8
}

const (
	maxCodes  = 1 << 17 // of the map of a font: there are 65,536 of two bytes
	maxRanges = 1 << 12 // each is checked for each new code
	maxWidths = 1 << 17
)

// font returns the font with a name.
func (in *interpreter) font(v value) *font {
	key, _ := v.(name)
	entry := in.d.dictOf(in.resources["Font"])[key]
	id, _ := entry.(ref)
	if f, ok := in.d.fonts[id]; ok && id != 0 {
		return f
	}
	f := in.d.newFont(in.d.dictOf(entry))
	if id != 0 {
		in.d.fonts[id] = f
	}
	return f
}

// newFont reads a font. Source: ISO 32000-1 9.6, 9.7, 9.10.
func (d *document) newFont(hdr dict) *font {
	f := &font{standard: 500, composite: hdr["Subtype"] == name("Type0")}
	if v, p := d.object(hdr["ToUnicode"]); v != nil {
		if stream, ok := v.(dict); ok {
			if r, err := d.decode(stream, p); err == nil {
				f.readMap(newLexer(r, false))
			}
		}
	}
	if f.composite {
		f.standard = 1000
		if all := d.arrayOf(hdr["DescendantFonts"]); len(all) > 0 {
			d.compositeWidths(f, d.dictOf(all[0]))
		}
		return f
	}
	if n, ok := d.resolve(hdr["FirstChar"]).(float64); ok {
		f.first = int(n)
	}
	for _, w := range d.arrayOf(hdr["Widths"]) {
		n, _ := d.resolve(w).(float64)
		if f.widths = append(f.widths, n); len(f.widths) > 256 {
			break
		}
	}
	if encoding := d.dictOf(hdr["Encoding"]); encoding != nil {
		f.differences(d.arrayOf(encoding["Differences"]))
	}
	return f
}

// compositeWidths reads the widths of a composite font. Source: ISO 32000-1 9.7.4.3.
func (d *document) compositeWidths(f *font, hdr dict) {
	if n, ok := d.resolve(hdr["DW"]).(float64); ok {
		f.standard = n
	}
	f.wide = map[int]float64{}
	set := func(code int, w float64) {
		if len(f.wide) < maxWidths {
			f.wide[code] = w
		}
	}
	left := maxWidths
	all := d.arrayOf(hdr["W"])
	for i := 0; i+1 < len(all) && left > 0; {
		first, _ := d.resolve(all[i]).(float64)
		if list, ok := d.resolve(all[i+1]).([]value); ok {
			for k, w := range list {
				n, _ := d.resolve(w).(float64)
				set(int(first)+k, n)
			}
			i += 2
			continue
		}
		if i+2 >= len(all) {
			return
		}
		last, _ := d.resolve(all[i+1]).(float64)
		w, _ := d.resolve(all[i+2]).(float64)
		for code := int(first); code <= int(min(last, 0xFFFF)) && left > 0; code++ {
			set(code, w)
			left--
		}
		i += 3
	}
}

// differences reads the names of the characters of a simple font: a code, then
// the names for this code and the codes after it. Source: ISO 32000-1 9.6.6.2.
func (f *font) differences(all []value) {
	f.names = map[byte]string{}
	code := 0
	for _, v := range all {
		switch v := v.(type) {
		case float64:
			code = int(v)
		case name:
			if 0 <= code && code < 256 {
				f.names[byte(code)] = glyph(string(v))
			}
			code++
		}
	}
}

// readMap reads a map from codes to characters. Source: ISO 32000-1 9.10.3.
func (f *font) readMap(l *lexer) {
	f.unicode = map[string]string{}
	var stack []value
	for {
		v, err := l.value()
		if err != nil && !errors.Is(err, errSyntax) || err == io.EOF {
			return
		}
		op, ok := v.(operator)
		if !ok {
			if len(stack) < maxCodes {
				stack = append(stack, v)
			}
			continue
		}
		switch op {
		case "endcodespacerange":
			for i := 0; i+1 < len(stack); i++ {
				if low, ok := stack[i].(text); ok && len(low) < len(f.lengths) {
					f.lengths[len(low)] = true
				}
			}
		case "endbfchar":
			for i := 0; i+1 < len(stack); i += 2 {
				code, ok := stack[i].(text)
				chars, _ := stack[i+1].(text)
				if ok && len(f.unicode) < maxCodes {
					f.unicode[string(code)] = fromUTF16(string(chars))
				}
			}
		case "endbfrange":
			for i := 0; i+2 < len(stack); i += 3 {
				f.mapRange(stack[i], stack[i+1], stack[i+2])
			}
		}
		stack = stack[:0]
	}
}

// mapRange adds a range of codes to the map.
func (f *font) mapRange(low, high, first value) {
	a, _ := low.(text)
	b, _ := high.(text)
	if len(a) == 0 || len(a) != len(b) || len(f.ranges) >= maxRanges {
		return
	}
	switch first := first.(type) {
	case text:
		f.ranges = append(f.ranges, codeRange{string(a), string(b), fromUTF16(string(first))})
	case []value:
		code := []byte(a)
		for _, v := range first {
			chars, _ := v.(text)
			if len(f.unicode) < maxCodes {
				f.unicode[string(code)] = fromUTF16(string(chars))
			}
			code[len(code)-1]++
		}
	}
}

// codeLength returns the length of the first code of a string. In a simple font
// it is one byte, whatever its map specifies.
func (f *font) codeLength(s string) int {
	if !f.composite {
		return 1
	}
	for n := 2; n < len(f.lengths); n++ {
		if f.lengths[n] && n <= len(s) {
			return n
		}
	}
	return min(2, len(s))
}

// decode returns the characters of a code in UTF-8, or nothing if they are not
// known.
func (f *font) decode(code string) string {
	if chars, ok := f.mapped(code); ok {
		return chars
	}
	if f.composite {
		return ""
	}
	if chars, ok := f.mapped("\x00" + code); ok { // maps of simple fonts may have two bytes
		return chars
	}
	if chars, ok := f.names[code[0]]; ok {
		return chars
	}
	switch c := code[0]; {
	case c == '\n' || c == '\r':
		return " "
	case c < ' ' && f.unicode == nil:
		return ligature(c)
	default:
		return string(rune(c)) // for the characters of URLs, WinAnsi is the same as Latin-1
	}
}

// mapped returns the characters for a code in the map of the font.
func (f *font) mapped(code string) (string, bool) {
	if chars, ok := f.unicode[code]; ok {
		return chars, true
	}
	for _, r := range f.ranges {
		if len(code) == len(r.low) && r.low <= code && code <= r.high {
			chars := r.char(code)
			if len(f.unicode) < maxCodes {
				f.unicode[code] = chars
			}
			return chars, true
		}
	}
	return "", false
}

// char returns the character for a code in the range.
func (r codeRange) char(code string) string {
	chars := []rune(r.first)
	if len(chars) == 0 {
		return ""
	}
	offset := 0
	for i := range code {
		offset = offset<<8 + int(code[i]) - int(r.low[i])
	}
	chars[len(chars)-1] += rune(offset)
	return string(chars)
}

// width returns the width of a code, in thousandths of the size.
func (f *font) width(code string) float64 {
	n := 0
	for i := range len(code) {
		n = n<<8 | int(code[i])
	}
	if f.composite {
		if w, ok := f.wide[n]; ok {
			return w
		}
		return f.standard
	}
	if i := n - f.first; i >= 0 && i < len(f.widths) {
		return f.widths[i]
	}
	return f.standard
}

// ligature returns the characters that TeX's old fonts have at the codes before
// the space.
func ligature(c byte) string {
	switch c {
	case 0x0B:
		return "ff"
	case 0x0C:
		return "fi"
	case 0x0D:
		return "fl"
	case 0x0E:
		return "ffi"
	case 0x0F:
		return "ffl"
	}
	return ""
}

// glyphs are the names of the ASCII characters other than letters, in the order
// of their codes, and of ligatures. Source: Adobe Glyph List.
const glyphs = " space=  exclam=! quotedbl=\" numbersign=# dollar=$ percent=% ampersand=& quotesingle=' parenleft=( parenright=)" +
	" asterisk=* plus=+ comma=, hyphen=- minus=- period=. slash=/ zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7" +
	" eight=8 nine=9 colon=: semicolon=; less=< equal== greater=> question=? at=@ bracketleft=[ backslash=\\ bracketright=]" +
	" asciicircum=^ underscore=_ grave=` braceleft={ bar=| braceright=} asciitilde=~ tilde=~ sfthyphen=- endash=\u2013 emdash=\u2014" +
	" quoteright=' quoteleft=` ff=ff fi=fi fl=fl ffi=ffi ffl=ffl f_f=ff f_i=fi f_l=fl "

// glyph returns the characters that the name of a glyph represents, or "".
func glyph(glyph string) string {
	base, _, _ := strings.Cut(glyph, ".")
	if len(base) == 1 {
		return base
	}
	if i := strings.Index(glyphs, " "+base+"="); i >= 0 {
		rest := glyphs[i+len(base)+2:]
		if base == "space" {
			return " "
		}
		chars, _, _ := strings.Cut(rest, " ")
		return chars
	}
	if hex, ok := strings.CutPrefix(base, "uni"); ok && len(hex) == 4 {
		v, err := newLexer(strings.NewReader("<"+hex+">"), false).value()
		if t, ok := v.(text); ok && err == nil {
			return fromUTF16(string(t))
		}
	}
	return ""
}
