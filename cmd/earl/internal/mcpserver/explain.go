package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/explanation"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/readers"
)

const explainDescription = `Explain a URL without using the network: its parts, how eight editions of the standard and the URL parsers of real programs read it, what opening it would send, whether fetch would refuse it and why, and warnings such as that two programs would contact different servers.`

type explainInput struct {
	URL string `json:"url" jsonschema:"The URL. It can be one that fetch refuses."`
}

// Explained is the result of explain.
type Explained struct {
	Differ      bool           `json:"differ" jsonschema:"Two programs, or rfc1738, rfc3986 and whatwg, would contact different hosts or ports. Do not use such a URL."`
	Explanation map[string]any `json:"explanation,omitempty" jsonschema:"The explanation: the object that earl explain --json prints."`
	Error       *Problem       `json:"error,omitempty" jsonschema:"Why there is no explanation."`

	page string
}

// problem returns why there is no explanation, or nil.
func (x *Explained) problem() *Problem { return x.Error }

// text returns the result for the model.
func (x *Explained) text() string {
	if x.Error != nil {
		return x.Error.text()
	}
	return x.page
}

// explain is the tool explain.
func (s *Server) explain(ctx context.Context, in explainInput) *Explained {
	if len(in.URL) > maxURL {
		return &Explained{Error: problemOf(ctx, fmt.Errorf("%w: the URL has more than %d bytes", errInput, maxURL))}
	}
	o := explain.Options{Client: s.client, Policy: &s.policy, Readers: readers.All(), Violations: maxViolations}
	x := explanation.Explanation{
		Explanation: explain.Explain(ctx, in.URL, o), Typed: in.URL,
		Flag: func(setting string) string { return settings[setting] },
	}
	out := &Explained{Differ: x.Split(), page: x.Text(term.Painter{})}
	if err := json.Unmarshal(x.AppendJSON(nil), &out.Explanation); err != nil {
		return &Explained{Error: problemOf(ctx, err)}
	}
	return out
}

// maxViolations is how many violations of one edition an explanation lists.
const maxViolations = 10
