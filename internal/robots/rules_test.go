package robots

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/racedetector"
	"github.com/earl-url/earl/open"
)

// utf16Text returns a text in UTF-16 with a byte order mark.
func utf16Text(text string, bigEndian bool) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\uFEFF" + text)) {
		if bigEndian {
			b = append(b, byte(unit>>8), byte(unit))
			continue
		}
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}

func TestRulesOfFiles(t *testing.T) {
	const star = "User-agent: *\n"
	for _, tt := range []struct {
		name, text   string
		allowed, not string // paths
		lines, first int    // that are not understood
		src          string
		agent        string
	}{
		{name: "empty", allowed: "/ /a", src: "rfc9309 2.2.1"},
		{name: "simple", text: star + "Disallow: /secret", allowed: "/ /secre /Secret /x/secret", not: "/secret /secret/a /secrets /secret?q", src: "rfc9309 2.2.2"},
		{name: "rule before the first group", text: "Disallow: /x\n" + star + "Disallow: /secret", allowed: "/x", not: "/secret", lines: 1, first: 1, src: "rfc9309 2.3.1.1"},
		{name: "delay that is a word", text: star + "Crawl-delay: fast\nDisallow: /secret", allowed: "/x", not: "/secret", lines: 1, first: 2, src: "rfc9309 2.3.1.1"},
		{name: "negative delay", text: star + "Crawl-delay: -1\nDisallow: /secret", not: "/secret", lines: 1, first: 2, src: "rfc9309 2.3.1.1"},
		{name: "line without a colon", text: star + "Disallow /x\n<html>\nsecret\nDisallow: /secret", allowed: "/y", not: "/x /secret", lines: 3, first: 2, src: "rfc9309 2.3.1.1"},
		{name: "misspelt names", text: "Useragent: earl\nDissallow: /x\nAllow\t /x/y", allowed: "/y /x/y", not: "/x", lines: 3, first: 1, src: "rfc9309 2.3.1.1"},
		{name: "a name in a path", text: star + "Disallow: /a disallow: /b", allowed: "/b", not: "/a%20disallow:%20/b", src: "rfc9309 2.2"},
		{name: "a page", text: "<!DOCTYPE html>\n<a href=\"http://h.example/\">\n<p>Disallow: /", allowed: "/", lines: 3, first: 1, src: "rfc9309 2.3.1.1"},
		{name: "bytes that are no text", text: "\x00\xff:\x01\n" + star + "Disallow: /secret\n\x00", not: "/secret", lines: 2, first: 1, src: "rfc9309 2.3.1.1"},
		{name: "other records", text: "Sitemap: http://h.example/s.xml\nUser-agent: a\nHost: x\nUser-agent: *\nSitemap: /y\nDisallow: /secret\nClean-param: a /b\nDisallow: /more", not: "/secret /more", src: "rfc9309 2.2.4"},
		{name: "records do not end a group", text: "User-agent: earl\nCrawl-delay: 1\nSitemap: /s\nUser-agent: b\nDisallow: /secret", not: "/secret", src: "rfc9309 2.2.1"},
		{name: "empty lines do not end a group", text: "User-agent: earl\n\n# c\n\nUser-agent: b\n\nDisallow: /secret\n\nDisallow: /more", not: "/secret /more", src: "rfc9309 2.2"},
		{name: "a rule ends the agents", text: "User-agent: earl\nDisallow: /a\nUser-agent: b\nDisallow: /b", allowed: "/b", not: "/a", src: "rfc9309 2.2.1"},
		{name: "groups are merged", text: "User-agent: earl\nDisallow: /a\nUser-agent: *\nDisallow: /b\nUser-agent: EARL\nDisallow: /c", allowed: "/b", not: "/a /c", src: "rfc9309 2.2.1"},
		{name: "groups for all are merged", text: star + "Disallow: /a\nUser-agent: x\nDisallow: /b\n" + star + "Disallow: /c", allowed: "/b", not: "/a /c", src: "rfc9309 2.2.1"},
		{name: "a group without rules", text: star + "Disallow: /\nUser-agent: earl", allowed: "/a", src: "rfc9309 2.2.1"},
		{name: "agent with a version", text: "User-agent: Earl/1.0 (x)\nDisallow: /a\nUser-agent: earl-x\nDisallow: /b", allowed: "/b", not: "/a", src: "rfc9309 2.2.1"},
		{name: "own version", text: "User-agent: earl\nDisallow: /a", not: "/a", agent: "earl/2.0", src: "rfc9309 2.2.1"},
		{name: "not a part of a name", text: "User-agent: ear\nDisallow: /\nUser-agent: earls\nDisallow: /\nUser-agent: pearl\nDisallow: /", allowed: "/a", src: "rfc9309 2.2.1"},
		{name: "invalid agent", text: "User-agent: 1earl\nDisallow: /a\nUser-agent:\nDisallow: /b\n" + star + "Disallow: /c", allowed: "/a /b", not: "/c", lines: 2, first: 1, src: "rfc9309 2.2.1"},
		{name: "comment after an asterisk", text: "User-agent: * # all\nDisallow: /a # b", allowed: "/b", not: "/a", src: "rfc9309 2.2"},
		{name: "space before the colon", text: "User-agent : *\nDisallow \t: /secret\nAllow\t:\t/secret/open\t\n", allowed: "/secret/open", not: "/secret/a", src: "rfc9309 2.2"},
		{name: "no space, indented", text: "  user-agent:*\n\tDISALLOW:/secret", not: "/secret", src: "rfc9309 2.2"},
		{name: "CR", text: "User-agent: *\rDisallow: /secret\rDisallow: /more", not: "/secret /more", src: "rfc9309 2.2"},
		{name: "CRLF", text: "User-agent: *\r\n\r\nDisallow: /secret\r\nbad\r\n", not: "/secret", lines: 1, first: 4, src: "rfc9309 2.2"},
		{name: "BOM", text: "\xEF\xBB\xBF" + star + "Disallow: /secret", not: "/secret", src: "rfc9309 2.3"},
		{name: "UTF-16LE", text: utf16Text(star+"Disallow: /secret\nDisallow: /é", false), not: "/secret /%C3%A9", src: "rfc9309 2.3"},
		{name: "UTF-16BE", text: utf16Text(star+"Disallow: /secret\nDisallow: /é", true), not: "/secret /%C3%A9", src: "rfc9309 2.3"},
		{name: "empty pattern", text: star + "Disallow:\nDisallow: # none", allowed: "/ /a", src: "rfc9309 2.2"},
		{name: "no slash", text: star + "Disallow: secret\nDisallow: /b\nAllow: b", allowed: "/x", not: "/secret /b", lines: 2, first: 2, src: "rfc9309 2.2"},
		{name: "most octets", text: star + "Disallow: /\nAllow: /a\nDisallow: /a/b\nAllow: /a/b/c", allowed: "/a /a/x /a/b/c", not: "/ /x /a/b /a/b/x", src: "rfc9309 2.2.2"},
		{name: "most octets, any order", text: star + "Allow: /a/b/c\nDisallow: /a/b\nAllow: /a\nDisallow: /", allowed: "/a /a/x /a/b/c", not: "/ /x /a/b /a/b/x", src: "rfc9309 2.2.2"},
		{name: "equal", text: star + "Disallow: /a\nAllow: /a\nAllow: /%62\nDisallow: /b", allowed: "/a /b", src: "rfc9309 2.2.2"},
		{name: "robots.txt", text: star + "Disallow: /", allowed: "/robots.txt", not: "/robots.txt/a /robots.txt?a /", src: "rfc9309 2.2.2"},
		{name: "asterisk and end", text: star + "Disallow: /this/*/exactly$\nDisallow: *.pdf$\nDisallow: /x$y", allowed: "/this/a/exactly/b /a.pdf?x /x", not: "/this/a/b/exactly /a/b.pdf /.pdf /x$y /x%24y", src: "rfc9309 2.2.3"},
		{name: "example of the standard", text: star + "Disallow: *.gif$\nDisallow: /example/\nAllow: /publications/", allowed: "/publications/x /a.gifs", not: "/example/a /b.gif", src: "rfc9309 5.1"},
		{name: "many asterisks", text: star + "Disallow: /a**b***c*$\nDisallow: /p**$", allowed: "/acb /ab", not: "/abc /axbxcx /p /px", src: "rfc9309 2.2.3"},
		{name: "escaped special characters", text: star + "Disallow: /file-%2A.html\nDisallow: /b%24", allowed: "/file-x.html /b", not: "/file-*.html /file-%2a.html /b$ /b%24", src: "rfc9309 2.2.3"},
		{name: "escaped letters", text: star + "Disallow: /foo/bar/%62%61%7A\nDisallow: /e%41/", not: "/foo/bar/baz /foo/bar/%62az /eA/q /e%41/q", src: "rfc9309 2.2.2"},
		{name: "raw UTF-8", text: star + "Disallow: /caf\xC3\xA9/\nDisallow: /\u30C4", allowed: "/cafe/ /%C3%A9", not: "/caf%C3%A9/z /caf%c3%a9/ /%E3%83%84", src: "rfc9309 2.2.2"},
		{name: "escaped UTF-8", text: star + "Disallow: /caf%c3%A9/\nDisallow: /%E3%83%84", not: "/caf%C3%A9/z /caf%c3%a9/ /%e3%83%84", src: "rfc9309 2.2.2"},
		{name: "reserved in a query", text: star + "Disallow: /foo/bar?baz=https://foo.bar", allowed: "/foo/bar?baz=http", not: "/foo/bar?baz=https%3A%2F%2Ffoo.bar /foo/bar?baz=https://foo.bar/x", src: "rfc9309 2.2.2"},
		{name: "escaped in a query", text: star + "Disallow: /a?u=%2Fx\nDisallow: /*v=%2Fx", not: "/a?u=/x /a?u=%2fx /b?v=%2Fx", src: "rfc9309 2.2.2"},
		{name: "asterisk into a query", text: star + "Disallow: /*/print\nDisallow: /*?*sid=", allowed: "/print /a?b", not: "/a/print /x?u=/print /x?a=1&sid=2", src: "rfc9309 2.2.3"},
		{name: "escaped slash", text: star + "Disallow: /a%2Fb\nDisallow: /c/d\nDisallow: /e%3ff", allowed: "/a/b /c%2Fd /e?f", not: "/a%2fb /c/d /e%3Ff", src: "rfc3986 2.2"},
		{name: "other escapes", text: star + "Disallow: /a%20b\nDisallow: /c|d\nDisallow: /e f\nDisallow: /g%\nDisallow: /h%zz", allowed: "/a+b", not: "/a%20b /c%7Cd /e%20f /g%25 /h%25zz", src: "rfc9309 2.2.2"},
	} {
		f := parse([]byte(tt.text))
		if f.unread.Lines != tt.lines || f.unread.First != tt.first || f.unread.Cut {
			t.Errorf("%s (%s): not understood %+v, want %d from line %d", tt.name, tt.src, f.unread, tt.lines, tt.first)
		}
		agent := tt.agent
		if agent == "" {
			agent = "earl"
		}
		g := f.of(agent)
		for path := range strings.FieldsSeq(tt.allowed) {
			if !g.allows(path) {
				t.Errorf("%s (%s): %s is not allowed", tt.name, tt.src, path)
			}
		}
		for path := range strings.FieldsSeq(tt.not) {
			if g.allows(path) {
				t.Errorf("%s (%s): %s is allowed", tt.name, tt.src, path)
			}
		}
	}
}

// A file of the limit is read to its end; of a longer one, the line at the limit and what
// follows are not. Source: rfc9309 2.5.
func TestRulesOfLongFiles(t *testing.T) {
	t.Parallel()
	const head, tail = "User-agent: *\nDisallow: /a\n", "Disallow: /b"
	for _, tt := range []struct {
		pad int
		cut bool
	}{{0, false}, {1, true}, {MaxSize, true}} {
		text := head + strings.Repeat("#\n", MaxSize)[:MaxSize-len(head)-len(tail)-1+tt.pad] + "\n" + tail
		f := parse([]byte(text))
		g := f.of("earl")
		if f.unread.Cut != tt.cut || g.allows("/a") || g.allows("/b") != tt.cut {
			t.Errorf("%d bytes too many: %+v, /a %v, /b %v", tt.pad, f.unread, g.allows("/a"), g.allows("/b"))
		}
	}
	if f := parse([]byte(strings.Repeat("x", 2*MaxSize))); len(f.groups) != 0 || !f.unread.Cut {
		t.Errorf("one line: %+v", f.unread)
	}
}

// Files that are slow or large in other readers need time linear in their length, and
// memory of a small multiple of it.
func TestHostileFilesAreLinear(t *testing.T) {
	if testing.Short() || racedetector.On {
		t.Skip("measures time and memory")
	}
	path := "/" + strings.Repeat("a", 8000)
	for name, file := range map[string][3]string{ // the beginning, what is repeated, and the end
		"asterisks":   {"User-agent: *\nDisallow: /", "*a", "$"},
		"one pattern": {"User-agent: *\nDisallow: /*", "a", "b"},
		"retries":     {"User-agent: *\nDisallow: /", "*" + strings.Repeat("a", 100), "b"},
		"rules":       {"User-agent: *\n", "Disallow: *a*b$\n", ""},
		"agents":      {"", "User-agent: a\n", "Disallow: /"},
		"two agents":  {"", "User-agent: q\nUser-agent: z\n", "Disallow: /"},
		"groups":      {"", "User-agent: earl\nDisallow: *b\n", ""},
		"escapes":     {"User-agent: *\nDisallow: /", "%FF", ""},
		"long name":   {"User-agent: ", "a", ""},
		"colons":      {"User-agent: *\n", ":", ""},
	} {
		read := func(size int) (took time.Duration, memory uint64) {
			text := []byte(file[0] + strings.Repeat(file[1], size/len(file[1])) + file[2])
			took = math.MaxInt64
			for range 3 {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				began := time.Now()
				f := parse(text)
				g := f.of("earl")
				g.allows(path)
				took = min(took, time.Since(began))
				runtime.ReadMemStats(&after)
				memory = after.TotalAlloc - before.TotalAlloc
			}
			return took, memory
		}
		few, _ := read(MaxSize / 8)
		all, memory := read(MaxSize - 200)
		if all > 24*few && all > 50*time.Millisecond { // 8 is linear, 64 is quadratic
			t.Errorf("%s: %v for all of %v for an eighth", name, all, few)
		}
		if memory > 40<<20 {
			t.Errorf("%s: %d bytes of memory", name, memory)
		}
	}
}

// What the server answers decides whether there are rules. Source: rfc9309 2.3.1.
func TestAnswers(t *testing.T) {
	const text = "User-agent: *\nDisallow: /secret\n"
	document := func(status int, body io.Reader) func() (*open.Document, error) {
		return func() (*open.Document, error) {
			return &open.Document{Meta: open.Meta{Status: status}, Body: io.NopCloser(body)}, nil
		}
	}
	fails := func(err error) func() (*open.Document, error) {
		return func() (*open.Document, error) { return nil, err }
	}
	cut := io.MultiReader(strings.NewReader(text), errReader{fmt.Errorf("%w after 30 bytes", open.ErrCut)})
	for name, tt := range map[string]struct {
		open             func() (*open.Document, error)
		pub, secret, err bool
	}{
		"200":         {document(200, strings.NewReader(text)), true, false, false},
		"206":         {document(206, strings.NewReader(text)), true, false, false},
		"204":         {document(204, strings.NewReader("")), true, true, false},
		"302":         {document(302, strings.NewReader(text)), false, false, true},
		"400":         {document(400, strings.NewReader(text)), true, true, false},
		"401":         {document(401, strings.NewReader(text)), true, true, false},
		"404":         {document(404, strings.NewReader(text)), true, true, false},
		"410":         {document(410, strings.NewReader(text)), true, true, false},
		"429":         {document(429, strings.NewReader(text)), true, true, false},
		"500":         {document(500, strings.NewReader(text)), false, false, true},
		"503":         {document(503, strings.NewReader(text)), false, false, true},
		"truncated":   {document(200, cut), false, false, true},
		"not found":   {fails(open.ErrNotFound), true, true, false},
		"login":       {fails(open.ErrLogin), true, true, false},
		"no host":     {fails(&net.DNSError{IsNotFound: true}), false, false, true},
		"reset":       {fails(open.ErrProtocol), false, false, true},
		"hangs":       {fails(context.DeadlineExceeded), false, false, true},
		"refused":     {fails(&open.Refusal{Name: "private-address"}), false, false, true},
		"unknown":     {fails(errors.New("other")), false, false, true},
		"interrupted": {fails(context.Canceled), false, false, true},
	} {
		read := 0
		s := Sites{
			Open: func(context.Context, earl.URL) (*open.Document, error) { return tt.open() },
			Read: func(r *Rules) {
				read++
				if got := r.URL().String(); got != "http://a.example/robots.txt" {
					t.Errorf("%s: Read of %s", name, got)
				}
			},
		}
		r := s.Of(t.Context(), parseURL(t, "http://a.example/x"))
		s.Of(t.Context(), parseURL(t, "http://A.example:80/y"))
		pub, secret := r.Allow(parseURL(t, "http://a.example/pub"), "earl"), r.Allow(parseURL(t, "http://a.example/secret/a"), "earl")
		if pub != tt.pub || secret != tt.secret || (r.Err() != nil) != tt.err || read != 1 {
			t.Errorf("%s: /pub %v, /secret %v, error %v, read %d times", name, pub, secret, r.Err(), read)
		}
	}
}

// An errReader returns its error.
type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// Rules are read again after a day. Source: rfc9309 2.4.
func TestRulesAreReadAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		text, opened := "User-agent: *\nDisallow: /\n", 0
		s := Sites{Open: func(context.Context, earl.URL) (*open.Document, error) {
			opened++
			return &open.Document{Body: io.NopCloser(strings.NewReader(text))}, nil
		}}
		u := parseURL(t, "gemini://a.example/x")
		for _, tt := range []struct {
			wait   time.Duration
			allow  bool
			opened int
		}{{0, false, 1}, {MaxAge, false, 1}, {time.Second, true, 2}} {
			time.Sleep(tt.wait)
			if got := s.Of(t.Context(), u).Allow(u, "earl"); got != tt.allow || opened != tt.opened {
				t.Errorf("after %v: %v, opened %d times, want %v, %d", tt.wait, got, opened, tt.allow, tt.opened)
			}
			text = ""
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\nAllow : /%62\nCrawl-delay: 1e9", "/a/b?c=%2F")
	f.Add("\xff\xfeU\x00", "*")
	f.Fuzz(func(t *testing.T, text, path string) {
		file := parse([]byte(text))
		g := file.of("earl")
		if g.delay < 0 {
			t.Errorf("delay %v", g.delay)
		}
		if !strings.HasPrefix(path, "/") {
			return
		}
		all := parse([]byte("User-agent: *\nAllow: /\nAllow: " + strings.NewReplacer("\r", "", "\n", "", "#", "").Replace(path) + "\n"))
		if g := all.of("earl"); !g.allows(path) {
			t.Errorf("only Allow lines forbid %q", path)
		}
		none := parse([]byte("User-agent: *\nDisallow: /\n"))
		if g := none.of("earl"); g.allows(path) && pathForm(path) != "/robots.txt" {
			t.Errorf("Disallow: / allows %q", path)
		}
		// A path written as a pattern, with its special characters escaped, matches the path.
		form, _ := patternForm(strings.NewReplacer("*", "%2A", "$", "%24").Replace(path))
		if want := pathForm(path); form != want || !matches(form, want) || !matches(fold(form), fold(want)) {
			t.Errorf("%q has the form %q as a pattern, %q as a path", path, form, want)
		}
	})
}
