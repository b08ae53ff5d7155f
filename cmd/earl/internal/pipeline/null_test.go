package pipeline

import (
	"strings"
	"testing"
)

// With Rows, the NULL of a table is a line without a text. A text of another type is an error in
// the words of JSON.
func TestItemsOfATable(t *testing.T) {
	for _, tt := range []struct {
		line    string
		rows    bool
		skipped bool
		err     string
	}{
		{`{"input":"http://h/"}`, true, false, ""},
		{`{"input":null}`, true, true, ""},
		{`{"base":"http://h/"}`, true, true, ""},
		{`{"input":null}`, false, false, `"input" is missing`},
		{`{"input":5}`, true, false, `"input" must be a text, not a JSON number`},
	} {
		l := lines{name: "f", jsonl: true, rows: tt.rows}
		it, err := l.item(tt.line, 1)
		if it.Skipped != tt.skipped || (err == nil) != (tt.err == "") || err != nil && !strings.HasSuffix(err.Error(), tt.err) {
			t.Errorf("%s: skipped %v, %v", tt.line, it.Skipped, err)
		}
	}
}
