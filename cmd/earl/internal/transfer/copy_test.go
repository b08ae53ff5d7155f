package transfer

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// testReporter records what is reported.
type testReporter struct {
	unused
	mu   sync.Mutex
	text strings.Builder
}

func (r *testReporter) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(&r.text, format+"\n", args...)
}
func (r *testReporter) Remark(format string, args ...any)     { r.add(format, args...) }
func (r *testReporter) Verbose(format string, args ...any)    { r.add(format, args...) }
func (r *testReporter) Incomplete(format string, args ...any) { r.add(format, args...) }
func (r *testReporter) Failed(_ context.Context, name string, err error) {
	r.add("failed: %s: %v", name, err)
}
func (r *testReporter) Resource(context.Context, *Transfer, open.Resource) error { return nil }

// A page at a public address cannot make a copy with SpanHosts read from a private
// address, and a login for the first server is not sent to others.
func TestCrawlSpansToNoPrivateAddress(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Host+r.URL.Path+" "+r.Header.Get("Authorization")+r.Header.Get("X-Auth-Token"))
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<a href="http://private.example/x">1</a><a href="http://10.0.0.1/y">2</a><a href="http://other.example/z">3</a>`)
	}))
	defer server.Close()
	addresses := map[string]string{"public.example": "93.184.215.14", "other.example": "93.184.215.15", "private.example": "10.0.0.1"}
	var dialled []string
	client := open.New(open.Options{
		LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr(addresses[host])}, nil
		},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			dialled = append(dialled, address)
			return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(server.URL, "http://"))
		},
	}, &openhttp.Opener{Options: openhttp.Options{Fields: http.Header{"X-Auth-Token": {"secret77"}}}})
	defer client.Close()
	reporter := new(testReporter)
	dir := t.TempDir()
	r := New(Options{
		Client: client, Stdout: os.Stdout, Reporter: reporter,
		Saving: Saving{OutputDir: dir}, Recursive: true, Recursion: treecopy.Options{Depth: 3, MaxFiles: 10, MaxDirs: 10, SpanHosts: true, Agent: "earl"},
	})
	r.Run(t.Context(), []string{"http://me:secret88@public.example/"})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, address := range dialled {
		if strings.HasPrefix(address, "10.") {
			t.Errorf("%s was dialled", address)
		}
	}
	for _, request := range asked {
		if strings.HasPrefix(request, "public.example/ ") != strings.Contains(request, "secret77") && !strings.Contains(request, "robots") {
			t.Errorf("sent: %s", request)
		}
		if strings.HasPrefix(request, "other") && !strings.HasSuffix(request, " ") {
			t.Errorf("another server received a login: %s", request)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "other.example", "z")); err != nil {
		t.Errorf("%v\n%s", err, reporter.text.String())
	}
	if text := reporter.text.String(); !strings.Contains(text, "private-address") || strings.Contains(text, "secret") {
		t.Errorf("reported:\n%s", text)
	}
}
