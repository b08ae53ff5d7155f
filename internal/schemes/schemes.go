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

// registered has the schemes of the registry of IANA, without those that begin
// with "ms-" or "microsoft.".
const registered = `
aaa aaas about acap acct acd acr adiumxtra adt afp afs aim amss android appdata apt ar ark attachment aw
barion bb beshare bitcoin bitcoincash blob bolo browserext cabal calculator callto cap cast casts chrome
chrome-extension cid coap coap+tcp coap+ws coaps coaps+tcp coaps+ws com-eventbrite-attendee content
content-type crid cstr cvs dab dat data dav diaspora dict did dis dlna-playcontainer dlna-playsingle dns dntp
doi dpp drm drop dtmi dtn dvb dvx dweb ed2k eid elsi embedded ens ethereum example facetime fax feed feedready
fido file filesystem finger first-run-pen-experience fish fm ftp fuchsia-pkg geo gg git gitoid gizmoproject go
gopher graph grd gtalk h323 ham hcap hcp http https hxxp hxxps hydrazone hyper iax icap icon im imap info
iotdisco ipfs ipn ipns ipp ipps irc irc6 ircs iris iris.beep iris.lwz iris.xpc iris.xpcs isostore itms jabber
jar jms keyparc lastfm lbry ldap ldaps leaptofrogans lorawan lpa lvlt magnet mailserver mailto maps market
matrix message mid mms modem mongodb moz msnim msrp msrps mss mt mtqp mumble mupdate mvn news nfs ni nih nntp
notes num ocf oid onenote onenote-cmd opaquelocktoken openpgp4fpr otpauth p1 pack palm paparazzi payment payto
pkcs11 platform pop pres prospero proxy psyc pttp pwid qb query quic-transport redis rediss reload res
resource rmi rsync rtmfp rtmp rtsp rtsps rtspu sarif secondlife secret-token service session sftp sgn shc
sieve simpleledger simplex sip sips skype smb smp sms smtp snews snmp soap.beep soap.beeps soldat spiffe
spotify ssb ssh starknet steam stun stuns submit svn swh swid swidpath tag taler teamspeak tel teliaeid telnet
tftp things thismessage tip tn3270 tool turn turns tv udp unreal upt urn ut2004 uuid-in-package v-event vemmi
ventrilo ves videotex view-source vnc vscode vscode-insiders vsls w3 wais wcr web+ap web3 webcal wifi wpid ws
wss wtai wyciwyg xcon xcon-userid xfire xmlrpc.beep xmlrpc.beeps xmpp xri ymsgr z39.50 z39.50r z39.50s
`

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
