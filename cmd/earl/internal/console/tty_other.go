//go:build !unix

package console

import "context"

// onResize does nothing: this system has no signal for a change of the window size.
func onResize(func()) (stop func()) { return func() {} }

// EndBySignal returns ctx, because no other signals end a program on this system.
func EndBySignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}
