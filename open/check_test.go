package open

import (
	"errors"
	"slices"
	"testing"

	"github.com/earl-url/earl"
)

// Options.Check sees every URL before anything is sent, also the targets of redirects
// and the URLs of Probe, Prepare and Plan.
func TestCheckSeesEveryURL(t *testing.T) {
	refused := errors.New("refused by the program")
	var seen []string
	n := newNetwork()
	c := New(n.options(Options{Check: func(u earl.URL) error {
		seen = append(seen, u.String())
		if u.String() == "http://public.test/no" {
			return refused
		}
		return nil
	}}), &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
		"http://public.test/":  refer("http://public.test/a", "http://public.test/b"),
		"http://public.test/a": refer("http://public.test/no"),
	}})
	if _, err := c.Follow(t.Context(), parse(t, "http://public.test/")); err != nil {
		t.Errorf("Follow: %v, want the second target", err)
	}
	want := []string{"http://public.test/", "http://public.test/a", "http://public.test/no", "http://public.test/b"}
	if !slices.Equal(seen, want) {
		t.Errorf("Check saw %q, want %q", seen, want)
	}
	dials := len(n.dials)
	no := parse(t, "http://public.test/no")
	_, open := c.Open(t.Context(), no)
	_, probe := c.Probe(t.Context(), no)
	_, prepare := c.Prepare(t.Context(), &Request{URL: no})
	_, plan := c.Plan(t.Context(), &Request{URL: no})
	for name, err := range map[string]error{"Open": open, "Probe": probe, "Prepare": prepare, "Plan": plan} {
		if !errors.Is(err, refused) {
			t.Errorf("%s: %v, want the error of Check", name, err)
		}
	}
	if len(n.dials) != dials {
		t.Errorf("%q were dialled for a refused URL", n.dials[dials:])
	}
}
