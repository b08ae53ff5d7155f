package savedir

import (
	"strings"
	"testing"
)

// A name from a server becomes one part of a path, and never another directory
// (B21, F7).
func TestName(t *testing.T) {
	for _, tt := range []struct{ name, unix, windows string }{
		{"a.txt", "a.txt", "a.txt"},
		{"..", "", ""},
		{".", "", ""},
		{"", "", ""},
		{"...", "...", "..%2E"},
		{"a/b", "a%2Fb", "a%2Fb"},
		{"../x", "..%2Fx", "..%2Fx"},
		{`..\x`, "..%5Cx", "..%5Cx"},
		{"a\x00b", "a%00b", "a%00b"},
		{"\x1b[2J", "%1B[2J", "%1B[2J"},
		{"\x7f", "%7F", "%7F"},
		{"c:x", "c:x", "c%3Ax"},
		{"CON", "CON", "%43ON"},
		{"aux.c", "aux.c", "%61ux.c"},
		{"com1.txt", "com1.txt", "%63om1.txt"},
		{"lpt¹", "lpt¹", "%6Cpt¹"},
		{"com10", "com10", "com10"},
		{"caf\xe9", "caf\xe9", "caf\xe9"},
		{"-rf", "-rf", "-rf"},
		// Characters that disguise a name (UTR 36 2.10), and those that cannot be seen.
		{"a\u202egpj.exe", "a%E2%80%AEgpj.exe", "a%E2%80%AEgpj.exe"},
		{"\u2066a\u2069", "%E2%81%A6a%E2%81%A9", "%E2%81%A6a%E2%81%A9"},
		{"a\u200f\u061cb", "a%E2%80%8F%D8%9Cb", "a%E2%80%8F%D8%9Cb"},
		{"a\u200bb\ufeff", "a%E2%80%8Bb%EF%BB%BF", "a%E2%80%8Bb%EF%BB%BF"},
		{"a\u009b31m", "a%C2%9B31m", "a%C2%9B31m"},
		{"a\x9b31m\x90", "a%9B31m%90", "a%9B31m%90"},
		{"a\u2028b\u3164c\u034f", "a%E2%80%A8b%E3%85%A4c%CD%8F", "a%E2%80%A8b%E3%85%A4c%CD%8F"},
		{"a\U000e0041", "a%F3%A0%81%81", "a%F3%A0%81%81"},
		{"re\u200dport", "re%E2%80%8Dport", "re%E2%80%8Dport"},
		{"a\u00ad.exe", "a%C2%AD.exe", "a%C2%AD.exe"},
		// Names in Persian, with an emoji of several characters, and with wide spaces stay
		// (rfc5892 A.1, A.2; UTS 51 2.3).
		{"می\u200cخواهم.pdf", "می\u200cخواهم.pdf", "می\u200cخواهم.pdf"},
		{"👩\u200d🚀.png", "👩\u200d🚀.png", "👩\u200d🚀.png"},
		{"❤\ufe0f 日本\u3000語", "❤\ufe0f 日本\u3000語", "❤\ufe0f 日本\u3000語"},
		{strings.Repeat("x", 256), "", ""},
		{strings.Repeat("/", 100), "", ""},
	} {
		for goos, want := range map[string]string{"linux": tt.unix, "windows": tt.windows} {
			got, err := Name(tt.name, goos)
			if got != want || (err == nil) != (want != "") {
				t.Errorf("%s: %q becomes %q, %v, want %q", goos, tt.name, got, err, want)
			}
		}
	}
}
