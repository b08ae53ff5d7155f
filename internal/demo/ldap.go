package demo

import (
	"net"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/protocol/ldapserver"
)

// ldapExhibit is the directory server, its example and its stops on the tour.
var ldapExhibit = exhibit{
	scheme: "ldap",
	full:   "04\x02\x01\x00x/\x0a\x013\x04\x00\x04\x10too many readers\x8a\x161.3.6.1.4.1.1466.20036", // a notice of disconnection: rfc4511 4.4.1
	serve: func(l *library, idle time.Duration) func(net.Conn) {
		d := newDirectory(l)
		d.Idle = idle
		return d.Serve
	},
	example: Example{Title: "A directory", Text: "The people and the texts of the library, as entries with attributes."},
	path:    "o=library??one",
	holds:   "ou=people",
	stops: []stop{{
		why:   "The server itself: the names of the trees that it has.",
		path:  "",
		holds: "namingContexts: o=library",
	}, {
		why:  "The entries below one. Each is a URL.",
		path: "o=library??one",
		rows: []string{"ou=people", "ou=people/", "ou=texts"},
	}, {
		why:   "An entry, as LDIF.",
		path:  "cn=librarian,ou=people,o=library?cn,sn,mail",
		holds: "mail: librarian@library.example",
	}, {
		why:  "A search of the whole tree, with a filter.",
		path: "o=library?roomNumber?sub?(%26(objectClass=person)(roomNumber=*desk))",
		rows: []string{"cn=librarian,ou=people"},
	}},
}

// newDirectory returns the directory of the library's people and texts.
func newDirectory(l *library) *ldapserver.Directory {
	d := new(ldapserver.Directory)
	add := func(dn string, when time.Time, attributes ...string) {
		e := ldapserver.Entry{DN: dn}
		for i := 0; i < len(attributes); i += 2 {
			e.Attributes = append(e.Attributes, ldapserver.Attribute{Name: attributes[i], Values: []string{attributes[i+1]}})
		}
		e.Attributes = append(e.Attributes, ldapserver.Attribute{Name: "modifyTimestamp", Values: []string{when.UTC().Format("20060102150405Z")}, Operational: true})
		d.Entries = append(d.Entries, e)
	}
	add("o=library", opened, "objectClass", "organization", "o", "library", "description", "A library of texts about URLs")
	add("ou=people,o=library", opened, "objectClass", "organizationalUnit", "ou", "people")
	for _, u := range fingerUsers {
		words := strings.Fields(u.name)
		add("cn="+u.login+",ou=people,o=library", opened, "objectClass", "person", "cn", u.login, "cn", u.name, "sn", words[len(words)-1],
			"mail", u.login+"@library.example", "roomNumber", u.office)
	}
	add("ou=texts,o=library", opened, "objectClass", "organizationalUnit", "ou", "texts")
	for _, n := range l.files.children {
		if n.plain() {
			add("cn="+escapeDN(n.name)+",ou=texts,o=library", n.time, "objectClass", "document", "cn", n.name, "documentTitle", n.title())
		}
	}
	return d
}

// escapeDN returns a value for a distinguished name. Source: rfc4514 2.4.
func escapeDN(value string) string {
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		edge := c == ' ' && (i == 0 || i == len(value)-1) || c == '#' && i == 0
		if edge || strings.IndexByte(`"+,;<>\`, c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}
