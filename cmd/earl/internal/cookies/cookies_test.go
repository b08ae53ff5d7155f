package cookies

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// jar returns a Jar whose time is now.
func jar(o Options) *Jar {
	o.Now = func() time.Time { return now }
	return New(o)
}

// set sets cookies with the Set-Cookie lines of a response from a URL.
func set(t *testing.T, j *Jar, at string, lines ...string) {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	var list []*http.Cookie
	for _, line := range lines {
		c, err := http.ParseSetCookie(line)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	j.SetCookies(u, list)
}

// sent returns the field Cookie of a request.
func sent(j *Jar, at string) string {
	u, _ := url.Parse(at)
	var pairs []string
	for _, c := range j.Cookies(u) {
		pairs = append(pairs, c.Name+"="+c.Value)
	}
	return strings.Join(pairs, "; ")
}

func TestCookieIsSentWhereItMayBe(t *testing.T) {
	tests := []struct {
		name, from, set, to, want string
	}{
		{"same host", "http://a.example/", "k=v", "http://a.example/x", "k=v"},
		{"other port", "http://a.example:8080/", "k=v", "http://a.example/x", "k=v"},
		{"host only", "http://a.example/", "k=v", "http://b.a.example/", ""},
		{"host in capitals, with its final dot", "http://A.example./", "k=v", "http://a.EXAMPLE/", "k=v"},
		{"domain", "http://a.b.example/", "k=v; Domain=b.example", "http://c.b.example/", "k=v"},
		{"domain with a dot", "http://a.b.example/", "k=v; Domain=.b.example", "http://b.example/", "k=v"},
		{"end of another name", "http://b.example/", "k=v; Domain=b.example", "http://ab.example/", ""},
		{"foreign domain", "http://a.example/", "k=v; Domain=other.example", "http://other.example/", ""},
		{"public suffix", "http://a.co.uk/", "k=v; Domain=co.uk", "http://b.co.uk/", ""},
		{"public suffix of a service", "http://me.github.io/", "k=v; Domain=github.io", "http://you.github.io/", ""},
		{"one label", "http://a.example/", "k=v; Domain=example", "http://b.example/", ""},
		{"localhost for itself", "http://localhost/", "k=v; Domain=localhost", "http://localhost/", "k=v"},
		{"address", "http://127.0.0.1/", "k=v; Domain=0.0.1", "http://127.0.0.1/", ""},
		{"address for itself", "http://[::1]:80/", "k=v", "http://[::1]/", "k=v"},
		{"path", "http://a.example/", "k=v; Path=/docs", "http://a.example/docs/x", "k=v"},
		{"start of another path", "http://a.example/", "k=v; Path=/docs", "http://a.example/docsx", ""},
		{"default path", "http://a.example/docs/page", "k=v", "http://a.example/other", ""},
		{"secure", "https://a.example/", "k=v; Secure", "http://a.example/", ""},
		{"secure with TLS", "https://a.example/", "k=v; Secure", "https://a.example/", "k=v"},
		{"secure set without TLS", "http://a.example/", "k=v; Secure", "https://a.example/", ""},
		{"prefix __Host-", "https://a.b.example/", "__Host-k=v; Secure; Path=/; Domain=b.example", "https://a.b.example/", ""},
		{"prefix __Secure-", "https://a.example/", "__Secure-k=v", "https://a.example/", ""},
		{"expired", "http://a.example/", "k=v; Max-Age=0", "http://a.example/", ""},
		{"expired before", "http://a.example/", "k=v; Expires=Fri, 02 Jan 2026 03:04:04 GMT", "http://a.example/", ""},
		{"Max-Age before Expires", "http://a.example/", "k=v; Max-Age=9; Expires=Fri, 02 Jan 2026 03:04:04 GMT", "http://a.example/", "k=v"},
		{"too long", "http://a.example/", "k=" + strings.Repeat("v", maxPair), "http://a.example/", ""},
		{"not http", "http://a.example/", "k=v", "ftp://a.example/", ""},
	}
	for _, tt := range tests {
		j := jar(Options{})
		set(t, j, tt.from, tt.set)
		if got := sent(j, tt.to); got != tt.want {
			t.Errorf("%s: %s sets %.60s: %s gets %q, want %q", tt.name, tt.from, tt.set, tt.to, got, tt.want)
		}
	}
}

// The longest path comes first, then the oldest. A cookie that is set again keeps its place.
func TestCookiesAreOrdered(t *testing.T) {
	j := jar(Options{})
	set(t, j, "http://a.example/", "b=1", "a=2", "c=3; Path=/docs/", "b=4")
	if got, want := sent(j, "http://a.example/docs/"), "c=3; b=4; a=2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	set(t, j, "http://a.example/", "b=; Max-Age=-1")
	if got, want := sent(j, "http://a.example/"), "a=2"; got != want {
		t.Errorf("after a removal: got %q, want %q", got, want)
	}
}

// A server without TLS cannot replace a cookie that was set with TLS.
func TestSecureCookieIsNotReplaced(t *testing.T) {
	j := jar(Options{})
	set(t, j, "https://a.example/", "k=good; Secure")
	set(t, j, "http://a.example/", "k=bad")
	if got, want := sent(j, "https://a.example/"), "k=good"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The cookies that a server can store are limited, and one site cannot remove another's
// cookies.
func TestCookiesAreBounded(t *testing.T) {
	j := jar(Options{Total: 30, PerDomain: 10})
	set(t, j, "http://kept.example/", "k=v")
	for i := range 100 {
		set(t, j, fmt.Sprintf("http://h%d.many.example/", i), fmt.Sprintf("k%d=v", i))
	}
	if n := len(j.entries); n != 11 {
		t.Errorf("%d cookies are kept, want 11", n)
	}
	if sent(j, "http://kept.example/") != "k=v" || sent(j, "http://h99.many.example/") != "k99=v" {
		t.Error("the cookie of another site, or the newest, was removed")
	}
	for i := range 100 {
		set(t, j, fmt.Sprintf("http://h%d.example/", i), "k=v")
	}
	if n := len(j.entries); n != 30 {
		t.Errorf("%d cookies are kept, want 30", n)
	}
}

const exampleFile = "# Netscape HTTP Cookie File\r\n\r\n" +
	".a.example\tTRUE\t/\tFALSE\t0\tsession\tone\r\n" +
	"#HttpOnly_b.example\tFALSE\t/docs\tTRUE\t1900000000\tid\ttwo words\n" +
	"old.example\tFALSE\t/\tFALSE\t1\tgone\tx\n" +
	".co.uk\tTRUE\t/\tFALSE\t0\tsuper\tx\n" +
	"c.example\tFALSE\t/\tFALSE\t0\tempty\n"

func TestFileIsReadAndWritten(t *testing.T) {
	j := jar(Options{})
	if err := j.Read(strings.NewReader(exampleFile)); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		"http://x.a.example/":     "session=one",
		"https://b.example/docs":  "id=two words",
		"https://x.b.example/doc": "",
		"http://old.example/":     "",
		"http://bank.co.uk/":      "",
		"http://c.example/":       "empty=",
	} {
		if got := sent(j, at); got != want {
			t.Errorf("%s gets %q, want %q", at, got, want)
		}
	}
	name := filepath.Join(t.TempDir(), "jar.txt")
	for range 2 { // the second replaces the first
		if err := j.WriteFile(name); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const want = ".a.example\tTRUE\t/\tFALSE\t0\tsession\tone\n#HttpOnly_b.example\tFALSE\t/docs\tTRUE\t1900000000\tid\ttwo words\nc.example\tFALSE\t/\tFALSE\t0\tempty\t\nco.uk\tFALSE\t/\tFALSE\t0\tsuper\tx\n"
	if got := strings.TrimPrefix(string(text), fileHead); got != want {
		t.Errorf("wrote:\n%s\nwant:\n%s", got, want)
	}
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v: others can read the file", info.Mode(), err)
	}
	again := jar(Options{})
	if err := again.ReadFile(name); err != nil || sent(again, "https://b.example/docs/x") != "id=two words" {
		t.Errorf("read again: %v", err)
	}
}

func TestFileThatIsNotOneOfCookies(t *testing.T) {
	for text, line := range map[string]int{
		"# c\n\na=secret77; b\n":                                3,
		"a.example\tyes\t/\tFALSE\t0\tk\tsecret77\n":            1,
		"a.example\tTRUE\t/\tFALSE\tsoon\tk\tsecret77\n":        1,
		"#x\n" + strings.Repeat("secret77", maxLine/8+1) + "\n": 2,
	} {
		err := jar(Options{}).Read(strings.NewReader(text))
		var format *FormatError
		if !errors.As(err, &format) || format.Line != line || strings.Contains(err.Error(), "secret77") {
			t.Errorf("%.40q: %v, want an error of line %d without the value", text, err, line)
		}
	}
	if err := jar(Options{}).ReadFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is missing: %v", err)
	}
}

// Cookies that the user typed are sent to the servers of the URLs that the user typed.
func TestTypedCookies(t *testing.T) {
	j := jar(Options{})
	if err := j.AddTyped("a=1; b=two"); err != nil {
		t.Fatal(err)
	}
	typed, _ := url.Parse("http://a.example/x")
	j.Allow(typed)
	set(t, j, "http://a.example/", "c=3")
	for at, want := range map[string]string{
		"http://a.example/":         "a=1; b=two; c=3",
		"http://A.example:80/y":     "a=1; b=two; c=3",
		"http://a.example:8080/":    "c=3",
		"https://a.example/":        "c=3",
		"http://redirected.example": "",
	} {
		if got := sent(j, at); got != want {
			t.Errorf("%s gets %q, want %q", at, got, want)
		}
	}
	var b strings.Builder
	if err := j.Write(&b); err != nil || strings.Contains(b.String(), "two") {
		t.Errorf("%v, wrote %s", err, b.String())
	}
	if err := j.AddTyped("no cookie"); err == nil || strings.Contains(err.Error(), "no cookie") {
		t.Errorf("AddTyped of no cookie: %v", err)
	}
}

func TestLoad(t *testing.T) {
	j := jar(Options{NoSessions: true})
	missing, err := j.Load([]string{"a=b", "-", "", "no/such/file"}, strings.NewReader(exampleFile))
	if err != nil || len(missing) != 1 || missing[0] != "no/such/file" {
		t.Errorf("missing %q, %v", missing, err)
	}
	if sent(j, "https://b.example/docs") != "id=two words" || sent(j, "http://a.example/") != "" {
		t.Error("cookies without an end were read, or the others were not")
	}
	if _, err := j.Load([]string{"-"}, strings.NewReader("no cookies")); err == nil {
		t.Error("a file without cookies is no error")
	}
}
