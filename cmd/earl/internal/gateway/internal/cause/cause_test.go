package cause_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/cause"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/known"
)

// errno returns the error of a connection that ends with a number of the system.
func errno(n syscall.Errno) error {
	op := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 70}, Err: os.NewSyscallError("connect", n)}
	return fmt.Errorf("gopher: %w: %w", open.ErrConnect, op)
}

// Different causes have different headings, and no text of a program's internals.
func TestCauses(t *testing.T) {
	t.Parallel()
	connect := func(err error) error { return fmt.Errorf("http: %w: %w", open.ErrConnect, err) }
	for _, tt := range []struct {
		err    error
		status int
		what   string
		detail string
	}{
		{connect(&net.DNSError{Err: "no such host", Name: "h.example", IsNotFound: true}), 502, "There is no server named h.example.", "h.example: no such host"},
		{connect(&net.DNSError{Err: "server misbehaving", Name: "h.example"}), 502, "The name h.example cannot be looked up.", "h.example: server misbehaving"},
		{errno(syscall.ECONNREFUSED), 502, "No program listens at this port of the server.", "10.0.0.1:70: connection refused"},
		{errno(syscall.EHOSTUNREACH), 502, "The server cannot be reached.", "10.0.0.1:70: no route to host"},
		{errno(syscall.ECONNRESET), 502, "The server closed the connection.", "10.0.0.1:70: connection reset by peer"},
		{connect(x509.CertificateInvalidError{Reason: x509.Expired}), 502, "The certificate of the server has expired.", "expired"},
		{connect(x509.UnknownAuthorityError{}), 502, "The certificate of the server is not trusted.", "unknown authority"},
		{connect(x509.HostnameError{Certificate: &x509.Certificate{}, Host: "h"}), 502, "The certificate of the server is for another name.", ""},
		{fmt.Errorf("sftp: %w", &known.UnknownError{Key: known.Key{Host: "h:22", Digest: "SHA256:x"}}), 502, "The key of the server is not known.", "SHA256:x"},
		{fmt.Errorf("sftp: %w", &known.ChangedError{Kept: known.Kept{File: "f", Line: 3}}), 502, "The server has another key than before.", "in f, line 3"},
		{fmt.Errorf("sftp: %w", &known.ChangedError{Kept: known.Kept{File: "f", Line: 3, Revoked: true}}), 502, "The key of the server is revoked.", "revoked in f, line 3"},
		{connect(tls.RecordHeaderError{Msg: "no TLS"}), 502, "The server does not use TLS at this port.", "no TLS"},
		{&fs.PathError{Op: "stat", Path: "/no/file", Err: syscall.ENOENT}, 404, "There is no such file on this computer.", "/no/file: no such file or directory"},
		{&fs.PathError{Op: "open", Path: "/private/x", Err: syscall.EACCES}, 403, "You have no permission to read this file.", "/private/x: permission denied"},
		{fmt.Errorf("ftp: RETR \"motd\": 550 no such file: %w", open.ErrNotFound), 404, "The server has nothing at this address.", "550 no such file"},
		{fmt.Errorf("ftp: %w", &replay.AbsentError{URL: earl.RFC3986.MustParse("ftp://h/a"), Archives: []string{"a.warc"}}), 404, "The archive does not have this URL.", "not in the archive a.warc"},
		{fmt.Errorf("ftp: %w", os.ErrDeadlineExceeded), http.StatusGatewayTimeout, "The server did not respond in time.", ""},
		{&open.Refusal{Name: open.GuardBadPort, Reason: "port 25"}, 403, "This port belongs to another protocol.", "port 25"},
		{errors.New("odd \x1b[2J"), 502, "The URL could not be opened.", `odd \x1B[2J`},
	} {
		c := cause.Of(tt.err)
		if c.Status != tt.status || c.What != tt.what || !strings.Contains(c.Detail, tt.detail) {
			t.Errorf("Of(%v) = %+v, want %d %q with %q", tt.err, c, tt.status, tt.what, tt.detail)
		}
		if all := c.What + c.Teach + c.Detail; strings.Contains(all, "dial ") || strings.Contains(all, "stat ") {
			t.Errorf("Of(%v) names a function of the system: %q", tt.err, all)
		}
	}
	headings := map[string]bool{}
	for _, g := range open.Guards() {
		what := cause.Of(&open.Refusal{Name: g.Name}).What
		if headings[what] || what == cause.Of(&open.Refusal{Name: "unknown"}).What {
			t.Errorf("the guard %s has no heading of its own: add it to refusals in cause.go", g.Name)
		}
		headings[what] = true
	}
	if got := cause.Detail(nil); got != "" {
		t.Errorf("Detail(nil) = %q", got)
	}
}
