package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// check --rows writes a row for each row, whatever it finds, and status 0.
func TestCheckRows(t *testing.T) {
	var requests []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests = append(requests, r.Method+" "+r.URL.Path)
		if r.URL.Path != "/page" {
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	in := `{"url":"` + server.URL + `/page","id":1}` + "\n" + `{"url":"` + server.URL + `/gone","id":2}` + "\n" + `{"url":null,"id":3}` + "\n"
	out, status := runOn(t, in, "check", "--rows", "--allow-net", "127.0.0.0/8")
	if status != statusDone {
		t.Fatalf("status %d, want 0: %s", status, out)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3:\n%s", len(lines), out)
	}
	for i, want := range []string{"ok", "failed", ""} {
		var row struct {
			State string
			ID    int
			Next  *time.Time `json:"next_at"`
		}
		if err := json.Unmarshal([]byte(lines[i]), &row); err != nil {
			t.Fatal(err)
		}
		if row.State != want || row.ID != i+1 || (row.Next != nil) != (want != "") {
			t.Errorf("line %d: %s, want state %q", i+1, lines[i], want)
		}
	}
	if got := strings.Join(requests, ", "); got != "GET /robots.txt, GET /page, GET /gone" && got != "GET /robots.txt, GET /gone, GET /page" {
		t.Errorf("requests: %s", got)
	}
	again, _ := runOn(t, out, "check", "--rows", "--allow-net", "127.0.0.0/8")
	if again != out || len(requests) != 3 {
		t.Errorf("rows that are not due were checked: %d requests\n%s", len(requests), again)
	}
}

func TestCheckRowsUsage(t *testing.T) {
	for in, args := range map[string][]string{
		"--rows cannot be used with":              {"check", "--rows", "-r"},
		"--rows reads stdin":                      {"check", "--rows", "http://h/"},
		"--per-server and --time-limit need":      {"check", "--per-server", "3", "-"},
		"stdin: line 1: the member url is missin": {"check", "--rows"},
	} {
		errs, status := runOn(t, "{}\n", args...)
		if status != statusUsage || !strings.Contains(errs, in) {
			t.Errorf("%q: status %d, output %q, want %q", args, status, errs, in)
		}
	}
}
