package demo

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/term"
)

// toyGateway shows the expected text of each scheme, like a gateway: one page in a frame, a
// service after a click and a delay. It fails for the scheme broken.
func toyGateway(s *Servers, broken string) http.Handler {
	holds := map[string]string{}
	for _, p := range s.gatewayPages() {
		scheme, _, _ := strings.Cut(p.url, ":")
		holds[scheme] = html.EscapeString(p.holds)
	}
	delete(holds, broken)
	var looks atomic.Int32
	mux := http.NewServeMux()
	mux.HandleFunc("/start", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "in", Value: "yes"})
	})
	mux.HandleFunc("GET /open", func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("in"); err != nil {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		switch scheme, _, _ := strings.Cut(r.FormValue("url"), ":"); scheme {
		case "http":
			io.WriteString(w, `<iframe class="remote" src="/raw?a=1&amp;b=2"></iframe>`)
		case "telnet":
			io.WriteString(w, `<form id="connect" action="/session"><input type="hidden" name="url" value="a&amp;b"></form><form><input type="hidden" name="url" value="no"></form>`)
		default:
			fmt.Fprintf(w, "<p>%s</p>", holds[scheme])
		}
	})
	mux.HandleFunc("GET /raw", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, holds["http"]+r.FormValue("c")) })
	mux.HandleFunc("POST /session", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("url") != "a&b" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, "/session?id=1", http.StatusSeeOther)
	})
	mux.HandleFunc("GET /session", func(w http.ResponseWriter, r *http.Request) {
		if broken == "telnet" {
			w.WriteHeader(http.StatusNotFound)
		} else if looks.Add(1) > 2 {
			io.WriteString(w, holds["telnet"])
		}
	})
	return mux
}

// C3: the tour ends with a page of each scheme through the gateway. A page without its expected
// text is printed as a failure and makes Run fail.
func TestTourThroughGateway(t *testing.T) {
	t.Parallel()
	for _, broken := range append([]string{""}, schemes...) {
		var out strings.Builder
		err := Run(context.Background(), &out, Options{Once: true, Gateway: func(s *Servers) (http.Handler, string) {
			return toyGateway(s, broken), "http://" + s.Gateway + "/start"
		}})
		if broken == "" != (err == nil) || err != nil && (!errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), broken+":")) {
			t.Errorf("without %q: %v", broken, err)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(line); n > term.Columns+1 && !strings.Contains(line, ":") {
				t.Errorf("a line of %d characters: %s", n, line)
			}
		}
		_, pages, _ := strings.Cut(out.String(), "through the gateway\n")
		for _, scheme := range schemes {
			mark := "\u2713"
			if scheme == broken {
				mark = "\u2717"
			}
			if !strings.Contains(pages, "   "+mark+" "+fmt.Sprintf("%-*s ", schemeWidth, scheme)+scheme+":") {
				t.Errorf("without %q: no line %s %s in\n%s", broken, mark, scheme, pages)
			}
		}
	}
}
