// Package api has the functions that JavaScript calls: those of the npm package, and that
// of the page without a server. Texts go in, JSON comes out. The objects are those that
// the command prints with --json.
//
//	json := api.Call("parse", "rfc3986", "http://example.com/")
//
// It uses no network. Its openers only make plans of what opening a URL would send. Package
// integrations/web/wasm is the program that JavaScript starts.
package api

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/explanation"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/readers"
)

// functions are the functions by name, with the number of their arguments.
var functions = map[string]struct {
	args int
	call func(args []string) ([]byte, error)
}{
	"parse":     {2, parse},
	"check":     {2, check},
	"resolve":   {3, resolve},
	"normalize": {3, normalize},
	"explain":   {3, explainText},
	"page":      {1, page},
}

// Call calls a function. It returns an object with the result as "value", or with the
// message of a wrong argument as "error".
func Call(name string, args ...string) []byte {
	f, ok := functions[name]
	if !ok || len(args) != f.args {
		return failed(fmt.Errorf("no function %q with %d arguments", name, len(args)))
	}
	value, err := f.call(args)
	if err != nil {
		return failed(err)
	}
	return append(append([]byte(`{"value":`), value...), '}')
}

// failed returns the object of an error.
func failed(err error) []byte {
	return append(jsonstring.Append([]byte(`{"error":`), err.Error()), '}')
}

// editionNamed returns the edition with a name.
func editionNamed(name string) (*earl.Edition, error) {
	if e, ok := editions.ByName(name); ok {
		return e, nil
	}
	var names []string
	for e := range editions.All() {
		names = append(names, e.Name())
	}
	return nil, fmt.Errorf("edition %q: must be one of %s, %s", name, strings.Join(names, ", "), earl.Auto.Name())
}

// read returns the object of a text that an edition reads.
func read(edition, text string, how func(*reading.Reading)) ([]byte, error) {
	e, err := editionNamed(edition)
	if err != nil {
		return nil, err
	}
	r := reading.New(e)
	r.Reset(text)
	how(&r)
	return r.AppendJSON(nil, false), nil
}

// parse takes an edition and a text.
func parse(args []string) ([]byte, error) {
	return read(args[0], args[1], (*reading.Reading).Read)
}

// resolve takes an edition, a base and a reference.
func resolve(args []string) ([]byte, error) {
	return read(args[0], args[2], func(r *reading.Reading) { r.ReadAgainst(args[1]) })
}

// normalize takes an edition, a text and a level.
func normalize(args []string) ([]byte, error) {
	level, ok := earl.ParseLevel(args[2])
	if !ok {
		return nil, fmt.Errorf("level %q: must be string, case, escapes, dots or scheme", args[2])
	}
	return read(args[0], args[1], func(r *reading.Reading) {
		if r.Read(); r.Valid {
			r.URL = r.URL.Normalize(level)
		}
	})
}

// check takes an edition and a text. It returns the violations, and the sentence of each.
func check(args []string) ([]byte, error) {
	e, err := editionNamed(args[0])
	if err != nil {
		return nil, err
	}
	var list []earl.Violation
	var sentences []string
	for v := range e.Check(args[1]) {
		list, sentences = append(list, v), append(sentences, diagram.Sentence(args[1], v))
	}
	b := reading.AppendViolations([]byte(`{"violations":`), list)
	return append(jsonstring.AppendAll(append(b, `,"sentences":`...), sentences), '}'), nil
}

// explainText takes names of editions and of readers, with commas between them, and a text.
// Without a name, it uses all.
func explainText(args []string) ([]byte, error) {
	o := explain.Options{Readers: readers.All()}
	for _, name := range split(args[0]) {
		e, err := editionNamed(name)
		if err != nil {
			return nil, err
		}
		o.Editions = append(o.Editions, e)
	}
	if list := split(args[1]); len(list) > 0 {
		o.Readers = nil
		for _, name := range list {
			r, ok := readers.ByName(name)
			if !ok {
				return nil, fmt.Errorf("reader %q: must be one of %s", name, readerNames())
			}
			o.Readers = append(o.Readers, r)
		}
	}
	x := explained(args[2], o)
	return x.AppendJSON(nil), nil
}

// page takes a text, and returns the sections of the page.
func page(args []string) ([]byte, error) {
	x := explained(args[0], explain.Options{Readers: readers.All(), Violations: maxFaults})
	return x.AppendSections(nil), nil
}

// maxFaults is how many violations of one edition the page shows.
const maxFaults = 20

// explained explains a text.
func explained(text string, o explain.Options) *explanation.Explanation {
	o.Client = client()
	return &explanation.Explanation{
		Explanation: explain.Explain(context.Background(), text, o), Typed: text,
		Flag: func(string) string { return "" }, // there are no flags
	}
}

// client makes the plans, with the default policy.
var client = sync.OnceValue(func() *open.Client { return open.New(open.Options{}, all.Openers()...) })

// split splits a list of names.
func split(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == ',' })
}

// readerNames returns the names of all readers.
func readerNames() string {
	var all []string
	for _, r := range readers.All() {
		all = append(all, r.Name)
	}
	return strings.Join(all, ", ")
}
