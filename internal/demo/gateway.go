package demo

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
)

// sessionWait is how long the tour waits for the first words of a service.
const sessionWait = 5 * time.Second

// gatewayPage is a URL to open through the gateway, and a text that its page
// must contain.
type gatewayPage struct {
	url, holds string
	fails      bool // the page is that of an error
}

// gatewayPages returns a page for each scheme, in the order of Examples.
func (s *Servers) gatewayPages() []gatewayPage {
	files := s.library.files
	letters := files.at("articles", "one-letter-for-each-thing.txt")
	return append([]gatewayPage{
		{s.URL("ftp", ""), "welcome.txt", false},
		{s.URL("http", "tour"), "Ten schemes in ten short visits", false},
		{s.URL("gopher", ""), "Search the texts", false},
		{s.URL("mailto", librarian), librarian, false},
		{s.URL("news", "library.doors"), "Which of the ten still answer?", false},
		{s.URL("nntp", "library.reading/2"), files.at("news").children[4].title(), false},
		{"telnet://guest@" + s.Telnet + "/", "name: ", false},
		{s.URL("wais", waisDatabase+"?gopher%20menu%20letter"), letters.title(), false},
		{s.URL("file", "welcome.txt"), strings.TrimSpace(files.at("welcome.txt").data), false},
		{s.URL("prospero", shelvesName), "tour.txt", false},
	}, s.exhibitPages()...)
}

// throughGateway opens a page of each scheme through the gateway, like a
// browser without script, and prints the results. Its error is nil if each page
// contains its text.
func (t *tour) throughGateway(ctx context.Context) error {
	t.p.head("A page of each scheme, through the gateway")
	b := newBrowser(t.servers.Gateway)
	var wrong []error
	if _, _, err := b.get(ctx, t.servers.link); err != nil {
		wrong = append(wrong, fmt.Errorf("the start link: %w", err))
	}
	for _, p := range t.servers.gatewayPages() {
		err := b.visit(ctx, p)
		t.p.page(p.url, err)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s through the gateway: %w", earl.Redact(p.url), err))
		}
	}
	t.p.line("")
	return errors.Join(wrong...)
}

// browser is a browser without script.
type browser struct {
	client *http.Client
	base   string
}

func newBrowser(address string) *browser {
	jar, _ := cookiejar.New(nil) // which never fails
	return &browser{&http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}, "http://" + address}
}

// visit opens a URL. It fails if the page does not contain its text.
func (b *browser) visit(ctx context.Context, p gatewayPage) error {
	_, page, err := b.get(ctx, b.base+"/open?url="+url.QueryEscape(p.url))
	if err != nil && !p.fails {
		return err
	}
	if p.fails {
		err = nil
	}
	if m := frame().FindStringSubmatch(page); m != nil {
		_, page, err = b.get(ctx, b.base+html.UnescapeString(m[1]))
	} else if _, form, ok := strings.Cut(page, `<form id="connect"`); ok {
		var at string
		at, page, err = b.connect(ctx, form)
		for end := time.Now().Add(sessionWait); err == nil && !strings.Contains(page, p.holds) && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
			_, page, err = b.get(ctx, at)
		}
	}
	if err == nil && !strings.Contains(html.UnescapeString(page), p.holds) {
		err = fmt.Errorf("a page of %d bytes without %q", len(page), p.holds)
	}
	return err
}

var (
	frame  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<iframe [^>]*src="([^"]*)"`) })
	hidden = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)
	})
)

// connect submits the form on the page of a service.
func (b *browser) connect(ctx context.Context, form string) (at, page string, err error) {
	form, _, _ = strings.Cut(form, "</form>")
	fields := url.Values{}
	for _, m := range hidden().FindAllStringSubmatch(form, -1) {
		fields.Set(m[1], html.UnescapeString(m[2]))
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+"/session", strings.NewReader(fields.Encode()))
	if err != nil {
		return "", "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(r)
}

// get returns a page, and its address after redirects.
func (b *browser) get(ctx context.Context, address string) (at, page string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", "", err
	}
	return b.do(r)
}

func (b *browser) do(r *http.Request) (at, page string, err error) {
	resp, err := b.client.Do(r)
	if err != nil {
		return "", "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxRead))
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("the gateway responds with %s", resp.Status)
	}
	return resp.Request.URL.String(), string(body), err
}
