// Package schemes knows the names of URI schemes, also of those that earl does not
// open: a link to one of them is not a mistake.
//
// The list is that of IANA (rfc7595), with schemes that are in wide use without a
// registration.
package schemes

import (
	"strings"
	"sync"
)

// Known reports whether name, in lower case, is a scheme that is registered with
// IANA or in wide use, or begins with a prefix that is kept for schemes of
// programs. Several goroutines may call it.
func Known(name string) bool {
	for _, prefix := range [...]string{"ms-", "web+", "x-", "microsoft."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return names()[name]
}

// names returns the set of all names. It is made when it is first needed, because
// most programs never ask.
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
