package demo

import (
	"bufio"
	"fmt"
	"path"
	"strings"
)

// listed looks up the argument of a listing. It ignores options like those of
// ls, which some clients send. An empty argument is the current directory.
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

// listing is the list that LIST and NLST send.
type listing struct {
	nodes []*node
	dir   string   // the prefix that makes a name a path for RETR: "" or "names/"
	names []string // nodes, without their directory
}

// add adds a node, unless the user must not enter it.
func (l *listing) add(s *ftpSession, n *node, name string) {
	if !s.hidden(n) {
		l.nodes, l.names = append(l.nodes, n), append(l.names, name)
	}
}

// listing returns the listing of arg: a directory, one file, or the matches of
// a pattern. It returns false if nothing matches.
func (s *ftpSession) listing(arg string) (l listing, ok bool) {
	n, name := s.listed(arg)
	switch {
	case n == nil:
		return s.matching(name)
	case !n.dir:
		l.add(s, n, name)
		return l, true
	case name != "":
		l.dir = strings.TrimSuffix(name, "/") + "/"
	}
	for _, c := range n.children {
		l.add(s, c, c.name)
	}
	return l, true
}

// matching returns the listing of the matches of a pattern. Its last part may
// contain "*", "?" and "[...]", as clients send them for mget. It returns false
// if nothing matches.
func (s *ftpSession) matching(pattern string) (l listing, ok bool) {
	in := s.cwd
	if slash := strings.LastIndexByte(pattern, '/'); slash >= 0 {
		l.dir, pattern = pattern[:slash+1], pattern[slash+1:]
		in = s.find(l.dir)
	}
	if in == nil {
		return l, false
	}
	for _, c := range in.children {
		if matched, err := path.Match(pattern, c.name); matched && err == nil {
			l.add(s, c, c.name)
		}
	}
	return l, len(l.nodes) > 0
}

// list sends one line for each entry of a listing.
func (s *ftpSession) list(arg string, line func(n *node, dir, name string) string) {
	l, ok := s.listing(arg)
	if !ok {
		s.notFound(arg)
		return
	}
	s.rest = 0
	s.transfer("the list", func(w *bufio.Writer) error {
		for i, n := range l.nodes {
			if _, err := w.WriteString(line(n, l.dir, l.names[i]) + "\r\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

// hidden reports whether the user must not enter n.
func (s *ftpSession) hidden(n *node) bool { return n.owner != "" && n.owner != s.user }

// cmdNlst sends names that RETR and CWD accept unchanged. So each name begins
// with the requested directory. Source: RFC 1123 4.1.2.7.
func (s *ftpSession) cmdNlst(arg string) {
	s.list(arg, func(_ *node, dir, name string) string { return dir + name })
}

// cmdList sends lines like those of ls -l, the form that clients try first.
func (s *ftpSession) cmdList(arg string) {
	s.list(arg, func(n *node, _, name string) string {
		mode, links := "-r--r--r--", 1
		if n.dir {
			mode, links = "dr-xr-xr-x", 2
		}
		return fmt.Sprintf("%s %3d %-8s %-8s %8d %s %s", mode, links, "library", "library",
			len(n.data), n.time.Format("Jan _2  2006"), name)
	})
}

// cmdMlsd sends the facts of the entries of a directory. It has no patterns.
// Source: RFC 3659 7.
func (s *ftpSession) cmdMlsd(arg string) {
	switch n, _ := s.listed(arg); {
	case n == nil:
		s.notFound(arg)
	case !n.dir:
		s.reply(501, "MLSD takes a directory. For a file there is MLST.")
	default:
		s.list(arg, func(n *node, _, name string) string { return facts(n) + " " + name })
	}
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

// facts returns the facts of n. Source: RFC 3659 7.5.
func facts(n *node) string {
	if n.dir {
		return "type=dir;modify=" + n.time.Format("20060102150405") + ";perm=el;"
	}
	return fmt.Sprintf("type=file;size=%d;modify=%s;perm=r;", len(n.data), n.time.Format("20060102150405"))
}
