package main

import (
	"encoding/base64"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
)

// F3: a password in a URL of the command line appears on neither stdout nor stderr, for any
// command, flag and exit status. The exception is the stdout of commands whose result is the
// URL.
func TestPasswordsAppearNowhere(t *testing.T) {
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	gone := closedPort(t)
	commands := []struct {
		args   []string
		writes bool // writes the complete URL to stdout
	}{
		{args: []string{"get", "-v"}}, {args: []string{"get", "-v", "--json"}}, {args: []string{"get", "-v", "-f", "--retry", "0"}},
		{args: []string{"get", "-v", "-O", "--force", "--output-dir", t.TempDir()}}, {args: []string{"get", "-s", "-S", "--max-redirs", "0"}},
		{args: []string{"get", "--dry-run"}}, {args: []string{"get", "-e", "rfc1738"}}, {args: []string{"get", "-e", "whatwg", "-v"}},
		{args: []string{"ls", "-v"}}, {args: []string{"ls", "--json"}}, {args: []string{"ls", "--urls"}},
		{args: []string{"explain"}}, {args: []string{"explain", "--json"}}, {args: []string{"explain", "-e", "rfc1738"}}, {args: []string{"explain", "-e", "whatwg"}},
		{args: []string{"same", "ftp://h.test/"}}, {args: []string{"schemes"}}, {args: nil}, {args: []string{"get", "--retry"}}, {args: []string{"get", "-e"}}, {args: []string{"get", "--allow-net"}}, {args: []string{"get", "-r"}}, {args: []string{"version"}},
		{args: []string{"get", "--no-such-flag"}}, {args: []string{"get", "-o", "-", "-r", "1-2"}},
		{args: []string{"parse"}, writes: true}, {args: []string{"parse", "--json"}, writes: true}, {args: []string{"parse", "-e", "rfc1738"}, writes: true},
		{args: []string{"normalize"}, writes: true}, {args: []string{"resolve", "http://h.test/"}, writes: true},
	}
	// mailto has no login: the text is an address, and is printed.
	places := []string{
		"ftp://LOGIN@" + servers.FTP + "/welcome.txt", "http://LOGIN@" + servers.HTTP + "/welcome.txt", "http://LOGIN@" + servers.HTTP + "/none", "https://LOGIN@" + gone + "/",
		"gopher://LOGIN@" + servers.Gopher + "/1", "gophers://LOGIN@" + gone + "/", "nntp://LOGIN@" + gone + "/a.b", "news://LOGIN@" + gone + "/a.b", "telnet://LOGIN@" + gone + "/",
		"wais://LOGIN@" + gone + "/db", "prospero://LOGIN@h.test:25/d", "file://LOGIN@h.test/a", "x-none://LOGIN@h.test/",
		"ftp://LOGIN@h.test:25/", "ftp://LOGIN@127.0.0.1:99999/", "ftp://LOGIN@h.test/a%0D%0Ab", "ftp://LOGIN@h .test/", "ftp://LOGIN@[::1/", "//LOGIN@h.test/", "ftp:/LOGIN@h.test/", "http:LOGIN@h.test/ x",
	}
	runs, r := 2, rand.New(rand.NewPCG(5, 6))
	passwords := 1000
	if testing.Short() {
		passwords = 50
	}
	seen, n := 0, 0
	for range passwords {
		password := inventPassword(r)
		escaped := string(earl.RFC3986.AppendEscape(nil, earl.Octets(password), ""))
		for range runs {
			c, place := commands[n%len(commands)], places[r.IntN(len(places))]
			n++
			url := strings.Replace(place, "LOGIN", "u:"+escaped, 1)
			stdout, stderr := inProcess(t, append(append([]string{}, c.args...), url))
			text := stderr
			if !c.writes {
				text += stdout
			}
			seen += len(text)
			quoted := strconv.Quote(password)
			for _, form := range []string{password, escaped, quoted[1 : len(quoted)-1], base64.StdEncoding.EncodeToString([]byte("u:" + password))} {
				if i := strings.Index(text, form); i >= 0 {
					t.Fatalf("%q: %q appears: %s", append(c.args, url), form, text[max(0, i-200):i+len(form)])
				}
			}
		}
	}
	if seen < 200*passwords {
		t.Errorf("only %d bytes of output were checked", seen)
	}
	t.Logf("%d passwords, %d runs, %d bytes of output", passwords, n, seen)
}

// inventPassword returns a password with bytes that are special in URLs and quotes.
func inventPassword(r *rand.Rand) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%:@/ é\"'\\&<"
	b := make([]byte, 8+r.IntN(8))
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return "p" + string(b) + "x"
}

// closedPort returns the address of a port on which no program listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// inProcess runs a command line without a terminal and returns what it writes.
func inProcess(t *testing.T, args []string) (stdout, stderr string) {
	t.Helper()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	dir := t.TempDir()
	files := [2]*os.File{}
	for i, name := range []string{"out", "err"} {
		if files[i], err = os.Create(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		defer files[i].Close()
	}
	run(&streams{in: null, out: files[0], err: files[1]}, args)
	var texts [2]string
	for i, f := range files {
		octets, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(octets)
	}
	return texts[0], texts[1]
}
