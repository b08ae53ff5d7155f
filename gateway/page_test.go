package gateway

import (
	"regexp"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// isolated is a heading whose text is a run of its own.
var isolated = regexp.MustCompile(`<h1[^>]*><bdi>[^<]+</bdi></h1>`)

// The headings of all pages about a URL are runs of their own: nothing that a
// server wrote from right to left turns what stands beside it.
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
