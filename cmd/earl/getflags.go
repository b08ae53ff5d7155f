package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// getFlags are the flags of get and ls.
type getFlags struct {
	listing  bool   // ls: what is found must be a listing
	terminal string // the type of the terminal that a session is joined to; "": none

	edition        string
	json           bool
	urls           bool
	verbose        bool
	silent         bool
	showError      bool
	location       bool
	maxRedirs      int
	fail           bool
	maxTime        seconds
	connectTimeout seconds
	retry          int
	retryDelay     seconds
	dryRun         bool
	allowPorts     []uint16
	allowNets      []open.Net
	maxSize        size
	email          string
	nullCWD        string
	tls            bool

	output     string
	outputDir  string
	remoteName bool
	force      bool
	span       span
	resume     resume

	compose bool
	mailer  string
}

// newGetFlags returns the flags as they are when none is given.
func newGetFlags() *getFlags {
	return &getFlags{edition: earl.RFC3986.Name(), maxRedirs: open.DefaultHops, nullCWD: "fail"}
}

// add adds the flags of get and ls.
func (g *getFlags) add(c *cobra.Command) {
	editionFlag(c, &g.edition)
	f := c.Flags()
	f.BoolVar(&g.json, "json", false, "write one JSON object a line: the entries of a listing, else what was found")
	f.BoolVar(&g.urls, "urls", false, "write the URLs of a listing's entries alone")
	f.BoolVarP(&g.verbose, "verbose", "v", false, "write what is sent (>), what comes back (<) and remarks (*) to stderr")
	f.BoolVarP(&g.silent, "silent", "s", false, "write no progress, no remarks and no errors")
	f.BoolVarP(&g.showError, "show-error", "S", false, "with -s, write errors all the same")
	f.BoolVarP(&g.location, "location", "L", false, "follow referrals, which is done anyway")
	f.IntVar(&g.maxRedirs, "max-redirs", g.maxRedirs, "follow at most `N` referrals; 0 shows where they lead, -1 sets no limit")
	f.BoolVarP(&g.fail, "fail", "f", false, "fail, and write nothing, where an http server answers with an error")
	f.Var(&g.maxTime, "max-time", "give up a URL after this many seconds")
	f.Var(&g.connectTimeout, "connect-timeout", "give up a connection after this many seconds (default 10)")
	f.IntVar(&g.retry, "retry", 0, "try up to `N` times more where there is no connection or the server is busy")
	f.Var(&g.retryDelay, "retry-delay", "wait this many seconds before each retry (default 1, then 2, 4 ...)")
	f.BoolVar(&g.dryRun, "dry-run", false, "print what would be sent, and send nothing")
	f.Var((*ports)(&g.allowPorts), "allow-port", "open this `PORT` though another protocol lives there; may be repeated")
	f.Var((*nets)(&g.allowNets), "allow-net", "let referrals lead to the private addresses `CIDR[:PORT]`; may be repeated")
	f.Var(&g.maxSize, "max-size", "refuse a document of more than this many octets (k, M, G)")
	f.StringVar(&g.email, "email", "", "send this `ADDRESS` as the password of anonymous ftp (default \"anonymous@\")")
	f.StringVar(&g.nullCWD, "null-cwd", g.nullCWD, "what becomes of an empty ftp segment that the server refuses: `fail|stay` where it is")
	f.BoolVar(&g.tls, "tls", false, "ask an ftp server for TLS before the login, and go no further without")
	complete(c, "null-cwd", "fail", "stay")
	f.SortFlags = false
}

// addOutput adds the flags of get alone.
func (g *getFlags) addOutput(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&g.output, "output", "o", "", "write to `FILE`; \"-\" is stdout, whatever the document is")
	f.BoolVarP(&g.remoteName, "remote-name", "O", false, "write to a file with the last name of the URL")
	f.StringVar(&g.outputDir, "output-dir", "", "write files into `DIR`")
	f.BoolVar(&g.force, "force", false, "with -O, write over a file that is there")
	f.VarP(&g.span, "range", "r", "get the octets `A-B`, counted from 0, or all from A on")
	f.VarP(&g.resume, "continue-at", "C", "resume at this `OFFSET`; \"-\" takes the size of the file")
	f.BoolVar(&g.compose, "compose", false, "write a letter to the address of a mailto URL, for a mail program to go on with")
	f.StringVar(&g.mailer, "mailer", "", "hand a mailto URL to the mail program `PROGRAM`, which may have arguments")
	_ = c.MarkFlagDirname("output-dir")
}

// check says what of the flags does not fit together.
func (g *getFlags) check(urls int) error {
	switch {
	case g.output != "" && g.remoteName:
		return usagef("-o and -O: one of them")
	case g.output != "" && g.output != "-" && urls > 1:
		return usagef("-o is for one URL; -O saves several, each to a file of its own")
	case g.span.given && g.resume.given:
		return usagef("-r and -C: one of them")
	case g.resume.given && g.resume.auto && !g.toFile():
		return usagef("-C -: there is no file to resume; name it with -o or -O")
	case g.nullCWD != "fail" && g.nullCWD != "stay":
		return usagef("--null-cwd %q: fail or stay", g.nullCWD)
	case g.retry < 0:
		return usagef("--retry %d: not less than 0", g.retry)
	case g.compose && g.mailer != "":
		return usagef("--compose and --mailer: one of them")
	case g.mailer != "" && strings.TrimSpace(g.mailer) == "":
		return usagef("--mailer: name a program")
	case g.json && g.urls:
		return usagef("--json and --urls: one of them")
	}
	return nil
}

// toFile reports whether documents are saved to files.
func (g *getFlags) toFile() bool { return g.remoteName || g.output != "" && g.output != "-" }

// policy returns the guards and limits that the flags ask for.
func (g *getFlags) policy() open.Policy {
	return open.Policy{
		AllowPorts: g.allowPorts,
		AllowNet:   g.allowNets,
		Hops:       g.maxRedirs,
		MaxSize:    int64(g.maxSize),
		Connect:    time.Duration(g.connectTimeout),
	}
}

// seconds is a time in seconds, such as 2.5, or with a unit, such as 2m.
type seconds time.Duration

var _ pflag.Value = new(seconds)

func (s *seconds) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}
func (*seconds) Type() string { return "SECONDS" }

// Set reads the text of the flag.
func (s *seconds) Set(text string) error {
	d, err := time.ParseDuration(text)
	if n, ferr := strconv.ParseFloat(text, 64); ferr == nil && n < math.MaxInt32 {
		d, err = time.Duration(n*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is not a number of seconds", text)
	}
	*s = seconds(d)
	return nil
}

// size is a number of octets, perhaps with k, M or G for the powers of 1024.
type size int64

func (s *size) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}
func (*size) Type() string { return "OCTETS" }

// Set reads the text of the flag.
func (s *size) Set(text string) error {
	digits, shift := text, 0
	if n := len(text) - 1; n > 0 {
		if k := strings.IndexByte("kmg", text[n]|0x20); k >= 0 {
			digits, shift = text[:n], 10*(k+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift {
		return fmt.Errorf("%q is not a number of octets", text)
	}
	*s = size(n << shift)
	return nil
}

// span is the text of -r.
type span struct {
	given       bool
	first, stop int64 // stop is behind the last; 0: the end of the object
}

func (s *span) String() string {
	switch {
	case !s.given:
		return ""
	case s.stop == 0:
		return fmt.Sprintf("%d-", s.first)
	}
	return fmt.Sprintf("%d-%d", s.first, s.stop-1)
}
func (*span) Type() string { return "RANGE" }

// Set reads the text of the flag.
func (s *span) Set(text string) error {
	a, b, ok := strings.Cut(text, "-")
	if ok && a == "" && b != "" {
		return fmt.Errorf("%q: the last octets cannot be asked for, only A-B and A-", text)
	}
	first, err := strconv.ParseUint(a, 10, 62)
	if !ok || err != nil {
		return fmt.Errorf("%q is not a range A-B or A-", text)
	}
	*s = span{given: true, first: int64(first)}
	if b == "" {
		return nil
	}
	last, err := strconv.ParseUint(b, 10, 62)
	if err != nil || last < first {
		return fmt.Errorf("%q is not a range A-B or A-", text)
	}
	s.stop = int64(last) + 1
	return nil
}

// resume is the text of -C.
type resume struct {
	given bool
	auto  bool // "-"
	at    int64
}

func (r *resume) String() string {
	switch {
	case !r.given:
		return ""
	case r.auto:
		return "-"
	}
	return strconv.FormatInt(r.at, 10)
}
func (*resume) Type() string { return "OFFSET" }

// Set reads the text of the flag.
func (r *resume) Set(text string) error {
	if text == "-" {
		*r = resume{given: true, auto: true}
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return fmt.Errorf("%q is neither an offset nor \"-\"", text)
	}
	*r = resume{given: true, at: int64(n)}
	return nil
}

// ports is the list of --allow-port.
type ports []uint16

func (*ports) String() string { return "" }
func (*ports) Type() string   { return "PORT" }

// Set reads one more port.
func (p *ports) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return fmt.Errorf("%q is not a port of 1 to 65535", text)
	}
	*p = append(*p, uint16(n))
	return nil
}

// nets is the list of --allow-net.
type nets []open.Net

func (*nets) String() string { return "" }
func (*nets) Type() string   { return "CIDR[:PORT]" }

// Set reads one more range.
func (n *nets) Set(text string) error {
	one, err := open.ParseNet(text)
	if err == nil {
		*n = append(*n, one)
	}
	return err
}
