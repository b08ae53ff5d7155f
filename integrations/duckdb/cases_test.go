//go:build duckdb

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/rows"
)

// sqlCase is an expression of SQL over the columns u (VARCHAR), v (the same with invalid
// UTF-8, BLOB) and b (a base), and what package rows computes for it.
type sqlCase struct {
	sql       string
	selection string
	blob      bool // the expression reads v
	struc     bool // it is a STRUCT of the columns
	slow      bool // it is computed for some of the rows
}

var sqlCases = []sqlCase{
	{sql: "url_valid(u)", selection: "valid"},
	{sql: "url_valid(u, 'rfc1738')", selection: "rfc1738.valid"},
	{sql: "url_why(u)", selection: "why"},
	{sql: "url_why(u, 'rfc3986')", selection: "rfc3986.why"},
	{sql: "url_scheme(u)", selection: "scheme"},
	{sql: "url_scheme(u, 'whatwg')", selection: "whatwg.scheme"},
	{sql: "url_host(u)", selection: "host"},
	{sql: "url_host(u, 'whatwg')", selection: "whatwg.host"},
	{sql: "url_host(v)", selection: "host", blob: true},
	{sql: "url_host(v, 'draft1994')", selection: "draft1994.host", blob: true},
	{sql: "url_port(u)", selection: "port"},
	{sql: "url_port(u, 'auto')", selection: "port"},
	{sql: "url_path(u)", selection: "path"},
	{sql: "url_path(v, 'whatwg')", selection: "whatwg.path", blob: true},
	{sql: "url_query(u)", selection: "query"},
	{sql: "url_query(u, 'rfc3987')", selection: "rfc3987.query"},
	{sql: "url_fragment(u)", selection: "fragment"},
	{sql: "url_fragment(u, 'rfc2396')", selection: "rfc2396.fragment"},
	{sql: "url_domain(u)", selection: "domain"},
	{sql: "url_domain(u, 'whatwg')", selection: "whatwg.domain"},
	{sql: "url_parse(u)", selection: record, struc: true},
	{sql: "url_parse(v, 'whatwg')", selection: "whatwg." + strings.ReplaceAll(record, ", ", ", whatwg."), struc: true, blob: true},
	{sql: "url_normalize(u)", selection: "normal"},
	{sql: "url_normalize(u, 'case')", selection: "normal(case)"},
	{sql: "url_normalize(v, 'dots')", selection: "normal(dots)", blob: true},
	{sql: "url_resolve(u, b)", selection: "resolve(b)"},
	{sql: "url_resolve(u, 'http://h.example/a/b')", selection: "resolve('http://h.example/a/b')"},
	{sql: "url_resolve(v, encode(b))", selection: "resolve(b)", blob: true},
	{sql: "url_resolve(v, b)", selection: "resolve(b)", blob: true},
	{sql: "url_same(u, b)", selection: "same(b)"},
	{sql: "url_same(u, u)", selection: "same(u)"},
	{sql: "url_surt(u)", selection: "surt"},
	{sql: "url_surt(v)", selection: "surt", blob: true},
	{sql: "url_guard(u)", selection: "guard"},
	{sql: "url_guard(v)", selection: "guard", blob: true},
	{sql: "url_extract(u)", selection: "extract", slow: true},
	{sql: "url_extract(v, 'html')", selection: "extract(html)", blob: true, slow: true},
	{sql: "url_disagree(u)", selection: "disagree", slow: true},
	{sql: "url_columns(u, 'port, whatwg.host as h')->>'$.h'", selection: "whatwg.host"},
	{sql: "CASE WHEN length(u) % 2 = 0 THEN url_host(u) END", selection: "host as even"},
}

// Every function is in the table above, with its option and without it.
func TestCasesAreComplete(t *testing.T) {
	for k := range functions {
		f := &functions[k]
		has := func(part string) bool {
			return slices.ContainsFunc(sqlCases, func(c sqlCase) bool {
				call, ok := strings.CutPrefix(c.sql, f.name+"(")
				return ok && strings.Contains(call, ",") == (part == "option" || len(f.args) > 1)
			})
		}
		if !f.required && !has("") || f.option != "" && !has("option") {
			t.Errorf("%s: add cases to sqlCases in cases_test.go, with its option and without it", f.name)
		}
	}
}

// expected computes the cases for rows from first to before end of a corpus, and
// returns the lines.
func expected(t *testing.T, cases []sqlCase, u, v, b *rows.Vector, first, end int) []byte {
	t.Helper()
	batches := make([]rows.Batch, len(cases))
	for k, c := range cases {
		p, err := rows.Compile(c.selection, rows.Options{Inputs: []string{"u", "b"}})
		if err != nil {
			t.Fatalf("%s: %v", c.selection, err)
		}
		in := []*rows.Vector{u, b}
		if c.blob {
			in[0] = v
		}
		if err := p.RunRange(&batches[k], in, first, end); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	for i := range end - first {
		out = append(out, '[')
		for k, c := range cases {
			if k > 0 {
				out = append(out, ',')
			}
			out = appendCase(out, c, &batches[k], u, v, first, i)
		}
		out = append(out, "]\n"...)
	}
	return out
}

// appendCase appends the value of one case in one row.
func appendCase(b []byte, c sqlCase, batch *rows.Batch, u, v *rows.Vector, first, i int) []byte {
	input := u
	if c.blob {
		input = v
	}
	switch {
	case c.struc && input.IsNull(first+i):
		return append(b, "null"...)
	case c.struc:
		b = append(b, '[')
		for k := range batch.Columns {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, &batch.Columns[k], i)
		}
		return append(b, ']')
	case strings.HasSuffix(c.selection, " as even"):
		if input.IsNull(first+i) || len([]rune(string(input.Bytes(first+i))))%2 != 0 {
			return append(b, "null"...)
		}
	}
	return appendJSON(b, &batch.Columns[0], i)
}
