package screen_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/screen"
)

// display returns a display after a record in hexadecimal.
func display(t testing.TB, o screen.Options, record string) *screen.Screen {
	t.Helper()
	s, err := screen.New(o)
	if err != nil {
		t.Fatal(err)
	}
	receive(t, s, record)
	return s
}

// bytesOf returns the bytes of a text in hexadecimal.
func bytesOf(t testing.TB, text string) (b []byte) {
	t.Helper()
	if _, err := fmt.Sscanf(strings.ReplaceAll(text, " ", ""), "%x", &b); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return b
}

// receive passes a record in hexadecimal.
func receive(t testing.TB, s *screen.Screen, record string) []byte {
	t.Helper()
	answer, err := s.Receive(bytesOf(t, record))
	if err != nil {
		t.Fatalf("%s: %v", record, err)
	}
	return answer
}

// form has an input field of 5 places at 81, a hidden one of 3 at 90 that
// contains "SEC", a numeric one of 2 at 95, and protected fields between.
const form = "f5c3 114040 1d60 d5 11c150 1d40 13 11c1d6 1d60 11c1d9 1d4c e2c5c3 1df0 11c15e 1d50 0000 1d60 c5"

// What a display shows: sizes, fields, and a hidden field that is never shown.
func TestShow(t *testing.T) {
	t.Parallel()
	s := display(t, screen.Options{}, form)
	v := s.Show()
	if v.Rows != 24 || v.Columns != 80 || v.Cursor != 81 || v.Locked || v.Text() != " N\n                E\n" && !strings.HasPrefix(v.Text(), " N\n") {
		t.Errorf("%d x %d, cursor %d, locked %v:\n%s", v.Rows, v.Columns, v.Cursor, v.Locked, v.Text())
	}
	want := []open.ScreenField{{At: 81, Len: 5}, {At: 90, Len: 3, Hidden: true}}
	if len(v.Fields) < 2 || v.Fields[0] != want[0] || v.Fields[1] != want[1] {
		t.Errorf("fields %+v, want %+v", v.Fields, want)
	}
	if strings.Contains(fmt.Sprintf("%+v", v), "SEC") || strings.Contains(v.Text(), "SEC") {
		t.Error("a hidden field is shown")
	}
	for model, z := range map[int][2]int{3: {32, 80}, 4: {43, 80}, 5: {27, 132}} {
		s := display(t, screen.Options{Model: model}, "7ec3c1")
		if v := s.Show(); v.Rows != z[0] || v.Columns != z[1] || v.Text() != "A\n" {
			t.Errorf("model %d: %d x %d", model, v.Rows, v.Columns)
		}
		receive(t, s, "f5c3c2")
		if v := s.Show(); v.Rows != 24 || v.Columns != 80 || v.Text() != "B\n" {
			t.Errorf("model %d after Erase/Write: %d x %d", model, v.Rows, v.Columns)
		}
	}
	s = display(t, screen.Options{}, "f5c7 290341f242f2c0e8 c1 2841f4 2842f6 c2 280000 c3 08c5")
	v = s.Show()
	for i, want := range []open.ScreenCell{{Char: ' '}, {Char: 'A', Bright: true, Reverse: true, Color: open.ColorRed}, {Char: 'B', Bright: true, Underline: true, Color: open.ColorYellow},
		{Char: 'C', Bright: true, Reverse: true, Color: open.ColorRed}, {Char: '┌', Bright: true, Reverse: true, Color: open.ColorRed}} {
		if v.Cells[i] != want {
			t.Errorf("cell %d is %+v, want %+v", i, v.Cells[i], want)
		}
	}
	if v.Bells != 1 {
		t.Errorf("%d bells, want 1", v.Bells)
	}
}

// The code pages of brackets and of the euro sign.
func TestCodePages(t *testing.T) {
	t.Parallel()
	for page, want := range map[int]string{0: "Ý¨[]¤", 37: "Ý¨[]¤", 1047: "[]¬" + "¨¤", 1140: "Ý¨[]€"} {
		s := display(t, screen.Options{CodePage: page}, "f5c3adbdbabb9f")
		got := strings.TrimSpace(s.Show().Text())
		if page == 1047 {
			got, want = got[:2], want[:2] // only the brackets differ
		}
		if got != want {
			t.Errorf("code page %d: %q, want %q", page, got, want)
		}
	}
	s := display(t, screen.Options{CodePage: 1140}, "f5c31d40")
	if err := s.Type("€"); err == nil {
		t.Error("typed at an attribute")
	}
	s.Press("tab")
	if err := s.Type("é€"); err != nil || s.Show().Fields[0].Text != "é€" {
		t.Errorf("%v, %+v", err, s.Show().Fields)
	}
}

// Keys: what they do to the cursor and the fields, and what they send.
func TestKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ do, sends, fields string }{
		{"enter", "7d c1d1", `"",hidden`},
		{"type:ab enter", "7d c1d3 11c1d1 8182", `"ab",hidden`},
		{"type:abcde enter", "7d c1d7 11c1d1 8182838485", `"abcde",hidden`}, // over the end, into the next field
		{"tab type:x enter", "7d c15b 11c15a a7c5c3", `"",hidden`},
		{"tab type:xyz enter", "7d c15f 11c15a a7a8a9", `"",hidden`}, // skips the protected numeric field
		{"type:abc backspace enter", "7d c1d3 11c1d1 8182", `"ab",hidden`},
		{"type:abc left left delete enter", "7d c1d2 11c1d1 8183", `"ac",hidden`},
		{"type:abc left left eraseeof pf12", "7c c1d2 11c1d1 81", `"a",hidden`},
		{"type:abc eraseinput pf13", "c1 c1d1", `"",hidden`},
		{"type:a home pf24", "4c c1d1 11c1d1 81", `"a",hidden`},
		{"tab backtab pf1", "f1 c1d1", `"",hidden`},
		{"tab right backtab pf1", "f1 c15a", `"",hidden`},
		{"tab tab tab pf1", "f1 c1d1", `"",hidden`},
		{"up down pf1", "f1 c1d1", `"",hidden`},
		{"newline pf1", "f1 c1d1", `"",hidden`},
		{"type:a pa1", "6c", `"a",hidden`},
		{"type:a pa2", "6e", `"a",hidden`},
		{"type:a pa3", "6b", `"a",hidden`},
		{"type:a clear", "6d", ``},
		{"fill:81:xy enter", "7d c1d3 11c1d1 a7a8", `"xy",hidden`},
		{"fill:81:abcde enter", "7d c1d5 11c1d1 8182838485", `"abcde",hidden`},
		{"fill:90: enter", "7d c15a 11c15a", `"",hidden`},
	} {
		s := display(t, screen.Options{}, form)
		var sent []byte
		for _, do := range strings.Split(tt.do, " ") {
			var err error
			switch parts := strings.Split(do, ":"); parts[0] {
			case "type":
				err = s.Type(parts[1])
			case "fill":
				var at int
				fmt.Sscan(parts[1], &at)
				err = s.Fill(at, parts[2])
			default:
				sent, err = s.Press(do)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", tt.do, do, err)
			}
		}
		var fields []string
		for _, f := range s.Show().Fields {
			if f.Numeric {
				continue
			}
			text := fmt.Sprintf("%q", f.Text)
			if f.Hidden {
				text = "hidden"
			}
			fields = append(fields, text)
		}
		if got := strings.Join(fields, ","); !bytes.Equal(sent, bytesOf(t, tt.sends)) || got != tt.fields {
			t.Errorf("%s: sends % x, fields %s, want %s, %s", tt.do, sent, got, tt.sends, tt.fields)
		}
		if _, err := s.Press("enter"); !errors.Is(err, screen.ErrLocked) {
			t.Errorf("%s: a second key: %v, want ErrLocked", tt.do, err)
		}
		if err := s.Type("x"); !errors.Is(err, screen.ErrLocked) {
			t.Errorf("%s: typing: %v, want ErrLocked", tt.do, err)
		}
	}
	s := display(t, screen.Options{}, form)
	for key, want := range map[string]error{"pf0": screen.ErrKey, "pf25": screen.ErrKey, "pf01": screen.ErrKey, "": screen.ErrKey, "backspace": screen.ErrProtected} {
		if _, err := s.Press(key); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", key, err, want)
		}
	}
	for at, want := range map[int]error{-1: screen.ErrPlace, 1920: screen.ErrPlace, 80: screen.ErrProtected, 82: screen.ErrProtected, 1: screen.ErrProtected} {
		if err := s.Fill(at, "x"); !errors.Is(err, want) {
			t.Errorf("Fill(%d): %v, want %v", at, err, want)
		}
	}
	if err := s.Fill(81, "\x1b"); !errors.Is(err, screen.ErrCharacter) {
		t.Errorf("a control character: %v", err)
	}
}

// Commands of reading, and structured fields: a query has the answer that the
// display has no such description.
func TestReads(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ record, want string }{
		{"f6", "60 c1d1"},
		{"06", "60 c1d1"},
		{"6e", "60 c1d1"},
		{"f3 0005 01ff02", "88 0004 81ff"},
		{"11 0000 01ff03 00", "88 0004 81ff"},
		{"f3 0005 0100f6", "60 c1d1"},
		{"f3 0006 4000f1 c3", ""},
		{"f3 0004 0300", ""},
		{"03", ""},
	} {
		s := display(t, screen.Options{}, form)
		if got := receive(t, s, tt.record); !bytes.Equal(got, bytesOf(t, "00"+tt.want)[1:]) {
			t.Errorf("%s: % x, want %s", tt.record, got, tt.want)
		}
	}
}

// Mistakes of a record: what came before them is shown, and the keyboard is
// freed if the record says so.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, record := range []string{
		"f5c3c1 11", "f5c3c1 1140", "f5c3c1 117f7f", "f5c3c1 1d", "f5c3c1 29", "f5c3c1 2902c0", "f5c3c1 28", "f5c3c1 2c00", "f5c3c1 3c4040", "f5c3c1 3c404008",
		"f5c3c1 3c7f7fc1", "f5c3c1 12", "f5c3c1 127f7f", "f5c3c1 08",
	} {
		s, _ := screen.New(screen.Options{})
		_, err := s.Receive(bytesOf(t, record))
		if v := s.Show(); !errors.Is(err, screen.ErrStream) || v.Text() != "A\n" || v.Locked {
			t.Errorf("%s: %v, %q, locked %v", record, err, v.Text(), v.Locked)
		}
	}
	for _, record := range []string{"99", "f3 00", "f3 0001 01", "f3 0009 01", "f3 0003 77", "f3 0005 010099", "f3 0005 0100f2 0005 0100f2"} {
		s, _ := screen.New(screen.Options{})
		if _, err := s.Receive(bytesOf(t, record)); !errors.Is(err, screen.ErrStream) {
			t.Errorf("%s: %v", record, err)
		}
	}
}

// Text of a host without records: lines, and a display that scrolls.
func TestPrint(t *testing.T) {
	t.Parallel()
	s, _ := screen.New(screen.Options{})
	s.Print([]byte("one\r\ntwox\b \x1b[2J\xff\a\r\n" + strings.Repeat("x", 81)))
	if got, want := s.Show().Text(), "one\ntwo [2J\n"+strings.Repeat("x", 80)+"\nx\n"; got != want || s.Locked() {
		t.Errorf("%q, want %q", got, want)
	}
	s.Print([]byte(strings.Repeat("\r\nline", 30)))
	if got := s.Show().Text(); got != strings.Repeat("line\n", 24) {
		t.Errorf("%q", got)
	}
}

// FuzzReceive: after any records and keys, every address is inside the display,
// nothing that is hidden is shown, what is shown can be printed, and answers
// have a limited length.
func FuzzReceive(f *testing.F) {
	for _, record := range records(f) {
		f.Add(record, []byte("f1"), byte(0), "text")
	}
	f.Add(bytesOf(f, form), bytesOf(f, "f3 0005 01ff02"), byte(1), "\u00e9")
	f.Add(bytesOf(f, "7ec3 3c0dec08c1"), bytesOf(f, "f1c3 05 0505 c1 05"), byte(3), "x")
	f.Fuzz(func(t *testing.T, one, two []byte, model byte, typed string) {
		s, err := screen.New(screen.Options{Model: 2 + int(model%4)})
		if err != nil {
			t.Fatal(err)
		}
		check := func() {
			v := s.Show()
			if v.Rows*v.Columns != len(v.Cells) || v.Cursor < 0 || v.Cursor >= len(v.Cells) {
				t.Fatalf("%d x %d, %d cells, cursor %d", v.Rows, v.Columns, len(v.Cells), v.Cursor)
			}
			for i, c := range v.Cells {
				if !unicode.IsPrint(c.Char) {
					t.Fatalf("cell %d is %q", i, c.Char)
				}
			}
			places := 0
			for _, fd := range v.Fields {
				if places += fd.Len; fd.At < 0 || fd.At >= len(v.Cells) || fd.Len < 1 || fd.Hidden && fd.Text != "" {
					t.Fatalf("field %+v", fd)
				}
				for i := range fd.Len {
					if c := v.Cells[(fd.At+i)%len(v.Cells)]; !c.Input || fd.Hidden && c.Char != ' ' {
						t.Fatalf("field %+v has the cell %+v", fd, c)
					}
				}
			}
			if places > len(v.Cells) {
				t.Fatalf("fields with %d places", places)
			}
		}
		for _, record := range [][]byte{one, two} {
			answer, err := s.Receive(record)
			if err != nil && !errors.Is(err, screen.ErrStream) || len(answer) > 3*27*132 {
				t.Fatalf("%v, an answer of %d bytes", err, len(answer))
			}
			check()
			s.Receive([]byte{0xF1, 0xC3}) // frees the keyboard
			s.Type(typed)
			for _, key := range []string{"tab", "backspace", "delete", "newline", "backtab", "up", "eraseeof", "home", "down"} {
				s.Press(key)
			}
			check()
			for _, fd := range s.Show().Fields {
				s.Fill(fd.At, typed)
			}
			if answer, err := s.Press("enter"); err != nil || len(answer) > 3*27*132 {
				t.Fatalf("enter: %v, %d bytes", err, len(answer))
			}
			check()
		}
		s.Print(one)
		check()
	})
}
