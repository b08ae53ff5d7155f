package all_test

import (
	"context"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	nethttp "net/http"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/http"
)

// start starts the servers of the demo.
func start(t *testing.T) *demo.Servers {
	t.Helper()
	s, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// closedPort returns the address of a port without a server.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// consume reads a part of a resource, or all of it, and closes it.
func consume(res open.Resource, some bool) error {
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		if some {
			_, err := res.Body.Read(make([]byte, 10))
			return err
		}
		_, err := io.Copy(io.Discard, res.Body)
		return err
	case *open.Listing:
		defer res.Close()
		for _, err := range res.Entries {
			if err != nil || some {
				return err
			}
		}
	case *open.Session:
		return res.Conn.Close()
	}
	return nil
}

// descriptors returns the number of descriptors of the process, or -1 if the
// system does not report it.
func descriptors() int {
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(names)
}

// mixture returns URLs of all schemes. Half of them can be opened.
func mixture(s *demo.Servers, y toys, gone string) []string {
	return []string{
		s.URL("ftp", "welcome.txt"), s.URL("ftp", "pictures/"), s.URL("ftp", "none"), s.ReaderURL(""),
		strings.Replace(s.ReaderURL(""), demo.Password, "wrong", 1), "ftp://" + gone + "/a", "ftp://h.test/a%0Ab",
		s.URL("http", "welcome.txt"), s.URL("http", "none"), "http://" + gone + "/", "http://127.0.0.1:25/",
		s.URL("gopher", "1/"), s.URL("gopher", "0/welcome.txt"), s.URL("gopher", "0/none"), "gopher://" + gone + "/",
		s.URL("file", "welcome.txt"), s.URL("file", ""), s.URL("file", "none"),
		"telnet://" + y.telnet + "/", "telnet://" + gone + "/",
		"nntp://" + y.nntp + "/a.b", "nntp://" + y.nntp + "/a.b/1", "nntp://" + y.nntp + "/none", "nntp://" + gone + "/a.b",
		s.URL("wais", "library?semicolon"), s.URL("wais", "library/TEXT/%2Fwelcome.txt"), s.URL("wais", "none?a"), "wais://" + gone + "/db?a",
		s.URL("prospero", "library"), s.URL("prospero", "none"), "prospero://" + gone + "/a",
		"mailto:a@h.test", "news:a@b.test@c", "x-none:a",
	}
}

// An open leaves no goroutine or descriptor, whether it succeeds or fails, is
// read completely or not, or is cancelled at any moment, by a client, its FS or
// an http.Client.
func TestOpensLeaveNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	urls := mixture(start(t), startToys(t), closedPort(t))
	random := rand.New(rand.NewPCG(3, 4))
	openAll := func(n int) (failed int) {
		openers := all.Openers()
		c := open.New(open.Options{Policy: open.Policy{Connect: 5 * time.Second, Idle: 5 * time.Second}}, openers...)
		defer c.Close()
		web := &nethttp.Client{Transport: http.NewRoundTripper(c, httpOpener(openers))}
		ways := []func(ctx context.Context, u earl.URL, some bool) error{
			func(ctx context.Context, u earl.URL, some bool) error { return follow(ctx, c, u, some) },
			func(ctx context.Context, u earl.URL, _ bool) error { return browse(ctx, c, u) },
			func(ctx context.Context, u earl.URL, some bool) error { return ask(ctx, web, u, some) },
		}
		for i := range n {
			ctx, cancel := context.Background(), func() {} // whose end would close what Close should have closed
			if i%7 == 3 {
				ctx, cancel = context.WithTimeout(ctx, time.Duration(random.IntN(3000))*time.Microsecond)
			}
			way := ways[0]
			if i%4 == 0 {
				way = ways[1+i/4%2]
			}
			if way(ctx, earl.RFC3986.MustParse(urls[i%len(urls)]), i%3 == 0) != nil {
				failed++
			}
			cancel()
		}
		return failed
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would close what was never closed
	openAll(4 * len(urls))                           // objects that are loaded once
	goroutines, files := rest(0, 0)
	const n = 1000
	failed := openAll(n)
	if failed < n/4 || failed > 3*n/4 {
		t.Errorf("%d of %d opens failed: the mixture is not one", failed, n)
	}
	g, f := rest(goroutines, files)
	if g > goroutines+2 || f > files+2 {
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines and %d descriptors, before there were %d and %d\n%s", g, f, goroutines, files, stacks[:runtime.Stack(stacks, true)])
	}
	t.Logf("%d opens, %d failed; %d goroutines and %d descriptors, before %d and %d", n, failed, g, f, goroutines, files)
}

// rest waits at most two seconds until there are no more goroutines and
// descriptors than given, since the servers' side ends by itself. It returns
// their numbers.
func rest(goroutines, files int) (int, int) {
	for range 100 {
		if runtime.NumGoroutine() <= goroutines && descriptors() <= files {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return runtime.NumGoroutine(), descriptors()
}

// httpOpener returns the opener of http.
func httpOpener(openers []open.Opener) *http.Opener {
	i := slices.IndexFunc(openers, func(o open.Opener) bool { _, ok := o.(*http.Opener); return ok })
	return openers[i].(*http.Opener)
}

// follow opens a URL with the client.
func follow(ctx context.Context, c *open.Client, u earl.URL, some bool) error {
	res, err := c.Follow(ctx, u)
	if err != nil {
		return err
	}
	return consume(res, some)
}

// browse reads the URL as a directory, and one file in it, through a file system.
func browse(ctx context.Context, c *open.Client, u earl.URL) error {
	f, err := c.FS(ctx, u)
	if err != nil {
		return err
	}
	if _, err := fs.ReadDir(f, "."); err != nil {
		return err
	}
	_, err = fs.ReadFile(f, "welcome.txt")
	return err
}

// ask opens a URL with an http.Client.
func ask(ctx context.Context, c *nethttp.Client, u earl.URL, some bool) error {
	req, err := nethttp.NewRequestWithContext(ctx, "GET", u.String(), nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if some {
		_, err = resp.Body.Read(make([]byte, 10))
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
