package prospero

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// contentsMethod is the access method of a server that sends the object itself.
const contentsMethod = "PROSPERO-CONTENTS"

// method is one way to retrieve an object: a value of ACCESS-METHOD.
type method struct {
	name string // AFTP, GOPHER, TELNET ...
	place
	args []string
	menu string // for a gopher item, its line in a menu
}

// readMethod reads a value of ACCESS-METHOD: the method, four fields of a
// place, and arguments. An empty field means that of the link.
func readMethod(value []string, of place) (method, bool) {
	if len(value) < 5 {
		return method{}, false
	}
	m := method{name: value[0], place: of, args: value[5:]}
	if value[1] != "" {
		m.hostType = value[1]
	}
	if value[2] != "" {
		m.host, m.port = splitHost(value[2])
	}
	if value[3] != "" {
		m.nameType = value[3]
	}
	if value[4] != "" {
		m.place.name = value[4]
	}
	return m, true
}

// methods returns the access methods in the attributes of the object at a
// place.
func methods(list []attribute, of place) (found []method) {
	menu := word(list, "GOPHER-MENU-ITEM")
	for _, a := range all(list, "ACCESS-METHOD") {
		if m, ok := readMethod(a.value, of); ok {
			m.menu = menu
			found = append(found, m)
		}
	}
	return found
}

// arg returns the first argument, or "".
func (m method) arg() string {
	if len(m.args) == 0 {
		return ""
	}
	return m.args[0]
}

// String describes a method without a URL.
func (m method) String() string {
	return shown(strings.TrimSpace(fmt.Sprintf("%s of %q at %s", m.name, m.place.name, m.host)))
}

// errNoURL is the error of a method without a URL.
var errNoURL = errors.New("it has no URL")

// url returns the URL of a method under e, or else under rfc3986, and the kind
// of its object. Source: rfc1738 3.11; the Prospero protocol's list of access
// methods.
func (m method) url(e *earl.Edition) (u earl.URL, kind open.Kind, err error) {
	if m.hostType != internet || strings.HasPrefix(m.host, "-") {
		return u, kind, errNoURL
	}
	switch m.name {
	case "AFTP", "FTP":
		v, kind := m.ftp()
		u, err = compose(e, v)
		return u, kind, err
	case "GOPHER":
		v := m.gopher()
		u, err = compose(e, v)
		return u, gopherKind(v.Type.Value), err
	case "TELNET", "TN3270":
		u, err = m.telnet(e)
		return u, open.KindSession, err
	case "NFS", "AFS":
		u, err = m.mounted()
		return u, open.KindUnknown, err
	}
	return u, kind, errNoURL
}

// compose is [dialogue.Compose] with a check of the host.
func compose(e *earl.Edition, v earl.View) (earl.URL, error) {
	u, err := dialogue.Compose(e, v)
	if err != nil {
		return earl.URL{}, err
	}
	var refusal *open.Refusal
	if _, err = open.HostPort(u); errors.As(err, &refusal) {
		return earl.URL{}, errors.New(refusal.Reason)
	}
	return u, nil
}

// portField returns the port of a method, unless it is the default of its
// protocol.
func (m method) portField(byDefault string) earl.Field {
	if m.port == "" || m.port == byDefault {
		return earl.Field{}
	}
	return earl.Some(earl.Octets(m.port))
}

// ftp returns the view of a file for ftp, and its kind. The hsoname of AFTP is
// a path from the root of the anonymous login. That of FTP is a path of the
// server's machine. Source: rfc1738 3.2.2.
func (m method) ftp() (views.FTP, open.Kind) {
	v := views.FTP{Host: earl.Octets(m.host), Port: m.portField("21")}
	path, absolute := strings.CutPrefix(m.place.name, "/")
	segments := strings.Split(path, "/")
	if absolute && m.name == "FTP" {
		segments[0] = "/" + segments[0]
	}
	for _, segment := range segments[:len(segments)-1] {
		v.Cwd = append(v.Cwd, earl.Octets(segment))
	}
	v.Name = earl.Some(earl.Octets(segments[len(segments)-1]))
	switch m.arg() {
	case "BINARY":
		v.Type = earl.Some("i")
	case "TEXT":
		v.Type = earl.Some("a")
	case "DIRECTORY":
		v.Type = earl.Some("d")
		return v, open.KindListing
	}
	return v, open.KindDocument
}

// gopher returns the view of a gopher item. The hsoname is its selector. Its
// type is that of its line in a menu, else that in the argument, else the
// selector's first byte. Source: rfc1738 3.4.1.
func (m method) gopher() views.Gopher {
	v := views.Gopher{Scheme: "gopher", Host: earl.Octets(m.host), Port: m.portField("70"), Selector: earl.Octets(m.place.name)}
	typ := "1"
	switch arg := m.arg(); {
	case m.menu != "":
		typ = m.menu[:1]
	case len(arg) == 1:
		typ = arg
	case arg == "TEXT":
		typ = "0"
	case arg == "BINARY":
		typ = "9"
	case m.place.name != "":
		typ = m.place.name[:1]
	}
	v.Type = earl.Some(earl.Octets(typ))
	return v
}

// gopherKind returns the kind of a gopher item of a type.
func gopherKind(t earl.Octets) open.Kind {
	switch t {
	case "1":
		return open.KindListing
	case "7":
		return open.KindForm
	case "8", "T":
		return open.KindSession
	}
	return open.KindDocument
}

// telnet returns the URL of a terminal session. The instructions or the
// hsoname, which has no other meaning, contain its login. The login is advice.
// Source: rfc1738 3.8; draft1993 Telnet.
func (m method) telnet(e *earl.Edition) (earl.URL, error) {
	user := m.place.name
	if _, rest, ok := strings.Cut(m.arg(), `account name "`); ok {
		user, _, _ = strings.Cut(rest, `"`)
	}
	v := views.Telnet{Host: earl.Octets(m.host), Port: m.portField("23"), Slash: true}
	if isLogin(user) {
		v.User = earl.Some(earl.Octets(user))
	}
	u, err := compose(e, v)
	if err != nil || m.name == "TELNET" {
		return u, err
	}
	return earl.RFC3986.Parse("tn3270" + strings.TrimPrefix(u.String(), "telnet"))
}

// isLogin reports whether text looks like a login name. Text that begins with
// "-" does not, because another program could read it as an option.
func isLogin(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("._-", c) >= 0) {
			return false
		}
	}
	return text != "" && text[0] != '-'
}

// mounted returns the URL of a file in a distributed file system. The registry
// lists such schemes without a definition. Source: rfc1738 4; draft1993 BNF.
func (m method) mounted() (earl.URL, error) {
	path := "/" + strings.TrimPrefix(m.place.name, "/")
	if system := strings.Trim(m.arg(), "/"); m.name == "NFS" && system != "" {
		path = "/" + system + path
	}
	return earl.RFC3986.Compose(earl.Parts{
		Scheme: strings.ToLower(m.name), Host: earl.Some(earl.Octets(m.host)), Port: m.portField(""), Path: string(earl.RFC3986.AppendEscape(nil, earl.Octets(path), "/")),
	})
}
