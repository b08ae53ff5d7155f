package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/internal/outfile"
)

// newMan returns the hidden command man. It writes man pages with the texts of help.
func newMan(*streams) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the man pages into a directory",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.Mkdir(args[0], 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
				return localErr(err)
			}
			return localErr(writeManPages(args[0], c.Root()))
		},
	}
}

// built returns the time of the commit that this program was built from, so that the
// pages of one version have the same bytes on every machine.
func built() time.Time {
	t, err := time.Parse(time.RFC3339, buildSetting("vcs.time"))
	if err != nil {
		return time.Unix(0, 0).UTC()
	}
	return t
}

// manKind is what man replaces.
var manKind = outfile.Kind{Name: "a man page", Is: func(head []byte, _ bool) bool { return bytes.HasPrefix(head, []byte(".TH ")) }}

// writeManPages writes a page for a command and for each command below it. It does not
// use cobra's writer, which converts through Markdown and loses the layout of the texts.
// Linking that writer would also make every command start 10 % slower.
func writeManPages(dir string, c *cobra.Command) error {
	name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
	f, err := outfile.Create(filepath.Join(dir, name), outfile.Options{Kind: &manKind})
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(manPage(c)); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return err
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			if err := writeManPages(dir, below); err != nil {
				return err
			}
		}
	}
	return nil
}

// manPage returns the page of a command in the language of man(7).
func manPage(c *cobra.Command) []byte {
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	r := new(roff)
	r.line(`.TH "` + strings.ToUpper(name) + `" "1" "` + built().Format(time.DateOnly) + `" "earl ` + version() + `"`)
	r.section("NAME")
	r.line(roffText(name) + ` \- ` + roffText(c.Short))
	r.section("SYNOPSIS")
	path, rest, _ := strings.Cut(c.UseLine(), " "+c.Name()+" ")
	if rest == "" {
		path, rest = c.UseLine(), ""
	} else {
		path += " " + c.Name()
	}
	r.line(`\fB` + roffText(path) + `\fR ` + roffText(rest))
	if c.HasExample() {
		r.section("EXAMPLES")
		r.text(c.Example)
	}
	if c.HasAvailableFlags() {
		r.section("OPTIONS")
		for _, g := range groupsOf(c) {
			r.line(`.SS "` + g.title + `"`)
			g.flags.VisitAll(r.flag)
		}
	}
	r.section("DESCRIPTION")
	r.text(c.Long)
	if !c.HasParent() {
		r.section("EXIT STATUS")
		r.text(statusText())
		r.section("CONFIGURATION")
		r.text(config.Help())
	}
	r.section("SEE ALSO")
	r.line(strings.Join(seeAlso(c), ", "))
	return r.Bytes()
}

// seeAlso returns the pages above and below a command.
func seeAlso(c *cobra.Command) []string {
	var pages []string
	if c.HasParent() {
		pages = append(pages, c.Parent().CommandPath())
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			pages = append(pages, below.CommandPath())
		}
	}
	for i, p := range pages {
		pages[i] = `\fB` + roffText(strings.ReplaceAll(p, " ", "-")) + `\fR(1)`
	}
	return pages
}

// roff is a page in the language of man(7), while it is written.
type roff struct{ bytes.Buffer }

func (r *roff) line(s string) { r.WriteString(s + "\n") }

func (r *roff) section(name string) { r.line(".SH " + name) }

// text writes a text of help. man fills the paragraphs, except indented ones.
func (r *roff) text(s string) {
	for i, paragraph := range strings.Split(strings.Trim(s, "\n"), "\n\n") {
		if i > 0 {
			r.line(".PP")
		}
		lines := strings.Split(paragraph, "\n")
		literal := strings.HasPrefix(lines[0], "  ")
		if literal {
			r.line(".EX")
		}
		for _, l := range lines {
			r.line(roffText(l))
		}
		if literal {
			r.line(".EE")
		}
	}
}

// flag writes a flag with its value and description.
func (r *roff) flag(f *pflag.Flag) {
	if f.Hidden {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	names := `\fB` + roffText("--"+f.Name) + `\fR`
	if f.Shorthand != "" {
		names = `\fB` + roffText("-"+f.Shorthand) + `\fR, ` + names
	}
	if value != "" {
		names += ` \fI` + roffText(value) + `\fR`
	}
	r.line(".TP")
	r.line(names)
	r.line(roffText(usage))
}

// roffText returns text with escapes, so that roff shows it unchanged. A hyphen stays a
// hyphen, so that users can copy commands from a page.
func roffText(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
