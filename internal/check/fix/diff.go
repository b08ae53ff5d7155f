package fix

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
)

// context is how many lines around a change a diff shows, as in diff -u.
const context = 3

// Diff writes what Apply would do, or what it has done, as a unified diff, which patch
// -p0 applies. It has the bytes of the files, without passwords of URLs. The caller makes
// them safe for a terminal.
func (p *Plan) Diff(w io.Writer) error {
	for _, f := range p.files {
		if f.err != nil {
			continue
		}
		if _, err := w.Write(f.diff()); err != nil {
			return err
		}
	}
	return nil
}

// A change is a run of lines that edits touch.
type change struct {
	from, to int // lines from 0, to exclusive
	edits    []Edit
}

// diff returns the diff of one file.
func (f *file) diff() []byte {
	name := diffName(f.name)
	b := fmt.Appendf(nil, "--- %s\n+++ %s\n", name, name)
	starts := lineStarts(f.text)
	changes := f.changes(starts)
	grown := 0 // by how many lines the new file is longer so far
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].from-changes[n-1].to <= 2*context {
			n++
		}
		var lines int
		b, lines = f.appendHunk(b, starts, changes[:n], grown)
		grown += lines
		changes = changes[n:]
	}
	return b
}

// changes returns the runs of lines that are changed.
func (f *file) changes(starts []int64) (list []change) {
	line := func(offset int64) int {
		return sort.Search(len(starts)-1, func(i int) bool { return starts[i+1] > offset })
	}
	for _, e := range f.edits {
		c := change{line(e.Place.Offset), line(e.Place.Offset+int64(len(e.Place.Text))-1) + 1, []Edit{e}}
		if n := len(list) - 1; n >= 0 && c.from <= list[n].to {
			list[n].to = max(list[n].to, c.to)
			list[n].edits = append(list[n].edits, e)
			continue
		}
		list = append(list, c)
	}
	return list
}

// appendHunk appends the hunk of some changes, and returns by how many lines it grows.
func (f *file) appendHunk(b []byte, starts []int64, changes []change, grown int) ([]byte, int) {
	lines := len(starts) - 1
	from := max(changes[0].from-context, 0)
	to := min(changes[len(changes)-1].to+context, lines)
	var body []byte
	at, more := from, 0
	for _, c := range changes {
		body, _ = appendLines(body, ' ', f.text[starts[at]:starts[c.from]])
		start, end := starts[c.from], starts[c.to]
		body, _ = appendLines(body, '-', f.text[start:end])
		var n int
		body, n = appendLines(body, '+', apply(f.text, start, end, c.edits))
		more += n - (c.to - c.from)
		at = c.to
	}
	body, _ = appendLines(body, ' ', f.text[starts[at]:starts[to]])
	b = fmt.Appendf(b, "@@ -%d,%d +%d,%d @@\n", from+1, to-from, from+1+grown, to-from+more)
	return append(b, body...), more
}

// lineStarts returns the offset of each line, and the end of the text.
func lineStarts(text []byte) []int64 {
	starts := []int64{0}
	for i, c := range text {
		if c == '\n' && i+1 < len(text) {
			starts = append(starts, int64(i+1))
		}
	}
	return append(starts, int64(len(text)))
}

// redact returns a line of a diff with [earl.Hidden] for what may be a password of a URL.
// It hides rather too much: all of a word from what looks like a login to the last "@".
func redact(line string) string {
	if !strings.Contains(line, ":") && !strings.Contains(line, "&") {
		return line
	}
	var b strings.Builder
	for line != "" {
		end := strings.IndexAny(line, " \t\r\n\"'<>`")
		if end < 0 {
			end = len(line)
		}
		b.WriteString(redactWord(line[:end]))
		after := min(end+1, len(line))
		b.WriteString(line[end:after])
		line = line[after:]
	}
	return b.String()
}

// redactWord is redact for a text without spaces and quotes. Entities may hide an "@".
func redactWord(word string) string {
	for _, text := range [...]string{word, html.UnescapeString(word)} {
		start := max(strings.Index(text, "://"), 0)
		for start > 0 && ('a' <= text[start-1]|0x20 && text[start-1]|0x20 <= 'z') {
			start--
		}
		if hidden := earl.Redact(text[start:]); hidden != text[start:] {
			return text[:start] + hidden
		}
	}
	return word
}

// appendLines appends lines with a mark before each, and returns their number. The lines
// have no passwords of URLs: a diff is printed.
func appendLines(b []byte, mark byte, text []byte) ([]byte, int) {
	n := 0
	for line := range bytes.Lines(text) {
		b = append(append(b, mark), redact(string(line))...)
		if line[len(line)-1] != '\n' {
			b = append(b, "\n\\ No newline at end of file\n"...)
		}
		n++
	}
	return b, n
}

// diffName returns a name as GNU's and git's patch read it: in quotes where it has
// what would end it.
func diffName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7F }) {
		return strconv.QuoteToASCII(name)
	}
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}
