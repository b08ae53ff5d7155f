package demo

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"math/big"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// geminiExhibit is the gemini server, its example and its stops on the tour.
var geminiExhibit = exhibit{
	scheme:  "gemini",
	serve:   newGeminid,
	example: Example{Title: "Pages of lines", Text: "A page with links, over TLS, from a server that certifies itself."},
	path:    "",
	holds:   "Welcome to the library",
	stops: []stop{{
		why:   "A page of gemtext: each line is a heading, a link or a text.",
		path:  "",
		holds: "=> /welcome.txt Welcome to the library\n",
	}, {
		why:   "A directory without its slash: the server redirects.",
		path:  "names",
		holds: "=> /names/two%20words.txt",
	}, {
		why:     "The server asks a question. The answer is the query of the next URL.",
		path:    "search",
		answers: []string{"letters"},
		holds:   "# Search: letters\n",
	}, {
		why:   "A text has its media type, as in http.",
		path:  "history/gopher.txt",
		holds: "gopher",
	}},
}

// geminiValid is how long the certificate of a demo is valid: longer than a demo runs. After
// that, a client accepts the certificate of another demo on the same port.
const geminiValid = 24 * time.Hour

// geminid serves the library by gemini: pages of gemtext, files and a search.
type geminid struct {
	library *library
	idle    time.Duration
	config  func() (*tls.Config, error) // makes the certificate once
}

// newGeminid returns the handler of a server with a new certificate.
func newGeminid(l *library, idle time.Duration) func(net.Conn) {
	return (&geminid{l, idle, sync.OnceValues(newCertificate)}).handle
}

// newCertificate returns the settings of a server that certifies itself.
func newCertificate() (*tls.Config, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "localhost"},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(geminiValid),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, nil
}

// handle serves one request.
func (d *geminid) handle(raw net.Conn) {
	config, err := d.config()
	if err != nil {
		return
	}
	raw.SetDeadline(time.Now().Add(d.idle))
	c := tls.Server(raw, config)
	defer c.Close()
	line, err := readLine(bufio.NewReaderSize(c, maxLine))
	if err == errLongLine {
		io.WriteString(c, "59 The request is too long.\r\n")
		linger(c)
	}
	if err != nil {
		return
	}
	raw.SetReadDeadline(time.Time{})
	_, port, _ := net.SplitHostPort(raw.LocalAddr().String())
	io.Copy(deadlineWriter{c, d.idle}, d.answer(line, port))
}

// answer returns the response to a request. Source: gemini specification.
func (d *geminid) answer(line, port string) io.Reader {
	if len(line) > 1024 {
		return strings.NewReader("59 The request is too long.\r\n")
	}
	u, err := earl.RFC3986.Parse(line)
	if err != nil {
		return strings.NewReader("59 The request must be an absolute URL.\r\n")
	}
	v, err := views.ParseGemini(u)
	switch number, _ := u.PortNumber(); {
	case err != nil, strconv.Itoa(int(number)) != port:
		return strings.NewReader("53 This server has only its own gemini URLs.\r\n")
	case v.Path == "":
		return strings.NewReader("31 /\r\n")
	case v.Path == searchSelector:
		return strings.NewReader(d.search(v.Search))
	}
	n := d.library.at(v.Path)
	switch {
	case n == nil:
		return strings.NewReader("51 This library has nothing with that name.\r\n")
	case n.dir && !strings.HasSuffix(v.Path, "/"):
		return strings.NewReader("31 " + n.escape() + "\r\n")
	case n.dir:
		return strings.NewReader("20 text/gemini; lang=en\r\n" + d.directory(n))
	}
	return io.MultiReader(strings.NewReader("20 "+mediaType(n)+"\r\n"), strings.NewReader(n.data))
}

// directory returns the page of a directory.
func (d *geminid) directory(n *node) string {
	var b strings.Builder
	if n == d.library.files {
		b.WriteString("# The library\n\nEverything here is served by this computer.\n\n")
	} else {
		fmt.Fprintf(&b, "# %s\n\n", n.title())
	}
	for _, c := range n.children {
		fmt.Fprintf(&b, "=> %s %s\n", c.escape(), c.title())
	}
	if n == d.library.files {
		b.WriteString("\n## Find\n\n=> " + searchSelector + " Search the library\n\n> You have opened a Uniform Resource Locator, and something answered.\n")
	} else {
		b.WriteString("\n=> ../ Up\n")
	}
	return b.String()
}

// search returns the page with the results of a search, or the question for its words.
func (d *geminid) search(words earl.Field) string {
	query := strings.ToValidUTF8(string(earl.Unescape(string(words.Value))), "?")
	if strings.TrimSpace(query) == "" {
		return "10 Words to search for\r\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "20 text/gemini; lang=en\r\n# Search: %s\n\n", printable(query))
	for _, h := range d.library.index.search(query) {
		fmt.Fprintf(&b, "=> %s %s\n", h.node.escape(), h.node.title())
	}
	b.WriteString("\n=> " + searchSelector + " Search again\n")
	return b.String()
}
