//go:build planonly

package gemini

import (
	"context"

	"github.com/earl-url/earl/open/internal/secure"
)

// config has no settings: this program has no TLS.
func (q *query) config(context.Context, *Opener) *secure.Config { return nil }
