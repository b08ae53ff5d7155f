package ldap

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/netip"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
)

// FuzzAnswer: whatever a server sends, opening ends, an error has a class, and what is shown
// has no byte that controls a terminal.
func FuzzAnswer(f *testing.F) {
	const bound = "0\x0c\x02\x01\x01a\x07\x0a\x01\x00\x04\x00\x04\x00"
	f.Add(bound+"0?\x02\x01\x02s:\x048ldap://ldap.invalid/ou=elsewhere,dc=example,dc=test??sub0\x0c\x02\x01\x02e\x07\x0a\x01\x00\x04\x00\x04\x00", true)
	f.Add(bound+"0\x1b\x02\x01\x02d\x16\x04\x04dc=x0\x0e0\x0c\x04\x02cn1\x06\x04\x04\x1b[2J0\x0c\x02\x01\x02e\x07\x0a\x01\x00\x04\x00\x04\x00", false)
	f.Add(bound+"0\x1e\x02\x01\x02e\x19\x0a\x01 \x04\x12dc=example,dc=test\x04\x00", false)
	f.Fuzz(func(t *testing.T, answer string, list bool) {
		u := "ldap://192.0.2.1/dc=x"
		if list {
			u += "?cn?one"
		}
		o := transcript.Saying(answer)
		o.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) { return nil, errors.New("no lookup") }
		client := open.New(o, Opener{Options: Options{MessageSize: 1 << 16}})
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse(u))
		var shown strings.Builder
		switch res := res.(type) {
		case *open.Document:
			_, err = io.Copy(&shown, res.Body)
		case *open.Listing:
			for e, lerr := range res.Entries {
				err = lerr
				shown.WriteString(strings.Join(e.Note, ""))
			}
		}
		if err != nil {
			shown.WriteString(err.Error())
			if c := open.ClassOf(err); c == open.ClassLocal || c == open.ClassNone {
				t.Errorf("the error %v has the class %v", err, c)
			}
		}
		if strings.ContainsFunc(shown.String(), func(r rune) bool { return r < ' ' && r != '\n' || 0x7F <= r && r < 0xA0 }) {
			t.Errorf("%q is shown", shown.String())
		}
	})
}

// FuzzFilter: a filter that is read is one element of BER, and its levels are limited.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{"(a=b)", "cn=x*y", "(&(a=b)(!(c>=\\2a))(|(d~=e)(f<=g)))", "(cn:dn:2.4.6:=x)", "(:rule:=x)", "(&)", "((", "(a=\\z", "(a=**)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := parseFilter(text)
		if err != nil {
			var at *filterError
			if !errors.As(err, &at) || at.at < 0 || at.at > len(text) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if e, rest, err := ber.Parse(b, maxFilter+3); err != nil || len(rest) > 0 || e.Tag.Class() != ber.Context {
			t.Errorf("%q is %x: %v, %v", text, b, e, err)
		}
	})
}

// FuzzLDIF: the line of a value, unfolded and decoded, is the value.
func FuzzLDIF(f *testing.F) {
	f.Add("plain")
	f.Add(strings.Repeat("long ", 40) + "x")
	f.Add(" space")
	f.Add("\x00\xff\n")
	f.Add(strings.Repeat("\x1b", 200))
	f.Fuzz(func(t *testing.T, value string) {
		text := string(appendLine(nil, "cn", value))
		for line := range strings.Lines(text) {
			if len(line) > lineLength+1 {
				t.Errorf("a line of %d bytes", len(line)-1)
			}
		}
		got, ok := strings.CutPrefix(strings.TrimSuffix(strings.ReplaceAll(text, "\n ", ""), "\n"), "cn:")
		if encoded, is := strings.CutPrefix(got, ": "); is {
			b, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil {
				t.Fatal(err)
			}
			got = " " + string(b)
		}
		if !ok || got != " "+value {
			t.Errorf("%q is written as %q", value, text)
		}
	})
}

// rfc4515 4: the filters of the examples, and what is refused.
func TestFilters(t *testing.T) {
	str := func(s string) []byte { return ber.Bytes(ber.OctetString, s) }
	of := func(n uint32, parts ...[]byte) []byte { return ber.Of(ber.Ctx(n), parts...) }
	for in, want := range map[string][]byte{
		"(cn=Babs Jensen)":                  of(3, str("cn"), str("Babs Jensen")),
		"(!(cn=Tim Howes))":                 of(2, of(3, str("cn"), str("Tim Howes"))),
		"(o=univ*of*mich*)":                 of(4, str("o"), ber.Of(ber.Sequence, ber.Bytes(ber.Ctx(0), "univ"), ber.Bytes(ber.Ctx(1), "of"), ber.Bytes(ber.Ctx(1), "mich"))),
		"(seeAlso=)":                        of(3, str("seeAlso"), str("")),
		"(cn:caseExactMatch:=Fred)":         of(9, ber.Bytes(ber.Ctx(1), "caseExactMatch"), ber.Bytes(ber.Ctx(2), "cn"), ber.Bytes(ber.Ctx(3), "Fred")),
		"(cn:=Betty)":                       of(9, ber.Bytes(ber.Ctx(2), "cn"), ber.Bytes(ber.Ctx(3), "Betty")),
		"(o:dn:=Ace)":                       of(9, ber.Bytes(ber.Ctx(2), "o"), ber.Bytes(ber.Ctx(3), "Ace"), ber.Bool(ber.Ctx(4), true)),
		"(:1.2.3:=Wilma)":                   of(9, ber.Bytes(ber.Ctx(1), "1.2.3"), ber.Bytes(ber.Ctx(3), "Wilma")),
		"(:DN:2.4.6:=Dino)":                 of(9, ber.Bytes(ber.Ctx(1), "2.4.6"), ber.Bytes(ber.Ctx(3), "Dino"), ber.Bool(ber.Ctx(4), true)),
		`(o=Parens R Us \28for\29)`:         of(3, str("o"), str("Parens R Us (for)")),
		`(cn=*\2A*)`:                        of(4, str("cn"), ber.Of(ber.Sequence, ber.Bytes(ber.Ctx(1), "*"))),
		`(bin=\00\00\00\04)`:                of(3, str("bin"), str("\x00\x00\x00\x04")),
		`(1.3.6.1.4.1.1466.0=\04\02\48\69)`: of(3, str("1.3.6.1.4.1.1466.0"), str("\x04\x02Hi")),
		"(a>=1)":                            of(5, str("a"), str("1")),
		"(a<=1)":                            of(6, str("a"), str("1")),
		"(a=*)":                             ber.Bytes(ber.Ctx(7), "a"),
		"a=b":                               of(3, str("a"), str("b")),
		"(&)":                               of(0),
		"(|(a=*))":                          of(1, ber.Bytes(ber.Ctx(7), "a")),
	} {
		if got, err := parseFilter(in); err != nil || string(got) != string(want) {
			t.Errorf("%s = %x, %v, want %x", in, got, err, want)
		}
	}
	for in, want := range map[string]string{
		"":                       `byte 1: "=" is missing`,
		"(a=b":                   `byte 5: ")" is missing`,
		"(a=b)x":                 "byte 6: text after the end of the filter",
		"(a=b(c))":               `byte 5: ")" is missing`,
		"(=b)":                   "byte 2: not the name of an attribute",
		`(a=\g0)`:                `byte 4: "\" needs two hexadecimal digits after it`,
		"(a=x\x00)":              `byte 5: the byte 0x00 must be written as \00`,
		"(a>=x*)":                `byte 6: the byte 0x2A must be written as \2a`,
		"(a=x**y)":               "byte 7: two stars without text between them",
		"(!a=b)":                 `byte 3: "(" is missing`,
		"(:=x)":                  "byte 2: not an extensible match",
		strings.Repeat("(&", 21): "byte 41: too many parentheses inside each other",
	} {
		if got, err := parseFilter(in); err == nil || err.Error() != want {
			t.Errorf("%q = %x, %v, want %s", in, got, err, want)
		}
	}
}
