package open

import (
	"cmp"
	"math"
	"net/netip"
	"time"

	"github.com/earl-url/earl/open/internal/limit"
)

// The defaults for limits of [Policy] that are 0. [Policy.Effective] returns them.
const (
	// defaultConnect is long enough for a lookup and a handshake that lost two packets.
	defaultConnect = 10 * time.Second
	// defaultLogin is longer than the delay of four seconds and more that servers
	// add after a wrong password.
	defaultLogin = 30 * time.Second
	// defaultIdle is longer than a busy server usually needs to find an object.
	defaultIdle = 30 * time.Second
	// defaultSpeedLimit is two thirds of the speed of the slowest common modem, of
	// 300 bits a second. A server that sends a menu line every three seconds is
	// faster.
	defaultSpeedLimit = 20
	// defaultSpeedTime covers a pause of defaultIdle in a transfer that is faster
	// before and after it.
	defaultSpeedTime = time.Minute
	// defaultHops is far above any useful chain of redirects.
	defaultHops = 10
	// defaultEntries limits a listing to a size that a user or a page can handle.
	defaultEntries = 200_000
	// defaultReplyLine has room for a path of 4 KiB with each byte doubled.
	defaultReplyLine = 8 << 10
	// defaultSession is longer than a user leaves a terminal idle in a working day.
	defaultSession = 12 * time.Hour
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

	// Hops is the number of redirects that Follow follows. 0 means 10. Guard
	// "too-many-hops".
	Hops int
	// MaxSize is the largest number of bytes of a document. 0 means no limit,
	// because bodies are streams and documents can be large. Guard "max-size".
	MaxSize int64

	// Connect limits the time for a lookup and the connection after it. 0 means 10
	// seconds.
	Connect time.Duration
	// Login limits the time from a connection to the end of its login. 0 means 30
	// seconds.
	Login time.Duration
	// Idle is how long a server may send nothing, and how long a line may take. 0
	// means 30 seconds.
	Idle time.Duration
	// SpeedLimit is how many bytes a second a server must send on average over
	// each SpeedTime of a response. Slower transfers end in a timeout. It does not
	// apply to sessions. 0 means 20.
	SpeedLimit int64
	// SpeedTime is the time over which SpeedLimit is the average. Only time spent
	// waiting for the server counts. 0 means a minute.
	SpeedTime time.Duration
	// Session is how long a session may have no traffic. 0 means 12 hours.
	Session time.Duration

	Entries   int // the most entries of a listing; 0 means 200,000
	ReplyLine int // the most bytes of a line of an ftp or nntp reply; 0 means 8 KiB
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
	p.Hops = limit.Of(p.Hops, defaultHops)
	p.MaxSize = limit.Of(p.MaxSize, math.MaxInt64)
	p.Connect = limit.Of(p.Connect, defaultConnect)
	p.Login = limit.Of(p.Login, defaultLogin)
	p.Idle = limit.Of(p.Idle, defaultIdle)
	p.SpeedLimit = cmp.Or(p.SpeedLimit, defaultSpeedLimit) // a negative value stays, because this is a lower limit
	p.SpeedTime = limit.Of(p.SpeedTime, defaultSpeedTime)
	p.Entries = limit.Of(p.Entries, defaultEntries)
	p.ReplyLine = limit.Of(p.ReplyLine, defaultReplyLine)
	p.Session = limit.Of(p.Session, defaultSession)
	return &p
}

// Net is a range of addresses, optionally with one port.
type Net struct {
	Prefix netip.Prefix
	Port   uint16 // 0: every port
}
