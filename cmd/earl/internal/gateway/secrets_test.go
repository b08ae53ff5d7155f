package gateway

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// secret is a password that appears nowhere else.
const secret = "s3cr3t-Zq7"

// loginOpener requests a login, and accepts only the right one.
func loginOpener(scheme string) asking {
	return asking{scheme, func(ctx context.Context, r *open.Call) (open.Resource, error) {
		l, err := r.Login(ctx, open.Login{User: userOf(r.URL), Prompt: "Who <are> you?"})
		if err != nil {
			return nil, fmt.Errorf("loginOpener: %w", err)
		}
		if password, _ := l.Password.Reveal(); password != secret || l.User.Value != "me" {
			return nil, fmt.Errorf("loginOpener: %w: not %s", open.ErrLogin, password)
		}
		return document(r, "text/plain", "the treasure"), nil
	}}
}

// userOf is the user of a URL.
func userOf(u earl.URL) earl.Field {
	user, ok := u.User()
	return earl.Field{Value: earl.Unescape(user), Present: ok}
}

// F3: the gateway removes a password from the address before it makes a page. It writes the
// password nowhere: not in a page, link, history, log, file or field.
func TestPasswordIsNowhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var log lockedBuffer
	b := start(t, Options{
		Bookmarks: filepath.Join(dir, "bookmarks"), Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Openers: []open.Opener{loginOpener("ftp"), loginOpener("http"), toy{"gopher", func(r *open.Call) (open.Resource, error) {
			return nil, fmt.Errorf("odd: %s", r.URL)
		}}},
	})
	var written strings.Builder
	note := func(resp *http.Response, page string) (*http.Response, string) {
		resp.Header.Write(&written)
		written.WriteString(page)
		return resp, page
	}
	follow := func(path string) string {
		for range 5 {
			resp, page := note(b.get(path))
			if path = resp.Header.Get("Location"); path == "" {
				return page
			}
		}
		t.Fatal("no end of redirections")
		return ""
	}
	quoted := url.QueryEscape("ftp://me:" + secret + "@h/a")
	b.wants(follow("/open?url="+quoted), "the treasure", "ftp://me@h/a")
	for _, path := range []string{"/open?as=text&url=", "/file?url=", "/explain?url=", "/answer?url=", "/part?n=1&url="} {
		follow(path + quoted)
	}
	for _, text := range []string{
		"ftp://me:" + secret + "@h/a|b", "ftp://me:" + secret + "@h:99999/", "ftp://me:" + secret + "@[/", "<URL:ftp://me:" + secret + "@h/>", "URL:ftp://me:" + secret + "@h/",
		"gopher://me:" + secret + "@h/", "telnet://me:" + secret + "@h/", "http://me:" + secret + "@10.0.0.1/", "ftp://me:" + secret + "@h/%0D%0A",
		"  ftp://me:" + secret + "@h/a b", "me:" + secret + "@h/",
	} {
		follow("/open?url=" + url.QueryEscape(text))
		follow("/explain?url=" + url.QueryEscape(text))
	}

	// A form asks for a missing login. The login is sent only to its own server, and is
	// kept in memory.
	resp, page := note(b.open("http://other/a"))
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("no login: %s", resp.Status)
	}
	b.wants(page, `type="password"`, `value="http://other:80"`, "Who &lt;are&gt; you?", "without encryption")
	login := url.Values{"url": {"http://other/a"}, "server": {"http://other:80"}, "user": {"me"}, "password": {secret}}
	resp, _ = note(b.post("/login", login))
	b.wants(follow(resp.Header.Get("Location")), "the treasure")
	for _, address := range []string{"http://other:81/a", "ftp://other/a", "http://third/a"} {
		if resp, _ := note(b.open(address)); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s got the login of http://other: %s", address, resp.Status)
		}
	}
	login.Set("url", "http://other:81/a")
	login.Set("server", "http://other:81")
	login.Set("password", secret+"x")
	resp, _ = note(b.post("/login", login))
	b.wants(follow(resp.Header.Get("Location")), "was refused")
	note(b.post("/bookmark", url.Values{"url": {"ftp://me:" + secret + "@h/a"}, "title": {"t"}, "do": {"add"}}))
	follow("/")
	follow("/history")

	note(b.get("/ftp://me:" + secret + "@h/a")) // a URL that someone typed after the slash

	if i := strings.Index(written.String(), secret); i >= 0 {
		t.Errorf("in what was sent: …%s", written.String()[max(0, i-300):i])
	}
	if strings.Contains(log.String(), secret) || strings.Contains(log.String(), "url=") || !strings.Contains(log.String(), "path=/login") {
		t.Errorf("log: %s", log.String())
	}
	filepath.Walk(dir, func(path string, info os.FileInfo, _ error) error {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(secret)) {
			t.Errorf("%s has it", path)
		}
		return nil
	})
	if n := b.gateway.logins.Count(); n == 0 {
		t.Error("no login was kept")
	}
	b.post("/forget", url.Values{})
	if n := b.gateway.logins.Count(); n != 0 {
		t.Errorf("%d logins are left", n)
	}
}

// After a login the gateway opens the same URL in the same edition.
func TestLoginOfAnotherEdition(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{loginOpener("http")}})
	_, page := b.get("/open?edition=whatwg&url=" + url.QueryEscape("http://h/a|b"))
	_, form, _ := strings.Cut(page, `id="login"`)
	form, _, _ = strings.Cut(form, "</form>")
	fields := url.Values{"user": {"me"}, "password": {secret}}
	for _, hidden := range regexp.MustCompile(`type="hidden" name="(\w+)" value="([^"]*)"`).FindAllStringSubmatch(form, -1) {
		fields.Set(hidden[1], html.UnescapeString(hidden[2]))
	}
	resp, _ := b.post("/login", fields)
	if _, page = b.get(resp.Header.Get("Location")); !strings.Contains(page, "the treasure") {
		t.Errorf("%s goes to %q: %s", fields.Encode(), resp.Header.Get("Location"), page)
	}
}

// lockedBuffer is a log that several goroutines write.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
