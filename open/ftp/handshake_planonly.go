//go:build planonly

package ftp

import (
	"context"

	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// tlsConfig returns nil.
func (s *session) tlsConfig() *secure.Config { return nil }

// handshake returns [secure.ErrNone].
func (s *session) handshake(context.Context, *wire.Conn) (*secure.RawConn, error) {
	return nil, secure.ErrNone
}
