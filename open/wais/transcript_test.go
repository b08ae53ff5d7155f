package wais_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings are what a transcript's options section sets.
type settings struct {
	wais    wais.Options
	policy  open.Policy
	request open.Request
	edition *earl.Edition
	first   bool // only the first entry is told
}

func settingsOf(t testing.TB, s *opentest.Script) settings {
	t.Helper()
	set := settings{edition: earl.RFC1738}
	if !set.edition.Valid(s.URL) { // documents with a length, and as Lynx writes them
		set.edition = earl.RFC3986
	}
	text, _ := s.File("options")
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "plus":
			set.wais.Plus = true
		case "first":
			set.first = true
		case "entries":
			fmt.Sscan(value, &set.policy.Entries)
		case "message":
			fmt.Sscan(value, &set.policy.WAISMessage)
		case "offset":
			fmt.Sscan(value, &set.request.Offset)
		case "end":
			fmt.Sscan(value, &set.request.End)
		case "edition":
			set.edition = map[string]*earl.Edition{"rfc3986": earl.RFC3986, "draft1993": earl.Draft1993}[value]
		default:
			t.Fatalf("option %q", key)
		}
	}
	return set
}

// peer is a server in memory that follows a script: a wire for each connection.
type peer struct {
	size int // octets that are sent at a time
	cut  int // octets after which every connection ends; negative: never

	wires [][]opentest.Step
	mu    sync.Mutex
	wg    sync.WaitGroup
	fault []string
}

// options returns a network in which every host is the peer.
func (p *peer) options(policy open.Policy) open.Options {
	return open.Options{
		Policy: policy,
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("192.0.2.7")}, nil
		},
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			if len(p.wires) == 0 {
				return nil, errors.New("nobody is there any more")
			}
			wire := p.wires[0]
			p.wires = p.wires[1:]
			ours, theirs := net.Pipe()
			p.wg.Go(func() { p.play(theirs, wire) })
			return ours, nil
		},
	}
}

// play follows a wire and then waits until the client goes.
func (p *peer) play(conn net.Conn, wire []opentest.Step) {
	defer conn.Close()
	for _, step := range wire {
		switch step.Op {
		case opentest.ClientSends:
			got := make([]byte, len(step.Text))
			n, err := io.ReadFull(conn, got)
			if string(got[:n]) != step.Text {
				p.failed("the client sent\n%q (%v), want\n%q", got[:n], err, step.Text)
				return
			}
		case opentest.ServerSends:
			for rest := step.Text; rest != ""; {
				n := min(p.size, len(rest))
				if p.cut >= 0 {
					n = min(n, p.cut)
					p.cut -= n
				}
				if _, err := io.WriteString(conn, rest[:n]); err != nil || n == 0 {
					return
				}
				rest = rest[n:]
			}
		case opentest.Close:
			return
		}
	}
	if more, _ := io.ReadAll(conn); len(more) > 0 {
		p.failed("the client sent %q behind the end", more)
	}
}

func (p *peer) failed(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = append(p.fault, fmt.Sprintf(format, args...))
}

// open opens a script's URL at the peer and describes what comes.
func (p *peer) open(t testing.TB, s *opentest.Script) string {
	t.Helper()
	set := settingsOf(t, s)
	u, err := set.edition.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	p.wires = s.Wires
	set.request.URL = u
	res, err := open.New(p.options(set.policy), wais.Opener{Options: set.wais}).Do(t.Context(), &set.request)
	got := report(res, err, set.first)
	p.wg.Wait()
	return got
}

// Each recording, those in testdata with a number, decodes to what its index says, and each request is, octet for
// octet, one that the server answered (B13, B14).
func TestTranscripts(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		for _, size := range []int{1 << 20, 1} {
			p := &peer{size: size, cut: -1}
			got := p.open(t, s)
			for _, fault := range p.fault {
				t.Errorf("%s: %s", path, fault)
			}
			if len(p.wires) > 0 {
				t.Errorf("%s: %d connections were not made", path, len(p.wires))
			}
			want, ok := s.File("want")
			if *update {
				opentest.Rewrite(t, path, got)
			} else if !ok || got != want {
				t.Errorf("%s in pieces of %d: got:\n%swant:\n%s", path, size, got, want)
			}
		}
	}
}

// Wherever an answer ends, opening ends in an error that says so, or in what the
// whole answer gives.
func TestCutAfterEachOctet(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		want, _ := s.File("want")
		whole := 0
		for _, wire := range s.Wires {
			for _, step := range wire {
				if step.Op == opentest.ServerSends {
					whole += len(step.Text)
				}
			}
		}
		step := 1
		if whole > 4000 { // written by hand, many times the same
			step = 101
		}
		for cut := 0; cut < whole; cut += step {
			p := &peer{size: 1 << 20, cut: cut}
			got := p.open(t, s)
			broken := strings.Contains(got, "error cut: ") || strings.Contains(got, "error connect: ") // nobody listens when it tries without Init
			if !broken && got != want {
				t.Fatalf("%s cut after %d octets of %d: got:\n%swant an error or\n%s", path, cut, whole, got, want)
			}
		}
	}
}

// report describes a resource.
func report(res open.Resource, err error, first bool) string {
	var b strings.Builder
	if err == nil {
		m := open.MetaOf(res)
		fmt.Fprintf(&b, "%s size=%d type=%s\n", m.Kind, m.Size, m.Type)
		notes(&b, "", m.Note)
		err = content(&b, res, first)
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s: %v\n", opentest.ErrorWord(err), err)
	}
	return b.String()
}

// content describes what is in a resource.
func content(b *strings.Builder, res open.Resource, first bool) error {
	switch v := res.(type) {
	case *open.Document:
		defer v.Body.Close()
		body, err := io.ReadAll(v.Body)
		for line := range strings.Lines(string(body)) {
			fmt.Fprintf(b, "\t%q\n", line)
		}
		return err
	case *open.Listing:
		defer v.Close()
		for e, err := range v.Entries {
			if err != nil {
				return err
			}
			date := "-"
			if !e.Time.IsZero() {
				date = e.Time.Format("2006-01-02")
			}
			fmt.Fprintf(b, "\t%q kind=%s size=%d time=%s type=%s\n\t\t%.200s\n", e.Name, e.Kind, e.Size, date, e.Type, e.URL.String())
			notes(b, "\t\t", e.Note)
			if first {
				break
			}
		}
	case *open.Form:
		for line := range strings.Lines(v.Title) {
			fmt.Fprintf(b, "\t%q\n", line)
		}
		for _, q := range v.Fields {
			fmt.Fprintf(b, "\t%s\n", q.Prompt)
		}
		u, err := v.Answer([]string{"fox & hen+"})
		fmt.Fprintf(b, "\t%s\n", u)
		return err
	}
	return nil
}

func notes(b *strings.Builder, indent string, list []string) {
	for _, note := range list {
		fmt.Fprintf(b, "%snote %s\n", indent, note)
	}
}
