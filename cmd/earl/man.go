package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/internal/config"
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
				return localErr(err)
			}
			return localErr(writeManPages(args[0], c.Root()))
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

// writeManPages writes a page for a command and for each below it. cobra's own
// writer is not used: it goes by way of Markdown, which loses the layout of the
// texts and takes a tenth of the time in which every command starts.
func writeManPages(dir string, c *cobra.Command) error {
	name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
	if err := os.WriteFile(filepath.Join(dir, name), manPage(c), 0o666); err != nil {
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

// manPage returns the page of a command, as man(7) has it.
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
		for _, g := range groupsOf(c.LocalFlags()) {
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

// roff is a page that is being written, in the language of man(7).
type roff struct{ bytes.Buffer }

func (r *roff) line(s string) { r.WriteString(s + "\n") }

func (r *roff) section(name string) { r.line(".SH " + name) }

// text writes a text of help: its paragraphs are filled, but for those that are
// indented or headings, which stay as they are.
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

// flag writes a flag with its value and what it is for.
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

// roffText returns a text that roff shows as it is: a hyphen stays one, so that a
// command can be copied out of a page.
func roffText(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
