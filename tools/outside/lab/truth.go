package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// text is one line of a corpus.
type text struct {
	ID     string `json:"id"`
	Family string `json:"family,omitempty"`
	Input  string `json:"input"`
}

// reading is what one parser makes of one text: a line of a truth file. The values are
// the parser's own. Nil means that it has none.
type reading struct {
	ID       string  `json:"id"`
	Parser   string  `json:"parser"`
	Input    string  `json:"input"`
	Accepted *bool   `json:"accepted"` // nil: the parser did not run, for the reason in Error
	Scheme   *string `json:"scheme"`
	Host     *string `json:"host"`
	Port     *string `json:"port"`
	Path     *string `json:"path"`
	User     *string `json:"user"`
	Raw      string  `json:"raw,omitempty"` // the parser's own form of the text, or what it sent
	HostNorm string  `json:"host_norm,omitempty"`
	Error    string  `json:"error,omitempty"`
}

// accepts reports whether the parser accepted the text.
func (r *reading) accepts() bool { return r.Accepted != nil && *r.Accepted }

// value returns the text of an optional value.
func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// readCorpus reads a corpus: JSON lines with "input" and optionally "id" and "family",
// or plain lines with one text each.
func readCorpus(r io.Reader) ([]text, error) {
	var list []text
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		t := text{Input: in.Text()}
		if strings.HasPrefix(t.Input, "{") {
			t = text{}
			if err := json.Unmarshal(in.Bytes(), &t); err != nil {
				return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
			}
		}
		if t.ID == "" {
			t.ID = fmt.Sprintf("t%07d", len(list)+1)
		}
		list = append(list, t)
	}
	return list, in.Err()
}

// readCorpusFile reads the corpus in a file, or on stdin if the name is "-".
func readCorpusFile(name string) ([]text, error) {
	if name == "-" {
		return readCorpus(os.Stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readCorpus(f)
}

// writeLines writes a JSON line for each value.
func writeLines[T any](w io.Writer, values []T) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for i := range values {
		if err := enc.Encode(&values[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeFile creates a file with what write writes.
func writeFile(name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
