// Package config reads the settings of earl: the configuration file, the environment,
// .netrc, and options from the command line, which come first.
//
//	file, err := config.ReadFile(config.DefaultFile(), false, setFlag)
//	settings, err := config.New(file, config.Options{Proxy: "proxy.example:3128", Getenv: os.Getenv, Environ: os.Environ()})
//	client := open.New(open.Options{Gateways: settings.Gateways}, settings.Openers()...)
//
// It does not depend on a flag package: ReadFile passes the values of flags to its caller.
// The help topic [Help] is the reference of the file. Formats are those of curl
// and libwww: .netrc, http_proxy and no_proxy, WWW_scheme_GATEWAY.
package config

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	nethttp "net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/gemini"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/imap"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/open/ldap"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/pop"
	"github.com/earl-url/earl/open/rlogin"
	"github.com/earl-url/earl/open/sftp"
	"github.com/earl-url/earl/open/telnet"
	"github.com/earl-url/earl/open/tn3270"
)

// Options are the values of the flags, from the command line or from the file,
// and the environment. The zero value has no flags and an empty environment.
type Options struct {
	// Given reports whether the command line has a flag. Such a flag takes precedence
	// over the environment and over the file's section for a host. If Given is nil, the
	// command line has no flags.
	Given func(flag string) bool

	Getenv  func(name string) string // such as os.Getenv; nil means no variables, and keys of servers in memory
	Environ []string                 // "NAME=value", such as os.Environ()

	Proxy    string    // the proxy for all schemes, a URL or "host:port", or ""
	NoProxy  string    // hosts that are opened without a proxy, as in no_proxy
	Gateways []string  // "scheme=template"
	Schemes  SchemeSet // which schemes may be opened

	Netrc     bool   // take logins from .netrc
	NetrcFile string // take logins from this file, which must exist, instead of .netrc; or ""

	Email      string // the password of anonymous ftp; "" is the default of the opener
	NewsServer string // "host" or "host:port", or ""
	// Mail are the places in which the messages of mid URLs are looked for: files,
	// directories, and news servers such as "nntp://news.example". Only the user sets
	// them: a project's file cannot.
	Mail        []string
	Stay        bool  // ftp: stay in the directory if the server refuses an empty segment
	TLS         bool  // require AUTH TLS or STARTTLS before a login
	LimitRate   int64 // bytes per second at which a document is read; 0 is no limit
	Connections int   // transfers from one server at a time
	ArticleSize int64 // bytes of a news article; 0 is nntp.DefaultArticleSize
	// Descriptions says whether lists of newsgroups have descriptions.
	Descriptions bool
	Terminal     string // the terminal type that telnet servers receive, or ""

	Fields      []string // fields of http requests, as http.ParseFields reads them
	UserAgent   string   // the field User-Agent; "" is the default of package http
	Login       string   // "name:password", the login for the user's URLs, or ""
	User        string   // "name:password", sent to Hosts with Basic, or ""
	BasicAuth   []string // "URL name:password", sent to the host of each URL
	GitHubToken string   // sent to api.github.com, or ""
	CACert      string   // a PEM file of certificates to verify servers; "" is those of the system
	Insecure    bool     // do not verify certificates
	MinTLS      string   // the lowest version of TLS, such as "1.2"; "" is the default of the openers

	// Hosts lists the servers ("host:port") that get User and the credentials in
	// Fields. If it is nil, the credentials in Fields go only to the server of each URL,
	// and User is not used.
	Hosts []string

	// GopherLiteral sends the fields of gopher URLs exactly as in the URL. Otherwise they
	// are sent in the form that Gopher+ servers understand.
	GopherLiteral bool
}

// Settings are the settings from the command line, the environment and the file together.
// They are safe for concurrent use.
type Settings struct {
	Gateways   []open.Gateway
	Schemes    []string // the schemes that may be opened; nil means all
	NewsServer string   // "host" or "host:port", or ""
	// Jar keeps the cookies of http servers. If it is nil, there are no cookies. Set it
	// before calling Openers.
	Jar nethttp.CookieJar
	// AskKey decides about the key of an unknown ssh host, and Identify reports whether the
	// agent and the keys of the user are used for a server, "host:port". If they are nil,
	// unknown keys are refused, and no key of the user is used. With Strangers, keys of unknown
	// hosts are accepted and not kept, and such hosts get no secret. Set them before calling
	// Openers.
	AskKey    func(ctx context.Context, n known.New) error
	Identify  func(address string) bool
	Strangers bool

	options Options
	file    *File
	proxies *proxies
	tls     *tls.Config // nil is the default of the openers
	trust   *known.Trust
	fields  fields

	partialMail bool // the user chose no mail, and AddMail added what there is
}

// An Error is a mistake in the configuration that the user must correct.
type Error struct{ err error }

// Error returns what is wrong with the configuration.
func (e *Error) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.err }

// errorf returns an *Error.
func errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// redacted returns text from the user for a message, without its password.
func redacted(text string) string { return term.Safe(earl.Redact(text)) }

// New combines the options with the file. An error is an *Error.
func New(file *File, o Options) (*Settings, error) {
	if o.Given == nil {
		o.Given = func(string) bool { return false }
	}
	keys := new(known.File)
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	} else {
		keys.Path = StateDir("known_keys", o.Getenv)
	}
	s := &Settings{trust: &known.Trust{Store: keys, First: known.Accept}, options: o, file: file, NewsServer: o.NewsServer, proxies: newProxies(o, file)}
	if server := o.Getenv("NNTPSERVER"); server != "" && !o.Given("news-server") {
		s.NewsServer = server // the environment is before the file
	}
	var err error
	if o.Proxy != "" {
		if _, err = newProxy("--proxy", o.Proxy, false); err != nil {
			return nil, err
		}
	}
	if s.tls, err = tlsConfig(o); err != nil {
		return nil, err
	}
	if s.fields, err = newFields(o, file); err != nil {
		return nil, err
	}
	if s.Gateways, err = gateways(o.Gateways, o.Environ, file.gateways); err != nil {
		return nil, err
	}
	s.Schemes = o.Schemes.of(s.known())
	return s, nil
}

// known returns the schemes that an opener or a gateway opens.
func (s *Settings) known() []string {
	var list []string
	for _, o := range s.Openers() {
		list = append(list, o.Schemes()...)
	}
	for _, g := range s.Gateways {
		list = append(list, g.Scheme())
	}
	return list
}

// Openers returns new openers for every scheme, with these settings.
func (s *Settings) Openers() []open.Opener {
	list := all.Openers()
	for i := range list {
		switch o := list[i].(type) {
		case *ftp.Opener:
			o.Host = s.FTP
		case *gemini.Opener:
			o.TLS, o.Trust = s.tls, s.certificates()
		case gopher.Opener:
			o.Literal, o.TLS = s.options.GopherLiteral, s.tls
			list[i] = o
		case *http.Opener:
			o.Proxy, o.TLS, o.UserAgent = s.proxies.http, s.tls, s.options.UserAgent
			o.Fields, o.Jar = s.fields.all, s.Jar
			if len(s.fields.hosts) > 0 {
				o.HostFields = s.fields.of
			}
		case nntp.Opener:
			list[i] = s.news(s.NewsServer)
		case mid.Opener:
			s.mail(&o)
			list[i] = o
		case imap.Opener:
			o.TLS = s.tls
			list[i] = o
		case ldap.Opener:
			o.TLS = s.tls
			list[i] = o
		case pop.Opener:
			o.TLS = s.tls
			list[i] = o
		case *sftp.Opener:
			o.Options = s.sftp()
		case telnet.Opener:
			o.Terminal = s.options.Terminal
			list[i] = o
		case tn3270.Opener:
			o.TLS = s.tls
			list[i] = o
		case rlogin.Opener:
			o.Terminal = s.options.Terminal
			list[i] = o
		}
	}
	return withProxies(list, s.proxies)
}

// Via returns a sentence about the gateway or proxy that would open u, or "" if u
// would be opened directly.
func (s *Settings) Via(u earl.URL) string {
	for _, g := range s.Gateways {
		if to, err := g.URL(u); g.Scheme() == u.Scheme() && err == nil {
			return "a gateway is set for it, and would be asked for " + to.Redacted()
		}
	}
	address, _ := open.HostPort(u) // "" for a URL without a host
	if via, err := s.proxies.via(u.Scheme(), address); via != nil && err == nil {
		return "the proxy " + via.url.Redacted() + " would be asked for it"
	}
	return ""
}

// host returns the file's section for the server at "host:port", or for its host. If
// there is no section, it returns an empty one.
func (s *Settings) host(address string) *host {
	address = strings.ToLower(address)
	if h := s.file.hosts[address]; h != nil {
		return h
	}
	name, _, _ := net.SplitHostPort(address)
	if h := s.file.hosts[name]; h != nil {
		return h
	}
	return new(host)
}

// FTP returns the options for the ftp server at "host:port".
func (s *Settings) FTP(address string) ftp.Options {
	h, given := s.host(address), s.options.Given
	o := ftp.Options{Email: s.options.Email, TLS: s.tls}
	if h.email != "" && !given("email") {
		o.Email = h.email
	}
	stay := s.options.Stay
	if h.stay != nil && !given("null-cwd") {
		stay = *h.stay
	}
	if stay {
		o.NullCWD = ftp.NullCWDStay
	}
	tls := s.options.TLS
	if h.tls != nil && !given("tls") {
		tls = *h.tls
	}
	if tls {
		o.Security = ftp.SecurityExplicit
	}
	o.UTF8 = h.utf8 != nil && *h.utf8
	return o
}

// sftp returns the options of sftp: the agent and the usual key files of the user, and
// the known_hosts of OpenSSH. Without verification, hosts may have any key.
func (s *Settings) sftp() sftp.Options {
	o := sftp.Options{First: s.AskKey, Identify: s.Identify, Agent: s.options.Getenv("SSH_AUTH_SOCK")}
	if home, err := os.UserHomeDir(); err == nil {
		for _, name := range [...]string{"id_ed25519", "id_ecdsa", "id_rsa"} {
			o.KeyFiles = append(o.KeyFiles, filepath.Join(home, ".ssh", name))
		}
	}
	if s.Strangers {
		o.First, o.Forget = known.Accept, true
	}
	if s.options.Insecure {
		o.First, o.KnownHosts = known.Accept, []string{}
	}
	return o
}

// Rate returns how many bytes per second may be read from the server at
// "host:port". 0 means no limit.
func (s *Settings) Rate(address string) int64 {
	if h := s.host(address); h.limitRate > 0 && !s.options.Given("limit-rate") {
		return h.limitRate
	}
	return s.options.LimitRate
}

// Connections returns how many transfers may run at a time from the server at
// "host:port".
func (s *Settings) Connections(address string) int {
	if h := s.host(address); h.connections > 0 && !s.options.Given("max-per-host") {
		return h.connections
	}
	return s.options.Connections
}

// useNetrc reports whether the login for the server at "host:port" may come from
// .netrc.
func (s *Settings) useNetrc(address string) bool {
	given := s.options.Given
	if h := s.host(address); h.netrc != nil && !given("netrc") && !given("netrc-file") {
		return *h.netrc
	}
	return s.options.Netrc || s.options.NetrcFile != ""
}
