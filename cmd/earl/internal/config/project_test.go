package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// place writes files below a new directory and returns it.
func place(t *testing.T, texts map[string]string) string {
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
	return dir
}

// Issue 12, section 3: the file of a project is that of the nearest directory, up to the root
// of the repository. Outside a repository only the directory itself counts.
func TestFindProject(t *testing.T) {
	dir := place(t, map[string]string{
		"earl.toml": "", "x/y.txt": "", "r/.git/HEAD": "", "r/earl.toml": "", "r/a/b/c.txt": "", "r/own/earl.toml": "", "r/own/d/e.txt": "",
		"none/.git": "gitdir: x", "none/a/b.txt": "", "r/dir/earl.toml/f.txt": "",
	})
	for at, want := range map[string]string{
		"": "earl.toml", "x": "", "r": "r/earl.toml", "r/a/b": "r/earl.toml", "r/own/d": "r/own/earl.toml", "none/a": "", "r/dir": "r/earl.toml",
	} {
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got := FindProject(filepath.Join(dir, at)); got != want {
			t.Errorf("FindProject(%q) = %q, want %q", at, got, want)
		}
	}
}

// projectOf reads the file of a project, and returns its keys and values.
func projectOf(t *testing.T, text string) (set []string, f *File, err error) {
	t.Helper()
	f, err = ReadFile("", false, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(place(t, map[string]string{ProjectFile: text}), ProjectFile)
	err = f.ReadProject(path, func(key string, values []string) error {
		if slices.Contains(values, "fails") {
			return errors.New("no good")
		}
		set = append(set, fmt.Sprintf("%s=%s", key, strings.ReplaceAll(strings.Join(values, "|"), filepath.Dir(path), "DIR")))
		return nil
	})
	if err != nil && !strings.HasPrefix(err.Error(), path) {
		t.Errorf("error without its file: %v", err)
	} else if err != nil {
		err = errors.New(strings.TrimPrefix(err.Error(), path))
	}
	return set, f, err
}

func TestReadProject(t *testing.T) {
	set, f, err := projectOf(t, `[check]
exclude = ["/old/", '\.zip$']
retry = 5
strict = true
rate = 2.5
root-dir = "public"
header = "Accept-Language: en"

[check.host."Slow.example"]
rate = 1
max-per-host = 1
accept = [200, "403..=404"]
header = ["Accept: text/html"]
[check.host."h.example:8080"]
rate = 0.5
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`check.exclude=/old/|\.zip$`, "check.retry=5", "check.strict=true", "check.rate=2.5", "check.root-dir=DIR/public", "check.header=Accept-Language: en"}
	if !slices.Equal(set, want) {
		t.Errorf("set %q, want %q", set, want)
	}
	s, err := New(f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]CheckHost{
		"slow.example:443": {Rate: 1, PerHost: 1, Accept: "200,403..=404"}, "SLOW.example:80": {Rate: 1, PerHost: 1, Accept: "200,403..=404"}, "h.example:8080": {Rate: 0.5}, "h.example:80": {}, "other.example:80": {},
	} {
		if got := s.CheckHost(address); got != want {
			t.Errorf("CheckHost(%q) = %+v, want %+v", address, got, want)
		}
	}
	if got := s.fields.of("slow.example:443").Get("Accept"); got != "text/html" {
		t.Errorf("field for the host: %q", got)
	}
}

// Issue 12, section 3: the file of a cloned repository cannot run programs, send credentials,
// write files or loosen guards. Each attempt is an error with its line.
func TestProjectCannot(t *testing.T) {
	for _, line := range []string{
		`allow-net = "10.0.0.0/8"`, `allow-port = 25`, `allow-plain-login = true`, `proto = "all"`, `insecure = true`, `netrc = true`, `netrc-file = "x"`, `user = "a:b"`,
		`cookie-jar = "x"`, `cookie = "x"`, `proxy = "http://evil.example"`, `noproxy = "*"`, `gateway = "wais=http://evil.example/"`, `cacert = "x"`,
		`basic-auth = "x"`, `output = "x"`, `db = "x"`, `fix = true`, `config = "x"`, `news-server = "x"`, `email = "x"`, `max-crawl-delay = 0`,
		`files-from = "/etc/passwd"`, `preprocess = "sh"`, `archive = "http://evil.example"`,
	} {
		if set, _, err := projectOf(t, "[check]\n"+line); err == nil || !strings.HasPrefix(err.Error(), ", line 2, check.") || !strings.HasSuffix(err.Error(), errNotProject.Error()) {
			t.Errorf("%s: %v, set %q", line, err, set)
		}
	}
	for text, want := range map[string]string{
		"rate = 1":                                       ", line 1, rate: " + errTopLevel.Error(),
		"mailer = 'sh'":                                  ", line 1, mailer: " + errNotProject.Error(),
		"[proxy]\nhttp = 'http://evil.example'":          errNotProject.Error(),
		"[gateway]\nwais = 'http://evil.example/'":       errNotProject.Error(),
		"[host.'h.example']\nuser = 'x'":                 errNotProject.Error(),
		"[check]\nheader = ['A: b', 'authorization: x']": ", line 2, check.header: " + errSecret.Error(),
		"[check]\nheader = 'Host: x'":                    errSecret.Error(),
		"[check]\nheader = 'X-Api-Key: x'":               errSecret.Error(),
		"[check.host.'h']\nheader = 'Cookie: x'":         errSecret.Error(),
		"[check.host.'h']\nuser = 'x'":                   "unknown key; must be accept, header, rate or max-per-host",
		"[check.host.'h']\nrate = 0":                     "must be a number above 0",
		"[check.host.'h']\nmax-per-host = 1000":          "must be a number from 1 to 64",
		"[check]\nroot-dir = '/etc'":                     `"/etc": must be a file or a directory of the project`,
		"[check]\nserve = '../..'":                       `"../..": must be a file or a directory of the project`,
		"[check]\nexclude = {}":                          "must be a string, a number, true or false",
		"[check]\nexclude = 'fails'":                     ", line 2, check.exclude: no good",
		"[check]\nslug = 'github'":                       `, line 2, check.slug: unknown key; did you mean "slugs"?`,
		"[check]\nrubbish = 1":                           errUnknown.Error(),
		"[check]\noutput = 'x'":                          ", line 2, check.output: " + errNotProject.Error(),
		"check = 1":                                      "must be a table",
		"[check":                                         "not valid TOML from here on",
		"[check]\n#" + strings.Repeat("x", maxFile):      "has more than 1048576 bytes",
	} {
		if _, _, err := projectOf(t, text); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

// The example of the help can be read.
func TestProjectExample(t *testing.T) {
	if set, f, err := projectOf(t, ProjectExample); err != nil || len(set) != 3 || f.checkHosts["slow.example.org"].Rate != 0.5 {
		t.Errorf("set %q, %v", set, err)
	}
}

// The user's own file may have the table check with any flag.
func TestCheckInUserFile(t *testing.T) {
	path := filepath.Join(place(t, map[string]string{"config.toml": "retry = 1\n[check]\nallow-net = '10.0.0.0/8'\nheader = 'Authorization: x'\n"}), "config.toml")
	var set []string
	_, err := ReadFile(path, true, func(key string, values []string) error {
		set = append(set, key)
		return nil
	})
	if err != nil || !slices.Equal(set, []string{"retry", "check.allow-net", "check.header"}) {
		t.Errorf("set %q, %v", set, err)
	}
}
