package gateway

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// counter counts the requests for each URL.
type counter struct {
	mu    sync.Mutex
	count map[string]int
}

// opener returns openers whose requests are counted.
func (c *counter) openers(open func(r *open.Call) (open.Resource, error), schemes ...string) []open.Opener {
	return schemesOf(c.counted(open), schemes...)
}

func (c *counter) counted(f func(r *open.Call) (open.Resource, error)) func(r *open.Call) (open.Resource, error) {
	return func(r *open.Call) (open.Resource, error) {
		c.mu.Lock()
		if c.count == nil {
			c.count = map[string]int{}
		}
		c.count[r.URL.String()]++
		c.mu.Unlock()
		return f(r)
	}
}

// wants checks how often a URL was requested.
func (c *counter) wants(t *testing.T, address string, n int) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count[address] != n {
		t.Errorf("%s was requested %d times, want %d", address, c.count[address], n)
	}
}

var anyLink = regexp.MustCompile(`(?:href|src)="(/(?:open|file|raw|part)[^"]*)"`)

// linkPaths returns the paths on a page whose text contains part.
func linkPaths(page, part string) (all []string) {
	for _, m := range anyLink.FindAllStringSubmatch(page, -1) {
		if path := strings.ReplaceAll(m[1], "&amp;", "&"); strings.Contains(path, part) {
			all = append(all, path)
		}
	}
	return all
}

// A URL is requested once for its page, its download and its view as text. A reload of the
// page is another visit.
func TestDocumentIsRequestedOncePerVisit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789abcdef", visit.MaxBody/16+1)
	for _, tt := range []struct{ name, media, text string }{
		{"page", "text/html", "<title>x</title><p>text"},
		{"picture", "image/png", "\x89PNG\r\n\x1a\nrest"},
		{"sound", "audio/ogg", "OggS"},
		{"video", "video/mp4", "mp4"},
		{"pdf", "application/pdf", "%PDF-1.4 rest"},
		{"text", "text/plain", "some text"},
		{"file", "application/zip", "PK"},
		{"long file", "application/zip", long},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var c counter
			b := start(t, Options{Openers: c.openers(func(r *open.Call) (open.Resource, error) { return document(r, tt.media, tt.text), nil }, "http")})
			const address = "http://h.example/a"
			_, page := b.open(address)
			shown := 0
			for _, path := range append(append(linkPaths(page, "/raw/"), linkPaths(page, "/file")...), linkPaths(page, "as=text")...) {
				resp, got := b.get(path)
				if resp.StatusCode != http.StatusOK {
					t.Errorf("%s: %s", path, resp.Status)
				}
				if strings.HasPrefix(path, "/file") && got != tt.text {
					t.Errorf("%s: %d bytes, want %d", path, len(got), len(tt.text))
				}
				shown++
				if len(tt.text) > visit.MaxBody {
					break // one reader receives the end
				}
			}
			if shown == 0 {
				t.Errorf("no link in %s", body(page))
			}
			c.wants(t, address, 1)
			b.open(address)
			c.wants(t, address, 2)
		})
	}
}

// A range of bytes that a visit keeps comes from the visit. For later bytes the URL is opened
// again.
func TestRangesOfAVisit(t *testing.T) {
	t.Parallel()
	const n = visit.MaxBody + 1000
	long := strings.Repeat("0123456789abcdef", n/16+1)[:n]
	for _, tt := range []struct {
		name, text string
		known      bool
		field      string
		from, to   int
		requests   int
	}{
		{"short", "0123456789", true, "bytes=2-4", 2, 5, 1},
		{"short, to its end", "0123456789", true, "bytes=2-", 2, 10, 1},
		{"short, of unknown size", "0123456789", false, "bytes=2-4", 2, 5, 1},
		{"long", long, true, "bytes=100-199", 100, 200, 1},
		{"long, over what is kept", long, true, fmt.Sprintf("bytes=%d-", visit.MaxBody-10), visit.MaxBody - 10, n, 1},
		{"long, behind what is kept", long, true, fmt.Sprintf("bytes=%d-", visit.MaxBody+10), visit.MaxBody + 10, n, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var c counter
			b := start(t, Options{Openers: c.openers(func(r *open.Call) (open.Resource, error) {
				doc := document(r, "audio/ogg", tt.text)
				if !tt.known {
					doc.Size = -1
				}
				return doc, nil
			}, "http")})
			const address = "http://h.example/a"
			_, page := b.open(address)
			r, _ := http.NewRequest(http.MethodGet, b.base+linkPaths(page, "/file")[0], nil)
			r.Header.Set("Range", tt.field)
			resp, got := b.do(r)
			want := fmt.Sprintf("bytes %d-%d/%d", tt.from, tt.to-1, len(tt.text))
			if resp.StatusCode != http.StatusPartialContent || resp.Header.Get("Content-Range") != want || got != tt.text[tt.from:tt.to] {
				t.Errorf("%s, %q, %d bytes; want %q", resp.Status, resp.Header.Get("Content-Range"), len(got), want)
			}
			c.wants(t, address, tt.requests)
		})
	}
}

// If the first reader took the rest of a long body, another reader opens the URL again, after
// the kept bytes.
func TestLongBodyIsContinued(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789abcdef", visit.MaxBody/16+1000)
	var offsets []int64
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		offsets = append(offsets, r.Offset)
		return document(r, "application/zip", long), nil
	}}}})
	_, page := b.open("http://h.example/a")
	save := linkPaths(page, "/file")[0]
	for range 2 {
		if _, got := b.get(save); got != long {
			t.Errorf("%d bytes, want %d", len(got), len(long))
		}
	}
	if fmt.Sprint(offsets) != fmt.Sprint([]int64{0, visit.MaxBody}) {
		t.Errorf("opened from %d", offsets)
	}
}

// The views of a listing, its bookmark and its pages use one request.
func TestListingIsRequestedOncePerVisit(t *testing.T) {
	t.Parallel()
	var c counter
	b := start(t, Options{Openers: c.openers(func(r *open.Call) (open.Resource, error) {
		l := many(r, 1500, nil)
		if r.URL.Scheme() == "gopher" {
			l.Shape = open.ShapeMenu
		}
		return l, nil
	}, "ftp", "gopher")})
	for _, address := range []string{"ftp://h.example/", "gopher://h.example/7/find%09words"} {
		_, page := b.open(address)
		for _, part := range []string{"sort=size", "skip="} {
			for _, path := range linkPaths(page, part) {
				resp, got := b.get(path)
				if resp.StatusCode != http.StatusOK || !strings.Contains(got, "file-00") {
					t.Errorf("%s: %s", path, resp.Status)
				}
			}
		}
		_, id, _ := strings.Cut(href(t, page, `rel="next"`), "visit=")
		id, _, _ = strings.Cut(id, "&")
		if resp, _ := b.get("/open?url=" + url.QueryEscape(address) + "&visit=" + id + "&filter=0007"); resp.StatusCode != http.StatusOK {
			t.Error(resp.Status)
		}
		resp, _ := b.post("/bookmark", url.Values{"url": {address}, "visit": {id}, "do": {"add"}, "title": {"x"}})
		if resp, _ := b.get(resp.Header.Get("Location")); resp.StatusCode != http.StatusOK {
			t.Error(resp.Status)
		}
		c.wants(t, address, 1)
	}
}

// The questions of a form are requested once, and its answers are sent once: a reload
// of their result does not send them again. Source: rfc1738 3.4.9.
func TestFormIsSentOnce(t *testing.T) {
	t.Parallel()
	const form, filled = "gopher://h.example/0ask%09%09?", "gopher://h.example/0ask%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A"
	for name, private := range map[string]bool{"plain": false, "secret": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var c counter
			b := start(t, Options{Openers: c.openers(func(r *open.Call) (open.Resource, error) {
				if r.Policy.Ask {
					return many(r, 1500, nil), nil
				}
				return &open.Form{Meta: open.Meta{URL: r.URL}, Fields: []open.Question{{Name: "a", Prompt: "A", Secret: private}}, Answer: func(answers []string) (earl.URL, error) {
					return earl.RFC3986.Parse(strings.Replace(filled, "yes", answers[0], 1))
				}}, nil
			}, "gopher")})
			_, page := b.open(form)
			_, id, _ := strings.Cut(page, `name="visit" value="`)
			id, _, _ = strings.Cut(id, `"`)
			resp, _ := b.post("/answer", url.Values{"url": {form}, "visit": {id}, "answer0": {"yes"}})
			to := resp.Header.Get("Location")
			if _, page = b.get(to); !strings.Contains(page, "file-00") {
				t.Fatalf("%s: %s", to, body(page))
			}
			b.get(to)
			b.get(href(t, page, `rel="next"`))
			c.wants(t, form, 1)
			c.wants(t, filled, 1)
			b.gateway.visits.Clear()
			if resp, page := b.get(to); resp.StatusCode != http.StatusGone {
				t.Errorf("a result that is not kept: %s\n%s", resp.Status, body(page))
			}
			c.wants(t, filled, 1)
		})
	}
}

// The parts of a message come from its visit.
func TestMessageIsRequestedOncePerVisit(t *testing.T) {
	t.Parallel()
	var c counter
	b := start(t, Options{Openers: c.openers(func(r *open.Call) (open.Resource, error) {
		return document(r, "message/rfc822", "Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"+
			"--b\r\n\r\ntext\r\n--b\r\nContent-Type: image/png\r\n\r\npicture\r\n--b--\r\n"), nil
	}, "nntp")})
	const address = "nntp://h.example/group/1"
	_, page := b.open(address)
	paths := append(linkPaths(page, "/part"), linkPaths(page, "download=1")...)
	for _, path := range paths {
		if resp, _ := b.get(path); resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	if len(paths) < 3 {
		t.Errorf("%d links: %s", len(paths), body(page))
	}
	c.wants(t, address, 1)
}

// The id of a visit works only with the visit's own URL. Otherwise, and if it is unknown, the
// gateway ignores it.
func TestVisitOfAnotherURLIsIgnored(t *testing.T) {
	t.Parallel()
	var c counter
	b := start(t, Options{Openers: c.openers(func(r *open.Call) (open.Resource, error) {
		return document(r, "text/plain", "the text of "+r.URL.Path()), nil
	}, "http")})
	_, page := b.open("http://h.example/a")
	_, id, _ := strings.Cut(linkPaths(page, "/file")[0], "visit=")
	id, _, _ = strings.Cut(id, "&")
	for _, tt := range []struct{ path, want string }{
		{"/open?url=http://h.example/b&visit=" + id, "the text of /b"},
		{"/file?url=http://h.example/c&visit=" + id, "the text of /c"},
		{"/open?url=http://h.example/a&visit=" + id, "the text of /a"},
		{"/open?url=http://h.example/a&visit=0", "the text of /a"},
	} {
		if _, page := b.get(tt.path); !strings.Contains(page, tt.want) {
			t.Errorf("%s: no %q in %s", tt.path, tt.want, body(page))
		}
	}
	if resp, _ := b.get("/open?visit=" + id); resp.StatusCode != http.StatusGone {
		t.Errorf("a visit without a URL: %s", resp.Status)
	}
	for path, n := range map[string]int{"a": 2, "b": 1, "c": 1} {
		c.wants(t, "http://h.example/"+path, n)
	}
}

// A server receives one request for everything that a user does with a page: its views and
// parts, Save, Bookmark and Remove, and "What was sent".
func TestServerSeesOneRequestPerVisit(t *testing.T) {
	t.Parallel()
	contents := map[string][2]string{
		"/page.html": {"text/html", "<title>x</title><p>text"},
		"/a.png":     {"image/png", "\x89PNG\r\n\x1a\nrest"},
		"/a.ogg":     {"audio/ogg", "OggS"},
		"/a.pdf":     {"application/pdf", "%PDF-1.4 rest"},
		"/a.txt":     {"text/plain", strings.Repeat("a line\n", 300_000)},
		"/a.md":      {"text/markdown", "# x"},
		"/a.zip":     {"application/zip", "PK"},
		"/nothing":   {"text/plain", ""},
	}
	var mu sync.Mutex
	count := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		count[r.URL.Path]++
		mu.Unlock()
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/page.html?moved", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", contents[r.URL.Path][0])
		io.WriteString(w, contents[r.URL.Path][1])
	}))
	defer server.Close()
	opener := &openhttp.Opener{}
	defer opener.Close()
	b := start(t, Options{AllowNet: loopback, Openers: []open.Opener{opener}})
	opens := map[string]string{"/moved": "/page.html"}
	for path := range contents {
		opens[path] = path
	}
	for path, leads := range opens {
		mu.Lock()
		clear(count)
		mu.Unlock()
		_, page := b.open(server.URL + path)
		_, id, _ := strings.Cut(page, `name="visit" value="`)
		id, _, _ = strings.Cut(id, `"`)
		paths := slices.Concat(linkPaths(page, "/raw/"), linkPaths(page, "/file"), linkPaths(page, "as="), linkPaths(page, "from="))
		for _, do := range []string{"add", "remove"} {
			resp, _ := b.post("/bookmark", url.Values{"url": {server.URL + path}, "visit": {id}, "do": {do}, "title": {"x"}})
			paths = append(paths, resp.Header.Get("Location"))
		}
		for _, link := range append(paths, "/trace?visit="+id) {
			if resp, _ := b.get(link); resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %s: %s", path, link, resp.Status)
			}
		}
		if len(paths) < 4 {
			t.Errorf("%s: only %q are linked", path, paths)
		}
		mu.Lock()
		if count[path] != 1 || count[leads] != 1 {
			t.Errorf("%s was requested %d times, %s %d times, want once", path, count[path], leads, count[leads])
		}
		mu.Unlock()
	}
}
