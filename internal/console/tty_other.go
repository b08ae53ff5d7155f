//go:build !unix

package console

import "context"

// onResize does nothing: no signal tells of a window that changes.
func onResize(func()) (stop func()) { return func() {} }

// EndBySignal returns ctx, since no other signals end a program on this system.
func EndBySignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}
