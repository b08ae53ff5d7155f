//go:build linux

package faults

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// bookmarks is a gateway that a browser tells to keep a bookmark.
func (s *suite) bookmarks() command {
	const kept = "ftp://kept.example/\tKept\t2026-01-02T03:04:05Z\n"
	const file = "home/.local/state/earl/bookmarks"
	return command{
		name: "serve (bookmark)", args: []string{"serve", "--no-config", "--port", "0"}, drive: addBookmark,
		old: map[string]string{file: kept}, keeps: []string{file}, outcome: s.marks(file),
	}
}

// added is the time of a bookmark.
var added = regexp.MustCompile(`\t\d{4}-\d\d-\d\dT[0-9:.]+Z`)

// marks describes the bookmarks, each once: the second run adds the same one.
func (s *suite) marks(name string) func(string, result) string {
	return func(dir string, _ result) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		lines := strings.Split(added.ReplaceAllString(string(text), ""), "\n")
		slices.Sort(lines)
		return fmt.Sprint(slices.Compact(lines), err)
	}
}

// addBookmark starts a gateway, enters it by its start link, adds a bookmark, and ends it.
// The status is 0 if the gateway says that it has the bookmark.
func addBookmark(s *suite, c *command, dir string, f fault) result {
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	cmd := s.command(ctx, c, dir, f)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return result{status: -1, stderr: err.Error()}
	}
	if f.kill > 0 {
		t := time.AfterFunc(f.kill, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
		defer t.Stop()
	}
	start := time.Now()
	link, err := bufio.NewReader(out).ReadString('\n')
	if err == nil {
		err = post(ctx, strings.TrimSpace(link))
	}
	res := result{took: time.Since(start), hung: ctx.Err() != nil}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
	cmd.Wait()
	if res.stderr = stderr.String(); err != nil {
		res.status, res.stderr = 1, res.stderr+err.Error()
	}
	return res
}

// formKey is the key of the forms of a page.
var formKey = regexp.MustCompile(`name="?form"? value="?([^" >]+)`)

// post enters a gateway and adds a bookmark, as its pages do.
func post(ctx context.Context, link string) error {
	u, err := url.Parse(link)
	if err != nil {
		return err
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+u.Port())
	}
	t := &http.Transport{DialContext: dial}
	defer t.CloseIdleConnections()
	client := &http.Client{Jar: jar, Transport: t, Timeout: 20 * time.Second}
	res, err := client.Get(link)
	if err != nil {
		return err
	}
	res.Body.Close()
	base := u.Scheme + "://" + res.Request.URL.Host
	if res, err = client.Get(base + "/open?url=data:,text"); err != nil {
		return err
	}
	page, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil {
		return err
	}
	key := formKey.FindSubmatch(page)
	if key == nil {
		return fmt.Errorf("a page without a key for its forms: %.300q", page)
	}
	form := url.Values{"url": {"ftp://new.example/"}, "title": {"New"}, "do": {"add"}, "form": {string(key[1])}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/bookmark", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "null")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if res, err = client.Do(r); err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode >= 400 {
		return fmt.Errorf("POST /bookmark: %s", res.Status)
	}
	return nil
}
