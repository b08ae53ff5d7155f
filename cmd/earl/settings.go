package main

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/config"
)

// notInConfig marks a flag that has the same name as a key of the configuration file, but
// another meaning.
const notInConfig = "not-in-config"

// newSettings reads the configuration file and returns the settings. Flags that are not
// on the command line get their values from the file.
func newSettings(flags *getFlags, given *pflag.FlagSet, getenv func(string) string, environ []string) (*config.Settings, error) {
	path, named := config.DefaultFile(), false
	switch {
	case flags.noConfig && flags.config != "":
		return nil, usagef("--config and --no-config cannot be used together")
	case flags.noConfig:
		path = ""
	case flags.config != "":
		path, named = flags.config, true
	}
	set := func(key string, values []string) error { return setFlag(given, key, values) }
	file, err := config.ReadFile(path, named, set)
	if err == nil && flags.checks && !named && !flags.noConfig {
		if path := config.FindProject("."); path != "" {
			err = file.ReadProject(path, set)
		}
	}
	if err != nil {
		return nil, usagef("%w", err)
	}
	o := flags.settings()
	if flags.checks {
		o.Hosts, o.User = flags.hosts, flags.user
		o.BasicAuth, o.MinTLS, o.GitHubToken = flags.basicAuth, flags.minTLS, cmp.Or(flags.githubToken, getenv("GITHUB_TOKEN"))
	}
	o.Given, o.Getenv, o.Environ = given.Changed, getenv, environ
	s, err := config.New(file, o)
	if err != nil {
		return nil, usagef("%w", err)
	}
	return s, nil
}

// settings returns the values of the flags for the settings.
func (g *getFlags) settings() config.Options {
	return config.Options{
		Proxy:        g.proxy,
		NoProxy:      g.noProxy,
		Gateways:     g.gateways,
		Schemes:      g.proto,
		Netrc:        g.netrc,
		NetrcFile:    g.netrcFile,
		Email:        g.email,
		NewsServer:   g.newsServer,
		Mail:         g.mailbox,
		Stay:         g.nullCWD == "stay",
		TLS:          g.tls,
		LimitRate:    int64(g.limitRate),
		Connections:  g.maxPerHost,
		ArticleSize:  g.articleSize(),
		Terminal:     g.terminal,
		Descriptions: g.descriptions,
		Fields:       g.fields(),
		UserAgent:    g.agent,
		Login:        g.user,
		CACert:       g.caCert,
		Insecure:     g.insecure,

		GopherLiteral: literalGopher(g.edition),
	}
}

// setFlag gives a flag the values of a key, unless the flag is on the command
// line or the command does not have it.
func setFlag(flags *pflag.FlagSet, key string, values []string) error {
	if name, ok := strings.CutPrefix(key, "check."); ok {
		return setCheckFlag(flags, name, values)
	}
	f := flags.Lookup(key)
	if f == nil || f.Changed || f.Annotations[notInConfig] != nil {
		return nil
	}
	for _, value := range values {
		if err := f.Value.Set(value); err != nil {
			return valueError(value, err)
		}
	}
	return nil
}

// setCheckFlag is setFlag for a key of the table check, which must be a flag of the
// command check. Other commands ignore it.
func setCheckFlag(flags *pflag.FlagSet, key string, values []string) error {
	if flags.Lookup("dump-inputs") == nil {
		return nil
	}
	f := flags.Lookup(key)
	switch {
	case f == nil || f.Name == "config" || f.Name == "no-config" || f.Name == "help":
		return errors.New(`check has no such flag; "earl help check" lists the flags`)
	case f.Changed:
		return nil
	}
	for _, value := range values {
		if err := f.Value.Set(value); err != nil {
			return valueError(value, err)
		}
	}
	return nil
}

// newConfigTopic returns the help topic "config".
func newConfigTopic() *cobra.Command {
	return &cobra.Command{Use: "config", Short: "Configure earl by a file, the environment and .netrc", Long: config.Help()}
}

// literalGopher reports whether -e names an edition that describes Gopher+. Then requests
// are sent exactly as in the URL, not in the form that Gopher+ servers understand
// (requirement R5).
func literalGopher(edition string) bool {
	return edition == earl.RFC1738.Name() || edition == earl.Draft1994.Name()
}
