package gitaddr

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/longtest"
)

// The addresses that people write, and what they mean. Source: git-fetch(1), GIT URLS.
func TestParse(t *testing.T) {
	for _, row := range []struct {
		in         string
		want       Address // without HostAndPort
		https, ssh string
	}{
		{"git@host.example:org/repo.git", Address{Form: Short, Transport: "ssh", User: "git", Host: "host.example", Path: "org/repo.git"},
			"https://host.example/org/repo.git", "ssh://git@host.example/org/repo.git"},
		{"host.example:path", Address{Form: Short, Transport: "ssh", Host: "host.example", Path: "path"}, "https://host.example/path", "ssh://host.example/~/path"},
		{"joe@host.example:/srv/r.git", Address{Form: Short, Transport: "ssh", User: "joe", Host: "host.example", Path: "/srv/r.git"},
			"https://host.example/srv/r.git", "ssh://joe@host.example/srv/r.git"},
		{"joe@host.example:~/r", Address{Form: Short, Transport: "ssh", User: "joe", Host: "host.example", Path: "~/r"}, "", "ssh://joe@host.example/~/r"},
		{"[joe@host.example:2222]:r", Address{Form: Short, Transport: "ssh", User: "joe", Host: "host.example", Port: "2222", Path: "r"},
			"https://host.example/r", "ssh://joe@host.example:2222/~/r"},
		{"git@[2001:db8::1]:r.git", Address{Form: Short, Transport: "ssh", User: "git", Host: "2001:db8::1", Path: "r.git"}, "https://[2001:db8::1]/r.git", "ssh://git@[2001:db8::1]/r.git"},
		{"git@h.example:a b%c", Address{Form: Short, Transport: "ssh", User: "git", Host: "h.example", Path: "a b%c"}, "https://h.example/a%20b%25c", "ssh://git@h.example/a%20b%25c"},
		{"ssh://git@host.example:22/org/r.git", Address{Form: URL, Transport: "ssh", Scheme: "ssh", User: "git", Host: "host.example", Port: "22", Path: "/org/r.git"},
			"https://host.example/org/r.git", "ssh://git@host.example:22/org/r.git"},
		{"git+ssh://git@host.example/~joe/r", Address{Form: URL, Transport: "ssh", Scheme: "git+ssh", User: "git", Host: "host.example", Path: "~joe/r"}, "", "ssh://git@host.example/~joe/r"},
		{"git://host.example:9418/r%20x", Address{Form: URL, Transport: "git", Scheme: "git", Host: "host.example", Port: "9418", Path: "/r x"},
			"https://host.example/r%20x", "ssh://git@host.example/r%20x"},
		{"https://joe@host.example:8443/org/r.git", Address{Form: URL, Transport: "https", Scheme: "https", User: "joe", Host: "host.example", Port: "8443", Path: "/org/r.git"},
			"https://host.example:8443/org/r.git", "ssh://git@host.example/org/r.git"},
		{"http://host.example:8080/r", Address{Form: URL, Transport: "http", Scheme: "http", Host: "host.example", Port: "8080", Path: "/r"}, "https://host.example/r", "ssh://git@host.example/r"},
		{"git@-oProxy:x", Address{Form: Short, Transport: "ssh", User: "git", Host: "-oProxy", Path: "x"}, "", ""}, // CVE-2017-1000117
		{"file:///srv/r.git", Address{Form: URL, Transport: "file", Scheme: "file", Path: "/srv/r.git"}, "", ""},
		{"/srv/r.git", Address{Form: Path, Transport: "file", Path: "/srv/r.git"}, "", ""},
		{"./a:b", Address{Form: Path, Transport: "file", Path: "./a:b"}, "", ""},
		{`C:\src\r`, Address{Form: Path, Transport: "file", Path: `C:\src\r`}, "", ""},
		{"c:/src/r", Address{Form: Path, Transport: "file", Path: "c:/src/r"}, "", ""},
		{`\\server\share\r`, Address{Form: Path, Transport: "file", Path: `\\server\share\r`}, "", ""},
		{"ext::ssh -x h %S r", Address{Form: Helper, Transport: "ext", Path: "ssh -x h %S r"}, "", ""},
		{"hg::https://host.example/r", Address{Form: Helper, Transport: "hg", Path: "https://host.example/r"}, "", ""},
	} {
		a, err := Parse(row.in)
		if a.HostAndPort = ""; err != nil || a != row.want {
			t.Errorf("Parse(%q) = %+v, %v, want %+v", row.in, a, err, row.want)
		}
		if got, ok := a.HTTPS(); ok != (row.https != "") || ok && got != row.https {
			t.Errorf("%q: HTTPS = %q, %v, want %q", row.in, got, ok, row.https)
		}
		if got, ok := a.SSH(); ok != (row.ssh != "") || ok && got != row.ssh {
			t.Errorf("%q: SSH = %q, %v, want %q", row.in, got, ok, row.ssh)
		}
	}
	for in, want := range map[string]error{"": ErrNoPath, "ssh://host": ErrNoPath, "h:-oProxyCommand=x": ErrPath, "a b://h/p": ErrTransport, "h:a\nb": ErrControl} {
		if a, err := Parse(in); err != want {
			t.Errorf("Parse(%q) = %+v, %v, want %v", in, a, err, want)
		}
	}
}

// diag returns an address as fetch-pack prints it, or "fatal".
func diag(text string) string {
	a, err := Parse(text)
	switch {
	case err != nil:
		return "fatal"
	case a.Transport != "ssh":
		return fmt.Sprintf("Diag: url=%s\nDiag: protocol=%s\nDiag: hostandport=%s\nDiag: path=%s\n", text, a.Transport, a.HostAndPort, a.Path)
	}
	port := a.Port
	if port == "" {
		port = "NONE"
	}
	return fmt.Sprintf("Diag: url=%s\nDiag: protocol=ssh\nDiag: userandhost=%s\nDiag: port=%s\nDiag: path=%s\n", text, a.HostAndPort, port, a.Path)
}

// differs reports whether the package comment says that a text is read in another
// way than by fetch-pack.
func differs(text string) bool {
	if _, _, ok := cutHelper(text); ok || isDrive(text) {
		return true
	}
	scheme, _, ok := strings.Cut(text, "://")
	return ok && isScheme(scheme) && !strings.Contains(" ssh git file git+ssh ssh+git ", " "+scheme+" ")
}

// madeText returns a random text: pieces of addresses, in an order that is often
// that of an address.
func madeText(r *rand.Rand) string {
	pick := func(choices ...string) string { return choices[r.IntN(len(choices))] }
	var b strings.Builder
	b.WriteString(pick("", "", "", "", "ssh://", "git://", "git+ssh://", "ssh+git://", "file://", "http://", "x://", "ssh:/", "://", "./", "/", "ext::"))
	b.WriteString(pick("", "", "git@", "u:p@", "@", "a@b@", "u%40x@"))
	b.WriteString(pick("host", "h.example", "[::1]", "[h]", "[h:22]", "[u@h:22]", "[::1]:22", "[", "]", "[]", "C", "", "-o", "h%3a1", "%5b::1%5d"))
	b.WriteString(pick("", "", ":", ":22", ":0", ":65536", ":x", ": 7", ":+7", ":-0", ":-1", "::"))
	b.WriteString(pick(":", "/", "", ":/", "/~", ":~", ":/~"))
	for range r.IntN(4) {
		b.WriteString(pick("org", "/", "repo.git", "~", ":", "%2f", "%41", "%00", "%", "@", "[", "]", "-", " ", "\\", "?x", "#y", "é", "://"))
	}
	text := []byte(b.String())
	for range r.IntN(3) {
		if len(text) > 0 {
			text[r.IntN(len(text))] = "[]:/@~-% 1a\\"[r.IntN(12)]
		}
	}
	return string(text)
}

// Parse reads what the slow twin reads, except for what the package comment lists.
func TestParseTwins(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	r := rand.New(rand.NewPCG(1738, 9418))
	other, read := 0, 0
	for range n {
		text := madeText(r)
		if differs(text) {
			other++
			continue
		}
		want := diagnose(text)
		if got := diag(text); got != want {
			t.Fatalf("%q is\n%s, want\n%s", text, got, want)
		}
		if want != "fatal" {
			read++
		}
	}
	t.Logf("%d texts: %d addresses, %d of another form", n, read, other)
	if read < n/3 || other > n/3 {
		t.Errorf("of %d texts, %d are addresses, and %d are not compared", n, read, other)
	}
}

// The slow twin reads what Git reads. EARL_GIT is the number of texts, each of
// which needs a process.
func TestTwinIsGit(t *testing.T) {
	if testing.Short() {
		t.Skip("starts git")
	}
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	n := 100
	if given, err := strconv.Atoi(os.Getenv("EARL_GIT")); err == nil {
		longtest.OnlyInGate(t, "starts git for each text")
		n = given
	}
	dir := t.TempDir()
	env := append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C")
	run := func(args ...string) (string, error) {
		c := exec.Command(git, args...)
		c.Dir, c.Env = dir, env
		out, err := c.Output()
		return string(out), err
	}
	if _, err := run("init", "-q"); err != nil {
		t.Skipf("git init: %v", err)
	}
	r := rand.New(rand.NewPCG(22, 9418))
	for range n {
		text := madeText(r)
		if strings.HasPrefix(text, "-") {
			continue // an option
		}
		got, err := run("fetch-pack", "--diag-url", text)
		if err != nil {
			got = "fatal"
		}
		if want := diagnose(text); got != want {
			t.Errorf("git fetch-pack --diag-url %q prints\n%s, the twin says\n%s", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f.Add(madeText(r))
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil || differs(text) || strings.Contains(text, "\x00") {
			return
		}
		if got, want := diag(text), diagnose(text); got != want {
			t.Errorf("%q is\n%s, want\n%s", text, got, want)
		}
		for _, form := range []func() (string, bool){a.HTTPS, a.SSH} {
			if text, ok := form(); ok {
				if b, err := Parse(text); err != nil || b.Host != a.Host {
					t.Errorf("%q has the host %q, its form %q has %q, %v", a.Path, a.Host, text, b.Host, err)
				}
			}
		}
	})
}
