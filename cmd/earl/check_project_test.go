package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/internal/config"
)

// userOnly are the flags of check that a project's earl.toml must not set: they
// write files, run programs, send the user's secrets, choose what the user
// sees, or allow what is otherwise refused.
const userOnly = "allow-net allow-port archive basic-auth cacert cache cache-exclude-status config cookie cookie-jar db diff dump dump-inputs email " +
	"files-from fix fresh gateway github-token help host-stats insecure ipv4 ipv6 json junk-session-cookies max-crawl-delay min-tls netrc netrc-file news-server " +
	"no-config noproxy null-cwd only-changed output preprocess proto proxy referer report silent since threads tls user"

// Each flag of check is either one that a project may set, or one that only the
// user may set. A new flag must be in one of the lists.
func TestProjectKeysAreDecided(t *testing.T) {
	mine := strings.Fields(userOnly)
	flags := newCheck(&streams{}).Flags()
	flags.VisitAll(func(f *pflag.Flag) {
		project, user := slices.Contains(config.ProjectKeys, f.Name), slices.Contains(mine, f.Name)
		if project == user && !f.Hidden {
			t.Errorf("--%s: add it to config.ProjectKeys (internal/config/project.go), if the file of a cloned repository may set it, or to userOnly in this test", f.Name)
		}
	})
	for _, name := range slices.Concat(config.ProjectKeys, mine) {
		if flags.Lookup(name) == nil && name != "help" {
			t.Errorf("check has no flag --%s", name)
		}
	}
}
