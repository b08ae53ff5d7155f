// Package schemes has the names of URI schemes, including those that earl does not open. A
// link with such a scheme is not an error.
//
// The list is that of IANA (rfc7595), with the status and the reference of each scheme, and
// schemes that are in wide use without a registration.
package schemes

import (
	"iter"
	"strings"
	"sync"
)

// Known reports whether name, in lower case, is registered with IANA, is in wide use, begins with
// a prefix reserved for schemes of programs, or is that of a program with one of these after or
// before a plus sign, such as registry+https. It is safe for concurrent use.
func Known(name string) bool {
	for _, prefix := range [...]string{"ms-", "web+", "x-", "microsoft."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	if names()[name] {
		return true
	}
	before, after, ok := strings.Cut(name, "+")
	return ok && before != "" && after != "" && (Known(after) || Known(before))
}

// names returns the set of all names. It is created when it is first needed, because most
// runs do not need it.
var names = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(unregistered) {
		set[name] = true
	}
	for r := range All() {
		set[r.Name] = true
	}
	return set
})

// A Registration is an entry of IANA's registry of schemes.
type Registration struct {
	Name   string // in lower case
	Status string // "permanent", "provisional" or "historical"
	// Reference is what defines the scheme: documents such as "RFC 2806, RFC 3966", or the URL of the
	// request for its registration; "" if the registry has neither.
	Reference string
}

// String returns the entry in a few words, such as "provisional, RFC 1738".
func (r Registration) String() string {
	if r.Reference == "" {
		return r.Status
	}
	return r.Status + ", " + r.Reference
}

// All yields the registry in the order of the names.
func All() iter.Seq[Registration] {
	return func(yield func(Registration) bool) {
		for line := range strings.Lines(registered) {
			if line = strings.TrimSuffix(line, "\n"); line != "" && !yield(registration(line)) {
				return
			}
		}
	}
}

// Find returns the entry of a scheme, given in lower case. It needs no table in memory.
func Find(name string) (r Registration, ok bool) {
	for from := 0; name != "" && !strings.ContainsAny(name, " \n"); {
		i := strings.Index(registered[from:], "\n"+name)
		if i < 0 {
			break
		}
		line, _, _ := strings.Cut(registered[from+i+1:], "\n")
		if line == name || line[len(name)] == ' ' {
			return registration(line), true
		}
		from += i + 1
	}
	return r, false
}

// registration returns the entry in a line.
func registration(line string) Registration {
	name, entry, ok := strings.Cut(line, " ")
	if !ok {
		entry = "pprov/" + name
	}
	r := Registration{Name: name, Status: "provisional"}
	switch entry[0] {
	case 'P':
		r.Status = "permanent"
	case 'h':
		r.Status = "historical"
	}
	if strings.Contains(entry, "/") {
		//lint:ignore urlconcat both are names of the registry
		r.Reference = "https://www.iana.org/assignments/uri-schemes/" + entry[1:]
		return r
	}
	for document := range strings.SplitSeq(entry[1:], ",") {
		if r.Reference != "" {
			r.Reference += ", "
		}
		if document != "" && '0' <= document[0] && document[0] <= '9' {
			r.Reference += "RFC "
		}
		r.Reference += document
	}
	return r
}

// unregistered has schemes of databases, programs and protocols in wide use.
const unregistered = `
amqp amqps arxiv bazaar bzr cassandra chrome-untrusted consul couchdb devtools discord docker edge
etcd evernote figma firefox gemini geoip gs hdfs hdl hg intent isbn
itms-apps itms-appss javascript jdbc kafka ldapi lightning livescript lsid lxc mailbox mariadb matrixto
memcached monero moz-extension mqtt mqtts mssql mysql nats neo4j nostr npm obsidian oci odbc openid oracle
org-protocol pkg pmid pop3 pop3s postgres postgresql pulsar rdp s3 s3a scp signal slack slack-desktop smsto smtps socks4 socks4a socks5 socks5h spartan
sqlite sqlserver steamlink tcp tg tls unix vault viber view vmrc webcals webdav webdavs
whatsapp zoommtg zoomus zotero
`
