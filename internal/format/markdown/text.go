package markdown

import "sort"

// A text is the lines of a passage without the marks of containers before each
// line.
type text struct {
	source []byte
	bytes  []byte // the lines; each except the last has a line end
	lines  []span // in the source
	starts []int  // of the lines in bytes
	one    [1]int // starts of a single line
}

// newText returns the text of lines.
func newText(source []byte, lines []span) *text {
	t := &text{source: source, lines: lines}
	if len(lines) == 1 {
		t.bytes, t.starts = source[lines[0].start:lines[0].end:lines[0].end], t.one[:]
		return t
	}
	n := 0
	for _, l := range lines {
		n += l.end - l.start + 1
	}
	t.bytes, t.starts = make([]byte, 0, n), make([]int, 0, len(lines))
	for i, l := range lines {
		if i > 0 {
			t.bytes = append(t.bytes, '\n')
		}
		t.starts = append(t.starts, len(t.bytes))
		t.bytes = append(t.bytes, source[l.start:l.end]...)
	}
	return t
}

// lineAt returns the number of the line that contains an offset, from 0. After
// the text it is the number of lines.
func (t *text) lineAt(at int) int {
	if at >= len(t.bytes) {
		return len(t.lines)
	}
	return sort.SearchInts(t.starts, at+1) - 1
}

// sourceOf returns the position in the source of a part of one line.
func (t *text) sourceOf(at span) span {
	i := min(t.lineAt(at.start), len(t.lines)-1)
	off := t.lines[i].start - t.starts[i]
	return span{at.start + off, at.end + off}
}

// appendTo appends the position in the source of a part of the text, line by
// line.
func (t *text) appendTo(spans []span, at span) []span {
	for at.start < at.end {
		i := t.lineAt(at.start)
		end := t.starts[i] + t.lines[i].end - t.lines[i].start
		if at.start < end {
			spans = append(spans, t.sourceOf(span{at.start, min(at.end, end)}))
		}
		at.start = end + 1
	}
	return spans
}
