// Package guard protects Go services that request URLs of other people: web
// hooks, previews of links, imports, fetch tools of language models. Such a URL
// must not reach the service's own network.
//
//	client := &http.Client{Transport: guard.Transport(guard.Options{})}
//
// The client then refuses, before anything is sent, URLs whose host programs
// read differently, special addresses in every form, ports of other protocols,
// and redirects to any of these. It dials only an address that it checked, so a
// second lookup cannot return another one (DNS rebinding). It ignores proxies of
// the environment, and limits the size and the time of a response.
//
// [Check] checks a URL without a lookup, for example when a user saves it.
// [Dialer] makes checked connections for other protocols and clients. An error
// is an [*Error], which says what refused the URL and which option allows it.
//
// The ranges of addresses are those of the IANA registries (rfc6890), and the
// metadata services of clouds; the ports are those of the Fetch Standard.
// See also rfc1738 6 and rfc3986 7.6. The package does not check what a server
// sends, and does not check the host of the field Request.Host.
package guard

import (
	"context"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// The defaults of limits in [Options] that are 0.
const (
	// defaultMaxSize is larger than almost all pages, pictures and JSON answers.
	defaultMaxSize = 10 << 20
	// defaultConnect is long enough for a lookup and a handshake that lost two packets.
	defaultConnect = 10 * time.Second
	// defaultHeader is longer than a busy server usually needs for an answer.
	defaultHeader = 30 * time.Second
	// defaultIdle is as long as defaultHeader, for the same reason.
	defaultIdle = 30 * time.Second
	// defaultTotal has room for defaultMaxSize at 90 KB a second.
	defaultTotal = 2 * time.Minute
)

// Options contains what is allowed, and the limits. The zero value is the safe
// one. A limit of 0 is the default, a negative limit is no limit. Do not change
// Options after use. An Options whose lists cannot be read refuses everything:
// its errors have the guard "bad-option".
//
// An entry of a list is a host, "*." before a host for all names below it, an
// address or a range of addresses. After it can be a colon and a port:
// "intranet.example", "*.svc.example:8080", "10.0.0.0/8", "[::1]:8080". The
// entry "*:25" is port 25 of every host.
type Options struct {
	// Allow lists destinations that are contacted although their address or name
	// is special, such as a service of your own. An entry with a port also allows
	// a port of another protocol; "*:25" allows only that. A metadata service of
	// a cloud is never allowed. Guards "private-address", "private-name",
	// "bad-port-list".
	Allow []string
	// Only lists the only destinations that are contacted; nil means all. If a
	// destination has a special address, Allow must list it too. Guard
	// "not-listed".
	Only []string
	// Deny lists destinations that are never contacted, whatever Allow and Only
	// contain. Guard "denied".
	Deny []string
	// Login allows a user and a password in a URL. Guard "login".
	Login bool

	MaxSize int64         // the most bytes of a body, after decompression. Guard "max-size"
	Connect time.Duration // for a lookup and the connection. Guard "connect-time"
	Header  time.Duration // from the start of a request to the end of the answer's header. Guard "header-time"
	Idle    time.Duration // how long a server may send nothing of a body. Guard "idle-time"
	Total   time.Duration // for a request and all of its answer. Guard "total-time"

	// Proxy returns the proxy for a request, as in http.Transport; nil means no
	// proxy, whatever the environment contains. A proxy looks up the host itself,
	// so only the URL is checked: the proxy must check addresses.
	Proxy func(*http.Request) (*url.URL, error)
	// Base has further settings for Transport, such as TLSClientConfig. It is
	// copied. Its functions for proxies and dialling are not used.
	Base *http.Transport
	// LookupNetIP looks up a host; nil means that of net.DefaultResolver.
	LookupNetIP func(ctx context.Context, network, host string) ([]netip.Addr, error)
	// DialContext connects to an address that was checked; nil means that of a
	// net.Dialer.
	DialContext func(ctx context.Context, network, address string) (net.Conn, error)

	off string // a guard that tests turn off
}

// settings is an Options with its lists read and its limits set.
type settings struct {
	Options
	allow, only, deny rules
	err               error // in a list
}

// settings returns o in the form that the checks use.
func (o Options) settings() *settings {
	s := &settings{Options: o}
	for _, list := range []struct {
		name string
		from []string
		to   *rules
	}{{"Allow", o.Allow, &s.allow}, {"Only", o.Only, &s.only}, {"Deny", o.Deny, &s.deny}} {
		read, err := parseRules(list.from)
		if err != nil {
			s.err = s.refuse(GuardOption, "", fmt.Sprintf("Options.%s: %v", list.name, err))
		}
		*list.to = read
	}
	s.MaxSize = limit(o.MaxSize, defaultMaxSize)
	s.Connect = limit(o.Connect, defaultConnect)
	s.Header = limit(o.Header, defaultHeader)
	s.Idle = limit(o.Idle, defaultIdle)
	s.Total = limit(o.Total, defaultTotal)
	if s.LookupNetIP == nil {
		s.LookupNetIP = net.DefaultResolver.LookupNetIP
	}
	if s.DialContext == nil {
		s.DialContext = new(net.Dialer).DialContext
	}
	return s
}

// limit returns the default for 0, and the largest value for a negative one.
func limit[T ~int64](value, standard T) T {
	switch {
	case value == 0:
		return standard
	case value < 0:
		return math.MaxInt64
	}
	return value
}
