package gateway

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// The title of a page is what a user would call it: the words of a search, the file, the group
// or the host. Source: rfc1738 3.
func TestTitles(t *testing.T) {
	t.Parallel()
	for _, r := range []struct{ url, src, want string }{
		{"ftp://host.dom/pub/a%20b.txt;type=a", "3.2", "a b.txt at host.dom"},
		{"ftp://host.dom/a%3Bb;type=i", "3.2.2", "a;b at host.dom"},
		{"ftp://host.dom/pub/", "3.2", "pub at host.dom"},
		{"http://host.dom", "3.3", "http at host.dom"},
		{"http://host.dom/pub?words", "3.3", "pub at host.dom"},
		{"gopher://host.dom/1", "3.4", "gopher at host.dom"},
		{"gopher://host.dom/0/pub/a;b", "3.4.1", "a;b at host.dom"},
		{"gopher://host.dom/7/menus/search%09semi%20colon", "3.4.2", "“semi colon” in search at host.dom"},
		{"gopher://host.dom/7%09words", "3.4.2", "“words” at host.dom"},
		{"gopher://host.dom/7/search%09", "3.4.2", "search at host.dom"},
		{"gopher://host.dom/0/form%09%09?", "3.4.4", "form at host.dom"},
		{"gopher://host.dom/7caf%C3%A9%09na%EFve", "2.2", "“naïve” in café at host.dom"},
		{"news:*", "3.6", "All newsgroups"},
		{"news:comp.lang.c", "3.6", "comp.lang.c"},
		{"nntp://host.dom/comp.lang.c", "3.7", "comp.lang.c at host.dom"},
		{"wais://host.dom/books", "3.9", "books at host.dom"},
		{"wais://host.dom/books?flies+and%2Bbees", "3.9", "“flies and+bees” in books at host.dom"},
		{"wais://host.dom/books/TEXT/%2Fwelcome.txt", "3.9", "welcome.txt at host.dom"},
		{"mailto:a@host.dom", "3.5", "a@host.dom"},
		{"file:///", "3.10", "file:///"},
		{"file:///tmp/a", "3.10", "a"},
		{"prospero://host.dom/pub;v=1", "3.11", "pub at host.dom"},
	} {
		if got := titleOf(earl.RFC3986.MustParse(r.url)); got != r.want {
			t.Errorf("titleOf(%q) = %q, want %q (rfc1738 %s)", r.url, got, r.want, r.src)
		}
	}
}

// The page of hits has the words of the search as its title, also in the history. Secret
// answers are not in a title.
func TestHitsAreNamedByTheirWords(t *testing.T) {
	t.Parallel()
	hits := func(r *open.Call) (open.Resource, error) { return listingOf(r, entry("hit", "")), nil }
	b := start(t, Options{Openers: []open.Opener{toy{"wais", hits}, toy{"news", hits}}})
	for address, title := range map[string]string{
		"wais://h.example/books?flies%20%3Cb%3E": "“flies &lt;b&gt;” in books at h.example",
		"news:*":                                 "All newsgroups",
	} {
		_, page := b.open(address)
		b.wants(page, "<title>"+title+" · earl</title>", "<h1><bdi>"+title+"</bdi></h1>")
		_, page = b.get("/history")
		b.wants(page, title)
	}
	_, secret := b.gateway.newVisit(target{secret: true, url: earl.RFC3986.MustParse("wais://h.example/books?geheim"), from: earl.RFC3986.MustParse("wais://h.example/books")})
	_, page := b.get("/open?" + b.gateway.linker.query(secret))
	b.wants(page, "<title>books at h.example · earl</title>")
	b.lacks(page, "geheim")
}

// On every page the title is truncated and its direction marks are escaped, since a server
// chooses the names of its objects.
func TestTitlesAreBounded(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{
		toy{"ftp", func(r *open.Call) (open.Resource, error) {
			if strings.HasSuffix(r.URL.Path(), "/") {
				return listingOf(r), nil
			}
			return document(r, "message/rfc822", "Subject: \u202e"+strings.Repeat("long ", 600)+"\r\n\r\nText\r\n"), nil
		}},
		toy{"telnet", nil},
	}})
	name := "%E2%80%AE" + strings.Repeat("a", 3000)
	for _, address := range []string{"ftp://h/" + name, "ftp://h/" + name + "/", "telnet://h/" + name} {
		_, page := b.open(address)
		_, page, _ = strings.Cut(page, "<title>")
		title, rest, _ := strings.Cut(page, "</title>")
		if len(title) > maxTitle+20 || strings.Contains(title, "\u202e") || !strings.Contains(title, "…") {
			t.Errorf("%.30s: the title has %d bytes: %.40q", address, len(title), title)
		}
		_, rest, _ = strings.Cut(rest, "<h1")
		if heading, _, _ := strings.Cut(rest, "</h1>"); len(heading) > maxTitle+40 {
			t.Errorf("%.30s: the heading has %d bytes", address, len(heading))
		}
	}
	_, page := b.get("/history")
	b.lacks(page, "\u202e")
}
