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
platform. The second line lists the editions that -e accepts.`,
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
	return localErr(err)
}

// version returns the version that the build recorded.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
