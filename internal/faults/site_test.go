//go:build linux

package faults

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/demo"
)

// site is a server of http, and the servers of the demo.
type site struct {
	*httptest.Server
	demo *demo.Servers
}

// expiry is that of the cookie: not further away than a jar keeps one.
var expiry = time.Now().Add(24 * time.Hour)

// published is the date of everything on the site.
var published = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// content is the text of a file of the site: large enough for many calls of write.
func content(size int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "%08d a line of a file that is copied\n", i)
	}
	return b.Bytes()[:size]
}

// startSite starts the servers until the test ends.
func startSite(t *testing.T) *site {
	mux := http.NewServeMux()
	file := func(path, kind string, body []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("ETag", fmt.Sprintf("%q", fmt.Sprint(len(body))))
			http.ServeContent(w, r, "", published, bytes.NewReader(body))
		})
	}
	file("/file.bin", "application/octet-stream", content(300_000))
	for i := range 6 {
		file(fmt.Sprintf("/f%d.txt", i), "text/plain", content(20_000+i))
		file(fmt.Sprintf("/site/p%d.html", i), "text/html", fmt.Appendf(nil, "<html><head><title>p%d</title><link rel=stylesheet href=style.css></head><body><a href=p%d.html>next</a>%s</body></html>", i, (i+1)%6, content(3000)))
	}
	file("/site/style.css", "text/css", []byte("body { color: black }\n"))
	file("/site/{$}", "text/html", []byte("<html><body><a href=p0.html>first</a></body></html>"))
	file("/new", "text/html", []byte("<html><title>new</title></html>"))
	mux.Handle("/old", http.RedirectHandler("/new", http.StatusMovedPermanently))
	mux.HandleFunc("/cookie", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "visit", Value: "first", Path: "/", Expires: expiry})
		fmt.Fprintln(w, "a page with a cookie")
	})
	s := &site{Server: httptest.NewServer(mux)}
	t.Cleanup(s.Close)
	var err error
	if s.demo, err = demo.Start(context.Background(), demo.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.demo.Close() })
	return s
}
