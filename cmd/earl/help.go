package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/term"
)

// The help of a command begins with what fits a screen: what it does, its
// arguments, and examples. The flags follow, then the details.

// layoutHelp makes c and the commands below it print their help in this layout.
func layoutHelp(c *cobra.Command) {
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if _, err := c.OutOrStdout().Write([]byte(helpText(c))); err != nil {
			c.PrintErrln(err)
		}
	})
}

// helpText returns the help of a command.
func helpText(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	if f := c.Flags().Lookup("help"); f != nil {
		f.Usage = "print this help"
	}
	var b strings.Builder
	b.WriteString(c.Short + ".\n")
	if c.Runnable() || c.HasSubCommands() {
		b.WriteString("\nUsage:\n  " + c.UseLine() + "\n")
	}
	if c.HasExample() {
		b.WriteString("\nExamples:\n" + c.Example + "\n")
	}
	writeCommands(&b, c)
	flags := groupsOf(c.LocalFlags())
	if !c.Runnable() {
		flags = nil // a topic
	}
	for _, g := range flags {
		b.WriteString("\n" + g.title + ":\n" + g.flags.FlagUsagesWrapped(term.Columns))
	}
	if c.Long != "" {
		b.WriteString("\n")
		if c.Runnable() {
			b.WriteString("Details:\n\n")
		}
		b.WriteString(filled(strings.TrimSpace(c.Long)) + "\n")
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\nTry '" + c.CommandPath() + " COMMAND --help' for a command.\n")
	}
	return b.String()
}

// filled returns a text with its paragraphs filled to the width of a terminal, except
// those that are indented.
func filled(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = strings.Join(diagram.Wrap(p, term.Columns), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// writeCommands writes the commands and topics below c, by their groups.
func writeCommands(b *strings.Builder, c *cobra.Command) {
	width := 0
	for _, below := range c.Commands() {
		width = max(width, len(below.Name()))
	}
	list := func(title string, wanted func(*cobra.Command) bool) {
		for _, below := range c.Commands() {
			if below.Hidden || !wanted(below) {
				continue
			}
			if title != "" {
				b.WriteString("\n" + title + "\n")
				title = ""
			}
			b.WriteString("  " + below.Name() + strings.Repeat(" ", width-len(below.Name())+2) + below.Short + "\n")
		}
	}
	for _, g := range c.Groups() {
		list(g.Title, func(below *cobra.Command) bool { return below.GroupID == g.ID })
	}
	isTopic := func(below *cobra.Command) bool { return below.IsAdditionalHelpTopicCommand() }
	list("Other commands:", func(below *cobra.Command) bool { return below.GroupID == "" && !isTopic(below) })
	list("Topics (earl help TOPIC):", isTopic)
}

// flagGroup is the annotation of a flag with the title of its group in help.
const flagGroup = "help-group"

// group puts flags into a group of the help. Every name must be a flag.
func group(f *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		if err := f.SetAnnotation(name, flagGroup, []string{title}); err != nil {
			panic(err)
		}
	}
}

// A titledFlags is a group of flags.
type titledFlags struct {
	title string
	flags *pflag.FlagSet
}

// groupsOf returns the flags by their groups, in the order of their first flags;
// last come those without a group.
func groupsOf(all *pflag.FlagSet) []titledFlags {
	const noGroup = "Flags"
	var list []titledFlags
	add := func(title string, f *pflag.Flag) {
		for _, g := range list {
			if g.title == title {
				g.flags.AddFlag(f)
				return
			}
		}
		g := titledFlags{title, pflag.NewFlagSet("", pflag.ContinueOnError)}
		g.flags.SortFlags = false
		g.flags.AddFlag(f)
		list = append(list, g)
	}
	var rest []*pflag.Flag
	all.VisitAll(func(f *pflag.Flag) {
		title := f.Annotations[flagGroup]
		switch {
		case f.Hidden:
		case title == nil:
			rest = append(rest, f)
		default:
			add(title[0], f)
		}
	})
	for _, f := range rest {
		add(noGroup, f)
	}
	return list
}
