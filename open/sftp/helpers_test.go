package sftp_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	pkg "github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/sftp"
)

// plain is an opener whose connections have the packets inside SSH, as in an archive.
type plain struct{ *sftp.Opener }

func (p plain) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	return p.Opener.Open(ctx, transcript.Plain(r))
}

// str is a string of a packet: its length, then its bytes.
func str(s string) string { return string(binary.BigEndian.AppendUint32(nil, uint32(len(s)))) + s }

// u32 and u64 are numbers of a packet.
func u32(n uint32) string { return string(binary.BigEndian.AppendUint32(nil, n)) }
func u64(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }

// packet returns a packet as it is on the wire.
func packet(typ byte, fields ...string) string { return str(string(typ) + strings.Join(fields, "")) }

// quoted returns bytes as the text of a step of a transcript.
func quoted(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\x%02x`, s[i])
	}
	return b.String()
}

// The types of packets. Source: draft-ietf-secsh-filexfer-02 3.
const (
	fxInit, fxVersion, fxOpen, fxClose, fxRead, fxOpendir, fxReaddir, fxRealpath, fxStat = 1, 2, 3, 4, 5, 11, 12, 16, 17
	fxStatus, fxHandle, fxData, fxName, fxAttrs                                          = 101, 102, 103, 104, 105
)

// server is an ssh server on loopback that serves the files of this machine, read-only.
type server struct {
	key    ssh.Signer
	addr   string
	logins atomic.Int32
}

// freshKey returns a new private key.
func freshKey(t testing.TB) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// newSigner returns a new key.
func newSigner(t testing.TB) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(freshKey(t))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// start starts a server with its keys. config has how users log in.
func start(t testing.TB, config *ssh.ServerConfig, keys ...ssh.Signer) *server {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &server{addr: l.Addr().String(), key: keys[0]}
	for _, key := range keys {
		config.AddHostKey(key)
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn, config)
		}
	}()
	return s
}

// serve serves one connection.
func (s *server) serve(raw net.Conn, config *ssh.ServerConfig) {
	defer raw.Close()
	conn, channels, requests, err := ssh.NewServerConn(raw, config)
	if err != nil {
		return
	}
	s.logins.Add(1)
	defer conn.Close()
	go ssh.DiscardRequests(requests)
	for c := range channels {
		channel, requests, err := c.Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range requests {
				ok := r.Type == "subsystem" && string(r.Payload) == str("sftp")
				r.Reply(ok, nil)
				if ok {
					go func() {
						server, err := pkg.NewServer(channel, pkg.ReadOnly())
						if err == nil {
							server.Serve()
						}
						channel.Close()
					}()
				}
			}
		}()
	}
}

// client returns a client for which every host is the server.
func (s *server) client(o open.Options, opener open.Opener) *open.Client {
	o.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("192.0.2.7")}, nil
	}
	o.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, s.addr)
	}
	return open.New(o, opener)
}

// get opens a URL and reads the document.
func get(t testing.TB, c *open.Client, url string) (string, error) {
	t.Helper()
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse(url))
	if err != nil {
		return "", err
	}
	doc, ok := res.(*open.Document)
	if !ok {
		return "", fmt.Errorf("a %T", res)
	}
	text, err := io.ReadAll(doc.Body)
	doc.Body.Close()
	return string(text), err
}

// anyone lets every user in without a password.
func anyone() *ssh.ServerConfig { return &ssh.ServerConfig{NoClientAuth: true} }

// written returns the name of a file with a text.
func written(t testing.TB, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

var errNo = errors.New("no")
