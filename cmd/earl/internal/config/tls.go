package config

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"os"
)

// versions are the versions of TLS, by their names in curl and lychee.
var versions = map[string]uint16{
	"1.0": tls.VersionTLS10, "1.1": tls.VersionTLS11, "1.2": tls.VersionTLS12, "1.3": tls.VersionTLS13,
	"TLSv1_0": tls.VersionTLS10, "TLSv1_1": tls.VersionTLS11, "TLSv1_2": tls.VersionTLS12, "TLSv1_3": tls.VersionTLS13,
}

// tlsConfig returns the TLS settings of the options, or nil for the default. As in curl,
// the certificates of CACert replace those of the system.
func tlsConfig(o Options) (*tls.Config, error) {
	if o.CACert == "" && !o.Insecure && o.MinTLS == "" {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: o.Insecure}
	if o.MinTLS != "" {
		version, ok := versions[o.MinTLS]
		if !ok {
			return nil, errorf("min-tls %q: must be 1.0, 1.1, 1.2 or 1.3", o.MinTLS)
		}
		c.MinVersion = version
	}
	if o.CACert != "" {
		text, err := os.ReadFile(o.CACert)
		if err != nil {
			return nil, errorf("cacert: %w", err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(text) {
			return nil, errorf("cacert: %s: contains no PEM certificate", o.CACert)
		}
	}
	return c, nil
}

// hostOf returns the host of an address "host:port", without the brackets of an IPv6
// address.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
