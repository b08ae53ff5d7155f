package docs_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/schema"
)

// fieldsHead is the first line of a table of the fields of a JSON object, whose name is the
// nearest heading.
const fieldsHead = "| field | type | meaning |\n"

// withFields returns a page with the rows of all tables of fields.
func withFields(t *testing.T, text string) string {
	t.Helper()
	if !strings.Contains(text, fieldsHead) {
		return text
	}
	tables := fieldTables(t)
	text = withViews(text)
	var b strings.Builder
	heading, old := "", false
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "### "); ok {
			heading = strings.TrimSpace(name)
		}
		switch {
		case line == fieldsHead:
			old = true
			rows, ok := tables[heading]
			if !ok {
				t.Errorf("%q is not the name of a JSON object or of a view", heading)
			}
			b.WriteString(line + "|---|---|---|\n" + rows)
		case old && strings.HasPrefix(line, "|"):
		default:
			old = false
			b.WriteString(line)
		}
	}
	return b.String()
}

// withViews returns a page that has tables of views with a heading for each view. A new one
// follows the view that is before it in the list of views.
func withViews(text string) string {
	after := -1 // the index after the section of the view before
	for _, v := range schema.Views() {
		heading := "\n### " + v.Name + "\n"
		at := strings.Index(text, heading)
		switch {
		case at < 0 && after < 0:
			return text // not the page of the views
		case at < 0:
			section := heading + "\n" + fieldsHead + "|---|---|---|\n"
			text = text[:after] + section + text[after:]
			after += len(section)
		default:
			after = len(text)
			if n := strings.Index(text[at+1:], "\n#"); n >= 0 {
				after = at + 1 + n
			}
		}
	}
	return text
}

// fieldTables returns the rows of the table of each JSON object and of each view.
func fieldTables(t *testing.T) map[string]string {
	t.Helper()
	m, err := schema.New("..")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]string{}
	for _, o := range schema.Outputs {
		for _, typ := range o.Types() {
			tables[schema.Heading(typ)] = m.Table(typ)
		}
	}
	for _, v := range schema.Views() {
		tables[v.Name] = m.ViewTable(v)
	}
	return tables
}

// TestEveryJSONObjectIsDescribed: json.md has a table for each JSON object and each view,
// and names each schema.
func TestEveryJSONObjectIsDescribed(t *testing.T) {
	text := pages(t)["json.md"]
	if *update {
		text = withViews(text) // as the page is written
	}
	for name := range fieldTables(t) {
		_, section, ok := strings.Cut(text, "\n### "+name+"\n")
		section, _, _ = strings.Cut(section, "\n#")
		if !ok || !strings.Contains(section, "\n"+fieldsHead) {
			t.Errorf("docs/json.md has no table %q: run go test ./docs -update; for an object that is not a view, add its heading and the line %q first", name, strings.TrimSpace(fieldsHead))
		}
	}
	for _, o := range schema.Outputs {
		if !strings.Contains(text, "`"+o.FileName()+"`") {
			t.Errorf("docs/json.md: add docs/schemas/%s to the table of schemas", o.FileName())
		}
	}
}
