//go:build planonly

package secure

import (
	"context"
	"errors"
	"net"

	"github.com/earl-url/earl/open"
)

// Config has no settings. crypto/tls would make the program a quarter larger.
type Config struct{}

// ErrNone is the error of each connection over TLS.
var ErrNone = errors.New("this program has no TLS")

// Client closes below and returns [ErrNone].
func Client(_ context.Context, below net.Conn, _ *Config, _ string, _ *open.Call) (net.Conn, error) {
	below.Close()
	return nil, ErrNone
}
