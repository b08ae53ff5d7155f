package demo

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/protocol/prosperoline"
)

// info answers GET-OBJECT-INFO with all attributes, or with the requested ones.
// CONTENTS must be requested by name.
func (a *answer) info(args []string) {
	if len(args) < 3 || args[1] != "ASCII" {
		a.fail("ERROR Which object?")
		return
	}
	n, name := a.objects[args[2]], args[2]
	switch {
	case name == "" || strings.Contains(name, ".."):
		a.fail("FAILURE NOT-AUTHORIZED")
	case name == movedName:
		a.text = prosperoline.AppendToken(append(a.text, "FORWARDED INTERNET-D "...), a.host)
		a.text = prosperoline.AppendToken(append(a.text, " ASCII "...), shelvesName+"/tour.txt")
		a.say(" 0")
	case name == doorsName || name == readingName || n != nil && n.dir:
		a.say("NONE-FOUND")
	case n == nil:
		a.fail("FAILURE NOT-FOUND")
	default:
		if args[0] != "CONTENTS" {
			a.attributes(n) // all methods: the client chooses one
		}
		if slices.Contains(strings.Split(args[0], "+"), "CONTENTS") {
			a.tell("ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA", n.data)
		}
	}
}

// attributes adds the attributes of a file or a directory.
func (a *answer) attributes(n *node) {
	const of = "ATTRIBUTE OBJECT INTRINSIC "
	a.tell(of+"LAST-MODIFIED SEQUENCE", n.time.Format("20060102150405Z"))
	if n.dir {
		return
	}
	a.say(of + "UNIX-MODES SEQUENCE -r--r--r--")
	a.tell(of+"SIZE SEQUENCE", fmt.Sprintf("%d bytes", len(n.data)))
	if what := interpretation(n); what != "" {
		a.say(of + "OBJECT-INTERPRETATION SEQUENCE " + what)
	}
	a.methods(n)
}

// interpretation returns the protocol's word for the type of a file, if it has
// one.
func interpretation(n *node) string {
	switch ext := path.Ext(n.name); {
	case n.readable():
		return "DOCUMENT TEXT ASCII"
	case ext == ".gif":
		return "IMAGE GIF"
	case ext == ".wav", ext == ".au":
		return "SOUND"
	}
	return "DATA"
}

// methods adds the access methods of a file, the best first: ftp, gopher, this
// server. A file with a slash in its name has no path by ftp. For an unusual
// name gopher comes first, because a gopher selector is opaque.
func (a *answer) methods(n *node) {
	const own = "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''"
	slash := false
	for up := n; up.parent != up; up = up.parent {
		slash = slash || strings.Contains(up.name, "/")
	}
	careful := slash || n.parent.name == "names"
	if careful {
		a.say(own)
	}
	if slash {
		return
	}
	arg := "BINARY"
	if n.readable() {
		arg = "TEXT"
	}
	a.method("OBJECT INTRINSIC ACCESS-METHOD SEQUENCE", "AFTP", a.ftp, n.path(), arg)
	a.method("OBJECT INTRINSIC ACCESS-METHOD SEQUENCE", "GOPHER", a.gopher, n.path(), string(kindOf(n)))
	if !careful {
		a.say(own)
	}
}
