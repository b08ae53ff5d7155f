package open

import (
	"cmp"
	"math"
	"net/netip"
	"time"

	"github.com/earl-url/earl/open/internal/limit"
)

// The defaults for limits of [Policy] that are 0.
const (
	// DefaultConnect is long enough for a lookup and a handshake that lost two packets.
	DefaultConnect = 10 * time.Second
	// DefaultLogin is longer than the delay of four seconds and more that servers
	// add after a wrong password.
	DefaultLogin = 30 * time.Second
	// DefaultIdle is longer than a busy server usually needs to find an object.
	DefaultIdle = 30 * time.Second
	// DefaultSpeedLimit is two thirds of the speed of the slowest common modem, of
	// 300 bits a second. A server that sends a menu line every three seconds is
	// faster.
	DefaultSpeedLimit = 20
	// DefaultSpeedTime covers a pause of DefaultIdle in a transfer that is faster
	// before and after it.
	DefaultSpeedTime = time.Minute
	// DefaultHops is far above any useful chain of redirects.
	DefaultHops = 10
	// DefaultEntries limits a listing to a size that a user or a page can handle.
	DefaultEntries = 200_000
	// DefaultReplyLine has room for a path of 4 KiB with each byte doubled.
	DefaultReplyLine = 8 << 10
	// DefaultSession is longer than a user leaves a terminal idle in a working day.
	DefaultSession = 12 * time.Hour
)

// Policy contains the guards and limits of opening. The zero Policy is the
// default. For a limit, 0 means the default and a negative value means no
// limit. Do not change a Policy that a Client uses. Source: rfc1738 6.
type Policy struct {
	// Schemes lists the schemes that are opened, in lower case; redirects reach no
	// other. nil means every scheme with an opener. Guard "scheme".
	Schemes []string
	// AllowPorts lists ports that are dialled for every scheme although other
	// protocols use them. Guard "bad-port-list".
	AllowPorts []uint16
	// Special decides whether addresses that are not on the public Internet are
	// dialled: loopback, private, link-local and so on. Guard "private-address".
	Special Special
	// AllowNet lists special addresses that are always dialled, whatever Special
	// is and wherever the URL came from.
	AllowNet []Net
	// Ask allows a gopher+ string with line ends if it has the exact form of
	// rfc1738 3.4.9: the answers to an ASK form. Guard "ctl-octet". It also allows
	// a gopher search without words, as the answer to the search form.
	Ask bool

	// PlainLogin allows openers of ldap, imap and pop to send a password without
	// TLS to another machine. Guard "plain-login".
	PlainLogin bool

	// Hops is the number of redirects that Follow follows. Guard "too-many-hops".
	Hops int
	// MaxSize is the largest number of bytes of a document. 0 means no limit,
	// because bodies are streams and documents can be large. Guard "max-size".
	MaxSize int64

	// Connect limits the time for a lookup and the connection after it.
	Connect time.Duration
	// Login limits the time from a connection to the end of its login.
	Login time.Duration
	// Idle is how long a server may send nothing, and how long a line may take.
	Idle time.Duration
	// SpeedLimit is how many bytes a second a server must send on average over
	// each SpeedTime of a response. Slower transfers end in a timeout. It does not
	// apply to sessions.
	SpeedLimit int64
	// SpeedTime is the time over which SpeedLimit is the average. Only time spent
	// waiting for the server counts.
	SpeedTime time.Duration
	// Session is how long a session may have no traffic.
	Session time.Duration

	Entries   int // the most entries of a listing
	ReplyLine int // the most bytes of a line of an ftp or nntp reply
}

// Special decides whether an address that is not on the public Internet is
// dialled.
type Special uint8

// The values of Special.
const (
	// SpecialTyped dials it if the user requested it. A redirect reaches a special
	// address only of the class that the user requested: loopback, private, shared,
	// link-local or other. It never reaches the metadata service of a cloud from
	// any other host. It is for the user's own machine.
	SpecialTyped Special = iota
	// SpecialDeny never dials it, except if AllowNet contains it. It never dials
	// the metadata service of a cloud, which gives secrets to anyone who asks. It
	// is for a gateway, which opens URLs for others.
	SpecialDeny
	// SpecialBound is SpecialTyped, and remembers each host name that had a public
	// address in a lookup of this Client. It never dials such a name at a special
	// address, so that the owner of the name cannot redirect it to this machine
	// later (DNS rebinding). It is for a program that opens many URLs of the same
	// host. The Client keeps one entry per name.
	SpecialBound
)

// Effective returns a copy of p in which every limit is set: 0 becomes the
// default, and a negative value becomes the largest possible value. A negative
// SpeedLimit stays. A [Request] contains such a copy, so an opener compares
// only with its fields.
func (p Policy) Effective() *Policy {
	p.Hops = limit.Of(p.Hops, DefaultHops)
	p.MaxSize = limit.Of(p.MaxSize, math.MaxInt64)
	p.Connect = limit.Of(p.Connect, DefaultConnect)
	p.Login = limit.Of(p.Login, DefaultLogin)
	p.Idle = limit.Of(p.Idle, DefaultIdle)
	p.SpeedLimit = cmp.Or(p.SpeedLimit, DefaultSpeedLimit) // a negative value stays, because this is a lower limit
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
