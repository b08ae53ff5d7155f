package demo

import (
	"bufio"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// TestCloseLeavesNothing: after Close there is no goroutine, file or listener, whatever the
// clients are doing.
func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	s, err := Start(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := dial(t, s.FTP)
	p.login("anonymous", "")
	p.send("EPSV\r\n")
	p.line()
	p.send("RETR tour.txt\r\n") // waits for its data connection
	p.line()
	q := dial(t, s.FTP)
	q.login(Reader, Password)
	q.data()
	for _, address := range []string{s.Gopher, s.NNTP, s.Telnet, s.WAIS, s.SMTP} {
		dial(t, address)
	}
	dial(t, s.HTTP).send("GET / HTTP/1.1\r\n")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("the second Close: %v", err)
	}
	if _, err := os.Stat(s.Dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", s.Dir, err)
	}
	settled(t, before)
}

func TestCancelCloses(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	s, err := Start(ctx, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := dial(t, s.FTP)
	p.line()
	cancel()
	p.rest() // ends when the server closes it
	s.Close()
	settled(t, before)
}

// TestCopy: the copied files equal those of the servers, except the name that no disk can have.
func TestCopy(t *testing.T) {
	t.Parallel()
	s := started(t)
	count := 0
	err := filepath.WalkDir(s.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		count++
		rel, _ := filepath.Rel(s.Dir, path)
		n := s.library.files.at(strings.Split(filepath.ToSlash(rel), "/")...)
		b, err := os.ReadFile(path)
		info, _ := d.Info()
		if n == nil || err != nil || string(b) != n.data || !info.ModTime().Equal(n.time) {
			t.Errorf("%s: %v, not what the library has", rel, err)
		}
		return nil
	})
	if err != nil || count != 43 {
		t.Errorf("%d files, %v", count, err)
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	s := started(t)
	// Its title is "Every byte there is, once".
	got, ok := s.Content("octets.bin")
	if bytes := slices.Sorted(slices.Values([]byte(got))); !ok || len(got) != 256 || len(slices.Compact(bytes)) != 256 {
		t.Errorf("octets.bin: %q, %v", got, ok)
	}
	if _, ok := s.Content("names/"); ok {
		t.Error("names/ is no file")
	}
	if u := s.ReaderURL("notes.txt"); u != "ftp://reader:bookworm@"+s.FTP+"/notes.txt" {
		t.Error(u)
	}
}

// TestNames: the text of each name contains the right URL, and every path finds its node again.
func TestNames(t *testing.T) {
	t.Parallel()
	l := newLibrary(strings.NewReplacer())
	for path, want := range map[string]string{
		"/a/b/c/f":              "/a/b%2Fc/f",
		"/names/two words.txt":  "/names/two%20words.txt",
		"/names/semi;colon.txt": "/names/semi%3Bcolon.txt",
		"/names/100%.txt":       "/names/100%25.txt",
		"/names/no#1.txt":       "/names/no%231.txt",
		"/names/naïve.txt":      "/names/na%C3%AFve.txt",
	} {
		n := l.root.find(path[1:], "")
		if n == nil || n.escape() != want {
			t.Errorf("%s: %v, want %s", path, n, want)
			continue
		}
		if n.parent.name == "names" && !strings.Contains(n.data, strings.TrimSuffix(want[len("/names/"):], ".txt")) {
			t.Errorf("%s says %q, but its URL is %s", path, n.data, want)
		}
	}
	l.root.walk(func(n *node) {
		if got := l.root.find(strings.TrimPrefix(n.path(), "/"), Reader); got != n {
			t.Errorf("find(%q) = %v", n.path(), got)
		}
	})
}

// TestContentIsReadable: texts fit a terminal and a gopher client of 1994.
func TestContentIsReadable(t *testing.T) {
	t.Parallel()
	l := newLibrary(strings.NewReplacer())
	l.root.walk(func(n *node) {
		if !n.plain() || n.parent.name == "names" {
			return
		}
		for line := range strings.Lines(n.data) {
			if len(line) > 72 {
				t.Errorf("%s: %q is long", n.path(), line)
			}
		}
	})
	for _, n := range l.files.child("pictures").children {
		if len(n.data) > 20<<10 {
			t.Errorf("%s has %d bytes", n.path(), len(n.data))
		}
	}
}

// schemes are those of rfc1738, in its order.
var schemes = []string{"ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"}

// allSchemes returns the schemes of the demo, in its order.
func allSchemes() []string {
	all := slices.Clone(schemes)
	for _, x := range exhibits {
		all = append(all, x.scheme)
	}
	return all
}

// TestEverySchemeIsInTheDemo: each scheme with a view, except its variants over TLS, has an
// example, a stop on the tour, and a page of the gateway that the tour opens.
func TestEverySchemeIsInTheDemo(t *testing.T) {
	s := started(t)
	doors, stops, pages := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, d := range s.Examples() {
		doors[d.Scheme] = d.URL != "" && d.Title != "" && d.Text != ""
	}
	for _, stop := range s.stops() {
		stops[stop.scheme()] = true
	}
	for _, p := range s.gatewayPages() {
		scheme, _, _ := strings.Cut(p.url, ":")
		pages[scheme] = p.holds != ""
	}
	for row := range earl.RFC1738.Schemes() {
		if row.Example == "" || overTLS(row) {
			continue
		}
		for what, ok := range map[string]bool{"door": doors[row.Name], "stops": stops[row.Name], "holds": pages[row.Name]} {
			if !ok {
				t.Errorf("the scheme %s: write its server and the field %s of an exhibit in internal/demo/%[1]s.go, and add the exhibit to exhibits in internal/demo/exhibit.go", row.Name, what)
			}
		}
	}
}

// overTLS reports whether a scheme is another one over TLS. The demo has no server for it,
// because it has no certificate.
func overTLS(s earl.Scheme) bool {
	base, ok := earl.RFC1738.Scheme(strings.TrimSuffix(s.Name, "s"))
	return ok && base.Name != s.Name && base.Example != "" && base.Section == s.Section
}

// TestTour: the whole tour succeeds, and prints a line for each scheme. Its stops cover
// requirements B2, B3, B6 to B12, B14 to B17, B20, B23, B26, B28, B29, B32 and B35 from URL to
// bytes, and F7: servers that refuse everything else are sufficient.
func TestTour(t *testing.T) {
	before := runtime.NumGoroutine()
	var out strings.Builder
	if err := Run(t.Context(), &out, Options{Once: true}); err != nil {
		t.Errorf("%v\n%s", err, &out)
	}
	for _, scheme := range allSchemes() {
		if !strings.Contains(out.String(), "   \u2713 "+scheme+" ") {
			t.Errorf("no line for %s", scheme)
		}
	}
	if strings.Contains(out.String(), Password) || strings.Contains(out.String(), "\x1b") {
		t.Errorf("a password or a colour in\n%s", &out)
	}
	settled(t, before)
	t.Log("\n" + out.String())
}

// TestRunServesUntilCancelled: without Once the servers keep running, and the commands that Run
// suggests work.
func TestRunServesUntilCancelled(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Run(ctx, w, Options{Command: "go run ./cmd/earl"})
		w.Close()
		ended <- err
	}()
	out := bufio.NewScanner(r)
	address := ""
	for out.Scan() {
		if line, ok := strings.CutPrefix(strings.TrimSpace(out.Text()), "go run ./cmd/earl get gopher://"); ok && address == "" {
			address, line, _ = strings.Cut(line, "/")
			if got := ask(t, address, line[1:]+"\r\n"); !strings.HasPrefix(got, "Welcome to the library\r\n") {
				t.Errorf("gopher://%s/%s: %.60q", address, line, got)
			}
		}
		if strings.Contains(out.Text(), Password+"@") {
			t.Errorf("a URL has a password: %s", out.Text())
		}
		if strings.Contains(out.Text(), "The files are in") {
			cancel()
			r.Close()
		}
	}
	if err := <-ended; err != nil || address == "" {
		t.Errorf("%v, address %q", err, address)
	}
	settled(t, before)
}

// TestTourFindsFaults: Run fails if a result differs from the file of the library, and if an
// opener returns an error.
func TestTourFindsFaults(t *testing.T) {
	t.Parallel()
	s := started(t)
	var out strings.Builder
	tour := newTour(&out, s)
	for _, c := range []struct{ stop stop }{
		{stop{url: s.URL("file", "welcome.txt"), file: s.library.files.at("tour.txt")}},
		{stop{url: s.URL("file", "names/"), rows: []string{"another"}}},
		{stop{url: s.URL("file", "names/"), then: "another"}},
		{stop{url: s.URL("file", "names/"), file: s.library.files.at("tour.txt")}},
		{stop{url: s.URL("file", "welcome.txt"), rows: []string{"x"}}},
		{stop{url: s.URL("file", "nowhere.txt")}},
		{stop{url: "file:a b"}},
		{stop{url: s.URL("telnet", ""), talk: []turn{{"name: ", ""}, {"> ", "bye"}}, file: s.library.files.at("tour.txt")}},
		{stop{url: s.URL("telnet", ""), talk: []turn{{"name: ", ""}, {"> ", "bye"}, {"> ", "more"}}}},
		{stop{url: s.URL("file", "welcome.txt"), talk: []turn{{"name: ", ""}}}},
		{stop{url: s.URL("file", "welcome.txt"), holds: "what is not there"}},
		{stop{url: s.URL("mailto", librarian)}},
		{stop{url: s.URL("mailto", "a@elsewhere.example"), letter: true}},
		{stop{url: s.URL("gopher", "7/search"), answers: []string{"one", "two"}}},
	} {
		if err := tour.visit(t.Context(), c.stop); err == nil {
			t.Errorf("%s: nothing found wrong", c.stop.url)
		} else {
			tour.p.verdict(c.stop, err)
		}
	}
	if n := strings.Count(out.String(), "\u2717"); n != 14 {
		t.Errorf("%d crosses in\n%s", n, &out)
	}
}
