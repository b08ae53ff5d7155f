package main

import (
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A gate is a server that requires certain fields for some of its paths.
type gate struct {
	mu   sync.Mutex
	seen []string
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	g.seen = append(g.seen, r.Method+" "+r.URL.Path)
	g.mu.Unlock()
	user, password, _ := r.BasicAuth()
	cookie, _ := r.Cookie("id")
	ok := true
	switch r.URL.Path {
	case "/header":
		ok = r.Header.Get("X-Site") == "docs"
	case "/token":
		ok = r.Header.Get("Authorization") == "Bearer t0ken77"
	case "/login":
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		if user != "joe" || password != "secret77" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
	case "/agent":
		ok = r.Header.Get("User-Agent") == "docs-check/1"
	case "/cookie":
		ok = cookie != nil && cookie.Value == "secret77"
	case "/set":
		http.SetCookie(w, &http.Cookie{Name: "new", Value: "v1"})
	case "/none":
		ok = false
	case "/slow":
		<-r.Context().Done()
	case "/403":
		w.WriteHeader(http.StatusForbidden)
		return
	case "/text":
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<p>The quick fox</p>")
	}
	if !ok {
		http.NotFound(w, r)
	}
}

// The flags for requests have the meaning of lychee's and curl's, and no secret
// is shown.
func TestCheckRequests(t *testing.T) {
	g := new(gate)
	server := httptest.NewUnstartedServer(g)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	plain := httptest.NewServer(g)
	defer plain.Close()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"ca.pem":    string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})),
		"netrc":     "machine 127.0.0.1 login joe password secret77\n",
		"links.md":  "[a](" + plain.URL + "/token) [b](local.md) [c](gone.md)\n",
		"local.md":  "# Here\n\n[l](local.md#L3) [m](local.md#L9) [n](local.md?plain=1#L2)\n",
		"jar.txt":   "127.0.0.1\tFALSE\t/\tFALSE\t0\tid\tsecret77\n",
		"empty.txt": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		args   string // after earl check --no-config; URL is the plain server, TLS the other
		status int
		want   string // texts that the output contains
	}{
		{"URL/header", 1, "not-found"},
		{"-H X-Site:docs URL/header", 0, ""},
		{"-H Authorization:Bearer~t0ken77 URL/token", 0, ""},
		{"-H Authorization:Bearer~t0ken77 --allow-net 127.0.0.0/8 links.md", 1, "/token: not-found"},
		{"URL/login", 1, "login"},
		{"--user joe:secret77 URL/login", 0, ""},
		{"--user joe:wrong77 URL/login", 1, "login"},
		{"--basic-auth URL~joe:secret77 URL/login", 0, ""},
		{"--basic-auth http://localhost:1~joe:secret77 URL/login", 1, "login"},
		{"--netrc --netrc-file netrc URL/login", 0, ""},
		{"-A docs-check/1 URL/agent", 0, ""},
		{"-b id=secret77 URL/cookie", 0, ""},
		{"-b jar.txt URL/cookie", 0, ""},
		{"--cookie-jar out.txt URL/set", 0, ""},
		{"TLS/", 1, "no-connection"},
		{"--cacert ca.pem TLS/", 0, ""},
		{"-k TLS/", 0, ""},
		{"-k --min-tls 1.3 TLS/", 0, ""},
		{"URL/none", 1, "not-found"},
		{"--accept 200..=299,404 URL/none", 0, ""},
		{"--accept 404 URL/", 1, "not among the accepted"},
		{"--accept nonsense URL/", 2, `"nonsense" is not a status such as 403`},
		{"URL/403", 0, "403 Forbidden: the server refuses this program"},
		{"--strict URL/403", 1, "blocked"},
		{"--offline URL/none", 0, "1 skipped"},
		{"--offline links.md", 1, "gone.md: not-found"},
		{"--method GET URL/", 0, ""},
		{"--method POST URL/", 2, `--method "POST": must be HEAD or GET`},
		{"--include-fragments URL/text#:~:text=quick", 0, ""},
		{"--include-fragments URL/text#:~:text=slow", 1, "does not contain the text"},
		{"URL/text#:~:text=slow", 0, ""},
		{"local.md", 1, "local.md#L9: no-fragment"},
		{"--timeout 5 --max-retries 1 --retry-wait-time 0.01 --max-redirects 3 --max-concurrency 2 --host-concurrency 1 --host-request-interval 1ms --no-progress --quiet URL/", 0, ""},
		{"--speed-limit 1k --speed-time 5 URL/", 0, ""},
		{"--require-https URL/", 0, ""},
		{"--cache URL/", 0, ""},
		{"--cache --max-cache-age 2d URL/", 0, ""},
		{"--include-fragments=none URL/text#nowhere", 0, ""},
		{"--include-fragments=text-only URL/text#nowhere:~:text=quick", 0, ""},
		{"--include-fragments=text-only URL/text#nowhere:~:text=slow", 1, "does not contain the text"},
		{"--include-fragments=anchor-only URL/text#nowhere", 1, "no-fragment"},
		{"--include-fragments=most URL/", 2, "must be anchor-only, full, text-only, none"},
		{"--timeout 0.2 --retry 0 --method GET URL/slow", 1, "timed-out"},
		{"--timeout 0.2 --retry 0 --method GET --accept-timeouts URL/slow", 0, ""},
		{"--cache --cache-exclude-status 200 URL/kept", 0, ""},
		{"--cache-exclude-status x URL/kept", 2, "--cache-exclude-status"},
		{"--host-stats URL/ URL/none", 1, ": URLs 2, problems 1, warnings 0, mean time"},
		{"--threads 4 --github-token t0ken77 URL/", 0, ""},
		{"--threads -1 URL/", 2, "--threads -1"},
		{"--min-tls 9 URL/", 2, `min-tls "9"`},
	}
	for _, tt := range tests {
		line := strings.NewReplacer("URL", plain.URL, "TLS/", server.URL+"/").Replace(tt.args)
		args := []string{"check", "--no-config"}
		for _, arg := range strings.Fields(line) {
			args = append(args, strings.ReplaceAll(arg, "~j", " j"))
		}
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "Bearer~", "Bearer ")
		}
		out, errs, status := runIn(t, dir, args...)
		if status != tt.status || !strings.Contains(out+errs, tt.want) {
			t.Errorf("%s: status %d, want %d with %q:\n%s%s", tt.args, status, tt.status, tt.want, out, errs)
		}
		for _, secret := range []string{"secret77", "t0ken77", "wrong77"} {
			if strings.Contains(out+errs, secret) {
				t.Errorf("%s: shows a secret:\n%s%s", tt.args, out, errs)
			}
		}
	}
	if jar, err := os.ReadFile(filepath.Join(dir, "out.txt")); err != nil || !strings.Contains(string(jar), "new\tv1") {
		t.Errorf("the jar: %q, %v", jar, err)
	}
	if _, err := os.Stat(filepath.Join(dir, cacheFile)); err != nil {
		t.Errorf("--cache: %v", err)
	}
	if got := fmt.Sprint(g.seen); strings.Contains(got, "POST") {
		t.Errorf("the servers saw %s", got)
	}
}
