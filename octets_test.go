package earl

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/octet"
)

// F3: reading a written secret does not give the password "xxxxx".
func TestSecretIsNotReadBack(t *testing.T) {
	b, err := json.Marshal(struct{ Password Secret }{NewSecret("geheim")})
	if err != nil || string(b) != `{"Password":"xxxxx"}` {
		t.Fatalf("Marshal = %s, %v", b, err)
	}
	var read struct{ Password Secret }
	if err := json.Unmarshal(b, &read); err == nil {
		t.Errorf("Unmarshal(%s) took the text for a password", b)
	}
	if err := json.Unmarshal([]byte(`{"Password":null}`), &read); err != nil {
		t.Errorf("Unmarshal of an absent secret: %v", err)
	}
	if _, ok := read.Password.Reveal(); ok {
		t.Error("an absent secret was read as present")
	}
}

// A11: a violation and a rule are readable when a program prints them.
func TestViolationsPrint(t *testing.T) {
	for v := range RFC1738.Check("http://u@h/|") {
		if got, want := fmt.Sprint(v, " / ", v.Rule), "bytes 8 to 9: rfc1738 5, no-user / rfc1738 5, no-user"; got != want {
			t.Errorf("Sprint = %q, want %q", got, want)
		}
		break
	}
}

// A15: an escape is "%" and two hexadecimal digits in upper or lower case.
func TestEscapes(t *testing.T) {
	for o := range 256 {
		hex := string(octet.HexDigits[o>>4]) + string(octet.HexDigits[o&15])
		for _, text := range []string{"%" + hex, "%" + strings.ToLower(hex)} {
			if got := Unescape(text); got != Octets([]byte{byte(o)}) {
				t.Errorf("Unescape(%q) = %q", text, got)
			}
		}
		isHex := strings.ContainsRune("0123456789ABCDEFabcdef", rune(o)) && o < 128
		if got := octet.IsEscape("%0"+string([]byte{byte(o)}), 0); got != isHex {
			t.Errorf("isEscape of %02X = %v, want %v", o, got, isHex)
		}
	}
	for in, want := range map[string]Octets{"": "", "abc": "abc", "a%": "a%", "%4": "%4", "%zz%41": "%zzA", "%2541": "%41", "a%00b": "a\x00b"} {
		if got := Unescape(in); got != want {
			t.Errorf("Unescape(%q) = %q, want %q", in, got, want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { Unescape("plain") }); n != 0 {
		t.Errorf("Unescape of plain text: %v allocations", n)
	}
}

// A19: Compose escapes "#", space, `" < > %`, national and control characters,
// and Unescape decodes the escapes.
func TestAppendEscape(t *testing.T) {
	for _, e := range editionsUnderTest {
		for o := range 256 {
			in := Octets([]byte{byte(o)})
			out := string(e.AppendEscape(nil, in, ""))
			if Unescape(out) != in {
				t.Errorf("%s: byte 0x%02X is written %q", e.Name(), o, out)
			}
			if plain := len(out) == 1; plain && strings.IndexByte("# \"<>%{}|\\^[]`;/?:@&=", byte(o)) >= 0 {
				t.Errorf("%s: byte 0x%02X is not escaped", e.Name(), o)
			}
		}
	}
	if got := string(RFC1738.AppendEscape(nil, "a/b;c", "/")); got != "a/b%3Bc" {
		t.Errorf("AppendEscape = %q", got)
	}
}

// The forbidden code points are few, and written out in isForbiddenHost.
func TestForbiddenHost(t *testing.T) {
	for o := range 256 {
		want := strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", byte(o)) >= 0
		if got := isForbiddenHost(byte(o)); got != want {
			t.Errorf("byte 0x%02X is forbidden: %v, want %v", o, got, want)
		}
	}
}

// A18: an escape represents a byte without a charset, and is converted to no
// other.
func TestEscapeIsAnOctet(t *testing.T) {
	if got := Unescape("caf%E9"); got != "caf\xE9" || len(got) != 4 {
		t.Errorf("Unescape = %q", got)
	}
	if got := Unescape("caf%C3%A9"); len(got) != 5 {
		t.Errorf("Unescape = %q", got)
	}
}
