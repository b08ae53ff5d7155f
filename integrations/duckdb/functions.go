//go:build duckdb

package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/rows"
)

// function is an SQL function. Its parameters are the columns of args, and then
// its option.
type function struct {
	name string
	args []string // the names of the input columns for package rows
	// option is the kind of the last parameter: "" for no option, "edition",
	// or "level", "type" or "selection" for the ? of columns.
	option   string
	required bool // the option cannot be left out
	// columns is a selection of package rows. "?" is the option in quotes; with
	// brackets around it, they are left out with it. Several columns are a STRUCT.
	columns string
	json    bool   // the result is a JSON object with all columns
	doc     string // one sentence; "" means that of the column
}

// selectionOption is the kind of an option that is a whole selection.
const selectionOption = "selection"

var (
	oneURL = []string{"url"}
	twoURL = []string{"url", "other"}
	record = "valid, why, scheme, host, port, path, query, fragment, normal, domain"
)

// functions are all functions, in the order of the manual.
var functions = [...]function{
	{name: "url_valid", args: oneURL, option: "edition", columns: "valid"},
	{name: "url_why", args: oneURL, option: "edition", columns: "why"},
	{name: "url_scheme", args: oneURL, option: "edition", columns: "scheme"},
	{name: "url_host", args: oneURL, option: "edition", columns: "host"},
	{name: "url_port", args: oneURL, option: "edition", columns: "port"},
	{name: "url_path", args: oneURL, option: "edition", columns: "path"},
	{name: "url_query", args: oneURL, option: "edition", columns: "query"},
	{name: "url_fragment", args: oneURL, option: "edition", columns: "fragment"},
	{name: "url_domain", args: oneURL, option: "edition", columns: "domain"},
	{name: "url_parse", args: oneURL, option: "edition", columns: record, doc: "All of the above, and the normal form."},
	{name: "url_normalize", args: oneURL, option: "level", columns: "normal(?)"},
	{name: "url_resolve", args: []string{"url", "base"}, columns: "resolve(base)", doc: "The first text as a reference, resolved against the second."},
	{name: "url_same", args: twoURL, columns: "same(other)", doc: "Whether the URLs are equivalent."},
	{name: "url_surt", args: oneURL, columns: "surt", doc: "The key of the text in the indexes of web archives (CDX, CDXJ)."},
	{name: "url_disagree", args: oneURL, columns: "disagree"},
	{name: "url_guard", args: oneURL, columns: "guard"},
	{name: "url_extract", args: []string{"url"}, option: "type", columns: "extract(?)"},
	{name: "url_columns", args: oneURL, option: selectionOption, required: true, columns: "?", json: true, doc: "Any columns of package rows, as a JSON object with a member for each."},
}

// signature returns the function as the manual has it: "url_host(u [, edition])".
func (f *function) signature() string {
	params := "u"
	switch {
	case f.option == "type":
		params = "text"
	case len(f.args) == 2:
		params = map[string]string{"base": "u, base", "other": "a, b"}[f.args[1]]
	}
	switch {
	case f.option != "" && f.required:
		params += ", " + f.option
	case f.option != "":
		params += " [, " + f.option + "]"
	}
	return f.name + "(" + params + ")"
}

// plan is a compiled function with one value of its option.
type plan struct {
	*rows.Plan
	workers sync.Pool // of *worker
}

// compile makes a plan. given is false if the option is left out.
func (f *function) compile(option string, given bool) (*plan, error) {
	o := rows.Options{Inputs: f.args, URL: "url"}
	columns := f.columns
	switch {
	case f.option == selectionOption:
		columns = option
	case f.option == "edition" && given:
		if option != earl.Auto.Name() {
			e, ok := editions.ByName(option)
			if !ok {
				return nil, fmt.Errorf("%s: unknown edition %q: must be %s", f.name, earl.Redact(option), editionNames())
			}
			o.Edition = e
		}
	case given:
		columns = strings.Replace(columns, "?", "'"+strings.ReplaceAll(option, "'", "''")+"'", 1)
	default:
		columns = strings.Replace(columns, "(?)", "", 1)
	}
	p, err := rows.Compile(columns, o)
	switch safe := earl.Redact(option); {
	case err != nil && safe != option: // the error could contain it
		return nil, fmt.Errorf("%s: %s %q is not correct", f.name, f.option, safe)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	return &plan{Plan: p}, nil
}

// editionNames lists the editions for an error message.
func editionNames() string {
	var names []string
	for e := range editions.All() {
		names = append(names, e.Name())
	}
	return strings.Join(append(names, earl.Auto.Name()), ", ")
}

// result returns the columns that the function returns with any option.
func (f *function) result() []rows.Column {
	if f.json {
		return []rows.Column{{Kind: rows.Text}}
	}
	p, err := f.compile("", false)
	if err != nil {
		panic(err) // the list above is wrong
	}
	return slices.Clone(p.Columns())
}

// maxPlans is how many plans are kept for each function. Only a selection that
// differs between rows needs more.
const maxPlans = 64

// planCache keeps the plans of a function. Its methods can be called by several
// threads.
type planCache struct {
	mu       sync.RWMutex
	fallback *plan // without the option
	byOption map[string]*plan
}

// get returns the plan for an option.
func (c *planCache) get(f *function, option []byte, given bool) (*plan, error) {
	c.mu.RLock()
	p := c.fallback
	if given {
		p = c.byOption[string(option)]
	}
	c.mu.RUnlock()
	if p != nil {
		return p, nil
	}
	p, err := f.compile(string(option), given)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !given:
		c.fallback = p
	case c.byOption == nil || len(c.byOption) >= maxPlans:
		c.byOption = map[string]*plan{string(option): p}
	default:
		c.byOption[string(option)] = p
	}
	return p, nil
}

// caches has a planCache for each function.
var caches [len(functions)]planCache
