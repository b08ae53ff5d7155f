package peers

import (
	"crypto/x509"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// HTTP is a web server. It serves its tree, with listings of directories, ranges, entity
// tags and gzip for text, and these paths:
//
//	/r/301 /r/302 /r/303 /r/307 /r/308   to /pub/readme.txt, by that status
//	/r/1 ... /r/9        to the next lower, and from 1 to /pub/readme.txt
//	/r/loop /r/ab /r/ba  to itself; to one another
//	/r/other             to the same server's other scheme, at /echo/auth
//	/r/ftp /r/file /r/gopher   to ftp://127.0.0.1/pub/, file:///etc/passwd,
//	                     and a gopher URL with CR LF
//	/status/404 /status/410 /status/500   that status, with a body
//	/auth/...            the tree, for [User] and [Password] in realm "earl"
//	/echo/auth /echo/agent /echo/referer /echo/accept   that header of the
//	                     request, and a line end
type HTTP struct {
	Server
	TLSAddr string         // the host and port of the same server with TLS
	Roots   *x509.CertPool // the authorities for TLSAddr
}

// TLSURL returns the https URL of path, encoded and without its first slash.
func (p *HTTP) TLSURL(path string) string {
	//lint:ignore urlconcat the path is escaped
	return "https://" + p.TLSAddr + "/" + path
}

// Nginx starts nginx on IPv4 and IPv6. TLS is only on IPv4.
func Nginx(t testing.TB) *HTTP {
	t.Helper()
	needsLinux(t, "nginx")
	program := Program(t, "nginx")
	dir := scratch(t)
	cert := newCertificate(t, dir)
	p := &HTTP{Server: Server{Name: "nginx", Root: Tree(t), scheme: "http"}, Roots: cert.roots}
	write(t, dir, "users", User+":"+passwordHash+"\n")
	write(t, dir, "locations", strings.NewReplacer("DIR", dir, "ROOT", p.Root).Replace(nginxLocations))
	port := start(t, p.Name, dir, func(port int) *exec.Cmd {
		tlsPort := freePort(t)
		p.TLSAddr = address(tlsPort)
		conf := strings.NewReplacer("DIR", dir, "ROOT", p.Root, "LISTEN", listen(port),
			"TLSADDR", p.TLSAddr, "ADDR", address(port)).Replace(nginxConf)
		if isRoot() {
			conf = "user nobody nogroup;\n" + conf
		}
		return exec.Command(program, "-p", dir, "-c", write(t, dir, "nginx.conf", conf), "-e", "stderr")
	}, func(addr string) error { return ask(addr, "GET / HTTP/1.0\r\n\r\n", "HTTP/1.1 200") })
	p.Addr = address(port)
	if hasIPv6() {
		p.Addr6 = address6(port)
	}
	return p
}

func listen(port int) string {
	lines := "listen " + address(port) + ";"
	if hasIPv6() {
		lines += " listen [::1]:" + strconv.Itoa(port) + ";"
	}
	return lines
}

const nginxConf = `daemon off;
worker_processes 1;
pid DIR/nginx.pid;
events { worker_connections 256; }
http {
	access_log off;
	client_body_temp_path DIR/body;
	proxy_temp_path DIR/proxy;
	fastcgi_temp_path DIR/fastcgi;
	uwsgi_temp_path DIR/uwsgi;
	scgi_temp_path DIR/scgi;
	types { text/plain txt; text/html html; application/octet-stream bin; }
	default_type application/octet-stream;
	charset_types text/plain;
	charset utf-8;
	gzip on;
	gzip_types text/plain;
	absolute_redirect off;
	autoindex on;
	root ROOT;

	server {
		LISTEN
		set $other https://TLSADDR;
		include DIR/locations;
	}
	server {
		listen TLSADDR ssl;
		ssl_certificate DIR/cert.pem;
		ssl_certificate_key DIR/key.pem;
		set $other http://ADDR;
		include DIR/locations;
	}
}
`

const nginxLocations = `location = /r/301 { return 301 /pub/readme.txt; }
location = /r/302 { return 302 /pub/readme.txt; }
location = /r/303 { return 303 /pub/readme.txt; }
location = /r/307 { return 307 /pub/readme.txt; }
location = /r/308 { return 308 /pub/readme.txt; }
location = /r/1 { return 302 /pub/readme.txt; }
location = /r/2 { return 302 /r/1; }
location = /r/3 { return 302 /r/2; }
location = /r/4 { return 302 /r/3; }
location = /r/5 { return 302 /r/4; }
location = /r/6 { return 302 /r/5; }
location = /r/7 { return 302 /r/6; }
location = /r/8 { return 302 /r/7; }
location = /r/9 { return 302 /r/8; }
location = /r/loop { return 302 /r/loop; }
location = /r/ab { return 302 /r/ba; }
location = /r/ba { return 302 /r/ab; }
location = /r/other { return 302 $other/echo/auth; }
location = /r/ftp { return 302 ftp://127.0.0.1/pub/; }
location = /r/file { return 302 file:///etc/passwd; }
location = /r/gopher { return 302 gopher://127.0.0.1/0x%0D%0Ay; }
location = /status/404 { default_type text/plain; return 404 "not here\n"; }
location = /status/410 { default_type text/plain; return 410 "gone\n"; }
location = /status/500 { default_type text/plain; return 500 "broken\n"; }
location = /echo/auth { default_type text/plain; return 200 "$http_authorization\n"; }
location = /echo/agent { default_type text/plain; return 200 "$http_user_agent\n"; }
location = /echo/referer { default_type text/plain; return 200 "$http_referer\n"; }
location = /echo/accept { default_type text/plain; return 200 "$http_accept\n"; }
location /auth/ {
	auth_basic earl;
	auth_basic_user_file DIR/users;
	alias ROOT/;
}
`
