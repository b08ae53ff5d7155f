package fix_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/check/fix"
	"github.com/earl-url/earl/linkcheck"
)

// write writes a file into a directory of the test and returns its name.
func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// read returns a file's text.
func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// moved returns the result for a URL that moved permanently, with a place for each appearance
// of a text in a file.
func moved(url, to, file, content, text string, b extract.Base) linkcheck.Result {
	r := linkcheck.Result{URL: url, Status: linkcheck.Redirected, Final: to, Hops: []linkcheck.Hop{{To: to, Permanent: true}}}
	for at := 0; ; {
		i := strings.Index(content[at:], text)
		if i < 0 {
			return r
		}
		at += i
		r.Places = append(r.Places, linkcheck.Place{File: file, Offset: int64(at), Text: text, Base: b})
		at += len(text)
	}
}

// diff returns the diff of a plan.
func diff(t *testing.T, p *fix.Plan) string {
	t.Helper()
	var b strings.Builder
	if err := p.Diff(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// apply applies a plan.
func apply(t *testing.T, p *fix.Plan) {
	t.Helper()
	if err := p.Apply(); err != nil {
		t.Fatal(err)
	}
}

const (
	old = "http://h.example/old"
	to  = "https://h.example/new?a=1&b=it's"
)

// pageBase is the base of a page at the root of the site.
var pageBase = extract.BaseOf(earl.RFC3986.MustParse("http://h.example/dir/page"))

// The markup around a link decides how its new URL is written. If the markup is not known, the
// link is unchanged and reported.
func TestEachPlaceIsWrittenInItsOwnWay(t *testing.T) {
	const plainTo, brackets = "https://h.example/new", "https://h.example/new_(a"
	for _, c := range []struct {
		name, file, in, text, to string
		base                     extract.Base
		want, why                string // only one
	}{
		{name: "attribute", file: "a.html", in: `<a href="@" title="x">`, want: `<a href="https://h.example/new?a=1&amp;b=it&#39;s" title="x">`},
		{name: "apostrophes around", file: "a.html", in: `<a href='@'>`, want: `<a href='https://h.example/new?a=1&amp;b=it&#39;s'>`},
		{name: "nothing around", file: "a.html", in: `<a href=@>`, want: `<a href=https://h.example/new?a=1&amp;b=it&#39;s>`},
		{name: "HTML text", file: "a.htm", in: `<p>see @</p>`, want: `<p>see https://h.example/new?a=1&amp;b=it&#39;s</p>`},
		{name: "XML", file: "a.svg", in: `<image href="@"/>`, want: `<image href="https://h.example/new?a=1&amp;b=it&#39;s"/>`},
		{name: "style attribute", file: "a.html", in: `<p style="background:url(@)">`, to: plainTo + "?a&b", want: `<p style="background:url(https://h.example/new?a&amp;b)">`},
		{name: "style element", file: "a.html", in: `<style>p{background:url("@")}</style>`, to: plainTo + "?a&b", want: `<style>p{background:url("https://h.example/new?a&b")}</style>`},
		{name: "style with an apostrophe", file: "a.html", in: `<style>p{background:url('@')}</style>`, why: "in a style sheet"},
		{name: "srcset", file: "a.html", in: `<img srcset="@ 2x">`, to: plainTo + ",", why: "srcset"},
		{name: "BASE", file: "a.html", in: `<base href="@">`, why: "the base of other references"},
		{name: "doctype", file: "a.html", in: `<!DOCTYPE html PUBLIC "x" "@">`, why: "a declaration"},
		{name: "tag of a style", file: "a.html", in: `<style src="@"></style>`, want: `<style src="https://h.example/new?a=1&amp;b=it&#39;s"></style>`},
		{name: "behind a style", file: "a.html", in: `<STYLE>x</STYLE><script>y</script><a href="@"><style>`, want: `<STYLE>x</STYLE><script>y</script><a href="https://h.example/new?a=1&amp;b=it&#39;s"><style>`},
		{name: "a style without end", file: "a.html", in: `<style>p{background:url("@")}`, to: plainTo + "?a&b", want: `<style>p{background:url("https://h.example/new?a&b")}`},
		{name: "srcdoc", file: "a.html", in: `<iframe srcdoc="<base href='@'>">`, why: "inside an attribute"},
		{name: "entities", file: "a.html", in: `<a href="@">`, text: "http://h.example&#47;old", want: `<a href="https://h.example/new?a=1&amp;b=it&#39;s">`},
		{name: "fragment", file: "a.html", in: `<a href="@">`, text: old + "#a&amp;b", to: plainTo, want: `<a href="https://h.example/new#a&amp;b">`},
		{name: "fragment of its own (rfc9110 10.2.2)", file: "a.txt", in: `@`, text: old + "#a", to: plainTo + "#b", want: `https://h.example/new#b`},

		{name: "Markdown destination", file: "a.md", in: `[x](@ "t")`, want: `[x](https://h.example/new?a=1&b=it's "t")`},
		{name: "Markdown in brackets", file: "a.md", in: `[x](<@>)`, to: brackets, want: `[x](<https://h.example/new_(a>)`},
		{name: "Markdown autolink", file: "a.md", in: `<@>`, to: brackets, want: `<https://h.example/new_(a>`},
		{name: "Markdown reference", file: "a.md", in: "[x]: @\n", to: plainTo, want: "[x]: https://h.example/new\n"},
		{name: "Markdown bracket", file: "a.md", in: `[x](@)`, to: brackets, why: "a bracket"},
		{name: "Markdown entity", file: "a.md", in: `[x](@)`, to: plainTo + "?a&copy;b", why: "a character reference"},
		{name: "HTML in Markdown", file: "a.md", in: `<a href="@">`, want: `<a href="https://h.example/new?a=1&amp;b=it&#39;s">`},
		{name: "Markdown text", file: "a.md", in: "see @.", to: plainTo + "/x.", why: "punctuation"},

		{name: "E1 wrapper", file: "a.txt", in: "<URL:@>", to: plainTo + ".", want: "<URL:https://h.example/new.>"},
		{name: "E1 broken over lines", file: "a.txt", in: "> <@>", text: "http://h.exam\n> ple/old", want: "> <https://h.example/new?a=1&b=it's>"},
		{name: "text", file: "README", in: "see @.", want: "see https://h.example/new?a=1&b=it's."},
		{name: "text, punctuation", file: "README", in: "see @.", to: plainTo + ",", why: "punctuation"},
		{name: "a program", file: "a.go", in: `get("@")`, to: plainTo, want: `get("https://h.example/new")`},
		{name: "a program with escapes", file: "a.tex", in: `\url{@}`, to: plainTo + "?a%20b", why: "may escape"},
		{name: "another form", file: "a.txt", in: "@", text: "hxxp://h[.]example/old", why: "another form"},
		{name: "another URL", file: "a.txt", in: "@", text: "http://h.example/older", why: "another form"},
		{name: "message", file: "a.eml", in: "\n\n<@>\n", why: "messages are not changed"},

		{name: "relative", file: "a.html", in: `<a href="@">`, text: "../old#x", base: pageBase, to: "http://h.example/dir/new", want: `<a href="new#x">`},
		{name: "relative to the root", file: "a.html", in: `<a href="@">`, text: "/old", base: pageBase, to: "http://h.example/dir/new?q", want: `<a href="/dir/new?q">`},
		{name: "relative, elsewhere", file: "a.html", in: `<a href="@">`, text: "../old", base: pageBase, to: "http://i.example/new", want: `<a href="//i.example/new">`},
		{name: "relative, another scheme", file: "a.html", in: `<a href="@">`, text: "../old", base: pageBase, to: "ftp://i.example/new", want: `<a href="ftp://i.example/new">`},
		{name: "relative without base (D14)", file: "a.html", in: `<a href="@">`, text: "../old", why: "another form"},

		{name: "password (F3)", file: "a.txt", in: "@", text: "http://joe:geheim@h.example/old", why: "a password"},
		{name: "password of the new URL (F3)", file: "a.txt", in: "@", to: "http://joe:xxxxx@h.example/new", why: "a password"},
		{name: "not a URL", file: "a.txt", in: "@", to: "http://h.example/<x>", why: "not valid"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.text == "" {
				c.text = old
			}
			if c.to == "" {
				c.to = to
			}
			in := strings.Replace(c.in, "@", c.text, 1)
			name := write(t, c.file, in)
			p := fix.Make(slices.Values([]linkcheck.Result{moved(old, c.to, name, in, c.text, c.base)}), fix.Options{})
			apply(t, p)
			if c.want == "" {
				c.want = in
			}
			if got := read(t, name); got != c.want {
				t.Errorf("%q, want %q; left: %+v", got, c.want, p.Left())
			}
			left := p.Left()
			if (c.why == "") != (len(left) == 0) || c.why != "" && !strings.Contains(left[0].Why, c.why) {
				t.Errorf("left: %+v, want %q", left, c.why)
			}
			for _, l := range left {
				if strings.Contains(l.URL+l.Why, "geheim") {
					t.Errorf("a password in %+v", l)
				}
			}
		})
	}
}

// A link is rewritten only if every redirect is permanent and the target exists.
func TestWhichRedirectsAreFollowed(t *testing.T) {
	hop := func(to string, permanent bool) linkcheck.Hop { return linkcheck.Hop{To: to, Permanent: permanent} }
	const a, b, c = "http://h.example/a", "http://h.example/b", "http://h.example/c"
	for _, row := range []struct {
		status linkcheck.Status
		hops   []linkcheck.Hop
		want   string
	}{
		{linkcheck.Redirected, []linkcheck.Hop{hop(a, true), hop(b, true)}, b},
		{linkcheck.Redirected, []linkcheck.Hop{hop(a, true), hop(b, false), hop(c, true)}, a},
		{linkcheck.Redirected, []linkcheck.Hop{hop(a, false), hop(b, true)}, old},
		{linkcheck.Changed, []linkcheck.Hop{hop(a, true)}, a},
		{linkcheck.NotFound, []linkcheck.Hop{hop(a, true)}, old},
		{linkcheck.OK, nil, old},
		{linkcheck.Redirected, []linkcheck.Hop{hop(a, true), hop(old, true)}, old}, // a loop
	} {
		name := write(t, "a.txt", old)
		r := moved(old, "", name, old, old, extract.Base{})
		r.Status, r.Hops = row.status, row.hops
		for _, page := range []string{"", "-", "http://h.example/page"} {
			r.Places = append(r.Places, linkcheck.Place{File: page, Text: old})
		}
		p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{})
		apply(t, p)
		if got := read(t, name); got != row.want || len(p.Left()) > 0 {
			t.Errorf("%v %+v: %q, want %q; left %+v", row.status, row.hops, got, row.want, p.Left())
		}
	}
}

// patch accepts the diff, and its result equals that of Apply.
func TestDiff(t *testing.T) {
	lines := strings.Split("a b c d e f g h i j k l m n o p q r s t u v w x y z", " ")
	lines[1], lines[2], lines[8], lines[20], lines[25] = old, "<"+strings.Replace(old, "/old", "\n/old", 1)+"> "+old, "x "+old+"\r", old, old
	in := strings.Join(lines, "\n")
	name := write(t, "a file.txt", in)
	results := []linkcheck.Result{
		moved(old, "http://h.example/new", name, in, old, extract.Base{}),
		moved(old, "http://h.example/new", name, in, strings.Replace(old, "/old", "\n/old", 1), extract.Base{}),
	}
	p := fix.Make(slices.Values(results), fix.Options{})
	got := diff(t, p)
	want := "--- " + name + "\t\n+++ " + name + "\t\n" + `@@ -1,13 +1,12 @@
 a
-http://h.example/old
-<http://h.example
-/old> http://h.example/old
+http://h.example/new
+<http://h.example/new> http://h.example/new
 d
 e
 f
 g
 h
-x http://h.example/old` + "\r\n+x http://h.example/new\r\n" + ` j
 k
 l
@@ -19,9 +18,9 @@
 r
 s
 t
-http://h.example/old
+http://h.example/new
 v
 w
 x
 y
-http://h.example/old
\ No newline at end of file
+http://h.example/new
\ No newline at end of file
`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	apply(t, p)
	applied := read(t, name)
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("no patch: ", err)
	}
	if err := os.WriteFile(name, []byte(in), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(patch, "--binary", name)
	cmd.Stdin = strings.NewReader(got)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if by := read(t, name); by != applied {
		t.Errorf("patch makes %q, Apply %q", by, applied)
	}
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestDiffCannotBeWritten(t *testing.T) {
	name := write(t, "a.txt", old)
	p := fix.Make(slices.Values([]linkcheck.Result{moved(old, "http://h.example/new", name, old, old, extract.Base{})}), fix.Options{})
	if err := p.Diff(failing{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("Diff = %v", err)
	}
}

// A name that would end the line of a diff is quoted.
func TestDiffOfAnOddName(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names")
	}
	name := write(t, "a\n+++ b", old)
	p := fix.Make(slices.Values([]linkcheck.Result{moved(old, "http://h.example/new", name, old, old, extract.Base{})}), fix.Options{Type: document.Text})
	if got := diff(t, p); strings.Count(got, "\n+++ ") != 1 || !strings.Contains(got, `a\n+++ b"`) {
		t.Errorf("%s", got)
	}
}

// Each edit is made once, and no edit is inside another.
func TestOverlaps(t *testing.T) {
	const in = "http://h.example/old http://h.example/old"
	name := write(t, "a.txt", in)
	r := moved(old, "http://h.example/new", name, in, old, extract.Base{})
	inside := r
	inside.Places = []linkcheck.Place{{File: name, Offset: 0, Text: "http://h.example/old "}}
	p := fix.Make(slices.Values([]linkcheck.Result{r, r, inside}), fix.Options{})
	if n := len(slices.Collect(p.Edits())); n != 2 {
		t.Errorf("%d edits, want 2", n)
	}
	for e := range p.Edits() {
		if e.URL != "http://h.example/new" {
			t.Errorf("%+v", e)
		}
		break
	}
	if left := p.Left(); len(left) != 1 || !strings.Contains(left[0].Why, "same place") {
		t.Errorf("left %+v", left)
	}
	apply(t, p)
	if got := read(t, name); got != "http://h.example/new http://h.example/new" {
		t.Errorf("%q", got)
	}
}

// A place without its text is left unchanged: another text, a place beyond the end, a file that
// is missing.
func TestWhatIsNotThere(t *testing.T) {
	name := write(t, "a.txt", old)
	for _, c := range []struct {
		place linkcheck.Place
		why   string
	}{
		{linkcheck.Place{File: name, Offset: 1, Text: old}, "encoded"},
		{linkcheck.Place{File: name, Offset: -1, Text: old}, "encoded"},
		{linkcheck.Place{File: name, Offset: 1 << 60, Text: old}, "encoded"},
		{linkcheck.Place{File: name}, "encoded"},
	} {
		r := linkcheck.Result{URL: old, Hops: []linkcheck.Hop{{To: to, Permanent: true}}, Places: []linkcheck.Place{c.place}}
		p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{})
		if left := p.Left(); len(left) != 1 || !strings.Contains(left[0].Why, c.why) {
			t.Errorf("%+v: left %+v, want %q", c.place, left, c.why)
		}
		if got := diff(t, p); got != "" {
			t.Errorf("a diff of nothing: %s", got)
		}
		apply(t, p)
	}
}

// A file that cannot be read is an error, and the plan has the others. STYLE P21.
func TestWhatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	name := write(t, "a.txt", old)
	for file, why := range map[string]string{dir: "not a regular file", filepath.Join(dir, "none"): "no such file", filepath.Join(name, "x"): "not a directory"} {
		if runtime.GOOS == "windows" && file != dir {
			continue
		}
		r := moved(old, "http://h.example/new", name, old, old, extract.Base{})
		r.Places = append([]linkcheck.Place{{File: file, Text: old}}, r.Places...)
		p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{})
		if err := p.Err(); err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), file) || len(p.Left()) > 0 {
			t.Errorf("%s: Err = %v, left %+v, want %q", file, err, p.Left(), why)
		}
		if n := len(slices.Collect(p.Edits())); n != 1 {
			t.Errorf("%s: %d edits, want that of the other file", file, n)
		}
	}
}

// The diff after Apply has only the files that were written.
func TestDiffOfWhatWasWritten(t *testing.T) {
	first, second := write(t, "a.txt", old), write(t, "b.txt", old)
	r := moved(old, "http://h.example/new", first, old, old, extract.Base{})
	r.Places = append(r.Places, linkcheck.Place{File: second, Text: old})
	p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{})
	if err := os.WriteFile(first, []byte(old+"!"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := p.Apply(); !errors.Is(err, fix.ErrChanged) {
		t.Errorf("Apply = %v", err)
	}
	if got := diff(t, p); strings.Contains(got, first) || !strings.Contains(got, second) {
		t.Errorf("the diff is\n%s", got)
	}
}

// A file that changed after the plan is left unchanged; the others are rewritten.
func TestChangedMeanwhile(t *testing.T) {
	first, second := write(t, "a.txt", old), write(t, "b.txt", old)
	r := moved(old, "http://h.example/new", first, old, old, extract.Base{})
	r.Places = append(r.Places, linkcheck.Place{File: second, Text: old})
	p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{})
	if err := os.WriteFile(first, []byte(old+"!"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := p.Apply()
	if !errors.Is(err, fix.ErrChanged) || !strings.Contains(err.Error(), first) || strings.Contains(err.Error(), second) {
		t.Errorf("Apply = %v", err)
	}
	if got := read(t, first) + read(t, second); got != old+"!"+"http://h.example/new" {
		t.Errorf("%q", got)
	}
	if err := os.Remove(second); err != nil {
		t.Fatal(err)
	}
	if err := p.Apply(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Apply = %v", err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(first), ".earl*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
}

// FuzzPlan applies plans to any text: each byte outside the planned spans is unchanged, and the
// diff contains every line that differs.
func FuzzPlan(f *testing.F) {
	f.Add("see @ and <@>\r\n@", "https://h.example/new?a&b", ".html", uint8(1))
	f.Add("@@\n\n@", "http://i.example/(x", ".md", uint8(0))
	f.Add("<style>@</style>", "http://i.example/'", ".html", uint8(0))
	f.Add("<base href=@>", "http://i.example/", ".md", uint8(0))
	f.Add("@", "", "0", uint8(0))
	f.Fuzz(func(t *testing.T, in, to, kind string, skip uint8) {
		in = strings.ReplaceAll(in, "@", old)
		name := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(name, []byte(in), 0o600); err != nil {
			t.Fatal(err)
		}
		kinds := map[string]document.Type{".html": document.HTML, ".md": document.Markdown, ".eml": document.Mail, ".json": document.JSON, ".tex": document.LaTeX, "": document.Text}
		r := moved(old, to, name, in, old, extract.Base{})
		r.Places = r.Places[min(int(skip), len(r.Places)):]
		p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{Type: kinds[kind]})
		shown := diff(t, p)
		if err := p.Apply(); err != nil {
			t.Fatal(err)
		}
		out := []byte(read(t, name))
		at, edits := int64(0), 0
		for e := range p.Edits() {
			edits++
			before := in[at:e.Place.Offset] // the text between two edits
			if !bytes.HasPrefix(out, []byte(before+e.New)) {
				t.Fatalf("%q does not begin with %q", out, before+e.New)
			}
			out = out[len(before)+len(e.New):]
			at = e.Place.Offset + int64(len(e.Place.Text))
		}
		if string(out) != in[at:] {
			t.Fatalf("the end is %q, want %q", out, in[at:])
		}
		if edits+len(p.Left()) != len(r.Places) && to != old && to != "" { // no redirect has the target ""
			t.Fatalf("%d edits and %d left of %d places", edits, len(p.Left()), len(r.Places))
		}
		if (shown == "") != (edits == 0) {
			t.Fatalf("%d edits, diff %q", edits, shown)
		}
	})
}
