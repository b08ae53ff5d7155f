package telnet_test

import (
	"errors"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/telnet"
)

// B12, G11: nothing is planned, and nothing is sent.
func TestPlanIsWire(t *testing.T) {
	t.Parallel()
	opentest.PlanIsWire(t, telnet.Opener{Options: telnet.Options{Terminal: "xterm"}}, opentest.PlanCase{Edition: earl.RFC1738, Transcript: `
-- url --
telnet://guest:` + opentest.Password + `@HOST/
-- wire --
S: login:
`})
}

// B12, G11: the plan for a URL, and refusals that are those of Open.
func TestPlan(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ in, server, note string }{
		{"telnet://h/", "h:23", ""},
		{"telnet://[::1]:2323", "[::1]:2323", ""},
		{"telnet://guest:s3cr3t-9@h/", "h:23", "The user name and the password are shown and never sent."},
	} {
		p, err := telnet.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(row.in)}})
		if err != nil || p.Effect != open.EffectConnects || p.Server != row.server || p.Note != row.note || len(p.Steps) > 0 {
			t.Errorf("Plan(%q) = %+v, %v, want to %q, %q", row.in, p, err, row.server, row.note)
		}
	}
	var violation *earl.ParseError
	if p, err := (telnet.Opener{}).Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("telnet://h/more")}}); !errors.As(err, &violation) {
		t.Errorf("Plan = %+v, %v, want a ParseError", p, err)
	}
	if p, err := (telnet.Opener{Options: telnet.Options{Terminal: "a b"}}).Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("telnet://h/")}}); err == nil {
		t.Errorf("Plan = %+v, want an error for the terminal", p)
	}
}
