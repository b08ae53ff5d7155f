package peers

import (
	"fmt"
	"os/exec"
	"testing"
)

const geminiIndex = "# A small capsule\n\n=> etc/motd The message of the day\n=> /pub/ Public files\n=> gemini://elsewhere.invalid/x Elsewhere\n"

// MollyBrown starts molly-brown, a gemini server, with a certificate of its own. Its tree is that
// of [Tree] with the page index.gmi, and /old redirects to /etc/motd. It serves URLs of the host
// 127.0.0.1.
func MollyBrown(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "molly-brown")
	program, dir, root := Program(t, "molly-brown"), scratch(t), Tree(t)
	write(t, root, "index.gmi", geminiIndex)
	cert := newCertificate(t, dir)
	s := &Server{Name: "molly-brown", Root: root, scheme: "gemini"}
	port := start(t, s.Name, dir, func(port int) *exec.Cmd {
		conf := fmt.Sprintf("Port = %d\nHostname = \"127.0.0.1\"\nCertPath = %q\nKeyPath = %q\nDocBase = %q\nAccessLog = %q\nErrorLog = %q\n\n[TempRedirects]\n\"/old\" = \"/etc/motd\"\n",
			port, cert.cert, cert.key, root, dir+"/access", dir+"/error")
		return exec.Command(program, "-c", write(t, dir, "molly.conf", conf))
	}, func(addr string) error { return ask(addr, "", "") }) // it speaks second
	s.Addr = address(port)
	return s
}
