package mbox

import "testing"

// Source: rfc4155.
func TestLines(t *testing.T) {
	for _, row := range []struct {
		line             string
		envelope, quoted bool
	}{
		{"From a@b Thu Nov 26 04:20:47 2026\n", true, false},
		{"From MAILER-DAEMON Thu Nov 26 04:20:47 2026", true, false},
		{"From here on: nothing\n", false, false},
		{"From :1", false, false},
		{"From 1:", false, false},
		{"from a 1:2", false, false},
		{">From a 1:2", false, true},
		{">>From ", false, true},
		{">>Fro", false, false},
		{"> From ", false, false},
		{"", false, false},
	} {
		if IsEnvelope([]byte(row.line)) != row.envelope || IsQuoted([]byte(row.line)) != row.quoted {
			t.Errorf("%q: envelope %v, quoted %v, want %v, %v", row.line, !row.envelope, !row.quoted, row.envelope, row.quoted)
		}
	}
}
