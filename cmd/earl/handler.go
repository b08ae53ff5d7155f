package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/cmd/earl/internal/desktop"
	"github.com/earl-url/earl/internal/term"
)

// The systems of handler install.
const (
	systemLinux   = "linux"
	systemMacOS   = "macos"
	systemWindows = "windows"
)

// notHandled are the schemes that browsers, mail programs and file managers open. handler
// install leaves these schemes to them, unless an argument names the scheme.
var notHandled = []string{
	"http", "https", "file", "data", "afs",
	"mailto", "mailserver", "mid", "cid", "imap", "imaps", "pop", "pops",
	"sftp", // with the keys of the user
}

// handlerFlags are the flags of handler install and remove.
type handlerFlags struct {
	dryRun bool
	system string
}

// newHandler returns the command handler.
func newHandler(s *streams) *cobra.Command {
	c := &cobra.Command{
		Use:     "handler COMMAND",
		GroupID: groupOpen,
		Short:   "Make earl open the links that you click in other programs",
		Long: `"earl handler install" makes earl the default program of the desktop for the schemes
` + strings.Join(term.Wrap(strings.Join(handledSchemes(), ", "), 84), "\n") + `,
or for the schemes in its arguments. Schemes of an earlier install stay. When you
click such a link in another program, the browser opens the gateway: a page shows the
URL, and a button opens it.

On Linux, install writes $XDG_DATA_HOME/applications/` + desktop.EntryName + `, and puts it
first for each scheme in $XDG_CONFIG_HOME/mimeapps.list. "earl handler remove" undoes
both changes, so that the earlier programs come first again. On macOS and Windows,
install prints the steps. --system prints the steps for another system.

"earl handler status" prints the default program of each scheme. Its exit status is 0
if earl is the default program for all of them, and 1 if not.

The desktop runs "earl handler open URL". It uses the running gateway, or starts
"earl serve" in the background.`,
		Example: `  earl handler install
  earl handler install --dry-run gopher finger
  earl handler status
  earl handler open gopher://host.dom/
  earl handler remove`,
		Args: knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newHandlerInstall(s), newHandlerRemove(s), newHandlerStatus(s), newHandlerOpen(s))
	for _, below := range c.Commands() {
		checkArgs(below)
	}
	return c
}

// newHandlerInstall returns the command handler install.
func newHandlerInstall(s *streams) *cobra.Command {
	f := &handlerFlags{system: hostSystem()}
	c := &cobra.Command{
		Use:   "install [SCHEME]...",
		Short: "Make earl the default program for URLs of these schemes",
		Example: `  earl handler install
  earl handler install gopher finger
  earl handler install --dry-run
  earl handler install mailto
  earl handler install --system windows`,
		RunE: func(_ *cobra.Command, args []string) error { return installHandler(s, f, args) },
	}
	c.Flags().BoolVar(&f.dryRun, "dry-run", false, "print the files that install would write, and write none")
	c.Flags().StringVar(&f.system, "system", f.system, "print the steps for this `SYSTEM`: linux, macos or windows")
	complete(c, "system", systemLinux, systemMacOS, systemWindows)
	c.ValidArgs = openedSchemes()
	return c
}

// newHandlerRemove returns the command handler remove.
func newHandlerRemove(s *streams) *cobra.Command {
	f := &handlerFlags{system: hostSystem()}
	c := &cobra.Command{
		Use:   "remove",
		Short: "Undo the changes of handler install",
		Example: `  earl handler remove
  earl handler remove --dry-run`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return removeHandler(s, f) },
	}
	c.Flags().BoolVar(&f.dryRun, "dry-run", false, "print the files that remove would change, and change none")
	return c
}

// newHandlerStatus returns the command handler status.
func newHandlerStatus(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:     "status",
		Short:   "Print the default program of each scheme",
		Example: "  earl handler status",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return printHandlers(s) },
	}
}

// hostSystem returns the name of the system that earl runs on.
func hostSystem() string {
	switch runtime.GOOS {
	case "windows":
		return systemWindows
	case "darwin":
		return systemMacOS
	}
	return systemLinux
}

// handledSchemes returns the schemes of handler install without arguments.
func handledSchemes() []string {
	return slices.DeleteFunc(openedSchemes(), func(s string) bool { return slices.Contains(notHandled, s) })
}

// handler returns the association of this program with schemes.
func handler() (*desktop.Handler, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, localErr(err)
	}
	h := &desktop.Handler{Command: []string{program, "handler", "open"}}
	for _, dir := range []struct {
		to             *string
		variable, rest string
	}{{&h.DataHome, "XDG_DATA_HOME", ".local/share"}, {&h.ConfigHome, "XDG_CONFIG_HOME", ".config"}} {
		if *dir.to = os.Getenv(dir.variable); !filepath.IsAbs(*dir.to) {
			home, err := os.UserHomeDir()
			if err != nil {
				return nil, localErr(err)
			}
			*dir.to = filepath.Join(home, dir.rest)
		}
	}
	return h, nil
}

// installHandler makes earl the program for schemes.
func installHandler(s *streams, f *handlerFlags, schemes []string) error {
	if err := oneOf("--system", f.system, systemLinux, systemMacOS, systemWindows); err != nil {
		return err
	}
	for i, name := range schemes {
		if schemes[i] = strings.ToLower(name); !slices.Contains(openedSchemes(), schemes[i]) {
			return usagef("handler install %q: must be a scheme that earl opens: %s", name, strings.Join(openedSchemes(), ", "))
		}
	}
	if len(schemes) == 0 {
		schemes = handledSchemes()
	}
	h, err := handler()
	if err != nil {
		return err
	}
	switch f.system {
	case systemMacOS:
		return writeText(s, desktop.MacOSSteps(h.Command[0], schemes))
	case systemWindows:
		return writeText(s, desktop.WindowsSteps(h.Command[0], schemes))
	}
	changes, err := h.Install(schemes)
	if err != nil {
		return localErr(err)
	}
	return makeChanges(s, h, changes, f.dryRun || hostSystem() != systemLinux)
}

// removeHandler undoes installHandler.
func removeHandler(s *streams, f *handlerFlags) error {
	h, err := handler()
	if err != nil {
		return err
	}
	if f.system != systemLinux {
		return usagef("handler remove: earl changed nothing on this system; undo the steps of \"earl handler install\" by hand")
	}
	changes, err := h.Remove()
	if err != nil {
		return localErr(err)
	}
	return makeChanges(s, h, changes, f.dryRun)
}

// makeChanges makes the changes and prints the name of each file. With dryRun it only
// prints the changes.
func makeChanges(s *streams, h *desktop.Handler, changes []desktop.Change, dryRun bool) error {
	for _, c := range changes {
		if !dryRun {
			if err := c.Write(); err != nil {
				return localErr(err)
			}
		}
		if err := writeText(s, changeText(&c, dryRun)); err != nil {
			return err
		}
	}
	if len(changes) == 0 {
		return writeText(s, "nothing to change\n")
	}
	if program, err := exec.LookPath("update-desktop-database"); err == nil && !dryRun {
		// Its cache makes programs list earl as a choice. Links work without it.
		_ = exec.Command(program, "-q", filepath.Dir(h.EntryPath())).Run()
	}
	return nil
}

// changeText describes a change. With dryRun it includes the content of the file.
func changeText(c *desktop.Change, dryRun bool) string {
	verb := "wrote"
	switch {
	case c.Remove && dryRun:
		verb = "remove"
	case c.Remove:
		verb = "removed"
	case dryRun:
		verb = "write"
	}
	text := verb + " " + term.Safe(c.Path) + "\n"
	if dryRun {
		for line := range strings.Lines(c.Text) {
			text += "  " + term.Safe(strings.TrimSuffix(line, "\n")) + "\n"
		}
	}
	return text
}

// printHandlers prints the default program of each scheme.
func printHandlers(s *streams) error {
	h, err := handler()
	if err != nil {
		return err
	}
	if hostSystem() != systemLinux {
		return usagef("handler status: not available on this system; its settings show the default programs")
	}
	command, err := h.Installed()
	if err != nil {
		return localErr(err)
	}
	if command == "" {
		command = "not installed"
	}
	text := fmt.Sprintf("%-8s  %s\n", "command", term.Safe(command))
	all := command != "not installed"
	installed, err := h.Schemes()
	if err != nil {
		return localErr(err)
	}
	schemes := slices.Concat(handledSchemes(), installed)
	slices.Sort(schemes)
	for _, scheme := range slices.Compact(schemes) {
		program, err := h.Default(scheme)
		if err != nil {
			return localErr(err)
		}
		all = all && program == desktop.EntryName
		if program == "" {
			program = "-"
		}
		text += fmt.Sprintf("%-8s  %s\n", scheme, term.Safe(program))
	}
	if err := writeText(s, text); err != nil || all {
		return err
	}
	return exitWith(statusNo)
}
