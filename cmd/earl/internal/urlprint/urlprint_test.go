package urlprint

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/textlist"
	"github.com/earl-url/earl/internal/trurl"
)

// run processes the lines of a list and returns the output.
func run(t *testing.T, list string, rows bool, w pipeline.Work) (out, errs string, status int, err error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(name, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	src := pipeline.Source{File: name, Rows: rows, List: textlist.Options{Comments: true}}
	status, err = src.Each(pipeline.Streams{Out: &stdout, Err: &stderr}, w)
	return stdout.String(), strings.ReplaceAll(stderr.String(), name, "list"), status, err
}

const list = "http://A/b\n\nhttp://b c\n# d\nexample.com\n"

// TestRowsLineUp: with Rows each line of the list is one line of output.
func TestRowsLineUp(t *testing.T) {
	read := func(r *reading.Reading) { r.Read() }
	for _, rows := range []bool{false, true} {
		want := "http://A/b\n"
		if rows {
			want += "\n\n\n\n"
		}
		w := Results{Edition: earl.RFC3986, Read: read, Rows: rows}.Work()
		out, errs, status, err := run(t, list, rows, w)
		if out != want || strings.Count(errs, "\n") != 2 || status != notValid || err != nil {
			t.Errorf("Results, rows %v: %q, %q, status %d, %v, want %q and 2 errors", rows, out, errs, status, err, want)
		}
		editor, err := trurl.New(earl.RFC3986, trurl.Options{Get: "{host}:{path}"})
		if err != nil {
			t.Fatal(err)
		}
		want = "A:/b\n"
		if rows {
			want += ":\n:\n:\n:\n"
		}
		p := Parse{Edition: earl.RFC3986, Editor: editor, OneLine: true, Rows: rows}
		out, errs, status, err = run(t, list, rows, pipeline.Work{Job: p.Job})
		if out != want || strings.Count(errs, "\n") != 2 || status != notValid || err != nil {
			t.Errorf("Parse, rows %v: %q, %q, status %d, %v, want %q and 2 errors", rows, out, errs, status, err, want)
		}
	}
}

// TestInputIsTheText: in JSON the input is the text of the line, whatever was
// repaired or guessed to read it.
func TestInputIsTheText(t *testing.T) {
	editor, err := trurl.New(earl.RFC3986, trurl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := Parse{Edition: earl.RFC3986, Editor: editor, JSON: true, Guess: true, AcceptSpace: true}
	out, _, status, err := run(t, "example.com/a b\n", false, pipeline.Work{Job: p.Job})
	want := `{"input":"example.com/a b","edition":"rfc3986","valid":true,"url":"http://example.com/a%20b",`
	if !strings.HasPrefix(out, want) || status != 0 || err != nil {
		t.Errorf("%q, status %d, %v, want %q", out, status, err, want)
	}
}

// TestStop: the first text that is not valid ends the run with Stop.
func TestStop(t *testing.T) {
	editor, err := trurl.New(earl.RFC3986, trurl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	p := Parse{Edition: earl.RFC3986, Editor: editor, Stop: stop}
	out, errs, _, err := run(t, "http://a/\nb c\nhttp://d/\n", false, pipeline.Work{Job: p.Job})
	if out != "http://a/\n" || err != stop || !strings.HasPrefix(errs, "list:2:1: no-scheme: ") {
		t.Errorf("%q, %q, %v, want one URL, one error and %v", out, errs, err, stop)
	}
}
