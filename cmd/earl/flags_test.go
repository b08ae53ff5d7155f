package main

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/docs"
)

// maxUngrouped is how many flags the help of a command prints in one list.
const maxUngrouped = 20

// eachCommand calls do for every command, with its names as in "man pages".
func eachCommand(do func(c *cobra.Command)) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		do(c)
		for _, below := range c.Commands() {
			visit(below)
		}
	}
	visit(newRoot(&streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, nil))
}

// Every flag is in a group of the help of its command, and every name of a group is a flag.
func TestEveryFlagIsInAGroup(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		groups := helpGroups(c.Name())
		n := 0
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			n++
			if groups == nil {
				return
			}
			if !slices.ContainsFunc(groups, func(g flagGroup) bool { return slices.Contains(g.names, f.Name) }) {
				t.Errorf("%s: --%s is in no group of its help: add %q to a group of helpGroups(%q) in cmd/earl/helpgroups.go", c.CommandPath(), f.Name, f.Name, c.Name())
			}
		})
		if groups == nil && n > maxUngrouped {
			t.Errorf("%s: its help prints %d flags in one list: add groups for %q to helpGroups in cmd/earl/helpgroups.go", c.CommandPath(), n, c.Name())
		}
	})
}

// Every flag is on a page of the manual.
func TestEveryFlagIsInTheManual(t *testing.T) {
	names, err := fs.Glob(docs.FS, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	mention := regexp.MustCompile("(?:^|[\\s`(/,\"'])-(?:-([a-z0-9][a-z0-9-]*)|([A-Za-z0-9])\\b)")
	for _, name := range names {
		text, err := docs.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mention.FindAllSubmatch(text, -1) {
			named[string(m[1])+string(m[2])] = true
		}
	}
	eachCommand(func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !named[f.Name] && !named[f.Shorthand] {
				t.Errorf("%s: --%s is on no page of the manual: describe it on the page of the command in docs, such as docs/%s.md", c.CommandPath(), f.Name, strings.ReplaceAll(c.Name(), "ls", "get"))
			}
		})
	})
}
