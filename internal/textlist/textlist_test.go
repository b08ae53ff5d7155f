package textlist

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLines reads lists as people write them.
func TestLines(t *testing.T) {
	comments, strict := Options{Comments: true}, Options{Strict: true}
	for _, c := range []struct {
		in   string
		o    Options
		want string
	}{
		{"http://a/\r\nhttp://b/\r\n", Options{}, "1:http://a/ 2:http://b/"},
		{"\uFEFFhttp://a/\n\uFEFFx\n", Options{}, "1:http://a/ 2:\uFEFFx"},
		{"\n \t\r\n\nhttp://a/\n\n", Options{}, "4:http://a/"},
		{" \thttp://a/ \t\r\n", Options{}, "1:http://a/"},
		{"# c\n  #d\nhttp://a/#e\n", comments, "3:http://a/#e"},
		{"\uFEFF# c\nx", comments, "2:x"},
		{"#c\n", Options{}, "1:#c"},
		{"a\u00A0\n", Options{}, "1:a\u00A0"},
		{"a b", Options{}, "1:a b"},
		{"", Options{}, ""},
		{"\n#x\n a\r\n", strict, "1: 2:#x 3: a\r"},
		{"\uFEFFa\n", strict, "1:\uFEFFa"},
	} {
		var got []string
		for line, err := range Lines(iotest.OneByteReader(strings.NewReader(c.in)), c.o) {
			if err != nil {
				t.Errorf("Lines(%q): %v", c.in, err)
			}
			got = append(got, fmt.Sprintf("%d:%s", line.Number, line.Text))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("Lines(%q, %+v) = %q, want %q", c.in, c.o, text, c.want)
		}
	}
}

// TestTextColumn: the column is that of the text's first byte in the line, without
// the byte order mark.
func TestTextColumn(t *testing.T) {
	for line, want := range map[string]int{"a": 1, "\t a": 3, "\uFEFFa": 1, "\uFEFF a": 2} {
		if _, column, ok := (Options{}).Text(line, 1); column != want || !ok {
			t.Errorf("Text(%q): column %d, %v, want %d", line, column, ok, want)
		}
	}
}

// TestLinesReportsErrors: the error of the reader comes after the lines before it.
func TestLinesReportsErrors(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	var last error
	for _, err := range Lines(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), Options{}) {
		n, last = n+1, err
	}
	if n != 3 || last != broken {
		t.Errorf("%d results, %v at the end, want 3 and %v", n, last, broken)
	}
}
