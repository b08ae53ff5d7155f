package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"

	"github.com/earl-url/earl/internal/term"
)

// An item is one text to read, and its base where there is one.
type item struct {
	text string
	base *string
	line int // of stdin, from 1; 0: an argument
}

// A flushReader writes out what is done before each read, which may wait: so
// whoever sends a line and waits for the answer gets it.
type flushReader struct {
	r     io.Reader
	flush func() error
}

// Read flushes and reads.
func (f flushReader) Read(p []byte) (int, error) {
	if err := f.flush(); err != nil {
		return 0, here(err)
	}
	return f.r.Read(p)
}

// wantsStdin reports whether the arguments ask for stdin: "-" among them, or
// none and stdin is not a terminal.
func wantsStdin(s *streams, args []string) (bool, error) {
	if len(args) == 0 && term.Is(s.in) {
		return false, usagef("no URL: name one, or pipe lines into it")
	}
	return len(args) == 0, nil
}

// eachItem calls f with every text of the arguments, in order; "-" stands for
// the lines of stdin. What f wrote is flushed before stdin is waited for.
func eachItem(s *streams, args []string, jsonl bool, flush func() error, f func(item) error) error {
	stdin, err := wantsStdin(s, args)
	if err != nil {
		return err
	}
	if stdin {
		args = []string{"-"}
	}
	for _, arg := range args {
		if arg == "-" {
			err = eachLine(flushReader{s.in, flush}, jsonl, f)
		} else {
			err = f(item{text: arg})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachLine calls f with every line of r, of any length, as soon as it is read.
func eachLine(r io.Reader, jsonl bool, f func(item) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if err == io.EOF {
			return nil
		}
		var local *hereError
		if errors.As(err, &local) {
			return err
		}
		if err != nil {
			return usagef("stdin: %w", err)
		}
		it := item{text: string(line), line: n}
		if jsonl {
			if len(line) == 0 {
				continue
			}
			if it, err = decodeItem(line, n); err != nil {
				return err
			}
		}
		if err := f(it); err != nil {
			return err
		}
	}
}

// readLine returns the next line without its line feed, io.EOF behind the last.
// It is good until the next call, unless it is longer than the reader's room.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		long := append([]byte(nil), line...)
		line, err = in.ReadBytes('\n')
		line = append(long, line...)
	}
	if err == io.EOF && len(line) > 0 {
		return line, nil
	}
	if err != nil {
		return nil, err
	}
	return line[:len(line)-1], nil
}

// decodeItem reads one object of --input jsonl.
func decodeItem(line []byte, n int) (item, error) {
	var object struct {
		Input *string `json:"input"`
		Base  *string `json:"base"`
	}
	err := json.Unmarshal(line, &object)
	if err == nil && object.Input == nil {
		err = errors.New(`no "input"`)
	}
	if err != nil {
		return item{}, usagef(`stdin, line %d: not an object {"input": ..., "base": ...}: %w`, n, err)
	}
	return item{text: *object.Input, base: object.Base, line: n}, nil
}
