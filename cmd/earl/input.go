package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/earl-url/earl/internal/term"
)

// An item is one text to read, and its base where there is one.
type item struct {
	text string
	base *string
	line int // of its file, from 1; 0: an argument
}

// A source is where texts come from.
type source struct {
	args  []string // each one text, "-" for the lines of stdin
	file  string   // lines of this file, or of stdin if it is "-"; "": none
	jsonl bool     // a line is an object
}

// each has every text answered, in order, and writes the answers; stdin is read
// where no text is named and it is no terminal. It returns the highest status.
func (src source) each(s *streams, w work) (int, error) {
	if src.file != "" {
		return src.eachOfFile(s, w)
	}
	if len(src.args) == 0 {
		if term.Is(s.in) {
			return 0, usagef("no URL: name one, or pipe lines into it")
		}
		return w.stream(s, lines{r: s.in, name: "stdin", jsonl: src.jsonl})
	}
	status := statusDone
	for _, arg := range src.args {
		n, err := 0, error(nil)
		if arg == "-" {
			n, err = w.stream(s, lines{r: s.in, name: "stdin", jsonl: src.jsonl})
		} else {
			n, err = w.one(s, item{text: arg})
		}
		if status = max(status, n); err != nil {
			return status, err
		}
	}
	return status, nil
}

// eachOfFile is each for the lines of -f.
func (src source) eachOfFile(s *streams, w work) (int, error) {
	if src.file == "-" {
		return w.stream(s, lines{r: s.in, name: "stdin", jsonl: src.jsonl, trim: true})
	}
	f, err := os.Open(src.file)
	if err != nil {
		return 0, usagef("%w", err)
	}
	defer f.Close()
	return w.stream(s, lines{r: f, name: src.file, jsonl: src.jsonl, trim: true})
}

// lines are the texts of a file, one a line.
type lines struct {
	r     io.Reader
	name  string // for messages
	jsonl bool   // each is an object; empty ones are skipped
	trim  bool   // blanks and a CR at the end are no part of a line; empty ones are skipped
}

// item returns what a line holds, and false if it is skipped.
func (l *lines) item(line string, n int) (it item, ok bool, err error) {
	if l.trim {
		line = strings.TrimRight(strings.TrimSuffix(line, "\r"), " \t")
	}
	switch {
	case line == "" && (l.trim || l.jsonl):
		return item{}, false, nil
	case l.jsonl:
		it, err = decodeItem(line)
		if err != nil {
			err = usagef(`%s, line %d: not an object {"input": ..., "base": ...}: %w`, l.name, n, err)
		}
		it.line = n
		return it, true, err
	}
	return item{text: line, line: n}, true, nil
}

// decodeItem reads one object of --input jsonl.
func decodeItem(line string) (item, error) {
	var object struct {
		Input *string `json:"input"`
		Base  *string `json:"base"`
	}
	err := json.Unmarshal([]byte(line), &object)
	if err == nil && object.Input == nil {
		err = errors.New(`no "input"`)
	}
	if err != nil {
		return item{}, err
	}
	return item{text: *object.Input, base: object.Base}, nil
}
