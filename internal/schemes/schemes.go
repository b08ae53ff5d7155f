// Package schemes has the names of URI schemes, including those that earl does not open. A
// link with such a scheme is not an error.
//
// The list is that of IANA (rfc7595), with schemes that are in wide use without a
// registration.
package schemes

import (
	"strings"
	"sync"
)

// Known reports whether name, in lower case, is registered with IANA, is in wide use, or
// begins with a prefix reserved for schemes of programs. It is safe for concurrent use.
func Known(name string) bool {
	for _, prefix := range [...]string{"ms-", "web+", "x-", "microsoft."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return names()[name]
}

// names returns the set of all names. It is created when it is first needed, because most
// runs do not need it.
var names = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(registered + " " + unregistered) {
		set[name] = true
	}
	return set
})

// unregistered has schemes of databases, programs and protocols in wide use.
const unregistered = `
amqp amqps arxiv bazaar bzr callto+tel cassandra chrome-untrusted consul couchdb devtools discord docker edge
etcd evernote figma firefox gemini geoip git+file git+http git+https git+ssh gs hdfs hdl hg intent isbn
itms-apps itms-appss javascript jdbc kafka ldapi lightning livescript lsid lxc mailbox mariadb matrixto
memcached monero moz-extension mqtt mqtts mssql mysql nats neo4j nostr npm obsidian oci odbc openid oracle
org-protocol pkg pmid postgres postgresql pulsar rdp s3 s3a scp signal slack slack-desktop smsto spartan
sqlite sqlserver steamlink svn+ssh tcp tg tls unix vault viber view vmrc vnc+ssh webcals webdav webdavs
whatsapp zoommtg zoomus zotero
`
