package all_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
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

// nobody returns the address of a port where nobody listens.
func nobody(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// consume takes some of what a resource is, or all of it, and closes it.
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

// descriptors returns how many descriptors the process has, -1 where nobody tells.
func descriptors() int {
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(names)
}

// What is opened, for good or ill, read to its end or not, leaves nothing behind.
func TestOpensLeaveNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	s := start(t)
	gone := nobody(t)
	urls := []string{
		s.URL("ftp", "welcome.txt"), s.URL("ftp", "pictures/"), s.URL("ftp", "none"), s.ReaderURL(""),
		strings.Replace(s.ReaderURL(""), demo.Password, "wrong", 1), "ftp://" + gone + "/a", "ftp://h.test/a%0Ab",
		s.URL("http", "welcome.txt"), s.URL("http", "none"), "http://" + gone + "/", "http://127.0.0.1:25/",
		s.URL("gopher", "1/"), s.URL("gopher", "0/welcome.txt"), s.URL("gopher", "0/none"), "gopher://" + gone + "/",
		s.URL("file", "welcome.txt"), s.URL("file", ""), s.URL("file", "none"),
		"telnet://" + gone + "/", "nntp://" + gone + "/a.b", "wais://" + gone + "/db?a", "mailto:a@h.test", "x-none:a",
	}
	openAll := func(n int) (failed int) {
		c := open.New(open.Options{Policy: open.Policy{Connect: 5 * time.Second, Idle: 5 * time.Second}}, all.Openers()...)
		defer c.Close()
		for i := range n {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			res, err := c.Follow(ctx, earl.RFC3986.MustParse(urls[i%len(urls)]))
			if err == nil {
				err = consume(res, i%3 == 0)
			}
			if err != nil {
				failed++
			}
			cancel()
		}
		return failed
	}
	openAll(len(urls)) // what is loaded once
	rest := func() (goroutines, files int) {
		for range 100 {
			time.Sleep(20 * time.Millisecond) // the servers' side ends by itself
		}
		return runtime.NumGoroutine(), descriptors()
	}
	goroutines, files := rest()
	const n = 1000
	failed := openAll(n)
	if failed < n/4 || failed > 3*n/4 {
		t.Errorf("%d of %d opens failed: the mixture is not one", failed, n)
	}
	g, f := rest()
	if g > goroutines+2 || f > files+2 {
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines and %d descriptors, before there were %d and %d\n%s", g, f, goroutines, files, stacks[:runtime.Stack(stacks, true)])
	}
}

// F3: passwords appear in no error, no trace, no log and no name of what was found.
func TestPasswordsAppearNowhere(t *testing.T) {
	s := start(t)
	gone := nobody(t)
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var passwords []string
	c := open.New(open.Options{Trace: open.Log(log)}, all.Openers()...)
	defer c.Close()
	r := rand.New(rand.NewPCG(1, 2))
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%:@/ é\"'\\&<"
	show := func(v any) { fmt.Fprintf(&out, "%v %+v %#v %s\n", v, v, v, v) }
	for i := range 1000 {
		b := make([]byte, 8+r.IntN(8))
		for k := range b {
			b[k] = letters[r.IntN(len(letters))]
		}
		password := "p" + string(b) + "x"
		passwords = append(passwords, password)
		escaped := string(earl.RFC3986.AppendEscape(nil, earl.Octets(password), ""))
		login := "u:" + escaped + "@"
		urls := []string{
			"ftp://" + login + s.FTP + "/welcome.txt", "http://" + login + s.HTTP + "/welcome.txt", "ftp://" + login + gone + "/", "https://" + login + gone + "/",
			"ftp://" + login + "h.test:25/", "ftp://" + login + "127.0.0.1:99999/", "telnet://" + login + gone + "/", "ftps://" + login + s.FTP + "/",
			"gopher://" + login + "127.0.0.1:1/", "wais://" + login + gone + "/", "x-none://" + login + "h.test/", "nntp://" + login + gone + "/a",
		}
		text := urls[i%len(urls)]
		passwords = append(passwords, escaped)
		u, err := earl.RFC3986.Parse(text)
		if err != nil {
			show(err)
			continue
		}
		log.Info("opened", "url", u)
		res, err := c.Follow(context.Background(), u)
		if err != nil {
			show(err)
			continue
		}
		m := open.MetaOf(res)
		show(m.Note)
		show(m.URL.Redacted())
		if err := consume(res, false); err != nil {
			show(err)
		}
	}
	all := out.String()
	for _, p := range passwords {
		if strings.Contains(all, p) {
			i := strings.Index(all, p)
			t.Fatalf("%q appears: %s", p, all[max(0, i-200):i+len(p)])
		}
	}
	if len(all) < 100_000 {
		t.Errorf("only %d octets of output were looked at", len(all))
	}
}
