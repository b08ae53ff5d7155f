package inputs

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/textlist"
	"github.com/earl-url/earl/linkcheck"
)

// firstLines reads until it has a whole line that is not blank, and returns what it
// has read and a reader of all. It waits for no more: who writes the lines may wait
// for the first results.
func firstLines(r io.Reader) (head []byte, all io.Reader) {
	head = make([]byte, 0, headSize)
	for {
		n, err := r.Read(head[len(head):cap(head)])
		head = head[:len(head)+n]
		whole := bytes.LastIndexByte(head, '\n')
		if err != nil || len(head) == cap(head) || whole >= 0 && len(bytes.TrimSpace(head[:whole])) > 0 {
			return head, io.MultiReader(bytes.NewReader(head), failed{err}, r)
		}
	}
}

// failed is a reader that returns an error, unless it is nil.
type failed struct{ err error }

// Read implements io.Reader.
func (f failed) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}

// isList reports whether the first lines of a text are each one URL: each begins
// with a scheme, has no blank in it, and is a URL. The last line counts only if it
// is whole.
func isList(head []byte, e *earl.Edition) bool {
	if len(head) == cap(head) || bytes.IndexByte(head, '\n') >= 0 {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	n := 0
	for line, err := range textlist.Lines(bytes.NewReader(head), textlist.Options{}) {
		if err != nil || strings.ContainsAny(line.Text, " \t<>\"") || !hasScheme(line.Text) {
			return false
		}
		if _, err := e.Parse(line.Text); err != nil {
			return false
		}
		n++
	}
	return n > 0
}

// list yields the lines of a text, each one URL or a relative reference.
func (s *search) list(r io.Reader, name string, b extract.Base) {
	in := bufio.NewReader(r)
	for line, offset := int64(1), int64(0); ; line++ {
		raw, err := readLine(in)
		if text, column, ok := (textlist.Options{}).Text(string(raw), int(line)); ok {
			place := linkcheck.Place{File: name, Offset: offset + int64(bytes.Index(raw, []byte(text))), Line: line, Column: int64(column), Text: text, Base: b}
			if !s.link(linkcheck.Link{URL: text, Place: place}) {
				return
			}
		}
		offset += int64(len(raw))
		switch {
		case errors.Is(err, extract.ErrTooLong):
			s.fault(&Error{File: name, Line: line, Column: 1, Err: err})
			return
		case err == io.EOF:
			return
		case err != nil:
			s.fault(&Error{File: name, Err: err})
			return
		}
	}
}

// readLine reads a line of at most extract.DefaultMaxLength bytes.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := in.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > extract.DefaultMaxLength:
			return nil, extract.ErrTooLong
		case err != bufio.ErrBufferFull:
			return line, err
		}
	}
}

// ReadNames returns the lines of a file, or of stdin if path is "-", without blank
// lines and those that begin with "#".
func ReadNames(path string, stdin io.Reader) ([]string, error) {
	r := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	var names []string
	for line, err := range textlist.Lines(r, textlist.Options{Comments: true}) {
		if err != nil {
			return nil, err
		}
		names = append(names, line.Text)
	}
	return names, nil
}
