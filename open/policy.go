package open

import (
	"cmp"
	"math"
	"net/netip"
	"time"

	"github.com/earl-url/earl/open/internal/limit"
)

// The limits that a zero field of [Policy] means.
const (
	// DefaultConnect is long enough for a lookup and a handshake that lost two packets.
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
	// DefaultEntries bounds a listing, which a user or a page must be able to use.
	DefaultEntries = 200_000
	// DefaultReplyLine holds a path of 4 KiB with each octet doubled.
	DefaultReplyLine = 8 << 10
	// DefaultSession is longer than a user leaves a terminal idle in a working day.
	DefaultSession = 12 * time.Hour
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

	// Connect bounds a lookup and the connecting after it.
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
}

// Special is what becomes of an address that is not on the public Internet.
type Special uint8

// The values of Special.
const (
	// SpecialTyped dials it if the user requested it, never for a referral
	// that came from a public address. It is for the user's own machine.
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
	p.Hops = limit.Of(p.Hops, DefaultHops)
	p.MaxSize = limit.Of(p.MaxSize, math.MaxInt64)
	p.Connect = limit.Of(p.Connect, DefaultConnect)
	p.Login = limit.Of(p.Login, DefaultLogin)
	p.Idle = limit.Of(p.Idle, DefaultIdle)
	p.SpeedLimit = cmp.Or(p.SpeedLimit, DefaultSpeedLimit) // negative stays: it is a lower limit
	p.SpeedTime = limit.Of(p.SpeedTime, DefaultSpeedTime)
	p.Entries = limit.Of(p.Entries, DefaultEntries)
	p.ReplyLine = limit.Of(p.ReplyLine, DefaultReplyLine)
	p.Session = limit.Of(p.Session, DefaultSession)
	return &p
}

// Net is a range of addresses, optionally with one port.
type Net struct {
	Prefix netip.Prefix
	Port   uint16 // 0: every port
}
