//go:build !planonly

package gemini

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/known"
)

// config returns the settings of TLS for a connection: the handshake ends when the certificate is
// refused. Source: gemini specification, "Use of TLS".
func (q *query) config(ctx context.Context, o *Opener) *secure.Config {
	c := o.TLS.Clone()
	if c == nil {
		c = new(secure.Config)
	}
	if c.MinVersion == 0 {
		c.MinVersion = tls.VersionTLS12
	}
	if c.InsecureSkipVerify {
		return c
	}
	trust, roots := o.trust(), c.RootCAs
	c.InsecureSkipVerify = true // VerifyConnection checks the certificate
	c.VerifyConnection = func(state tls.ConnectionState) error {
		note, err := check(ctx, trust, roots, q.address, state)
		q.note(note)
		return err
	}
	return c
}

// check decides about the certificate of a server.
func check(ctx context.Context, trust *known.Trust, roots *x509.CertPool, address string, state tls.ConnectionState) (note string, err error) {
	if len(state.PeerCertificates) == 0 {
		return "", fmt.Errorf("%w: the server has no certificate", open.ErrConnect)
	}
	leaf := state.PeerCertificates[0]
	key := known.Key{Scheme: "gemini", Host: address, Kind: "certificate", Digest: digest(leaf.Raw), Until: leaf.NotAfter}
	note, err = trust.Check(ctx, key)
	if changed, ok := err.(*known.ChangedError); ok && !changed.Kept.Revoked && confirmed(roots, address, state) {
		note, err = trust.Keep(known.New{Key: key, Before: []known.Kept{changed.Kept}})
		return note + "; an authority confirms it", err
	}
	if err == nil && time.Now().After(leaf.NotAfter) {
		if note != "" {
			note += "; "
		}
		note += "the certificate of " + address + " ended on " + leaf.NotAfter.UTC().Format(time.DateOnly)
	}
	return note, err
}

// digest returns the SHA-256 of a certificate.
func digest(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// confirmed reports whether one of the roots confirms the certificate for the host. nil means the
// roots of the system.
func confirmed(roots *x509.CertPool, address string, state tls.ConnectionState) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	o := x509.VerifyOptions{Roots: roots, DNSName: host, Intermediates: x509.NewCertPool()}
	for _, c := range state.PeerCertificates[1:] {
		o.Intermediates.AddCert(c)
	}
	_, err = state.PeerCertificates[0].Verify(o)
	return err == nil
}
