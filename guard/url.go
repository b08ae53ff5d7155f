package guard

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
	"github.com/earl-url/earl/readers"
)

// Check checks a URL with the zero Options. It makes no lookup, so a name that
// passes can still have a special address: [Transport] and [Dialer] check that
// when they connect. The error is an [*Error].
func Check(text string) error { return Options{}.Check(text) }

// Check is like the function Check, with options.
func (o Options) Check(text string) error {
	s := o.settings()
	if s.err != nil {
		return s.err
	}
	n, err := url.Parse(text)
	if err != nil { // it quotes the text, which can contain a password
		return s.refuse(GuardURL, "", unreadable)
	}
	return s.checkURL(text, n)
}

// unreadable is the reason for refusing a URL that net/url cannot read.
const unreadable = "net/url, which reads URLs for http.Client, cannot read it"

// checkURL checks a text and how net/url read it.
func (s *settings) checkURL(text string, n *url.URL) error {
	if !isHTTP(n) {
		if err := s.refuse(GuardScheme, hostOf(n), "the scheme is neither http nor https"); err != nil {
			return err
		}
	}
	u, err := s.checkText(text, n)
	if err != nil {
		return err
	}
	host, _ := destination.Host(u)
	port, _ := u.PortNumber()
	return s.checkHost(host, port)
}

// isHTTP reports whether net/url read a URL of http or https.
func isHTTP(n *url.URL) bool { return n.Scheme == "http" || n.Scheme == "https" }

// Agreed returns the URL in a text if the editions of the standard and real
// programs find the same server in it. It is the part of Check for URLs of every
// scheme: for a program that opens them with a client that checks addresses and
// ports itself. The URL can have no host, such as that of a newsgroup. Only the
// option Login has an effect. The error is an [*Error] with the guard "bad-url",
// "disagreement", "bad-host", "bad-port" or "login".
func (o Options) Agreed(text string) (earl.URL, error) {
	s := o.settings()
	n, err := url.Parse(text)
	if err == nil && isHTTP(n) {
		return s.checkText(text, n)
	}
	u, guard, reason := agreed(text, nil)
	if reason != "" {
		return earl.URL{}, s.refuse(guard, "", reason)
	}
	if scheme := u.Scheme(); scheme == "http" || scheme == "https" { // net/url cannot read it
		return earl.URL{}, s.refuse(GuardURL, "", unreadable)
	}
	host, _ := u.Host()
	if host != "" {
		if host, reason = destination.Host(u); reason == "" {
			reason = badText(host)
		}
		if reason != "" {
			return earl.URL{}, s.refuse(GuardBadHost, "", reason)
		}
	}
	if err := s.checkServer(text, u, host); err != nil {
		return earl.URL{}, err
	}
	return u, nil
}

// checkText checks that programs read the same host and port in a text with a
// host, and returns its URL. n is how net/url read it.
func (s *settings) checkText(text string, n *url.URL) (earl.URL, error) {
	if reason := badText(n.Hostname()); reason != "" {
		if err := s.refuse(GuardBadHost, hostOf(n), reason); err != nil {
			return earl.URL{}, err
		}
	}
	u, guard, reason := agreed(text, n)
	if reason != "" {
		if err := s.refuse(guard, hostOf(n), reason); err != nil {
			return earl.URL{}, err
		}
	}
	host, reason := destination.Host(u)
	if reason != "" {
		if err := s.refuse(GuardBadHost, hostOf(n), reason); err != nil {
			return earl.URL{}, err
		}
	}
	if err := s.checkServer(text, u, host); err != nil {
		return earl.URL{}, err
	}
	return u, nil
}

// checkServer checks the login and the port of u, and how other programs read
// its text. host is the host of u, or "".
func (s *settings) checkServer(text string, u earl.URL, host string) error {
	_, user := u.User()
	if _, password := u.Password(); (user || password) && !s.Login {
		if err := s.refuse(GuardLogin, host, "the URL has a user or a password"); err != nil {
			return err
		}
	}
	digits, _ := u.Port()
	if _, ok := u.PortNumber(); !ok && digits != "" {
		if err := s.refuse(GuardPortRange, host, "the port is not a number from 1 to 65535"); err != nil {
			return err
		}
	}
	if reason := otherReader(text, u); reason != "" {
		if err := s.refuse(GuardReadings, host, reason); err != nil {
			return err
		}
	}
	return nil
}

// badText returns why a host that net/url read is refused before its readings
// are compared, or "".
func badText(host string) string {
	switch {
	case host == "":
		return "the URL has no host"
	case !isConvertible(host):
		return "the host is not US-ASCII, and programs convert it differently: write its xn-- form"
	case strings.Contains("."+host+".", "-.") || strings.Contains("."+host, ".-"):
		return "a label of the host begins or ends with a hyphen, and some programs read no host then"
	}
	return ""
}

// isConvertible reports whether a host is US-ASCII, or UTS 46 makes an A-label of each
// label that is not. A label that becomes US-ASCII or gets another dot, such as one of
// fullwidth digits, passes a filter that compares names.
func isConvertible(host string) bool {
	converted := asciiHost(host)
	labels := strings.Split(converted, ".")
	switch {
	case converted == host:
		return !hasUnicode(host)
	case destination.BadHost(converted) != "":
		return false
	}
	for i, label := range strings.Split(host, ".") {
		if i == len(labels) || hasUnicode(label) != (strings.HasPrefix(labels[i], "xn--") && labels[i] != strings.ToLower(label)) {
			return false
		}
	}
	return strings.Count(host, ".") == len(labels)-1
}

// hasUnicode reports whether s has a character outside US-ASCII.
func hasUnicode(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) >= 0
}

// agreed returns the URL that editions and net/url agree about, or the guard
// that refuses it and the reason. A nil n leaves net/url out. With otherReader, it is the only place that
// compares readings.
//
// It asks rfc3986, whatwg and rfc1738, through earl.Auto, and net/url, because
// http.Client connects to what it reads. Drafts are not asked: no program
// follows them.
func agreed(text string, n *url.URL) (u earl.URL, guard, reason string) {
	u, err := earl.Auto.Parse(text)
	var fault *earl.ParseError
	switch {
	case errors.As(err, &fault) && fault.Readings != nil && strings.Contains(text, "@"):
		return u, GuardReadings, "programs read different hosts or ports" // one may be a password
	case errors.As(err, &fault) && fault.Readings != nil:
		return u, GuardReadings, fault.Disagreement()
	case err != nil:
		return u, GuardURL, "no edition of the standard can read it"
	}
	if n != nil && !sameServer(u, n) {
		return u, GuardReadings, "net/url reads another host or port than " + u.Edition().Name()
	}
	return u, "", ""
}

// otherReader returns why a URL is refused that another program would read
// differently, or "".
func otherReader(text string, u earl.URL) string {
	host, _ := u.Host()
	port, _ := u.Port()
	reading := readers.Reading{Scheme: u.Scheme(), Host: host, Port: port}
	if r := readers.Disagrees(text, reading); r != nil {
		by := u.Edition().Name() // Agreed does not need net/url for other schemes
		if reading.Scheme == "http" || reading.Scheme == "https" {
			by = "net/url"
		}
		return r.Title + " reads another host or port than " + by
	}
	return ""
}

// sameServer reports whether net/url read the scheme, host and port of u.
func sameServer(u earl.URL, n *url.URL) bool {
	host := n.Hostname()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := n.Port(); port != "" {
		host += ":" + port
	}
	text := n.Scheme + "://" + host + "/"
	v, err := earl.WHATWG.Parse(text)
	if err != nil {
		v, err = earl.RFC3986.Parse(text)
	}
	return err == nil && v.Path() == "/" && earl.SameServer(u, v)
}

// hostOf returns the host that net/url read, for an Error. A host with "@" can
// contain a password.
func hostOf(n *url.URL) string {
	if host := n.Hostname(); !strings.Contains(host, "@") {
		return host
	}
	return ""
}

// checkHost checks the host and port of a URL or a connection before a lookup.
func (s *settings) checkHost(host string, port uint16) error {
	addr, _ := netip.ParseAddr(host)
	if s.deny.match(host, addr, port) {
		if err := s.refuse(GuardDenied, host, "the destination is denied"); err != nil {
			return err
		}
	}
	if s.Only != nil && !s.only.match(host, addr, port) && (addr.IsValid() || !s.only.hasNet(port)) {
		if err := s.refuse(GuardOnly, host, "the destination is not one of those that are contacted"); err != nil {
			return err
		}
	}
	if destination.IsBadPort(port) && !s.allow.matchPort(host, addr, port) {
		if err := s.refuse(GuardBadPort, host, fmt.Sprintf("port %d belongs to another protocol", port)); err != nil {
			return err
		}
	}
	if destination.IsMetadataName(host) {
		err := s.refuse(GuardPrivateName, host, "it is the name of a metadata service of a cloud")
		if e, ok := err.(*Error); ok {
			e.Setting = ""
			return err
		}
	}
	if name := privateName(host); name != "" && !s.allow.matchAddress(host, addr, port) {
		if err := s.refuse(GuardPrivateName, host, fmt.Sprintf("names in %q are never on the public Internet", name)); err != nil {
			return err
		}
	}
	if addr.IsValid() {
		return s.checkAddress(host, addr, port)
	}
	return nil
}

// privateNames are the names, and the domains of names, that are looked up on
// this machine or its network. Source: rfc6761 6.3; rfc6762 3; rfc8375 3; ICANN
// reserved "internal" in 2024.
var privateNames = [...]string{"localhost", "local", "internal", "home.arpa"}

// privateName returns the row of privateNames that contains a host, or "".
func privateName(host string) string {
	host = hostKey(host)
	for _, name := range privateNames {
		if host == name || strings.HasSuffix(host, "."+name) {
			return name
		}
	}
	return ""
}

// checkAddress checks one address of a host.
func (s *settings) checkAddress(host string, addr netip.Addr, port uint16) error {
	at := netip.AddrPortFrom(addr, port)
	for _, a := range append(destination.Inside(addr), addr) {
		if s.deny.match(host, a, port) {
			if err := s.refuseAddress(GuardDenied, host, at, fmt.Sprintf("%s is denied", addr)); err != nil {
				return err
			}
		}
	}
	if s.Only != nil && !s.only.match(host, addr, port) {
		if err := s.refuseAddress(GuardOnly, host, at, fmt.Sprintf("%s is not one of the addresses that are contacted", addr)); err != nil {
			return err
		}
	}
	word := destination.SpecialHost(host, addr)
	if word == "" || word != destination.Metadata && s.allow.matchAddress(host, addr, port) {
		return nil
	}
	reason := destination.Describe(word)
	if addr.String() != host {
		reason = addr.String() + ", " + reason
	}
	err := s.refuseAddress(GuardPrivateAddress, host, at, reason)
	if e, ok := err.(*Error); ok && word == destination.Metadata {
		e.Setting = ""
	}
	return err
}
