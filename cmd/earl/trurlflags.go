package main

import (
	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/trurl"
)

// trurlFlags are the flags of parse that come from trurl.
type trurlFlags struct {
	options                                 trurl.Options
	urls                                    []string
	file, separator                         string
	verify, quiet, space, keepPort, noGuess bool
}

// add adds the flags to a command.
func (t *trurlFlags) add(c *cobra.Command) {
	f, o := c.Flags(), &t.options
	f.StringVarP(&o.Get, "get", "g", "", "print this `FORMAT` for each URL: {host}, {:path}, {default:port}, {query:key} ...")
	f.StringArrayVarP(&o.Set, "set", "s", nil, "set `COMPONENT=DATA`; :=TEXT takes it with its escapes, ?= where there is none")
	f.StringArrayVarP(&o.Append, "append", "a", nil, "append `path=SEGMENT` or query=NAME=VALUE")
	f.StringArrayVar(&o.Iterate, "iterate", nil, "set `COMPONENT=\"ITEM ITEM\"`, one URL for each item")
	f.StringArrayVar(&o.QTrim, "qtrim", nil, "take the pairs of this `NAME` out of the query; NAME* for all that start so")
	f.StringArrayVar(&o.Trim, "trim", nil, "take out by `query=NAME`: an older word for --qtrim NAME")
	f.StringArrayVar(&o.Replace, "replace", nil, "replace the pair of the query that has this name by `NAME=VALUE`")
	f.StringArrayVar(&o.ReplaceAppend, "replace-append", nil, "the same, or append `NAME=VALUE`")
	f.BoolVar(&o.SortQuery, "sort-query", false, "sort the pairs of the query by name")
	f.StringVar(&t.separator, "query-separator", "&", "the one `CHARACTER` between the pairs of a query")
	f.StringVar(&o.Redirect, "redirect", "", "go on with what this `REFERENCE` means in a document at the URL")
	f.StringArrayVar(&t.urls, "url", nil, "read this `URL`, before the others")
	f.StringVarP(&t.file, "url-file", "f", "", "read the lines of this `FILE`, - for stdin; blanks at their ends and empty lines are left out")
	f.BoolVar(&t.verify, "verify", false, "end at the first that is not valid")
	f.BoolVar(&t.quiet, "quiet", false, "do not say what is not valid, and why")
	f.BoolVar(&t.space, "accept-space", false, "take a space for %20 where nothing else is wrong")
	f.BoolVar(&o.URLEncode, "urlencode", false, "components of -g as they are written, as if all were {:component}")
	f.BoolVar(&o.Display.DefaultPort, "default-port", false, "show the scheme's port where none is written")
	f.BoolVar(&t.keepPort, "keep-port", false, "keep a port that is written: so it is anyway")
	f.BoolVar(&o.Display.IDN, "as-idn", false, "show hosts in Unicode")
	f.BoolVar(&o.Display.Punycode, "punycode", false, "show hosts in ASCII")
	f.BoolVar(&t.noGuess, "no-guess-scheme", false, "guess no scheme: none is anyway")
	components := trurl.Settable()
	for i := range components {
		components[i] += "="
	}
	completeOpen(c, "set", components...)
	completeOpen(c, "iterate", components[1:]...)
	completeOpen(c, "append", "path=", "query=")
	completeOpen(c, "trim", "query=")
	completeOpen(c, "get", "{url}", "{host}", "{default:port}", "{:path}", "{query:")
}

// completeOpen makes the shell offer values for a flag and add no space after them.
func completeOpen(c *cobra.Command, flag string, values ...string) {
	directive := cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, directive)); err != nil {
		panic(err) // the flag is not there
	}
}

// editor returns what edits and prints the URLs of an edition.
func (t *trurlFlags) editor(e *earl.Edition, json bool) (*trurl.Editor, error) {
	switch {
	case json && t.options.Get != "":
		return nil, usagef("--json and -g: one of the two")
	case t.file != "" && len(t.urls) > 0:
		return nil, usagef("-f and --url: one of the two")
	}
	var err error
	if t.options.Separator, err = trurl.ParseSeparator(t.separator); err != nil {
		return nil, usagef("%w", err)
	}
	editor, err := trurl.New(e, t.options)
	if err != nil {
		return nil, usagef("%w", err)
	}
	return editor, nil
}

// printsLine reports whether parse prints one line for each URL, without a list
// of its components.
func (t *trurlFlags) printsLine(editor *trurl.Editor) bool {
	return t.space || t.keepPort || t.options.Get != "" || editor.Edits() || t.options.Display != (trurl.Display{})
}

// texts returns the arguments and the file that have the URLs: the flags, the
// arguments, or the URL that --set makes.
func (t *trurlFlags) texts(editor *trurl.Editor, args []string) (texts []string, file string) {
	texts = append(t.urls[:len(t.urls):len(t.urls)], args...)
	if len(texts) == 0 && t.file == "" {
		if url := editor.StartURL(); url != "" {
			texts = []string{url}
		}
	}
	return texts, t.file
}
