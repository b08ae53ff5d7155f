package main

import (
	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/cmd/earl/internal/urlprint"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/unwrap"
)

// levels are the names that --level takes.
func levels() []string {
	var names []string
	for l := earl.LevelString; l <= earl.LevelScheme; l++ {
		names = append(names, l.String())
	}
	return names
}

// newNormalize returns the command normalize.
func newNormalize(s *streams) *cobra.Command {
	name, level := earl.RFC3986.Name(), earl.LevelScheme.String()
	json, once, unwrapped := false, false, false
	var list listFlags
	c := &cobra.Command{
		Use:     "normalize [URL... | -]",
		GroupID: groupRead,
		Short:   "Print URLs in normal form",
		Long: `Equivalent URLs have the same normal form (RFC 3986 section 6). --level says how far
normalize goes. Each level includes the levels above it:

  string   change nothing
  case     write scheme and host in lower case, and escapes in upper case
  escapes  decode escapes that are not needed
  dots     remove dot segments (ftp and nntp send them to the server: they stay)
  scheme   remove the default port, write an empty path as "/", shorten IPv6,
           and what the scheme says: domains of mailto, namespaces and
           components of urn, "localhost" in file, "1" of gopher's root menu

URLs are arguments or lines of stdin; "earl help parse" describes lists, --rows
and errors. The exit status is 1 if a text is not a URL.

--unwrap prints the URL inside one that another service rewrote, such as Outlook
SafeLinks, a search engine, an archive or a proxy. It uses no network, and leaves
a URL that it does not understand. With --json, "input" is the whole URL.

--uniq prints each normal form once, where it first appears. The input need not
be sorted. earl uses up to 80 bytes of memory for each different URL, and compares
fingerprints of 128 bits. The chance that two of 10^9 URLs have the same
fingerprint is 1 in 10^20.`,
		Example: `  earl normalize 'HTTP://Example.COM:80/%7euser/./a'
  earl normalize --level case 'HTTP://Example.COM:80/%7euser/./a'
  printf 'http://a\nHTTP://A/\n' | earl normalize --uniq
  printf 'http://a\n\nhttp://b\n' | earl normalize --rows
  earl normalize --unwrap 'https://web.archive.org/web/2024/http://a.org'`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := edition(name)
			if err != nil {
				return err
			}
			l, ok := earl.ParseLevel(level)
			if !ok {
				return oneOf("--level", level, levels()...)
			}
			if err := list.check(); err != nil {
				return err
			}
			faults, err := s.faults(list.format)
			if err != nil {
				return err
			}
			var seen *pipeline.Uniq
			if once {
				if list.rows {
					return usagef("--uniq and --rows cannot be used together")
				}
				seen = pipeline.NewUniq()
			}
			read := func(r *reading.Reading) {
				if r.Read(); r.Valid {
					if unwrapped {
						r.URL = inside(r.URL)
					}
					r.URL = r.URL.Normalize(l)
				}
			}
			src := list.source(args)
			return s.each(src, urlprint.Results{Edition: e, Read: read, Errors: faults, JSON: json, Rows: src.Rows, Once: seen}.Work())
		},
	}
	editionFlag(c, &name, earl.Auto.Name())
	completeURLs(c, false)
	c.Flags().StringVar(&level, "level", level, "normalize up to this `LEVEL`: string, case, escapes, dots or scheme")
	complete(c, "level", levels()...)
	c.Flags().BoolVar(&once, "uniq", false, "print each normal form once")
	c.Flags().BoolVar(&unwrapped, "unwrap", false, "print the URL inside one that a filter of mail, an archive or a proxy rewrote")
	c.Flags().BoolVar(&json, "json", false, "print one JSON object per line, like parse")
	list.add(c)
	return c
}

// inside returns the URL inside one that another service rewrote, or u itself.
func inside(u earl.URL) earl.URL {
	if target, ok := unwrap.Target(u.String()); ok {
		if v, err := u.Edition().Parse(target); err == nil {
			return v
		}
	}
	return u
}
