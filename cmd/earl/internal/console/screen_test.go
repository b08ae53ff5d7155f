package console

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
)

// G3: the keys of terminals, in pieces of any size.
func TestScreenKeys(t *testing.T) {
	t.Parallel()
	const input = "a\u00e9\t\r\x1b[Ab\x1bOP\x1b[15~\x1b[24;2~\x1b[1;2P\x1b[34~\x1b[[E\x1b5\x1b0\x10\x32\x109\x03\x04\x0b\x0c\x15\n\x7f\x1b[Z\x1b[H\x1b[F\x1b[3~\x1b[5~\x1b[6~\x1bx\x1b[99~\x1b[200~\u0085c\x1d"
	want := "text:a\u00e9 tab enter up text:b pf1 pf5 pf24 pf13 pf20 pf5 pf5 pf10 pa2 clear delete eraseeof redraw eraseinput newline backspace backtab home eraseeof delete pf7 pf8 text:xc quit"
	for size := 1; size <= len(input); size++ {
		var r keyReader
		var got []string
		text := ""
		for i := 0; i < len(input); i += size {
			for _, k := range r.read([]byte(input[i:min(i+size, len(input))])) {
				if k.text != "" {
					text += k.text
					continue
				}
				if text != "" {
					got, text = append(got, "text:"+text), ""
				}
				if k.quit {
					k.name = "quit"
				}
				if k.name != "" {
					got = append(got, k.name)
				}
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Fatalf("in pieces of %d:\n%s\nwant\n%s", size, s, want)
		}
	}
}

// FuzzScreenKeys: any input gives keys whose text can be printed, and the reader keeps less
// than a sequence.
func FuzzScreenKeys(f *testing.F) {
	f.Add([]byte("\x1b[1;2;3;4;5;6;7;8;9;10;11m\x1b["))
	f.Fuzz(func(t *testing.T, b []byte) {
		var r keyReader
		for _, k := range r.read(b) {
			if strings.ContainsFunc(k.text, func(c rune) bool { return c < ' ' || c == 0x7F }) {
				t.Errorf("text %q", k.text)
			}
		}
		if len(r.kept) >= maxSequence {
			t.Errorf("%d bytes are kept", len(r.kept))
		}
	})
}

// What is drawn on terminals of different sizes.
func TestPaint(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	v := open.ScreenView{Rows: 2, Columns: 3, Cursor: 4, Cells: []open.ScreenCell{
		{Char: 'a', Bright: true}, {Char: 'b', Color: open.ColorRed}, {Char: 'c', Reverse: true},
		{Char: ' '}, {Char: 'd', Input: true}, {Char: 'e', Input: true, Blink: true}}}
	const row1, row2 = "\x1b[0;1ma\x1b[0;31mb\x1b[0;7mc\x1b[0m", "\x1b[0m \x1b[0;4md\x1b[0;4;5me\x1b[0m"
	for _, tt := range []struct {
		width, height int
		message, want string
	}{
		{3, 3, "", "\x1b[?25l\x1b[H" + row1 + "\r\n" + row2 + "\r\n\x1b[7mre\x1b[0m\x1b[J\x1b[2;2H\x1b[?25h"},
		{9, 9, "no", "\x1b[?25l\x1b[H" + row1 + "\x1b[K\r\n" + row2 + "\x1b[K\r\n\x1b[7mready 2,\x1b[0m\x1b[J\x1b[2;2H\x1b[?25h"},
		{3, 2, "", "\x1b[?25l\x1b[H" + row1 + "\r\n" + row2 + "\x1b[2;2H\x1b[?25h"}, // no row is free for the state
		{2, 2, "no", "\x1b[?25l\x1b[H\x1b[0m \x1b[0;4md\x1b[0m\r\n\x1b[7mr\x1b[0m\x1b[J\x1b[1;2H\x1b[?25h"},
		{1, 1, "", "\x1b[?25l\x1b[H\x1b[0;4md\x1b[0m\x1b[1;1H\x1b[?25h"},
	} {
		if got := paint(v, tt.message, tt.width, tt.height); got != tt.want {
			t.Errorf("%d x %d: %q, want %q", tt.width, tt.height, got, tt.want)
		}
	}
	locked := v
	locked.Locked = true
	empty := v
	empty.Cursor, empty.Cells = 0, append(v.Cells[:3:3], open.ScreenCell{Char: ' '}, open.ScreenCell{Char: ' '}, open.ScreenCell{})
	for name, view := range map[string]open.ScreenView{"locked": locked, "an empty last row": empty} {
		if got := paint(view, "", 3, 2); !strings.Contains(got, "\r\n\x1b[7m") {
			t.Errorf("%s: no state in %q", name, got)
		}
	}
	t.Setenv("NO_COLOR", "1")
	if got := paint(v, "", 3, 3); strings.Contains(got, ";31m") {
		t.Errorf("with NO_COLOR: %q", got)
	}
}
