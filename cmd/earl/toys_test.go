//go:build linux

package main

import (
	"bufio"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/protocol/waisserver"
)

// listen listens on loopback until the test ends.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// A peer is the server's side of one connection.
type peer struct {
	t         *testing.T
	conn      net.Conn
	r         *bufio.Reader
	size, cut int64 // of an endless object
}

func newPeer(t *testing.T, conn net.Conn, size, cut int64) *peer {
	return &peer{t: t, conn: conn, r: bufio.NewReader(conn), size: size, cut: cut}
}

// line reads a line of the client, or returns "" at the end.
func (p *peer) line() string {
	line, _ := p.r.ReadString('\n')
	return strings.TrimRight(line, "\r\n")
}

func (p *peer) say(text string) { io.WriteString(p.conn, text) }

// pour sends a piece again and again, up to the cut, and reports whether that was everything.
func (p *peer) pour(piece string) bool { return pour(p.conn, piece, p.size, p.cut) }

// pour writes a piece again and again: the first cut bytes of size.
func pour(w io.Writer, piece string, size, cut int64) bool {
	block := []byte(strings.Repeat(piece, 1+64<<10/len(piece)))
	for left := min(cut, size); left > 0; left -= int64(len(block)) {
		if _, err := w.Write(block[:min(left, int64(len(block)))]); err != nil {
			return false
		}
	}
	return cut >= size
}

// end ends the output and waits until the client closes. Closing with unread input would be
// a reset, which discards output that the client has not read.
func (p *peer) end() {
	p.conn.(*net.TCPConn).CloseWrite()
	io.Copy(io.Discard, p.r)
}

const textLine = "A line of a text that goes on and on, 64 octets with its end.. \r\n"

var toys = []toy{
	{"ftp body", "ftp://HOST/big.bin", statusDone, true, ftpTalk("")},
	{"ftp greeting line", "ftp://HOST/a", statusProtocol, false, func(p *peer) { p.say("220 "); p.pour("x") }},
	{"ftp reply of many lines", "ftp://HOST/a", statusProtocol, false, func(p *peer) { p.say("220-\r\n"); p.pour(textLine) }},
	{"ftp listing line", "ftp://HOST/d/", statusProtocol, false, ftpTalk("x")},
	{"http body", "http://HOST/", statusDone, true, func(p *peer) {
		p.httpHead("Content-Length: " + strconv.FormatInt(p.size, 10) + "\r\n\r\n")
		p.pour("x")
	}},
	{"http chunks", "http://HOST/", statusDone, true, func(p *peer) {
		p.httpHead("Transfer-Encoding: chunked\r\n\r\n" + strconv.FormatInt(p.size, 16) + "\r\n")
		if p.pour("x") {
			p.say("\r\n0\r\n\r\n")
		}
	}},
	{"http status line", "http://HOST/", statusProtocol, false, func(p *peer) { p.line(); p.say("HTTP/1.1 200 "); p.pour("x") }},
	{"http header line", "http://HOST/", statusProtocol, false, func(p *peer) { p.httpHead("X: "); p.pour("x") }},
	{"http header", "http://HOST/", statusProtocol, false, func(p *peer) { p.httpHead(""); p.pour("X: " + textLine) }},
	{"http trailer", "http://HOST/", statusProtocol, false, func(p *peer) {
		p.httpHead("Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n")
		p.pour("X: " + textLine)
	}},
	{"http chunk line", "http://HOST/", statusProtocol, false, func(p *peer) { p.httpHead("Transfer-Encoding: chunked\r\n\r\n1;"); p.pour("x") }},
	{"gopher body", "gopher://HOST/9big", statusDone, false, func(p *peer) { p.line(); p.pour("x") }},
	{"gopher text of one line", "gopher://HOST/0big", statusDone, false, func(p *peer) { p.line(); p.pour("x"); p.say("\r\n.\r\n") }},
	{"gopher menu line", "gopher://HOST/1", statusProtocol, false, func(p *peer) { p.line(); p.pour("x") }},
	{"gopher+ body", "gopher://HOST/9big%09%09+", statusDone, true, func(p *peer) {
		p.line()
		p.say("+" + strconv.FormatInt(p.size, 10) + "\r\n")
		p.pour("x")
	}},
	// No length has that many digits.
	{"gopher+ data header", "gopher://HOST/9big%09%09+", statusProtocol, false, func(p *peer) { p.line(); p.say("+"); p.pour("1") }},
	{"gopher+ attributes", "gopher://HOST/9big%09%09!", statusProtocol, false, func(p *peer) {
		p.line()
		p.say("+-1\r\n+INFO: 9a\tb\tc\t70\t+\r\n+ABSTRACT:\r\n")
		p.pour(" " + textLine)
	}},
	{"nntp article", "nntp://HOST/a.b/1", statusDone, true, nntpTalk("Subject: a\r\n\r\n", textLine)},
	{"nntp article of one line", "nntp://HOST/a.b/1", statusDone, true, nntpTalk("Subject: a\r\n\r\n", "x")},
	// the header is part of the article, and no code reads it
	{"nntp header", "nntp://HOST/a.b/1", statusDone, false, nntpTalk("", "X: "+textLine)},
	{"nntp header line", "nntp://HOST/a.b/1", statusDone, false, nntpTalk("X: ", "x")},
	{"nntp overview line", "nntp://HOST/a.b", statusProtocol, false, nntpTalk("1\t", "x")},
	{"nntp greeting", "nntp://HOST/a.b", statusProtocol, false, func(p *peer) { p.say("200 "); p.pour("x") }},
	{"wais document", waisURL, statusDone, true, waisTalk},
	{"wais length", waisURL, statusProtocol, false, func(p *peer) { p.say("9999999999z2wais        0"); p.pour("x") }},
	{"telnet session", "telnet://HOST/", statusDone, false, func(p *peer) { p.pour(textLine) }},
	{"telnet subnegotiation", "telnet://HOST/", statusProtocol, false, func(p *peer) { p.say("\xFF\xFD\x18\xFF\xFA\x18"); p.pour("x") }},
	{"telnet options", "telnet://HOST/", statusProtocol, false, func(p *peer) { p.pour("\xFF\xFB\x01\xFF\xFC\x01") }},
}

// httpHead reads a request and begins a response.
func (p *peer) httpHead(rest string) {
	for p.line() != "" {
	}
	p.say("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n" + rest)
}

// ftpTalk serves an ftp session. Its data are a file, or pieces instead of a listing.
func ftpTalk(piece string) func(p *peer) {
	return func(p *peer) {
		data := listen(p.t)
		defer data.Close()
		p.say("220 ready\r\n")
		for {
			verb, _, _ := strings.Cut(p.line(), " ")
			switch verb {
			case "USER":
				p.say("331 password\r\n")
			case "PASS":
				p.say("230 in\r\n")
			case "TYPE", "CWD":
				p.say("250 done\r\n")
			case "SIZE":
				p.say("213 " + strconv.FormatInt(p.size, 10) + "\r\n")
			case "EPSV":
				_, port, _ := net.SplitHostPort(data.Addr().String())
				p.say("229 here (|||" + port + "|)\r\n")
			case "RETR", "LIST", "NLST", "MLSD":
				if (verb == "RETR") != (piece == "") {
					p.say("550 none\r\n")
					continue
				}
				conn, err := data.Accept()
				if err != nil {
					return
				}
				p.say("150 it comes\r\n")
				pour(conn, piece+"x", p.size, p.cut)
				conn.Close()
				p.say("226 done\r\n") // which is false if the data were cut
			case "QUIT", "":
				p.say("221 bye\r\n")
				return
			default:
				p.say("500 what?\r\n")
			}
		}
	}
}

// nntpTalk serves a session. The requested object is a head followed by pieces.
func nntpTalk(head, piece string) func(p *peer) {
	return func(p *peer) {
		p.say("200 ready\r\n")
		for {
			verb, _, _ := strings.Cut(p.line(), " ")
			switch verb {
			case "MODE":
				p.say("200 reader\r\n")
			case "GROUP":
				p.say("211 1 1 1 a.b\r\n")
			case "ARTICLE":
				p.say("220 1 <a@b.test>\r\n" + head)
			case "OVER", "XOVER":
				p.say("224 it comes\r\n" + head)
			case "QUIT", "":
				p.say("205 bye\r\n")
				return
			default:
				p.say("500 what?\r\n")
				continue
			}
			if verb == "ARTICLE" || strings.HasSuffix(verb, "OVER") {
				if !p.pour(piece) {
					return
				}
				p.say("\r\n.\r\n")
			}
		}
	}
}

// waisURL is the URL of the document of waisTalk. Source: rfc1738 3.9.
const waisURL = "wais://HOST/db/TEXT/%03%03DOC"

// waisTalk serves a document that a wais server has in memory, through a
// connection that is cut.
func waisTalk(p *peer) {
	body := []byte(strings.Repeat("x", int(p.size)))
	s := &waisserver.Server{Databases: []waisserver.Database{{Name: "db", Documents: []waisserver.Document{{ID: "\x03\x03DOC", Type: "TEXT", Body: body}}}}}
	s.Converse(&cutConn{Conn: p.conn, left: p.cut, whole: p.cut >= p.size})
}

// A cutConn closes after the server has sent a number of bytes.
type cutConn struct {
	net.Conn
	left  int64
	whole bool
}

func (c *cutConn) Write(b []byte) (int, error) {
	if c.whole || int64(len(b)) <= c.left {
		c.left -= int64(len(b))
		return c.Conn.Write(b)
	}
	n, _ := c.Conn.Write(b[:c.left])
	c.Conn.Close()
	return n, net.ErrClosed
}
