package earl

import "strings"

// Scheme describes a scheme of the registry, or one that a program adds with
// [Edition.With]. Source: rfc1738 4.
type Scheme struct {
	Name     string   // lower case
	Port     uint16   // the default port; 0: none
	Login    bool     // a URL may have a user and a password
	Host     bool     // a URL must have a host to be opened
	UDP      bool     // its servers receive datagrams of UDP, not connections of TCP
	Relative Relative // whether relative references are used with it
	Note     string   // a sentence about the scheme and its document
	// Example is a URL of the scheme that its view reads, or "" if the scheme
	// has no view. Programs show it, and tests open it without a network.
	Example string
	NoTop   bool   // the path is a name that only the server understands: no URL identifies the top of a server
	Section string // the section that defines its syntax, such as "rfc1738 3.2"; "" if the syntax is not known
	// Designates is the kind of thing that its URLs identify. It decides who
	// may follow a link to one.
	Designates Designated
	// Check checks the scheme-specific part, without a fragment. It returns
	// Rule 0 if the part is valid; otherwise the offset and length in bytes of
	// the invalid text and the rule. A nil Check accepts every part.
	Check func(part string) (off, n int, r Rule)
	// View returns the view of a URL of a scheme that a program adds. If it is
	// nil, the scheme has no view. The views of the registry's schemes come
	// from [ParseView].
	View func(URL) (View, error)

	// RootPath is set if an empty path after the host means "/". Source: rfc3986 6.2.3.
	RootPath bool

	sendsSegments bool // the segments of the path are sent one by one, "." and ".." too
	plusSeparates bool // "+" separates names in the path, and an escaped one is part of a name
}

// Relative is how a scheme uses relative references. Source: draft1996 5.3.
type Relative uint8

// The values of Relative.
const (
	Unknown Relative = iota // no document describes it
	Never
	May // if its URLs have the syntax of a generic-RL
	Always
)

// String returns the name of r: "never", "may", "always" or "unknown".
func (r Relative) String() string {
	switch r {
	case Never:
		return "never"
	case May:
		return "may"
	case Always:
		return "always"
	}
	return "unknown"
}

// Designated is the kind of thing that the URLs of a scheme identify.
type Designated uint8

// The values of Designated.
const (
	Object    Designated = iota // something on a server: a document, a directory, a search
	LocalFile                   // a file on the machine that opens the URL; documents from elsewhere must not link to it. Source: rfc1738 3.10
	Service                     // an interactive service for a user at a terminal. Source: rfc1738 3.8
	Mailbox                     // an email address. Source: rfc1738 3.5
	Content                     // the object itself, which the URL contains: opening it contacts no server. Source: rfc2397 2
	Message                     // a message in the mail of the user, or a part of one; only mail and local files may link to it. Source: rfc2392 2
)

// String returns the name of d: "object", "local file", "service", "mailbox",
// "content" or "message".
func (d Designated) String() string {
	switch d {
	case LocalFile:
		return "local file"
	case Service:
		return "service"
	case Mailbox:
		return "mailbox"
	case Content:
		return "content"
	case Message:
		return "message"
	}
	return "object"
}

// Designates returns what u designates, according to its edition and scheme. It
// returns Object for a scheme that the edition does not know.
func (u URL) Designates() Designated {
	if s := u.edition.findScheme(u.Scheme()); s != nil {
		return s.Designates
	}
	return Object
}

// IsHandOff reports whether opening such a URL starts another program for the
// user, as for a service or a mailbox. Only the user can request this.
func (d Designated) IsHandOff() bool { return d == Service || d == Mailbox }

// IsLocal reports whether such a URL opens something of the user's own: a file
// or a message. No document from elsewhere may lead to it.
func (d Designated) IsLocal() bool { return d == LocalFile || d == Message }

// IsLinkedFrom reports whether a document that from identifies may link or
// redirect to what d identifies. Only local files link to local files, and only
// local files and messages to messages: a message comes from outside too.
// Source: rfc1738 3.10; draft1996 10.
func (d Designated) IsLinkedFrom(from Designated) bool {
	return !d.IsLocal() || from == LocalFile || from == d
}

// schemes is the registry: the ten schemes of RFC 1738 in its order, finger,
// the variants of these schemes, later schemes, and names that the documents
// only reserve or mention.
var schemes = [...]Scheme{
	{Name: "ftp", Section: "rfc1738 3.2", Port: 21, Login: true, Host: true, Relative: Always, Note: "File Transfer Protocol (rfc1738 3.2)", Example: "ftp://ftp.example.org/pub/", RootPath: true, sendsSegments: true},
	{Name: "http", Section: "rfc1738 3.3", Port: 80, Host: true, Relative: Always, Note: "Hypertext Transfer Protocol (rfc1738 3.3)", Example: "http://www.example.org/", RootPath: true},
	{Name: "gopher", Section: "rfc1738 3.4", Port: 70, Host: true, Relative: May, Note: "The Gopher and Gopher+ protocols (rfc1738 3.4)", Example: "gopher://gopher.example.org/", RootPath: true},
	{Name: "mailto", Section: "rfc1738 3.5", Relative: Never, Designates: Mailbox, Note: "An electronic mail address (rfc1738 3.5)", Example: "mailto:reader@example.org"},
	{Name: "news", Section: "rfc1738 3.6", Relative: Never, Note: "USENET news, from the news server in the settings (rfc1738 3.6)", Example: "news:comp.infosystems.www.misc"},
	{Name: "nntp", Section: "rfc1738 3.7", Port: 119, Host: true, Relative: Always, Note: "USENET news, from the server in the URL (rfc1738 3.7)", Example: "nntp://news.example.org/comp.lang.c/1", sendsSegments: true},
	{Name: "telnet", Section: "rfc1738 3.8", Port: 23, Login: true, Host: true, Relative: Never, Designates: Service, Note: "An interactive service (rfc1738 3.8)", Example: "telnet://library.example.org/", RootPath: true},
	{Name: "wais", Section: "rfc1738 3.9", Port: 210, Host: true, Relative: May, Note: "Wide Area Information Servers (rfc1738 3.9)", Example: "wais://wais.example.org/directory-of-servers"},
	{Name: "file", Section: "rfc1738 3.10", Relative: Always, Designates: LocalFile, Note: "A file on this machine (rfc1738 3.10)", Example: "file:///"},
	{Name: "prospero", Section: "rfc1738 3.11", Port: 1525, Host: true, NoTop: true, UDP: true, Relative: May, Note: "The Prospero Directory Service (rfc1738 3.11)", Example: "prospero://prospero.example.org/pub"},

	{Name: "finger", Section: "rfc1288 2.3", Port: 79, Host: true, Relative: Never, Note: "The users of a host (rfc1288)", Example: "finger://host.example.org/joe", RootPath: true},

	{Name: "https", Section: "rfc1738 3.3", Port: 443, Host: true, Relative: Always, Note: "http over TLS (rfc9110 4.2.2)", Example: "https://www.example.org/", RootPath: true},
	{Name: "ftps", Section: "rfc1738 3.2", Port: 990, Login: true, Host: true, Relative: Always, Note: "ftp over TLS from the first byte, in use without a standard", Example: "ftps://ftp.example.org/pub/", RootPath: true, sendsSegments: true},
	{Name: "gophers", Section: "rfc1738 3.4", Port: 70, Host: true, Relative: May, Note: "gopher over TLS, in use without a standard", Example: "gophers://gopher.example.org/", RootPath: true},
	{Name: "nntps", Section: "rfc1738 3.7", Port: 563, Host: true, Relative: Always, Note: "nntp over TLS (rfc8143 2), in use without a standard", Example: "nntps://news.example.org/comp.lang.c/1", sendsSegments: true},
	{Name: "ws", Port: 80, Host: true, Relative: Always, Note: "WebSocket, which the scripts of a page open (rfc6455 3)", RootPath: true},
	{Name: "wss", Port: 443, Host: true, Relative: Always, Note: "WebSocket over TLS, which the scripts of a page open (rfc6455 3)", RootPath: true},

	{Name: "data", Section: "rfc2397 3", Relative: Never, Designates: Content, Note: "The content is in the URL itself (rfc2397)", Example: "data:text/plain;charset=utf-8,A%20brief%20note"},
	{Name: "mid", Section: "rfc2392 2", Relative: Never, Designates: Message, Note: "A message, or a part of one, in the mail of the user (rfc2392)", Example: "mid:960830.1639@example.org/partA.960830.1639@example.org"},
	{Name: "cid", Section: "rfc2392 2", Relative: Never, Designates: Message, Note: "A part of the message that contains the reference (rfc2392)", Example: "cid:partA.960830.1639@example.org"},
	{Name: "dict", Section: "rfc2229 5", Port: 2628, Login: true, Host: true, Relative: Never, Note: "Definitions of words (rfc2229)", Example: "dict://dict.example.org/d:locator", RootPath: true},
	{Name: "whois", Section: "rfc3912 2", Port: 43, Host: true, Relative: Never, Note: "Who registered a domain or an address (rfc3912)", Example: "whois://whois.example.org/example.org", RootPath: true},
	{Name: "gemini", Section: "gemini specification", Port: 1965, Host: true, Relative: Always, Note: "The Gemini protocol (gemini specification)", Example: "gemini://gemini.example.org/", RootPath: true},
	{Name: "sftp", Section: "draft-ietf-secsh-scp-sftp-ssh-uri 04", Port: 22, Login: true, Host: true, Relative: Always, Note: "Files of a host over SSH (draft-ietf-secsh-scp-sftp-ssh-uri-04)", Example: "sftp://sftp.example.org/pub/", RootPath: true, sendsSegments: true},
	{Name: "tftp", Section: "rfc3617 3", Port: 69, Host: true, UDP: true, Relative: Never, Note: "Trivial File Transfer Protocol (rfc3617)", Example: "tftp://host.example.org/boot/config.txt"},
	{Name: "imap", Section: "rfc5092 2", Port: 143, Login: true, Host: true, Relative: May, Note: "Mailboxes and messages of a mail server (rfc5092)", Example: "imap://reader@mail.example.org/INBOX", RootPath: true},
	{Name: "imaps", Section: "rfc5092 2", Port: 993, Login: true, Host: true, Relative: May, Note: "imap over TLS (rfc8314 3.2), in use without a standard", Example: "imaps://reader@mail.example.org/INBOX", RootPath: true},
	{Name: "pop", Section: "rfc2384 3", Port: 110, Login: true, Host: true, Relative: Never, Note: "The messages of a mailbox (rfc2384)", Example: "pop://reader@mail.example.org/", RootPath: true},
	{Name: "pops", Section: "rfc2384 3", Port: 995, Login: true, Host: true, Relative: Never, Note: "pop over TLS (rfc8314 3.3), in use without a standard", Example: "pops://reader@mail.example.org/", RootPath: true},
	{Name: "mailserver", Section: "draft-ietf-uri-url-mailserver-01 syntax", Relative: Never, Designates: Mailbox, Note: "A message to a mail server, which is never sent; reserved (rfc1738 4)", Example: "mailserver:listserv@example.org/info/get%20index"},
	{Name: "listserv", Relative: Never, Note: "Mailing lists of BITNET; mentioned (draft1993), and no document gives it a URL: a mailserver URL describes such a message"},
	{Name: "afs", Section: "draft1993 BNF", Host: true, Relative: Always, Designates: LocalFile, Note: "A file of the Andrew File System, where this machine has mounted it; reserved (rfc1738 4)", Example: "afs://cell.example.org/pub/"},
	{Name: "rlogin", Section: "rfc1738 3.8", Port: 513, Login: true, Host: true, Relative: Never, Designates: Service, Note: "A remote login session (rfc1282); mentioned with telnet (draft1993)", Example: "rlogin://host.example.org/", RootPath: true},
	{Name: "tn3270", Section: "rfc6270 2", Port: 23, Login: true, Host: true, Relative: Never, Designates: Service, Note: "A service for 3270 displays (rfc6270)", Example: "tn3270://host.example.org/", RootPath: true},
	{Name: "ldap", Section: "rfc4516 2", Port: 389, Host: true, Relative: Never, Note: "Entries of a directory (rfc4516)", Example: "ldap://ldap.example.org/dc=example,dc=org??one", RootPath: true},
	{Name: "ldaps", Section: "rfc4516 2", Port: 636, Host: true, Relative: Never, Note: "ldap over TLS, in use without a standard", Example: "ldaps://ldap.example.org/dc=example,dc=org??one", RootPath: true},
	{Name: "x500", Note: "Names in the X.500 directory; draft1993 has no syntax for them, and no program opens them: an entry of that directory has an ldap URL today (draft1993 X500; rfc4516)"},
	{Name: "z39.50r", Section: "rfc2056 2", Port: 210, Host: true, Relative: Never, Note: "A record of a Z39.50 service (rfc2056)", Example: "z39.50r://library.example.org/books?12345", plusSeparates: true},
	{Name: "z39.50s", Section: "rfc2056 2", Port: 210, Host: true, Relative: Never, Note: "A session with a Z39.50 service (rfc2056)", Example: "z39.50s://library.example.org/books", plusSeparates: true},
	{Name: "z39.50", Note: "Access to ANSI Z39.50 services; reserved (rfc1738 4). No document defines it; its living forms are z39.50r and z39.50s (rfc2056)"},
	{Name: "nfs", Section: "rfc2224 1", Port: 2049, Host: true, Relative: Always, Note: "Files and directories of an NFS server (rfc2224)", Example: "nfs://nfs.example.org/pub/", RootPath: true},
	{Name: "urn", Note: "Names, not locators; never opened, because a name says what a thing is and not where (draft1993 Registration)"},
	{Name: "whois++", Note: "A successor of whois with structured answers; mentioned (draft1993), and no server of it runs any more (rfc1835)"},
	{Name: "ftam", Note: "File Transfer, Access and Management of OSI (ISO 8571); mentioned (draft1993), and no document gives it a URL"},
	{Name: "sqlnet", Note: "A protocol of one database's clients; mentioned (draft1993), and no document gives it a URL"},
	{Name: "smtp", Note: "A protocol that delivers email; mentioned as a target of attacks (rfc1738 6), and never opened: mailto designates an address"},
	{Name: "snmp", Note: "The database of network management, which draft1993 leaves for study; URLs of it came later (rfc4088), and reading one needs a password of the device"},
}

// schemeNames are the names in the registry, each between spaces. Code that only
// asks for a name does not link the views.
const schemeNames = " " +
	"ftp http gopher mailto news nntp telnet wais file prospero finger https ftps gophers " +
	"nntps ws wss data mid cid dict whois gemini sftp tftp imap imaps pop pops mailserver " +
	"listserv afs rlogin tn3270 ldap ldaps x500 z39.50r z39.50s z39.50 nfs urn whois++ ftam " +
	"sqlnet smtp snmp "

// isRegistered reports whether the registry has a scheme. Case does not matter.
func isRegistered(name string) bool {
	name = strings.ToLower(name)
	return !strings.Contains(name, " ") && strings.Contains(schemeNames, " "+name+" ")
}

// findScheme returns the registry's description of a scheme in lower case, or
// nil.
func findScheme(name string) *Scheme {
	for i := range schemes {
		if schemes[i].Name == name {
			return &schemes[i]
		}
	}
	return nil
}

// lowerScheme returns a scheme in lower case. It does not allocate if the
// scheme is already in lower case or registered.
func lowerScheme(scheme string) string {
	for i := range len(scheme) {
		if 'A' <= scheme[i] && scheme[i] <= 'Z' {
			for k := range schemes {
				if strings.EqualFold(schemes[k].Name, scheme) {
					return schemes[k].Name
				}
			}
			return strings.ToLower(scheme)
		}
	}
	return scheme
}
