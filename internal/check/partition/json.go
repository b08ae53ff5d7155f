package partition

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/earl-url/earl/internal/jsonobject"
)

// MaxLine is the most bytes of a JSON line. The longest texts of a row are its
// URL and its location, of 1 MiB each, and JSON can be six times as long.
const MaxLine = 16 << 20

// A Table has the rows of a partition, and the members of their objects that
// this package does not know, which are written unchanged.
type Table struct {
	Rows  []Row
	lines []line
}

// line is what a JSON line has beside its Row.
type line struct {
	null  bool // the URL is null: the row is not checked
	extra map[string]json.RawMessage
}

// ReadJSON reads rows, a JSON object in each line: see the schema check-row. A
// member that is missing has the value of a row that was never checked.
func ReadJSON(r io.Reader) (*Table, error) {
	t := new(Table)
	in := bufio.NewScanner(r)
	in.Buffer(nil, MaxLine)
	for n := 1; in.Scan(); n++ {
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		if err := t.add(in.Bytes()); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than %d bytes", len(t.Rows)+1, MaxLine)
	}
	return t, in.Err()
}

// add adds the row of one line.
func (t *Table) add(text []byte) error {
	var o jsonobject.CheckRow
	if err := json.Unmarshal(text, &o); err != nil {
		return err
	}
	l := line{null: o.URL == nil}
	if err := json.Unmarshal(text, &l.extra); err != nil {
		return err
	}
	if _, ok := l.extra["url"]; !ok {
		return errors.New("the member url is missing")
	}
	for _, name := range members {
		delete(l.extra, name)
	}
	row := Row{
		Tries: o.Tries, Status: value(o.Status), Why: value(o.Why), Location: value(o.Location),
		Type: value(o.Type), Size: -1, Digest: value(o.Digest), Shape: value(o.Shape), Title: value(o.Title), URL: value(o.URL),
	}
	if o.Size != nil {
		row.Size = *o.Size
	}
	if o.Tries < 0 {
		return fmt.Errorf("tries %d: must be at least 0", o.Tries)
	}
	var ok bool
	if row.State, ok = ParseState(value(o.State)); !ok {
		return fmt.Errorf("state %q: must be due, ok, moved, failed, blocked or skipped", value(o.State))
	}
	for _, at := range []struct {
		to   *time.Time
		from *string
		name string
	}{{&row.NextAt, o.NextAt, "next_at"}, {&row.CheckedAt, o.CheckedAt, "checked_at"}, {&row.Modified, o.Modified, "modified"}} {
		if at.from == nil || *at.from == "" {
			continue
		}
		var err error
		if *at.to, err = time.Parse(time.RFC3339, *at.from); err != nil {
			return fmt.Errorf("%s %q: must be a time such as 2026-11-26T00:00:00Z", at.name, *at.from)
		}
	}
	if l.null { // Check leaves a row alone that is never due
		row.State, row.NextAt = Skipped, time.Time{}
	}
	t.Rows, t.lines = append(t.Rows, row), append(t.lines, l)
	return nil
}

// members are the names of the members of a CheckRow.
var members = jsonobject.CheckRowMembers()

// value returns the value of an optional text.
func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// WriteJSON writes the rows, in the order and with the other members in which
// they were read.
func (t *Table) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i := range t.Rows {
		b, err := json.Marshal(t.object(i))
		if err != nil {
			return err
		}
		if extra := t.lines[i].extra; len(extra) > 0 {
			more, err := json.Marshal(extra) // sorted by name
			if err != nil {
				return err
			}
			b = append(append(b[:len(b)-1], ','), more[1:]...)
		}
		if _, err := out.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// object returns the object of a row.
func (t *Table) object(i int) jsonobject.CheckRow {
	if t.lines[i].null {
		return jsonobject.CheckRow{}
	}
	row := &t.Rows[i]
	state := row.State.String()
	o := jsonobject.CheckRow{
		URL: &row.URL, State: &state, Tries: row.Tries, Status: text(row.Status), Why: text(row.Why), Location: text(row.Location),
		Type: text(row.Type), Digest: text(row.Digest), Shape: text(row.Shape), Title: text(row.Title),
		NextAt: stamp(row.NextAt), CheckedAt: stamp(row.CheckedAt), Modified: stamp(row.Modified),
	}
	if row.Size >= 0 {
		o.Size = &row.Size
	}
	return o
}

// text returns an optional text.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// stamp returns an optional time.
func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return text(t.UTC().Format(time.RFC3339))
}
