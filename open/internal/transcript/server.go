package transcript

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
)

// Certificate returns the settings of a server with a new certificate of its own
// for a host, which is valid for some time from now, and the roots of a client
// that trusts it.
func Certificate(t testing.TB, host string, valid time.Duration) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(valid),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, roots
}

// plainConn is a connection with the bytes inside TLS or SSH, as in an archive.
type plainConn struct{ net.Conn }

func (plainConn) Plain() {}

// Plain returns a call whose connections have the bytes inside TLS or SSH, as in
// an archive.
func Plain(r *open.Call) *open.Call {
	q := *r
	q.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := r.Dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return plainConn{conn}, nil
	}
	return &q
}

// Tracer collects a trace. The zero Tracer is empty.
type Tracer struct {
	mu    sync.Mutex
	lines []string
}

// Add adds an event.
func (r *Tracer) Add(e open.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, string(e.Dir)+" "+e.Line)
}

// Text returns the lines of the trace, with a line feed between them.
func (r *Tracer) Text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.lines, "\n")
}
