package main

import (
	"bufio"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/internal/schemes"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open/all"
)

// newSchemes returns the command schemes.
func newSchemes(s *streams) *cobra.Command {
	name := earl.RFC3986.Name()
	var f schemesFlags
	c := &cobra.Command{
		Use:     "schemes [SCHEME...]",
		GroupID: groupRead,
		Short:   "List the schemes that earl knows",
		Long: `schemes prints one line for each scheme of the edition: its name, its default port,
whether it has relative references, whether earl opens it, and what its URLs
identify. earl also reads URLs of other schemes, without a default port and without
decoded parts.

--iana prints the schemes in the registry of IANA instead: the name, the status
(permanent, provisional or historical), whether earl opens it, and the document that
defines it, or the request for its registration. The list is part of earl. It is
complete for ` + schemes.Date + `.

With arguments, schemes prints only these schemes. It reports an unknown one and ends
with status 1.`,
		Example: `  earl schemes --opened
  earl schemes afs mailserver
  earl schemes --iana --opened
  earl schemes -e rfc1738 | grep '^ftp'
  earl schemes --json | head -n 3`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := edition(name)
			if err != nil {
				return err
			}
			return f.print(s, e, args)
		},
	}
	editionFlag(c, &name)
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON object per line")
	c.Flags().BoolVar(&f.opened, "opened", false, "print only schemes that earl opens")
	c.Flags().BoolVar(&f.iana, "iana", false, "print the registry of IANA")
	return c
}

// schemesFlags are the flags of schemes.
type schemesFlags struct{ json, opened, iana bool }

// listedScheme is a scheme to print: a row of the edition, a registration, or both.
type listedScheme struct {
	earl.Scheme
	registration schemes.Registration // the zero Registration: none
	opens        bool
}

// print prints the schemes of an edition or of IANA, or only those that names contains.
func (f *schemesFlags) print(s *streams, e *earl.Edition, names []string) error {
	out := bufio.NewWriter(s.out)
	switch {
	case f.json:
	case f.iana:
		fmt.Fprintf(out, "%-36s  %-11s  %-6s  %s\n", "scheme", "status", "opened", "reference")
	default:
		fmt.Fprintf(out, "%-10s  %5s  %-8s  %-6s  %s\n", "scheme", "port", "relative", "opened", "what it is")
	}
	found := map[string]bool{}
	for listed := range f.list(e) {
		if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, listed.Name) }) {
			continue
		}
		found[listed.Name] = true
		switch {
		case f.opened && !listed.opens:
		case f.json:
			out.Write(jsonobject.AppendLine(nil, listed.object()))
		case f.iana:
			fmt.Fprintf(out, "%-36s  %-11s  %-6s  %s\n", listed.Name, listed.registration.Status, yesNo(listed.opens), listed.registration.Reference)
		default:
			listed.write(out)
		}
	}
	if err := out.Flush(); err != nil {
		return localErr(err)
	}
	unknown := false
	for _, name := range names {
		if !found[strings.ToLower(name)] {
			unknown = true
			s.say("earl: %q is not a scheme of this list%s", term.Safe(earl.Redact(name)), f.elsewhere(e, strings.ToLower(name)))
		}
	}
	if unknown {
		return exit(statusNo)
	}
	return nil
}

// elsewhere returns the end of a message about a scheme that is not in the list: where else
// it is, or "".
func (f *schemesFlags) elsewhere(e *earl.Edition, name string) string {
	_, known := e.Scheme(name)
	_, registered := schemes.Find(name)
	switch {
	case f.iana && known:
		return "; it is printed without --iana"
	case !f.iana && registered:
		return "; --iana prints it"
	}
	return ""
}

// list yields the schemes of the registry of IANA, or those of an edition.
func (f *schemesFlags) list(e *earl.Edition) iter.Seq[listedScheme] {
	opened := openedSchemes()
	return func(yield func(listedScheme) bool) {
		if f.iana {
			for r := range schemes.All() {
				known, _ := e.Scheme(r.Name)
				known.Name = r.Name
				if !yield(listedScheme{known, r, slices.Contains(opened, r.Name)}) {
					return
				}
			}
			return
		}
		for known := range e.Schemes() {
			r, _ := schemes.Find(known.Name)
			if !yield(listedScheme{known, r, slices.Contains(opened, known.Name)}) {
				return
			}
		}
	}
}

// yesNo returns "yes" or "no".
func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// write writes the row of a scheme of the edition.
func (s *listedScheme) write(out *bufio.Writer) {
	port := "-"
	if s.Port != 0 {
		port = strconv.Itoa(int(s.Port))
	}
	fmt.Fprintf(out, "%-10s  %5s  %-8s  %-6s  %s\n", s.Name, port, s.Relative, yesNo(s.opens), s.Note)
}

// object returns the JSON object of a scheme.
func (s *listedScheme) object() jsonobject.Scheme {
	return jsonobject.Scheme{
		Scheme: s.Name, Port: jsonobject.Text(strconv.Itoa(int(s.Port)), s.Port != 0), Login: s.Login, Host: s.Host,
		Relative: s.Relative.String(), Designates: s.Designates.String(), Opened: s.opens, Note: s.Note,
		Status: jsonobject.Text(s.registration.Status, s.registration.Status != ""), Reference: jsonobject.Text(s.registration.Reference, s.registration.Reference != ""),
	}
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
			case s.Designates == earl.LocalFile && !s.Host:
				starts = append(starts, s.Name+":///")
			case s.Host:
				starts = append(starts, s.Name+"://")
			default:
				starts = append(starts, s.Name+":")
			}
		}
		return starts, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
}

// openedSchemes are the schemes that get opens, sorted.
func openedSchemes() []string {
	var names []string
	for _, o := range all.Openers() {
		names = append(names, o.Schemes()...)
	}
	slices.Sort(names)
	return names
}
