package config_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/cmd/earl/internal/config"
)

// config.md has every key of the configuration files, every word of .netrc and every
// variable of the environment that the code reads.
func TestConfigurationPageIsComplete(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	wants := func(section string, names ...string) {
		_, text, found := strings.Cut(page, "\n## "+section+"\n")
		text, _, _ = strings.Cut(text, "\n## ")
		if !found {
			t.Errorf("config.md has no section %q", section)
		}
		for _, name := range names {
			if !strings.Contains(text, "`"+name+"`") {
				t.Errorf("config.md, %s: describe `%s`", section, name)
			}
		}
	}
	wants("Keys for flags", config.Keys...)
	wants("Settings for one host", config.HostKeys...)
	wants("Flags of check", config.ProjectKeys...)
	wants("Flags of check", config.CheckHostKeys...)
	wants("Proxies", "[proxy]", "all", "no-proxy")
	wants("Gateways", "{url}", "{rest}", "{host}", "{port}")
	wants("The environment", variables(t)...)
	wants(".netrc", "default", "machine NAME", "login NAME", "password TEXT", "account TEXT", "macdef NAME")
}

// variableName matches the name of an environment variable as a Go string.
var variableName = regexp.MustCompile(`"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|TERM|LANG|NNTPSERVER|[a-z]+_proxy)"`)

// variables returns the environment variables that the code reads: the names in files
// that call Getenv. Tests and packages that only tests use are left out.
func variables(t *testing.T) (names []string) {
	t.Helper()
	for _, dir := range []string{"cmd", "internal", "open", "linkcheck", "extract"} {
		err := filepath.WalkDir(filepath.Join("../../../..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || slices.Contains([]string{"longtest", "peers"}, filepath.Base(filepath.Dir(path))) {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && strings.Contains(string(text), "etenv") {
				for _, m := range variableName.FindAllStringSubmatch(string(text), -1) {
					names = append(names, m[1])
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(names) < 10 {
		t.Errorf("only %d variables are found in the code: %q", len(names), names)
	}
	return names
}
