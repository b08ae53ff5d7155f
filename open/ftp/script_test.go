package ftp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// peerAddr is the address of every host of the tests.
const peerAddr = "192.0.2.7"

// script is a test in testdata: sections between lines "-- name --". The wire
// section has a line for each step of a server that follows it and checks each
// byte:
//
//	S: text    the server sends text CR LF; S? text without the line end
//	C: text    the client sends exactly text CR LF
//	E: port    the client connects to the port, at the control connection's address
//	D: text    the server sends text on that connection; \r, \n, \xHH as in Go
//	D.         the server ends that connection; so does an S line after a D line
//	R:         the server waits until the client ends that connection
//	X:         the server ends the control connection
//	W: n       the server waits n seconds
//	L: n text  the server sends n lines of text
type script struct {
	name     string
	src      string
	sections map[string]string
}

// scripts reads the scripts in testdata.
func scripts(t testing.TB) []script {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no scripts:", err)
	}
	var all []script
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := script{name: strings.TrimSuffix(filepath.Base(path), ".txtar"), sections: map[string]string{}}
		name := ""
		for line := range strings.Lines(string(b)) {
			if head, ok := strings.CutPrefix(line, "-- "); ok {
				name = strings.TrimSuffix(strings.TrimSpace(head), " --")
				s.sections[name] = ""
			} else if name == "" {
				s.src += line
			} else {
				s.sections[name] += line
			}
		}
		all = append(all, s)
	}
	return all
}

// lines returns the lines of a section.
func (s script) lines(name string) []string {
	text := strings.TrimRight(s.sections[name], "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// peer is a scripted server: clients in its network dial it.
type peer struct {
	t       testing.TB
	control chan net.Conn
	data    chan dialed
	oneByte bool  // send one byte at a time
	cut     int64 // close everything after that many bytes; negative: never
	failed  []string
	dials   []string
	done    chan struct{}
}

type dialed struct {
	address string
	conn    net.Conn
}

// pipeConn is an end of a pipe that was dialled at an address.
type pipeConn struct {
	net.Conn
	addr net.Addr
}

func (p pipeConn) RemoteAddr() net.Addr { return p.addr }

// SetReadDeadline returns no error if the other end is closed, unlike that of a
// pipe.
func (p pipeConn) SetReadDeadline(t time.Time) error {
	if err := p.Conn.SetReadDeadline(t); err != io.ErrClosedPipe {
		return err
	}
	return nil
}

// dial is Options.DialContext.
func (p *peer) dial(_ context.Context, network, address string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	conn := pipeConn{ours, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))}
	p.dials = append(p.dials, address)
	if len(p.dials) == 1 {
		p.control <- theirs
	} else {
		p.data <- dialed{address, theirs}
	}
	return conn, nil
}

// newPeer starts a server that follows the lines.
func newPeer(t testing.TB, lines []string, oneByte bool, cut int64) *peer {
	p := &peer{t: t, control: make(chan net.Conn, 1), data: make(chan dialed, 4), oneByte: oneByte, cut: cut, done: make(chan struct{})}
	go p.run(lines)
	return p
}

// fault records a difference from the script.
func (p *peer) fault(format string, args ...any) {
	p.failed = append(p.failed, fmt.Sprintf(format, args...))
}

var errScriptCut = errors.New("cut")

// run follows the script.
func (p *peer) run(lines []string) {
	defer close(p.done)
	var conn, data net.Conn
	sent := false // bytes were sent on the data connection
	defer func() {
		for _, c := range []net.Conn{conn, data} {
			if c != nil {
				c.Close()
			}
		}
	}()
	if len(lines) == 0 {
		return
	}
	conn = <-p.control
	r := bufio.NewReader(conn)
	for i, line := range lines {
		if line == "" || line[0] == '#' {
			continue
		}
		kind, text, _ := strings.Cut(line, " ")
		var err error
		switch kind {
		case "S:", "S?":
			if data != nil && sent {
				data.Close()
				data = nil
			}
			if kind == "S:" {
				text += "\r\n"
			}
			err = p.write(conn, unquote(text))
		case "C:":
			err = p.expect(r, unquote(text))
		case "E:":
			d := <-p.data
			if want := net.JoinHostPort(peerAddr, text); d.address != want {
				p.fault("line %d: dialled %s, want %s", i+1, d.address, want)
			}
			data, sent = d.conn, false
		case "D:":
			sent = true
			err = p.write(data, unquote(text))
		case "D.":
			data.Close()
			data = nil
		case "R:":
			io.Copy(io.Discard, data)
		case "X:":
			return
		case "W:":
			n, _ := strconv.Atoi(text)
			time.Sleep(time.Duration(n) * time.Second) // the clock of the bubble
		case "L:":
			n, rest, _ := strings.Cut(text, " ")
			times, _ := strconv.Atoi(n)
			err = p.write(conn, strings.Repeat(rest+"\r\n", times))
		default:
			panic("script: " + line)
		}
		if err == errScriptCut {
			return
		}
		if err != nil {
			p.fault("line %d %q: %v", i+1, line, err)
			return
		}
	}
	io.Copy(io.Discard, r) // the client closes, or the test cancels
}

// write sends bytes, all at once or one by one, up to the cut.
func (p *peer) write(c net.Conn, text string) error {
	cut := false
	if p.cut >= 0 {
		if int64(len(text)) > p.cut {
			text, cut = text[:p.cut], true
		}
		p.cut -= int64(len(text))
	}
	step := len(text)
	if p.oneByte {
		step = 1
	}
	for piece := range slices.Chunk([]byte(text), max(step, 1)) {
		if _, err := c.Write(piece); err != nil {
			return err
		}
	}
	if cut {
		return errScriptCut
	}
	return nil
}

// expect reads a line and compares each byte.
func (p *peer) expect(r *bufio.Reader, want string) error {
	line, err := r.ReadString('\n')
	if err != nil {
		return fmt.Errorf("client sent %q: %w, want %q", line, err, want)
	}
	if line != want+"\r\n" {
		p.fault("client sent %q, want %q", line, want+"\r\n")
	}
	return nil
}

// unquote reads \r, \n, \t and \xHH.
func unquote(text string) string {
	s, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	if err != nil {
		// a CR LF was added to the line
		head, ok := strings.CutSuffix(text, "\r\n")
		if !ok {
			panic("script: " + text)
		}
		return unquote(head) + "\r\n"
	}
	return s
}

// lookup is Options.LookupNetIP.
func lookup(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr(peerAddr)}, nil
}

// result is the result of an open.
type result struct {
	res   open.Resource
	meta  open.Meta
	err   error
	trace []string
	peer  *peer

	client *open.Client
}

// settings are those of a script's options section.
type settings struct {
	ftp     Options
	policy  open.Policy
	request open.Request
	login   func(context.Context, open.Login) (open.Login, error)
	edition *earl.Edition
	probe   bool
}

func (s script) settings(t testing.TB) settings {
	set := settings{edition: earl.RFC1738}
	var answer open.Login
	asks := false
	for _, line := range s.lines("options") {
		key, value, _ := strings.Cut(line, " ")
		number, _ := strconv.ParseInt(value, 10, 64)
		switch key {
		case "email":
			set.ftp.Email = value
		case "nullcwd":
			set.ftp.NullCWD = NullCWD(value)
		case "rawtext":
			set.ftp.RawText = true
		case "security":
			set.ftp.Security = Security(value)
		case "password":
			answer.Password, asks = earl.NewSecret(earl.Octets(value)), true
		case "account":
			answer.Account, asks = earl.NewSecret(earl.Octets(value)), true
		case "nobody":
			asks = true
		case "offset":
			set.request.Offset = number
		case "end":
			set.request.End = number
		case "entries":
			set.policy.Entries = int(number)
		case "idle":
			set.policy.Idle = time.Duration(number) * time.Second
		case "login":
			set.policy.Login = time.Duration(number) * time.Second
		case "probe":
			set.probe = true
		case "edition":
			set.edition = map[string]*earl.Edition{"rfc3986": earl.RFC3986}[value]
		default:
			t.Fatalf("option %q", line)
		}
	}
	if asks {
		set.login = func(_ context.Context, l open.Login) (open.Login, error) {
			l.Password, l.Account = answer.Password, answer.Account
			return l, nil
		}
	}
	return set
}

// open opens the script's URL against its wire.
func (s script) open(ctx context.Context, t testing.TB, oneByte bool, cut int64) *result {
	set := s.settings(t)
	res := &result{peer: newPeer(t, s.lines("wire"), oneByte, cut)}
	client := open.New(open.Options{
		Policy:      set.policy,
		Login:       set.login,
		LookupNetIP: lookup,
		DialContext: res.peer.dial,
		Trace:       func(e open.Event) { res.trace = append(res.trace, string(e.Dir)+": "+e.Line) },
	}, &Opener{Options: set.ftp})
	res.client = client
	u, err := set.edition.Parse(strings.TrimSpace(s.sections["url"]))
	if err != nil {
		res.err = err
		return res
	}
	if set.probe {
		res.meta, res.err = client.Probe(ctx, u)
		return res
	}
	r := set.request
	r.URL = u
	res.res, res.err = client.Do(ctx, &r)
	return res
}

// report opens a URL, reads everything and describes the result, in the words
// of a script.
func (s script) report(ctx context.Context, t testing.TB, oneByte bool, cut int64) (*result, string) {
	r := s.open(ctx, t, oneByte, cut)
	defer r.client.Close()
	var b strings.Builder
	err := r.err
	switch v := r.res.(type) {
	case *open.Document:
		var body []byte
		body, err = io.ReadAll(v.Body)
		v.Body.Close()
		fmt.Fprintf(&b, "document %s size=%d time=%s type=%s\n", v.URL.Redacted(), v.Size, stamp(v.Time), v.Type)
		notes(&b, v.Note)
		fmt.Fprintf(&b, "body %q\n", body)
	case *open.Listing:
		fmt.Fprintf(&b, "listing %s\n", v.URL.Redacted())
		notes(&b, v.Note)
		var unread open.Unread
		for e, eerr := range v.Entries {
			if unread.Add(eerr) {
				fmt.Fprintf(&b, "unread %v\n", eerr)
				continue
			}
			if err = eerr; err != nil {
				break
			}
			url := e.URL.String()
			if url == "" {
				url = "-"
			}
			notes(&b, e.Note)
			fmt.Fprintf(&b, "entry %q %s %s size=%d time=%s type=%s\n", e.Name, url, "<"+e.Kind+">", e.Size, stamp(e.Time), e.Type)
		}
		if doubt := v.Doubt(); err == nil && doubt != "" {
			fmt.Fprintf(&b, "doubt %s\n", doubt)
		}
		v.Close()
	}
	if r.res == nil && err == nil {
		fmt.Fprintf(&b, "probe %s <%s> size=%d time=%s\n", r.meta.URL.Redacted(), r.meta.Kind, r.meta.Size, stamp(r.meta.Time))
		notes(&b, r.meta.Note)
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s: %v\n", kindWord(err), err)
	}
	return r, b.String()
}

func notes(b *strings.Builder, list []string) {
	for _, note := range list {
		fmt.Fprintf(b, "note %s\n", note)
	}
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02T15:04:05")
}

// kindWord names the kind of an error.
func kindWord(err error) string {
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		return "refusal " + refusal.Name
	}
	for _, k := range []struct {
		err  error
		word string
	}{
		{context.Canceled, "canceled"}, {os.ErrDeadlineExceeded, "deadline"}, {open.ErrLineBreak, "line-break"},
		{open.ErrLogin, "login"}, {open.ErrNotFound, "not-found"}, {open.ErrCut, "cut"},
		{open.ErrConnect, "connect"}, {open.ErrProtocol, "protocol"},
	} {
		if errors.Is(err, k.err) {
			return k.word
		}
	}
	return "other"
}
