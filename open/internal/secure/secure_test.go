package secure

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/open"
)

// A certificate is checked against the host of the address, without its final
// dot, or against the ServerName of the user's settings.
func TestClient(t *testing.T) {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	roots := server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs // for example.com
	for _, tt := range []struct {
		config  *tls.Config
		address string
		ok      bool
	}{
		{&tls.Config{RootCAs: roots}, "example.com.:563", true},
		{&tls.Config{RootCAs: roots}, "other.example:563", false},
		{&tls.Config{RootCAs: roots, ServerName: "example.com"}, "other.example:563", true},
		{nil, "example.com:563", false},
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		over, err := Client(t.Context(), conn, tt.config, tt.address, &open.Call{Request: open.Request{Policy: open.Policy{}.Effective()}})
		if (err == nil) != tt.ok || err != nil && !errors.Is(err, open.ErrConnect) {
			t.Errorf("%s: %v, want success %v", tt.address, err, tt.ok)
		}
		if err == nil {
			over.Close()
		} else if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
			t.Errorf("%s: the connection is open: %v", tt.address, err)
		}
	}
}

// A silent server may take Policy.Login; a cancelled TLS handshake ends at
// once.
func TestClientEnds(t *testing.T) {
	for cancelled, want := range map[bool]error{false: context.DeadlineExceeded, true: context.Canceled} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ours, theirs := net.Pipe()
			go io.Copy(io.Discard, theirs)
			if cancelled {
				time.AfterFunc(time.Second, cancel)
			}
			began := time.Now()
			_, err := Client(ctx, ours, nil, "h.test:70", &open.Call{Request: open.Request{Policy: (&open.Policy{Login: 3 * time.Second}).Effective()}})
			took := time.Since(began)
			if !errors.Is(err, want) || took > 3*time.Second || cancelled == errors.Is(err, open.ErrConnect) {
				t.Errorf("cancelled %v: %v after %v", cancelled, err, took)
			}
		})
	}
}

// An end without close_notify is a truncation for each opener that uses the connection.
// Source: rfc8446 6.1.
func TestEndOfTLS(t *testing.T) {
	certificate := httptest.NewTLSServer(nil)
	defer certificate.Close()
	roots := certificate.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs // for example.com
	for _, tt := range []struct {
		notify bool
		want   error
	}{{true, nil}, {false, ErrNoEnd}, {false, open.ErrCut}} {
		ours, theirs := net.Pipe()
		go func() {
			conn := tls.Server(theirs, &tls.Config{Certificates: certificate.TLS.Certificates})
			io.WriteString(conn, "body")
			if tt.notify {
				conn.CloseWrite()
			}
			theirs.Close()
		}()
		conn, err := Client(t.Context(), ours, &tls.Config{RootCAs: roots}, "example.com:563", &open.Call{Request: open.Request{Policy: open.Policy{}.Effective()}})
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(conn)
		if string(text) != "body" || !errors.Is(err, tt.want) {
			t.Errorf("close_notify %v: %q, %v, want %v", tt.notify, text, err, tt.want)
		}
		conn.Close()
	}
}
