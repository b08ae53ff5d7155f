package main

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/cookies"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
)

// checkHTTPFlags are the flags of check for how links are opened and what counts as a
// fault. Most flags for requests are in httpFlags.
type checkHTTPFlags struct {
	strict       bool
	statuses     []string
	offline      bool
	method       string
	requireHTTPS bool
	fragments    string
	timeouts     bool
	notKept      []string
	hostStats    bool
	threads      int
	cache        bool
	interval     time.Duration
}

// addRequests adds the flags for requests.
func (f *checkFlags) addRequests(c *cobra.Command, v *pflag.FlagSet) {
	v.BoolVar(&f.strict, "strict", false, "count warnings as problems")
	v.StringArrayVarP(&f.statuses, "accept", "a", nil, "accept these http `STATUSES`, such as 200..=299,403 (default 200..=299)")
	v.BoolVar(&f.offline, "offline", false, "open only local files; skip all other links")
	v.StringVarP(&f.method, "method", "X", "HEAD", "send http requests with `METHOD`: HEAD (then GET if HEAD is not enough) or GET")
	complete(c, "method", "HEAD", "GET")
	v.BoolVar(&f.requireHTTPS, "require-https", false, "count an http link as a problem if the https URL works too")
	v.StringVar(&f.fragments, "include-fragments", fragmentWords[0], "check these `PARTS` of fragments: anchor-only, full (also the text of #:~:text=), text-only or none")
	v.Lookup("include-fragments").NoOptDefVal = "full"
	complete(c, "include-fragments", fragmentWords...)
	v.BoolVar(&f.timeouts, "accept-timeouts", false, "do not count timeouts as problems")
	f.addHTTP(v, "", "") // checkShort has the reason
	v.Lookup("header").Usage = "add `'NAME: VALUE'` to http requests; credentials go only to hosts on the command line; may be repeated"
	v.Lookup("user").Usage = "log in as `NAME:PASSWORD`, only on hosts on the command line"
	v.StringArrayVar(&f.basicAuth, "basic-auth", nil, "log in on the host of this URL: `'URL NAME:PASSWORD'`; may be repeated")
	v.BoolVar(&f.netrc, "netrc", false, "take logins from .netrc if a server requests one")
	v.StringVar(&f.netrcFile, "netrc-file", "", "take logins from `FILE` if a server requests one")
	v.StringVar(&f.minTLS, "min-tls", "", "require at least this TLS `VERSION`: 1.0, 1.1, 1.2 or 1.3 (default 1.2)")
	v.VarP(&f.speedLimit, "speed-limit", "Y", "stop a transfer slower than this many bytes per second (k, M, G); 0 sets no limit")
	v.VarP(&f.speedTime, "speed-time", "y", "measure --speed-limit over this many seconds")
	v.Var((*secondsOrZero)(&f.RetryDelay), "retry-delay", "wait this many seconds before the first retry, then twice as long each time (default 1)")
	v.DurationVar(&f.interval, "host-request-interval", 0, "wait this `TIME`, such as 100ms, between requests to one server")
	v.StringVar(&f.githubToken, "github-token", "", "send `TOKEN` to api.github.com (default $GITHUB_TOKEN)")
	v.StringArrayVar(&f.notKept, "cache-exclude-status", nil, "with --db or --cache, do not store results with these http `STATUSES`")
	v.BoolVar(&f.hostStats, "host-stats", false, "print the number of links and the mean time of each host to stderr")
	v.IntVarP(&f.threads, "threads", "T", 0, "use at most `N` processors (default all)")
	v.BoolVar(&f.cache, "cache", false, "store results in .earlcache.sqlite, and skip URLs that were OK in the last day")
}

// fragmentWords are the values of --include-fragments. A configuration file can also
// have true and false.
var fragmentWords = []string{"anchor-only", "full", "text-only", "none", "true", "false"}

// cacheFile is the database of --cache, in the working directory.
const cacheFile = ".earlcache.sqlite"

// useCache gives --db and --since the values of --cache, unless they are set.
func (f *checkFlags) useCache() {
	if !f.cache {
		return
	}
	if f.db == "" {
		f.db = cacheFile
	}
	if f.since.time.IsZero() {
		f.since.time = time.Now().AddDate(0, 0, -1)
	}
}

// requests sets the options of a check that come from the flags for requests.
func (f *checkFlags) requests(o *linkcheck.Options) (err error) {
	switch method := strings.ToUpper(f.method); {
	case method != "HEAD" && method != "GET":
		return usagef("--method %q: must be HEAD or GET", f.method)
	case f.insecure && f.caCert != "":
		return usagef("-k and --cacert cannot be used together")
	case !slices.Contains(fragmentWords, f.fragments):
		return usagef("--include-fragments %q: must be %s", f.fragments, strings.Join(fragmentWords[:4], ", "))
	case f.threads < 0:
		return usagef("--threads %d: must be at least 1", f.threads)
	case f.interval < 0:
		return usagef("--host-request-interval %v: must not be negative", f.interval)
	case f.interval > 0 && f.perSecond > 0:
		return usagef("--rate and --host-request-interval cannot be used together")
	default:
		o.Retrieve = method == "GET"
	}
	if f.interval > 0 {
		o.Rate = float64(time.Second) / float64(f.interval)
	}
	if len(f.statuses) > 0 {
		if o.Accept, err = linkcheck.ParseStatuses(strings.Join(f.statuses, ",")); err != nil {
			return usagef("--accept: %w", err)
		}
	}
	if len(f.notKept) > 0 {
		if o.NotKept, err = linkcheck.ParseStatuses(strings.Join(f.notKept, ",")); err != nil {
			return usagef("--cache-exclude-status: %w", err)
		}
	}
	o.Strict, o.Offline, o.RequireHTTPS, o.AcceptTimeouts = f.strict, f.offline, f.requireHTTPS, f.timeouts
	o.TextFragments = f.fragments == "full" || f.fragments == "text-only" || f.fragments == "true"
	o.NoFragments = f.fragments == "none" || f.fragments == "text-only"
	o.Backoff = f.RetryDelay
	return nil
}

// requestTargets returns the flags that change the results for the same links.
func (f *checkFlags) requestTargets() string {
	return fmt.Sprintf("--accept %q --offline=%v --require-https=%v --include-fragments=%v", f.statuses, f.offline, f.requireHTTPS, f.fragments)
}

// typedHosts returns the "host:port" of each argument that is a URL. It is never nil.
func typedHosts(args []string) []string {
	hosts := []string{}
	for _, arg := range args {
		if u, err := earl.Auto.Parse(arg); err == nil {
			if address, err := open.HostPort(u); err == nil && !slices.Contains(hosts, address) {
				hosts = append(hosts, strings.ToLower(address))
			}
		}
	}
	return hosts
}

// login returns a function that returns the login for a server that requests one: from
// .netrc, or from --user on the hosts of the command line. It never asks the user.
func (k *checker) login(settings *config.Settings) func(context.Context, open.Login) (open.Login, error) {
	credentials := settings.Credentials(func(text string) { k.remark("%s", text) })
	return func(_ context.Context, l open.Login) (open.Login, error) {
		_, err := credentials.Fill(&l, slices.Contains(k.flags.hosts, strings.ToLower(l.Host)))
		return l, err
	}
}

// newJar returns the cookie jar of the flags, or nil. The jar sends the cookies of
// --cookie to the hosts of the command line.
func (k *checker) newJar() (*cookies.Jar, error) {
	jar, err := k.flags.newJar(k.s.in, func(name string) { k.remark("%s: no such file: it has no cookies", name) },
		func(err error) { k.remark("--cookie: %v; the line is skipped", err) })
	if jar == nil || err != nil {
		return nil, err
	}
	for _, address := range k.flags.hosts {
		for _, scheme := range [...]string{"http", "https"} {
			jar.Allow(&url.URL{Scheme: scheme, Host: address})
		}
	}
	return jar, nil
}
