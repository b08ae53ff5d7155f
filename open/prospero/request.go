package prospero

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/prosperoline"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// A command is the kind of a request for a place.
type command string

// The commands of requests. They request the attributes of an object, which include its access
// methods; its links, if it is a directory; and its contents, if the server sends the object
// itself. Source: Prospero protocol, 12 June 1993.
const (
	askObject    command = "GET-OBJECT-INFO #ALL"
	askDirectory command = "DIRECTORY"
	askContents  command = "GET-OBJECT-INFO CONTENTS"
)

// remoteID begins the only values of a field ID that servers understand.
const remoteID = "REMOTE "

// lines returns the lines of a request for a place. Of the fields of a URL only OBJECT-VERSION,
// HSONAME-TYPE and an ID of the form "REMOTE n" are sent, and for draft1993 the version. Source:
// rfc1738 3.11; Prospero protocol, 12 June 1993.
func (p place) lines(ask command) []string {
	object := []byte(ask)
	for _, field := range [...]string{p.nameType, p.name, p.version} {
		object = prosperoline.AppendToken(append(object, ' '), field)
	}
	lines := []string{"VERSION 5", "AUTHENTICATE '' UNAUTHENTICATED anonymous", string(object)}
	if id, ok := strings.CutPrefix(p.id, remoteID); ok {
		lines = append(lines, string(prosperoline.AppendToken([]byte("SELECT OBJECT FIELD ID SEQUENCE REMOTE "), id)))
	}
	if ask == askDirectory {
		lines = append(lines, "LIST ATTRIBUTES COMPONENTS")
	}
	return lines
}

// request returns a request for a place. The error is [earl.ErrControl] for a name with control
// characters, which a server can send too.
func (p place) request(ask command) (earl.Octets, error) {
	if p.hostType != internet {
		return "", fmt.Errorf("%w: a host of the type %q", errors.ErrUnsupported, shown(p.hostType))
	}
	if p.long() {
		return "", fmt.Errorf("%w: an object name of more than %d bytes", open.ErrProtocol, maxName)
	}
	lines := p.lines(ask)
	for _, text := range lines {
		if strings.ContainsFunc(text, dialogue.IsControl) {
			return "", earl.ErrControl
		}
	}
	return earl.Octets(strings.Join(lines, "\n") + "\n"), nil
}
