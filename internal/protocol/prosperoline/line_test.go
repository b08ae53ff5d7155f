package prosperoline_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/internal/protocol/prosperoline"
)

// The quoting of the server of 1994, as recorded, and of the protocol text.
func TestSplit(t *testing.T) {
	for _, test := range []struct {
		src, line string
		want      []string
	}{
		{"03", "LINK  L FILE it'''s' INTERNET-D H ASCII AFTP'/pub/it''s' 0", []string{"LINK", "L", "FILE", "it's", "INTERNET-D", "H", "ASCII", "AFTP/pub/it's", "0"}},
		{"03", "FILE name' with space' AFTP'/pub/name with space' 0", []string{"FILE", "name with space", "AFTP/pub/name with space", "0"}},
		{"04", "SIZE SEQUENCE 29' bytes'", []string{"SIZE", "SEQUENCE", "29 bytes"}},
		{"05", "PROSPERO-CONTENTS '' '' '' ''", []string{"PROSPERO-CONTENTS", "", "", "", ""}},
		{"12", "FILTER FILTER  DIRECTORY CLIENT POST PREDEFINED dup ARGS a b' c'", []string{"FILTER", "FILTER", "DIRECTORY", "CLIENT", "POST", "PREDEFINED", "dup", "ARGS", "a", "b c"}},
		{"26", "ASCII AFTP'/pub/it'''s 0", []string{"ASCII", "AFTP/pub/it's", "0"}},
		{"26", "DATA a\x00b'\n'", []string{"DATA", "a\x00b\n"}},
		{"40", "0About' this server\t0/about.txt\tgopher.example.com\t70'", []string{"0About this server\t0/about.txt\tgopher.example.com\t70"}},
		{"40", "Use' the account name \"guest\" to log in'", []string{`Use the account name "guest" to log in`}},
		{"40", "GOPHER-GW/'gopher.example.com(70)'/1/", []string{"GOPHER-GW/gopher.example.com(70)/1/"}},
		{"section 3", "'a b'c'd e' \t x \t", []string{"a bcd e", "x"}},
		{"section 3", "''''", []string{"'"}},
		{"section 3", "a''b", []string{"ab"}},
		{"section 3", " \t ", nil},
		{"section 3", "", nil},
	} {
		got, err := prosperoline.Split([]byte(test.line))
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: Split(%q) = %q, %v, want %q", test.src, test.line, got, err, test.want)
		}
	}
	for _, open := range []string{"'", "a'b", "'''", "a 'b''"} {
		if got, err := prosperoline.Split([]byte(open)); !errors.Is(err, prosperoline.ErrQuote) {
			t.Errorf("Split(%q) = %q, %v, want ErrQuote", open, got, err)
		}
	}
}

// readAll reads the lines of a message.
func readAll(r *prosperoline.Reader) (lines []string, err error) {
	for {
		b, err := r.ReadLine()
		if err != nil {
			return lines, err
		}
		lines = append(lines, string(b))
	}
}

// An LF in quotes is not a line end. A quote that stays open affects only its
// line.
func TestReadLine(t *testing.T) {
	for _, test := range []struct {
		message string
		plain   bool
		want    []string
	}{
		{"a\nb c\n", false, []string{"a", "b c"}},
		{"a\n\nVERSION-NOT-SUPPORTED TRY 1-5", false, []string{"a", "", "VERSION-NOT-SUPPORTED TRY 1-5"}},
		{"DATA 'x\ny''\nz'\nb\n", false, []string{"DATA 'x\ny''\nz'", "b"}},
		{"a\ncan't\nb 'c\nd'\ne\n", false, []string{"a", "can't\nb 'c", "d'", "e"}},
		{"it can't\nLINK 'x'\n", false, []string{"it can't", "LINK 'x'"}},
		{"it can't", false, []string{"it can't"}},
		{"it can't\nand\n", true, []string{"it can't", "and"}},
		{"", false, nil},
	} {
		for _, step := range []int{1, 3, 4096} {
			r := prosperoline.NewReader(&stepReader{test.message, step})
			r.Plain = test.plain
			got, err := readAll(r)
			if ended := test.message == "" || strings.HasSuffix(test.message, "\n"); len(got) > 0 && r.Ended() != ended {
				t.Errorf("Ended = %v after %q", r.Ended(), test.message)
			}
			if err != io.EOF || !slices.Equal(got, test.want) {
				t.Errorf("lines of %q by %d = %q, %v, want %q", test.message, step, got, err, test.want)
			}
		}
	}
}

// stepReader returns at most n bytes at once.
type stepReader struct {
	text string
	n    int
}

func (r *stepReader) Read(p []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.n)], r.text)
	r.text = r.text[n:]
	return n, nil
}

// A message that stops early does not end in half a line.
func TestReadLineError(t *testing.T) {
	broken := errors.New("broken")
	got, err := readAll(prosperoline.NewReader(io.MultiReader(strings.NewReader("a\nhalf"), iotest.ErrReader(broken))))
	if err != broken || !slices.Equal(got, []string{"a"}) {
		t.Errorf("lines = %q, %v", got, err)
	}
}

// The written tokens have the form that the protocol text requires.
func TestAppendToken(t *testing.T) {
	for token, want := range map[string]string{
		"": "''", "README": "README", "a.b_c-9": "a.b_c-9", "AFTP/pub": "'AFTP/pub'", "it's": "'it''s'", "a b": "'a b'", "\xe9\n": "'\xe9\n'", "*": "'*'", "@": "'@'", "[": "'['",
	} {
		if got := string(prosperoline.AppendToken([]byte("x "), token)); got != "x "+want {
			t.Errorf("AppendToken(%q) = %q, want %q", token, got, want)
		}
	}
}

// FuzzToken parses the tokens that it writes.
func FuzzToken(f *testing.F) {
	f.Add("it's", "", "a\nb")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		var text []byte
		for _, token := range []string{a, b, c} {
			text = append(prosperoline.AppendToken(text, token), ' ')
		}
		r := prosperoline.NewReader(strings.NewReader(string(text) + "\nnext\n"))
		first, err := r.ReadLine()
		if err != nil {
			t.Fatal(err)
		}
		got, err := prosperoline.Split(first)
		if err != nil || !slices.Equal(got, []string{a, b, c}) {
			t.Fatalf("%q, %q, %q became %q, %q, %v", a, b, c, text, got, err)
		}
		if second, err := r.ReadLine(); string(second) != "next" || err != nil {
			t.Fatalf("then %q, %v", second, err)
		}
	})
}

// FuzzReadLine reads any message: only line ends are lost, for any sizes of the reads.
func FuzzReadLine(f *testing.F) {
	paths, _ := filepath.Glob("../../../open/prospero/testdata/captures/*-s2c-*.bin")
	for _, path := range paths {
		b, _ := os.ReadFile(path)
		f.Add(string(b[min(len(b), int(b[0])):]), 7)
	}
	f.Add("a 'b\nc\nd'", 1)
	f.Fuzz(func(t *testing.T, message string, step int) {
		r := prosperoline.NewReader(&stepReader{message, max(1, step%4096)})
		lines, err := readAll(r)
		if err != io.EOF {
			t.Fatal(err)
		}
		joined := strings.Join(lines, "\n")
		if joined != message && joined+"\n" != message {
			t.Fatalf("%q became %q", message, lines)
		}
		for _, l := range lines {
			if tokens, err := prosperoline.Split([]byte(l)); err == nil && len(strings.Join(tokens, "")) > len(l) {
				t.Fatalf("%q became %q", l, tokens)
			}
		}
	})
}
