package readers

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// targets are readings that show how a server differs from others.
var targets = []struct {
	server, target, path string
	status               int
}{
	{"apache", "/public/%2e%2e/admin", "/admin", 200},
	{"apache", "/public/..%2fadmin", "/public/../admin", 404},
	{"apache", "/a%00b", "/a", 404},
	{"go-http", "/public/..%2fadmin", "/public/../admin", 200},
	{"go-http", "//admin", "//admin", 200},
	{"go-http", "/a%", "", 400},
	{"go-servemux", "/public/..%2fadmin/", "/public/../admin/", 200},
	{"go-servemux", "/public/../admin/", "/admin/", 307},
	{"go-servemux-1.21", "/public/..%2fadmin/", "/admin/", 301},
	{"go-servemux-1.21", "/a;b", "/a;b", 200},
	{"nginx", "/public/..%2fadmin", "/admin", 200},
	{"nginx", "/a/b/..", "/a/", 200},
	{"nginx", "/%2f..", "", 400},
	{"nginx", "http://good.example//a?b", "/a", 200},
	{"nginx", "a", "", 400},
}

func TestPathReaders(t *testing.T) {
	seen := map[string]int{}
	for _, row := range targets {
		seen[row.server]++
		s := pathReader(t, row.server)
		if path, status := s.Path(row.target); path != row.path || status != row.status {
			t.Errorf("%s reads %q as %q %d, want %q %d", row.server, row.target, path, status, row.path, row.status)
		}
	}
	for _, s := range PathReaders() {
		if seen[s.Name] < 2 || s.Title == "" || s.Version == "" || len(s.Departs) == 0 {
			t.Errorf("%s has %d rows, want 2 or more, or has no title, version or departures", s.Name, seen[s.Name])
		}
	}
}

func pathReader(t *testing.T, name string) *PathReader {
	t.Helper()
	for _, s := range PathReaders() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("there is no path reader %q", name)
	return nil
}

// Each server reads the recorded targets as the program does. The recorder writes no more
// than what is before a "?", even a decoded one.
func TestRecordedTargets(t *testing.T) {
	names := map[string]string{"apache2": "apache", "go-net-http": "go-http", "go-net-http-servemux": "go-servemux-1.21", "nginx": "nginx"}
	lines(t, "paths.jsonl", func(line []byte) {
		var r struct {
			Server, Target, Path string
			Status               int
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		path, status := pathReader(t, names[r.Server]).Path(r.Target)
		path, _, _ = strings.Cut(path, "?")
		if status == 301 {
			path = "-> " + path
		}
		if r.Server == "apache2" && status == 200 {
			status = 404 // its directory was empty
		}
		if path = printable(path); path != r.Path || status != r.Status {
			t.Errorf("%s reads %q as %q %d, want %q %d", r.Server, r.Target, path, status, r.Path, r.Status)
		}
	})
}

// The model of ServeMux is the one in net/http.
func TestServeMuxPath(t *testing.T) {
	model := pathReader(t, "go-servemux")
	for _, row := range targets {
		path, status := model.Path(row.target)
		u, err := url.ParseRequestURI(row.target)
		if err != nil {
			if status != 400 {
				t.Errorf("%q: status %d, want 400", row.target, status)
			}
			continue
		}
		mux, w, got := http.NewServeMux(), httptest.NewRecorder(), ""
		mux.HandleFunc("/", func(_ http.ResponseWriter, r *http.Request) { got = r.URL.Path })
		mux.ServeHTTP(w, &http.Request{Method: "GET", URL: u})
		if location, err := url.Parse(w.Header().Get("Location")); err == nil && w.Code != 200 {
			got = location.Path
		}
		if got != path || w.Code != status {
			t.Errorf("%q: model %q %d, net/http %q %d", row.target, path, status, got, w.Code)
		}
	}
}

// printable writes bytes that are not UTF-8 as the recorder does.
func printable(s string) string {
	return strings.NewReplacer("\xc0", `\xc0`, "\xae", `\xae`).Replace(s)
}
