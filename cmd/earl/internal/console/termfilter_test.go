package console

import (
	"bytes"
	"errors"
	"testing"
)

// The output of a service can control its screen and nothing else.
func TestTermFilter(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"plain\r\n\ttext\a\b\v\f\x0e\x0f", "plain\r\n\ttext\a\b\v\f\x0e\x0f"},
		{"\x1b[2J\x1b[1;31mred\x1b[0m\x1b[10;20H\x1b[?25l\x1b[?1049h", "\x1b[2J\x1b[1;31mred\x1b[0m\x1b[10;20H\x1b[?25l\x1b[?1049h"},
		{"\x1b7\x1b8\x1bM\x1bc\x1b(0lqk\x1b(B\x1b#8\x1b=", "\x1b7\x1b8\x1bM\x1bc\x1b(0lqk\x1b(B\x1b#8\x1b="},
		{"\x1b[6n\x1b[c", "\x1b[6n\x1b[c"}, // the response goes to the service
		{"a\x1b]0;title\ab", "ab"},
		{"a\x1b]52;c;ZXZpbA==\x1b\\b", "ab"},
		{"a\x1bP$q\"p\x1b\\b\x1b_x\x1b\\c\x1b^x\x1b\\d\x1bXx\x1b\\e", "abcde"},
		{"a\x1b]0;x\x18b\x1b]0;y\x1b[1mc", "ab\x1b[1mc"},
		{"a\x1b]0;endless", "a"},
		{"a\x1b[21t\x1b[8;1;1tb\x1b[5ic\x1b[?5id", "abcd"},
		{"a\x05b\x00c\x11d\x7f", "abcd\x7f"},
		{"a\x1b[3\x1b[4mb\x1b\x1b[1mc", "a\x1b[4mb\x1b[1mc"},
		{"a\x1b[3\nb\x1b\xe9c", "a\nb\xe9c"},
		{"café 納豆 🐈 \u00a0\u00bf", "café 納豆 🐈 \u00a0\u00bf"},
		{"a\u009b31mb\u009dx", "a?31mb?x"},
		{"a\x9b31mb\x90c\xe9\x9dx", "a?31mb?c\xe9\x9dx"}, // 0xE9 begins a character
		{"\xe9a\x9d\xf0\x9f\x9d\xc2a\xc2\xc2\x9b\xc2\xe7\xb4\x8d", "\xe9a?\xf0\x9f\x9d?a???\xe7\xb4\x8d"},
		{"a\x1b%@b\xc4\x9d\x1b%Gc\x1b%/Gd", "ab\xc4\x9dcd"}, // longer than necessary
		{"a\xe0\x82\x9db\xf0\x80\x82\x9dc\xe0\xa4\x9dd\xf0\x9f\x90\x88", "a\xe0??b\xf0???c\xe0\xa4\x9dd\xf0\x9f\x90\x88"}, // longer than it need be
		{"a\xd7\u009f\x9d0;x\ab", "a\xd7??0;x\ab"},
		{"\xe7\xb4\x1b[1m\x8d", "\xe7\xb4\x1b[1m?"},
		{"a\x1b[" + string(bytes.Repeat([]byte("1;"), 100)) + "mb", "a" + string(bytes.Repeat([]byte("1;"), 100))[62:] + "mb"},
	} {
		for size := 1; size <= len(tt.in); size++ {
			var out bytes.Buffer
			s := &termFilter{w: &out}
			for i := 0; i < len(tt.in); i += size {
				piece := []byte(tt.in[i:min(i+size, len(tt.in))])
				if n, err := s.Write(piece); n != len(piece) || err != nil {
					t.Errorf("Write(%q) = %d, %v", piece, n, err)
				}
			}
			if out.String() != tt.want {
				t.Errorf("%q in writes of %d bytes: %q, want %q", tt.in, size, out.String(), tt.want)
			}
		}
	}
	if _, err := (&termFilter{w: brokenWriter{}}).Write([]byte("x")); err == nil {
		t.Error("an error of the terminal is lost")
	}
}

// TestMutedScreen: if the terminal's responses would not reach the service, no sequence passes
// that makes the terminal respond. Other sequences pass.
func TestMutedScreen(t *testing.T) {
	for _, tt := range []struct{ name, in string }{
		{"DA", "\x1b[c"}, {"DA", "\x1b[0c"}, {"DA2", "\x1b[>c"}, {"DA2", "\x1b[>0c"}, {"DA3", "\x1b[=c"}, {"DECID", "\x1bZ"},
		{"DSR", "\x1b[5n"}, {"CPR", "\x1b[6n"}, {"DECXCPR", "\x1b[?6n"}, {"printer", "\x1b[?15n"}, {"colours", "\x1b[?996n"},
		{"DECREQTPARM", "\x1b[x"}, {"DECREQTPARM", "\x1b[1x"}, {"DECRQM", "\x1b[?2026$p"}, {"DECRQM", "\x1b[4$p"},
		{"XTVERSION", "\x1b[>q"}, {"XTVERSION", "\x1b[>0q"}, {"keyboard", "\x1b[?u"}, {"DECRQPSR", "\x1b[1$w"}, {"DECRQTSR", "\x1b[1$u"},
		{"DECRQUPSS", "\x1b[&u"}, {"DECRQCRA", "\x1b[1;1;1;1;2;2*y"}, {"DECRQDE", "\x1b[\"v"}, {"DECRQLP", "\x1b[1'|"},
		{"XTSMGRAPHICS", "\x1b[?1;1;0S"}, {"XTQMODKEYS", "\x1b[?4m"}, {"XTREPORTCOLORS", "\x1b[#R"}, {"mouse", "\x1b[?1000h"},
		{"mouse", "\x1b[?25;1003h"}, {"focus", "\x1b[?1004h"}, {"size", "\x1b[?2048h"}, {"answerback", "\x05"}, {"window", "\x1b[18t"},
		{"DECRQSS", "\x1bP$qm\x1b\\"}, {"colour", "\x1b]11;?\x07"}, {"unknown", "\x1b[1{"},
	} {
		if got := muted("a" + tt.in + "b"); got != "ab" {
			t.Errorf("%s: %q passes as %q", tt.name, tt.in, got)
		}
	}
	for _, in := range []string{
		"\x1b[2J\x1b[K\x1b[?1J\x1b[1;31mred\x1b[38:2::1:2:3m\x1b[m\x1b[10;20H\x1b[A\x1b[3B", "\x1b[?25l\x1b[?25h\x1b[?1049h\x1b[?7h\x1b[?1000l",
		"\x1b7\x1b8\x1bM\x1bc\x1b(0lqk\x1b(B\x1b#8\x1b=", "\x1b[5;20r\x1b[4h\x1b[4l\x1b[s\x1b[u\x1b[!p\x1b[2 q",
	} {
		if got := muted(in); got != in {
			t.Errorf("%q passes as %q", in, got)
		}
	}
}

// muted returns the part of text that a muted screen passes.
func muted(text string) string {
	var out bytes.Buffer
	(&termFilter{w: &out, mute: true}).Write([]byte(text))
	return out.String()
}

// The output of the filter passes again unchanged, and contains no string for the terminal
// program.
func FuzzScreen(f *testing.F) {
	for _, seed := range []string{"\x1b[1mred\x1b]0;t\a", "\x1b\x1b]x\x1b\\", "\x1b%@\xc4\x9d", "\xc2\x9d\xe0\x9d\x1b(", "\x1b \x1b[\x1b]", "\xc2\x1b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var once, twice bytes.Buffer
		(&termFilter{w: &once}).Write(append(in, '.')) // it ends an incomplete sequence
		(&termFilter{w: &twice}).Write(once.Bytes())
		if !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("%q passes as %q, and that as %q", in, once.Bytes(), twice.Bytes())
		}
		for _, start := range []string{"\x1b]", "\x1bP", "\x1bX", "\x1b^", "\x1b_", "\x1b%", "\u009d", "\u0090"} {
			if bytes.Contains(once.Bytes(), []byte(start)) {
				t.Errorf("%q passes as %q, with %q in it", in, once.Bytes(), start)
			}
		}
	})
}

// brokenWriter fails at each write.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }
