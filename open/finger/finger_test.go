package finger_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/finger"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// Source: rfc1288 2.3, 3.2.1, 3.3. Each recording decodes to the server's text, and each
// request is, byte for byte, the line of the RFC.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, s *opentest.Script, p *opentest.Peer) string {
		var o finger.Options
		var set transcript.Settings
		set.Read(t, s, func(key, value string) bool {
			switch key {
			case "raw":
				o.Raw = true
			case "size":
				fmt.Sscan(value, &o.AnswerSize)
			default:
				return false
			}
			return true
		})
		return set.Report(t, p, finger.Opener{Options: o}, earl.RFC1738)
	})
}

func TestSuite(t *testing.T) {
	opentest.Run(t, finger.Opener{}, opentest.Fixture{
		Document: "-- url --\nfinger://host.example/joe\n-- wire --\nC: joe\nS: Login: joe\nS: No Plan.\n",
		Endless:  "-- url --\nfinger://host.example/joe\n-- wire --\nC: joe\nflood: x\n",
		Hostile: []opentest.Hostile{
			{URL: "finger://host.example/a{}b"},
			{URL: "finger://host{}.example/joe"},
		},
	})
}

// rfc1288 2.3: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	transcript.PlanIsWire(t, finger.Opener{}, opentest.PlanCase{}, "user", "verbose", "empty", "no-path", "two-names")
}

func TestPlan(t *testing.T) {
	for _, row := range []struct{ in, line, why string }{
		{"finger://h", "", "it asks who is logged on"},
		{"finger://h/joe", "joe", ""},
		{"finger://h/%2FW%20joe", "/W joe", "/W asks for a longer answer"},
		{"finger://h/%2Fwho", "/who", ""},
	} {
		plan, err := finger.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(row.in)}})
		want := open.Step{Line: row.line, Why: row.why, Source: "rfc1288 2.3"}
		if err != nil || plan.Effect != open.EffectSends || plan.Server != "h:79" || len(plan.Steps) != 1 || plan.Steps[0] != want {
			t.Errorf("Plan(%q) = %+v, %v, want %+v to h:79", row.in, plan, err, want)
		}
	}
	_, err := finger.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("finger://h/joe%40other")}})
	var refusal *open.Refusal
	if !errors.As(err, &refusal) || refusal.Name != open.GuardRelay || refusal.Off != 10 || refusal.Section != "rfc1288 3.2.1" {
		t.Errorf("Plan of a request with an @: %v, want the guard relay at byte 10", err)
	}
}

// FuzzAnswer: for any response, the shown text has no byte that controls a terminal, and does
// not depend on the sizes of the reads. Source: rfc1288 3.3.
func FuzzAnswer(f *testing.F) {
	f.Add("plain\r\n\ttext")
	f.Add("\x1b]0;x\x07\x9b\xc2\x9b\xe9\xc3\xa9\xc3")
	f.Fuzz(func(t *testing.T, text string) {
		read := func(r io.Reader) string {
			b, err := io.ReadAll(finger.NewAnswer(r))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		got := read(strings.NewReader(text))
		if parted := read(iotest.OneByteReader(strings.NewReader(text))); parted != got {
			t.Errorf("in pieces %q, want %q", parted, got)
		}
		for i, r := range got {
			_, size := utf8.DecodeRuneInString(got[i:])
			if r == utf8.RuneError && size == 1 {
				r = rune(got[i])
			}
			if r < ' ' && r != '\t' && r != '\n' && r != '\r' || 0x7F <= r && r < 0xA0 {
				t.Errorf("%q shows %q, with a control character", text, got)
			}
		}
	})
}
