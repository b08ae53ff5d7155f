package main

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// checkFlags are the flags of check. Flags that get has too are in getFlags.
type checkFlags struct {
	getFlags
	checkInputFlags
	checkReportFlags
	checkHTTPFlags

	depthWord  string
	site       bool
	levels     int
	maxPages   int
	include    []string
	exclude    []string
	perSecond  float64
	crawlDelay float64 // seconds
	db         string
	since      since
	fresh      bool
	rows       bool
	perServer  int
	timeLimit  time.Duration
}

// newCheckFlags returns the flags with their default values.
func newCheckFlags() *checkFlags {
	o := linkcheck.Defaults()
	f := &checkFlags{getFlags: *newGetFlags(), depthWord: linkcheck.Exists.String(),
		levels: o.Levels, maxPages: o.Pages}
	f.format, f.checks = "text", true
	f.parallelMax, f.maxPerHost, f.Retries = o.Parallel, o.PerHost, o.Retries
	return f
}

// add adds the flags of check.
func (f *checkFlags) add(c *cobra.Command) {
	editionFlag(c, &f.edition, earl.Auto.Name())
	v := c.Flags()
	v.StringVar(&f.depthWord, "depth", f.depthWord, "check each link to this `DEPTH`: parse, resolve, connect, exists or content")
	_ = v.SetAnnotation("depth", notInConfig, []string{"the key is the --depth of get"})
	complete(c, "depth", "parse", "resolve", "connect", "exists", "content")
	f.addReports(c, v)
	v.StringVar(&f.db, "db", "", "store results in the database `FILE`, and compare them with earlier results")
	v.Var(&f.since, "since", "with --db, skip URLs that were OK since then")
	v.BoolVar(&f.fresh, "fresh", false, "with --db, start again instead of continuing an interrupted check")
	f.addInputs(c, v)
	v.BoolVar(&f.rows, "rows", false, "check the rows of a table: read JSON lines from stdin, and write them with their results")
	v.IntVar(&f.perServer, "per-server", 0, "with --rows, check at most `N` rows of one server (default all)")
	v.DurationVar(&f.timeLimit, "time-limit", 0, "with --rows, stop after this `TIME`, such as 20m (default no limit)")

	v.BoolVarP(&f.recursive, "recursive", "r", false, "read the pages below a URL, and check their links too")
	v.BoolVar(&f.site, "site", false, "with -r, read all pages of the same server")
	v.IntVar(&f.levels, "levels", f.levels, "with -r, read at most `N` levels of pages")
	v.IntVar(&f.maxPages, "max-pages", f.maxPages, "with -r, read at most `N` pages")
	v.StringArrayVar(&f.include, "include", nil, "check only links whose URL matches `REGEX`; may be repeated")
	v.StringArrayVar(&f.exclude, "exclude", nil, "skip links whose URL matches `REGEX`; may be repeated")

	v.IntVar(&f.parallelMax, "parallel-max", f.parallelMax, "open at most `N` URLs at once")
	v.IntVar(&f.maxPerHost, "max-per-host", f.maxPerHost, "open at most `N` URLs of one server at once")
	v.Float64Var(&f.perSecond, "rate", 0, "open at most `N` URLs of one server per second (default no limit)")
	v.Float64Var(&f.crawlDelay, "max-crawl-delay", linkcheck.Defaults().MaxCrawlDelay.Seconds(), "with -r, obey a Crawl-delay in robots.txt of at most `N` seconds; -1 sets no limit")
	v.IntVar(&f.Retries, "retry", f.Retries, "retry up to `N` times after a temporary error")
	v.Var((*seconds)(&f.MaxTime), "max-time", "stop a request after this many seconds (default 60)")
	v.Var(&f.connectTimeout, "connect-timeout", "stop connecting after this many seconds (default 10)")
	v.IntVar(&f.maxRedirs, "max-redirs", f.maxRedirs, "follow at most `N` redirects; -1 sets no limit")
	v.Var(&f.proto, "proto", "open only these `SCHEMES`: '=https,ftp', '-telnet', 'all'")
	v.Var((*ports)(&f.allowPorts), "allow-port", "allow this `PORT` although another protocol uses it; may be repeated")
	v.Var((*nets)(&f.allowNets), "allow-net", "allow the private addresses `CIDR[:PORT]`; may be repeated")
	f.addPlainLogin(v)
	f.addRequests(c, v)
	f.addWays(v)
	f.addServers(v)
	f.warc.add(c)
	_ = c.MarkFlagFilename("db", "sqlite", "db")
	v.SetNormalizeFunc(nameOf)
	v.SortFlags = false
}

// options returns the options of a check with these flags.
func (f *checkFlags) options() (o linkcheck.Options, err error) {
	f.useCache()
	depth, ok := linkcheck.ParseDepth(f.depthWord)
	switch {
	case !ok:
		return o, usagef("--depth %q: must be parse, resolve, connect, exists or content", f.depthWord)
	case f.rows && (f.recursive || f.db != "" || f.cache || f.json || f.format != "text" || f.Output != "" || f.dump || f.dumpInputs || f.fixes()):
		return o, usagef("--rows cannot be used with -r, --db, a report or --fix: the rows are the results")
	case !f.rows && (f.perServer != 0 || f.timeLimit != 0):
		return o, usagef("--per-server and --time-limit need --rows")
	case f.perServer < 0 || f.timeLimit < 0:
		return o, usagef("--per-server and --time-limit must not be negative")
	case f.db == "" && (f.fresh || !f.since.time.IsZero()):
		return o, usagef("--since and --fresh need --db")
	case f.json && f.format != "text" && formatOf(f.format) != "jsonl":
		return o, usagef("--json and --format %s cannot be used together", f.format)
	case f.kind != "" && !slices.Contains(checkTypes(), f.kind):
		return o, usagef("--type %q: must be %s", f.kind, strings.Join(checkTypes(), ", "))
	case f.parallelMax < 1 || f.parallelMax > maxParallel:
		return o, usagef("--parallel-max %d: must be 1 to %d", f.parallelMax, maxParallel)
	case f.maxPerHost < 1 || f.maxPerHost > maxPerHost:
		return o, usagef("--max-per-host %d: must be 1 to %d", f.maxPerHost, maxPerHost)
	case f.levels < 1 || f.maxPages < 1:
		return o, usagef("--levels %d and --max-pages %d: must be at least 1", f.levels, f.maxPages)
	case f.perSecond < 0:
		return o, usagef("--rate %v: must be at least 0", f.perSecond)
	case !(f.crawlDelay >= -1 && f.crawlDelay <= math.MaxInt32):
		return o, usagef("--max-crawl-delay %v: must be -1 or a number of seconds", f.crawlDelay)
	case f.Retries < 0:
		return o, usagef("--retry %d: must be at least 0", f.Retries)
	case f.maxRedirs == 0:
		return o, usagef("--max-redirs 0: must be at least 1, or -1 for no limit")
	}
	f.tidyReports()
	if err := f.checkReports(); err != nil {
		return o, err
	}
	o = linkcheck.Options{
		Policy: f.policy(), Depth: depth,
		Recursive: f.recursive, Site: f.site, Levels: f.levels, Pages: f.maxPages,
		Parallel: f.parallelMax, PerHost: f.maxPerHost, Rate: f.perSecond,
		Retries: orNone(f.Retries), Timeout: f.MaxTime, MaxCrawlDelay: f.maxCrawlDelay(), Sorted: f.sorted(), Since: f.since.time,
	}
	if err := f.requests(&o); err != nil {
		return o, err
	}
	if o.Include, err = patterns("include", f.include); err != nil {
		return o, err
	}
	o.Exclude, err = patterns("exclude", f.exclude)
	return o, err
}

// maxCrawlDelay returns the limit of --max-crawl-delay for the library. In the library 0
// is the default, so 0 seconds become one nanosecond.
func (f *checkFlags) maxCrawlDelay() time.Duration {
	if f.crawlDelay == 0 {
		return 1
	}
	return time.Duration(f.crawlDelay * float64(time.Second))
}

// draws reports whether progress can be shown: whether stderr is a terminal.
func (f *checkFlags) draws(s *streams) bool { return term.Is(s.err) }

// orNone returns a limit for the library, where 0 is the default and -1 means none.
func orNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// patterns returns the regular expressions of a flag.
func patterns(flag string, texts []string) ([]*regexp.Regexp, error) {
	var list []*regexp.Regexp
	for _, text := range texts {
		p, err := regexp.Compile(text)
		if err != nil {
			return nil, usagef("--%s %q: %s", flag, earl.Redact(text), inputs.PatternFault(err))
		}
		list = append(list, p)
	}
	return list, nil
}
