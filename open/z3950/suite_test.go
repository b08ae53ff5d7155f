package z3950_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/z3950"
)

// upTo returns a transcript up to the line that has a text, without the line, and another end. An empty
// line means the whole transcript.
func upTo(t testing.TB, name, line, end string) string {
	t.Helper()
	text, _, _ := strings.Cut(transcript.Text(t, name), "-- want --")
	if line == "" {
		return text + end
	}
	i := strings.Index(text, line)
	if i < 0 {
		t.Fatalf("%s has no %q", name, line)
	}
	return text[:strings.LastIndexByte(text[:i], '\n')+1] + end
}

func TestSuite(t *testing.T) {
	opentest.Run(t, z3950.Opener{}, opentest.Fixture{
		Edition:        earl.RFC3986,
		Document:       upTo(t, "docid", "", ""),
		Listing:        upTo(t, "fewer", "", ""),
		EndlessListing: upTo(t, "chunks", `\x9e\x01\x15`, "flood: x\n"),
		Hostile: []opentest.Hostile{
			{URL: "z39.50r://library.example/a{}b?1"},
			{URL: "z39.50r://library.example/a?1{}"},
			{URL: "z39.50r://library{}.example/a?1"},
			{URL: "z39.50s://library.example/a;x-search=a{}b"},
			{URL: "z39.50s://library.example/a;x-scan=a{}b"},
			{URL: "z39.50r://library.example/a?1;esn={}"},
		},
		CutShows: true,
	})
}

// G4, G11: the plan equals the bytes on the wire, for each kind of URL.
func TestPlanIsWire(t *testing.T) {
	for _, name := range []string{
		"docid", "search", "truncated", "scan", "diagnostic-239", "words", "element-set", "record",
		"form", "form-database", "version-2", "docid-use", "syntax-unknown",
	} {
		t.Run(name, func(t *testing.T) {
			s := opentest.Transcript(t, filepath.Join("testdata", name+".txtar"))
			o, set := settings(t, s)
			if n := (map[string]int{"search": 1, "truncated": 3, "words": 1})[name]; n > 0 {
				o.Records = n // so that the first records are all
			}
			opentest.PlanIsWire(t, z3950.Opener{Options: o}, opentest.PlanCase{Transcript: transcript.Text(t, name), Request: set.Request})
		})
	}
}

func TestPlan(t *testing.T) {
	for _, row := range []struct {
		in, note string
		steps    int
	}{
		{"z39.50r://h/db?12", `It requests this: search of "db" for @attr 1=1032 @attr 4=104 "12".`, 7},
		{"z39.50r://h/db?12;rs=xml", `It requests this: search of "db" for @attr 1=1032 @attr 4=104 "12".`, 4},
		{"z39.50s://h/a+b;x-search=old%20maps", `It requests this: search of "a", "b" for @and @attr 1=1016 "old" @attr 1=1016 "maps".`, 7},
		{"z39.50s://h/;x-scan=a;x-use=title", `It requests this: scan of "Default" for 100 terms from @attr 1=4 "a".`, 3},
		{"z39.50s://h", `It begins a session and ends it: a form asks for the words of a search.`, 2},
	} {
		plan, err := open.New(open.Options{}, z3950.Opener{}).Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(row.in)})
		if err != nil || plan.Effect != open.EffectSends || plan.Server != "h:210" || plan.Note != row.note || len(plan.Steps) != row.steps {
			t.Errorf("Plan(%q) = %+v, %v, want %d steps, %q", row.in, plan, err, row.steps, row.note)
		}
	}
}

// URLs that are no request fail before anything is sent.
func TestNothingIsSent(t *testing.T) {
	for in, want := range map[string]string{
		"z39.50s://h/;x-search=":                              "a search without words",
		"z39.50s://h/;x-search=%22%20%22":                     "a search without words",
		"z39.50s://h/;x-search=a;x-use=colour":                "x-use=colour: must be any, title,",
		"z39.50s://h/;x-scan=a;x-use=0":                       "x-use=0: must be any, title,",
		"z39.50r://h/a?1;rs=grs-1":                            "the record syntax grs-1 cannot be shown",
		"z39.50s://h/;x-search=" + strings.Repeat("a%20", 21): "a search for 21 words, and at most 20 are sent",
	} {
		_, err := open.New(open.Options{}, z3950.Opener{}).Open(t.Context(), earl.RFC3986.MustParse(in))
		if open.ClassOf(err) != open.ClassUnsupported || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v is %v, want unsupported with %q", in, err, open.ClassOf(err), want)
		}
	}
}

// Whatever the server sends of a response, an open that ends early is an error, or the result is the same.
func TestCutAfterEachByte(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays a transcript for each byte")
	}
	for _, name := range []string{"docid", "search", "scan", "fewer", "chunks", "diagnostic-239"} {
		s := opentest.Transcript(t, filepath.Join("testdata", name+".txtar"))
		whole := 0
		for _, wire := range s.Wires {
			for _, step := range wire {
				if step.Op == opentest.ServerSends {
					whole += len(step.Text)
				}
			}
		}
		want, _ := s.File("want")
		for cut := range whole {
			p := &opentest.Pieces{Wires: s.Wires, Size: 1 << 20, Cut: cut}
			got := play(t, s, p)
			p.Faults()
			if !strings.Contains(got, "error cut: ") && got != want {
				t.Fatalf("%s truncated after %d bytes of %d: got:\n%swant an error or\n%s", name, cut, whole, got, want)
			}
		}
	}
}

// The answers to the form are the URL of a search or of a list of terms.
func TestAnswer(t *testing.T) {
	for _, row := range []struct {
		transcript string
		answers    []string
		want       string
	}{
		{"form", []string{"old maps", "any", "records", "Default"}, "z39.50s://library.example/;x-search=old%20maps"},
		{"form", []string{"a+b", "title", "records", "x y"}, "z39.50s://library.example/x%20y;x-search=a%2Bb;x-use=title"},
		{"form", []string{"com", "author", "terms of the index", ""}, "z39.50s://library.example/;x-scan=com;x-use=author"},
		{"form-database", []string{"x", "4", "records"}, "z39.50s://library.example/a+b;x-search=x;x-use=4"},
		{"form-database", []string{"x", "any"}, "error z39.50: 3 questions, but 2 answers"},
		{"form-database", []string{"", "any", "records"}, "error z39.50: unsupported operation: a search without words"},
		{"form-database", []string{"x", "colour", "records"}, "error z39.50: unsupported operation: x-use=colour: must be any, title, author, subject, isbn, issn, date, id or the number of a bib-1 Use attribute"},
		{"form-database", []string{"x\n", "any", "records"}, "error z39.50s: the search words: " + earl.ErrControl.Error()},
	} {
		s := opentest.Transcript(t, filepath.Join("testdata", row.transcript+".txtar"))
		p := &opentest.Pieces{Wires: s.Wires, Size: 1 << 20, Cut: -1}
		res, err := open.New(p.Options(open.Options{}), z3950.Opener{}).Open(t.Context(), earl.RFC1738.MustParse(s.URL))
		if err != nil {
			t.Fatal(err)
		}
		u, err := res.(*open.Form).Answer(row.answers)
		got := u.String()
		if err != nil {
			got = "error " + err.Error()
		}
		if got != row.want {
			t.Errorf("the answers %q are %s, want %s", row.answers, got, row.want)
		}
	}
}

// Probe searches and retrieves nothing.
func TestProbe(t *testing.T) {
	for name, want := range map[string]string{"none": "not-found", "two": "not-found", "form": "form", "nothing": "listing", "diagnostic-114": "server", "diagnostic-109": "not-found"} {
		s := opentest.Transcript(t, filepath.Join("testdata", name+".txtar"))
		p := &opentest.Pieces{Wires: s.Wires, Size: 1 << 20, Cut: -1}
		client := open.New(p.Options(open.Options{}), z3950.Opener{})
		meta, err := client.Probe(t.Context(), earl.RFC3986.MustParse(s.URL))
		got := string(meta.Kind)
		if err != nil {
			got = open.ClassOf(err).String()
		}
		if got != want {
			t.Errorf("%s: Probe = %v, %v, want %s", name, meta, err, want)
		}
		for _, fault := range p.Faults() {
			t.Errorf("%s: %s", name, fault)
		}
	}
}
