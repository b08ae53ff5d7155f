package demo

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/earl-url/earl/internal/protocol/prosperoline"
)

// catalog is the data of the directory server: where each object of the library is, and how to
// retrieve it. It contains no objects, except small texts.
type catalog struct {
	library *library
	host    string           // this server's address, as in links: "127.0.0.1(1525)"
	ftp     string           // that of the ftp server
	gopher  string           // that of the gopher server
	telnet  string           // that of the telnet server
	objects map[string]*node // by object name
}

// The object names of directories outside the library's tree.
const (
	shelvesName = "library" // the root of the library; below it object names are paths
	doorsName   = "doors"   // links to the other servers
	readingName = "reading" // all texts, from every directory
	movedName   = shelvesName + "/old-tour.txt"
)

// newCatalog gives every node of the library its object name.
func newCatalog(l *library, own, ftp, gopher, telnet string) *catalog {
	c := &catalog{l, linkHost(own), linkHost(ftp), linkHost(gopher), linkHost(telnet), map[string]*node{}}
	for _, n := range l.files.children {
		n.walk(func(n *node) { c.objects[shelvesName+n.path()] = n })
	}
	c.objects[shelvesName] = l.files
	return c
}

// linkHost returns host and port in the form of a link.
func linkHost(address string) string {
	host, port, _ := net.SplitHostPort(address)
	return host + "(" + port + ")"
}

// answer returns the response to a request: the lines of each command, up to the first command
// that fails.
func (c *catalog) answer(request []byte) []byte {
	r := prosperoline.NewReader(bytes.NewReader(request))
	a := &answer{catalog: c}
	for !a.failed {
		text, err := r.ReadLine()
		if err == io.EOF {
			break
		}
		tokens, err := prosperoline.Split(text)
		if err != nil {
			a.fail("ERROR A quote does not end")
		} else if len(tokens) > 0 {
			a.command(tokens)
		}
	}
	return a.text
}

// maxAsked is how many listings and objects a request may contain. Clients request one, because
// the results of several cannot be told apart.
const maxAsked = 4

// answer is a response that is being written.
type answer struct {
	*catalog
	directory string
	asked     int // listings and objects so far
	text      []byte
	failed    bool
}

// command runs the command in one line.
func (a *answer) command(tokens []string) {
	args := tokens[1:]
	if tokens[0] == "LIST" || tokens[0] == "GET-OBJECT-INFO" {
		if a.asked++; a.asked > maxAsked {
			a.fail("FAILURE TOO-MANY")
			return
		}
	}
	switch tokens[0] {
	case "VERSION":
		a.version(args)
	case "AUTHENTICATE", "SELECT": // everyone may read, and there are no versions
	case "STATUS":
		a.say("The directory server of a small library")
		a.say(fmt.Sprintf("Objects: %d", len(a.objects)))
	case "DIRECTORY":
		if len(args) < 2 || args[0] != "ASCII" {
			a.fail("ERROR Which directory?")
			return
		}
		a.directory = args[1]
	case "LIST":
		a.list(args)
	case "GET-OBJECT-INFO":
		a.info(args)
	default:
		a.fail("ERROR Unknown message: " + string(prosperoline.AppendToken(nil, tokens[0])))
	}
}

// say adds a line unchanged.
func (a *answer) say(text string) { a.text = append(append(a.text, text...), '\n') }

// tell adds a line: the words unchanged, then the tokens, quoted where necessary.
func (a *answer) tell(words string, tokens ...string) {
	a.text = append(a.text, words...)
	for _, t := range tokens {
		a.text = prosperoline.AppendToken(append(a.text, ' '), t)
	}
	a.text = append(a.text, '\n')
}

// fail adds the line of an error, which is the last.
func (a *answer) fail(text string) {
	a.say(text)
	a.failed = true
}

// version answers VERSION: the server supports one version.
func (a *answer) version(args []string) {
	switch {
	case len(args) == 0:
		a.say("VERSION 5 earl-demo")
	case args[0] != "5":
		a.fail("VERSION-NOT-SUPPORTED TRY 5")
	}
}

// list answers LIST with the links of a directory, or with those that match a component or a
// pattern.
func (a *answer) list(args []string) {
	attributes := len(args) > 0 && strings.Contains(args[0], "ATTRIBUTES")
	wanted := "*"
	if len(args) > 2 {
		wanted = args[len(args)-1]
		for _, component := range args[2 : len(args)-1] { // they are one path
			a.directory += "/" + component
		}
	}
	before := len(a.text)
	dir := a.objects[a.directory]
	switch {
	case a.directory == "", strings.Contains(a.directory, ".."):
		a.fail("FAILURE NOT-AUTHORIZED")
	case a.directory == doorsName:
		a.doors(wanted)
	case a.directory == readingName:
		a.union("articles")
		a.union("history")
	case dir == nil || !dir.dir:
		a.fail("FAILURE NOT-A-DIRECTORY")
	default:
		a.links(dir, wanted, attributes)
	}
	if len(a.text) == before {
		a.say("NONE-FOUND")
	}
}

// links adds the links of a directory of the library. The first directory also links to the
// directories outside the tree.
func (a *answer) links(dir *node, wanted string, attributes bool) {
	for _, n := range dir.children {
		if !fits(wanted, n.name) {
			continue
		}
		target := "FILE"
		if n.dir {
			target = "DIRECTORY"
		}
		a.link("L "+target, n.name, a.host, shelvesName+n.path())
		if attributes {
			a.attributes(n)
		}
	}
	if dir != a.library.files {
		return
	}
	for _, name := range []string{doorsName, readingName} {
		if fits(wanted, name) {
			a.link("L DIRECTORY", name, a.host, name)
		}
	}
}

// link adds a link. Its first word is followed by two spaces, like those of real servers.
func (a *answer) link(kind, name, host, object string) {
	a.text = prosperoline.AppendToken(append(a.text, "LINK  "+kind+" "...), name)
	a.text = prosperoline.AppendToken(append(a.text, " INTERNET-D "...), host)
	a.text = prosperoline.AppendToken(append(a.text, " ASCII "...), object)
	a.say(" 0")
}

// union adds a union link: the client lists its target too, as part of this directory. The
// server always sends it, whatever names the client requests.
func (a *answer) union(room string) {
	a.link("U DIRECTORY", room, a.host, shelvesName+"/"+room)
}

// doors adds links to the other servers, each with its access method. The links to http, nntp
// and WAIS have no method from which a client could make a URL.
func (a *answer) doors(wanted string) {
	for _, door := range []struct{ name, method, host, object, arg string }{
		{"by-ftp", "AFTP", a.ftp, "/", "DIRECTORY"},
		{"by-gopher", "GOPHER", a.gopher, "", "1"},
		{"search", "GOPHER", a.gopher, "/search", "7"},
		{"by-telnet", "TELNET", a.telnet, "guest", ""},
		{"the-house", "GOPHER", a.gopher, "/pictures/house.gif", "g"},
	} {
		if !fits(wanted, door.name) {
			continue
		}
		a.link("L EXTERNAL", door.name, door.host, door.object)
		a.method("CACHED FIELD ACCESS-METHOD", door.method, door.host, door.object, door.arg)
	}
}

// method adds an access method.
func (a *answer) method(of, name, host, object, arg string) {
	a.text = prosperoline.AppendToken(append(a.text, "ATTRIBUTE "+of+" "+name+" INTERNET-D "...), host)
	a.text = prosperoline.AppendToken(append(a.text, " ASCII "...), object)
	if arg != "" {
		a.text = append(a.text, " "+arg...)
	}
	a.say("")
}
