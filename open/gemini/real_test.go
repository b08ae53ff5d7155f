package gemini_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gemini"
)

// G8: documents, listings, redirects and refusals of a real server.
func TestRealCapsule(t *testing.T) {
	t.Parallel()
	p := peers.MollyBrown(t)
	client := open.New(open.Options{}, new(gemini.Opener))
	defer client.Close()
	for path, want := range map[string]string{
		"":                          "text/gemini # A small capsule\n",
		"index.gmi":                 "text/gemini # A small capsule\n",
		"old":                       "application/octet-stream " + peers.Files()["etc/motd"],
		"etc/motd":                  "application/octet-stream " + peers.Files()["etc/motd"],
		"pub":                       "text/gemini # Directory listing\n",
		"pub/octets.bin":            "application/octet-stream " + peers.Files()["pub/octets.bin"],
		"pub/with%20space/a;b.txt":  "text/plain; charset=utf-8 " + peers.Files()["pub/with space/a;b.txt"],
		"pub/per%25cent/100%25.txt": "text/plain; charset=utf-8 " + peers.Files()["pub/per%cent/100%.txt"],
	} {
		res, err := client.Follow(t.Context(), earl.RFC3986.MustParse(p.URL(path)))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		doc := res.(*open.Document)
		text, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		if got := doc.Type + " " + string(text); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s is %.80q, %v, want %.80q", path, got, err, want)
		}
	}
	for path, want := range map[string]error{"none": open.ErrNotFound, "../etc/motd": open.ErrServer} {
		if _, err := client.Open(t.Context(), earl.RFC3986.MustParse(p.URL(path))); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}
