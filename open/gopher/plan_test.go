package gopher_test

import (
	"path/filepath"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
)

// G11: the plan equals the bytes on the wire, for recordings of each kind of request.
func TestPlanIsWire(t *testing.T) {
	for name, edition := range map[string]*earl.Edition{
		"01-root-menu":               earl.RFC1738,
		"08-text-dotted":             earl.RFC1738,
		"17-search-hits":             earl.RFC1738,
		"36-gplus-plus-minus1":       earl.RFC1738,
		"48-item-info":               earl.RFC1738,
		"54-dir-info":                earl.RFC1738,
		"59-dir-info-two-space":      earl.Draft1994, // in its literal form
		"62-attr-one":                earl.RFC1738,
		"63-attr-one-not-understood": earl.RFC1738, // two requests
		"65-view-lang":               earl.RFC1738,
		"73-ask-submit":              earl.RFC1738,
		"plus-literal":               earl.RFC1738, // in its literal form
		"ask-all":                    earl.RFC1738,
		"search-plus":                earl.RFC1738,
		"search-plus-empty":          earl.RFC1738,
	} {
		t.Run(name, func(t *testing.T) {
			o, set := settings(t, opentest.Transcript(t, filepath.Join("testdata", name+".txtar")))
			opentest.PlanIsWire(t, gopher.Opener{Options: o}, opentest.PlanCase{
				Transcript: transcript.Text(t, name), Edition: edition, Options: set.Options,
			})
		})
	}
}

// G11: the plan of a URL contains the bytes that are sent, or the reason why none are.
func TestPlan(t *testing.T) {
	for _, row := range []struct {
		src, in string
		effect  open.Effect
		note    string
		lines   []string
	}{
		{"rfc1738 3.4.1", "gopher://h", open.EffectSends, "", []string{""}},
		{"rfc1738 3.4.2", "gopher://h/7s%09a%20b", open.EffectSends, "", []string{"s\ta b"}},
		{"rfc1738 3.4.2", "gopher://h/7s", open.EffectAsks, "It is a search, and you are asked for its words first.", nil},
		{"rfc1738 3.4.5", "gopher://h/0s%09%09?", open.EffectSends, "", []string{"s\t!"}},
		{"rfc1738 3.4.7", "gopher://h/0s%09%09!+A%20+B", open.EffectSends, "", []string{"s\t!+A+B", "s\t!"}},
		{"rfc1738 3.4.8", "gopher://h/0s%09%09x", open.EffectNothing, "Its Gopher+ string does not begin with +, !, $ or ?, so there is no request for it.", nil},
		{"draft1993 Gopher", "gopher://h/8me", open.EffectNothing, "It redirects to a terminal session.", nil},
		{"rfc1738 3.4", "gopher://h/hURL:http://a/", open.EffectNothing, "It redirects to the link in its selector.", nil},
		{"rfc1436 3.8", "gopher://h/2cso", open.EffectNothing, "It is a CSO name server, which has a protocol of its own.", nil},
		{"rfc1436 3.8", "gopher://h/iwords", open.EffectNothing, "There is nothing to retrieve.", nil},
	} {
		plan, err := gopher.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC1738.MustParse(row.in), Policy: new(open.Policy)}})
		if err != nil || plan.Effect != row.effect || plan.Note != row.note || len(plan.Steps) != len(row.lines) {
			t.Errorf("%s: Plan(%q) = %+v, %v, want %v, %q, %q", row.src, row.in, plan, err, row.effect, row.note, row.lines)
			continue
		}
		for i, step := range plan.Steps {
			if step.Line != row.lines[i] || (step.When == "") != (i == 0) {
				t.Errorf("%s: step %d of %q = %+v, want %q", row.src, i+1, row.in, step, row.lines[i])
			}
		}
	}
}
