package demo

import (
	"fmt"
	"strconv"
	"strings"
)

// ftpCommand is the action for one verb.
type ftpCommand struct {
	free bool // allowed before the login
	do   func(s *ftpSession, arg string)
}

// ftpCommands are the verbs that the server knows. Verbs that would change
// something are in the table so that the server refuses them (requirement F7 is
// the client's part of this).
var ftpCommands = map[string]ftpCommand{
	"USER": {true, (*ftpSession).cmdUser},
	"PASS": {true, (*ftpSession).cmdPass},
	"QUIT": {true, (*ftpSession).cmdQuit},
	"NOOP": {true, say(200, "Done, with pleasure.")},
	"SYST": {true, say(215, "UNIX Type: L8")},
	"FEAT": {true, (*ftpSession).cmdFeat},
	"HELP": {true, say(214, "Look around with CWD and LIST, and fetch with RETR.")},
	"OPTS": {true, (*ftpSession).cmdOpts},

	"CWD":  {false, (*ftpSession).cmdCwd},
	"CDUP": {false, func(s *ftpSession, _ string) { s.cmdCwd("..") }},
	"PWD":  {false, (*ftpSession).cmdPwd},
	"XPWD": {false, (*ftpSession).cmdPwd},
	"TYPE": {false, (*ftpSession).cmdType},
	"STRU": {false, only("F")},
	"MODE": {false, only("S")},
	"SIZE": {false, (*ftpSession).cmdSize},
	"MDTM": {false, (*ftpSession).cmdMdtm},
	"REST": {false, (*ftpSession).cmdRest},
	"STAT": {false, say(211, "The library is open, and you are in it.")},
	"ACCT": {false, say(202, "No account is needed.")},
	"ALLO": {false, say(202, "There is room, but you cannot use it.")},
	"ABOR": {false, say(226, "There was nothing to stop.")},

	"EPSV": {false, (*ftpSession).cmdEpsv},
	"PASV": {false, (*ftpSession).cmdPasv},
	"PORT": {false, say(502, "This server opens no connections. Use EPSV or PASV.")},
	"EPRT": {false, say(502, "This server opens no connections. Use EPSV or PASV.")},
	"RETR": {false, (*ftpSession).cmdRetr},
	"NLST": {false, (*ftpSession).cmdNlst},
	"LIST": {false, (*ftpSession).cmdList},
	"MLSD": {false, (*ftpSession).cmdMlsd},
	"MLST": {false, (*ftpSession).cmdMlst},

	"STOR": {false, readOnly}, "STOU": {false, readOnly}, "APPE": {false, readOnly},
	"DELE": {false, readOnly}, "MKD": {false, readOnly}, "XMKD": {false, readOnly},
	"RMD": {false, readOnly}, "XRMD": {false, readOnly}, "RNFR": {false, readOnly},
	"RNTO": {false, readOnly}, "MFMT": {false, readOnly}, "SITE": {false, say(502, "No such service here.")},
	"AUTH": {true, say(502, "No encryption is needed inside your own machine.")},
	"REIN": {true, say(502, "Log out and come in again instead.")},
	"SMNT": {false, say(502, "There is one tree, and you see it.")},
}

// say returns a command with the same reply to every argument.
func say(code int, lines ...string) func(*ftpSession, string) {
	return func(s *ftpSession, _ string) { s.reply(code, lines...) }
}

// only returns a command that accepts one argument, in upper or lower case.
func only(arg string) func(*ftpSession, string) {
	return func(s *ftpSession, a string) {
		if strings.EqualFold(a, arg) {
			s.reply(200, "As always.")
		} else {
			s.reply(504, "Only "+arg+" here.")
		}
	}
}

func readOnly(s *ftpSession, _ string) { s.reply(550, "The library is for reading only.") }

func (s *ftpSession) notFound(arg string) { s.reply(550, quoted(arg)+": not in this library.") }

// quoted returns a name for a reply: quotation marks are doubled (RFC 959,
// PWD), control characters are removed, and a long name is truncated.
func quoted(name string) string {
	if len(name) > 200 {
		name = name[:200] + "..."
	}
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return '?'
		}
		return r
	}, name)
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

func (s *ftpSession) cmdUser(arg string) {
	s.name, s.asked = arg, true
	s.loggedIn, s.user = false, ""
	s.drop()
	if s.anonymous() {
		s.reply(331, "Welcome. Your address as the password, or anything you like.")
		return
	}
	s.reply(331, "And the password?") // the same reply for unknown names
}

// anonymous reports whether USER named the anonymous user.
func (s *ftpSession) anonymous() bool {
	return strings.EqualFold(s.name, "anonymous") || strings.EqualFold(s.name, "ftp")
}

func (s *ftpSession) cmdPass(arg string) {
	switch {
	case !s.asked:
		s.reply(503, "USER first.")
		return
	case s.anonymous():
		s.user, s.cwd = "", s.d.library.root
	case s.name == Reader && arg == Password:
		s.user, s.cwd = Reader, s.d.library.home
	default:
		s.asked = false
		if s.failures++; s.failures >= maxFailures {
			s.reply(421, "That was the last try.")
			s.quit = true
			return
		}
		s.reply(530, "Not that name with that password.")
		return
	}
	s.asked, s.loggedIn, s.ascii, s.rest = false, true, true, 0
	s.reply(230, "You are in "+s.cwd.path()+".", "No one is in a hurry here.", "Logged in.")
}

func (s *ftpSession) cmdQuit(string) {
	s.reply(221, "Come again.")
	s.quit = true
}

// ftpFeatures are the extensions that FEAT lists.
var ftpFeatures = []string{"EPSV", "MDTM", "MLST type*;size*;modify*;perm*;", "REST STREAM", "SIZE", "UTF8"}

// cmdFeat lists the features. Each line of a feature begins with one space, and
// only the first and the last line have the code. Source: RFC 2389 3.2.
func (s *ftpSession) cmdFeat(string) {
	fmt.Fprint(s.out, "211-Features:\r\n")
	for _, feature := range ftpFeatures {
		fmt.Fprintf(s.out, " %s\r\n", feature)
	}
	s.reply(211, "End")
}

func (s *ftpSession) cmdOpts(arg string) {
	switch word, _, _ := strings.Cut(strings.ToUpper(arg), " "); word {
	case "UTF8":
		s.reply(200, "Names are UTF-8.")
	case "MLST":
		s.reply(200, "MLST OPTS type;size;modify;perm;")
	default:
		s.reply(501, "No such option.")
	}
}

// cmdCwd changes nothing if the argument is empty. Source: rfc1738 3.2.2 has
// clients send it; servers differ in what they do.
func (s *ftpSession) cmdCwd(arg string) {
	if arg == "" {
		s.reply(250, "An empty step. You stay in "+s.cwd.path()+".")
		return
	}
	n := s.find(arg)
	if n == nil || !n.dir {
		s.notFound(arg)
		return
	}
	s.cwd = n
	s.reply(250, "You are in "+n.path()+".")
}

func (s *ftpSession) cmdPwd(string) {
	s.reply(257, quoted(s.cwd.path())+" is where you are.")
}

func (s *ftpSession) cmdType(arg string) {
	switch strings.ToUpper(arg) {
	case "A", "A N":
		s.ascii = true
	case "I", "L 8":
		s.ascii = false
	case "":
		s.reply(501, "A or I?")
		return
	default:
		s.reply(504, "Only A and I here.")
		return
	}
	s.reply(200, "Type set to "+strings.ToUpper(arg)+".")
}

// file looks up a file. If the argument is not a file, it sends the error.
func (s *ftpSession) file(arg string) *node {
	n := s.find(arg)
	switch {
	case n == nil:
		s.notFound(arg)
		return nil
	case n.dir:
		s.reply(550, quoted(arg)+": a directory.")
		return nil
	}
	return n
}

// cmdSize refuses under TYPE A, because the size on the disk is not the size of
// what would be sent. Source: RFC 3659 4.
func (s *ftpSession) cmdSize(arg string) {
	if s.ascii {
		s.reply(550, "SIZE needs TYPE I: a text changes its size when it is sent.")
		return
	}
	if n := s.file(arg); n != nil {
		s.reply(213, strconv.Itoa(len(n.data)))
	}
}

func (s *ftpSession) cmdMdtm(arg string) {
	if n := s.file(arg); n != nil {
		s.reply(213, n.time.Format("20060102150405"))
	}
}

func (s *ftpSession) cmdRest(arg string) {
	n, err := strconv.ParseInt(arg, 10, 64)
	switch {
	case err != nil || n < 0:
		s.reply(501, "REST takes a number of bytes.")
	case s.ascii && n > 0:
		s.reply(501, "REST needs TYPE I: it counts the bytes of the file.")
	default:
		s.rest = n
		s.reply(350, fmt.Sprintf("The next RETR begins at byte %d.", n))
	}
}
