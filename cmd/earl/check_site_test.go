//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/longtest"
)

// A bigSite is a site whose pages are a tree: each page links to ten others. The second line
// of each tenth page has one of links, in turn. The site counts its requests, and can wait
// before each response.
type bigSite struct {
	pages int
	links []siteLink
	wait  atomic.Int64
	asked atomic.Int64
}

// A siteLink is a URL, its printed form, and its message in the report, or "".
type siteLink struct{ url, shown, says string }

// linkOn returns the link on a page.
func (s *bigSite) linkOn(page int) (siteLink, bool) {
	if page%10 != 7 || len(s.links) == 0 {
		return siteLink{}, false
	}
	return s.links[page/10%len(s.links)], true
}

func (s *bigSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked.Add(1)
	time.Sleep(time.Duration(s.wait.Load()))
	page, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	switch {
	case r.URL.Path == "/":
		page = 0
	case r.URL.Path == "/moved":
		http.Redirect(w, r, "/1", http.StatusMovedPermanently)
		return
	case r.URL.Path == "/error":
		http.Error(w, "no", http.StatusInternalServerError)
		return
	case err != nil || page >= s.pages:
		http.NotFound(w, r)
		return
	}
	b := fmt.Appendf(nil, "<title>Page %d</title><h1 id=h%d>Page %d</h1>\n", page, page, page)
	if l, ok := s.linkOn(page); ok {
		b = fmt.Appendf(b, "<a href=\"%s\">link</a>\n", l.url)
	}
	for k := 10*page + 1; k <= 10*page+10 && k < s.pages; k++ {
		b = fmt.Appendf(b, "<p>Words about it, and a link to <a href=\"/%d#h%d\">page %d</a>.\n", k, k, k)
	}
	w.Header().Set("Content-Type", "text/html")
	w.Write(b)
}

// tenSchemes are links of all ten schemes to the demo's servers, and faults of each.
func tenSchemes(d *demo.Servers) (list []siteLink) {
	for _, url := range d.URLs() {
		says := ""
		if strings.HasPrefix(url, "file:") || strings.HasPrefix(url, "afs:") || strings.HasPrefix(url, "mid:") || strings.HasPrefix(url, "cid:") {
			says = "refused: "
		}
		list = append(list, siteLink{url, url, says})
	}
	for _, url := range []string{d.URL("ftp", "nowhere.txt"), d.URL("http", "nowhere.txt"), d.URL("gopher", "0/nowhere"), "news:gone@nowhere.example",
		d.URL("nntp", "no.such.group"), d.URL("wais", "nowhere"), d.URL("prospero", "nowhere")} {
		list = append(list, siteLink{url, url, "not-found: "})
	}
	ftp := d.FTP + "/welcome.txt"
	return append(list,
		siteLink{"ftp://nobody:wrong-pass@" + ftp, "ftp://nobody:xxxxx@" + ftp, "login: "},
		siteLink{"telnet://127.0.0.1:1/", "telnet://127.0.0.1:1/", "refused: "},
		siteLink{"mailto:reader%20at%20library", "mailto:reader%20at%20library", "invalid: "},
		siteLink{"http://[::1", "http://[::1", "invalid: "},
		siteLink{"gohper://h.example/", "gohper://h.example/", "unknown-scheme: "},
		siteLink{"http://nosuch.invalid/", "http://nosuch.invalid/", "no-connection: "},
		siteLink{"http://10.1.2.3:8/", "http://10.1.2.3:8/", "refused: "})
}

// httpFaults are the faults that a checker for only http finds too.
func httpFaults(site string) []siteLink {
	return []siteLink{
		{"/missing", "/missing <" + site + "/missing>", "not-found: "}, {"/error", "/error <" + site + "/error>", "failed: "}, {"/1#nowhere", "/1#nowhere <" + site + "/1#nowhere>", "no-fragment: "},
		{"/moved", "/moved <" + site + "/moved>", "redirected: "}, {"/1", "/1 <" + site + "/1>", ""},
	}
}

// want returns the beginnings of all lines of the report.
func (s *bigSite) want(site string) map[string]bool {
	lines := map[string]bool{}
	for page := range s.pages {
		if l, ok := s.linkOn(page); ok && l.says != "" {
			lines[fmt.Sprintf("%s/%d:2:10: %s: %s", site, page, l.shown, l.says)] = true
		}
	}
	return lines
}

// pagesOf returns the number of pages of the site: EARL_PAGES, or a small number.
func pagesOf(t *testing.T, few int) int {
	text := os.Getenv("EARL_PAGES")
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("EARL_PAGES: %v", err)
	}
	return n
}

// Must show 6, F4: on a site with links of all ten schemes, check reports every fault at
// each of its places, and nothing else. A check that was killed continues, requests no
// stored page again, and writes the same report, byte for byte.
func TestCheckSiteAndGoOnAfterKill(t *testing.T) {
	longtest.OnlyInGate(t, "checks a large site three times")
	earl := buildEarl(t)
	d, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s := &bigSite{pages: pagesOf(t, 600)}
	site := httptest.NewUnstartedServer(s)
	defer site.Close()
	s.links = append(tenSchemes(d), httpFaults("http://"+site.Listener.Addr().String())...)
	site.Start()
	db := filepath.Join(t.TempDir(), "links.sqlite")
	command := func(args ...string) *exec.Cmd {
		return exec.Command(earl, append([]string{"check", "-r", "--all", "--sort", "--no-config", "--parallel-max", "8",
			"--allow-net", "127.0.0.0/8", "--news-server", d.NNTP, site.URL + "/"}, args...)...)
	}
	start := time.Now()
	out, _ := command().Output()
	whole, all := reportOf(t, out), s.asked.Load()
	took := time.Since(start)
	t.Logf("%d pages, %d places: %.0f pages/s", s.pages, strings.Count(whole, "\n")+1, float64(s.pages)/took.Seconds())
	want := s.want(site.URL)
	for line := range strings.Lines(whole + "\n") {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasSuffix(line, ": ok") {
			continue
		}
		found := ""
		for prefix := range want {
			if strings.HasPrefix(line, prefix) {
				found = prefix
			}
		}
		if found == "" {
			t.Errorf("reported, and not wanted, or twice: %s", line)
		}
		delete(want, found)
	}
	for line := range want {
		t.Errorf("not reported: %s", line)
	}

	s.wait.Store(int64(5 * time.Millisecond))
	s.asked.Store(0)
	killed := command("--db", db)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); s.asked.Load() < all/2 && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	killed.Process.Signal(syscall.SIGKILL)
	killed.Wait()

	s.wait.Store(0)
	s.asked.Store(0)
	again := command("--db", db)
	var said strings.Builder
	again.Stderr = &said
	out, _ = again.Output()
	if !strings.Contains(said.String(), "continuing the check of ") {
		t.Errorf("it does not go on: %q", said.String())
	}
	if got := reportOf(t, out); got != whole {
		t.Errorf("the report of the check that went on differs:\n%s\nwant:\n%s", got, whole)
	}
	if asked := s.asked.Load(); asked > all*3/4 || asked == 0 {
		t.Errorf("it asked %d times, the whole takes %d", asked, all)
	}
	for _, file := range []string{db, db + "-wal"} { // F3
		if b, err := os.ReadFile(file); err == nil && strings.Contains(string(b), "wrong-pass") {
			t.Errorf("%s contains a password", file)
		}
	}
}

// Must show 6: check reads at least as many pages per second as linkinator
// ($EARL_LINKINATOR), on the same site, with only http.
func TestCheckBesideLinkinator(t *testing.T) {
	peer := os.Getenv("EARL_LINKINATOR")
	if peer == "" {
		t.Skip("EARL_LINKINATOR names no linkinator")
	}
	earl := buildEarl(t)
	s := &bigSite{pages: pagesOf(t, 2000)}
	site := httptest.NewUnstartedServer(s)
	defer site.Close()
	s.links = httpFaults("http://" + site.Listener.Addr().String())[:2] // it ignores the others without more options
	site.Start()
	start := time.Now()
	ours, _ := exec.Command(earl, "check", "-s", "-r", "--no-config", site.URL+"/").Output()
	tookOurs := time.Since(start)
	out, err := os.Create(filepath.Join(t.TempDir(), "report")) // it does not wait for a pipe
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	command := exec.Command(peer, site.URL+"/", "--recurse", "--format", "json")
	command.Stdout = out
	start = time.Now()
	command.Run() // its status reports faults
	tookTheirs := time.Since(start)
	theirs, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	var report struct{ Links []struct{ State string } }
	if err := json.Unmarshal(theirs, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Links) < s.pages || !strings.Contains(string(ours), fmt.Sprintf("%d documents read", s.pages)) {
		t.Errorf("of %d pages linkinator saw %d links; we: %s", s.pages, len(report.Links), ours)
	}
	rate := func(d time.Duration) float64 { return float64(s.pages) / d.Seconds() }
	t.Logf("%d pages: earl check %.0f pages/s, linkinator %.0f", s.pages, rate(tookOurs), rate(tookTheirs))
	if tookOurs > tookTheirs {
		t.Errorf("%d pages take %v, linkinator takes %v", s.pages, tookOurs, tookTheirs)
	}
}
