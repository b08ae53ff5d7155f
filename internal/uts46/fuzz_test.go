package uts46

import (
	"strings"
	"testing"
)

// A domain in ASCII that ToASCII returns is the one of its form in Unicode, and has no
// empty A-label.
func FuzzToASCII(f *testing.F) {
	for _, in := range []string{"bücher.example", "xn--bcher-kva.é", "a。b．c｡é", "هندي.مثال", "ب\u200Cب", "क्\u200Dष", "각", "xn--\U000E0100", "ℵ1.é", "xn--é-", "\xff"} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		ascii, ok := ToASCII(in)
		text, okText := ToUnicode(in)
		if ok != okText {
			t.Fatalf("ToASCII(%+q): %v, ToUnicode: %v", in, ok, okText)
		}
		if strict := IsStrict(in); strict && !ok {
			t.Fatalf("IsStrict(%+q), but ToASCII returns an error", in)
		}
		if !ok {
			return
		}
		if again, ok := ToASCII(text); len(text) <= maxDomain && (again != ascii || !ok) {
			t.Errorf("ToASCII(%+q) = %q, but ToASCII(%+q) = %q, %v", in, ascii, text, again, ok)
		}
		if again, ok := ToASCII(ascii); len(ascii) <= maxDomain && (again != ascii || !ok) {
			t.Errorf("ToASCII(%+q) = %q, but again %q, %v", in, ascii, again, ok)
		}
		for label := range strings.SplitSeq(ascii, ".") {
			if encoded, ok := strings.CutPrefix(label, "xn--"); ok && encoded == "" || strings.ContainsFunc(label, isUpperOrNotASCII) {
				t.Errorf("ToASCII(%+q) has the label %q", in, label)
			}
		}
	})
}

func isUpperOrNotASCII(r rune) bool { return r >= 0x80 || 'A' <= r && r <= 'Z' }
