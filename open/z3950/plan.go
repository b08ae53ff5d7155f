package z3950

import (
	"fmt"

	"github.com/earl-url/earl/open"
)

// Sources of the steps of a plan.
const (
	sourceInit    = "ANSI/NISO Z39.50-1995 3.2.1.1"
	sourceSearch  = "ANSI/NISO Z39.50-1995 3.2.2.1"
	sourcePresent = "ANSI/NISO Z39.50-1995 3.2.3.1"
	sourceScan    = "ANSI/NISO Z39.50-1995 3.2.8.1"
	sourceClose   = "ANSI/NISO Z39.50-1995 3.2.11.1"
)

// Plan returns the messages that Open sends. A listing is planned up to its first records: their number
// decides what follows. Source: rfc2056 2; ANSI/NISO Z39.50-1995 3.2.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	t, err := o.newTask(r)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectSends, Server: t.address}
	p.Steps = []open.Step{{Line: string(initMessage(t.opts.MessageSize)), Why: "it begins a session", Source: sourceInit}}
	switch {
	case t.view.Scan.Present:
		count := t.scanCount()
		p.Note = "It requests this: " + t.scanSentence(count) + "."
		p.Steps = append(p.Steps, open.Step{Line: string(scanMessage(t.names, t.scan, count)), Source: sourceScan})
	case t.query == nil:
		p.Note = "It begins a session and ends it: a form asks for the words of a search."
	default:
		p.Note = "It requests this: " + sentence(t.names, t.query) + "."
		p.Steps = append(p.Steps, open.Step{Line: string(searchMessage(t.names, t.query)), Source: sourceSearch})
		p.Steps = append(p.Steps, t.planPresent()...)
	}
	p.Steps = append(p.Steps, open.Step{Line: string(closeMessage()), When: "if the server has version 3 of the protocol", Source: sourceClose})
	return p, nil
}

// planPresent returns the requests for the record, or for the first records.
func (t *task) planPresent() []open.Step {
	start, count, when := t.recordNumber(), int64(1), "if the search finds it"
	if !t.one() {
		count = min(chunk, int64(t.opts.Records))
		when = fmt.Sprintf("if the search finds %d records or more; for fewer, as many as it finds", count)
	}
	var steps []open.Step
	for _, format := range t.formats {
		steps = append(steps, open.Step{
			Line: string(presentMessage(start, count, string(t.view.ElementSet.Value), format)), When: when,
			Why: "the record syntax is " + format.name, Source: sourcePresent,
		})
		when = "if the server does not have that syntax"
	}
	return steps
}
