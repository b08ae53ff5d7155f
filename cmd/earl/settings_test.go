package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/open/ftp"
)

// settingsOf returns the settings of a command line, an environment and a file.
func settingsOf(t *testing.T, args, environ []string, file string) (*getFlags, *config.Settings, error) {
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
		return flags, nil, err
	}
	getenv := func(name string) string {
		for _, line := range environ {
			if n, v, _ := strings.Cut(line, "="); n == name {
				return v
			}
		}
		return ""
	}
	s, err := newSettings(flags, c.Flags(), getenv, environ)
	return flags, s, err
}

// The command line overrides the environment, which overrides the file, which overrides the
// default.
func TestPrecedence(t *testing.T) {
	const file = "news-server = \"file\"\nemail = \"file\"\nretry = 7\nmax-time = 2.5\nallow-port = [25, 26]\nlimit-rate = 100\nmailer = \"mutt\"\n" +
		"[host.\"h.example\"]\nlimit-rate = \"1k\"\nemail = \"host\"\nnull-cwd = \"stay\"\ntls = true\nnetrc = true\nconnections = 1\n" +
		"[host.\"H.example:2121\"]\nemail = \"port\"\nutf8 = true\n"
	allFlags, all, err := settingsOf(t, nil, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	flaggedFlags, flagged, err := settingsOf(t, []string{"--news-server", "flag", "--email", "flag", "--retry", "1", "--allow-port", "27", "--limit-rate", "5",
		"--null-cwd", "fail", "--tls=false", "--netrc=false", "--max-per-host", "9"}, []string{"NNTPSERVER=env"}, file)
	if err != nil {
		t.Fatal(err)
	}
	_, env, err := settingsOf(t, nil, []string{"NNTPSERVER=env"}, file)
	if err != nil {
		t.Fatal(err)
	}
	noneFlags, none, err := settingsOf(t, nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"flag", flagged.NewsServer, "flag"}, {"environment", env.NewsServer, "env"}, {"file", all.NewsServer, "file"}, {"default", none.NewsServer, ""},
		{"mailer", allFlags.mailer, "mutt"},
		{"retry of the flag", flaggedFlags.Retries, 1}, {"of the file", allFlags.Retries, 7}, {"default", noneFlags.Retries, 0},
		{"max-time", allFlags.MaxTime.String(), "2.5s"},
		{"ports of the flag", slices.Equal(flaggedFlags.allowPorts, []uint16{27}), true}, {"of the file", slices.Equal(allFlags.allowPorts, []uint16{25, 26}), true},
		{"ftp of a flag", optionsText(flagged.FTP("h.example:21")), "flag"},
		{"of a host", optionsText(all.FTP("h.example:21")), "host stay explicit"},
		{"of a host and port", optionsText(all.FTP("h.example:2121")), "port utf8"},
		{"of another", optionsText(all.FTP("i.example:21")), "file"},
		{"default", optionsText(none.FTP("h.example:21")), ""},
		{"rate of a flag", flagged.Rate("h.example:21"), int64(5)}, {"of a host", all.Rate("h.example:21"), int64(1024)}, {"of the file", all.Rate("i.example:21"), int64(100)},
		{"connections of a flag", flagged.Connections("h.example:21"), 9}, {"of a host", all.Connections("h.example:21"), 1}, {"default", all.Connections("i.example:21"), defaultPerHost},
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

// Each key of the configuration file has a flag of get.
func TestConfigKeysHaveFlags(t *testing.T) {
	flags, c := newGetFlags(), &cobra.Command{}
	flags.add(c)
	flags.addOutput(c)
	for _, name := range config.Keys {
		if c.Flags().Lookup(name) == nil {
			t.Errorf("there is no flag %s for the key", name)
		}
	}
	if _, s, err := settingsOf(t, nil, nil, config.Example); err != nil || s.NewsServer != "news.example.org" {
		t.Errorf("the example of the help is read as %+v, %v", s, err)
	}
}

// An error in the file, in the environment or in .netrc has the status of an error on the
// command line.
func TestConfigMistakes(t *testing.T) {
	for _, tt := range []struct {
		args, environ []string
		file          string
	}{
		{nil, nil, "nosuch = 1\n"}, {nil, nil, "retry = \"x\"\n"}, {[]string{"--gateway", "x"}, nil, ""}, {nil, []string{"WWW_wais_GATEWAY=x y:"}, ""},
	} {
		if _, _, err := settingsOf(t, tt.args, tt.environ, tt.file); statusOf(err) != statusUsage {
			t.Errorf("%q %q %q: %v has status %d", tt.args, tt.environ, tt.file, err, statusOf(err))
		}
	}
	_, s, err := settingsOf(t, []string{"--netrc-file", filepath.Join(t.TempDir(), "nosuch")}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Credentials(nil).WithLogin(earl.RFC3986.MustParse("ftp://h/")); statusOf(err) != statusUsage {
		t.Errorf("a missing --netrc-file: %v has status %d", err, statusOf(err))
	}
}
