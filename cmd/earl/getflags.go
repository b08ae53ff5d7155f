package main

import (
	"cmp"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/nntp"
)

const (
	// defaultParallel is how many transfers run at a time: enough to fill a line.
	defaultParallel = 8
	// defaultPerHost is how many of them go to one server. Servers count the
	// connections of one address, and early browsers used 4.
	defaultPerHost = 4
	// maxParallel and maxPerHost stop a wrong number from using all file descriptors.
	maxParallel, maxPerHost = 300, config.MaxConnections
	// defaultIdleTime is long enough for a telnet service to answer the last line of
	// a script, and short enough for the user who waits for the script.
	defaultIdleTime = 10 * time.Second
	// defaultDepth is how many listings deep -R goes, as with wget.
	defaultDepth = 5
	// defaultDirs is how many directories -R reads. It covers a large archive, and
	// stops -R if a server generates endless directories. A small --max-files lowers
	// the limit to dirsPerFile for each file, which stops -R in a tree without files.
	defaultDirs, dirsPerFile = 20_000, 10
)

// getFlags are the flags of get and ls.
type getFlags struct {
	transfer.Input
	transfer.Retry
	transfer.Content
	transfer.Saving
	tree treecopy.Options // its MaxDirs may be 0, for the default of dirLimit

	checks       bool     // check: also reads the configuration of the project
	basicAuth    []string // check: "URL NAME:PASSWORD"
	minTLS       string   // check
	githubToken  string   // check
	hosts        []string // check: the servers of the command line ("host:port"), which get credentials
	descriptions bool     // lists of newsgroups have descriptions
	terminal     string   // the type of the terminal of a telnet session, or ""

	edition        string
	json           bool
	urls           bool
	verbose        bool
	trace          string
	silent         bool
	showError      bool
	location       bool
	maxRedirs      int
	connectTimeout seconds
	speedLimit     sizeOrNone
	speedTime      secondsOrNone
	idleTime       secondsOrNone
	dryRun         bool

	proto      config.SchemeSet
	allowPorts []uint16
	allowNets  []open.Net
	plainLogin bool
	maxSize    size

	config     string
	noConfig   bool
	proxy      string
	noProxy    string
	gateways   []string
	netrc      bool
	netrcFile  string
	email      string
	newsServer string
	mailbox    []string // places with mail
	mailer     string
	nullCWD    string
	tls        bool

	compose   bool
	answers   []string
	timeCond  timeCond
	limitRate size

	parallel    bool
	parallelMax int
	maxPerHost  int

	httpFlags

	recursive bool

	warc     warcFlags
	fromWarc []string
	warcDate archiveDate
}

// newGetFlags returns the flags with their default values.
func newGetFlags() *getFlags {
	p := open.Policy{}.Effective()
	return &getFlags{
		edition: earl.Auto.Name(), maxRedirs: p.Hops, nullCWD: "fail",
		speedLimit: sizeOrNone(p.SpeedLimit), speedTime: secondsOrNone(p.SpeedTime), idleTime: secondsOrNone(defaultIdleTime),
		parallelMax: defaultParallel, maxPerHost: defaultPerHost, tree: treecopy.Options{Depth: defaultDepth, MaxFiles: p.Entries},
	}
}

// add adds the flags of get and ls.
func (g *getFlags) add(c *cobra.Command) {
	editionFlag(c, &g.edition, earl.Auto.Name())
	f := c.Flags()
	f.StringVarP(&g.InputFile, "input-file", "i", "", "read more URLs from `FILE`, one per line; \"-\" is stdin")
	f.BoolVar(&g.json, "json", false, "write one JSON object per line, for each entry of a listing and each document")
	f.BoolVar(&g.urls, "urls", false, "write only the URLs of the entries of listings")
	f.BoolVarP(&g.verbose, "verbose", "v", false, "write what is sent (>) and received (<), and remarks (*), to stderr, without passwords")
	f.StringVar(&g.trace, "trace", "", "write the output of -v to `FILE`, with times and transfer numbers; \"-\" is stderr")
	f.BoolVarP(&g.silent, "silent", "s", false, "write no progress, remarks or errors")
	f.BoolVarP(&g.showError, "show-error", "S", false, "with -s, still write errors")
	f.BoolVarP(&g.location, "location", "L", false, "accepted for curl users; redirects are always followed")
	f.IntVar(&g.maxRedirs, "max-redirs", g.maxRedirs, "follow at most `N` redirects; 0 prints the target instead, -1 sets no limit")
	f.BoolVarP(&g.Fail, "fail", "f", false, "fail and write nothing if the http status is 400 or more")
	f.VarP((*seconds)(&g.MaxTime), "max-time", "m", "stop each URL after this many seconds (default no limit)")
	f.Var(&g.connectTimeout, "connect-timeout", "stop connecting after this many seconds (default 10)")
	f.VarP(&g.speedLimit, "speed-limit", "Y", "stop a transfer slower than this many bytes per second (k, M, G); 0 sets no limit")
	f.VarP(&g.speedTime, "speed-time", "y", "measure --speed-limit over this many seconds")
	f.Var(&g.idleTime, "idle-time", "after the end of stdin, end a session (telnet, rlogin, tn3270) that is silent for this long; 0 sets no limit")
	f.BoolVar(&g.dryRun, "dry-run", false, "print what would be sent and send nothing")
	f.IntVar(&g.Retries, "retry", 0, "retry up to `N` times after temporary errors; continue the download if the object is the same (default 0)")
	f.Var((*secondsOrZero)(&g.RetryDelay), "retry-delay", "wait this many seconds before each retry (default 1, then 2, 4 ..., or as long as the server says)")
	f.Var((*seconds)(&g.RetryMaxTime), "retry-max-time", "start no retry after this many seconds (default no limit)")
	f.BoolVar(&g.RetryAll, "retry-all-errors", false, "retry after every error of a server or the network")
	f.Var(&g.proto, "proto", "open only these `SCHEMES`, also after redirects: '=https,ftp', '-telnet', 'all'")
	f.Var((*ports)(&g.allowPorts), "allow-port", "allow this `PORT` although another protocol uses it; may be repeated")
	g.addPlainLogin(f)
	f.Var((*nets)(&g.allowNets), "allow-net", "allow redirects to the private addresses `CIDR[:PORT]`; may be repeated")
	f.StringSliceVar(&g.fromWarc, "from-warc", nil, "open URLs from the web archives `FILE` (.warc, .warc.gz, .wacz), not from the network; may be repeated")
	f.Var(&g.warcDate, "warc-date", "with --from-warc, open the captures nearest to this `DATE`, such as 2006 or 2006-01-02, not the newest")
	f.Var(&g.maxSize, "max-size", "refuse a document larger than this many bytes (k, M, G) (default no limit; news articles 64M)")
	g.addHTTP(f, "u", "c")
	g.addSettings(f)
	f.BoolVarP(&g.noConfig, "disable", "q", false, "the same as --no-config")
	f.SetNormalizeFunc(normalize)
	complete(c, "null-cwd", "fail", "stay")
	_ = c.MarkFlagFilename("input-file")
	_ = c.MarkFlagFilename("config", "toml")
	_ = c.MarkFlagFilename("netrc-file")
	_ = c.MarkFlagFilename("from-warc", "gz", "warc", "wacz")
	f.SortFlags = false
}

// addPlainLogin adds --allow-plain-login, which get, ls and check have.
func (g *getFlags) addPlainLogin(f *pflag.FlagSet) {
	f.BoolVar(&g.plainLogin, "allow-plain-login", false, "allow passwords of ldap, imap and pop without TLS")
}

// addSettings adds the flags for settings that users usually keep in the configuration
// file.
func (g *getFlags) addSettings(f *pflag.FlagSet) {
	g.addWays(f)
	f.BoolVarP(&g.netrc, "netrc", "n", false, "take logins from .netrc if the URL has no password")
	f.StringVar(&g.netrcFile, "netrc-file", "", "take logins from `FILE`")
	g.addServers(f)
}

// addWays adds the flags for the configuration, proxies and gateways.
func (g *getFlags) addWays(f *pflag.FlagSet) {
	f.StringVar(&g.config, "config", "", "read this configuration `FILE` (see 'earl help config')")
	f.BoolVar(&g.noConfig, "no-config", false, "read no configuration file")
	f.StringVarP(&g.proxy, "proxy", "x", "", "open all URLs through this http proxy: `URL` or host:port")
	f.StringVar(&g.noProxy, "noproxy", "", "open these `HOSTS` without a proxy, separated by commas; \"*\" is all")
	f.StringArrayVar(&g.gateways, "gateway", nil, "open the URLs of a scheme through a gateway: `SCHEME=TEMPLATE`; may be repeated")
}

// addServers adds the flags for particular kinds of servers.
func (g *getFlags) addServers(f *pflag.FlagSet) {
	f.StringVar(&g.email, "email", "", "send `ADDRESS` as the password of anonymous ftp (default \"anonymous@\")")
	f.StringVar(&g.newsServer, "news-server", "", "read news URLs from the server `HOST[:PORT]` (default $NNTPSERVER)")
	f.StringArrayVar(&g.mailbox, "mail", nil, "look for the messages of mid URLs in `PATH`, a file or a directory of mail, or on a server nntp://HOST; may be repeated")
	f.StringVar(&g.nullCWD, "null-cwd", g.nullCWD, "if an ftp server refuses an empty path segment, `fail|stay` in the directory")
	f.BoolVar(&g.tls, "tls", false, "require TLS before the login of ftp and nntp")
}

// needURL returns an error if there is no URL and no file of URLs.
func (g *getFlags) needURL(c *cobra.Command, args []string) error {
	if len(args) == 0 && g.InputFile == "" {
		return cobra.MinimumNArgs(1)(c, args)
	}
	return nil
}

// toFile reports whether documents are saved to files.
func (g *getFlags) toFile() bool {
	return g.RemoteName || g.recursive || g.Output != "" && g.Output != "-"
}

// recursion returns the limits of -R.
func (g *getFlags) recursion() treecopy.Options {
	o := g.tree
	o.MaxDirs, o.Force = g.dirLimit(), g.Force
	o.Lists, o.Agent = config.StateDir("copies", os.Getenv), cmp.Or(g.agent, http.DefaultUserAgent)
	return o
}

// dirLimit returns how many directories -R reads. A negative number is no limit.
func (g *getFlags) dirLimit() int {
	switch {
	case g.tree.MaxDirs != 0:
		return g.tree.MaxDirs
	case g.tree.MaxFiles < 0 || g.tree.MaxFiles > defaultDirs/dirsPerFile:
		return defaultDirs
	}
	return g.tree.MaxFiles * dirsPerFile
}

// atOnce reports whether several transfers run at a time.
func (g *getFlags) atOnce() bool {
	return g.parallel && g.parallelMax > 1 && (g.RemoteName || g.recursive) && !g.dryRun
}

// policy returns the guards and limits of the flags.
func (g *getFlags) policy() open.Policy {
	return open.Policy{
		AllowPorts: g.allowPorts,
		AllowNet:   g.allowNets,
		PlainLogin: g.plainLogin,
		Hops:       g.maxRedirs,
		MaxSize:    int64(g.maxSize),
		Connect:    time.Duration(g.connectTimeout),
		SpeedLimit: int64(g.speedLimit),
		SpeedTime:  time.Duration(g.speedTime),
	}
}

// articleSize returns the limit for the size of a news article. --max-size only raises
// it: a smaller --max-size is a guard, which refuses the article anyway.
func (g *getFlags) articleSize() int64 { return max(int64(g.maxSize), nntp.DefaultArticleSize) }
