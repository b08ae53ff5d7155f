package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/internal/check/site"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
)

// checkInputFlags are the flags of check for its inputs.
type checkInputFlags struct {
	base, kind, rootDir           string
	remap                         []string
	unwrap                        bool
	filesFrom                     string
	extensions, excludePath       []string
	skipFragment                  []string
	hidden, noIgnore, skipMissing bool
	foldCase                      bool
	verbatim, mail                bool
	schemes                       []string
	selection                     inputs.Selection
	noAllPrivate                  bool
	allowEmpty, dump, dumpInputs  bool
	serve, slugs                  string
	extension, preprocess         string
	wiki                          bool
	index, fallback               []string
}

// checkTypes are the values of check's --type.
func checkTypes() []string { return append(typeWords(), string(inputs.List)) }

// addInputs adds the flags for inputs.
func (f *checkInputFlags) addInputs(c *cobra.Command, v *pflag.FlagSet) {
	v.StringVar(&f.base, "base", "", "resolve relative references in files against this `URL`")
	v.StringVar(&f.rootDir, "root-dir", "", "resolve references that begin with / below `DIR` (default the repository)")
	v.StringVar(&f.serve, "serve", "", "serve the site in `DIR` at the URL --base, during the check")
	_ = c.MarkFlagDirname("serve")
	v.StringSliceVar(&f.index, "index", nil, "for a directory, use the first of these files: `NAMES` such as index.html; . is the directory")
	v.StringSliceVar(&f.fallback, "fallback-ext", nil, "if a file does not exist, try these `EXTENSIONS`, such as html,md")
	v.StringArrayVar(&f.remap, "remap", nil, "open other URLs than those found: `'REGEX REPLACEMENT'`, with $1 for a group; may be repeated")
	v.BoolVar(&f.unwrap, "unwrap", false, "check the URL inside one that a filter of mail, an archive or a proxy rewrote")
	v.StringVar(&f.kind, "type", "", "read all files as `TYPE`: "+strings.Join(checkTypes(), ", ")+" (default by name and content)")
	complete(c, "type", checkTypes()...)
	v.StringVar(&f.extension, "default-extension", "", "read stdin and files of an unknown type like files with this `EXTENSION`, such as md")
	v.StringVarP(&f.preprocess, "preprocess", "p", "", "run `PROGRAM` with the name of each file, and search its output instead of the file")
	v.StringVar(&f.slugs, "slugs", "auto", "make the anchors of Markdown headings like this `DIALECT`: "+strings.Join(inputs.SlugWords, ", "))
	complete(c, "slugs", inputs.SlugWords...)
	v.StringArrayVar(&f.skipFragment, "skip-fragment", nil, "do not check fragments that match `REGEX`; may be repeated")
	v.BoolVar(&f.verbatim, "include-verbatim", false, "also check URLs in the code of Markdown")
	v.BoolVar(&f.wiki, "include-wikilinks", false, "also check wiki links in Markdown: [[Page]] is a file below --root-dir")
	v.BoolVar(&f.mail, "include-mail", true, "check mail addresses")
	v.StringVar(&f.filesFrom, "files-from", "", "also check the inputs listed in `FILE`, one per line; - is stdin")
	v.StringSliceVar(&f.extensions, "extensions", nil, "in directories, check only files with the extensions in `LIST`, such as md,html")
	v.StringArrayVar(&f.excludePath, "exclude-path", nil, "skip files and directories whose path matches `REGEX`; may be repeated")
	v.BoolVar(&f.hidden, "hidden", true, "in directories, also check files whose names begin with a dot")
	v.BoolVar(&f.noIgnore, "no-ignore", false, "also check files that .gitignore and .earlignore exclude")
	v.BoolVar(&f.foldCase, "glob-ignore-case", false, "ignore case in patterns of file names")
	v.BoolVar(&f.skipMissing, "skip-missing", false, "ignore files that do not exist")
	v.BoolVar(&f.allowEmpty, "allow-empty", false, "exit with 0 instead of 2 if there is no link to check")
	v.BoolVar(&f.dump, "dump", false, "print the links without checking them")
	v.BoolVar(&f.dumpInputs, "dump-inputs", false, "print the files and URLs that check would search, without checking links")
	v.StringSliceVar(&f.schemes, "scheme", nil, "check only links with these `SCHEMES`, separated by commas")
	v.BoolVarP(&f.noAllPrivate, "exclude-all-private", "E", false, "skip links to private, link-local and loopback addresses")
	v.BoolVar(&f.selection.NoPrivate, "exclude-private", false, "skip links to private addresses")
	v.BoolVar(&f.selection.NoLinkLocal, "exclude-link-local", false, "skip links to link-local addresses")
	v.BoolVar(&f.selection.NoLoopback, "exclude-loopback", false, "skip links to loopback addresses and localhost")
}

// checkAliases are the names of flags of check in lychee and linkinator.
var checkAliases = map[string]string{
	"base-url":             "base",
	"index-files":          "index",
	"fallback-extensions":  "fallback-ext",
	"server-root":          "serve",
	"skip":                 "exclude",
	"verbose":              "all",
	"suggest":              "archive",
	"max-cache-age":        "since",
	"recurse":              "recursive",
	"concurrency":          "parallel-max",
	"max-concurrency":      "parallel-max",
	"host-concurrency":     "max-per-host",
	"max-redirects":        "max-redirs",
	"max-retries":          "retry",
	"retry-wait-time":      "retry-delay",
	"exclude-file":         "exclude-path",
	"timeout":              "max-time",
	"allow-insecure-certs": "insecure",
}

// nameOf returns the name of a flag of check. The argument may be an alias.
func nameOf(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if own, ok := checkAliases[name]; ok {
		name = own
	}
	return pflag.NormalizedName(name)
}

// inputSet returns the inputs of the check.
func (k *checker) inputSet(args []string) (*inputs.Set, error) {
	f := k.flags
	if f.filesFrom != "" {
		more, err := inputs.ReadNames(f.filesFrom, k.s.in)
		if err != nil {
			return nil, usagef("--files-from %w", err)
		}
		args = append(slices.Clone(args), more...)
	}
	if len(args) == 0 && f.serve != "" {
		args = []string{f.serve}
	}
	if len(args) == 0 && f.filesFrom == "" {
		if term.Is(k.s.in) {
			return nil, usagef("no input: give a file, a directory or a URL, or pipe text into check")
		}
		args = []string{"-"}
	}
	exclude, err := patterns("exclude-path", f.excludePath)
	if err != nil {
		return nil, err
	}
	o := inputs.Options{
		Edition: k.edition, Base: k.base, Root: k.options.Root, Type: document.Type(f.kind), Verbatim: f.verbatim, Stdin: k.s.in,
		Extensions: f.extensions, ExcludePath: exclude, NoIgnore: f.noIgnore, NoHidden: !f.hidden,
		SkipMissing: f.skipMissing, FoldCase: f.foldCase, Outputs: f.outputs(), Settings: f.settingsFiles(), Temporary: outfile.Prefix,
		Preprocess: f.preprocess, WikiLinks: f.wiki, WikiRoot: f.rootDir,
		Client: k.options.Client, Policy: k.options.Policy,
	}
	if f.extension != "" {
		if o.Default = document.TypeOfName("." + strings.TrimPrefix(f.extension, ".")); o.Default == "" {
			return nil, usagef("--default-extension %q: must be an extension such as md, html or txt", f.extension)
		}
	}
	if k.site != nil {
		o.Base, o.BaseOf = earl.URL{}, k.site.URLOf
	}
	in, err := inputs.New(args, o)
	if err != nil {
		return nil, usagef("%w", err)
	}
	return in, nil
}

// settingsFiles returns the files from which the run reads settings.
func (f *checkFlags) settingsFiles() (list []string) {
	if f.baseline != "" {
		list = append(list, f.baseline)
	}
	if project := config.FindProject("."); project != "" {
		list = append(list, project)
	}
	return list
}

// selectLinks sets the options that skip and replace links.
func (k *checker) selectLinks() (err error) {
	f := k.flags
	for _, scheme := range f.schemes {
		f.selection.Schemes = append(f.selection.Schemes, strings.ToLower(scheme))
	}
	f.selection.NoMail = !f.mail
	if f.noAllPrivate {
		f.selection.NoPrivate, f.selection.NoLinkLocal, f.selection.NoLoopback = true, true, true
	}
	k.options.Skip = f.selection.Skip
	if repository, ok := inputs.Repository("."); ok {
		k.options.Skip = func(u earl.URL) string {
			if why := f.selection.Skip(u); why != "" || !inputs.Hosting(repository, u) {
				return why
			}
			return "a page of the site that hosts the repository"
		}
	}
	if k.options.SkipFragments, err = patterns("skip-fragment", f.skipFragment); err != nil {
		return err
	}
	var rules []inputs.Remap
	for _, text := range f.remap {
		r, err := inputs.ParseRemap(text)
		if err != nil {
			return usagef("--remap %w", err)
		}
		rules = append(rules, r)
	}
	if k.options.Rewrite = inputs.Rewrite(rules); f.unwrap {
		if f.fixes() {
			return usagef("--unwrap cannot be used with --fix or --diff: the files have other URLs than those that are checked")
		}
		k.options.Rewrite = inputs.Unwrap(k.options.Rewrite)
	}
	if k.options.Dialects, err = inputs.Slugs(f.slugs); err != nil {
		return usagef("--slugs %w", err)
	}
	if f.base != "" {
		if k.base, err = reading.ParseBase(k.edition, f.base); err != nil {
			return usagef("--base: %s", message(err))
		}
	}
	root := f.rootDir
	if info, err := os.Stat(root); root != "" && (err != nil || !info.IsDir()) {
		return usagef("--root-dir %q: must be an existing directory", root)
	}
	if root == "" {
		root, _ = inputs.Repository(".")
	}
	if root != "" {
		if k.options.Root, err = inputs.FileURL(root, k.edition); err != nil {
			return usagef("--root-dir %q: %s", root, message(err))
		}
	}
	return nil
}

// hostOptions returns the options of the sections [check.host].
func hostOptions(settings *config.Settings) (func(address string) linkcheck.HostOptions, error) {
	for name, h := range settings.CheckHosts() {
		if _, err := linkcheck.ParseStatuses(h.Accept); h.Accept != "" && err != nil {
			return nil, usagef("check.host.%q: accept: %w", name, err)
		}
	}
	return func(address string) linkcheck.HostOptions {
		h := settings.CheckHost(address)
		o := linkcheck.HostOptions{PerHost: h.PerHost, Rate: h.Rate}
		if h.Accept != "" {
			o.Accept, _ = linkcheck.ParseStatuses(h.Accept) // checked above
		}
		return o
	}, nil
}

// openers returns list, with openers of files and of the site of --serve that follow the
// flags.
func (k *checker) openers(list []open.Opener) (_ []open.Opener, err error) {
	f := k.flags
	rules := site.Rules{Index: f.index, Extensions: f.fallback}
	if list = (site.Files{Rules: rules}).Openers(list); f.serve == "" {
		return list, nil
	}
	if k.options.Depth < linkcheck.Exists {
		return nil, usagef("--serve and --depth %s cannot be used together", k.options.Depth)
	}
	if k.site, err = site.Serve(f.serve, k.base, rules); err != nil {
		return nil, usagef("--serve: %w", err)
	}
	k.options.Local = k.site.Holds
	return k.site.Openers(list), nil
}

// links yields the links of the inputs. It prints errors of inputs and continues.
func (k *checker) links(all iter.Seq2[linkcheck.Link, error]) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		for l, err := range all {
			if err != nil {
				k.unreadable(err)
				continue
			}
			k.found.Store(true)
			if k.isChanged(&l.Place) && !yield(l, nil) {
				return
			}
		}
	}
}

// unreadable prints the error of an input or of a part of it.
func (k *checker) unreadable(err error) {
	var e *inputs.Error
	switch {
	case !errors.As(err, &e):
		k.fault("%s", message(err))
	case e.Line == 0:
		k.fault("%s: %s", e.Name(), message(e.Err))
	case e.Harmless():
		k.remark("%s:%d:%d: %s", e.Name(), e.Line, e.Column, message(e.Err))
	default:
		k.fault("%s:%d:%d: %s", e.Name(), e.Line, e.Column, message(e.Err))
	}
}

// dump prints the links or inputs instead of checking them.
func (k *checker) dump(w io.Writer, links iter.Seq2[linkcheck.Link, error]) error {
	if k.flags.dumpInputs {
		for name, err := range k.sources.Documents() {
			if err != nil {
				k.unreadable(err)
				continue
			}
			k.found.Store(true)
			if _, err := fmt.Fprintln(w, term.Safe(earl.Redact(name))); err != nil {
				return localErr(err)
			}
		}
		return nil
	}
	for l := range k.links(links) {
		url, ok := k.options.Target(l)
		if !ok {
			continue
		}
		if l.Place.File != "" {
			fmt.Fprintf(w, "%s:%d:%d: ", term.Safe(l.Place.File), l.Place.Line, l.Place.Column)
		}
		if _, err := fmt.Fprintln(w, term.Safe(url)); err != nil {
			return localErr(err)
		}
	}
	return nil
}
