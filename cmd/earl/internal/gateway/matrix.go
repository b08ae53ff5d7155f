package gateway

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/explain"
)

// matrix is a table about a text with a column for each edition: whether the text is valid
// in the edition, its violations, and the components that editions read differently.
type matrix struct {
	Columns []matrixColumn
	Faults  []matrixRow
	Parts   []matrixRow
	Opens   bool // a column has a link
}

// matrixColumn is an edition.
type matrixColumn struct {
	Name, Title string
	Word, Class string   // whether the text is valid
	Faults      []string // the violations, in the words of the edition
	Open        string   // the link that opens the URL as this edition reads it, or ""
}

// matrixRow has a cell for each column.
type matrixRow struct {
	Name  string
	Cells []matrixCell
}

// matrixCell is what an edition reads or forbids in a part of the text.
type matrixCell struct {
	Text, Class string
	Section     string // the section of the edition that forbids it, or ""
}

// matrix returns the matrix of an explanation.
func (lk *linker) matrix(x *explanation) matrix {
	var m matrix
	for i := range x.Readings {
		c := lk.matrixColumn(x, &x.Readings[i])
		m.Columns, m.Opens = append(m.Columns, c), m.Opens || c.Open != ""
	}
	m.Faults = faultRows(x)
	for _, d := range x.Differences {
		m.Parts = append(m.Parts, partRow(x.Readings, d))
	}
	return m
}

// matrixColumn returns the column of an edition.
func (lk *linker) matrixColumn(x *explanation, r *explain.Reading) matrixColumn {
	c := matrixColumn{Name: r.Edition.Name(), Title: r.Edition.Title(), Word: "valid", Class: "good"}
	for _, v := range r.Violations {
		c.Faults = append(c.Faults, sentence(x.typed, v))
	}
	if r.More {
		c.Faults = append(c.Faults, "and more")
	}
	switch {
	case !r.Valid:
		c.Word, c.Class = "not valid", "bad"
		return c
	case len(r.Violations) > 0:
		c.Word = "repaired"
	}
	if _, broken := schemeFault(r.URL); !broken && lk.opens(r.URL) {
		c.Open = lk.linkAs(x, r)
	}
	return c
}

// faultRows returns a row for each part of a text that an edition forbids or repairs. The
// name of the row is the rule of rfc3986, or else that of the first edition with a
// violation there.
func faultRows(x *explanation) []matrixRow {
	var (
		rows   []matrixRow
		places []earl.Violation
	)
	add := func(column int, v earl.Violation) {
		at := 0
		for at < len(places) && !samePlace(places[at], v) {
			at++
		}
		if at == len(places) {
			places = append(places, v)
			row := matrixRow{Name: v.Position(x.typed) + ": " + v.Rule.Sentence()}
			for _, r := range x.Readings {
				cell := matrixCell{Text: "—"} // the text is invalid for another reason
				if r.Valid {
					cell.Text = "yes"
				}
				row.Cells = append(row.Cells, cell)
			}
			rows = append(rows, row)
		}
		cell := &rows[at].Cells[column]
		section := strings.TrimPrefix(v.Rule.Section(), x.Readings[column].Edition.Name()+" ")
		switch {
		case !v.Repaired:
			*cell = matrixCell{"no", "bad", section}
		case cell.Class == "":
			*cell = matrixCell{"repaired", "soft", section}
		}
	}
	for _, first := range []bool{true, false} {
		for i, r := range x.Readings {
			if first != (r.Edition == earl.RFC3986) {
				continue
			}
			for _, v := range r.Violations {
				add(i, v)
			}
		}
	}
	return rows
}

// samePlace reports whether two violations are about the same part of a text: they
// overlap, and their lengths differ by at most one byte, such as the colon of a port.
func samePlace(a, b earl.Violation) bool {
	d := a.Len - b.Len
	return -1 <= d && d <= 1 && a.Off < b.Off+max(b.Len, 1) && b.Off < a.Off+max(a.Len, 1)
}

// partRow returns the row of a component that editions read differently.
func partRow(readings []explain.Reading, d explain.Difference) matrixRow {
	row := matrixRow{Name: d.Name}
	values := d.Values
	for _, r := range readings {
		cell := matrixCell{Text: "—"}
		if r.Valid {
			if values[0].Present {
				cell = matrixCell{Text: sanitize.Line(values[0].Text), Class: "part"}
			}
			values = values[1:]
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// linkAs returns the link that opens the text of an explanation as an edition reads it.
func (lk *linker) linkAs(x *explanation, r *explain.Reading) string {
	if earl.HidePassword(x.typed) != x.typed || r.URL.HasSecret() { // r.URL is made for display
		return "/open?kept=" + lk.keep(x.typed) + "&edition=" + r.Edition.Name()
	}
	link := lk.link("/open", r.URL)
	if x.Disputed && r.Edition == earl.RFC3986 { // link does not name it
		link += "&edition=" + r.Edition.Name()
	}
	return link
}
