package nntp

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
)

// tlsServer is a news server with TLS on loopback, for one session.
type tlsServer struct {
	config  *tls.Config
	roots   *x509.CertPool
	listen  net.Listener
	first   bool              // TLS begins with the first byte
	tail    string            // sent in one write with the reply to STARTTLS
	replies map[string]string // replies by command
	done    chan struct{}
	seen    []string // the command lines
}

// startTLSServer starts one whose certificate is for a host name.
func startTLSServer(t *testing.T, host string) *tlsServer {
	t.Helper()
	s := &tlsServer{done: make(chan struct{}), replies: map[string]string{
		"MODE READER": "200 hello", "CAPABILITIES": "101 list\r\nVERSION 2\r\nstarttls\r\n.", "STARTTLS": "382 go on",
		"ARTICLE <a@b.example>": "220 0 <a@b.example>\r\nSubject: a\r\n.", "QUIT": "205 bye",
		"AUTHINFO USER alice": "381 and?", "AUTHINFO PASS secret-7": "281 in", "GROUP private.team": "480 who?",
	}}
	s.config, s.roots = transcript.Certificate(t, host, time.Hour)
	var err error
	if s.listen, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.listen.Close() })
	return s
}

// run serves one connection.
func (s *tlsServer) run() {
	defer close(s.done)
	conn, err := s.listen.Accept()
	if err != nil {
		return
	}
	defer func() { conn.Close() }()
	if s.first {
		conn = tls.Server(conn, s.config)
	}
	io.WriteString(conn, "200 hello\r\n")
	for r := bufio.NewReader(conn); ; {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSuffix(line, "\r\n")
		s.seen = append(s.seen, line)
		io.WriteString(conn, s.replies[line]+"\r\n")
		if line == "STARTTLS" && strings.HasPrefix(s.replies[line], "382") {
			io.WriteString(conn, s.tail)
			over := tls.Server(conn, s.config)
			if over.Handshake() != nil {
				return
			}
			conn, r = over, bufio.NewReader(over)
		}
	}
}

// get opens a URL. Every host name is that of the server.
func (s *tlsServer) get(t *testing.T, o Options, url string) (string, error) {
	go s.run()
	client := open.New(open.Options{
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("192.0.2.7")}, nil
		},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, s.listen.Addr().String())
		},
		Login: func(_ context.Context, l open.Login) (open.Login, error) {
			l.User, l.Password = earl.Some("alice"), earl.NewSecret("secret-7")
			return l, nil
		},
	}, Opener{o})
	res, err := client.Open(t.Context(), earl.RFC3986.MustParse(url))
	var b []byte
	if doc, ok := res.(*open.Document); ok {
		b, err = io.ReadAll(doc.Body)
		doc.Body.Close()
	}
	s.listen.Close()
	<-s.done
	return string(b), err
}

// rfc4642 2.2, rfc8143 2: both ways to TLS. The caller's settings stay.
func TestTLS(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		first       bool
		server, url string
		want        []string
	}{
		{false, "news.example", "news:a@b.example", []string{"MODE READER", "CAPABILITIES", "STARTTLS", "ARTICLE <a@b.example>", "QUIT"}},
		{true, "nntps://news.example.", "news:a@b.example", []string{"MODE READER", "ARTICLE <a@b.example>", "QUIT"}},
		{false, "", "nntp://news.example/private.team", []string{"MODE READER", "CAPABILITIES", "STARTTLS", "GROUP private.team", "AUTHINFO USER alice", "AUTHINFO PASS secret-7", "GROUP private.team", "QUIT"}},
		{true, "", "nntps://news.example/private.team", []string{"MODE READER", "GROUP private.team", "AUTHINFO USER alice", "AUTHINFO PASS secret-7", "GROUP private.team", "QUIT"}},
	} {
		s := startTLSServer(t, "news.example")
		s.first = test.first
		config := &tls.Config{RootCAs: s.roots}
		o := Options{Server: test.server, Security: SecurityExplicit, TLS: config}
		body, err := s.get(t, o, test.url)
		if strings.HasPrefix(test.url, "news:") != (body == "Subject: a\r\n" && err == nil) || strings.HasPrefix(test.url, "nntp") != errors.Is(err, open.ErrLogin) {
			t.Errorf("%s: %q, %v", test.url, body, err)
		}
		if !slices.Equal(s.seen, test.want) {
			t.Errorf("%s: client sent %q, want %q", test.url, s.seen, test.want)
		}
		if config.ServerName != "" {
			t.Error("the caller's settings were changed")
		}
	}
}

// rfc4642 2.2, F3: nothing is sent without TLS, whatever the server sends.
func TestTLSIsNotGivenUp(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, host string
		first      bool
		set        func(s *tlsServer)
		kind       error
		last       string // command
	}{
		{"not offered", "news.example", false, func(s *tlsServer) { s.replies["CAPABILITIES"] = "101 list\r\nREADER\r\n." }, open.ErrConnect, "QUIT"},
		{"refused", "news.example", false, func(s *tlsServer) { s.replies["STARTTLS"] = "502 no" }, open.ErrConnect, "QUIT"},
		{"a success of another kind", "news.example", false, func(s *tlsServer) { s.replies["STARTTLS"] = "281 you are in" }, open.ErrConnect, "QUIT"},
		{"a login before it", "news.example", false, func(s *tlsServer) { s.replies["MODE READER"], s.replies["STARTTLS"] = "480 who?", "502 no" }, open.ErrConnect, "QUIT"},
		{"another host's certificate", "www.example", false, func(*tlsServer) {}, open.ErrConnect, "STARTTLS"},
		{"unknown authority", "news.example", false, func(s *tlsServer) { s.roots = x509.NewCertPool() }, open.ErrConnect, "STARTTLS"},
		{"a reply slipped in before the handshake", "news.example", false, func(s *tlsServer) {
			s.replies["STARTTLS"] += "\r\n200 ok\r\n220 0 <a@b.example>\r\nevil\r\n."
		}, open.ErrProtocol, "STARTTLS"},
		{"another host's certificate at once", "www.example", true, func(*tlsServer) {}, open.ErrConnect, ""},
		{"no TLS at all", "news.example", true, func(s *tlsServer) { s.first = false }, open.ErrConnect, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := startTLSServer(t, tt.host)
			s.first = tt.first
			tt.set(s)
			o := Options{Server: "nntp://news.example", Security: SecurityExplicit, TLS: &tls.Config{RootCAs: s.roots}}
			if tt.first {
				o.Server = "nntps://news.example"
			}
			body, err := s.get(t, o, "news:a@b.example")
			if body != "" || !errors.Is(err, tt.kind) {
				t.Errorf("%q, %v, want %v", body, err, tt.kind)
			}
			if sent := strings.Join(s.seen, "\n"); !strings.HasSuffix(sent, tt.last) || strings.Contains(sent, "AUTHINFO") || tt.first && strings.Contains(sent, "MODE") {
				t.Errorf("client sent %q, want %q last", sent, tt.last)
			}
		})
	}
}

// DESIGN 4: a server that is silent during a handshake does not block forever,
// and a cancelled open ends there.
func TestTLSTime(t *testing.T) {
	t.Parallel()
	for _, cancelled := range []bool{false, true} {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		o := open.Options{Policy: open.Policy{Login: 50 * time.Millisecond}}
		want := open.ErrConnect
		if cancelled {
			o.Policy.Login, want = time.Minute, context.Canceled
			time.AfterFunc(20*time.Millisecond, cancel)
		}
		_, err = open.New(o, Opener{}).Open(ctx, earl.RFC3986.MustParse("nntps://"+l.Addr().String()+"/a.b"))
		if !errors.Is(err, want) {
			t.Errorf("cancelled %v: %v, want %v", cancelled, err, want)
		}
		cancel()
		l.Close()
	}
}
