//go:build ignore

// Gen_property writes property_table.go from testdata/unicode.txt. Run it with "go
// generate". For another version of Unicode, fetch IdnaMappingTable.txt, UnicodeData.txt
// and DerivedJoiningType.txt of that version from unicode.org into a directory, and run
// "go run gen_property.go -ucd DIR", which first writes testdata/unicode.txt from them.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const source = "testdata/unicode.txt"

// A codePoint is what UTS 46 needs to know of a code point. The zero value is disallowed.
type codePoint struct {
	status  string  // valid, mapped or ignored
	to      string  // if mapped
	bidi    string  // class of a valid code point: L, R (or AL), AN, EN, NSM, ON (or ES, CS, ET, BN), or "-"
	joining string  // type of a valid code point: L, R, D, T, or "-"
	class   int     // Canonical_Combining_Class of a valid code point
	mark    bool    // General_Category=Mark, of a valid code point
	parts   [2]rune // canonical decomposition of a valid code point, or of a small letter with 0345
}

// points has all code points.
var points [0x110000]codePoint

var version string

func main() {
	log.SetFlags(0)
	ucd := flag.String("ucd", "", "directory of the files of the Unicode Character Database")
	flag.Parse()
	if *ucd != "" {
		readMapping(filepath.Join(*ucd, "IdnaMappingTable.txt"))
		readUnicodeData(filepath.Join(*ucd, "UnicodeData.txt"))
		readJoiningTypes(filepath.Join(*ucd, "DerivedJoiningType.txt"))
		writeSource()
		clear(points[:])
	}
	readSource()
	checkAssumptions()
	writeTable()
}

// rows calls f with the fields of each row of a file.
func rows(file string, f func(fields []string)) {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		line, comment, _ := strings.Cut(s.Text(), "#")
		if m := regexp.MustCompile(`(?:Version:|Unicode) (\d+\.\d+\.\d+)`).FindStringSubmatch(comment); m != nil && version == "" {
			version = m[1]
		}
		if fields := strings.Split(line, ";"); len(fields) > 1 {
			for i := range fields {
				fields[i] = strings.TrimSpace(fields[i])
			}
			f(fields)
		}
	}
}

// span returns the code points of "0041" or "0041..005A".
func span(text string) []codePoint {
	first, last, ok := strings.Cut(text, "..")
	if !ok {
		last = first
	}
	return points[hex(first) : hex(last)+1]
}

func hex(text string) rune {
	n, err := strconv.ParseInt(text, 16, 32)
	if err != nil {
		log.Fatal(err)
	}
	return rune(n)
}

func runes(text string) (s []rune) {
	for f := range strings.FieldsSeq(text) {
		s = append(s, hex(f))
	}
	return s
}

func readMapping(file string) {
	rows(file, func(f []string) {
		for i := range span(f[0]) {
			p := &span(f[0])[i]
			switch f[1] {
			case "valid", "deviation":
				p.status, p.joining = "valid", "-"
			case "mapped":
				p.status, p.to = "mapped", string(runes(f[2]))
			case "ignored":
				p.status = "ignored"
			case "disallowed":
			default:
				log.Fatalf("%s: unknown status %q", file, f[1])
			}
		}
	})
}

var bidiClass = map[string]string{"L": "L", "R": "R", "AL": "R", "AN": "AN", "EN": "EN", "NSM": "NSM",
	"ES": "ON", "CS": "ON", "ET": "ON", "BN": "ON", "ON": "ON"}

func readUnicodeData(file string) {
	first := ""
	rows(file, func(f []string) {
		if strings.HasSuffix(f[1], ", First>") {
			first = f[0] + ".."
			return
		}
		class, err := strconv.Atoi(f[3])
		if err != nil {
			log.Fatal(err)
		}
		for i := range span(first + f[0]) {
			p := &span(first + f[0])[i]
			if p.status == "valid" {
				p.bidi, p.class, p.mark = cmp.Or(bidiClass[f[4]], "-"), class, f[2][0] == 'M'
			}
			if p.status == "valid" && f[5] != "" && f[5][0] != '<' || f[2] == "Ll" && strings.HasSuffix(f[5], " 0345") {
				p.parts = [2]rune(runes(f[5]))
			}
		}
		first = ""
	})
}

func readJoiningTypes(file string) {
	rows(file, func(f []string) {
		for i := range span(f[0]) {
			if p := &span(f[0])[i]; p.status == "valid" && strings.Contains("LRDT", f[1]) {
				p.joining = f[1]
			}
		}
	})
}

// text returns the fields of a row of the source after the first.
func (p codePoint) text(c rune) string {
	switch {
	case p.status == "ignored":
		return "ignored"
	case p.status == "mapped" && len([]rune(p.to)) == 1:
		return fmt.Sprintf("%+d", []rune(p.to)[0]-c)
	case p.status == "mapped":
		return strings.Trim(fmt.Sprintf("%04X", []rune(p.to)), "[]")
	case p.mark:
		return fmt.Sprintf("valid;%s;%s;%d;M", p.bidi, p.joining, p.class)
	}
	return fmt.Sprintf("valid;%s;%s;%d", p.bidi, p.joining, p.class)
}

func writeSource() {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# What UTS 46 needs of the Unicode Character Database, Unicode %s. Written by gen_property.go from
# IdnaMappingTable.txt, UnicodeData.txt and DerivedJoiningType.txt.
# © 2025 Unicode, Inc. Unicode License V3, https://www.unicode.org/license.txt
#
# first..last; ignored
# first..last; difference to the code point that it is mapped to
# first; the code points that it is mapped to
# first..last; valid; Bidi_Class; Joining_Type; Canonical_Combining_Class; M for General_Category=Mark
# first; =; canonical decomposition of a valid code point, or of a small letter that contains 0345
#
# Other code points are disallowed. R includes AL. ON includes ES, CS, ET and BN. Other classes and types are "-".
`, version)
	for c := 0; c < len(points); {
		if points[c].status == "" {
			c++
			continue
		}
		start, text := c, points[c].text(rune(c))
		for c++; c < len(points) && points[c].status != "" && len([]rune(points[c].to)) < 2 && points[c].text(rune(c)) == text; c++ {
		}
		name := fmt.Sprintf("%04X", start)
		if c > start+1 {
			name += fmt.Sprintf("..%04X", c-1)
		}
		fmt.Fprintf(&b, "%s;%s\n", name, text)
	}
	for c, p := range points {
		if p.parts[0] != 0 && !isHangul(rune(c)) {
			fmt.Fprintf(&b, "%04X;=;%04X %04X\n", c, p.parts[0], p.parts[1])
		}
	}
	if err := os.WriteFile(source, b.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

func isHangul(c rune) bool { return 0xAC00 <= c && c <= 0xD7A3 }

func readSource() {
	version = ""
	rows(source, func(f []string) {
		s := span(f[0])
		for i := range s {
			switch {
			case f[1] == "=":
				s[i].parts = [2]rune(runes(f[2]))
			case f[1] == "ignored":
				s[i].status = "ignored"
			case f[1] == "valid":
				class, _ := strconv.Atoi(f[4])
				s[i] = codePoint{status: "valid", bidi: f[2], joining: f[3], class: class, mark: len(f) > 5}
			case f[1][0] == '+' || f[1][0] == '-':
				d, err := strconv.Atoi(f[1])
				if err != nil {
					log.Fatal(err)
				}
				s[i] = codePoint{status: "mapped", to: string(hex(strings.Split(f[0], ".")[0]) + rune(i+d))}
			default:
				s[i] = codePoint{status: "mapped", to: string(runes(f[1]))}
			}
		}
	})
}

// checkAssumptions fails if the data are not as the package uts46 assumes.
func checkAssumptions() {
	for c, p := range points {
		for _, r := range p.to {
			if points[r].status != "valid" {
				log.Fatalf("%04X is mapped to %04X, which is not valid", c, r)
			}
		}
		for _, r := range p.parts {
			if r != 0 && r != 0x345 && points[r].status != "valid" {
				log.Fatalf("%04X contains %04X, which is not valid", c, r)
			}
		}
		if lower := 'A' <= c && c <= 'Z'; c < 0x80 && (lower != (p.status == "mapped") || !lower && p.status != "valid") {
			log.Fatalf("%04X: lookups of ASCII are not needed only if upper case is mapped and the rest is valid", c)
		}
		if c < 0x300 && (p.class != 0 || p.mark || p.bidi == "R" || p.bidi == "AN" || p.joining == "D") {
			log.Fatalf("%04X: lookups below 0300 are assumed to be unnecessary", c)
		}
	}
}

// A table is what the package uts46 contains. Its fields are described there.
type table struct {
	rows   []uint32
	kinds  []uint32
	pages  []uint16
	texts  []byte
	ends   []uint16
	common map[rune]bool // differences that several code points have
}

// kind returns the property of a code point, and whether the next code points have the
// same row if their kind is also a text.
func (t *table) kind(c rune) (kind uint32, text bool) {
	p := points[c]
	switch p.status {
	case "":
		return 0, false
	case "ignored":
		return 1, false
	case "valid":
		kind = 2 | uint32(p.class)<<16
		kind |= 4 << slices.Index([]string{"L", "R", "AN", "EN", "NSM", "ON", "-"}, p.bidi)
		kind |= uint32(slices.Index([]string{"-", "L", "R", "D", "T"}, p.joining)) << 9
		if p.mark {
			kind |= 1 << 12
		}
		if seconds[leading(c)] {
			kind |= 1 << 13
		}
		return kind, false
	}
	if to := []rune(p.to); len(to) == 1 && t.common[to[0]-c] {
		return 3 | uint32(to[0]-c)<<3, false
	}
	return 0, true
}

// seconds has the code points that are the second of a canonical composition.
var seconds = map[rune]bool{}

// leading returns the first code point of the canonical decomposition of c.
func leading(c rune) rune {
	for points[c].parts[0] != 0 {
		c = points[c].parts[0]
	}
	return c
}

func makeTable() *table {
	t := &table{common: map[rune]bool{}}
	uses := map[rune]int{}
	for c, p := range points {
		if to := []rune(p.to); len(to) == 1 {
			uses[to[0]-rune(c)]++
			t.common[to[0]-rune(c)] = uses[to[0]-rune(c)] > 2
		}
		seconds[p.parts[1]] = true
	}
	for c := rune(0x1161); c <= 0x11C2; c++ {
		if c <= 0x1175 || c >= 0x11A8 {
			seconds[c] = true
		}
	}
	t.fill()
	return t
}

// fill makes the rows.
func (t *table) fill() {
	last, lastText := uint32(1<<31), false
	for c := range rune(len(points)) {
		kind, text := t.kind(c)
		if text && !lastText {
			kind = 3 | 4 | uint32(len(t.ends))<<3
		}
		if text {
			t.texts = append(t.texts, points[c].to...)
			t.ends = append(t.ends, uint16(len(t.texts)))
		}
		if text != lastText || !text && kind != last {
			i := slices.Index(t.kinds, kind)
			if i < 0 {
				i = len(t.kinds)
				t.kinds = append(t.kinds, kind)
			}
			t.rows = append(t.rows, uint32(c)<<11|uint32(i))
		}
		last, lastText = kind, text
		if c&(1<<pageBits-1) == 0 {
			t.pages = append(t.pages, uint16(len(t.rows)-1))
		}
	}
	t.pages = append(t.pages, uint16(len(t.rows)-1))
	if len(t.kinds) > 1<<11 || len(t.texts) > 1<<16 {
		log.Fatalf("%d kinds, %d bytes of texts: too many", len(t.kinds), len(t.texts))
	}
}

// pageBits is the number of bits of a code point that are not in the index of its page.
const pageBits = 9

func writeTable() {
	t := makeTable()
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by gen_property.go from %s; DO NOT EDIT.\n\n// The tables are of Unicode %s.\n\npackage uts46\n\n", source, version)
	fmt.Fprintf(&b, "const pageBits = %d\n\n", pageBits)
	writeArray(&b, "rows", "uint32", t.rows)
	writeArray(&b, "kinds", "property", t.kinds)
	writeArray(&b, "pages", "uint16", t.pages)
	writeArray(&b, "textEnds", "uint16", t.ends)
	fmt.Fprintf(&b, "const texts = \"\" +")
	for i := 0; i < len(t.texts); {
		end := min(i+60, len(t.texts))
		for end < len(t.texts) && t.texts[end]&0xC0 == 0x80 {
			end++
		}
		if i > 0 {
			b.WriteString(" +")
		}
		fmt.Fprintf(&b, "\n%+q", t.texts[i:end])
		i = end
	}
	b.WriteString("\n\n")
	writeCompositions(&b)
	out, err := format.Source(b.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("property_table.go", out, 0o644); err != nil {
		log.Fatal(err)
	}
}

func writeArray[T uint16 | uint32](b *bytes.Buffer, name, element string, values []T) {
	fmt.Fprintf(b, "var %s = [...]%s{", name, element)
	for i, v := range values {
		if i%16 == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%#x, ", v)
	}
	b.WriteString("\n}\n\n")
}

// writeCompositions writes the compositions sorted by their parts, and their indexes sorted
// by the composites.
func writeCompositions(b *bytes.Buffer) {
	type composition struct {
		parts     [2]rune
		composite rune
	}
	var all []composition
	for c, p := range points {
		if p.parts[0] != 0 {
			all = append(all, composition{p.parts, rune(c)})
		}
	}
	slices.SortFunc(all, func(x, y composition) int { return slices.Compare(x.parts[:], y.parts[:]) })
	fmt.Fprintf(b, "var compositions = [...]composition{")
	order := make([]uint16, len(all))
	for i, c := range all {
		if i%6 == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "{%#x, %#x, %#x}, ", c.parts[0], c.parts[1], c.composite)
		order[i] = uint16(i)
	}
	b.WriteString("\n}\n\n")
	slices.SortFunc(order, func(i, j uint16) int { return cmp.Compare(all[i].composite, all[j].composite) })
	writeArray(b, "byComposite", "uint16", order)
}
