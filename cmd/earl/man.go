package main

import (
	"errors"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan returns the hidden command man, which writes the man pages from the
// same texts as help.
func newMan(*streams) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the man pages into a directory",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.Mkdir(args[0], 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
				return here(err)
			}
			root := c.Root()
			root.DisableAutoGenTag = true
			root.Long += "\n\n# EXIT STATUS\n" + statusText() + "\n\n# CONFIGURATION\n" + configTopic()
			date := built()
			return here(doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "earl " + version(), Date: &date}, args[0]))
		},
	}
}

// built returns the time of the commit that this program was built from, so
// that the pages of one version are the same octets wherever they are made.
func built() time.Time {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.time" {
				if t, err := time.Parse(time.RFC3339, s.Value); err == nil {
					return t
				}
			}
		}
	}
	return time.Unix(0, 0).UTC()
}
