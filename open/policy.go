package open

import (
	"cmp"
	"math"
	"net/netip"
	"time"
)

// The limits that a zero field of [Policy] means.
const (
	// DefaultConnect is long enough for a look-up and a handshake that lost two packets.
	DefaultConnect = 10 * time.Second
	// DefaultLogin is more than the four seconds and longer that servers wait on purpose after a wrong password.
	DefaultLogin = 30 * time.Second
	// DefaultIdle is how long a busy server may need to find an object.
	DefaultIdle = 30 * time.Second
	// DefaultSpeedLimit is two thirds of the slowest modem that was in common use,
	// of 300 bits a second. A menu line each three seconds is faster too.
	DefaultSpeedLimit = 20
	// DefaultSpeedTime covers a pause of DefaultIdle in a transfer that is faster
	// before and after it.
	DefaultSpeedTime = time.Minute
	// DefaultHops is what a chain of referrals that means well stays under by far.
	DefaultHops = 10
	// DefaultEntries bounds a listing, which a person or a page must be able to hold.
	DefaultEntries = 200_000
	// DefaultReplyLine holds a path of 4 KiB with each octet doubled.
	DefaultReplyLine = 8 << 10
	// DefaultMenuLine holds a gopher item with a long URL for its selector.
	DefaultMenuLine = 8 << 10
	// DefaultPlusBlock holds any abstract and any form that a person would read.
	DefaultPlusBlock = 1 << 20
	// DefaultHeaders is all that an http server may say before the object, and
	// more than any news article has to say of itself.
	DefaultHeaders = 256 << 10
	// DefaultWAISMessage is ten times what servers of WAIS send at most.
	DefaultWAISMessage = 1 << 20
	// DefaultSession is longer than a person leaves a terminal alone in a working day.
	DefaultSession = 12 * time.Hour
	// DefaultAnswers holds an answer for each of the 256 telnet options in both
	// directions, and as many changes of mind.
	DefaultAnswers = 1024
	// DefaultSubnegotiation holds the longest question that telnet servers ask, a
	// list of variables, many times.
	DefaultSubnegotiation = 4 << 10
	// DefaultOverview holds some six thousand articles, to be threaded, and keeps a
	// program that lists a large group below 32 MiB.
	DefaultOverview = 3 << 20
	// DefaultProsperoPackets is a response of DefaultProsperoOctets with every fifth packet repeated.
	DefaultProsperoPackets = 4096
	// DefaultProsperoOctets is a directory of some 30,000 links.
	DefaultProsperoOctets = 4 << 20
	// DefaultProsperoTries is how often clients of Prospero have always asked.
	DefaultProsperoTries = 4
	// DefaultProsperoRetry is how long they have always waited for the first word.
	DefaultProsperoRetry = 4 * time.Second
)

// Policy holds the guards and limits of opening. The zero Policy is the
// documented behaviour. In a limit 0 means the default and a negative value
// none. Do not change a Policy that a Client holds. Source: rfc1738 6.
type Policy struct {
	// Schemes lists the schemes that are opened, in lower case; a hop leads to no
	// other. nil: every one that has an opener. Guard "scheme".
	Schemes []string
	// AllowPorts lists ports that are dialled for every scheme though other
	// protocols live there. Guard "bad-port-list".
	AllowPorts []uint16
	// Special says what becomes of addresses that are not on the public
	// Internet: loopback, private, link-local and so on. Guard "private-address".
	Special Special
	// AllowNet lists such addresses that are dialled whatever Special says and
	// wherever the URL came from.
	AllowNet []Net
	// Ask lets a gopher+ string of the exact shape of rfc1738 3.4.9 go out with
	// its line ends: the answers to an ASK form. Guard "ctl-octet". It also lets a
	// gopher search without words go out, as the answer to the question for words.
	Ask bool

	// Hops is how many referrals Follow goes through. Guard "too-many-hops".
	Hops int
	// MaxSize is how many octets of a document are delivered. 0 means no limit:
	// bodies are streams, and large ones are wanted. Guard "max-size".
	MaxSize int64

	// Connect bounds a look-up and the connecting that follows it.
	Connect time.Duration
	// Login bounds the time from a connection to the end of its login.
	Login time.Duration
	// Idle is how long a peer may be silent, and how long a line may take.
	Idle time.Duration
	// SpeedLimit is how many bytes a second a peer must send on average over each
	// SpeedTime of a response. Slower transfers end in a timeout. It does not
	// apply to sessions.
	SpeedLimit int64
	// SpeedTime is the time over which SpeedLimit is the average. Only time spent
	// waiting for the peer counts.
	SpeedTime time.Duration
	// Session is how long the service of a session may be silent.
	Session time.Duration

	Entries   int // entries of a listing
	ReplyLine int // octets of a line of an ftp or nntp reply
	MenuLine  int // octets of a line of a gopher menu
	PlusBlock int // octets of a gopher+ item's attributes
	Headers   int // octets of the header of an http response or of a news article

	WAISMessage    int // octets of a message of a wais server
	Answers        int // telnet options that are answered within a minute
	Subnegotiation int // octets of a telnet sub-negotiation
	// Overview is how many octets the articles of a newsgroup may take that are
	// held to be threaded. Those behind are listed too, in threads of their own.
	Overview int

	ProsperoPackets int           // datagrams that are taken in one exchange, repeated ones too
	ProsperoOctets  int           // octets of one response
	ProsperoTries   int           // times that a server which is silent is asked
	ProsperoRetry   time.Duration // silence before the second of them; it doubles from try to try
}

// Special is what becomes of an address that is not on the public Internet.
type Special uint8

// The values of Special.
const (
	// SpecialTyped dials it if the person asked for it: never for a referral
	// that came from a public address. It is for a person's own machine.
	SpecialTyped Special = iota
	// SpecialDeny never dials it, except where AllowNet names it. It is for a
	// gateway, which opens URLs for others.
	SpecialDeny
	// SpecialBound is SpecialTyped, and binds each host name to the kind of its
	// addresses: a name that had a public address in a lookup of this Client is
	// never dialled at a special one, so that its owner cannot redirect a typed
	// name to this machine later (DNS rebinding). It is for a program that
	// opens many URLs of one name. The Client keeps one entry per such name.
	SpecialBound
)

// Effective returns a copy of p in which every limit holds: a default for 0,
// and for a negative value the largest there is. A negative SpeedLimit stays. A [Request] has such a copy, so
// that an opener compares with the fields and looks no further.
func (p Policy) Effective() *Policy {
	p.Hops = limit(p.Hops, DefaultHops)
	p.MaxSize = limit64(p.MaxSize, math.MaxInt64)
	p.Connect = time.Duration(limit64(int64(p.Connect), int64(DefaultConnect)))
	p.Login = time.Duration(limit64(int64(p.Login), int64(DefaultLogin)))
	p.Idle = time.Duration(limit64(int64(p.Idle), int64(DefaultIdle)))
	p.SpeedLimit = cmp.Or(p.SpeedLimit, DefaultSpeedLimit) // negative stays: it is a lower limit
	p.SpeedTime = time.Duration(limit64(int64(p.SpeedTime), int64(DefaultSpeedTime)))
	p.Entries = limit(p.Entries, DefaultEntries)
	p.ReplyLine = limit(p.ReplyLine, DefaultReplyLine)
	p.MenuLine = limit(p.MenuLine, DefaultMenuLine)
	p.PlusBlock = limit(p.PlusBlock, DefaultPlusBlock)
	p.Headers = limit(p.Headers, DefaultHeaders)
	p.WAISMessage = limit(p.WAISMessage, DefaultWAISMessage)
	p.Session = time.Duration(limit64(int64(p.Session), int64(DefaultSession)))
	p.Answers = limit(p.Answers, DefaultAnswers)
	p.Subnegotiation = limit(p.Subnegotiation, DefaultSubnegotiation)
	p.Overview = limit(p.Overview, DefaultOverview)
	p.ProsperoPackets = limit(p.ProsperoPackets, DefaultProsperoPackets)
	p.ProsperoOctets = limit(p.ProsperoOctets, DefaultProsperoOctets)
	p.ProsperoTries = limit(p.ProsperoTries, DefaultProsperoTries)
	p.ProsperoRetry = time.Duration(limit64(int64(p.ProsperoRetry), int64(DefaultProsperoRetry)))
	return &p
}

// limit returns n, the default for 0, the largest int for a negative n.
func limit(n, byDefault int) int {
	switch {
	case n == 0:
		return byDefault
	case n < 0:
		return math.MaxInt
	}
	return n
}

// limit64 is limit for an int64.
func limit64(n, byDefault int64) int64 {
	switch {
	case n == 0:
		return byDefault
	case n < 0:
		return math.MaxInt64
	}
	return n
}

// Net is a range of addresses, perhaps with one port.
type Net struct {
	Prefix netip.Prefix
	Port   uint16 // 0: every port
}
