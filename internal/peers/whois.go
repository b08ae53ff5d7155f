package peers

import (
	"os/exec"
	"strconv"
	"testing"
)

// whoisProgram is a whois server in Python: Debian has none. It repeats the query byte for byte in
// hexadecimal digits. A query "to HOST:PORT" is answered by a referral.
const whoisProgram = `
import socketserver, sys

class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        line = self.rfile.readline()
        self.wfile.write(b"% a registry in Python\r\nquery: " + line.hex().encode() + b"\r\nname: Caf\xe9\r\n")
        if line.startswith(b"to "):
            self.wfile.write(b"ReferralServer: whois://" + line[3:].strip() + b"\r\n")

class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
`

// Whois starts a whois server in Python.
func Whois(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "pywhois")
	program, dir := python(t, "pywhois", "socketserver"), scratch(t)
	script := write(t, dir, "whois.py", whoisProgram)
	port := start(t, "pywhois", dir, func(port int) *exec.Cmd {
		return exec.Command(program, script, strconv.Itoa(port))
	}, func(addr string) error { return ask(addr, "a\r\n", "% a registry") })
	return &Server{Name: "pywhois", Addr: address(port), Root: dir, scheme: "whois"}
}
