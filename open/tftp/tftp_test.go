package tftp_test

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/tftp"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// hasty are options for servers of tests that do not answer.
var hasty = tftp.Options{Retry: 100 * time.Millisecond, Tries: 2}

// G8, rfc1350, rfc2347 to rfc2349: each packet is, byte for byte, that of the RFC, and each
// recording of tftp-hpa gives its file.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, s *opentest.Script, p *opentest.Peer) string {
		o := hasty
		var set transcript.Settings
		set.Read(t, s, func(key, value string) bool {
			fmt.Sscan(value, &o.Block)
			return key == "block"
		})
		return set.Report(t, p, tftp.Opener{Options: o}, earl.RFC3986)
	})
}

const (
	ask  = `C: \x00\x01a\x00octet\x00tsize\x000\x00blksize\x001428\x00` + "\n"
	url  = "-- url --\ntftp://host.example/a\n-- udp --\n" + ask
	full = 512
)

func TestSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: waits for silent servers")
	}
	block := strings.Repeat("x", full)
	opentest.Run(t, tftp.Opener{Options: hasty}, opentest.Fixture{
		Document: url +
			`S: \x00\x06tsize\x00515\x00blksize\x00512\x00` + "\n" + `C: \x00\x04\x00\x00` + "\n" +
			`S: \x00\x03\x00\x01` + block + "\n" + `C: \x00\x04\x00\x01` + "\n" +
			`S: \x00\x03\x00\x02end` + "\n" + `C: \x00\x04\x00\x02` + "\n",
		Endless:  url + `flood: \x00\x03\#` + block + "\n" + `C: \x00\x05\x00\x00stopped\x00` + "\n",
		CutShows: true,
		Hostile: []opentest.Hostile{
			{URL: "tftp://host{}.example/a"},
			{URL: "tftp://host.example/a{}b"},
			{URL: "tftp://host.example/a;mode={}octet"},
		},
	})
}

// G11: the plan equals the packets on the wire, except the acknowledgements, whose numbers the
// server decides.
func TestPlanIsWire(t *testing.T) {
	transcript.PlanIsWire(t, tftp.Opener{}, opentest.PlanCase{Payload: func(write string) string {
		if strings.HasPrefix(write, "\x00\x04") && len(write) == 4 {
			return ""
		}
		return write
	}}, "options", "no-options", "netascii", "refused-options")
}

func TestPlan(t *testing.T) {
	plan := func(in string) (open.Plan, error) {
		return tftp.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(in)}})
	}
	for _, row := range []struct{ src, in, want string }{
		{"rfc1350 5, rfc2348, rfc2349", "tftp://h/a/b", "%00%01a/b%00octet%00tsize%000%00blksize%001428%00"},
		{"rfc1350 1", "tftp://h/a;mode=NetASCII", "%00%01a%00netascii%00blksize%001428%00"},
	} {
		p, err := plan(row.in)
		if err != nil || p.Effect != open.EffectSends || p.Server != "h:69" || p.Steps[0].Printable() != row.want {
			t.Errorf("%s: Plan(%q) = %q, %v, want %q", row.src, row.in, p, err, row.want)
		}
		for _, s := range p.Steps {
			if strings.HasPrefix(s.Line, "\x00\x02") {
				t.Errorf("%s: Plan(%q) has a write request", row.src, row.in)
			}
		}
	}
	if _, err := plan("tftp://h/a%00b"); !errors.Is(err, open.ErrLineBreak) {
		t.Errorf("Plan of a name with a NUL: %v, want open.ErrLineBreak", err)
	}
	for in, class := range map[string]open.Class{"tftp://h/": open.ClassInvalid, "tftp://h/a;mode=mail": open.ClassInvalid} {
		if _, err := plan(in); open.ClassOf(err) != class {
			t.Errorf("Plan(%q): %v, want %v", in, err, class)
		}
	}
}
