package prospero_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/prospero"
)

// network is a network in memory, for the clock of a test. It passes the
// datagrams of a client to answer, with the dialled address.
type network struct {
	answer func(c *socket, datagram []byte)

	mu     sync.Mutex
	hosts  []string // by their last byte, from 1
	dialed []string // "host:port", as looked up
	open   int      // sockets
}

// lookup returns an address for each host.
func (n *network) lookup(_ context.Context, _, host string) ([]netip.Addr, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, known := range n.hosts {
		if known == host {
			return []netip.Addr{netip.AddrFrom4([4]byte{192, 0, 2, byte(i + 1)})}, nil
		}
	}
	n.hosts = append(n.hosts, host)
	return []netip.Addr{netip.AddrFrom4([4]byte{192, 0, 2, byte(len(n.hosts))})}, nil
}

// dial is Options.DialContext. The port of a URL is a UDP port (B34).
func (n *network) dial(_ context.Context, kind, address string) (net.Conn, error) {
	at := netip.MustParseAddrPort(address)
	n.mu.Lock()
	defer n.mu.Unlock()
	name := address
	if host := at.Addr().As4(); host[0] == 192 && int(host[3]) <= len(n.hosts) {
		name = fmt.Sprintf("%s:%d", n.hosts[host[3]-1], at.Port())
	}
	n.dialed = append(n.dialed, name)
	n.open++
	if kind != "udp" {
		return nil, fmt.Errorf("dialled on %s", kind)
	}
	return &socket{net: n, name: name, addr: net.UDPAddrFromAddrPort(at), in: make(chan []byte, 1<<14), gone: make(chan struct{})}, nil
}

// client returns a client in the network.
func (n *network) client(o open.Options) *open.Client {
	o.LookupNetIP, o.DialContext = n.lookup, n.dial
	return open.New(o, prospero.Opener{})
}

// limits are the limits of a test.
type limits struct {
	policy open.Policy
	opts   prospero.Options
}

// limited returns a client that dials on the network, with limits.
func (n *network) limited(l limits) *open.Client {
	return open.New(open.Options{Policy: l.policy, LookupNetIP: n.lookup, DialContext: n.dial}, prospero.Opener{Options: l.opts})
}

// socket is a connected socket of the network.
type socket struct {
	net      *network
	name     string
	addr     net.Addr
	in       chan []byte
	deadline time.Time
	gone     chan struct{}
	once     sync.Once
	failing  error // the error of reads and writes
}

// deliver gives the client a datagram after a time.
func (s *socket) deliver(datagram []byte, after time.Duration) {
	datagram = append([]byte(nil), datagram...)
	put := func() {
		select {
		case s.in <- datagram:
		default: // like a real socket, it drops datagrams when its buffer is full
		}
	}
	if after == 0 {
		put()
		return
	}
	time.AfterFunc(after, put)
}

func (s *socket) Write(b []byte) (int, error) {
	select {
	case <-s.gone:
		return 0, net.ErrClosed
	default:
	}
	if s.failing != nil {
		return 0, s.failing
	}
	s.net.mu.Lock()
	defer s.net.mu.Unlock()
	s.net.answer(s, append([]byte(nil), b...))
	return len(b), nil
}

func (s *socket) Read(p []byte) (int, error) {
	if s.failing != nil {
		return 0, s.failing
	}
	timer := time.NewTimer(time.Until(s.deadline))
	defer timer.Stop()
	select {
	case b := <-s.in:
		return copy(p, b), nil
	case <-timer.C:
		return 0, os.ErrDeadlineExceeded
	case <-s.gone:
		return 0, net.ErrClosed
	}
}

func (s *socket) Close() error {
	s.once.Do(func() {
		close(s.gone)
		s.net.mu.Lock()
		s.net.open--
		s.net.mu.Unlock()
	})
	return nil
}

func (s *socket) LocalAddr() net.Addr                { return &net.UDPAddr{} }
func (s *socket) RemoteAddr() net.Addr               { return s.addr }
func (s *socket) SetReadDeadline(t time.Time) error  { s.deadline = t; return nil }
func (s *socket) SetWriteDeadline(t time.Time) error { return nil }
func (s *socket) SetDeadline(t time.Time) error      { return nil }

// player replies according to a script.
type player struct {
	t      testing.TB
	steps  []opentest.Step
	at     int
	cut    int // bytes that the datagram of the last step loses
	faults []string
	began  time.Time
	times  []time.Duration // the time of each C step
}

// play returns a network in which every server plays the script.
func play(t testing.TB, s *opentest.Script) (*network, *player) {
	p := &player{t: t, began: time.Now()}
	for _, wire := range s.Wires {
		p.steps = append(p.steps, wire...)
	}
	return &network{answer: p.answer}, p
}

// answer compares the client's datagram and sends the server's datagrams after
// it.
func (p *player) answer(c *socket, datagram []byte) {
	if p.at == len(p.steps) {
		p.faults = append(p.faults, fmt.Sprintf("behind the end: %q", datagram))
		return
	}
	step := p.steps[p.at]
	chosen, ok := step.Match(datagram)
	if !ok {
		p.faults = append(p.faults, fmt.Sprintf("line %d: client sent %q, want %q", step.Line, datagram, step.Text))
		return
	}
	p.times = append(p.times, time.Since(p.began))
	for p.at++; p.at < len(p.steps) && p.steps[p.at].Op == opentest.ServerSends; p.at++ {
		b := p.steps[p.at].Datagram(chosen, 1)
		if p.at == len(p.steps)-1 {
			b = b[:max(len(b)-p.cut, 0)]
		}
		c.deliver(b, 0)
	}
}

// expand writes out the shorthands of a transcript: "C1: text" is a request of
// one packet, "ack: n" an acknowledgement through n, "cancel", and "S< file" a
// recorded datagram with the id that the client chose.
func expand(t testing.TB, transcript string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(transcript) {
		op, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch op {
		case "C1:":
			fmt.Fprintf(&b, `C: \x09\?\?\x00\x01\x00\x01\x00\x00%s`+"\n", text)
		case "ack:":
			var n int
			fmt.Sscan(text, &n)
			fmt.Fprintf(&b, `C: \x09\?\?\x00\x00\x00\x00\x00\x%02x`+"\n", n)
		case "cancel":
			b.WriteString(`C: \x0D\?\?\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01` + "\n")
		case "S<":
			b.WriteString("S: " + recorded(t, text) + "\n")
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

// recorded returns a recorded datagram in the notation of a script.
func recorded(t testing.TB, name string) string {
	t.Helper()
	octets, err := os.ReadFile("testdata/captures/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, c := range octets {
		switch {
		case (i == 1 || i == 2) && octets[0] >= 3 && octets[1]|octets[2] != 0:
			b.WriteString(`\?`)
		case c == '\\':
			b.WriteString(`\\`)
		case c < 0x20 || c > 0x7E:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// report opens a URL, reads everything and describes the result.
func report(ctx context.Context, client *open.Client, u earl.URL) string {
	var b strings.Builder
	res, err := client.Open(ctx, u)
	if err == nil {
		m := res.Info()
		fmt.Fprintf(&b, "%s size=%d time=%s type=%s\n", m.Kind, m.Size, stamp(m.Time), known(m.Type))
		for _, note := range m.Note {
			fmt.Fprintf(&b, "note %s\n", note)
		}
		switch res := res.(type) {
		case *open.Document:
			var body []byte
			body, err = io.ReadAll(res.Body)
			res.Body.Close()
			if len(body) > 200 {
				fmt.Fprintf(&b, "\t%d octets: %q ... %q\n", len(body), body[:20], body[len(body)-20:])
			} else {
				fmt.Fprintf(&b, "\t%q\n", body)
			}
		case *open.Referral:
			for _, u := range res.Targets {
				fmt.Fprintf(&b, "\t%s\n", u)
			}
			fmt.Fprintf(&b, "\t(%s)\n", res.Reason)
		case *open.Listing:
			err = entries(&b, res)
		}
	}
	if err != nil {
		fmt.Fprintf(&b, "error %v\n", err)
	}
	return b.String()
}

// entries describes the entries of a listing; of a long one, the first and the
// last.
func entries(b *strings.Builder, l *open.Listing) (err error) {
	var lines []string
	for e, eerr := range l.Entries {
		if err = eerr; err != nil {
			break
		}
		url := e.URL.String()
		if url == "" {
			url = "-"
		}
		line := fmt.Sprintf("\t%q %s <%s> size=%d time=%s type=%s\n", e.Name, url, e.Kind, e.Size, stamp(e.Time), known(e.Type))
		for _, note := range e.Note {
			line += "\t\tnote " + note + "\n"
		}
		lines = append(lines, line)
	}
	if n := len(lines); n > 60 {
		lines = append(append(lines[:2:2], fmt.Sprintf("\t... %d entries\n", n)), lines[n-2:]...)
	}
	b.WriteString(strings.Join(lines, ""))
	l.Close()
	return err
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02T15:04:05")
}

// known returns a media type that does not depend on the system's tables.
func known(media string) string {
	if media == "text/plain" || media == "image/gif" {
		return media
	}
	return ""
}
