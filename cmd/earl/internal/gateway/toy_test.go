package gateway

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// toy opens URLs of a scheme with a function of the test.
type toy struct {
	scheme string
	open   func(r *open.Call) (open.Resource, error)
}

// asking is an opener that requests a login.
type asking struct {
	scheme string
	open   func(ctx context.Context, r *open.Call) (open.Resource, error)
}

func (o asking) Schemes() []string { return []string{o.scheme} }

func (o asking) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	return o.open(ctx, r)
}

func (o toy) Schemes() []string { return []string{o.scheme} }

func (o toy) Open(_ context.Context, r *open.Call) (open.Resource, error) { return o.open(r) }

// schemesOf returns openers for some schemes.
func schemesOf(open func(r *open.Call) (open.Resource, error), names ...string) (all []open.Opener) {
	for _, name := range names {
		all = append(all, toy{name, open})
	}
	return all
}

// document is a document of a type.
func document(r *open.Call, media, text string) *open.Document {
	rest := text[min(int(r.Offset), len(text)):]
	if r.End > 0 {
		rest = rest[:min(int(r.End-r.Offset), len(rest))]
	}
	return &open.Document{
		Meta: open.Meta{URL: r.URL, Kind: open.KindDocument, Type: media, Size: int64(len(text))},
		Body: io.NopCloser(strings.NewReader(rest)),
	}
}

// listingOf is a listing of entries.
func listingOf(r *open.Call, entries ...open.Entry) *open.Listing {
	return &open.Listing{
		Meta:  open.Meta{URL: r.URL, Kind: open.KindListing, Size: -1},
		Shape: map[string]open.Shape{"gopher": open.ShapeMenu, "news": open.ShapeThread, "wais": open.ShapeHits}[r.URL.Scheme()],
		Close: func() error { return nil },
		Entries: func(yield func(open.Entry, error) bool) {
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
			}
		},
	}
}

// entry is an entry of a listing.
func entry(name, address string) open.Entry {
	e := open.Entry{Name: name, Meta: open.Meta{Kind: open.KindDocument, Size: -1}}
	if address != "" {
		e.URL = earl.RFC3986.MustParse(address)
	}
	return e
}

// browser is a browser that has used a start link.
type browser struct {
	*testing.T
	gateway *Gateway
	base    string
	client  *http.Client
}

// start starts a gateway and returns a browser that has used its start link. It sets
// Options.Hosts.
func start(t *testing.T, o Options) *browser {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	o.Hosts = []string{server.Listener.Addr().String()}
	g := New(o)
	g.slowTime, g.entriesTime = time.Hour, time.Hour // a busy machine must not look like a slow server
	server.Config = Server(g, nil)
	server.Start()
	t.Cleanup(func() {
		g.Close()
		server.Close()
	})
	jar, _ := cookiejar.New(nil)
	b := &browser{t, g, server.URL, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	if resp, _ := b.get("/start?token=" + g.starts.New("", nil)); resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("the start link: %s", resp.Status)
	}
	return b
}

// cookie returns the Cookie field that gives the browser access.
func (b *browser) cookie() string {
	c := b.gateway.keys.Cookie(b.gateway.options.Hosts[0])
	return c.Name + "=" + c.Value
}

// get requests a path.
func (b *browser) get(path string) (*http.Response, string) {
	b.Helper()
	r, err := http.NewRequest(http.MethodGet, b.base+path, nil)
	if err != nil {
		b.Fatal(err)
	}
	return b.do(r)
}

// post posts a form of a page of the gateway.
func (b *browser) post(path string, fields url.Values) (*http.Response, string) {
	b.Helper()
	fields.Set("form", b.gateway.keys.Sign(formPurpose, ""))
	r, err := http.NewRequest(http.MethodPost, b.base+path, strings.NewReader(fields.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "null") // as browsers do for pages without referrer
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.do(r)
}

// do sends a request, and checks that every page is well formed.
func (b *browser) do(r *http.Request) (*http.Response, string) {
	b.Helper()
	resp, err := b.client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.Fatalf("%s: %v", r.URL, err)
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") && resp.Header.Get("X-Frame-Options") == "DENY" && resp.Header.Get("Content-Disposition") == "" && len(body) > 0 && resp.StatusCode != http.StatusSeeOther {
		wellFormed(b.T, r.URL.Path, string(body))
	}
	return resp, string(body)
}

// open opens a URL.
func (b *browser) open(address string) (*http.Response, string) {
	b.Helper()
	return b.get("/open?url=" + url.QueryEscape(address))
}

// wants fails the test for each text that is not in a page.
func (b *browser) wants(page string, wanted ...string) {
	b.Helper()
	for _, w := range wanted {
		if !strings.Contains(page, w) {
			b.Errorf("no %q in\n%s", w, body(page))
		}
	}
}

// lacks fails the test for each text that must not be in a page.
func (b *browser) lacks(page string, unwanted ...string) {
	b.Helper()
	for _, w := range unwanted {
		if strings.Contains(page, w) {
			b.Errorf("%q in\n%s", w, body(page))
		}
	}
}

// body is the part of a page that a failure shows.
func body(page string) string {
	if i := strings.Index(page, "<main"); i >= 0 {
		page = page[i:]
	}
	return sanitize.Truncate(page, 3000)
}

// voids are the elements without an end tag.
var voids = map[string]bool{"meta": true, "link": true, "input": true, "img": true, "source": true, "br": true, "hr": true}

// wellFormed checks that browsers need not repair a page and that screen readers can read it: a
// language, a title, one main, one h1, a label for each field, a name for each frame and
// picture, unique ids, and no inline script.
func wellFormed(t *testing.T, name, page string) {
	t.Helper()
	balanced(t, name, page)
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	count, ids, labels, fields := map[string]int{}, map[string]int{}, map[string]bool{}, map[string]bool{}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		count[n.Data]++
		attrs := map[string]string{}
		for _, a := range n.Attr {
			attrs[a.Key] = a.Val
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				t.Errorf("%s: <%s %s>", name, n.Data, a.Key)
			}
			if value := strings.ToLower(strings.TrimSpace(a.Val)); (a.Key == "href" || a.Key == "src" || a.Key == "action") &&
				!strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "mailto:") {
				t.Errorf("%s: %s=%q goes to another site", name, a.Key, a.Val)
			}
		}
		if id, ok := attrs["id"]; ok {
			if ids[id]++; ids[id] > 1 {
				t.Errorf("%s: id %q twice", name, id)
			}
		}
		switch n.Data {
		case "html":
			if attrs["lang"] == "" {
				t.Errorf("%s: no language", name)
			}
		case "label":
			labels[attrs["for"]] = true
		case "input", "select", "textarea":
			if attrs["type"] != "hidden" && attrs["aria-label"] == "" {
				fields[attrs["id"]] = true
			}
		case "iframe":
			if attrs["title"] == "" {
				t.Errorf("%s: an iframe without a title", name)
			}
		case "img":
			if attrs["alt"] == "" {
				t.Errorf("%s: a picture without a text", name)
			}
		case "script":
			if attrs["src"] == "" || n.FirstChild != nil {
				t.Errorf("%s: a script in the page", name)
			}
		case "a", "button":
			if attrs["aria-label"] == "" && strings.TrimSpace(textOf(n)) == "" {
				t.Errorf("%s: a <%s> without a name", name, n.Data)
			}
		}
	}
	for _, one := range []string{"title", "main", "h1", "header"} {
		path, _, _ := strings.Cut(name, "?")
		if bare := (startPaths[path] || path == handlersPath) && one == "header"; count[one] != 1 && !bare {
			t.Errorf("%s: %d <%s>", name, count[one], one)
		}
	}
	for id := range fields {
		if id == "" || !labels[id] {
			t.Errorf("%s: the field %q has no label", name, id)
		}
	}
}

// textOf is the text within an element.
func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// balanced reports tags that do not match, which html.Parse would repair.
func balanced(t *testing.T, name, page string) {
	t.Helper()
	var open []string
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("%s: %q are not closed", name, open)
			}
			return
		case html.StartTagToken:
			if tag, _ := z.TagName(); !voids[string(tag)] {
				open = append(open, string(tag))
			}
		case html.EndTagToken:
			tag, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(tag) {
				t.Errorf("%s: </%s> closes %q", name, tag, open)
				return
			}
			open = open[:len(open)-1]
		}
	}
}
