package imap

import (
	"strings"
	"testing"
)

// rfc3501 5.1.3: the names of mailboxes.
func TestNames(t *testing.T) {
	for wire, name := range map[string]string{
		"INBOX":                           "INBOX",
		"Entw&APw-rfe":                    "Entw\u00fcrfe",
		"~peter/mail/&U,BTFw-/&ZeVnLIqe-": "~peter/mail/\u53f0\u5317/\u65e5\u672c\u8a9e",
		"A &- B":                          "A & B",
		"&2D3eAA-":                        "\U0001F600",
	} {
		if got := decodeName(wire); got != name {
			t.Errorf("decodeName(%q) = %q, want %q", wire, got, name)
		}
		if got := encodeName(name); got != wire {
			t.Errorf("encodeName(%q) = %q, want %q", name, got, wire)
		}
	}
	for _, odd := range []string{"a&b", "&A-", "&!!!-", "Entw\u00fcrfe"} {
		if got := decodeName(odd); got != odd {
			t.Errorf("decodeName(%q) = %q, want it unchanged", odd, got)
		}
	}
}

// FuzzNames: a name that was encoded is US-ASCII and decodes to itself.
func FuzzNames(f *testing.F) {
	f.Add("INBOX")
	f.Add("Entw\u00fcrfe & \U0001F600/x")
	f.Fuzz(func(t *testing.T, name string) {
		wire := encodeName(name)
		if isName(name) && (decodeName(wire) != name || !isASCII(wire)) {
			t.Errorf("%q is %q, and that is %q", name, wire, decodeName(wire))
		}
		decodeName(name)
	})
}

// FuzzValues: the pieces of a response have a limited depth, and what was read as a string can be
// written and read again.
func FuzzValues(f *testing.F) {
	f.Add(`LIST (\Noselect) "/" "a\"b"`)
	f.Add(`1 FETCH (UID 5 BODY[HEADER.FIELDS (A B)] "x")`)
	f.Add(strings.Repeat("(", 30))
	f.Fuzz(func(t *testing.T, text string) {
		list, ok := values(text)
		if !ok {
			return
		}
		for _, v := range list {
			if again, ok := values(quote(v.text)); v.is == 's' && (!ok || len(again) != 1 || again[0].text != v.text) {
				t.Errorf("%q is read again as %v", v.text, again)
			}
		}
	})
}
