package ftp

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
)

// tlsServer is a server with AUTH TLS on loopback, for one session.
type tlsServer struct {
	t        *testing.T
	config   *tls.Config
	roots    *x509.CertPool
	control  net.Listener
	data     net.Listener
	implicit bool              // TLS from the first byte
	authTail string            // sent in one write with the reply to AUTH TLS
	refuse   map[string]string // replies instead of the successful ones
	size     bool              // it has SIZE
	rude     bool              // it closes the data connection without close_notify
	done     chan struct{}
	seen     []string // the command lines
	resumed  bool     // the data connection resumed the control connection's session
}

// startTLSServer starts one whose certificate is for a host name.
func startTLSServer(t *testing.T, host string) *tlsServer {
	t.Helper()
	s := &tlsServer{t: t, done: make(chan struct{}), refuse: map[string]string{}}
	s.config, s.roots = transcript.Certificate(t, host, time.Hour)
	var err error
	for _, l := range []*net.Listener{&s.control, &s.data} {
		if *l, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*l).Close() })
	}
	return s
}

// run serves one control connection.
func (s *tlsServer) run() {
	defer close(s.done)
	conn, err := s.control.Accept()
	if err != nil {
		return
	}
	defer func() { conn.Close() }()
	if s.implicit {
		conn = tls.Server(conn, s.config)
	}
	r := bufio.NewReader(conn)
	say := func(text string) { io.WriteString(conn, text+"\r\n") }
	say("220 ready")
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSuffix(line, "\r\n")
		s.seen = append(s.seen, line)
		verb, _, _ := strings.Cut(line, " ")
		if text, ok := s.refuse[verb]; ok {
			say(text)
			continue
		}
		switch verb {
		case "AUTH":
			io.WriteString(conn, "234 go on\r\n"+s.authTail)
			over := tls.Server(conn, s.config)
			if over.Handshake() != nil {
				return
			}
			conn, r = over, bufio.NewReader(over)
		case "USER":
			say("331 password")
		case "PASS":
			say("230 in")
		case "SIZE":
			if s.size {
				say("213 6")
			} else {
				say("502 no")
			}
		case "EPSV":
			say(fmt.Sprintf("229 ok (|||%d|)", s.data.Addr().(*net.TCPAddr).Port))
		case "RETR":
			say("150 here")
			s.sendData()
			say("226 done")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("200 ok")
		}
	}
}

// sendData sends the object.
func (s *tlsServer) sendData() {
	raw, err := s.data.Accept()
	if err != nil {
		return
	}
	defer raw.Close()
	over := tls.Server(raw, s.config)
	if err := over.Handshake(); err != nil {
		return
	}
	s.resumed = over.ConnectionState().DidResume
	io.WriteString(over, "object")
	if !s.rude {
		over.Close()
	}
}

// get opens a file. Every host name is that of the server.
func (s *tlsServer) get(config *tls.Config) (string, error) {
	go s.run()
	client := open.New(open.Options{
		LookupNetIP: lookup,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			to := s.control.Addr()
			if _, port, _ := net.SplitHostPort(s.data.Addr().String()); strings.HasSuffix(address, ":"+port) {
				to = s.data.Addr()
			}
			return new(net.Dialer).DialContext(ctx, network, to.String())
		},
	}, &Opener{Options: Options{Security: SecurityExplicit, TLS: config}})
	u := earl.RFC3986.MustParse("ftp://alice:secret-7@ftp.example/f")
	if s.implicit {
		u = earl.RFC3986.MustParse("ftps://alice:secret-7@ftp.example/f")
	}
	res, err := client.Open(s.t.Context(), u)
	body := ""
	if err == nil {
		doc := res.(*open.Document)
		var b []byte
		b, err = io.ReadAll(doc.Body)
		doc.Body.Close()
		body = string(b)
	}
	client.Close()
	s.control.Close()
	s.data.Close()
	<-s.done
	return body, err
}

// rfc4217 4, 9, 10: both connections are protected, the second by the first's session.
func TestTLS(t *testing.T) {
	t.Parallel()
	s := startTLSServer(t, "ftp.example")
	config := &tls.Config{RootCAs: s.roots}
	body, err := s.get(config)
	if body != "object" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if !s.resumed {
		t.Error("the data connection did not resume the session")
	}
	if config.ServerName != "" || config.ClientSessionCache != nil {
		t.Error("the caller's settings were changed")
	}
	want := []string{"AUTH TLS", "USER alice", "PASS secret-7", "PBSZ 0", "PROT P", "TYPE I", "SIZE f", "EPSV", "RETR f", "QUIT"}
	if !slices.Equal(s.seen, want) {
		t.Errorf("client sent %q, want %q", s.seen, want)
	}
}

// An ftps URL uses TLS from the first byte, whatever Options.Security is.
func TestImplicitTLS(t *testing.T) {
	t.Parallel()
	s := startTLSServer(t, "ftp.example")
	s.implicit = true
	if body, err := s.get(&tls.Config{RootCAs: s.roots}); body != "object" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	want := []string{"USER alice", "PASS secret-7", "PBSZ 0", "PROT P", "TYPE I", "SIZE f", "EPSV", "RETR f", "QUIT"}
	if !slices.Equal(s.seen, want) {
		t.Errorf("client sent %q, want %q", s.seen, want)
	}
	plain := startTLSServer(t, "ftp.example")
	go plain.run()
	client := open.New(open.Options{LookupNetIP: lookup, Policy: open.Policy{Login: time.Second}, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, plain.control.Addr().String())
	}}, new(Opener))
	if _, err := client.Open(t.Context(), earl.RFC3986.MustParse("ftps://alice:secret-7@ftp.example/f")); !errors.Is(err, open.ErrConnect) {
		t.Errorf("a server without TLS: %v", err)
	}
	plain.control.Close()
	<-plain.done
	for _, line := range plain.seen {
		if strings.Contains(line, "USER") || strings.Contains(line, "PASS") {
			t.Errorf("in the open went %q", plain.seen)
		}
	}
}

// F3: a login for an ftps URL is requested with its scheme.
func TestLoginIsAskedForTheScheme(t *testing.T) {
	t.Parallel()
	for scheme, implicit := range map[string]bool{"ftp": false, "ftps": true} {
		s := startTLSServer(t, "ftp.example")
		s.implicit = implicit
		go s.run()
		var asked open.Login
		client := open.New(open.Options{
			LookupNetIP: lookup,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, s.control.Addr().String())
			},
			Login: func(_ context.Context, l open.Login) (open.Login, error) {
				asked = l
				return l, errors.New("nobody is here")
			},
		}, &Opener{Options: Options{Security: SecurityExplicit, TLS: &tls.Config{RootCAs: s.roots}}})
		_, err := client.Open(t.Context(), earl.RFC3986.MustParse(scheme+"://alice@ftp.example/f"))
		if !errors.Is(err, open.ErrLogin) || asked.Scheme != scheme {
			t.Errorf("%s: requested %q at %q, %v", scheme, asked.Scheme, asked.Host, err)
		}
		s.control.Close()
		<-s.done
	}
}

// rfc4217: nothing is sent without TLS, whatever the server sends.
func TestTLSIsNotGivenUp(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		host string
		set  func(s *tlsServer)
		kind error
		last string // command
	}{
		{"not offered", "ftp.example", func(s *tlsServer) { s.refuse["AUTH"] = "502 no" }, open.ErrConnect, "QUIT"},
		{"already open", "ftp.example", func(s *tlsServer) { s.refuse["AUTH"] = "230 you are in" }, open.ErrConnect, "QUIT"},
		{"another host's certificate", "www.example", func(*tlsServer) {}, open.ErrConnect, "AUTH TLS"},
		{"unknown authority", "ftp.example", func(s *tlsServer) { s.roots = x509.NewCertPool() }, open.ErrConnect, "AUTH TLS"},
		{"a reply slipped in before the handshake", "ftp.example", func(s *tlsServer) { s.authTail = "230 in\r\n" }, open.ErrProtocol, "AUTH TLS"},
		{"no protection for data", "ftp.example", func(s *tlsServer) { s.refuse["PROT"] = "536 no" }, nil, "QUIT"},
		{"no buffer size", "ftp.example", func(s *tlsServer) { s.refuse["PBSZ"] = "503 no" }, nil, "QUIT"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := startTLSServer(t, tt.host)
			tt.set(s)
			body, err := s.get(&tls.Config{RootCAs: s.roots})
			if body != "" || err == nil || tt.kind != nil && !errors.Is(err, tt.kind) {
				t.Errorf("%q, %v", body, err)
			}
			if last := s.seen[len(s.seen)-1]; last != tt.last {
				t.Errorf("client sent %q", s.seen)
			}
			if tt.last == "AUTH TLS" && len(s.seen) != 1 {
				t.Errorf("client sent %q", s.seen)
			}
		})
	}
}

// rfc4217: an end of data without close_notify is a truncation, unless all
// bytes of SIZE have arrived.
func TestTLSTruncation(t *testing.T) {
	t.Parallel()
	for _, size := range []bool{false, true} {
		s := startTLSServer(t, "ftp.example")
		s.rude, s.size = true, size
		body, err := s.get(&tls.Config{RootCAs: s.roots})
		if body != "object" || size != (err == nil) || !size && !errors.Is(err, open.ErrCut) {
			t.Errorf("SIZE %v: %q, %v", size, body, err)
		}
	}
}
