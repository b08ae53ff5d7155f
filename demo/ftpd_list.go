package demo

import (
	"bufio"
	"fmt"
	"strings"
)

// listed looks up what a listing is asked of. Options in the manner of ls, which
// some clients send, are passed over; the empty argument is the current
// directory.
func (s *ftpSession) listed(arg string) (n *node, name string) {
	if arg == "" {
		return s.cwd, ""
	}
	if n := s.find(arg); n != nil || arg[0] != '-' {
		return n, arg
	}
	_, arg, _ = strings.Cut(arg, " ")
	return s.listed(arg)
}

// list sends one line for each entry of a directory, or one for a file.
func (s *ftpSession) list(arg string, line func(n *node, name string) string) {
	n, name := s.listed(arg)
	if n == nil {
		s.notFound(arg)
		return
	}
	s.rest = 0
	s.transfer("the list", func(w *bufio.Writer) error {
		if !n.dir {
			_, err := w.WriteString(line(n, name) + "\r\n")
			return err
		}
		for _, c := range n.children {
			if s.hidden(c) {
				continue
			}
			if _, err := w.WriteString(line(c, c.name) + "\r\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

// hidden reports whether the user may not enter n.
func (s *ftpSession) hidden(n *node) bool { return n.owner != "" && n.owner != s.user }

// cmdNlst sends names that RETR and CWD take as they stand, hence with the
// directory that was asked for before them. Source: RFC 1123 4.1.2.7.
func (s *ftpSession) cmdNlst(arg string) {
	n, name := s.listed(arg)
	prefix := ""
	if n != nil && n.dir && name != "" {
		prefix = strings.TrimSuffix(name, "/") + "/"
	}
	s.list(arg, func(_ *node, name string) string { return prefix + name })
}

// cmdList sends what ls -l would, which is the form that clients guess first.
func (s *ftpSession) cmdList(arg string) {
	s.list(arg, func(n *node, name string) string {
		mode, links := "-r--r--r--", 1
		if n.dir {
			mode, links = "dr-xr-xr-x", 2
		}
		return fmt.Sprintf("%s %3d %-8s %-8s %8d %s %s", mode, links, "library", "library",
			len(n.data), n.time.Format("Jan _2  2006"), name)
	})
}

// cmdMlsd sends facts. Source: RFC 3659 7.
func (s *ftpSession) cmdMlsd(arg string) {
	if n, _ := s.listed(arg); n != nil && !n.dir {
		s.reply(501, "MLSD takes a directory. For a file there is MLST.")
		return
	}
	s.list(arg, func(n *node, name string) string { return facts(n) + " " + name })
}

func (s *ftpSession) cmdMlst(arg string) {
	n, _ := s.listed(arg)
	if n == nil {
		s.notFound(arg)
		return
	}
	fmt.Fprintf(s.out, "250-One line of facts:\r\n %s %s\r\n", facts(n), n.path())
	s.reply(250, "End.")
}

// facts returns the facts of RFC 3659 7.5 on n.
func facts(n *node) string {
	if n.dir {
		return "type=dir;modify=" + n.time.Format("20060102150405") + ";perm=el;"
	}
	return fmt.Sprintf("type=file;size=%d;modify=%s;perm=r;", len(n.data), n.time.Format("20060102150405"))
}
