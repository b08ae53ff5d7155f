package prospero_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/open/opentest"
)

// cutAt returns the transcript for a server that becomes silent after its reply
// of a step.
func (tr transcript) cutAt(step int) transcript {
	s := *tr.script
	s.Wires = [][]opentest.Step{s.Wires[0][:step+1]}
	return transcript{tr.path, &s}
}

// Each session, truncated after every datagram of the server: it ends, leaves
// no socket open, and succeeds only if everything has arrived.
func TestCutBehindEveryPacket(t *testing.T) {
	for _, tr := range transcripts(t) {
		whole := ""
		for cut := len(tr.script.Wires[0]) - 1; cut >= 0; cut-- {
			if tr.script.Wires[0][cut].Op != opentest.ServerSends {
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				began := time.Now()
				got, _, _ := tr.cutAt(cut).run(ctx, t, 0)
				got, _, _ = strings.Cut(got, "dialled ")
				if whole == "" {
					whole = got
				}
				if got != whole && !strings.Contains(got, "error ") && !strings.Contains(got, "could not be read") {
					t.Errorf("%s: truncated at line %d: %s", tr.path, tr.script.Wires[0][cut].Line, got)
				}
				if took := time.Since(began); took > 6*time.Minute {
					t.Errorf("%s: truncated at line %d: %v", tr.path, tr.script.Wires[0][cut].Line, took)
				}
			})
		}
	}
}

// Each session with its last datagram truncated after every byte, or every
// thirteenth of a long one: it succeeds only at the end of a line.
func TestCutBehindEveryOctet(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays a transcript for each byte")
	}
	for _, tr := range transcripts(t) {
		steps := tr.script.Wires[0]
		last := len(steps) - 1
		for last >= 0 && steps[last].Op != opentest.ServerSends {
			last--
		}
		if last < 0 || strings.HasSuffix(tr.path, "lost-packet.txtar") { // its last datagram had arrived before
			continue
		}
		step := 1
		if len(steps[last].Text) > 400 {
			step = 13
		}
		for cut := 1; cut <= len(steps[last].Text); cut += step {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				got, _, _ := tr.cutAt(last).run(ctx, t, cut)
				sent := steps[last].Text[:len(steps[last].Text)-cut]
				if !mayEnd(sent) && !strings.Contains(got, "error ") && !strings.Contains(got, "could not be read") {
					t.Errorf("%s: %q: %s", tr.path, sent, got)
				}
			})
		}
	}
}

// mayEnd reports whether a datagram may be the last of a response: it ends in a
// line end, or in a line that does not describe an object.
func mayEnd(datagram string) bool {
	if datagram == "" || int(datagram[0]) >= len(datagram) {
		return true // only a header is left
	}
	data := datagram[datagram[0]:]
	line := data[strings.LastIndex(data, "\n")+1:]
	return line == "" || strings.HasPrefix(line, "WARNING") || strings.HasPrefix(line, "FAILURE")
}
