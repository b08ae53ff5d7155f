// Command earl reads URLs by eight editions of their standard, shows how the
// editions differ, opens URLs, finds them in text and checks links:
//
//	earl explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
//	earl get https://example.com/
//
// "earl help" lists the subcommands. Data goes to stdout, everything else to
// stderr. "earl help status" lists the exit statuses.
//
// This package contains no rules of a standard. A subcommand reads its flags,
// calls the library once, and prints. The package has more than 3,000 lines
// because it has eighteen subcommands, each with flags, help and output. The
// logic is in other packages: downloads in cmd/earl/internal/transfer, the terminal in
// cmd/earl/internal/console, settings and logins in cmd/earl/internal/config, trurl's options in
// internal/trurl, reading texts in internal/reading, drawings and errors in
// internal/diagram, lists in internal/textlist, the workers for many texts in
// cmd/earl/internal/pipeline and cmd/earl/internal/urlprint, explanations in explain and
// internal/explanation.
package main

import (
	"errors"
	"io"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func main() {
	log.SetOutput(io.Discard) // net/http logs unrequested bytes of a server without escaping them
	os.Exit(run(&streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args[1:]))
}

// keepsError is the output of cobra, which drops errors of writing help and completion
// scripts. It keeps the first.
type keepsError struct {
	w   io.Writer
	err error
}

func (k *keepsError) Write(p []byte) (int, error) {
	n, err := k.w.Write(p)
	if k.err == nil {
		k.err = err
	}
	return n, err
}

// run runs one command line and returns its exit status.
func run(s *streams, args []string) int {
	s.secrets = secretsOf(args)
	root, out := newRoot(s, args), &keepsError{w: s.out}
	root.SetOut(out)
	root.SetArgs(args)
	c, err := root.ExecuteC()
	if err == nil {
		err = localErr(out.err)
	}
	if err == nil {
		return statusDone
	}
	var silent exit
	if errors.As(err, &silent) {
		return int(silent)
	}
	s.say("earl: %s", message(err))
	var usage *usageError
	if errors.As(err, &usage) {
		if c.Name() == "help" {
			c = root
		}
		s.say("Try '%s --help'.", c.CommandPath())
	}
	return statusOf(err)
}

// A subcommand is the name of a command and the function that makes it.
type subcommand struct {
	name string
	make func(*streams) *cobra.Command
}

// subcommands are the subcommands, in the order of the help.
var subcommands = [...]subcommand{
	{"get", newGet}, {"ls", newLs}, {"serve", newServe}, {"mcp", newMCP}, {"handler", newHandler}, {"demo", newDemo},
	{"explain", newExplain}, {"confuse", newConfuse}, {"parse", newParse}, {"resolve", newResolve}, {"normalize", newNormalize}, {"same", newSame},
	{"extract", newExtract}, {"rows", newRows}, {"check", newCheck}, {"warc", newWarc}, {"history", newHistory}, {"schemes", newSchemes},
	{"version", newVersion}, {"man", newMan},
	{"config", func(*streams) *cobra.Command { return newConfigTopic() }}, {"status", func(*streams) *cobra.Command { return newStatusTopic() }},
}

// addSubcommands adds the subcommand that args begins with. Making the flags of all
// subcommands takes longer than most of them run. It adds all of them if args begins
// with no subcommand, or with man, which describes all.
func addSubcommands(root *cobra.Command, s *streams, args []string) {
	one := len(args) > 0 && args[0] != "man" && slices.ContainsFunc(subcommands[:], func(c subcommand) bool { return c.name == args[0] })
	for _, c := range subcommands {
		if !one || c.name == args[0] {
			command := c.make(s)
			checkArgs(command)
			root.AddCommand(command)
		}
	}
	if root.CompletionOptions.DisableDefaultCmd = one; !one {
		checkDefaults(root)
	}
}

// newRoot returns the command earl with the subcommands that args needs.
func newRoot(s *streams, args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "earl COMMAND",
		Short: "Open, read, find and check URLs of every scheme",
		Long: `Data goes to stdout, everything else to stderr. "earl help status" lists the
exit statuses. The page "json" of the guide in "earl serve" describes the output of
--json. Commands that open or explain URLs print their passwords as xxxxx; parse,
extract and others that write URLs print them in full.`,
		Example: `  earl get https://example.com/
  earl explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl extract --urls mail.mbox
  earl check docs/
  earl demo`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			if asked, _ := c.Flags().GetBool("version"); asked {
				return writeVersion(s)
			}
			return c.Help()
		},
	}
	root.Flags().BoolP("version", "V", false, "print the version")
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(flagError)
	layoutHelp(root)
	root.AddGroup(&cobra.Group{ID: groupOpen, Title: "Open:"}, &cobra.Group{ID: groupRead, Title: "Read:"})
	checkArgs(root)
	addSubcommands(root, s, args)
	return root
}

// checkDefaults makes unknown arguments of cobra's commands usage errors.
func checkDefaults(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(c *cobra.Command, args []string) error {
				if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
					return unknownTopic(root, strings.Join(args, " "))
				}
				return nil
			}
		case "completion":
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() } // without RunE, cobra does not check the arguments
			c.DisableFlagsInUseLine = true
			c.Short, c.Long, c.Example = "Print the completion script of a shell", completionHelp, completionExample
			for _, shell := range c.Commands() {
				checkArgs(shell)
			}
		default:
			continue
		}
		checkArgs(c)
	}
}

// completionHelp and completionExample are the help of completion.
const (
	completionHelp = `The script completes subcommands, flags, values of flags, and the beginnings of
URLs. "earl help completion SHELL" explains how to load it in every session.`
	completionExample = `  earl completion bash > earl.bash
  earl completion zsh > _earl
  earl completion fish > earl.fish
  earl completion powershell > earl.ps1
  earl completion bash --no-descriptions > earl.bash`
)
