package gateway

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// slowly starts a gateway that treats every server as slow.
func slowly(t *testing.T, openers ...open.Opener) *browser {
	t.Helper()
	b := start(t, Options{Openers: openers})
	b.gateway.slowTime = time.Millisecond
	return b
}

// partial is a page that has arrived in part.
type partial struct {
	*testing.T
	resp *http.Response
	text string // that has arrived
}

// begin opens a URL and does not wait for the end of its page.
func (b *browser) begin(address string) *partial {
	b.Helper()
	return b.beginAt("/open?url=" + url.QueryEscape(address))
}

// beginAt requests a path and does not wait for the end of its page.
func (b *browser) beginAt(path string) *partial {
	b.Helper()
	resp, err := b.client.Get(b.base + path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { resp.Body.Close() })
	return &partial{b.T, resp, ""}
}

// until reads the page until it has a text.
func (p *partial) until(text string) {
	p.Helper()
	piece := make([]byte, 4<<10)
	for !strings.Contains(p.text, text) {
		n, err := p.resp.Body.Read(piece)
		p.text += string(piece[:n])
		if err != nil {
			p.Fatalf("no %q before %v: %s", text, err, body(p.text))
		}
	}
}

// rest reads the page to its end.
func (p *partial) rest() string {
	p.Helper()
	b, err := io.ReadAll(p.resp.Body)
	if err != nil {
		p.Fatal(err)
	}
	p.text += string(b)
	wellFormed(p.T, p.resp.Request.URL.String(), p.text)
	return p.text
}

// stopForm returns the fields of the form that stops a page.
func (p *partial) stopForm() url.Values {
	p.Helper()
	_, form, _ := strings.Cut(p.text, `action="/stop"`)
	fields := url.Values{}
	for _, part := range strings.Split(form, `<input type="hidden" name="`)[1:] {
		name, rest, _ := strings.Cut(part, `" value="`)
		value, _, _ := strings.Cut(rest, `"`)
		fields.Set(name, strings.ReplaceAll(value, "&amp;", "&"))
	}
	return fields
}

// stepping is a listing that receives from next before each entry.
func stepping(ctx context.Context, r *open.Call, next <-chan struct{}, entries ...open.Entry) *open.Listing {
	l := listingOf(r)
	l.Entries = func(yield func(open.Entry, error) bool) {
		for _, e := range entries {
			select {
			case <-next:
			case <-ctx.Done():
				yield(open.Entry{}, ctx.Err())
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
	return l
}

// The page of a slow server begins before the server responds, and ends with the content that
// the server sent.
func TestSlowPageBeginsWithItsFrame(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		opens   func(r *open.Call) (open.Resource, error)
		content string
	}{
		{"text", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "the text"), nil }, "the text"},
		{"picture", func(r *open.Call) (open.Resource, error) { return document(r, "image/png", "\x89PNG\r\n\x1a\n"), nil }, `<img id="remote"`},
		{"page", func(r *open.Call) (open.Resource, error) {
			return document(r, "text/html", "<title>Its own title</title>"), nil
		}, `data-title="Its own title"`},
		{"listing", func(r *open.Call) (open.Resource, error) {
			return listingOf(r, entry("an entry", "http://h.example/b")), nil
		}, "an entry"},
		{"error", func(r *open.Call) (open.Resource, error) { return nil, open.ErrNotFound }, `id="failure"`},
		{"redirect", func(r *open.Call) (open.Resource, error) {
			if r.URL.Path() == "/a" {
				return &open.Referral{Meta: open.Meta{URL: r.URL}, Targets: []earl.URL{earl.RFC3986.MustParse("http://h.example/b")}}, nil
			}
			return document(r, "text/plain", "the text of b"), nil
		}, "The server redirected to"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answer := make(chan struct{})
			b := slowly(t, toy{"http", func(r *open.Call) (open.Resource, error) {
				<-answer
				return tt.opens(r)
			}})
			p := b.begin("http://h.example/a")
			p.until(`id="stop"`)
			for _, want := range []string{"<title>", `id="url"`, `id="crumbs"`, "<span>Waiting for</span> <bdi>h.example:80</bdi>", `method="post"`} {
				if !strings.Contains(p.text, want) {
					t.Errorf("no %q in the frame: %s", want, body(p.text))
				}
			}
			if strings.Contains(p.text, "<main") {
				t.Error("the content arrived before the answer")
			}
			close(answer)
			if page := p.rest(); !strings.Contains(page, tt.content) {
				t.Errorf("no %q in %s", tt.content, body(page))
			}
			if p.resp.StatusCode != http.StatusOK || p.resp.ContentLength >= 0 {
				t.Errorf("%s, length %d", p.resp.Status, p.resp.ContentLength)
			}
		})
	}
}

// The page of a fast server does not say that it waits, and has the status of its content.
func TestQuickPageIsWhole(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) { return nil, open.ErrNotFound }}}})
	resp, page := b.open("http://h.example/a")
	b.lacks(page, `id="stop"`, "Waiting for")
	if resp.StatusCode != http.StatusNotFound || resp.ContentLength != int64(len(page)) {
		t.Errorf("%s, length %d of %d", resp.Status, resp.ContentLength, len(page))
	}
}

// The rows of a listing in its server's order arrive one by one.
func TestRowsStreamAsTheyCome(t *testing.T) {
	t.Parallel()
	for scheme, address := range map[string]string{"gopher": "gopher://h.example/1", "news": "news:a.b", "wais": "wais://h.example/db?x"} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel()
			next := make(chan struct{})
			b := slowly(t, asking{scheme, func(ctx context.Context, r *open.Call) (open.Resource, error) {
				return stepping(ctx, r, next, entry("first", "gopher://h.example/0a"), entry("second", "gopher://h.example/0b"), entry("third", "gopher://h.example/0c")), nil
			}})
			p := b.begin(address)
			p.until(`id="stop"`)
			next <- struct{}{}
			if scheme != "news" { // a thread is complete when the next one begins
				p.until("first")
			}
			next <- struct{}{}
			p.until("first")
			if strings.Contains(p.text, "third") {
				t.Error("the third row arrived before its entry")
			}
			next <- struct{}{}
			b.wants(p.rest(), "second", "third", "3 entries")
		})
	}
}

// A table that is sorted waits for its last entry.
func TestSortedRowsWait(t *testing.T) {
	t.Parallel()
	next := make(chan struct{})
	b := slowly(t, asking{"ftp", func(ctx context.Context, r *open.Call) (open.Resource, error) {
		return stepping(ctx, r, next, entry("zebra", "ftp://h.example/z"), entry("ant", "ftp://h.example/a")), nil
	}})
	p := b.begin("ftp://h.example/")
	next <- struct{}{}
	p.until(`id="stop"`)
	next <- struct{}{}
	page := p.rest()
	if strings.Index(page, "ant</bdi>") > strings.Index(page, "zebra</bdi>") || !strings.Contains(page, "2 entries") {
		t.Error(body(page))
	}
}

// The lines of a text arrive as the server sends them, and an early end has a message.
func TestTextStreamsAsItComes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"whole": {io.EOF, "last"},
		"cut":   {open.ErrCut, "The text is incomplete"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := io.Pipe()
			b := slowly(t, toy{"http", func(r *open.Call) (open.Resource, error) {
				doc := document(r, "text/plain; charset=iso-8859-1", "")
				doc.Body, doc.Size = from, -1
				return doc, nil
			}})
			p := b.begin("http://h.example/a")
			io.WriteString(to, "first <b> \xe9 http://h.example/link\nhalf a")
			p.until("first &lt;b&gt; é <a href=")
			if strings.Contains(p.text, "half") {
				t.Error("a line arrived before its end")
			}
			io.WriteString(to, " line\nlast")
			p.until("half a line")
			to.CloseWithError(tt.err)
			b.wants(p.rest(), "last", tt.want)
		})
	}
}

// A text that is longer than a page has a next part that begins at a line.
func TestStreamedTextHasParts(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("x", 99) + "\n"
	text := strings.Repeat(line, maxText/len(line)+10)
	rest := make(chan struct{})
	b := slowly(t, toy{"http", func(r *open.Call) (open.Resource, error) {
		doc := document(r, "text/plain", text)
		doc.Body = io.NopCloser(io.MultiReader(strings.NewReader(text[:1000]), after(rest), strings.NewReader(text[1000:])))
		return doc, nil
	}})
	p := b.begin("http://h.example/a")
	p.until(line)
	close(rest)
	page := p.rest()
	if n := strings.Count(page, line); n != maxText/len(line) {
		t.Errorf("%d lines, want %d", n, maxText/len(line))
	}
	if !strings.Contains(page, "from=1048500") {
		t.Error("no link to the next part: ", page[len(page)-500:])
	}
}

// after is a reader with no bytes that ends when c is closed.
type after <-chan struct{}

func (c after) Read([]byte) (int, error) {
	<-c
	return 0, io.EOF
}

// Stop ends a visit, and its page shows what has arrived.
func TestStop(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, scheme, address string
		opens                 func(ctx context.Context, r *open.Call, next <-chan struct{}) (open.Resource, error)
		shown, said           string
	}{
		{"before the answer", "gopher", "gopher://h.example/1", func(ctx context.Context, _ *open.Call, next <-chan struct{}) (open.Resource, error) {
			<-next
			<-ctx.Done()
			return nil, ctx.Err()
		}, "", "Stopped. Nothing arrived."},
		{"a menu", "gopher", "gopher://h.example/1", func(ctx context.Context, r *open.Call, next <-chan struct{}) (open.Resource, error) {
			return stepping(ctx, r, next, entry("first", "gopher://h.example/0a"), entry("second", "gopher://h.example/0b")), nil
		}, "first", "Stopped. 1 entry arrived."},
		{"a table", "ftp", "ftp://h.example/", func(ctx context.Context, r *open.Call, next <-chan struct{}) (open.Resource, error) {
			return stepping(ctx, r, next, entry("first", "ftp://h.example/a"), entry("second", "ftp://h.example/b")), nil
		}, "first", "Stopped. 1 entry arrived."},
		{"a search", "gopher", "gopher://h.example/7find%09words", func(ctx context.Context, r *open.Call, next <-chan struct{}) (open.Resource, error) {
			return stepping(ctx, r, next, entry("first", "gopher://h.example/0a"), entry("second", "gopher://h.example/0b")), nil
		}, "first", "Stopped. 1 entry arrived."},
		{"a text", "gopher", "gopher://h.example/0a", func(ctx context.Context, r *open.Call, next <-chan struct{}) (open.Resource, error) {
			doc := document(r, "text/plain", "")
			from, to := io.Pipe()
			go func() {
				<-next
				io.WriteString(to, "the first line\n")
				<-ctx.Done()
				to.CloseWithError(ctx.Err())
			}()
			doc.Body, doc.Size = from, -1
			return doc, nil
		}, "the first line", "Stopped. 15 B arrived."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			next := make(chan struct{})
			var c counter
			opens := func(ctx context.Context, r *open.Call) (open.Resource, error) {
				return c.counted(func(r *open.Call) (open.Resource, error) { return tt.opens(ctx, r, next) })(r)
			}
			b := slowly(t, asking{tt.scheme, opens})
			p := b.begin(tt.address)
			p.until(`id="stop"`)
			next <- struct{}{}
			if tt.shown != "" && tt.scheme != "ftp" {
				p.until(tt.shown)
			}
			resp, _ := b.post("/stop", p.stopForm())
			if resp.StatusCode != http.StatusSeeOther {
				t.Fatal(resp.Status)
			}
			_, page := b.get(resp.Header.Get("Location"))
			b.wants(page, tt.said, tt.shown, "Open again")
			b.lacks(page, "context canceled", `role="alert"`)
			c.wants(t, tt.address, 1)
		})
	}
}

// A stop needs a visit of its URL, and the token of a form.
func TestStopIsGuarded(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	if resp, _ := b.post("/stop", url.Values{"url": {"http://h.example/a"}, "visit": {"no"}}); resp.StatusCode != http.StatusGone {
		t.Error(resp.Status)
	}
	r, _ := http.NewRequest(http.MethodPost, b.base+"/stop", strings.NewReader("visit=no"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if resp, _ := b.do(r); resp.StatusCode != http.StatusForbidden {
		t.Error(resp.Status)
	}
}

// A late refusal is in the page, as text.
func TestLateRefusalIsText(t *testing.T) {
	t.Parallel()
	answer := make(chan struct{})
	b := slowly(t, toy{"http", func(r *open.Call) (open.Resource, error) {
		if r.Offset > 0 {
			return nil, open.ErrNotFound
		}
		<-answer
		doc := document(r, "text/plain", "short")
		doc.Size = 9 << 20
		return doc, nil
	}})
	p := b.beginAt("/open?url=http://h.example/a&as=text&from=5000000")
	p.until(`id="stop"`)
	close(answer)
	b.wants(p.rest(), "The server has nothing at this address.", "</html>")
}

// A caller that sets the header of a page that has not begun ends the waiting: the page
// sets fields of the same header.
func TestHeaderEndsTheWaiting(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	v, to := g.newVisit(target{url: earl.RFC3986.MustParse("http://h.example/")})
	w := httptest.NewRecorder()
	a := g.arrive(w, v, to)
	defer a.rest()
	a.Header().Set("WWW-Authenticate", "Form")
	if a.begin(stageWaiting); w.Body.Len() > 0 || a.waited() {
		t.Errorf("the page begins: %s", w.Body)
	}
}

// The cautions about a URL are shown before its server answers, and once.
func TestSlowPageBeginsWithItsCautions(t *testing.T) {
	t.Parallel()
	answer := make(chan struct{})
	b := slowly(t, toy{"http", func(r *open.Call) (open.Resource, error) {
		<-answer
		return document(r, "text/plain", "the text"), nil
	}})
	p := b.beginAt("/open?url=http://www.bank.com@h.example/&sure=1")
	p.until(`id="stop"`)
	if !strings.Contains(p.text, `id="caution"`) {
		t.Errorf("no caution in the frame: %s", body(p.text))
	}
	close(answer)
	if n := strings.Count(p.rest(), `id="caution"`); n != 1 {
		t.Errorf("%d cautions", n)
	}
}
