package robots

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// parseURL returns the URL of a text.
func parseURL(t *testing.T, text string) earl.URL {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestRules(t *testing.T) {
	const text = "User-agent: *\nDisallow: /private\nDisallow: /*?q=\nCrawl-delay: 2\n"
	opened := 0
	s := Sites{Timeout: time.Minute, Open: func(_ context.Context, u earl.URL) (*open.Document, error) {
		opened++
		switch u.Normalize(earl.LevelScheme).String() {
		case "http://a.example/robots.txt":
			return &open.Document{Meta: open.Meta{Status: 200}, Body: io.NopCloser(strings.NewReader(text))}, nil
		case "https://a.example/robots.txt":
			return &open.Document{Meta: open.Meta{Status: 503}, Body: io.NopCloser(strings.NewReader(""))}, nil
		case "gemini://a.example/robots.txt": // a protocol without numbers of http
			return &open.Document{Body: io.NopCloser(strings.NewReader(text))}, nil
		}
		return nil, errors.New("no connection")
	}}
	for at, want := range map[string]bool{
		"http://a.example":            true,
		"http://a.example/x":          true,
		"http://A.example:80/private": false,
		"http://a.example/x?q=1":      false,
		"https://a.example/":          false, // the server reports an error
		"http://down.example/pub":     false, // no connection
		"ftp://a.example/private":     true,
		"gemini://a.example/private":  false,
		"gemini://a.example/":         true,
	} {
		u := parseURL(t, at)
		if got := s.Of(t.Context(), u).Allow(u, "earl"); got != want {
			t.Errorf("Allow(%s) = %v, want %v", at, got, want)
		}
	}
	if opened != 4 {
		t.Errorf("%d robots.txt were opened, want 4", opened)
	}
	if got := s.Of(t.Context(), parseURL(t, "http://a.example/")).Delay("earl"); got != 2*time.Second {
		t.Errorf("Delay = %v, want 2s", got)
	}
}

// A delay that is too large for a Duration becomes the largest one, not a
// negative one.
func TestDelayDoesNotOverflow(t *testing.T) {
	s := Sites{Open: func(context.Context, earl.URL) (*open.Document, error) {
		return &open.Document{Meta: open.Meta{Status: 200}, Body: io.NopCloser(strings.NewReader("User-agent: *\nCrawl-delay: 10000000000\n"))}, nil
	}}
	if got := s.Of(t.Context(), parseURL(t, "http://a.example/")).Delay("earl"); got != math.MaxInt64 {
		t.Errorf("Delay = %v, want the longest", got)
	}
}
