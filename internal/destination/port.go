package destination

import "slices"

// badPorts are the ports of other protocols, in ascending order: those that
// browsers block, and two databases that take commands as lines of text.
// Source: Fetch Standard, "Port blocking"; 6379 (redis) and 11211 (memcached)
// are additions.
var badPorts = [...]uint16{
	1, 7, 9, 11, 13, 15, 17, 19, // tcpmux, echo, discard, systat, daytime, netstat, qotd, chargen
	20, 21, 22, 23, 25, 37, // ftp-data, ftp, ssh, telnet, smtp, time
	42, 43, 53, 69, 77, 79, 87, 95, // name, nicname, domain, tftp, -, finger, -, supdup
	101, 102, 103, 104, 109, 110, 111, 113, // hostname, iso-tsap, gppitnp, acr-nema, pop2, pop3, sunrpc, auth
	115, 117, 119, 123, 135, 137, 139, 143, // sftp, uucp-path, nntp, ntp, epmap, netbios-ns, netbios-ssn, imap
	161, 179, 389, 427, 465, // snmp, bgp, ldap, svrloc, submissions
	512, 513, 514, 515, 526, 530, 531, 532, // exec, login, shell, printer, tempo, courier, chat, netnews
	540, 548, 554, 556, 563, 587, 601, 636, // uucp, afp, rtsp, remotefs, nntps, submission, syslog-conn, ldaps
	989, 990, 993, 995, // ftps-data, ftps, imaps, pop3s
	1719, 1720, 1723, 2049, 3659, // h323gatestat, h323hostcall, pptp, nfs, apple-sasl
	4045, 4190, 5060, 5061, // npp, sieve, sip, sips
	6000, 6379, 6566, // x11, redis, sane-port
	6665, 6666, 6667, 6668, 6669, 6679, 6697, // ircu, osaut, ircs-u
	10080, 11211, // amanda, memcached
}

// IsBadPort reports whether a port belongs to another protocol than those of URLs,
// or to a scheme that has it as its default.
func IsBadPort(port uint16) bool {
	_, found := slices.BinarySearch(badPorts[:], port)
	return found
}
