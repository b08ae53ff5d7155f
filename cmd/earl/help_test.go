package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/internal/term"
)

// topics are the commands whose help needs no examples, because they take no arguments or
// are pages of help.
var topics = []string{"help", "completion", "bash", "fish", "powershell", "zsh", "man", "config", "status"}

// The help of every command begins with a synopsis and five examples that fit a
// screen, and no line is wider than a terminal.
func TestHelpFitsAScreenFirst(t *testing.T) {
	const screen = 24
	root := newRoot(&streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, nil)
	commands := append([]*cobra.Command{root}, root.Commands()...)
	for _, c := range commands {
		text := helpText(c)
		for i, line := range strings.Split(text, "\n") {
			if n := term.TextCells(line); n > term.Columns {
				t.Errorf("line %d of the help of %s has %d columns, want %d at most: %s", i+1, c.Name(), n, term.Columns, line)
			}
		}
		if slices.Contains(topics, c.Name()) {
			continue
		}
		examples := strings.Split(strings.Trim(c.Example, "\n"), "\n")
		first, _, found := strings.Cut(text, c.Example)
		if n := strings.Count(first, "\n") + len(examples); !found || len(examples) != 5 || n > screen {
			t.Errorf("the help of %s has %d examples, which end at line %d, want 5 at line %d at most", c.Name(), len(examples), n, screen)
		}
	}
}

// The help of check and extract names the value of each flag, as in "--type TYPE".
func TestHelpNamesValues(t *testing.T) {
	root := newRoot(&streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, nil)
	for _, c := range root.Commands() {
		if c.Name() != "check" && c.Name() != "extract" {
			continue
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if value, _ := pflag.UnquoteUsage(f); value == "string" || value == "strings" {
				t.Errorf("earl %s: the value of --%s has no name", c.Name(), f.Name)
			}
		})
	}
}
