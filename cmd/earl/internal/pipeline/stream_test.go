package pipeline

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/textlist"
)

// TestLongLines: a line of stdin may have any length.
func TestLongLines(t *testing.T) {
	want := []string{"", "a", strings.Repeat("x", chunkSize-1), strings.Repeat("y", chunkSize), strings.Repeat("z", 3<<20), "", "last"}
	for _, r := range []io.Reader{
		strings.NewReader(strings.Join(want, "\n")),
		strings.NewReader(strings.Join(want, "\n") + "\n"),
	} {
		reader := chunkReader{r: r}
		var got []string
		var c chunk
		in := lines{list: textlist.Options{Strict: true}}
		err := error(nil)
		for err == nil {
			if err = reader.next(&c); err == nil {
				err = c.run(&in, func(_ *Output, it Item) error {
					if got = append(got, it.Text); it.Line != len(got) {
						t.Errorf("line %d has the number %d", len(got), it.Line)
					}
					return nil
				})
			}
		}
		if err != io.EOF || strings.Join(got, "\n") != strings.Join(want, "\n") || len(got) != len(want) {
			t.Errorf("%d lines, %v, want %d", len(got), err, len(want))
		}
	}
}

// failingReader returns some bytes and then fails.
type failingReader struct{ r io.Reader }

func (f failingReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = errors.New("broken")
	}
	return n, err
}

// TestStreamAnswersWhatItCouldRead: a failing reader ends the run with an
// InputError, after the output for the lines before.
func TestStreamAnswersWhatItCouldRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := Work{Job: func() Job {
		return func(o *Output, it Item) error {
			o.Out = append(append(o.Out, it.Text...), '\n')
			return nil
		}
	}}
	_, err = w.stream(Streams{Out: out, Err: out}, lines{r: failingReader{bytes.NewReader([]byte("a\nb\nc"))}, name: Stdin})
	var input *InputError
	if !errors.As(err, &input) || err.Error() != "<stdin>: broken" {
		t.Errorf("%v, want an InputError", err)
	}
	if b, _ := os.ReadFile(name); string(b) != "a\nb\n" {
		t.Errorf("%q was written", b)
	}
}
