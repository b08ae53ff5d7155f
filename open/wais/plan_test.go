package wais_test

import (
	"path/filepath"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
)

// G11: the plan equals the bytes on the wire, for recordings of each kind of request.
func TestPlanIsWire(t *testing.T) {
	for _, name := range []string{
		"05-retrieve-small-text", "08-retrieve-gif", "13-info-search", "56-lynx-search", "57-lynx-retrieve",
		"17-empty-query", "database-plain", "init", "init-refused", "part-of", "parts", "parts-1993", "search-plus", "search-plus-kept",
	} {
		t.Run(name, func(t *testing.T) {
			set := settingsOf(t, opentest.Transcript(t, filepath.Join("testdata", name+".txtar")))
			opentest.PlanIsWire(t, wais.Opener{Options: set.wais}, opentest.PlanCase{
				Transcript: transcript.Text(t, name), Edition: set.edition, Options: set.Options, Request: set.Request,
			})
		})
	}
}

// B13: a plan describes its messages in words.
func TestPlanNote(t *testing.T) {
	for _, row := range []struct {
		in, note string
		steps    int
	}{
		{"wais://h/db?a+b", `It requests this: search of database "db" for "a b".`, 1},
		{"wais://h/db", `It requests this: search of database "db" without words, for its description. If the answer has the id of a description, that is retrieved next.`, 1},
		{"wais://h/db/TEXT/%01x", `It requests this: retrieval of document "%01x", type "TEXT", from database "db".`, 4},
		{"wais://h/db/TEXT/10000/x", `It requests this: retrieval of document "x", type "TEXT", from database "db".`, 1},
	} {
		plan, err := open.New(open.Options{}, wais.Opener{}).Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(row.in)})
		if err != nil || plan.Effect != open.EffectSends || plan.Server != "h:210" || plan.Note != row.note || len(plan.Steps) != row.steps {
			t.Errorf("Plan(%q) = %+v, %v, want %d steps, %q", row.in, plan, err, row.steps, row.note)
		}
	}
}

// A part after the end of a document is not requested.
func TestPlanAfterTheEnd(t *testing.T) {
	r := &open.Request{URL: earl.RFC3986.MustParse("wais://h/db/TEXT/10/x"), Offset: 10}
	plan, err := open.New(open.Options{}, wais.Opener{}).Plan(t.Context(), r)
	if err != nil || plan.Effect != open.EffectNothing || plan.Note == "" {
		t.Errorf("Plan = %+v, %v, want that nothing is sent", plan, err)
	}
}
