package open

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// recorderFunc records nothing, and counts.
type recorderFunc func(r *Request) Recording

func (f recorderFunc) Record(r *Request) Recording { return f(r) }

// F3: the answer to a secret question becomes a part of a URL. It is not in errors, traces, notes
// and records, although the server repeats it.
func TestSecretAnswersAreHidden(t *testing.T) {
	const form, filled, next = "gopher://public.test/form", "gopher://public.test/form?ge%20heim%21", "gopher://public.test/end"
	var seen []string
	note := func(format string, args ...any) { seen = append(seen, fmt.Sprintf(format, args...)) }
	var recorded []string
	o := newNetwork().options(Options{
		Trace: func(e Event) { note("trace %s", e.Line) },
		Recorder: recorderFunc(func(r *Request) Recording {
			recorded = append(recorded, r.URL.String())
			return nil
		}),
	})
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
		form: func(r *Call) (Resource, error) {
			return &Form{Meta: Meta{URL: r.URL, Kind: KindForm}, Fields: []Question{{Name: "word", Secret: true}},
				Answer: func(answers []string) (earl.URL, error) { return parse(t, filled), nil }}, nil
		},
		filled: func(r *Call) (Resource, error) {
			r.Trace(Event{'C', r.URL.String()})
			return refer(next)(r)
		},
		next: func(r *Call) (Resource, error) {
			r.Trace(Event{'S', "not ge heim!"})
			return nil, fmt.Errorf("%w: not ge%%20heim%%21", ErrLogin)
		},
	}}
	c := New(o, f)
	res, err := c.Follow(t.Context(), parse(t, form))
	if err != nil {
		t.Fatal(err)
	}
	u, err := res.(*Form).Answer([]string{"ge heim!"})
	if err != nil || u.String() != filled {
		t.Fatal(u, err)
	}
	_, err = c.Follow(context.Background(), u)
	note("error %v", err)
	for _, line := range seen {
		if strings.Contains(line, "heim") {
			t.Errorf("the secret is in %q", line)
		}
	}
	if len(seen) < 4 || !slices.ContainsFunc(seen, func(line string) bool { return strings.Contains(line, "redirected to") }) {
		t.Errorf("only %q", seen)
	}
	if !slices.Equal(recorded, []string{form}) {
		t.Errorf("recorded %q", recorded)
	}
}

// A client that opens forms for years keeps a limited number of answers.
func TestAnswersAreLimited(t *testing.T) {
	var a answers
	for i := range 3 * maxAnswers {
		a.add(parse(t, fmt.Sprintf("gopher://public.test/%d", i)), []Question{{Secret: true}}, []string{"geheim"})
	}
	if len(a.list) != maxAnswers || a.in(parse(t, "gopher://public.test/299")) == nil || a.in(parse(t, "gopher://public.test/1")) != nil {
		t.Errorf("%d answers", len(a.list))
	}
}
