package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
)

// maxMessage is how many characters of an error a model sees: servers can send long ones.
const maxMessage = 500

// errInput is the error of arguments that a tool cannot use.
var errInput = errors.New("wrong arguments")

// A timeError is the cause of a context that ends a call.
type timeError struct{ limit time.Duration }

func errTime(limit time.Duration) error { return &timeError{limit} }

// Error returns the reason.
func (e *timeError) Error() string {
	return fmt.Sprintf("the call was not finished within %v", e.limit)
}

// Problem is why a tool has no result, or only a part.
type Problem struct {
	Class   string `json:"class" jsonschema:"The kind of error: refused (by a guard of earl), invalid, unsupported, not-found, login, connect, timeout, protocol, truncated, server, interrupted, local."`
	Guard   string `json:"guard,omitempty" jsonschema:"The guard that refused the URL, such as private-address, disagreement, login or scheme. Nothing was sent."`
	Message string `json:"message" jsonschema:"The reason. It can contain text from a server."`
	Section string `json:"section,omitempty" jsonschema:"The section of a standard that requires the guard."`
	Setting string `json:"setting,omitempty" jsonschema:"The flag of earl mcp with which the user can allow it. The model cannot set it."`
}

// settings are the flags of the command for settings of package open.
var settings = map[string]string{"Policy.AllowNet": "--allow-net", "Policy.MaxSize": "--max-size"}

// problemOf returns the Problem for an error of a call, nil for nil.
func problemOf(ctx context.Context, err error) *Problem {
	if err == nil {
		return nil
	}
	p := &Problem{Class: open.ClassOf(err).String(), Message: err.Error(), Setting: settings[open.SettingOf(err)]}
	var (
		refusal *open.Refusal
		late    *timeError
	)
	switch {
	case errors.As(context.Cause(ctx), &late):
		p.Class, p.Message, p.Setting = open.ClassTimeout.String(), late.Error(), "--max-time"
	case errors.As(err, &refusal):
		p.Guard, p.Message, p.Section, p.Setting = refusal.Name, refusal.Reason, refusal.Section, settings[refusal.Setting]
		if !refusal.URL.IsZero() {
			p.Message = refusal.URL.Redacted() + ": " + p.Message
		}
	case errors.Is(err, errInput):
		p.Class = open.ClassInvalid.String()
	}
	p.Message = line(p.Message, maxMessage)
	return p
}

// text returns the problem in one or two lines.
func (p *Problem) text() string {
	var b strings.Builder
	switch {
	case p.Guard != "":
		fmt.Fprintf(&b, "REFUSED by the guard %q: %s", p.Guard, p.Message)
	default:
		fmt.Fprintf(&b, "ERROR (%s): %s", p.Class, p.Message)
	}
	if p.Section != "" {
		fmt.Fprintf(&b, " (%s)", p.Section)
	}
	b.WriteByte('\n')
	switch {
	case p.Setting != "":
		fmt.Fprintf(&b, "Only the user can allow it, with %s when earl mcp starts.\n", p.Setting)
	case p.Guard != "":
		b.WriteString("No setting allows it.\n")
	}
	return b.String()
}
