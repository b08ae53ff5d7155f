package main

import (
	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/trurl"
)

// trurlFlags are the flags of parse that come from trurl.
type trurlFlags struct {
	options                        trurl.Options
	urls                           []string
	file, separator, redirect      string
	verify, quiet, space           bool
	guess, noGuess                 bool
	curl, asWritten, trurlsVersion bool
}

// rewriting are the flags of trurl that make parse print URLs in normal form.
var rewriting = [...]string{"get", "set", "append", "iterate", "qtrim", "trim", "replace", "replace-append", "sort-query",
	"redirect", "url", "accept-space", "urlencode", "default-port", "keep-port", "as-idn", "punycode", "curl"}

// add adds the flags to a command.
func (t *trurlFlags) add(c *cobra.Command) {
	f, o := c.Flags(), &t.options
	f.StringVarP(&o.Get, "get", "g", "", "print `FORMAT` for each URL: {host}, {:path}, {default:port}, {query:KEY}")
	f.StringArrayVarP(&o.Set, "set", "s", nil, "set `COMPONENT=DATA`; := for text with escapes, ?= only if missing")
	f.StringArrayVarP(&o.Append, "append", "a", nil, "append `path=SEGMENT` or query=NAME=VALUE")
	f.StringArrayVar(&o.Iterate, "iterate", nil, "make one URL for each item, with the item as its component: `COMPONENT=\"ITEM ITEM\"`")
	f.StringArrayVar(&o.QTrim, "qtrim", nil, "remove the pairs with this `NAME` from the query; NAME* is a prefix")
	f.StringArrayVar(&o.Trim, "trim", nil, "remove the pairs with a name: `query=NAME` (the older form of --qtrim)")
	f.StringArrayVar(&o.Replace, "replace", nil, "replace the pair with the same name by `NAME=VALUE`")
	f.StringArrayVar(&o.ReplaceAppend, "replace-append", nil, "replace the pair with the same name, or append `NAME=VALUE`")
	f.StringArrayVar(&o.ReplaceAppend, "force-replace", nil, "the older form of --replace-append: `NAME=VALUE`")
	f.BoolVar(&o.SortQuery, "sort-query", false, "sort the pairs of the query by name")
	f.StringVar(&t.separator, "query-separator", "&", "use `CHARACTER` between the pairs of a query")
	f.StringVar(&t.redirect, "redirect", "", "resolve `REFERENCE` against the URL, and continue with the result")
	f.StringArrayVar(&t.urls, "url", nil, "read this `URL` before the arguments")
	f.StringVarP(&t.file, "url-file", "f", "", "read the URLs from the lines of `FILE`; - is stdin")
	f.BoolVar(&t.verify, "verify", false, "stop at the first text that is not valid")
	f.BoolVar(&t.quiet, "quiet", false, "print no errors for texts that are not valid")
	f.BoolVar(&t.space, "accept-space", false, "read a space as %20, or as + in a query")
	f.BoolVar(&o.URLEncode, "urlencode", false, "print the components of -g with their escapes")
	f.BoolVar(&o.Display.DefaultPort, "default-port", false, "print the port of the scheme if the URL has none")
	f.BoolVar(&o.KeepPort, "keep-port", false, "keep the default port of the scheme")
	f.BoolVar(&o.Display.IDN, "as-idn", false, "print hosts in Unicode")
	f.BoolVar(&o.Display.Punycode, "punycode", false, "print hosts in ASCII")
	f.BoolVar(&t.curl, "curl", false, "accept only the schemes of curl")
	f.BoolVar(&t.asWritten, "as-written", false, "keep escapes, dot segments and default ports of changed URLs")
	f.BoolVar(&t.guess, "guess-scheme", false, "guess the scheme of a text without one: http, or ftp for ftp.example.org")
	f.BoolVar(&t.noGuess, "no-guess-scheme", false, "do not guess a scheme (the default)")
	f.BoolVarP(&t.trurlsVersion, "version", "v", false, "print the version")
	f.Lookup("force-replace").Hidden = true
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

// completeOpen makes the shell offer values for a flag, without a space after them.
func completeOpen(c *cobra.Command, flag string, values ...string) {
	directive := cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, directive)); err != nil {
		panic(err) // the command has no such flag
	}
}

// editor returns the editor for URLs of an edition.
func (t *trurlFlags) editor(c *cobra.Command, e *earl.Edition, json bool) (*trurl.Editor, error) {
	switch {
	case json && t.options.Get != "":
		return nil, usagef("--json and -g cannot be used together")
	case t.file != "" && len(t.urls) > 0:
		return nil, usagef("-f and --url cannot be used together")
	}
	if c.Flags().Changed("redirect") {
		t.options.Redirect = &t.redirect
	}
	t.options.Normalize = t.rewrites(c) && !t.asWritten
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

// rewrites reports whether a flag of trurl was given that prints one line for each
// URL, in normal form.
func (t *trurlFlags) rewrites(c *cobra.Command) bool {
	for _, name := range rewriting {
		if c.Flags().Changed(name) {
			return true
		}
	}
	return false
}

// texts returns the texts of --url, the arguments, and the file of -f. Without any of
// them it returns the URL that --set makes.
func (t *trurlFlags) texts(editor *trurl.Editor, args []string) (texts []string, file string) {
	texts = append(t.urls[:len(t.urls):len(t.urls)], args...)
	if len(texts) == 0 && t.file == "" {
		if url := editor.StartURL(); url != "" {
			texts = []string{url}
		}
	}
	return texts, t.file
}
