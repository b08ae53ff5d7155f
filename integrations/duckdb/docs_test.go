//go:build duckdb

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl/rows"
)

// page returns the manual of the extension.
func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/duckdb.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// document returns the row of a function in the manual.
func document(f *function) string {
	doc, kind := f.doc, "STRUCT"
	if columns := f.result(); len(columns) == 1 {
		kind = map[rows.Kind]string{rows.Text: "VARCHAR", rows.Bool: "BOOLEAN", rows.Int: "INTEGER", rows.List: "VARCHAR[]"}[columns[0].Kind]
	}
	if doc == "" {
		name, _, _ := strings.Cut(f.columns, "(")
		for o := range rows.Operations() {
			if o.Name == name {
				doc = o.Doc
			}
		}
	}
	return fmt.Sprintf("| `%s` | %s | %s |", f.signature(), kind, doc)
}

// The manual has a row for each function.
func TestFunctionsAreDocumented(t *testing.T) {
	text := page(t)
	for k := range functions {
		if row := document(&functions[k]); !strings.Contains(text, "\n"+row+"\n") {
			t.Errorf("docs/duckdb.md has no row\n%s", row)
		}
	}
}

// The examples of the manual run in order, in one database. A line that begins with
// "-->" has the first value of the statement before it.
func TestExamplesOfTheManual(t *testing.T) {
	blocks := regexp.MustCompile("(?ms)^```sql\n(.*?)^```$").FindAllStringSubmatch(page(t), -1)
	eachPeer(t, func(t *testing.T, d *driver) {
		d.open("a")
		directory := strings.NewReplacer(
			"'./earl.duckdb_extension'", quote(extension(t)),
			"'links.parquet'", quote(filepath.Join(t.TempDir(), "links.parquet")),
			"'parts.parquet'", quote(filepath.Join(t.TempDir(), "parts.parquet")))
		checked, sql, first := 0, "", ""
		for _, block := range blocks {
			for line := range strings.Lines(block[1]) {
				if want, ok := strings.CutPrefix(line, "--> "); ok {
					if want = strings.TrimSpace(want); first != want {
						t.Errorf("%s: the first value is %s, want %s", sql, first, want)
					}
					checked++
					continue
				}
				if strings.HasSuffix(sql, ";\n") {
					sql = ""
				}
				sql += directory.Replace(line)
				if !strings.HasSuffix(line, ";\n") {
					continue
				}
				if a := d.query("a", sql); len(a.First) > 0 {
					first = fmt.Sprint(a.First[0][0])
				}
			}
		}
		if checked < 8 {
			t.Errorf("%d results were found: does this test still recognize them?", checked)
		}
	})
}
