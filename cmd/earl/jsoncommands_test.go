package main

import (
	"archive/zip"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/racedetector"
)

// jsonTexts are texts to read: an example of each scheme with one byte replaced by another,
// and texts with other forms.
func jsonTexts() string {
	const others = " %@:/?#;<\"\x01é"
	var b strings.Builder
	for s := range earl.RFC3986.Schemes() {
		b.WriteString(s.Example + "\n" + s.Name + "://u:p@h:1/a;b?c#d\n" + s.Name + ":\n")
		if racedetector.On || testing.Short() {
			continue
		}
		for i := range s.Example {
			b.WriteString(s.Example[:i] + string([]rune(others)[i%len([]rune(others))]) + s.Example[i+1:] + "\n")
		}
	}
	b.WriteString("http://h/\xff\\<&>\u2028\nhttp://[::1]:80/\nhttp://[::1\nhttp://0x7f.1/\nHTTP:\\\\u:p@h\\a\n//h/a\n../a\nx\n%\n" +
		"ftp://h/a%FF;type=i\nprospero://h/o;f=v%3B\nmailto:a@b?subject=%C3%A9\nnews:*\nURL:http://h/\nhttp://www.a@h:25/\n")
	return b.String()
}

func TestJSONOfParse(t *testing.T) {
	texts := jsonTexts()
	var runs []jsonRun
	for _, e := range append(editionNames(), earl.Auto.Name()) {
		runs = append(runs, jsonRun{[]string{"parse", "-e", e}, texts})
	}
	runs = append(runs,
		jsonRun{[]string{"parse", "--base", "http://h/a/b?c"}, texts},
		jsonRun{[]string{"parse", "--input", "jsonl"}, `{"input":"x","base":"http://h/ "}` + "\n" + `{"input":"x","base":null}` + "\n"},
		jsonRun{[]string{"parse", "--rows"}, "http://h/\n\nx y\n"},
		jsonRun{[]string{"parse", "-e", "rfc1738", "-s", "fragment=x"}, "http://h/\n"},
		jsonRun{[]string{"parse", "--default-port", "--accept-space", "--guess-scheme"}, "h/a b\n"},
		jsonRun{[]string{"parse", "--curl"}, "gopher://h/\nwais://h/d\n"},
		jsonRun{[]string{"resolve", "http://a/b/c/d;p?q"}, texts},
		jsonRun{[]string{"resolve", "-e", "draft1996", "--rows", "http://a/b/c/d;p?q"}, "g;x=1/../y\n\n"},
		jsonRun{[]string{"normalize", "--uniq"}, texts})
	for _, level := range levels() {
		runs = append(runs, jsonRun{[]string{"normalize", "-e", "auto", "--level", level}, "HTTP://H:80/%7e/./a\nx y\n"})
	}
	checkRuns(t, runs)
}

func TestJSONOfExplain(t *testing.T) {
	texts := jsonTexts()
	runs := []jsonRun{{[]string{"explain"}, texts}, {[]string{"explain"}, "https://slack-redir.net/link?url=http%3A%2F%2Fh.example%2F\n"}}
	for _, e := range editionNames() {
		runs = append(runs, jsonRun{[]string{"explain", "-e", e}, texts[len(texts)-1000:]})
	}
	checkRuns(t, runs, "Parse.BaseViolations", "Parse.Edit", "Parse.Edited", "Parse.EditViolations", "Parse.InputOctets")
}

func TestJSONOfSame(t *testing.T) {
	var runs []jsonRun
	for _, level := range levels() {
		for _, e := range append(editionNames(), earl.Auto.Name()) {
			for _, url := range []string{"http://h", "HTTP://h/", "http://h/%7e", "http://h/b"} {
				runs = append(runs, jsonRun{args: []string{"same", "-e", e, "--level", level, "http://h/", url}})
			}
		}
	}
	checkRuns(t, runs)
}

func TestJSONOfSchemes(t *testing.T) {
	var runs []jsonRun
	for _, e := range editionNames() {
		runs = append(runs, jsonRun{args: []string{"schemes", "-e", e}})
	}
	checkRuns(t, runs)
}

func TestJSONOfExtract(t *testing.T) {
	dir := filepath.Join("..", "..")
	checkRuns(t, []jsonRun{
		{args: []string{"extract", "--loose", "--defanged", filepath.Join(dir, "docs"), filepath.Join(dir, "extract")}},
		{args: []string{"extract", "--absolute", "--base", "http://h/d/", "--uniq", filepath.Join(dir, "docs", "index.md")}},
		{[]string{"extract", "--type", "html"}, `<base href="http://h/d/"><a href="x?a&amp;b<c">y</a><a href="../z">`},
		{[]string{"extract"}, "<URL:http://h/a-\nb> www.h.example \xff http://h/\xfe http://u:p@h/\u202e\n"},
		{[]string{"extract", "--unwrap"}, "https://slack-redir.net/link?url=http%3A%2F%2Fh.example%2F\n"},
		{[]string{"extract", "--loose"}, "www.example.com/a joe@example.org\n"},
		{args: []string{"extract", "-l", filepath.Join(dir, "docs")}}, {args: []string{"extract", "-c", filepath.Join(dir, "docs")}},
		{args: []string{"extract", zipOf(t, "a.txt", "http://h/a")}},
		{[]string{"extract"}, basedPDF},
	})
}

func TestJSONOfCheck(t *testing.T) {
	site := jsonSite(t)
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	text := `<base href="` + site + `/"><a href="gone">a</a> <a href="moved">b</a> <a href="page#nowhere">c</a> <a href="page">d</a> <a href="/page?a&b">e</a>
<a href="http://[::1">f</a> <a href="gohper://h/">g</a> <a href="` + site + `/slow">h</a> <a href="ftp://u:p@127.0.0.1:1/">i</a> <a href="mailto:a b">j</a>`
	if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	db, old := filepath.Join(dir, "links.sqlite"), filepath.Join(dir, "old.jsonl")
	check := func(args ...string) jsonRun {
		return jsonRun{args: append([]string{"check", "-s", "--no-config", "--retry", "0", "--allow-net", "127.0.0.0/8"}, args...)}
	}
	if err := os.WriteFile(old, []byte(check("--offline", page).run(t)), 0o666); err != nil {
		t.Fatal(err)
	}
	checkRuns(t, []jsonRun{
		check("--db", db, "--depth", "content", page), check("--db", db, "--depth", "content", "--fresh", page), check("--baseline", old, "--strict", page),
		check("--archive="+site+"/timegate/", page), check("-r", "--max-pages", "1", "--max-crawl-delay", "0.001", site+"/page"),
		check("--offline", filepath.Join("..", "..", "docs")), check(site + "/gone"),
	}, "Summary.Interrupted")
	checkRuns(t, []jsonRun{
		{args: []string{"history", "--db", db, site + "/page"}}, {args: []string{"history", "--db", db, site + "/gone"}}, {args: []string{"history", "--db", db, site + "/moved"}},
	})
}

// jsonSite serves pages for check.
func jsonSite(t *testing.T) string {
	t.Helper()
	var visits atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == "/page":
			n := int(visits.Add(1))
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("<title>A page</title><p>" + strings.Repeat("new text ", n) + `<a href="/gone">x</a> <a href="/other">y</a>`))
		case path == "/other":
			w.Header().Set("Content-Type", "text/html")
		case path == "/moved":
			http.Redirect(w, r, "/page", http.StatusMovedPermanently)
		case path == "/robots.txt":
			w.Write([]byte("User-agent: *\nCrawl-delay: 0.01\n"))
		case strings.HasPrefix(path, "/timegate/"):
			w.Header().Set("Location", "http://"+r.Host+"/copy")
			w.Header().Set("Vary", "accept-datetime")
			w.WriteHeader(http.StatusFound)
		case path == "/copy":
			w.Header().Set("Memento-Datetime", "Mon, 02 Jan 2006 15:04:05 GMT")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestJSONOfGet(t *testing.T) {
	d, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	get := func(args ...string) jsonRun {
		return jsonRun{args: append([]string{"get", "--news-server", d.NNTP, "--retry", "0"}, args...)}
	}
	var runs []jsonRun
	for _, door := range append(d.Examples(), d.MoreExamples()...) {
		runs = append(runs, get(door.URL), get("--max-redirs", "0", door.URL), jsonRun{args: []string{"ls", "--news-server", d.NNTP, door.URL}})
	}
	for _, url := range []string{d.URL("ftp", "welcome.txt"), d.URL("http", "welcome.txt"), d.URL("gopher", "0/welcome.txt"), d.URL("file", "welcome.txt")} {
		runs = append(runs, get("-O", "--output-dir", t.TempDir(), url))
	}
	text, _ := d.Content("welcome.txt")
	sum := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text)))
	runs = append(runs, get("-o", filepath.Join(t.TempDir(), "a"), "--checksum", sum, d.URL("http", "welcome.txt")),
		get(d.URL("http", "nowhere.txt")), get("-R", "--output-dir", t.TempDir(), d.URL("ftp", "a/")),
		get("--max-redirs", "0", jsonSite(t)+"/moved"), get("gopher://"+gopherForm(t)+"/0/form%09%09?"),
		get("--answer", "tree", d.URL("gopher", "7/search")), get(d.ReaderURL("")), get("mailto:a@b?subject=x&body=y"),
		get("--compose", "-o", filepath.Join(t.TempDir(), "b"), "mailto:a@b?bcc=c@d"))
	checkRuns(t, runs)
}

func TestJSONOfWriteOut(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("NO_PROXY", "*")
	site := jsonSite(t)
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(site, "http://"), ":")
	l := newLineChecker(t, "write-out")
	check := func(args ...string) {
		_, stderr := inProcess(t, append([]string{"get", "-s", "-f", "-k", "-w", `%{stderr}%{json}\n`}, args...))
		for line := range strings.Lines(stderr) {
			l.check(t, strings.Join(args, " "), line)
		}
	}
	for _, url := range []string{
		site + "/page", site + "/gone", "http://localhost:" + port + "/moved", secure.URL, "http://" + closedPort(t) + "/", "file:///nowhere", "http://u:p@h.invalid:25/",
	} {
		check("-o", filepath.Join(t.TempDir(), "a"), url)
	}
	check("--max-redirs", "0", site+"/moved", "mailto:a@b")
	l.close(t, nil)
}

// gopherForm serves a form with questions of all types, and returns its address.
func gopherForm(t *testing.T) string {
	t.Helper()
	return gopherOf(t, func(string) string {
		return "+-1\r\n+INFO: 0Form\t/form\th.example\t70\t?\r\n+ASK:\r\n Note: Hello\r\n Ask: Name?\tJoe\r\n AskP: Password?\r\n" +
			" AskL: More?\r\n Choose: Which?\tone\ttwo\r\n Select: Copy?\r\n ChooseF: File?\r\n.\r\n"
	})
}

// zipOf writes an archive with one file and returns its name.
func zipOf(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	member, err := w.Create(name)
	if err == nil {
		_, err = member.Write([]byte(text))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}
