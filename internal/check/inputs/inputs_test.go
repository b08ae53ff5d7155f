package inputs

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// write writes files to a new directory, makes it the current directory, and returns it.
func write(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// collect returns a line for each link and each error.
func collect(t *testing.T, o Options, args ...string) []string {
	t.Helper()
	in, err := New(args, o)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for l, err := range in.Links(t.Context()) {
		if err != nil {
			lines = append(lines, "error "+err.Error())
			continue
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d+%d %s", l.Place.File, l.Place.Line, l.Place.Column, l.Place.Offset, l.URL))
	}
	return lines
}

// same compares lines.
func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// Issue 12, section 1: each line of a list is one URL with its line number, with any line end.
// Text around a URL is searched as before.
func TestStdinIsListOrText(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"a list with CRLF, blanks, a byte order mark and a full stop", "\uFEFFhttp://h.example/a.\r\n\r\n  http://h.example/b,c \r\nhttp://h.example/(d)",
			[]string{"-:1:1+3 http://h.example/a.", "-:3:3+28 http://h.example/b,c", "-:4:1+51 http://h.example/(d)"}},
		{"what a browser opens", "http://räksmörgås.se/日本\n", []string{"-:1:1+0 http://räksmörgås.se/日本"}},
		{"text", "See http://h.example/a.\n", []string{"-:1:5+4 http://h.example/a"}},
		{"wrapped", "<URL:http://h.example/\na>\n", []string{"-:1:6+5 http://h.example/a"}},
		{"nothing", "", nil},
		{"one line without its end", "http://h.example/x.", []string{"-:1:1+0 http://h.example/x."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			same(t, collect(t, Options{Stdin: strings.NewReader(test.in)}, "-"), test.want...)
		})
	}
	later := io.MultiReader(strings.NewReader("http://h.example/a\n"), strings.NewReader("x y\n"))
	same(t, collect(t, Options{Stdin: later}, "-"), "-:1:1+0 http://h.example/a", "-:2:1+19 x y")
	same(t, collect(t, Options{Stdin: strings.NewReader("a b\n"), Type: List}, "-"), "-:1:1+0 a b")
}

// The first lines of a program that then waits are read before the program ends.
func TestListDoesNotWaitForMore(t *testing.T) {
	head, _ := firstLines(&oneRead{text: "http://h.example/a\nhttp://h.ex"})
	if !isList(head, earl.Auto) {
		t.Errorf("isList(%q) = false, want true", head)
	}
}

// oneRead returns a text once, and fails the test if it is read again.
type oneRead struct {
	text string
	done bool
}

func (r *oneRead) Read(p []byte) (int, error) {
	if r.done {
		panic("read again")
	}
	r.done = true
	return copy(p, r.text), nil
}

// Issue 12, section 3: the files of a directory that are checked.
func TestFilesOfDirectory(t *testing.T) {
	const link = "<http://h.example/>\n"
	write(t, map[string]string{
		"d/.git/HEAD": "", "d/.gitignore": "built/\n*.log\n", "d/.earlignore": "# not these\nvendor/\n!keep.log\n",
		"d/a.md": link, "d/B.HTML": "<a href='http://h.example/'>", "d/c.txt": link, "d/.hidden.md": link,
		"d/built/x.md": link, "d/vendor/x.md": link, "d/x.log": link, "d/keep.log": link, "d/sub/old/x.md": link, "d/sub/y.md": link,
	})
	for _, test := range []struct {
		name string
		o    Options
		want string
	}{
		{"default", Options{}, "d/.gitignore d/.hidden.md d/B.HTML d/a.md d/c.txt d/keep.log d/sub/old/x.md d/sub/y.md"},
		{"not hidden", Options{NoHidden: true}, "d/B.HTML d/a.md d/c.txt d/keep.log d/sub/old/x.md d/sub/y.md"},
		{"ignored too", Options{NoIgnore: true, Extensions: []string{"log"}}, "d/keep.log d/x.log"},
		{"extensions", Options{Extensions: []string{"html", ".txt"}}, "d/B.HTML d/c.txt"},
		{"exclude-path", Options{Extensions: []string{"md"}, NoHidden: true, ExcludePath: []*regexp.Regexp{regexp.MustCompile(`^d/sub/old`)}}, "d/a.md d/sub/y.md"},
	} {
		t.Run(test.name, func(t *testing.T) {
			in, err := New([]string{"d"}, test.o)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for name, err := range in.Documents() {
				if err != nil {
					t.Error(err)
				}
				got = append(got, filepath.ToSlash(name))
			}
			same(t, got, strings.Fields(test.want)...)
		})
	}
}

// Patterns of names are expanded if no shell did that; "**" matches any number of directories.
func TestPatterns(t *testing.T) {
	write(t, map[string]string{"d/a.md": "<http://h.example/a>", "d/e/f/B.MD": "<http://h.example/b>", "d/e/c.txt": "<http://h.example/c>", "x[1].md": "<http://h.example/x>"})
	same(t, collect(t, Options{}, "d/**/*.md"), "d/a.md:1:2+1 http://h.example/a")
	same(t, collect(t, Options{FoldCase: true}, "d/**/*.md"), "d/a.md:1:2+1 http://h.example/a", filepath.FromSlash("d/e/f/B.MD")+":1:2+1 http://h.example/b")
	same(t, collect(t, Options{}, "d/*/*.txt"), filepath.FromSlash("d/e/c.txt")+":1:2+1 http://h.example/c")
	same(t, collect(t, Options{}, "x[1].md"), "x[1].md:1:2+1 http://h.example/x") // a file that exists
	same(t, collect(t, Options{}, "d/*.html"), "error d/*.html: no such file or directory")
	same(t, collect(t, Options{SkipMissing: true}, "d/*.html"))
	if _, err := New([]string{"d/[.html"}, Options{}); err == nil {
		t.Error("a pattern that cannot be read is no error")
	}
}

// Links in archives and PDFs are checked, except links between files of an archive and the text
// of PDF pages.
func TestArchives(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range [][2]string{
		{"ch1.xhtml", "<html><a href='http://h.example/a'>http://h.example/text</a> <a href='ch2.xhtml'>next</a>"},
		{"based.html", "<html><base href='http://h.example/d/'><a href='b'>"},
		{"bad.gz", "x"},
		{"a.txt", "http://h.example/c"},
	} {
		w, err := z.Create(m[0])
		if err == nil {
			_, err = io.WriteString(w, m[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]>>endobj " +
		"3 0 obj<</Type/Page/Annots[<</A<</S/URI/URI(http://h.example/l)>>>>]>>endobj trailer<</Root 1 0 R>>"
	write(t, map[string]string{"b.epub": b.String(), "p.pdf": pdf})
	same(t, collect(t, Options{Edition: earl.RFC3986}, "b.epub", "p.pdf"),
		"b.epub!ch1.xhtml:1:16+15 http://h.example/a",
		"b.epub!based.html:1:19+18 http://h.example/d/",
		"b.epub!based.html:1:49+48 b", // its base is known
		"error b.epub!bad.gz:1:1: document: the content does not match the file name extension: the file is damaged or has the wrong name",
		"b.epub!a.txt:1:1+0 http://h.example/c",
		"p.pdf!page 1:1:1+0 http://h.example/l")
}

func TestMissingFile(t *testing.T) {
	write(t, nil)
	same(t, collect(t, Options{}, "none.md"), "error none.md: no such file or directory")
	same(t, collect(t, Options{SkipMissing: true}, "none.md"))
}

func TestReadNames(t *testing.T) {
	got, err := ReadNames("-", strings.NewReader("\uFEFFa.md\r\n# not this\n\n b c.md "))
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, "a.md", "b c.md")
}

// As in lychee: the first rule that matches, all its matches, groups by number and name.
func TestRewrite(t *testing.T) {
	var rules []Remap
	for _, text := range []string{"^https://example.com/(.*)$ http://localhost:4000/$1", `(?P<a>\w+)\.example http://$a.test:99`, "^http://bad /relative", "example.com never"} {
		r, err := ParseRemap(text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, r)
	}
	rewrite := Rewrite(rules)
	for in, want := range map[string]string{
		"https://example.com/a?b": "http://localhost:4000/a?b",
		"http://bad/":             "http://bad/", // the result is not a URL
		"http://other.org/":       "http://other.org/",
	} {
		u, err := earl.RFC3986.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := rewrite(u).String(); got != want {
			t.Errorf("Rewrite(%q) = %q, want %q", in, got, want)
		}
	}
	for _, text := range []string{"", "only-a-pattern", "( x", "a b c"} {
		if _, err := ParseRemap(text); err == nil {
			t.Errorf("ParseRemap(%q) is no error", text)
		}
	}
	if Rewrite(nil) != nil {
		t.Error("Rewrite(nil) is not nil")
	}
}

func TestSelection(t *testing.T) {
	all := Selection{NoPrivate: true, NoLoopback: true, NoLinkLocal: true}
	for _, test := range []struct {
		url  string
		s    Selection
		skip bool
	}{
		{"http://127.0.0.1:80/", all, true},
		{"http://[::1]/", all, true},
		{"http://[::ffff:127.0.0.1]/", all, true},
		{"http://localhost/", all, true},
		{"http://a.LOCALHOST./", all, true},
		{"http://10.1.2.3/", all, true},
		{"http://[fd00::1]/", all, true},
		{"http://169.254.1.1/", all, true},
		{"http://10.1.2.3/", Selection{NoLoopback: true, NoLinkLocal: true}, false},
		{"http://127.0.0.1/", Selection{NoPrivate: true, NoLinkLocal: true}, false},
		{"http://169.254.1.1/", Selection{NoPrivate: true, NoLoopback: true}, false},
		{"http://8.8.8.8/", all, false},
		{"http://10.example/", all, false},
		{"mailto:a@b.example", all, false},
		{"mailto:a@b.example", Selection{NoMail: true}, true},
		{"HTTP://h.example/", Selection{Schemes: []string{"http"}}, false},
		{"ftp://h.example/", Selection{Schemes: []string{"http"}}, true},
	} {
		u, err := earl.RFC3986.Parse(test.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := test.s.Skip(u); (got != "") != test.skip {
			t.Errorf("%+v.Skip(%q) = %q, want skip: %v", test.s, test.url, got, test.skip)
		}
	}
}
