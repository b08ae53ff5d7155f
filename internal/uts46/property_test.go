package uts46

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// slowRows returns the rows of the source of the tables, without those of decompositions,
// by code point.
func slowRows(t *testing.T) map[rune][]string {
	text, err := os.ReadFile("testdata/unicode.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[rune][]string{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), ";")
		if strings.HasPrefix(line, "#") || fields[1] == "=" {
			continue
		}
		first, last, ok := strings.Cut(fields[0], "..")
		if !ok {
			last = first
		}
		for r := slowHex(t, first); r <= slowHex(t, last); r++ {
			rows[r] = fields[1:]
		}
	}
	return rows
}

func slowHex(t *testing.T, text string) rune {
	n, err := strconv.ParseInt(text, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return rune(n)
}

// slowMapped is the slow twin of appendMapped, for one code point.
func slowMapped(t *testing.T, r rune, row []string) (string, bool) {
	switch {
	case row == nil:
		return "", false
	case row[0] == "valid":
		return string(r), true
	case row[0] == "ignored":
		return "", true
	case strings.ContainsAny(row[0][:1], "+-"):
		n, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(r + rune(n)), true
	}
	to := ""
	for s := range strings.FieldsSeq(row[0]) {
		to += string(slowHex(t, s))
	}
	return to, true
}

// The tables have the data of their source, for each code point.
func TestTablesAgreeWithTheirSource(t *testing.T) {
	bidiNames := map[string]property{"L": bidiL, "R": bidiR, "AN": bidiAN, "EN": bidiEN, "NSM": bidiNSM, "ON": bidiNeutral, "-": bidiOther}
	joiningNames := map[string]property{"-": joinsNone, "L": joinsLeft, "R": joinsRight, "D": joinsDual, "T": transparent}
	rows := slowRows(t)
	for r := range rune(utf8.MaxRune + 1) {
		if r == 0xD800 {
			r = 0xE000
		}
		row := rows[r]
		got, ok := appendMapped(nil, string(r))
		if want, wantOK := slowMapped(t, r, row); ok != wantOK || string(got) != want {
			t.Fatalf("%U is mapped to %+q, %v, want %+q, %v", r, string(got), ok, want, wantOK)
		}
		if len(got) == 0 {
			got = []rune{r}
		}
		if alone := AppendMapped(nil, r); string(alone) != string(got) {
			t.Fatalf("AppendMapped(%U) = %+q, want %+q", r, string(alone), string(got))
		}
		p := propertyOf(r)
		if row == nil || row[0] != "valid" {
			if p&status == valid {
				t.Fatalf("%U is valid", r)
			}
			continue
		}
		class, _ := strconv.Atoi(row[3])
		want := valid | bidiNames[row[1]] | joiningNames[row[2]] | property(class)<<16
		if len(row) > 4 {
			want |= isMark
		}
		if p&^combines != want {
			t.Fatalf("the property of %U is %#x, want %#x", r, p&^combines, want)
		}
	}
}

// The tables of golang.org/x/text are of an earlier version of Unicode. Normalization of
// the code points of a version does not change in later versions.
func TestNFCAgreesWithXText(t *testing.T) {
	marks := []rune{}
	for r := range rune(utf8.MaxRune) {
		if isOld(r) && propertyOf(r)&combines != 0 {
			marks = append(marks, r)
		}
	}
	for r := range rune(0x30000) {
		if !isOld(r) {
			continue
		}
		checkNFC(t, string(r))
		checkNFC(t, norm.NFD.String(string(r)))
		checkNFC(t, string([]rune{r, marks[r%7], marks[int(r)%len(marks)]}))
	}
	for _, c := range compositions {
		if isOld(c.composite) || c.second == iotaSubscript {
			checkNFC(t, string(c.composite))
			checkNFC(t, string([]rune{c.composite, 0x0301, 0x0323}))
			checkNFC(t, string([]rune{c.first, c.second}))
			checkNFC(t, string([]rune{c.first, 0x0301, c.second, 0x0323}))
		}
	}
}

// isOld reports whether r is valid and was assigned in the version of Unicode of this Go
// release.
func isOld(r rune) bool {
	return propertyOf(r)&status == valid && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
}

func checkNFC(t *testing.T, text string) {
	t.Helper()
	if got, want := string(NFC([]rune(text))), norm.NFC.String(text); got != want {
		t.Errorf("NFC(%+q) = %+q, want %+q", text, got, want)
	}
}

// Compositions that Unicode 16 added. Source: UAX 15, NormalizationTest of Unicode 17.
func TestNFCOfUnicode16(t *testing.T) {
	for in, want := range map[string]string{
		"\U00016D63\U00016D68": "\U00016D6A", "\U00016D69\U00016D68": "\U00016D6A\U00016D67",
		"\U0001138B\U000113C7": "\U0001138E\U000113B8", "\U000105D2\u0307": "\U000105C9",
	} {
		if got := string(NFC([]rune(in))); got != want {
			t.Errorf("NFC(%+q) = %+q, want %+q", in, got, want)
		}
	}
}
