package main

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/transfer"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
	openhttp "github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/nntp"
)

// TestDrawingsFit draws URLs of many shapes: no line is wider than 80 columns,
// no password is in it, and every component has its name.
func TestDrawingsFit(t *testing.T) {
	for _, text := range append(viewURLs[:len(viewURLs):len(viewURLs)],
		"ftp://myname:se%63ret@host.dom:2121/%2Fetc/motd;type=a?q#f",
		"x://:@:?#", "x:", "x:/", "x://h", "a://b:c@d:1/?e#f", "file:///etc",
		"http://"+strings.Repeat("long.", 60)+"example/"+strings.Repeat("path/", 100)+"?"+strings.Repeat("q", 200)+"#"+strings.Repeat("f", 90),
	) {
		u := explain.Explain(t.Context(), text, explain.Options{Editions: []*earl.Edition{earl.RFC3986}}).Main.URL
		lines := draw(term.Painter{}, u.String(), drawn(u), room)
		all := strings.Join(lines, "\n")
		for _, l := range lines {
			if term.TextCells(l) > room {
				t.Errorf("%s: a line of %d columns: %q", text, term.TextCells(l), l)
			}
		}
		if strings.Contains(all, "se%63ret") {
			t.Errorf("F3: the password stands in the drawing\n%s", all)
		}
		for _, c := range explain.Components {
			if _, n, ok := u.Span(c.At); ok && (n > 0 || c.Name != "path") && !strings.Contains(all, c.Name) {
				t.Errorf("%s: no name %q in\n%s", text, c.Name, all)
			}
		}
	}
}

func TestShowHidesAndPlaces(t *testing.T) {
	for _, c := range []struct {
		text, want string
		octet      int
		column     int
	}{
		{"http://h/a b", "http://h/a b", 10, 10},
		{"ftp://u:geheim@h/a|", "ftp://u:xxxxx@h/a|", 18, 17},
		{"ftp://u:geheim@h/a|", "ftp://u:xxxxx@h/a|", 10, 8}, // within the password
		{"http://h/\x1b|", `http://h/\x1B|`, 10, 13},
		{"http://h/日|", "http://h/日|", 12, 11},
		{"http://h/\xff|", `http://h/\xFF|`, 10, 13},
		{"http://h/\uFFFD|", "http://h/\uFFFD|", 12, 10}, // a real U+FFFD has three bytes, an invalid one has one
		{"\uFFFD", "\uFFFD", 3, 1},
		{"\uFFFD\xff\xef\xbf", `�\xFF\xEF\xBF`, 4, 5},
	} {
		r := redact(c.text)
		s := show(r.hidden)
		if got, column := s.window(0, s.columns()), s.column(r.at(c.octet)); got != c.want || column != c.column {
			t.Errorf("%q is shown as %q with octet %d in column %d, want %q and %d", c.text, got, c.octet, column, c.want, c.column)
		}
	}
}

// TestViolationsFit: what is said of a text of any length fits the page, and
// marks what it is about.
func TestViolationsFit(t *testing.T) {
	for _, n := range []int{0, 20, 60, 70, 75, 76, 80, 200, 2000} {
		text := "http://h/" + strings.Repeat("a", n) + "|" + strings.Repeat("b", n) + " é"
		r := reading{input: text, edition: earl.RFC3986}
		r.read()
		for l := range strings.Lines(violationsText(term.Painter{}, &r, 1_000_000)) {
			if term.TextCells(strings.TrimSuffix(l, "\n")) > term.Columns {
				t.Errorf("n=%d: a line of %d columns: %q", n, term.TextCells(l), l)
			}
		}
		var b strings.Builder
		appendFaults(&b, term.Painter{}, text, r.violations, r.allowing(r.violations))
		lines := strings.Split(b.String(), "\n")
		for i, l := range lines {
			if term.TextCells(l) > term.Columns {
				t.Errorf("n=%d: a line of %d columns: %q", n, term.TextCells(l), l)
			}
			if k := strings.Index(l, "^"); k >= 0 && i > 0 && n == 200 && i == 1 {
				if above := []rune(lines[0]); above[k] != '|' {
					t.Errorf("n=%d: the mark stands under %q", n, above[k])
				}
			}
		}
	}
}

// TestStatusOf holds each kind of error to its exit status.
func TestStatusOf(t *testing.T) {
	_, invalid := earl.RFC3986.Parse("x")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{invalid, 1},
		{usagef("x"), 2},
		{&open.Refusal{Name: "bad-port"}, 4},
		{fmt.Errorf("ftp: %w", open.ErrNotFound), 5},
		{&ftp.Error{Command: "RETR", Code: 552}, 5},
		{&nntp.Error{Command: "HEAD", Code: 503}, 5},
		{&openhttp.StatusError{Code: 503}, 5},
		{&openhttp.StatusError{Code: 416}, 10},
		{open.ErrConnect, 6},
		{&net.DNSError{Err: "no such host"}, 6},
		{fmt.Errorf("TLS: %w: %w", open.ErrConnect, x509.UnknownAuthorityError{}), 6},
		{context.DeadlineExceeded, 7},
		{fmt.Errorf("%w: %w", open.ErrConnect, context.DeadlineExceeded), 7},
		{os.ErrDeadlineExceeded, 7},
		{fmt.Errorf("x: %w", &transfer.UsageError{Err: io.EOF}), 2},
		{transfer.ErrName, 4},
		{&transfer.StatusError{}, 5},
		{open.ErrProtocol, 8},
		{open.ErrCut, 8},
		{open.ErrLogin, 9},
		{console.ErrNoTerminal, 9},
		{open.ErrNoOpener, 10},
		{localErr(io.ErrShortWrite), 10},
		{errors.New("anything"), 10},
		{context.Canceled, 130},
	} {
		if got := statusOf(c.err); got != c.want {
			t.Errorf("statusOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}

func TestFlagValues(t *testing.T) {
	var s size
	for text, want := range map[string]size{"1": 1, "10k": 10 << 10, "3M": 3 << 20, "2g": 2 << 30} {
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("size %q = %d, %v, want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "k", "9999999999G", "1x"} {
		if s.Set(text) == nil {
			t.Errorf("size %q is taken", text)
		}
	}
	var d seconds
	for text, want := range map[string]time.Duration{"1": time.Second, "0.5": time.Second / 2, "2m": 2 * time.Minute} {
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("seconds %q = %v, %v, want %v", text, d, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "NaN", "inf"} {
		if d.Set(text) == nil {
			t.Errorf("seconds %q is taken", text)
		}
	}
	var r span
	for text, want := range map[string]span{"0-9": {true, 0, 10}, "5-": {true, 5, 0}, "7-7": {true, 7, 8}} {
		if err := r.Set(text); err != nil || r != want {
			t.Errorf("range %q = %v, %v, want %v", text, r, err, want)
		}
	}
	for _, text := range []string{"", "-", "-5", "9-3", "1,2", "a-b", "5"} {
		if r.Set(text) == nil {
			t.Errorf("range %q is taken", text)
		}
	}
}

// F1: every setting that a guard can be allowed by has a flag.
func TestGuardSettingsHaveFlags(t *testing.T) {
	for _, g := range open.Guards() {
		if g.Setting != "" && flagFor(g.Setting) == "" {
			t.Errorf("guard %q: no flag sets %s: add it to settingFlags in cmd/earl/messages.go", g.Name, g.Setting)
		}
	}
}
