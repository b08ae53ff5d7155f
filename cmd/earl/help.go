package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/internal/term"
)

// The help of a command begins with one screen: what the command does, its
// arguments, and examples. The flags follow, then the details.

// layoutHelp makes c and the commands below it print their help in this layout.
func layoutHelp(c *cobra.Command) {
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		_, _ = c.OutOrStdout().Write([]byte(helpText(c))) // run returns the error
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
	if c.Runnable() { // a help topic has no flags
		for _, g := range groupsOf(c) {
			b.WriteString("\n" + g.title + ":\n" + g.flags.FlagUsagesWrapped(term.Columns))
		}
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

// filled returns a text with its paragraphs filled to the width of a terminal.
// Indented paragraphs stay unchanged.
func filled(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = strings.Join(term.Wrap(p, term.Columns), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// writeCommands writes the commands and topics below c, in their groups.
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

// A titledFlags is a group of flags that a command has.
type titledFlags struct {
	title string
	flags *pflag.FlagSet
}

// groupsOf returns the visible flags of a command in the groups of helpGroups. Flags
// without a group come last.
func groupsOf(c *cobra.Command) []titledFlags {
	var list []titledFlags
	grouped := map[string]bool{}
	add := func(title string, names []string) {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		flags.SortFlags = false
		for _, name := range names {
			if f := c.LocalFlags().Lookup(name); f != nil && !f.Hidden && !grouped[f.Name] {
				grouped[f.Name] = true
				flags.AddFlag(withOptionalValue(f))
			}
		}
		if flags.HasFlags() {
			list = append(list, titledFlags{title, flags})
		}
	}
	for _, g := range helpGroups(c.Name()) {
		add(g.title, g.names)
	}
	var rest []string
	c.LocalFlags().VisitAll(func(f *pflag.Flag) { rest = append(rest, f.Name) })
	title := "Flags"
	if len(list) > 0 {
		title = "Other flags"
	}
	add(title, rest)
	return list
}

// withOptionalValue returns f. If the value of f can be left out, it returns a copy that
// help prints as "--archive[=TIMEGATE]".
func withOptionalValue(f *pflag.Flag) *pflag.Flag {
	value, usage := pflag.UnquoteUsage(f)
	if f.NoOptDefVal == "" || value == "" {
		return f
	}
	g := *f
	g.Name, g.Usage, g.NoOptDefVal = f.Name+"[="+value+"]", "``"+usage, ""
	return &g
}
