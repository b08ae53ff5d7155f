//go:build unix

package console

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// onResize calls f after each change of the window size, until stop is called.
func onResize(f func()) (stop func()) {
	changes := make(chan os.Signal, 1)
	signal.Notify(changes, syscall.SIGWINCH)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-changes:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(changes)
		close(done)
	}
}

// EndBySignal returns a ctx that ends at signals that would otherwise end the program at
// once. Then the program can restore the terminal and remove temporary files.
// SIGHUP is ignored under nohup.
func EndBySignal(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return signal.NotifyContext(ctx, syscall.SIGQUIT)
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP, syscall.SIGQUIT)
}
