package prospero_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ardp"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/prospero"
)

// G11: the plan equals the bytes on the wire, for recordings of each kind of request.
func TestPlanIsWire(t *testing.T) {
	for _, name := range []string{"referral", "list-empty", "contents", "draft1993", "old-version"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("testdata/" + name + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			edition := earl.RFC1738
			if strings.Contains(string(text), "-- edition --\ndraft1993\n") {
				edition = earl.Draft1993
			}
			opentest.PlanIsWire(t, prospero.Opener{}, opentest.PlanCase{Transcript: expand(t, string(text)), Edition: edition, Payload: data})
		})
	}
}

// data returns the data of a packet: a request of these transcripts has one.
func data(datagram string) string {
	p, err := ardp.Parse([]byte(datagram))
	if err != nil {
		return datagram
	}
	return string(p.Data)
}

// B17: the lines of each request, without its beginning and without version 1.
func TestPlan(t *testing.T) {
	const begin = "VERSION 5|AUTHENTICATE '' UNAUTHENTICATED anonymous|"
	for _, row := range []struct {
		src, in, want string
		e             *earl.Edition
	}{
		{"B17", "prospero://h//pros/name", "GET-OBJECT-INFO #ALL ASCII '/pros/name' 0&DIRECTORY ASCII '/pros/name' 0|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII '/pros/name' 0", earl.RFC1738},
		{"B17", "prospero://h/it's;object-version=3;x=y", "GET-OBJECT-INFO #ALL ASCII 'it''s' 3&DIRECTORY ASCII 'it''s' 3|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII 'it''s' 3", earl.RFC1738},
		{"B17", "prospero://h/n;HSONAME-TYPE=T;ID=REMOTE%207;ID=LOCAL", "GET-OBJECT-INFO #ALL T n 0|SELECT OBJECT FIELD ID SEQUENCE REMOTE 7&DIRECTORY T n 0|SELECT OBJECT FIELD ID SEQUENCE REMOTE 7|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS T n 0|SELECT OBJECT FIELD ID SEQUENCE REMOTE 7", earl.RFC1738},
		{"B34", "prospero://h/n%00%00a", "GET-OBJECT-INFO #ALL ASCII n 0&DIRECTORY ASCII n 0|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII n 0", earl.Draft1993},
		{"B34 F6", "prospero://h/n%0012%00a", "GET-OBJECT-INFO #ALL ASCII n 12&DIRECTORY ASCII n 12|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII n 12", earl.Draft1993},
		{"B17 F2", "prospero://h/;HSONAME-TYPE=T%0A", "error", earl.RFC1738},
		{"B17 F2", "prospero://h/a%7F", "error", earl.RFC1738},
	} {
		plan, err := prospero.Opener{}.Plan(&open.Call{Request: open.Request{URL: row.e.MustParse(row.in)}})
		var got, when string
		for _, step := range plan.Steps {
			if step.When != when {
				got += "&"
			}
			got, when = got+step.Line+"|", step.When
		}
		got = strings.ReplaceAll(got, begin, "")
		got = strings.ReplaceAll(strings.TrimSuffix(got, "|"), "|&", "&")
		if before, rest, ok := strings.Cut(got, "&VERSION 1|"); ok {
			_, after, _ := strings.Cut(rest, "&")
			got = before + "&" + after
		}
		if errors.Is(err, earl.ErrControl) {
			got = "error"
		}
		if got != row.want {
			t.Errorf("%s: Plan(%q) = %q, %v, want %q", row.src, row.in, got, err, row.want)
		}
	}
}

// B17: a plan notes which fields of the URL are not sent.
func TestPlanNote(t *testing.T) {
	plan, err := prospero.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC1738.MustParse("prospero://h:1526/n;COLOR=blue")}})
	const want = "The field COLOR is not sent: servers do not understand it."
	if err != nil || plan.Note != want || plan.Server != "h:1526" {
		t.Errorf("Plan = %+v, %v, want %q", plan, err, want)
	}
}

// F6: the plan of a URL that Open refuses is the same refusal.
func TestPlanRefusesALongName(t *testing.T) {
	_, err := prospero.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC1738.MustParse("prospero://h/" + strings.Repeat("n", 1001))}})
	var refusal *open.Refusal
	if !errors.As(err, &refusal) || refusal.Name != open.GuardLongName {
		t.Errorf("Plan = %v, want a refusal", err)
	}
}
