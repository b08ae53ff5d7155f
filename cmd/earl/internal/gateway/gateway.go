// Package gateway lets an ordinary browser open URLs of every scheme. It is an HTTP
// server that opens the URLs with package open and shows the results as pages.
//
//	g := gateway.New(gateway.Options{Hosts: []string{"127.0.0.1:1738"}, Openers: all.Openers()})
//	defer g.Close()
//	fmt.Println(g.StartLink())
//	err := gateway.Server(g, os.Stderr).Serve(listener)
//
// A gateway serves one user: the one who opens a start link. Other clients receive no
// page. The handler must be mounted at the root of its host. /open?url= and the escaped
// URL opens a URL, /explain?url= explains it.
//
// The gateway checks each request before it uses any of it: the Host, the Origin,
// Sec-Fetch-Site and the cookie. Its pages run only its own scripts and the terminal
// emulator that it was built with, and load nothing from other sites. It shows the
// content of a server as text or in a sandbox, or lets the user save it. It refuses
// addresses that are not on the public Internet, unless Options.AllowNet contains them,
// and never connects to itself. It removes the password from a URL before a page shows
// the URL, keeps the password only in memory, and sends it only to the scheme, host and
// port that it was given for.
//
// The gateway does not cache. It sends nothing that stores, deletes or posts anything on
// a server, and no email: it saves a message as a draft or opens it in a mail program.
//
// Source: rfc1738 4, 6.
package gateway

import (
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/history"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/links"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/proxy"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/session"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/manual"
	"github.com/earl-url/earl/open"
)

// DefaultOpens is how many URLs a gateway opens at a time.
const DefaultOpens = fetch.DefaultOpens

// Options are the settings of a [Gateway].
type Options struct {
	// Hosts are the names and ports under which browsers reach the gateway, in the form
	// of the Host field, such as "127.0.0.1:1738". The gateway refuses requests with
	// any other Host, so that no one can reach it under another name. The start link
	// contains the first one.
	Hosts []string
	// OwnPorts are other ports of this program, such as that of a proxy. The gateway
	// does not connect to them, or to the ports of Hosts, on this machine.
	OwnPorts []uint16
	// PlainHost keeps browsers at Hosts. By default the gateway sends a browser that
	// comes to 127.0.0.1 or localhost to a random name under localhost. A browser would
	// send a cookie for 127.0.0.1 to all servers on this machine, but no other server
	// has the random name. Browsers connect to 127.0.0.1 or ::1 for that name, so the
	// program should listen at the port of both. If it cannot, it should set PlainHost.
	PlainHost bool
	// Openers open the URLs. Set the Terminal of a telnet.Opener to [Terminal]. Services
	// then draw on the screen if the page of a session can show that, and always hide
	// passwords.
	Openers []open.Opener
	// Open are the settings of the client. The gateway sets Login and Policy.Special.
	Open open.Options
	// AllowNet are addresses that the gateway connects to although they are not on the
	// public Internet. Source: rfc1738 6.
	AllowNet []open.Net
	// Bookmarks is the file of the bookmarks. Only its owner can read it. If Bookmarks
	// is "", the bookmarks are kept in memory.
	Bookmarks string
	// ShowSecrets shows the tokens of URLs in the texts of pages, which are hidden
	// otherwise: see earl.HideTokens. Passwords stay hidden.
	ShowSecrets bool
	// Tour is the page that the start link opens. If Tour is nil, the start link opens
	// the front page.
	Tour *Tour
	// Opens is how many URLs are opened at a time. 0 means DefaultOpens; a negative
	// value means no limit.
	Opens int
	// Logger receives a line for each request: the method, the path of the page, the
	// status and the duration, never the query. If Logger is nil, nothing is logged.
	Logger *slog.Logger
}

// Gateway is an [http.Handler] that opens URLs. Several goroutines may use it.
type Gateway struct {
	options  Options
	client   *open.Client
	linker   *linker
	trusted  trustedLogins
	checker  *open.Client // for the links of documents: it sends no login of the user
	linkSets links.Sets
	fetch    *fetch.Fetcher
	keys     *access.Keys
	name     string       // the random name with its port, which only the user's browser knows, or ""
	starts   access.Links // the start links
	enters   access.Links // links from the page of a start link to the random name
	guards   []access.Guard
	rewriter *rewrite.Rewriter
	logins   access.Logins
	history  history.Visits
	marks    *history.Bookmarks
	visits   visit.Set
	sessions session.Set
	emulator emulator // nil: pages of sessions show lines of text
	manual   func() *manual.Manual

	slowTime, entriesTime time.Duration
}

// New returns a Gateway. It panics if o.Hosts is empty: the gateway would refuse every
// request.
func New(o Options) *Gateway {
	if len(o.Hosts) == 0 {
		panic("gateway: Options.Hosts is empty")
	}
	g := &Gateway{options: o, keys: access.NewKeys(), enters: access.Links{Life: enterTime}, marks: &history.Bookmarks{Path: o.Bookmarks}, emulator: embeddedEmulator(), slowTime: slowTime, entriesTime: entriesTime}
	g.linker = &linker{keys: g.keys, showSecrets: o.ShowSecrets}
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
	g.rewriter = rewrite.New(rewrite.Options{Keys: g.keys, Links: g.linker.leads})
	g.guards = access.Guards(access.Options{
		Hosts: hosts, Keys: g.keys, Sandboxed: g.rewriter.HasKey,
		Entrance: func(path string) bool { return startPaths[path] || isHandler(path) }, Public: isPublic,
	})
	o.Open.LookupNetIP = access.LocalLookup(o.Open.LookupNetIP)
	o.Open.DialContext = access.NewSelfPorts(o.Hosts, o.OwnPorts).Guard(o.Open.DialContext)
	g.client = open.New(o.Open, o.Openers...)
	g.linker.client, g.linker.guesses = g.client, guess.ThisMachine(g.client.Opens)
	o.Open.Login = nil
	g.checker = open.New(o.Open, o.Openers...)
	g.fetch = fetch.New(fetch.Options{Client: g.client, Policy: o.Open.Policy, Opens: o.Opens})
	g.manual = sync.OnceValue(g.linker.newManual)
	return g
}

// Proxy returns a handler for HTTP clients that use the gateway as a proxy. It opens
// absolute URLs of every scheme except file, for GET and HEAD requests. With it, Lynx
// (gopher_proxy, wais_proxy) and curl -x read gopher and wais. It sends a document
// unchanged, a listing as a page of links, and a form as an HTML form.
//
// The handler needs a port of its own, since a client of a proxy has no cookie and sends
// the target as Host. It refuses requests that a page in a browser started. It responds
// to CONNECT as a gopher server and makes no tunnel. It refuses the same addresses as
// the gateway, and sends no login that the user of the gateway gave.
func (g *Gateway) Proxy() http.Handler {
	return proxy.New(proxy.Options{Client: g.client, Fetch: g.fetch, Explain: func(err error) (int, string, string) {
		status, f := explainError(err)
		return status, f.What, f.Said
	}})
}

// Close ends all sessions and closes the connections that the openers keep.
func (g *Gateway) Close() error {
	g.linkSets.Clear()
	g.sessions.Close()
	g.visits.Clear()
	return g.client.Close()
}

// ServeHTTP implements [http.Handler]. It serves a request that passes the guards, and
// refuses any other.
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

// statusWriter records the status of a response for the log.
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

// ReadFrom implements [io.ReaderFrom], so that the kernel can copy a body from one
// connection to another.
func (w *statusWriter) ReadFrom(r io.Reader) (int64, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	return io.Copy(w.ResponseWriter, r)
}

// Unwrap lets http.ResponseController and handlers that hijack the connection find the
// underlying response.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
