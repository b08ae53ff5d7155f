package prospero

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/prospero/line"
)

// A command is what a request asks of a place.
type command string

// The commands of requests: for the attributes of an object, among them its access
// methods; for its links, if it turns out to be a directory; for its contents, if
// the server is to send the object itself. Source: Prospero protocol, 12 June 1993.
const (
	askObject    command = "GET-OBJECT-INFO #ALL"
	askDirectory command = "DIRECTORY"
	askContents  command = "GET-OBJECT-INFO CONTENTS"
)

// remoteID begins the value of a field ID that means something to a server.
const remoteID = "REMOTE "

// lines returns the lines of a request about a place. Of the fields of a URL the
// server is told OBJECT-VERSION, HSONAME-TYPE and an ID of the form "REMOTE n", of
// draft1993's the version. Source: rfc1738 3.11; Prospero protocol, 12 June 1993.
func (p place) lines(ask command) []string {
	object := []byte(ask)
	for _, field := range [...]string{p.nameType, p.name, p.version} {
		object = line.AppendToken(append(object, ' '), field)
	}
	lines := []string{"VERSION 5", "AUTHENTICATE '' UNAUTHENTICATED anonymous", string(object)}
	if id, ok := strings.CutPrefix(p.id, remoteID); ok {
		lines = append(lines, string(line.AppendToken([]byte("SELECT OBJECT FIELD ID SEQUENCE REMOTE "), id)))
	}
	if ask == askDirectory {
		lines = append(lines, "LIST ATTRIBUTES COMPONENTS")
	}
	return lines
}

// request returns a request about a place. The error is [earl.ErrControl] for a
// name with control bytes, which a server may give us too.
func (p place) request(ask command) (earl.Octets, error) {
	if p.hostType != internet {
		return "", fmt.Errorf("%w: a host of the type %q", errors.ErrUnsupported, shown(p.hostType))
	}
	if p.long() {
		return "", fmt.Errorf("%w: an object name of more than %d octets", open.ErrProtocol, maxName)
	}
	lines := p.lines(ask)
	for _, text := range lines {
		if strings.ContainsFunc(text, dialogue.IsControl) {
			return "", earl.ErrControl
		}
	}
	return earl.Octets(strings.Join(lines, "\n") + "\n"), nil
}
