package open

import (
	"slices"

	"github.com/earl-url/earl"
)

// The names of the guards, as in [Refusal.Name]. They are stable. [Guards]
// describes each.
const (
	GuardScheme           = "scheme"            // a scheme that the settings do not allow
	GuardCtlOctet         = "ctl-octet"         // a byte 0x00-0x1F or 0x7F would reach a protocol line
	GuardPortRange        = "bad-port"          // a port that is not 1 to 65535
	GuardBadPort          = "bad-port-list"     // a port of another protocol, or of none
	GuardBadHost          = "bad-host"          // the host is neither a name nor an address
	GuardPrivateAddress   = "private-address"   // an address that is not on the public Internet
	GuardRedirectScheme   = "redirect-scheme"   // a redirect to a scheme that is not allowed for it
	GuardTooManyHops      = "too-many-hops"     // more redirects than Policy.Hops
	GuardCrossCredentials = "cross-credentials" // a secret would go to another scheme, host or port
	GuardMaxSize          = "max-size"          // more bytes than Policy.MaxSize
	GuardNewsName         = "news-name"         // a newsgroup or message-id that no news server can have
	GuardFileHost         = "file-host"         // a file of another machine
	GuardEncodedSlash     = "encoded-slash"     // a "/" inside a segment of a file's path: it would become two segments
	GuardPathEscape       = "path-escape"       // a segment ".." or an empty first one in a file's path: it would reach outside the directory
	GuardNativePath       = "native-path"       // segments that are not a file name on this system
	GuardSpecialFile      = "special-file"      // a file that is neither regular nor a directory
	GuardRelay            = "relay"             // a wais database "name@host" or a finger request "user@host": the server would forward it to another
	GuardLongName         = "long-name"         // a prospero object name so long that servers crash
	GuardDataPort         = "data-port"         // a port below 1024 that an ftp server specifies for data
	GuardPlainLogin       = "plain-login"       // a password would be sent without TLS to another machine
	GuardOwnPort          = "own-port"          // a port of the gateway itself
	GuardLoginOption      = "login-option"      // an rlogin user that begins with "-": the server's login would read an option
)

// Guard describes to users what a guard refuses, and why.
type Guard struct {
	Name        string // as in [Refusal.Name]
	Section     string // of the document that requires it, or that it protects
	Setting     string // the field of Policy that allows a URL, such as "Policy.AllowNet", or ""
	Explanation string // one or two sentences
}

// guards describes every guard, in the order of their constants.
var guards = [...]Guard{
	{GuardScheme, "rfc1738 6", "Policy.Schemes", "The settings do not allow this scheme."},
	{GuardCtlOctet, "rfc1738 6", "", "The decoded URL contains a control character that ends a line of the protocol. What follows it would be a second command. Such URLs attack servers from the machine of the user who opens them."},
	{GuardPortRange, "rfc1738 3.1", "", "A port is a number from 1 to 65535."},
	{GuardBadPort, "rfc1738 6", "Policy.AllowPorts", "Another protocol uses this port. A server of that protocol might read the request as commands."},
	{GuardBadHost, "rfc1738 3.1", "", "The host is neither a valid name nor a valid address."},
	{GuardPrivateAddress, "rfc1738 6", "Policy.AllowNet", "The address is not on the public Internet: it is this machine, or one of the network around it. A link on the Internet could make this machine open a server that the Internet cannot reach. Allow the address only if you trust its server."},
	{GuardRedirectScheme, "draft1996 10", "", "A server cannot redirect to a file or a message of this machine, a terminal session or an email. An http server can redirect only to http and https, a gemini server only to gemini, and an ldap server only to ldap and ldaps."},
	{GuardTooManyHops, "draft1996 10", "Policy.Hops", "Each redirect pointed to another redirect, and none to an object."},
	{GuardCrossCredentials, "draft1996 10", "", "A password is sent only to the scheme, host and port that it was given for."},
	{GuardMaxSize, "rfc1738 6", "Policy.MaxSize", "The object is larger than the settings allow."},
	{GuardNewsName, "rfc3977 3.6, 4.1", "", "No news server has a group or an article of this name: it would break the command that requests it."},
	{GuardFileHost, "rfc1738 3.10", "", "A file URL specifies no protocol to fetch a file from another machine."},
	{GuardEncodedSlash, "rfc1738 3.10", "", "An escaped slash would split the name of a file into two names."},
	{GuardPathEscape, "rfc1738 3.10", "", "The system can read the path as a step out of its directory, or as a name on another machine."},
	{GuardNativePath, "rfc1738 3.10", "", "No file of this system can have this name."},
	{GuardSpecialFile, "rfc1738 3.10", "", "The file is a device, a pipe or a socket. Reading it may never end, or may have an effect."},
	{GuardRelay, "rfc1738 6", "", "The server would forward the request to another server, which no guard has checked."},
	{GuardLongName, "rfc1738 3.11", "", "Servers of Prospero can crash on an object name of this length."},
	{GuardDataPort, "rfc959 3.2", "", "The server requests a data connection to a port that belongs to another service."},
	{GuardPlainLogin, "rfc8314 3", "Policy.PlainLogin", "The password would be sent without TLS, and every machine between here and the server could read it. Use the scheme with TLS if the server has it."},
	{GuardOwnPort, "rfc1738 6", "", "The address is that of the gateway itself. A URL that opens another URL through the gateway would act for its user."},
	{GuardLoginOption, "rfc1738 6", "", "Servers of rlogin pass the name of the user to the program login. A name that begins with a hyphen is an option there, and some options log in without a password."},
}

// Guards returns a description of every guard.
func Guards() []Guard { return slices.Clone(guards[:]) }

// guardOf returns the description of a guard, the zero Guard for an unknown name.
func guardOf(name string) Guard {
	i := slices.IndexFunc(guards[:], func(g Guard) bool { return g.Name == name })
	if i < 0 {
		return Guard{Name: name}
	}
	return guards[i]
}

// Refuse returns the Refusal of u by a guard, with its section and setting.
func Refuse(guard string, u earl.URL, reason string) *Refusal {
	g := guardOf(guard)
	return &Refusal{Name: guard, URL: u, Reason: reason, Section: g.Section, Setting: g.Setting}
}

// Explanation returns what the guard is for, in one or two sentences; "" for a
// guard of another package.
func (r *Refusal) Explanation() string { return guardOf(r.Name).Explanation }
