package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/open/ftp"
)

// settingsOf returns the settings of a command line, an environment and a file.
func settingsOf(t *testing.T, args, environ []string, file string) (*settings, error) {
	t.Helper()
	flags, c := newGetFlags(), &cobra.Command{}
	flags.add(c)
	flags.addOutput(c)
	if file == "" {
		args = append(args, "--no-config")
	} else {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--config", path)
	}
	if err := c.ParseFlags(args); err != nil {
		return nil, err
	}
	getenv := func(name string) string {
		for _, line := range environ {
			if n, v, _ := strings.Cut(line, "="); n == name {
				return v
			}
		}
		return ""
	}
	return newSettings(flags, c.Flags(), getenv, environ)
}

// The command line before the environment before the file before the default.
func TestPrecedence(t *testing.T) {
	const file = "news-server = \"file\"\nemail = \"file\"\nretry = 7\nmax-time = 2.5\nallow-port = [25, 26]\nlimit-rate = 100\nmailer = \"mutt\"\n" +
		"[host.\"h.example\"]\nlimit-rate = \"1k\"\nemail = \"host\"\nnull-cwd = \"stay\"\ntls = true\nnetrc = true\nconnections = 1\n" +
		"[host.\"H.example:2121\"]\nemail = \"port\"\nutf8 = true\n"
	all, err := settingsOf(t, nil, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	flagged, err := settingsOf(t, []string{"--news-server", "flag", "--email", "flag", "--retry", "1", "--allow-port", "27", "--limit-rate", "5",
		"--null-cwd", "fail", "--tls=false", "--netrc=false", "--max-per-host", "9"}, []string{"NNTPSERVER=env"}, file)
	if err != nil {
		t.Fatal(err)
	}
	env, err := settingsOf(t, nil, []string{"NNTPSERVER=env"}, file)
	if err != nil {
		t.Fatal(err)
	}
	none, err := settingsOf(t, nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"flag", flagged.newsServer, "flag"}, {"environment", env.newsServer, "env"}, {"file", all.newsServer, "file"}, {"default", none.newsServer, ""},
		{"mailer", all.flags.mailer, "mutt"},
		{"retry of the flag", flagged.flags.retry, 1}, {"of the file", all.flags.retry, 7}, {"default", none.flags.retry, 0},
		{"max-time", all.flags.maxTime.String(), "2.5s"},
		{"ports of the flag", slices.Equal(flagged.flags.allowPorts, []uint16{27}), true}, {"of the file", slices.Equal(all.flags.allowPorts, []uint16{25, 26}), true},
		{"ftp of a flag", optionsText(flagged.ftp("h.example:21")), "flag"},
		{"of a host", optionsText(all.ftp("h.example:21")), "host stay explicit"},
		{"of a host and port", optionsText(all.ftp("h.example:2121")), "port utf8"},
		{"of another", optionsText(all.ftp("i.example:21")), "file"},
		{"default", optionsText(none.ftp("h.example:21")), ""},
		{"rate of a flag", flagged.rate("h.example:21"), int64(5)}, {"of a host", all.rate("h.example:21"), int64(1024)}, {"of the file", all.rate("i.example:21"), int64(100)},
		{"netrc of a flag", flagged.useNetrc("h.example:21"), false}, {"of a host", all.useNetrc("h.example:21"), true}, {"default", all.useNetrc("i.example:21"), false},
		{"connections of a flag", flagged.connections("h.example:21"), 9}, {"of a host", all.connections("h.example:21"), 1}, {"default", all.connections("i.example:21"), defaultPerHost},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

// optionsText returns the options of ftp that are not zero.
func optionsText(o ftp.Options) string {
	words := []string{o.Email, string(o.NullCWD), string(o.Security)}
	if o.UTF8 {
		words = append(words, "utf8")
	}
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
}

// The example of the help is a file that can be read, and names each key.
func TestConfigExample(t *testing.T) {
	s, err := settingsOf(t, nil, nil, configExample)
	if err != nil {
		t.Fatal(err)
	}
	if s.newsServer != "news.example.org" || s.host("ftp.example.org:21").user != "me" || len(s.gateways) != 1 || len(s.proxies.except) != 3 {
		t.Errorf("the example is read as %+v", s)
	}
	flags, c := newGetFlags(), &cobra.Command{}
	flags.add(c)
	flags.addOutput(c)
	for _, name := range configFlags {
		if c.Flags().Lookup(name) == nil {
			t.Errorf("there is no flag %s for the key", name)
		}
	}
	for line := range strings.Lines(configTopic()) {
		if len(line) > 84 {
			t.Errorf("a line of the help has %d columns: %s", len(line), line)
		}
	}
}

// No fault of a file shows what stands in it.
func TestConfigFaultsHideValues(t *testing.T) {
	for _, file := range []string{
		"email = geheim\n", "email = \"geheim\n", "email = \"a\" geheim\n", "[geheim\n", "[proxy]\nhttp = [\"geheim\"]\n", "host = \"geheim\"\n",
		"[host]\nx = \"geheim\"\n", "[host.x]\nuser = [\"geheim\"]\n", "[gateway]\nwais = \"http://me:geheim@h h/\"\n", "proxy = \"geheim\"\n", "email = [[\"geheim\"]]\n",
	} {
		_, err := settingsOf(t, nil, nil, file)
		if err == nil {
			t.Errorf("%q is read", file)
			continue
		}
		if strings.Contains(err.Error(), "geheim") {
			t.Errorf("F3: %q: %v", file, err)
		}
		if statusOf(err) != statusUsage {
			t.Errorf("%q: status %d", file, statusOf(err))
		}
	}
}

func TestProtoSet(t *testing.T) {
	known := []string{"file", "ftp", "http", "https"}
	for text, want := range map[string]string{
		"": "all", "=https,ftp": "https ftp", "-ftp": "file http https", "=ftp": "ftp", "-all,https": "https", "https": "file ftp http https https",
		"=all,-http": "file ftp https", "=none": "none", "-all": "", "=HTTP": "http", "=http,+x-new": "http x-new", "=http, ftp": "http ftp",
	} {
		var p protoSet
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
		if err := new(protoSet).Set(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
