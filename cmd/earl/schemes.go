package main

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonobject"
)

// newSchemes returns the command schemes.
func newSchemes(s *streams) *cobra.Command {
	name := earl.RFC3986.Name()
	json := false
	c := &cobra.Command{
		Use:     "schemes",
		GroupID: groupRead,
		Short:   "List the schemes that earl knows",
		Long: `schemes prints one line for each scheme of the edition: its name, its default port,
whether it has relative references, whether earl opens it, and what its URLs
identify. earl also reads URLs of other schemes, without a default port and without
decoded parts.`,
		Example: `  earl schemes
  earl schemes -e rfc1738
  earl schemes --json
  earl schemes | grep '^ftp'
  earl schemes --json | head -n 3`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, err := edition(name)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(s.out)
			opened := openedSchemes()
			if !json {
				fmt.Fprintf(out, "%-10s  %5s  %-8s  %-6s  %s\n", "scheme", "port", "relative", "opened", "what it is")
			}
			for scheme := range e.Schemes() {
				opens := slices.Contains(opened, scheme.Name)
				if json {
					out.Write(jsonobject.AppendLine(nil, schemeOf(scheme, opens)))
				} else {
					writeScheme(out, scheme, opens)
				}
			}
			return localErr(out.Flush())
		},
	}
	editionFlag(c, &name)
	c.Flags().BoolVar(&json, "json", false, "print one JSON object per line")
	return c
}

// completeURLs makes the shell offer the starts of URLs, of all schemes or only of those
// that get opens.
func completeURLs(c *cobra.Command, opened bool) {
	c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		list := openedSchemes()
		var starts []string
		for s := range earl.RFC3986.Schemes() {
			switch {
			case opened && !slices.Contains(list, s.Name):
			case s.Designates == earl.LocalFile:
				starts = append(starts, s.Name+":///")
			case s.Port != 0:
				starts = append(starts, s.Name+"://")
			default:
				starts = append(starts, s.Name+":")
			}
		}
		return starts, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
}

// writeScheme writes the row of a scheme.
func writeScheme(out *bufio.Writer, s earl.Scheme, opens bool) {
	port, opened := "-", "no"
	if s.Port != 0 {
		port = strconv.Itoa(int(s.Port))
	}
	if opens {
		opened = "yes"
	}
	fmt.Fprintf(out, "%-10s  %5s  %-8s  %-6s  %s\n", s.Name, port, s.Relative, opened, s.Note)
}

// schemeOf returns the JSON object of a scheme.
func schemeOf(s earl.Scheme, opens bool) jsonobject.Scheme {
	return jsonobject.Scheme{
		Scheme: s.Name, Port: jsonobject.Text(strconv.Itoa(int(s.Port)), s.Port != 0), Login: s.Login, Host: s.Host,
		Relative: s.Relative.String(), Designates: s.Designates.String(), Opened: opens, Note: s.Note,
	}
}
