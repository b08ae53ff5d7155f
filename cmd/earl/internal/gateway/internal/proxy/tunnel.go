package proxy

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

const (
	// maxSelector is the length of the longest gopher request, a selector and a search,
	// in bytes.
	maxSelector = 4 << 10
	// selectorTime is how long a client may take to send that line.
	selectorTime = 10 * time.Second
)

// tunnel responds to CONNECT, which curl sends to a proxy to read gopher. It makes no
// tunnel, since no guard could check the bytes in one. Instead it is a gopher server: it
// reads a selector, opens the gopher URL with that selector, and sends the bytes of the
// object. It closes the connection if the client sends no gopher request.
// Source: rfc9110 9.3.6; rfc1436 2.
func (p *Handler) tunnel(w http.ResponseWriter, r *http.Request) {
	server, err := earl.RFC3986.Parse("gopher://" + r.RequestURI + "/")
	if port, _ := server.Port(); err != nil || port == "" {
		access.Refuse(w, http.StatusBadRequest, "CONNECT needs a host and a port.")
		return
	}
	release := p.o.Fetch.Acquire(w, r, server)
	if release == nil {
		return
	}
	defer release()
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		access.Refuse(w, http.StatusNotImplemented, "CONNECT does not work on this connection.")
		return
	}
	defer conn.Close()
	out := p.o.Fetch.ConnWriter(conn)
	io.WriteString(out, "HTTP/1.1 200 Send a gopher selector\r\n\r\n") // after an error the client sends no request
	conn.SetReadDeadline(time.Now().Add(selectorTime))
	doc, err := p.requested(r, server, buffered.Reader)
	if err != nil { // in the form of rfc1436 3.8
		_, what, said := p.o.Explain(err)
		fmt.Fprintf(out, "3%s\t\terror.host\t1\r\n.\r\n", lineOf(what+" "+said))
		return
	}
	defer doc.Body.Close()
	if _, err := io.Copy(out, doc.Body); err != nil {
		reset(conn) // so that the client does not take a part for the whole
	}
}

// lineOf returns a text as a field of one line.
func lineOf(text string) string { return strings.Join(strings.Fields(text), " ") }

// reset makes Close send a TCP reset, so that the client sees that the data is incomplete.
func reset(c net.Conn) {
	if tcp, ok := c.(interface{ SetLinger(sec int) error }); ok {
		tcp.SetLinger(0)
	}
}

// requested reads a selector and opens the object with that selector at server. It opens
// every object as a binary file, since only the client knows the gophertype.
func (p *Handler) requested(r *http.Request, server earl.URL, request *bufio.Reader) (*open.Document, error) {
	line, err := readSelector(request)
	if err != nil {
		return nil, err
	}
	v, err := views.ParseGopher(server)
	if err != nil {
		return nil, err
	}
	selector, search, searches := strings.Cut(line, "\t")
	v.Type, v.Selector = earl.Some("9"), earl.Octets(selector)
	if searches {
		v.Search = earl.Some(earl.Octets(search))
	}
	u, err := v.URL(earl.RFC3986)
	if err != nil {
		return nil, err
	}
	q := p.o.Fetch.Request(u)
	q.Login = noLogin
	return p.o.Fetch.Document(r.Context(), q)
}

// readSelector reads the line of a request, without its end.
func readSelector(r *bufio.Reader) (string, error) {
	var line []byte
	for len(line) <= maxSelector {
		c, err := r.ReadByte()
		switch {
		case err != nil:
			return "", errors.New("the client sent no selector")
		case c == '\n':
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		line = append(line, c)
	}
	return "", fmt.Errorf("the selector has more than %d bytes", maxSelector)
}
