package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
)

// words are the flags that parse has from trurl, as they are given.
type words struct {
	urls, set, iterate, append, qtrim, trim      []string
	replace, replaceAppend                       []string
	file, get, redirect, separator               string
	sort, verify, quiet, space, encoded          bool
	defaultPort, keepPort, idn, puny, noGuessing bool
}

// add adds the flags to a command.
func (w *words) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&w.get, "get", "g", "", "print this `FORMAT` for each URL: {host}, {:path}, {default:port}, {query:key} ...")
	f.StringArrayVarP(&w.set, "set", "s", nil, "set `COMPONENT=DATA`; :=TEXT takes it with its escapes, ?= where there is none")
	f.StringArrayVarP(&w.append, "append", "a", nil, "append `path=SEGMENT` or query=NAME=VALUE")
	f.StringArrayVar(&w.iterate, "iterate", nil, "set `COMPONENT=\"ITEM ITEM\"`, one URL for each item")
	f.StringArrayVar(&w.qtrim, "qtrim", nil, "take the pairs of this `NAME` out of the query; NAME* for all that start so")
	f.StringArrayVar(&w.trim, "trim", nil, "take out by `query=NAME`: an older word for --qtrim NAME")
	f.StringArrayVar(&w.replace, "replace", nil, "replace the pair of the query that has this name by `NAME=VALUE`")
	f.StringArrayVar(&w.replaceAppend, "replace-append", nil, "the same, or append `NAME=VALUE`")
	f.BoolVar(&w.sort, "sort-query", false, "sort the pairs of the query by name")
	f.StringVar(&w.separator, "query-separator", "&", "the one `CHARACTER` between the pairs of a query")
	f.StringVar(&w.redirect, "redirect", "", "go on with what this `REFERENCE` means in a document at the URL")
	f.StringArrayVar(&w.urls, "url", nil, "read this `URL`, before the others")
	f.StringVarP(&w.file, "url-file", "f", "", "read the lines of this `FILE`, - for stdin; blanks at their ends and empty lines are left out")
	f.BoolVar(&w.verify, "verify", false, "end at the first that is not valid")
	f.BoolVar(&w.quiet, "quiet", false, "do not say what is not valid, and why")
	f.BoolVar(&w.space, "accept-space", false, "take a space for %20 where nothing else is wrong")
	f.BoolVar(&w.encoded, "urlencode", false, "components of -g as they are written, as if all were {:component}")
	f.BoolVar(&w.defaultPort, "default-port", false, "show the scheme's port where none is written")
	f.BoolVar(&w.keepPort, "keep-port", false, "keep a port that is written: so it is anyway")
	f.BoolVar(&w.idn, "as-idn", false, "show hosts in Unicode")
	f.BoolVar(&w.puny, "punycode", false, "show hosts in ASCII")
	f.BoolVar(&w.noGuessing, "no-guess-scheme", false, "guess no scheme: none is anyway")
	components := make([]string, len(settable))
	for i, name := range settable {
		components[i] = name + "="
	}
	completeOpen(c, "set", components...)
	completeOpen(c, "iterate", components[1:]...)
	completeOpen(c, "append", "path=", "query=")
	completeOpen(c, "trim", "query=")
	completeOpen(c, "get", "{url}", "{host}", "{default:port}", "{:path}", "{query:")
}

// completeOpen makes the shell offer values for a flag that go on behind them.
func completeOpen(c *cobra.Command, flag string, values ...string) {
	directive := cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, directive)); err != nil {
		panic(err) // the flag is not there
	}
}

// A plan of words is what parse does to each URL and how it shows it.
type wordPlan struct {
	edits    edits
	template template // nil: none
	look     look
	any      bool // a URL is shown alone, without its parts
}

// compile reads the flags for an edition.
func (w *words) compile(e *earl.Edition, json bool) (*wordPlan, error) {
	switch {
	case json && w.get != "":
		return nil, usagef("--json and -g: one of the two")
	case w.file != "" && len(w.urls) > 0:
		return nil, usagef("-f and --url: one of the two")
	case w.idn && w.puny:
		return nil, usagef("--as-idn and --punycode: one of the two")
	case len(w.separator) != 1 || w.separator[0] <= ' ' || w.separator[0] > '~' || strings.ContainsAny(w.separator, "#=%+"):
		return nil, usagef("--query-separator %q: one character, such as & or ;", w.separator)
	}
	p := &wordPlan{look: look{defaultPort: w.defaultPort, puny: w.puny, idn: w.idn}}
	p.edits = edits{redirect: w.redirect, trim: w.qtrim, sort: w.sort, sep: w.separator[0], repairs: repairs(e)}
	for _, read := range []func(*earl.Edition, *edits) error{w.readSet, w.readIterate, w.readAppend, w.readQuery} {
		if err := read(e, &p.edits); err != nil {
			return nil, err
		}
	}
	if w.get != "" {
		var err error
		p.template, err = compileTemplate(w.get, segment{decode: !w.encoded, look: p.look, sep: p.edits.sep})
		if err != nil {
			return nil, err
		}
	}
	p.any = w.space || w.keepPort || w.get != "" || p.edits.any() || p.look != (look{})
	return p, nil
}

// readSet reads --set.
func (w *words) readSet(_ *earl.Edition, d *edits) error {
	for _, text := range w.set {
		a, err := parseAssignment("--set", text, settable)
		if err == nil {
			err = a.check("--set")
		}
		if err != nil {
			return err
		}
		d.set = append(d.set, a)
	}
	slices.SortStableFunc(d.set, func(a, b assignment) int {
		return slices.Index(settable, a.name) - slices.Index(settable, b.name)
	})
	return nil
}

// readIterate reads --iterate.
func (w *words) readIterate(_ *earl.Edition, d *edits) error {
	named := map[string]bool{}
	for _, text := range w.iterate {
		a, err := parseAssignment("--iterate", text, settable[1:])
		if err != nil {
			return err
		}
		if named[a.name] {
			return usagef("--iterate %s: once for a component", a.name)
		}
		named[a.name] = true
		var list []assignment
		for item := range strings.SplitSeq(a.value, " ") {
			b := a
			b.value = item
			if err := b.check("--iterate"); err != nil {
				return err
			}
			list = append(list, b)
		}
		d.iterate = append(d.iterate, list)
	}
	return nil
}

// readAppend reads --append.
func (w *words) readAppend(e *earl.Edition, d *edits) error {
	for _, text := range w.append {
		a, err := parseAssignment("--append", text, []string{"path", "query"})
		if err != nil {
			return err
		}
		if a.name == "path" {
			d.segments = append(d.segments, a)
		} else {
			d.query = append(d.query, piece(e, a))
		}
	}
	return nil
}

// readQuery reads --trim, --replace and --replace-append.
func (w *words) readQuery(e *earl.Edition, d *edits) error {
	for _, text := range w.trim {
		a, err := parseAssignment("--trim", text, []string{"query"})
		if err != nil {
			return err
		}
		d.trim = append(d.trim, a.value)
	}
	for _, text := range w.replace {
		d.replace = append(d.replace, replacement{piece: piece(e, assignment{value: text})})
	}
	for _, text := range w.replaceAppend {
		d.replace = append(d.replace, replacement{piece: piece(e, assignment{value: text}), append: true})
	}
	return nil
}

// source returns where the URLs come from. Where none is named, and what is set
// makes one by itself, it is that.
func (w *words) source(d *edits, args []string) source {
	src := source{args: append(w.urls[:len(w.urls):len(w.urls)], args...), file: w.file}
	if len(src.args) > 0 || src.file != "" {
		return src
	}
	values := map[string]string{}
	for _, a := range d.set {
		values[a.name] = a.value
	}
	if url := values["url"]; url != "" {
		src.args = []string{url}
	} else if values["scheme"] != "" && values["host"] != "" {
		src.args = []string{values["scheme"] + "://" + values["host"]}
	}
	return src
}
