package http_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http/httptest"
	"net/netip"
)

// everyHost returns a network in which every host has the address addr.
func everyHost(addr string) (func(context.Context, string, string) ([]netip.Addr, error), func(context.Context, string, string) (net.Conn, error)) {
	return func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
		}, func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, addr)
		}
}

// trusting returns TLS settings that trust a test server.
func trusting(s *httptest.Server) *tls.Config {
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}
}
