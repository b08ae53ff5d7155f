package main

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl/internal/config"
)

// Each flag of check is either one that a project may set, or one that only the
// user may set. A new flag must be in one of the lists.
func TestProjectKeysAreDecided(t *testing.T) {
	mine := config.UserKeys
	flags := newCheck(&streams{}).Flags()
	flags.VisitAll(func(f *pflag.Flag) {
		project, user := slices.Contains(config.ProjectKeys, f.Name), slices.Contains(mine, f.Name)
		if project == user && !f.Hidden {
			t.Errorf("--%s: add it to config.ProjectKeys (cmd/earl/internal/config/project.go), if the file of a cloned repository may set it, else to config.UserKeys", f.Name)
		}
	})
	for _, name := range slices.Concat(config.ProjectKeys, mine) {
		if flags.Lookup(name) == nil && name != "help" {
			t.Errorf("check has no flag --%s", name)
		}
	}
}
