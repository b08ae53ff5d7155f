package report

import (
	"fmt"
	"io"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// text writes lines for people, in the form that editors jump to.
type text struct {
	w   io.Writer
	all bool
	any bool
}

func newText(w io.Writer, o Options) Writer { return &text{w: w, all: o.All} }

// Result implements Writer.
func (t *text) Result(r linkcheck.Result) error {
	if !t.all && !told(&r) {
		return nil
	}
	t.any = true
	end := r.Status.String()
	if r.Status != linkcheck.OK || r.Message != "" {
		end += ": " + term.Safe(why(&r))
	}
	var b []byte
	for _, p := range places(&r) {
		if at := where(&p); at != "" {
			b = append(append(b, at...), ": "...)
		}
		b = fmt.Appendf(b, "%s: %s\n", term.Safe(named(&r, &p)), end)
	}
	_, err := t.w.Write(b)
	return err
}

// Close implements Writer.
func (t *text) Close(s linkcheck.Summary) error {
	gap := ""
	if t.any {
		gap = "\n"
	}
	b := fmt.Appendf(nil, "%s%s\n%s\n", gap, totals(&s), bySeverity(&s))
	if by := byStatus(&s); by != "" {
		b = fmt.Appendln(b, by)
	}
	for _, d := range s.Capped {
		b = fmt.Appendln(b, term.Safe(d.String()))
	}
	_, err := t.w.Write(b)
	return err
}
