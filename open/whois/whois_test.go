package whois_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/whois"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// G6, rfc3912 2: each query is, byte for byte, the line of the URL, and each answer is the server's
// text. A server that it names becomes a redirect or a note.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, s *opentest.Script, p *opentest.Peer) string {
		var o whois.Options
		var set transcript.Settings
		set.Read(t, s, func(key, value string) bool {
			fmt.Sscan(value, &o.AnswerSize)
			return key == "size"
		})
		return set.Report(t, p, whois.Opener{Options: o}, earl.RFC3986)
	})
}

func TestSuite(t *testing.T) {
	opentest.Run(t, whois.Opener{}, opentest.Fixture{
		Document: "-- url --\nwhois://host.example/a.example\n-- wire --\nC: a.example\nS: domain: a.example\nS: registrar: R\n",
		Endless:  "-- url --\nwhois://host.example/a.example\n-- wire --\nC: a.example\nflood: x\n",
		Hostile: []opentest.Hostile{
			{URL: "whois://host.example/a{}b"},
			{URL: "whois://host{}.example/a"},
		},
	})
}

// G11, rfc3912 2: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	transcript.PlanIsWire(t, whois.Opener{}, opentest.PlanCase{}, "domain", "flags", "empty", "latin1")
}

// world is a network of whois servers. Each has an address and an answer.
type world map[string]struct{ address, answer string }

// options returns the options of a client in the network, which records the queries.
func (w world) options(asked *[]string) open.Options {
	return open.Options{
		LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
			s, ok := w[host]
			if !ok {
				return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
			}
			return []netip.Addr{netip.MustParseAddr(s.address)}, nil
		},
		DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
			client, server := net.Pipe()
			go func() {
				defer server.Close()
				server.SetDeadline(time.Now().Add(5 * time.Second))
				line := make([]byte, 100)
				n, _ := server.Read(line)
				*asked = append(*asked, address+" "+strings.TrimSpace(string(line[:n])))
				for host, s := range w {
					if ip, _, _ := net.SplitHostPort(address); ip == s.address {
						io.WriteString(server, host+"\n"+s.answer)
					}
				}
			}()
			return client, nil
		},
	}
}

// G6, F5: a referral is checked like a redirect from outside. At most three are followed, none
// twice. If the other server cannot be asked, the answer of the first is the result.
func TestReferrals(t *testing.T) {
	for _, row := range []struct {
		src   string
		world world
		want  string // the server whose answer is the result
		asked int
		note  string // a part of a note
	}{
		{"iana", world{"w0": {"8.8.8.1", "refer: w1\n"}, "w1": {"8.8.8.2", "Registrar WHOIS Server: w2\n"}, "w2": {"8.8.8.3", "the end\n"}}, "w2", 3,
			"whois://w1/a.example redirected to whois://w2/a.example (Registrar WHOIS Server: w2)"},
		{"private address", world{"w0": {"8.8.8.1", "refer: w1\n"}, "w1": {"10.0.0.1", "inside\n"}}, "w0", 1, "private-address"},
		{"loopback", world{"w0": {"8.8.8.1", "refer: 127.0.0.1:4343\n"}}, "w0", 1, "private-address"},
		{"metadata", world{"w0": {"8.8.8.1", "ReferralServer: whois://169.254.169.254:80\n"}}, "w0", 1, "private-address"},
		{"a port of mail", world{"w0": {"8.8.8.1", "ReferralServer: whois://w1:25\n"}, "w1": {"8.8.8.2", "mail\n"}}, "w0", 1, "bad-port-list"},
		{"no such host", world{"w0": {"8.8.8.1", "refer: w9\n"}}, "w0", 1, "no such host"},
		{"itself", world{"w0": {"8.8.8.1", "refer: W0:43\n"}}, "w0", 1, "it was asked before"},
		{"a circle", world{"w0": {"8.8.8.1", "refer: w1\n"}, "w1": {"8.8.8.2", "refer: w0\n"}}, "w1", 2, "it was asked before"},
		{"too many", world{"w0": {"8.8.8.1", "refer: w1\n"}, "w1": {"8.8.8.2", "refer: w2\n"}, "w2": {"8.8.8.3", "refer: w3\n"}, "w3": {"8.8.8.4", "refer: w4\n"}, "w4": {"8.8.8.5", ""}},
			"w3", 4, "no more than 3 referrals"},
	} {
		var asked []string
		client := open.New(row.world.options(&asked), whois.Opener{})
		res, err := client.Follow(t.Context(), earl.RFC3986.MustParse("whois://w0/a.example"))
		if err != nil {
			t.Errorf("%s: %v", row.src, err)
			continue
		}
		text, err := io.ReadAll(res.(*open.Document).Body)
		if err != nil || !strings.HasPrefix(string(text), row.want+"\n") || len(asked) != row.asked || !strings.Contains(strings.Join(res.Info().Note, "\n"), row.note) {
			t.Errorf("%s: %q, %v, asked %q, notes %q; want the answer of %s after %d and a note about %s", row.src, text, err, asked, res.Info().Note, row.want, row.asked, row.note)
		}
		for _, line := range asked {
			if !strings.HasSuffix(line, " a.example") {
				t.Errorf("%s: asked %q", row.src, line)
			}
		}
	}
}

// A read after the end of ctx fails, although the answer is in memory.
func TestBodyEndsWithContext(t *testing.T) {
	peer := opentest.Play(t, "# rfc3912 2\n-- url --\nwhois://HOST/a\n-- wire --\nC: a\nS: text\n")
	ctx, cancel := context.WithCancel(t.Context())
	res, err := peer.Client(open.Options{}, whois.Opener{}).Open(ctx, earl.RFC3986.MustParse(peer.URL))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.ReadAll(res.(*open.Document).Body); !errors.Is(err, context.Canceled) {
		t.Errorf("a read after the end of ctx: %v", err)
	}
}
