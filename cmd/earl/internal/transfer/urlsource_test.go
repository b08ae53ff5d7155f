package transfer

import (
	"context"
	"os"
	"testing"
	"time"
)

// The end of a run does not wait for a list that is still open.
func TestListEndsWithItsRun(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		run := New(Options{Input: Input{InputFile: "-"}, Stdin: r, Reporter: new(testReporter)})
		run.Run(ctx, nil)
		run.Close()
	}()
	cancel()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the run waits for stdin")
	}
}
