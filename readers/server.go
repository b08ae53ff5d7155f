package readers

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/uts46"
)

// Server is what a program contacts. Two programs that contact different servers
// have different values. The zero Server means that a program finds no host.
type Server struct {
	Host string // as a filter would compare it: in lower case, an IPv6 address in its short form
	Port string // the default port of the scheme, if the program finds none
}

// Server returns the server of a reading. Spellings of a host that every program
// takes for the same name are equal: upper and lower case, an IPv6 address, and a
// name outside ASCII with its A-labels. A zone does not count: it chooses a network
// interface. Others differ, such as "0x7f.1" and
// "127.0.0.1", because a filter that compares names sees two hosts.
func (r Reading) Server() Server {
	host := plainHost(r.Host)
	if host == "" {
		return Server{}
	}
	port, scheme := plainNumber(r.Port), lower(r.Scheme)
	if s, ok := earl.RFC3986.Scheme(scheme); port == "" && ok && s.Port != 0 {
		port = strconv.Itoa(int(s.Port))
	} else if port == "" {
		port = strings.TrimPrefix(serverPort(scheme), ":")
	}
	return Server{host, port}
}

// serverPorts are schemes with a host and their usual ports, which some programs give
// where a text has none.
const serverPorts = " http:80 https:443 ftp:21 gopher:70 telnet:23 rlogin:513 nntp:119 news:119 snews:563 nntps:563 ldap:389 ldaps:636 " +
	"rtsp:554 rtspu:554 rsync:873 ssh:22 sftp:22 pop:110 sip:5060 sips:5061 tn3270:23 mms:1755 file: "

// serverPort returns the usual port of a scheme after a colon, or "".
func serverPort(scheme string) string {
	_, after, ok := strings.Cut(serverPorts, " "+scheme+":")
	port, _, _ := strings.Cut(after, " ")
	if !ok || scheme == "" {
		return ""
	}
	return ":" + port
}

// plainHost returns a host in the spelling in which hosts are compared.
func plainHost(host string) string {
	inner := host
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		inner = host[1 : len(host)-1]
		if lower(inner[:min(1, len(inner))]) == "v" { // an address of a future version
			return lower(inner)
		}
	}
	if strings.Contains(inner, ":") {
		if a, err := netip.ParseAddr(inner); err == nil {
			return a.WithZone("").String()
		}
	}
	host = lower(host)
	if ascii.Only(host) {
		return host
	}
	host = lowerText(host)
	if name, ok := uts46.ToASCII(host); ok {
		if back, ok := uts46.ToUnicode(name); ok && back == host {
			return name
		}
	}
	return host
}
