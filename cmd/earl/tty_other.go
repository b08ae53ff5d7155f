//go:build !unix

package main

import "context"

// onResize does nothing: no signal tells of a window that changes.
func onResize(func()) (stop func()) { return func() {} }

// endBySignal returns ctx: no other signals end a program.
func endBySignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}
