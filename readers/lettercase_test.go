package readers

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/racedetector"
)

// The slow twins use golang.org/x/text. It has the version of Unicode of this Go release, like
// package unicode, and internal/uts46 has a later one. All code points are compared, because
// unassigned ones stay.

func slowLower(s string) string { return cases.Lower(language.Und).String(s) }

// slowNameprep is nameprep with a function that lowers letters or folds their case.
func slowNameprep(label string, fold cases.Caser) (string, bool) {
	label = strings.Map(dropJunk, label)
	label = norm.NFC.String(fold.String(norm.NFKC.String(fold.String(label))))
	return label, strings.IndexFunc(label, isProhibited) < 0
}

// slowFolded is slowNameprep with folded case. The mapping of U+037A is in nameprep, but not in
// the case foldings of Unicode. Source: rfc3454 B.2.
func slowFolded(label string) (string, bool) {
	return slowNameprep(strings.ReplaceAll(label, "\u037A", " ι"), cases.Fold())
}

func slowNameprepLower(label string) (string, bool) {
	return slowNameprep(label, cases.Lower(language.Und))
}

func slowHidesDelimiter(s string) bool {
	plain := without(s, "@:#?/")
	return strings.ContainsAny(norm.NFKC.String(plain), "/?#@:")
}

func checkTwins(t *testing.T, s string) {
	t.Helper()
	if got, want := lowerText(s), slowLower(s); got != want {
		t.Errorf("lowerText(%+q) = %+q, want %+q", s, got, want)
	}
	got, ok := nameprep(s)
	if want, wantOK := slowFolded(s); ok != wantOK || ok && got != want {
		t.Errorf("nameprep(%+q) = %+q, %v, want %+q, %v", s, got, ok, want, wantOK)
	}
	got, ok = nameprepLower(s)
	if want, wantOK := slowNameprepLower(s); ok != wantOK || ok && got != want {
		t.Errorf("nameprepLower(%+q) = %+q, %v, want %+q, %v", s, got, ok, want, wantOK)
	}
	if got, want := hidesDelimiter(s), slowHidesDelimiter(s); got != want {
		t.Errorf("hidesDelimiter(%+q) = %v, want %v", s, got, want)
	}
}

func TestTwinsOfAllCharacters(t *testing.T) {
	if testing.Short() {
		t.Skip("checks all code points")
	}
	t.Parallel()
	step := rune(1)
	if racedetector.On || !longtest.InGate() { // the gate checks all without the race detector
		step = 17
	}
	for r := rune(0); r <= utf8.MaxRune; r += step {
		s := string(r)
		checkTwins(t, s)
		if unicode.In(r, unicode.L, unicode.M, unicode.P, unicode.S, unicode.Cf) {
			checkTwins(t, "aΣ"+s+"b"+s+"Σ")
		}
	}
}

// Texts of characters that interact: letters in both cases, marks, sigmas, iotas, jamo, full
// stops, ignored and unassigned characters, and bytes that are not UTF-8.
func TestTwinsOfRandomTexts(t *testing.T) {
	letters := []rune("aAsSßẞıİΣσςϲ𝚺𝛓αΑωΩηάΆᾳᾼᾀᾈᾴῇ\u1FBE\u037Aι𐐀ᏰᏸꭰᲀѢﬁﬀⅧ℡㏂…․。｡１ª가각ᄀ\u1161\u11A8\u3164\uFFA0\u00DF\u0130'’:.·-/／＠㍻\U0001E900\xff")
	marks := []rune("\u0300\u0301\u0307\u0308\u030C\u0313\u0314\u0323\u0327\u0338\u0342\u0345\u0345\u05B0\u0E31\u3099\u20DD\U0001D165\u00AD\u200D\u0378\U000105D2\U0001F100ʰʱ")
	random := rand.New(rand.NewPCG(1, 2))
	n := 100_000
	if racedetector.On || !longtest.InGate() {
		n = 10_000
	}
	for range n {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			switch random.IntN(12) {
			case 0:
				b.WriteByte(byte(random.IntN(256)))
			case 1:
				b.WriteRune(rune(random.IntN(0x30000)))
			case 2, 3, 4, 5:
				b.WriteRune(marks[random.IntN(len(marks))])
			default:
				b.WriteRune(letters[random.IntN(len(letters))])
			}
		}
		checkTwins(t, b.String())
		if t.Failed() {
			return
		}
	}
}
