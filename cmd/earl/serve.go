package main

import (
	"net/netip"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/gateway"
	"github.com/earl-url/earl/open"
)

// servePort is the port of the gateway if it is free. IANA has not assigned it to a
// service, and it is easy to remember.
const servePort = 1738

// serveFlags are the flags of serve.
type serveFlags struct {
	get *getFlags // the settings, which get has too

	port      uint16
	listen    string
	hosts     []string
	allowNets []open.Net
	proxy     bool
	proxyPort uint16
	open      bool
	link      bool
	bookmarks string
	log       bool
	warc      []string
}

// newServe returns the command serve.
func newServe(s *streams) *cobra.Command {
	f := &serveFlags{get: newGetFlags()}
	c := &cobra.Command{
		Use:     "serve",
		GroupID: groupOpen,
		Short:   "Open URLs of every scheme in an ordinary browser",
		Long: `serve starts a gateway on this machine: a web page with an address bar that opens
URLs of every scheme. The first line of stdout is the start link: open it in a
browser. The link works once, in one browser; "earl serve --link", or Enter on the
terminal, prints another link. The gateway runs until Ctrl-C.

The gateway listens only on 127.0.0.1, on port 1738 if it is free. It refuses URLs
of private addresses, and of this machine, unless --allow-net allows them. To serve
other machines, set --listen, and --host for each name that they use for the
gateway. The gateway speaks http without TLS: use a reverse proxy with TLS.

With --proxy, serve also listens on a second port for proxy requests from programs
on this machine, such as "curl -x http://127.0.0.1:PORT gopher://..." or
"gopher_proxy=http://127.0.0.1:PORT lynx gopher://...". It does not open tunnels.

With --warc, serve opens URLs of every scheme from web archives and nothing from the
network. The start link shows the pages in the archives.`,
		Example: `  earl serve --open
  earl serve --allow-net 127.0.0.1 --allow-net 10.0.0.0/8:70
  earl serve --proxy --news-server news.example.org
  earl serve --warc site.warc.gz
  earl serve --listen 192.0.2.1 --host earl.example.org`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return runServe(s, f, c.Flags()) },
	}
	f.add(c)
	addShowSecrets(c.Flags(), s, "the texts of pages")
	return c
}

// add adds the flags.
func (f *serveFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.Uint16Var(&f.port, "port", 0, "listen on `PORT` (default 1738, or a free port if 1738 is in use)")
	flags.BoolVar(&f.open, "open", false, "open the start link in the default browser")
	flags.BoolVar(&f.link, "link", false, "print a new start link of the running gateway, and exit")
	flags.Var((*nets)(&f.allowNets), "allow-net", "allow the private addresses `CIDR[:PORT]`; may be repeated")
	flags.BoolVar(&f.proxy, "proxy", false, "accept proxy requests on a second port")
	flags.Uint16Var(&f.proxyPort, "proxy-port", 0, "accept proxy requests on this `PORT` (default a free port)")
	flags.StringVar(&f.listen, "listen", "127.0.0.1", "listen on this `ADDRESS`; if it is not 127.0.0.1, also set --host")
	flags.StringArrayVar(&f.hosts, "host", nil, "also accept requests for this `NAME[:PORT]`; may be repeated")
	flags.StringVar(&f.bookmarks, "bookmarks", "", "keep bookmarks in `FILE` (default \"bookmarks\" in the directory of the configuration file)")
	flags.StringSliceVar(&f.warc, "warc", nil, "open URLs from the web archives `FILE` (.warc, .warc.gz, .wacz), not from the network; may be repeated")
	flags.Var(&f.get.warcDate, "warc-date", "with --warc, open the captures nearest to this `DATE`, such as 2006 or 2006-01-02, not the newest")
	flags.BoolVar(&f.log, "log", false, "print a line for each request to stderr, without its URL")
	flags.StringVar(&f.get.config, "config", "", "read this configuration `FILE` (see 'earl help config')")
	flags.BoolVar(&f.get.noConfig, "no-config", false, "read no configuration file")
	flags.StringVar(&f.get.email, "email", "", "send `ADDRESS` as the password of anonymous ftp (default \"anonymous@\")")
	flags.StringVar(&f.get.newsServer, "news-server", "", "read news URLs from the server `HOST[:PORT]` (default $NNTPSERVER)")
	flags.StringArrayVar(&f.get.mailbox, "mail", nil, "look for the messages of mid URLs in `PATH`, a file or a directory of mail, or on a server nntp://HOST; may be repeated")
	flags.SortFlags = false
	_ = c.MarkFlagFilename("config", "toml")
	_ = c.MarkFlagFilename("bookmarks")
	_ = c.MarkFlagFilename("warc", "gz", "warc", "wacz")
}

// check returns an error for flags that cannot be used together, and for wrong values.
func (f *serveFlags) check(given *pflag.FlagSet) error {
	addr, err := netip.ParseAddr(f.listen)
	switch {
	case err != nil:
		return usagef("--listen %q: must be an address of this machine, such as 127.0.0.1", f.listen)
	case !addr.IsLoopback() && len(f.hosts) == 0:
		return usagef("--listen %s: also set --host NAME, the name of this machine for other machines", f.listen)
	case f.link && f.open:
		return usagef("--link and --open cannot be used together")
	case given.Changed("proxy-port") && !f.proxy:
		return usagef("--proxy-port needs --proxy")
	}
	return nil
}

// settings returns the settings of get from the configuration file and the environment.
// serve uses them too, but not the keys of the file that allow more than the default
// policy.
func (f *serveFlags) settings(given *pflag.FlagSet) (*config.Settings, error) {
	set := map[string]string{} // before the flags of get take the same variables
	for _, name := range [...]string{"config", "no-config", "email", "news-server"} {
		if flag := given.Lookup(name); flag.Changed {
			set[name] = flag.Value.String()
		}
	}
	mail := slices.Clone(f.get.mailbox)
	f.get.terminal, f.get.descriptions = gateway.Terminal(), true
	all := &cobra.Command{}
	f.get.add(all)
	f.get.addOutput(all)
	for name, value := range set {
		if err := all.Flags().Set(name, value); err != nil {
			return nil, err
		}
	}
	for _, place := range mail {
		if err := all.Flags().Set("mail", place); err != nil {
			return nil, err
		}
	}
	f.get.fromWarc = f.warc
	f.get.replaying()
	return newSettings(f.get, all.Flags(), os.Getenv, os.Environ())
}

// bookmarksPath returns the name of the file of bookmarks, or "".
func (f *serveFlags) bookmarksPath() string {
	if f.bookmarks != "" {
		return f.bookmarks
	}
	if file := config.DefaultFile(); file != "" {
		return filepath.Join(filepath.Dir(file), "bookmarks")
	}
	return ""
}
