package main

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/linkcheck/report"
)

// sentinel is the secret in every text of these tests.
const sentinel = "Zq7SentinelX"

// secretArgs are texts with a password, in the forms that an edition, a program or a user
// reads as one.
var secretArgs = []string{
	"http://u:" + sentinel + "@127.0.0.1:1/", "mysql://u:a#" + sentinel + "@h/db", "postgres://u:a/" + sentinel + "@localhost/db", "redis://:a?" + sentinel + "@h/0",
	`http://u:a\` + sentinel + "@h/", "//u:" + sentinel + "@h/", "u:" + sentinel + "@h/", "http:/u:" + sentinel + "@h/", "http://u%3A" + sentinel + "@h/",
	"http://127.0.0.1:1/?u=http://u:" + sentinel + "@h/", "http://u:" + sentinel + "@[::1", "jdbc:mysql://h/d?password=" + sentinel, "http://u：" + sentinel + "＠h/",
	"ftp://u:" + sentinel + "@127.0.0.1:1/a|b", "gopher://u:" + sentinel + "@h/", "u:" + sentinel + "@h:x/ y",
}

// forms are the forms of a secret that a protocol or a URL may give it.
func forms(secret string) []string {
	sum := md5.Sum([]byte(secret))
	return []string{secret, url.QueryEscape("%" + secret), base64.StdEncoding.EncodeToString([]byte("u:" + secret)), hex.EncodeToString(sum[:])}
}

// printsURLs are the commands whose output is the URLs that they were given.
var printsURLs = map[string]bool{"parse": true, "resolve": true, "normalize": true, "same": true, "extract": true, "rows": true, "confuse": true}

// endless are the commands that serve until they are stopped, or write into the directory that is their argument.
var endless = map[string]bool{"man": true, "serve": true, "mcp": true, "demo": true, "handler": true}

// F3: no command shows the password of an argument in a message, wherever the argument
// stands; a command that does not print URLs shows it nowhere. The commands and the flags
// come from the tree, so a new one is tested too.
func TestNoCommandShowsAPassword(t *testing.T) {
	var commands []*cobra.Command
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			commands = append(commands, sub)
			walk(sub)
		}
	}
	walk(newRoot(&streams{}, nil))
	dir := t.TempDir()
	t.Chdir(dir)
	for _, c := range commands {
		path := strings.Fields(c.CommandPath())[1:]
		if endless[path[0]] {
			continue
		}
		for _, arg := range secretArgs {
			runHidden(t, append(path[:len(path):len(path)], arg))
			runHidden(t, append(path[:len(path):len(path)], arg, arg))
		}
		for _, name := range valueFlags(c) {
			if name == "write-out" { // it writes its text
				continue
			}
			runHidden(t, append(path[:len(path):len(path)], "--"+name, secretArgs[0], "http://127.0.0.1:1/"))
			runHidden(t, append(path[:len(path):len(path)], "--"+name+"="+secretArgs[2], secretArgs[1]))
		}
	}
	_ = filepath.WalkDir(dir, func(name string, d os.DirEntry, _ error) error {
		for _, form := range forms(sentinel) {
			if b, err := os.ReadFile(name); err == nil && strings.Contains(string(b), form) {
				t.Errorf("the file %s has %s", name, form)
			}
		}
		return nil
	})
}

// valueFlags returns the flags of a command that take a value.
func valueFlags(c *cobra.Command) (names []string) {
	for line := range strings.Lines(c.LocalFlags().FlagUsages()) {
		name, _, _ := strings.Cut(strings.TrimSpace(line[strings.Index(line, "--")+2:]), " ")
		if f := c.Flags().Lookup(name); f != nil && f.NoOptDefVal == "" && f.Value.Type() != "bool" {
			names = append(names, name)
		}
	}
	return names
}

// runHidden runs a command line and fails if it shows the secret.
func runHidden(t *testing.T, args []string) {
	t.Helper()
	temp := t.TempDir()
	file := func(name string) *os.File {
		f, err := os.Create(filepath.Join(temp, name))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	s := &streams{in: file("in"), out: file("out"), err: file("err")}
	run(s, args)
	s.in.Close()
	s.out.Close()
	s.err.Close()
	for _, name := range []string{"out", "err"} {
		if name == "out" && printsURLs[args[0]] {
			continue
		}
		b, _ := os.ReadFile(filepath.Join(temp, name))
		for _, form := range forms(sentinel) {
			if i := strings.Index(string(b), form); i >= 0 {
				t.Errorf("%q: %s shows it: …%s", args, name, b[max(0, i-100):i])
				return
			}
		}
	}
}

// F3: traces, messages, reports and databases have no tokens; --show-secrets shows them in
// traces and reports, but shows no password, and a database never has one.
func TestTokensAreHidden(t *testing.T) {
	t.Chdir(t.TempDir())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/to" {
			http.Redirect(w, r, "/gone?X-Amz-Signature="+sentinel+"&a=b", http.StatusFound)
			return
		}
		http.NotFound(w, r)
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	doc := "http://" + host + "/a?access_token=" + sentinel + "1 http://" + host + "/a?access_token=" + sentinel + "2 http://" + host + "/to?sig=" + sentinel + " http://" + sentinel + "@" + host + "/b\n"
	if err := os.WriteFile("doc.txt", []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	check := []string{"check", "--no-config", "--allow-net", "127.0.0.0/8", "--db", "links.sqlite", "--all", "doc.txt"}
	for format := range report.Formats() {
		check = append(check, "--report", format+"=report."+format)
	}
	get := []string{"get", "--no-config", "-v", "--trace", "trace", "http://" + host + "/to?access_token=" + sentinel}
	for _, args := range [][]string{check, get, {"history", "--db", "links.sqlite", "http://" + host + "/a?access_token=" + sentinel + "1"}} {
		runHidden(t, args)
	}
	_ = filepath.WalkDir(".", func(name string, d os.DirEntry, _ error) error {
		if b, err := os.ReadFile(name); err == nil && name != "doc.txt" && strings.Contains(string(b), sentinel) {
			t.Errorf("%s has the token", name)
		}
		return nil
	})
	for _, n := range []string{"1", "2"} { // two tokens are two URLs
		if out := runShown(t, "history", "--db", "links.sqlite", "http://"+host+"/a?access_token="+sentinel+n); strings.Count(out, "not-found") != 1 {
			t.Errorf("history of token %s: %q", n, out)
		}
	}
	for _, args := range [][]string{append(check, "--show-secrets"), append(get, "--show-secrets")} {
		if out := runShown(t, args...); !strings.Contains(out, sentinel) {
			t.Errorf("%q does not show the token: %s", args, out)
		}
	}
	if b, _ := os.ReadFile("trace"); !strings.Contains(string(b), sentinel) {
		t.Error("--trace with --show-secrets does not have the token")
	}
	if b, _ := os.ReadFile("links.sqlite"); strings.Contains(string(b), sentinel) {
		t.Error("the database has the token")
	}
}

// runShown runs a command line and returns its stdout and stderr.
func runShown(t *testing.T, args ...string) string {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	run(&streams{in: out, out: out, err: out}, args)
	b, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
