package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// newVersion returns the command version.
func newVersion(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the platform and the editions",
		Long: `The first line has the version of earl, the version of Go that compiled it, and the
platform. The second line lists the editions that -e accepts. The third line has the commit
that earl was built from and its time, if the build recorded them.`,
		Example: `  earl version
  earl --version
  earl -V
  earl parse --version
  earl version | head -n 1`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return writeVersion(s) },
	}
}

// writeVersion writes the version, the platform and the editions.
func writeVersion(s *streams) error {
	_, err := fmt.Fprintf(s.out, "earl %s (%s, %s/%s)\neditions: %s\n", version(),
		runtime.Version(), runtime.GOOS, runtime.GOARCH, strings.Join(editionNames(), ", "))
	if commit := buildSetting("vcs.revision"); commit != "" && err == nil {
		_, err = fmt.Fprintf(s.out, "commit: %s, %s\n", commit, buildSetting("vcs.time"))
	}
	return localErr(err)
}

// buildSetting returns a setting that the build recorded, or "".
func buildSetting(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return ""
}

// version returns the version that the build recorded.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
