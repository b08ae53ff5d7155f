// Package gateway shows what URLs of every scheme lead to in an ordinary
// browser: it is an HTTP server that opens them by package open and makes pages
// of what it finds.
//
//	g := gateway.New(gateway.Options{Hosts: []string{"127.0.0.1:1738"}, Openers: all.Openers()})
//	defer g.Close()
//	fmt.Println(g.StartLink())
//	err := gateway.Server(g, os.Stderr).Serve(listener)
//
// It serves one person, from a host of its own: it is mounted at the root. Whoever
// has the start link is that person; nobody else gets a page. A URL is opened at
// /open?url= followed by the escaped URL, and explained at /explain?url=.
//
// Every request is judged before it is looked at: by its Host, its Origin, where
// the browser says that it comes from, and its cookie. Pages run no script but
// the gateway's own, where they need one, and that of the terminal emulator which it
// was built with, and load nothing from elsewhere. What a
// server sends is text, or is shown in a sandbox, or is saved. Addresses that are
// not on the public Internet are refused unless Options.AllowNet names them, and
// the gateway itself is never reached by way of it. Passwords are taken out of a
// URL before it is shown, kept for the sitting in memory alone, and go to their
// scheme, host and port alone.
//
// It does not cache, and it sends nothing that stores, deletes, posts or mails:
// a letter is handed over as a draft.
//
// Source: rfc1738 4, 6.
package gateway

import (
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/fetch"
	"github.com/earl-url/earl/gateway/internal/history"
	"github.com/earl-url/earl/gateway/internal/links"
	"github.com/earl-url/earl/gateway/internal/proxy"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/gateway/internal/session"
	"github.com/earl-url/earl/gateway/internal/visit"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/open"
)

// DefaultOpens is how many URLs a gateway opens at a time.
const DefaultOpens = fetch.DefaultOpens

// Options are the settings of a [Gateway].
type Options struct {
	// Hosts are the names under which browsers reach the gateway, each with its
	// port as the Host field has it: "127.0.0.1:1738". Any other is refused, so no
	// name that somebody points here leads in. The first stands in the start link.
	Hosts []string
	// OwnPorts are the ports of this program beside those of Hosts, such as that of
	// a proxy: on this machine they are not dialled.
	OwnPorts []uint16
	// PlainHost keeps browsers at Hosts. By default a browser that comes to 127.0.0.1 or
	// localhost goes on to a random name under localhost, which no one else knows: it
	// would send a cookie for 127.0.0.1 to all servers on this machine. Browsers connect
	// to 127.0.0.1 or ::1 for that name, so the program should listen at the port of
	// both. If it cannot, it should set PlainHost.
	PlainHost bool
	// Openers open the URLs. A telnet.Opener may have the Terminal of [Terminal], so
	// that services draw if the page of a session can, and hide passwords in any case.
	Openers []open.Opener
	// Open are the settings of the client. Its Login and Policy.Special are set by
	// the gateway.
	Open open.Options
	// AllowNet are the addresses not on the public Internet that are dialled all
	// the same. Source: rfc1738 6.
	AllowNet []open.Net
	// Bookmarks is the file that holds the bookmarks, which only its owner may
	// read. "": they are held in memory.
	Bookmarks string
	// Tour is the page that the start link opens. nil: it opens the front page.
	Tour *Tour
	// Opens is how many URLs are opened at a time. 0 means DefaultOpens; a negative
	// value is no limit.
	Opens int
	// Logger takes a line for each request: its method and the path of a page of ours,
	// never its query.
	// nil: none.
	Logger *slog.Logger
}

// Gateway is an [http.Handler] that opens URLs. Several goroutines may use it.
type Gateway struct {
	options  Options
	client   *open.Client
	guesses  guess.Options // for what the user types
	trusted  trustedLogins
	checker  *open.Client // for the links of documents: it sends no login of the user
	linkSets links.Sets
	fetch    *fetch.Fetcher
	keys     *access.Keys
	name     string       // the name that only the user's browser knows, with its port, or ""
	starts   access.Links // the start links
	enters   access.Links // from the page of a start link to the name
	guards   []access.Guard
	rewriter *rewrite.Rewriter
	logins   access.Logins
	history  history.Visits
	marks    *history.Bookmarks
	visits   visit.Set
	sessions session.Set
	emulator emulator // nil: sessions go line by line

	slowTime, entriesTime time.Duration
}

// New returns a Gateway. It panics if no host is named, for then it would answer
// to none.
func New(o Options) *Gateway {
	if len(o.Hosts) == 0 {
		panic("gateway: Options.Hosts names no host")
	}
	g := &Gateway{options: o, keys: access.NewKeys(), enters: access.Links{Life: enterTime}, marks: &history.Bookmarks{Path: o.Bookmarks}, emulator: embeddedEmulator(), slowTime: slowTime, entriesTime: entriesTime}
	o.Open.Policy.Special = open.SpecialDeny
	o.Open.Policy.AllowNet = o.AllowNet
	o.Open.Login = g.logins.Answer
	hosts := o.Hosts
	if !o.PlainHost {
		g.name = access.LocalName(o.Hosts)
	}
	if g.name != "" {
		hosts = append(slices.Clone(hosts), g.name)
	}
	g.rewriter = rewrite.New(rewrite.Options{Keys: g.keys, Links: g.leads})
	g.guards = access.Guards(access.Options{
		Hosts: hosts, Keys: g.keys, Sandboxed: g.rewriter.HasKey,
		Entrance: func(path string) bool { return entrances[path] || isHandler(path) }, Public: isPublic,
	})
	o.Open.LookupNetIP = access.LocalLookup(o.Open.LookupNetIP)
	o.Open.DialContext = access.NewSelfPorts(o.Hosts, o.OwnPorts).Guard(o.Open.DialContext)
	g.client = open.New(o.Open, o.Openers...)
	g.guesses = guess.ThisMachine(g.client.Opens)
	o.Open.Login = nil
	g.checker = open.New(o.Open, o.Openers...)
	g.fetch = fetch.New(fetch.Options{Client: g.client, Policy: o.Open.Policy, Opens: o.Opens})
	return g
}

// Proxy returns a handler that opens what clients of HTTP ask a proxy for: GET and
// HEAD of a whole URL, of any scheme but file. Lynx reads gopher and wais by it
// (gopher_proxy, wais_proxy), and so does curl -x. A document comes as it is, a
// listing as a page of links, a question as a form.
//
// It needs a port of its own: such a client has no cookie and names its target as
// Host. Requests that a page in a browser began are refused. CONNECT gets a server of
// gopher instead of a tunnel. The guards on addresses are those of the gateway; no
// login that the user gave is used.
func (g *Gateway) Proxy() http.Handler {
	return proxy.New(proxy.Options{Client: g.client, Fetch: g.fetch, Explain: func(err error) (int, string, string) {
		status, f := explainError(err)
		return status, f.What, f.Said
	}})
}

// Close ends the sessions and closes what the openers keep.
func (g *Gateway) Close() error {
	g.linkSets.Clear()
	g.sessions.Close()
	g.visits.Clear()
	return g.client.Close()
}

// ServeHTTP answers a request, if the guards let it pass.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begun := time.Now()
	status := &statusWriter{ResponseWriter: w}
	access.SetHeader(status.Header())
	if refusal := access.Check(g.guards, r); refusal != nil {
		g.refuse(status, r, refusal)
	} else {
		g.route(status, r)
	}
	if g.options.Logger != nil {
		g.options.Logger.Info("request", "method", r.Method, "path", loggedPath(r.URL.Path), "status", status.code, "took", time.Since(begun))
	}
}

// statusWriter remembers the status of a response, for the log.
type statusWriter struct {
	http.ResponseWriter
	code int
}

func (w *statusWriter) WriteHeader(code int) {
	if w.code == 0 {
		w.code = code
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// ReadFrom lets the response take a body from its connection.
func (w *statusWriter) ReadFrom(r io.Reader) (int64, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	return io.Copy(w.ResponseWriter, r)
}

// Unwrap is for http.ResponseController, and for what takes the connection over.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
