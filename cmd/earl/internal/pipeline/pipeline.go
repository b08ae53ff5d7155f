// Package pipeline handles texts from arguments, files or stdin on all cores and
// writes the results in order:
//
//	status, err := pipeline.Source{Args: args}.Each(streams, pipeline.Work{Job: newJob})
//
// Memory is bounded by the longest line, not by the length of the input. It reads
// lists with the rules of package textlist, and decides nothing about the texts.
package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/textlist"
)

// Streams are the files of a command.
type Streams struct {
	In       *os.File
	Out, Err io.Writer
}

// Stdin is the name of stdin in messages.
const Stdin = "<stdin>"

// An Item is one text to handle.
type Item struct {
	Text    string
	Base    *string // its base, if the line has one
	File    string  // the file of the text, or "" for an argument
	Line    int     // of the file, from 1; 0 for an argument
	Column  int     // the byte of the line where the text begins, from 1; 0 if the line is JSON
	Skipped bool    // the line has no text; only with Source.Rows
}

// A Source is where texts come from.
type Source struct {
	Args  []string         // each is a text, or "-" for the lines of stdin
	File  string           // read the lines of this file; "-" is stdin, "" is no file
	JSONL bool             // each line is an object {"input": TEXT, "base": TEXT}; the base is optional
	List  textlist.Options // how other lines are read
	Rows  bool             // lines without a text are handled too
}

// ErrNoInput is the error of a Source that has no arguments and no file while stdin
// is a terminal.
var ErrNoInput = errors.New("no URL: give one as an argument, or pipe lines into the command")

// An InputError is the error of an input that cannot be read.
type InputError struct{ Err error }

// Error implements error.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// Each handles every text and writes the outputs in order. Without arguments and
// file it reads stdin. It returns the highest status. Errors are an *InputError,
// ErrNoInput, a *console.LocalError if stdout cannot be written, or what a Job
// returned.
func (src Source) Each(s Streams, w Work) (int, error) {
	if src.File != "" {
		return src.eachOfFile(s, w)
	}
	if len(src.Args) == 0 {
		if term.Is(s.In) {
			return 0, ErrNoInput
		}
		return w.stream(s, src.lines(s.In, Stdin))
	}
	status := 0
	for _, arg := range src.Args {
		n, err := 0, error(nil)
		if arg == "-" {
			n, err = w.stream(s, src.lines(s.In, Stdin))
		} else {
			n, err = w.one(s, Item{Text: arg})
		}
		if status = max(status, n); err != nil {
			return status, err
		}
	}
	return status, nil
}

// eachOfFile is Each for the lines of a file.
func (src Source) eachOfFile(s Streams, w Work) (int, error) {
	if src.File == "-" {
		return w.stream(s, src.lines(s.In, Stdin))
	}
	f, err := os.Open(src.File)
	if err != nil {
		return 0, &InputError{err}
	}
	defer f.Close()
	return w.stream(s, src.lines(f, src.File))
}

// lines returns the lines of a file.
func (src Source) lines(r io.Reader, name string) lines {
	return lines{r: r, name: name, jsonl: src.JSONL, list: src.List, rows: src.Rows}
}

// lines are the texts of a file, one per line.
type lines struct {
	r     io.Reader
	name  string // for messages
	jsonl bool
	list  textlist.Options
	rows  bool
}

// item returns the text of line n.
func (l *lines) item(line string, n int) (Item, error) {
	text, column, ok := l.list.Text(line, n)
	switch {
	case !ok:
		return Item{File: l.name, Line: n, Skipped: true}, nil
	case l.jsonl:
		it, err := decodeItem(text)
		if l.rows && err == errNoInput { // the NULL of a table
			return Item{File: l.name, Line: n, Skipped: true}, nil
		}
		if err != nil {
			err = &InputError{fmt.Errorf(`%s:%d: not an object {"input": TEXT, "base": TEXT}: %w`, l.name, n, err)}
		}
		it.File, it.Line = l.name, n
		return it, err
	}
	return Item{Text: text, File: l.name, Line: n, Column: column}, nil
}

// errNoInput is the error of an object without a text.
var errNoInput = errors.New(`"input" is missing`)

// decodeItem reads one object.
func decodeItem(line string) (Item, error) {
	var object struct {
		Input *string `json:"input"`
		Base  *string `json:"base"`
	}
	err := json.Unmarshal([]byte(line), &object)
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &other) && other.Field != "":
		err = fmt.Errorf("%q must be a text, not a JSON %s", other.Field, other.Value)
	case err == nil && object.Input == nil:
		err = errNoInput
	}
	if err != nil {
		return Item{}, err
	}
	return Item{Text: *object.Input, Base: object.Base}, nil
}
