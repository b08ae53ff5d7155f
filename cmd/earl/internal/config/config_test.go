package config

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// settingsOf returns the settings of options, of flags on the command line, of an
// environment and of a file. The keys of the file for flags are dropped.
func settingsOf(t *testing.T, o Options, given, environ []string, file string) (*Settings, error) {
	t.Helper()
	path := ""
	if file != "" {
		path = filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := ReadFile(path, true, func(string, []string) error { return nil })
	if err != nil {
		return nil, err
	}
	o.Given = func(flag string) bool { return slices.Contains(given, flag) }
	o.Environ = environ
	o.Getenv = func(name string) string {
		for _, line := range environ {
			if n, v, _ := strings.Cut(line, "="); n == name {
				return v
			}
		}
		return ""
	}
	return New(f, o)
}

// The section for "host:port" comes before that for the host, and the command
// line before both.
func TestHostSections(t *testing.T) {
	const file = "[host.\"h.example\"]\nlimit-rate = \"1k\"\nemail = \"host\"\nnull-cwd = \"stay\"\ntls = true\nnetrc = true\nconnections = 1\n" +
		"[host.\"H.example:2121\"]\nemail = \"port\"\nutf8 = true\nnull-cwd = \"fail\"\nlimit-rate = 7\n"
	s, err := settingsOf(t, Options{Email: "all", LimitRate: 100, Connections: 4, Stay: true}, nil, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	given, err := settingsOf(t, Options{Email: "flag", LimitRate: 5, Connections: 9}, []string{"email", "limit-rate", "max-per-host", "null-cwd", "tls", "netrc"}, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name        string
		s           *Settings
		address     string
		email       string
		stay, tls   bool
		utf8, netrc bool
		rate        int64
		connections int
	}{
		{"host", s, "H.example:21", "host", true, true, false, true, 1024, 1},
		{"port", s, "h.example:2121", "port", false, false, true, false, 7, 4},
		{"another host", s, "i.example:21", "all", true, false, false, false, 100, 4},
		{"command line", given, "h.example:21", "flag", false, false, false, false, 5, 9},
	} {
		o := tt.s.FTP(tt.address)
		if o.Email != tt.email || (o.NullCWD != "") != tt.stay || (o.Security != "") != tt.tls || o.UTF8 != tt.utf8 {
			t.Errorf("%s: FTP(%q) = %+v", tt.name, tt.address, o)
		}
		if got := tt.s.Rate(tt.address); got != tt.rate {
			t.Errorf("%s: Rate(%q) = %d, want %d", tt.name, tt.address, got, tt.rate)
		}
		if got := tt.s.Connections(tt.address); got != tt.connections {
			t.Errorf("%s: Connections(%q) = %d, want %d", tt.name, tt.address, got, tt.connections)
		}
		if got := tt.s.useNetrc(tt.address); got != tt.netrc {
			t.Errorf("%s: useNetrc(%q) = %v, want %v", tt.name, tt.address, got, tt.netrc)
		}
	}
}

// Each value of a key reaches the flag of that name as text.
func TestReadFileSetsFlags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	const file = "retry = 7\nmax-time = 2.5\nallow-port = [25, 26]\ntls = true\nemail = \"me\"\n"
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	_, err := ReadFile(path, true, func(key string, values []string) error {
		got[key] = strings.Join(values, " ")
		return nil
	})
	want := map[string]string{"retry": "7", "max-time": "2.5", "allow-port": "25 26", "tls": "true", "email": "me"}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("ReadFile sets %v, %v, want %v", got, err, want)
	}
	_, err = ReadFile(path, true, func(key string, _ []string) error {
		if key == "allow-port" {
			return errors.New("no such port")
		}
		return nil
	})
	if wrong := new(Error); !errors.As(err, &wrong) || !strings.HasSuffix(err.Error(), "line 3, allow-port: no such port") {
		t.Errorf("the error of a flag is reported as %v", err)
	}
}

// A file that is missing is an error only if the user named it.
func TestReadFileMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nosuch.toml")
	if f, err := ReadFile(path, false, nil); f == nil || err != nil {
		t.Errorf("ReadFile(%q, false) = %v, %v", path, f, err)
	}
	if _, err := ReadFile(path, true, nil); err == nil {
		t.Errorf("ReadFile(%q, true) has no error", path)
	}
}

// The example in the help is read, and has every kind of setting.
func TestExample(t *testing.T) {
	s, err := settingsOf(t, Options{}, nil, nil, Example)
	if err != nil {
		t.Fatal(err)
	}
	if s.host("ftp.example.org:21").user != "me" || len(s.Gateways) != 1 || len(s.proxies.except) != 3 {
		t.Errorf("the example is read as %+v", s)
	}
	for line := range strings.Lines(Help()) {
		if len(line) > 84 {
			t.Errorf("a line of the help has %d columns: %s", len(line), line)
		}
	}
}

// --proto starts with the schemes of the openers, the proxies and the gateways.
func TestSchemes(t *testing.T) {
	var not SchemeSet
	if err := not.Set("-ftp"); err != nil {
		t.Fatal(err)
	}
	s, err := settingsOf(t, Options{Schemes: not, Gateways: []string{"x-gate=http://h/{+rest}"}}, nil, nil, "[proxy]\nx-proxied = \"h:1\"\n")
	if err != nil {
		t.Fatal(err)
	}
	for scheme, want := range map[string]bool{"http": true, "wais": true, "x-gate": true, "x-proxied": true, "ftp": false, "x-other": false} {
		if slices.Contains(s.Schemes, scheme) != want {
			t.Errorf("%s is allowed: %v, want %v, in %q", scheme, !want, want, s.Schemes)
		}
	}
}

// The description of a proxy or gateway that opens a URL has no password.
func TestVia(t *testing.T) {
	s, err := settingsOf(t, Options{Proxy: "http://me:geheim@proxy:1", Gateways: []string{"wais=http://gate/{+rest}"}}, nil, []string{"no_proxy=near"}, "")
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"wais://h/db":  "a gateway is set for it, and would be asked for http://gate/h/db",
		"http://h/":    "the proxy http://me:xxxxx@proxy:1 would be asked for it",
		"http://near/": "",
		"file:///etc":  "",
	} {
		if got := s.Via(earl.RFC3986.MustParse(url)); got != want {
			t.Errorf("Via(%q) = %q, want %q", url, got, want)
		}
	}
}

// The logins that the file and .netrc give to a typed URL and to a server that
// requests one.
func TestCredentials(t *testing.T) {
	path := filepath.Join(t.TempDir(), "netrc")
	if err := os.WriteFile(path, []byte("machine a.example login me password one\nmachine b.example password two\ndefault login any password three\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settingsOf(t, Options{NetrcFile: path}, nil, nil, "[host.\"b.example\"]\nuser = \"bob\"\n[host.\"d.example\"]\nnetrc = false\n")
	if err != nil {
		t.Fatal(err)
	}
	c := s.Credentials(func(text string) { t.Errorf("warning %q", text) })
	for url, want := range map[string]string{
		"ftp://a.example/":     "ftp://me:one@a.example/",
		"ftp://you@a.example/": "ftp://you@a.example/",
		"ftp://:p@a.example/":  "ftp://:p@a.example/",
		"ftp://b.example/":     "ftp://bob:two@b.example/",
		"ftp://c.example/":     "ftp://any:three@c.example/",
		"ftp://d.example/":     "ftp://d.example/",
		"sftp://a.example/":    "sftp://me:one@a.example/",
		"http://a.example/":    "http://a.example/",
	} {
		if u, err := c.WithLogin(earl.RFC3986.MustParse(url)); u.String() != want || err != nil {
			t.Errorf("WithLogin(%q) = %q, %v, want %q", url, u, err, want)
		}
	}
	for _, tt := range []struct {
		host  string
		typed bool
		want  string // the password, or "" if no login is filled in
	}{
		{"a.example:80", false, "one"}, {"c.example:80", true, "three"}, {"c.example:80", false, ""}, {"d.example:80", true, ""},
	} {
		l := open.Login{Host: tt.host}
		filled, err := c.Fill(&l, tt.typed)
		password, _ := l.Password.Reveal()
		if filled != (tt.want != "") || string(password) != tt.want || err != nil {
			t.Errorf("Fill(%s, typed %v) = %v, %v with %q, want %q", tt.host, tt.typed, filled, err, password, tt.want)
		}
	}
}

// A .netrc that cannot be read is an error; one that others may read causes one
// warning.
func TestCredentialsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "netrc")
	s, err := settingsOf(t, Options{NetrcFile: path}, nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Credentials(nil).Fill(&open.Login{Host: "h:1"}, true)
	if wrong := new(Error); !errors.As(err, &wrong) {
		t.Errorf("a missing file: %v, want an *Error", err)
	}
	if err := os.WriteFile(path, []byte("machine h password p\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	warnings := 0
	c := s.Credentials(func(string) { warnings++ })
	for range 2 {
		if _, err := c.Fill(&open.Login{Host: "h:1"}, true); err != nil {
			t.Error(err)
		}
	}
	if want := map[bool]int{true: 0, false: 1}[os.PathSeparator == '\\']; warnings != want {
		t.Errorf("%d warnings, want %d", warnings, want)
	}
}

// No error about a file shows a value.
func TestConfigFaultsHideValues(t *testing.T) {
	for _, file := range []string{
		"email = geheim\n", "email = \"geheim\n", "email = \"a\" geheim\n", "[geheim\n", "[proxy]\nhttp = [\"geheim\"]\n", "host = \"geheim\"\n",
		"[host]\nx = \"geheim\"\n", "[host.x]\nuser = [\"geheim\"]\n", "[gateway]\nwais = \"http://me:geheim@h h/\"\n", "proxy = \"geheim\"\n", "email = [[\"geheim\"]]\n",
	} {
		_, err := settingsOf(t, Options{}, nil, nil, file)
		if err == nil {
			t.Errorf("%q is read", file)
			continue
		}
		if strings.Contains(err.Error(), "geheim") {
			t.Errorf("F3: %q: %v", file, err)
		}
		if wrong := new(Error); !errors.As(err, &wrong) {
			t.Errorf("%q: %v is no *Error", file, err)
		}
	}
}

func TestSchemeSet(t *testing.T) {
	known := []string{"file", "ftp", "http", "https"}
	for text, want := range map[string]string{
		"": "all", "=https,ftp": "https ftp", "-ftp": "file http https", "=ftp": "ftp", "-all,https": "https", "https": "file ftp http https https",
		"=all,-http": "file ftp https", "=none": "none", "-all": "", "=HTTP": "http", "=http,+x-new": "http x-new", "=http, ftp": "http ftp",
	} {
		var p SchemeSet
		if text != "" {
			if err := p.Set(text); err != nil {
				t.Errorf("%q: %v", text, err)
				continue
			}
		}
		got := p.of(known)
		if s := strings.Join(got, " "); s != want && !(want == "all" && got == nil) || want == "" && got == nil {
			t.Errorf("%q allows %q, want %q", text, s, want)
		}
	}
	for _, text := range []string{"=", ",", "http:", "++http", "a b", "http,"} {
		if err := new(SchemeSet).Set(text); err == nil {
			t.Errorf("SchemeSet.Set(%q) has no error", text)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "2k": 2048, "3M": 3 << 20, "1g": 1 << 30, "": 0, "0": 0, "-1": 0, "k": 0, "1kk": 0, "9223372036854775807k": 0} {
		if got, err := ParseSize(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("ParseSize(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
}
