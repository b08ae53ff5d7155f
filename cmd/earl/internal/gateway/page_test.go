package gateway

import (
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// isolated matches a heading whose text is in a bdi element.
var isolated = regexp.MustCompile(`<h1[^>]*><bdi>[^<]+</bdi></h1>`)

// The headings of all pages about a URL isolate their text. Text of a server that is written
// from right to left does not change the order of the text beside it.
func TestHeadingsAreIsolated(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		switch meta := (open.Meta{URL: r.URL}); r.URL.Path() {
		case "/referral":
			return &open.Referral{Meta: meta, Targets: []earl.URL{earl.RFC3986.MustParse("x://h/")}}, nil
		case "/document":
			return document(r, "text/plain", "text"), nil
		case "/message":
			return document(r, "message/rfc822", "Subject: x\r\n\r\n"), nil
		case "/form":
			return &open.Form{Meta: meta}, nil
		case "/address":
			return &open.Address{Meta: meta}, nil
		case "/listing":
			return listingOf(r), nil
		}
		return nil, open.ErrNotFound
	}, "x")})
	for _, address := range []string{"x://h/referral", "x://h/document", "x://h/message", "x://h/form", "x://h/address", "x://h/listing", "x://h/failure"} {
		_, page := b.get("/open?follow=no&url=" + address)
		if !isolated.MatchString(page) {
			t.Errorf("%s: %s", address, body(page))
		}
	}
}

// The styles and scripts, without the terminal emulator, have at most 40,000 bytes.
func TestStaticFilesAreSmall(t *testing.T) {
	t.Parallel()
	files, err := staticFiles.ReadDir("static")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range files {
		if name := f.Name(); strings.HasSuffix(name, ".css") || strings.HasSuffix(name, ".js") && name != "session-terminal.js" {
			text, err := staticFiles.ReadFile("static/" + name)
			if err != nil {
				t.Fatal(err)
			}
			total += len(text)
		}
	}
	if t.Logf("%d bytes", total); total > 40_000 || total == 0 {
		t.Errorf("styles and scripts have %d bytes, more than 40,000", total)
	}
}
