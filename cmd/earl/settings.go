package main

import (
	"net"
	"strings"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
)

// settings are what the command line, the environment and the configuration
// file say together, in this order of precedence.
type settings struct {
	flags    *getFlags
	changed  func(flag string) bool // on the command line
	config   *config
	proxies  *proxies
	gateways []open.Gateway
	schemes  []string // that may be opened; nil: all

	newsServer string // "host" or "host:port"; "": none is known
}

// newSettings reads the configuration file and looks at the environment, by
// getenv and its list of "name=value".
func newSettings(flags *getFlags, given *pflag.FlagSet, getenv func(string) string, environ []string) (*settings, error) {
	file, named := configPath(), false
	switch {
	case flags.noConfig && flags.config != "":
		return nil, usagef("--config and --no-config: one of them")
	case flags.noConfig:
		file = ""
	case flags.config != "":
		file, named = flags.config, true
	}
	c, err := readConfig(file, named, given)
	if err != nil {
		return nil, err
	}
	s := &settings{flags: flags, changed: given.Changed, config: c, newsServer: flags.newsServer}
	if server := getenv("NNTPSERVER"); server != "" && !given.Changed("news-server") {
		s.newsServer = server // before the file
	}
	s.proxies = newProxies(flags, given.Changed, getenv, c)
	if s.gateways, err = gateways(flags.gateways, environ, c.gateways); err != nil {
		return nil, err
	}
	s.schemes = flags.proto.of(s.known())
	return s, nil
}

// known are the schemes that something here may open.
func (s *settings) known() []string {
	list := append(openedSchemes(), s.proxies.schemes()...)
	for _, g := range s.gateways {
		list = append(list, g.Scheme())
	}
	return list
}

// away says by what a URL would be opened that is not its own server, "" for nothing.
func (s *settings) away(u earl.URL) string {
	for _, g := range s.gateways {
		if to, err := g.URL(u); g.Scheme() == u.Scheme() && err == nil {
			return "a gateway is set for it, which would be asked for " + to.Redacted()
		}
	}
	if via, err := s.proxies.via(u.Scheme(), addressOf(u)); via != nil && err == nil {
		return "the proxy " + via.url.Redacted() + " would be asked for it"
	}
	return ""
}

// host returns what the file says of the server at an address "host:port"; never nil.
func (s *settings) host(address string) *hostConfig {
	if s == nil || len(s.config.hosts) == 0 {
		return new(hostConfig)
	}
	address = strings.ToLower(address)
	if h := s.config.hosts[address]; h != nil {
		return h
	}
	name, _, _ := net.SplitHostPort(address)
	if h := s.config.hosts[name]; h != nil {
		return h
	}
	return new(hostConfig)
}

// ftp returns the options for an ftp server.
func (s *settings) ftp(address string) ftp.Options {
	h, o := s.host(address), ftp.Options{Email: s.flags.email}
	if h.email != "" && !s.changed("email") {
		o.Email = h.email
	}
	stay := s.flags.nullCWD
	if h.nullCWD != "" && !s.changed("null-cwd") {
		stay = h.nullCWD
	}
	if stay == "stay" {
		o.NullCWD = ftp.NullCWDStay
	}
	tls := s.flags.tls
	if h.tls != nil && !s.changed("tls") {
		tls = *h.tls
	}
	if tls {
		o.Security = ftp.SecurityExplicit
	}
	o.UTF8 = h.utf8 != nil && *h.utf8
	return o
}

// rate is how many octets a second a server may be read at; 0: as many as come.
func (s *settings) rate(address string) int64 {
	if h := s.host(address); h.limitRate > 0 && !s.changed("limit-rate") {
		return int64(h.limitRate)
	}
	return int64(s.flags.limitRate)
}

// connections is how many transfers may be from one server at a time.
func (s *settings) connections(address string) int {
	if h := s.host(address); h.connections > 0 && !s.changed("max-per-host") {
		return h.connections
	}
	return s.flags.maxPerHost
}

// useNetrc reports whether the login of a server may come from netrc.
func (s *settings) useNetrc(address string) bool {
	if h := s.host(address); h.netrc != nil && !s.changed("netrc") && !s.changed("netrc-file") {
		return *h.netrc
	}
	return s.flags.netrc || s.flags.netrcFile != ""
}
