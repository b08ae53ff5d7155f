package peers

import (
	"crypto/x509"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// Gopher is a gopher server. Its tree is that of [Tree] and:
//
//	gophermap          the root's menu
//	cgi-bin/find       a search: one text item for each word
//	pub/readme.txt.*   pygopherd only: the ABSTRACT and KEYWORDS of readme.txt
type Gopher struct {
	Server
	// Roots are the authorities for TLS, which the server takes on the same
	// port. It is nil if the server has no TLS.
	Roots *x509.CertPool
}

const gophermap = "Welcome to the root.\n" +
	"0Message of the day\t/etc/motd\n" +
	"1Public files\t/pub\n" +
	"7Find words\t/cgi-bin/find\n" +
	"hA page elsewhere\tURL:http://example.invalid/\n" +
	"0A text elsewhere\t/motd\texample.invalid\t70\n"

// findScript returns an item for each word of the search.
const findScript = "#!/bin/sh\nset -f\nfor word in $SEARCHREQUEST; do\n" +
	`printf '0Found %s\t/etc/motd\t127.0.0.1\t%s\r\n' "$word" PORT` + "\ndone\n"

// gopherTree creates the tree without its search, which contains the port.
func gopherTree(t testing.TB) string {
	t.Helper()
	root := Tree(t)
	write(t, root, "gophermap", gophermap)
	return root
}

func addSearch(t testing.TB, root string, port int) {
	t.Helper()
	path := write(t, root, "cgi-bin/find", strings.ReplaceAll(findScript, "PORT", strconv.Itoa(port)))
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

// Gophernicus starts gophernicus: plain Gopher, menus with a final dot, texts without. A
// super-server listens for it and starts a process for each connection.
func Gophernicus(t testing.TB) *Gopher {
	t.Helper()
	needsLinux(t, "gophernicus")
	program, root := Program(t, "gophernicus"), gopherTree(t)
	g := startSuper(t, "gophernicus", func(port int) *exec.Cmd {
		return exec.Command(program, "-h", "127.0.0.1", "-p", strconv.Itoa(port), "-r", root, "-nf", "-nh", "-nr", "-nv", "-nm", "-ns")
	})
	addSearch(t, root, g.port)
	if err := ask(address(g.port), "\r\n", "iWelcome"); err != nil {
		t.Fatalf("gophernicus: %v", err)
	}
	record(t, "gophernicus")
	return &Gopher{Server: Server{Name: "gophernicus", Addr: address(g.port), Root: root, scheme: "gopher"}}
}

// PyGopherd starts pygopherd: Gopher and Gopher+, on the same port with TLS.
// Neither menus nor texts have a final dot.
func PyGopherd(t testing.TB) *Gopher {
	t.Helper()
	needsLinux(t, "pygopherd")
	program := Program(t, "pygopherd")
	interpreter := python(t, "pygopherd", "pygopherd.initialization")
	dir := scratch(t)
	cert := newCertificate(t, dir)
	p := &Gopher{Server: Server{Name: "pygopherd", Root: gopherTree(t), scheme: "gopher"}, Roots: cert.roots}
	write(t, p.Root, "pub/readme.txt.abstract", "What the file says.\n")
	write(t, p.Root, "pub/readme.txt.keywords", "welcome lines\n")
	write(t, dir, "mime.types", mimeTypes)
	port := start(t, p.Name, dir, func(port int) *exec.Cmd {
		addSearch(t, p.Root, port)
		conf := strings.NewReplacer("DIR", dir, "ROOT", p.Root, "PORT", strconv.Itoa(port)).Replace(pygopherdConf)
		return exec.Command(interpreter, program, write(t, dir, "pygopherd.conf", conf))
	}, func(addr string) error { return ask(addr, "\r\n", "iWelcome") })
	p.Addr = address(port)
	return p
}

const mimeTypes = `text/plain txt
text/html html
image/gif gif
image/png png
application/octet-stream bin
`

// pygopherdConf has every key, because the program has no defaults.
const pygopherdConf = `[pygopherd]
detach = no
servername = 127.0.0.1
interface = 127.0.0.1
port = PORT
servertype = ForkingTCPServer
timeout = 30
abstract_headers = on
abstract_entries = always
tracebacks = yes
usechroot = no
enable_tls = yes
tls_certfile = DIR/cert.pem
tls_keyfile = DIR/key.pem
root = ROOT
mimetypes = DIR/mime.types
encoding = list(mimetypes.encodings_map.items())

[logger]
logmethod = file

[GopherEntry]
defaultmimetype = text/plain
mapping = [['text/html','h'],['text/.+','0'],['image/gif','g'],['image/.+','I'],['audio/.+','s'],['application/gopher\\+?-menu','1'],['application/.+','9'],['.*','0']]
eaexts = {'.abstract':'ABSTRACT','.keywords':'KEYWORDS','.ask':'ASK'}

[handlers.HandlerMultiplexer]
handlers = [url.HTMLURLHandler, gophermap.BuckGophermapHandler, UMN.UMNDirHandler, html.HTMLFileTitleHandler, scriptexec.ExecHandler, file.FileHandler]

[handlers.dir.DirHandler]
ignorepatt = /gophermap$|\.abstract$|\.keywords$|\.ask$|~$
cachetime = 0
cachefile = .cache.pygopherd.dir

[handlers.UMN.UMNDirHandler]
extstrip = nonencoded

[handlers.ZIP.ZIPHandler]
enabled = false
pattern = \.zip$

[protocols.ProtocolMultiplexer]
protocols = [gopherp.GopherPlusProtocol, gopherp.SecureGopherPlusProtocol, rfc1436.GopherProtocol, rfc1436.SecureGopherProtocol]

[protocols.gopherp.GopherPlusProtocol]
admin = Test Admin <admin@example.org>
`
