package visit

import (
	"net/netip"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/earl-url/earl/open"
)

const (
	// MaxLog is how many bytes of protocol lines a visit keeps. It keeps the first ones,
	// since some protocols also send long listings and texts as lines.
	MaxLog = 64 << 10
	// maxServers is how many servers and certificates a visit keeps: more than a URL has
	// hops.
	maxServers = 32
)

// Log records what was sent and received to open a URL. Several goroutines may use it.
type Log struct {
	v    *Visit
	mu   sync.Mutex
	x    Exchange
	kept int64 // the memory of x.Lines, in bytes
}

// Exchange is a copy of what a [Log] has. Passwords are hidden.
type Exchange struct {
	Begun    time.Time
	Took     time.Duration // until the URL was opened or failed to open; 0 before that
	Lines    []Line
	More     int // lines that were not kept
	Servers  []netip.AddrPort
	TLS      []open.Security
	Sent     Traffic
	Received Traffic
}

// Line is a line of a protocol.
type Line struct {
	open.Event
	After time.Duration // since Exchange.Begun
}

// Traffic counts the lines in one direction, and their bytes with line ends.
type Traffic struct {
	Lines int
	Bytes int64
}

// Log returns what the visit sent and received.
func (v *Visit) Log() *Log { return &v.log }

// Observe makes r report to the log.
func (l *Log) Observe(r *open.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.x.Begun.IsZero() {
		l.x.Begun = time.Now()
	}
	r.Trace, r.Observer = l.add, &open.Observer{Connect: l.connected, Secure: l.secured, Response: l.responded}
}

// Exchange returns a copy of what the log has.
func (l *Log) Exchange() Exchange {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.x
	x.Lines, x.Servers, x.TLS = slices.Clone(x.Lines), slices.Clone(x.Servers), slices.Clone(x.TLS)
	return x
}

// add adds a line. If no page may show the URL, add only counts the line, since the line
// may contain answers to a form.
func (l *Log) add(e open.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	to := &l.x.Received
	if e.Dir == 'C' {
		to = &l.x.Sent
	}
	size := int64(len(e.Line)) + 2 // for the line end
	if e.Dir != '#' {
		to.Lines++
		to.Bytes += size
	}
	room := size + int64(unsafe.Sizeof(Line{}))
	if l.v.Target.Secret || l.x.More > 0 || l.kept+room > MaxLog {
		l.x.More++
		return
	}
	l.kept += room
	l.v.grow(room)
	l.x.Lines = append(l.x.Lines, Line{e, time.Since(l.x.Begun)})
}

func (l *Log) connected(remote netip.AddrPort) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if remote.IsValid() && !slices.Contains(l.x.Servers, remote) && len(l.x.Servers) < maxServers {
		l.x.Servers = append(l.x.Servers, remote)
	}
}

func (l *Log) secured(s open.Security) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s != (open.Security{}) && !slices.Contains(l.x.TLS, s) && len(l.x.TLS) < maxServers {
		l.x.TLS = append(l.x.TLS, s)
	}
}

// responded records the server of a connection that an earlier visit made.
func (l *Log) responded(r *open.Response) {
	l.connected(r.Remote)
	l.secured(r.TLS)
}

// opened sets how long the opening took.
func (l *Log) opened() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.x.Begun.IsZero() {
		l.x.Took = time.Since(l.x.Begun)
	}
}
