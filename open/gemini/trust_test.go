package gemini_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gemini"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/known"
)

// server returns the settings of a server with a new certificate of its own for host.example, that
// is valid for some time from now.
func server(t testing.TB, valid time.Duration) *tls.Config {
	t.Helper()
	config, _ := transcript.Certificate(t, "host.example", valid)
	return config
}

// visit opens a URL of a server and returns the notes and the text.
func visit(t *testing.T, opener *gemini.Opener, config *tls.Config, end func(*tls.Conn)) ([]string, string, error) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		over := tls.Server(conn, config)
		if _, err := io.ReadFull(over, make([]byte, len("gemini://host.example/\r\n"))); err == nil {
			io.WriteString(over, "20 text/plain\r\nhello")
			end(over)
		}
	}()
	o := open.Options{
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("192.0.2.7")}, nil
		},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, l.Addr().String())
		},
	}
	res, err := open.New(o, opener).Open(t.Context(), earl.RFC3986.MustParse("gemini://host.example/"))
	if err != nil {
		return nil, "", err
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	text, err := io.ReadAll(doc.Body)
	return doc.Note, string(text), err
}

// closed ends TLS as a server should.
func closed(c *tls.Conn) { c.Close() }

// G8: the certificate of the first visit is kept; another is refused with both digests, the file
// and the line.
func TestTrustOnFirstUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "known_keys")
	for _, opener := range []*gemini.Opener{
		new(gemini.Opener),
		{Options: gemini.Options{Trust: &known.Trust{Store: &known.File{Path: path}, First: known.Accept}}},
	} {
		first, second := server(t, time.Hour), server(t, time.Hour)
		notes, text, err := visit(t, opener, first, closed)
		if err != nil || text != "hello" || len(notes) != 1 || !strings.Contains(notes[0], "the first visit to host.example:1965: its certificate is SHA256:") {
			t.Errorf("the first visit: %q, %q, %v", notes, text, err)
		}
		if notes, _, err := visit(t, opener, first, closed); err != nil || len(notes) != 0 {
			t.Errorf("the second visit: %q, %v, want no note", notes, err)
		}
		_, _, err = visit(t, opener, second, closed)
		var changed *known.ChangedError
		if !errors.As(err, &changed) || open.ClassOf(err) != open.ClassConnect || strings.Count(err.Error(), "SHA256:") != 2 {
			t.Errorf("another certificate: %v, want a ChangedError with two digests", err)
		}
		if opener.Trust != nil && !strings.Contains(err.Error(), path+", line 1") {
			t.Errorf("%v, want the file and the line", err)
		}
	}
}

// G8: a new certificate is accepted after the end of the old one, with a note.
func TestTrustAfterTheEnd(t *testing.T) {
	opener := new(gemini.Opener)
	old, next := server(t, -time.Hour), server(t, time.Hour)
	notes, _, err := visit(t, opener, old, closed)
	if err != nil || !strings.Contains(strings.Join(notes, "\n"), "ended on") {
		t.Errorf("a certificate after its end: %q, %v, want a note", notes, err)
	}
	notes, _, err = visit(t, opener, next, closed)
	if err != nil || !strings.Contains(strings.Join(notes, "\n"), "is new") {
		t.Errorf("the next certificate: %q, %v, want a note", notes, err)
	}
	if _, _, err = visit(t, opener, old, closed); err == nil {
		t.Error("the old certificate is accepted again")
	}
}

// G8: an authority may confirm a new certificate; the user may switch the check off.
func TestTrustOfAuthorities(t *testing.T) {
	opener := new(gemini.Opener)
	first, second := server(t, time.Hour), server(t, time.Hour)
	if _, _, err := visit(t, opener, first, closed); err != nil {
		t.Fatal(err)
	}
	opener.TLS = &tls.Config{RootCAs: x509.NewCertPool()}
	if _, _, err := visit(t, opener, second, closed); err == nil {
		t.Error("a certificate that no authority confirms is accepted")
	}
	leaf, err := x509.ParseCertificate(second.Certificates[0].Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	opener.TLS.RootCAs.AddCert(leaf)
	notes, _, err := visit(t, opener, second, closed)
	if err != nil || !strings.Contains(strings.Join(notes, "\n"), "an authority confirms it") {
		t.Errorf("a confirmed certificate: %q, %v", notes, err)
	}
	third := server(t, time.Hour)
	opener.TLS = &tls.Config{InsecureSkipVerify: true}
	if notes, _, err := visit(t, opener, third, closed); err != nil || len(notes) != 0 {
		t.Errorf("without a check: %q, %v", notes, err)
	}
	opener.TLS = nil
	if _, _, err := visit(t, opener, third, closed); err == nil {
		t.Error("a certificate that came without a check was kept")
	}
}

// G8: an end without close_notify truncates the document.
func TestTruncation(t *testing.T) {
	config := server(t, time.Hour)
	if _, text, err := visit(t, new(gemini.Opener), config, func(c *tls.Conn) { c.NetConn().Close() }); text != "hello" || !errors.Is(err, open.ErrCut) {
		t.Errorf("%q, %v, want ErrCut", text, err)
	}
}

// G8: TLS 1.1 is refused.
func TestOldTLS(t *testing.T) {
	config := server(t, time.Hour)
	config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
	if _, _, err := visit(t, new(gemini.Opener), config, closed); !errors.Is(err, open.ErrConnect) {
		t.Errorf("TLS 1.1: %v, want ErrConnect", err)
	}
}
