package inputs

import (
	"context"
	"iter"

	"github.com/earl-url/earl/linkcheck"
)

// Until yields what links yields until ctx ends, also while links waits for input:
// the goroutine of links then keeps running.
func Until(ctx context.Context, links iter.Seq2[linkcheck.Link, error]) iter.Seq2[linkcheck.Link, error] {
	type item struct {
		link linkcheck.Link
		err  error
	}
	return func(yield func(linkcheck.Link, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		found := make(chan item)
		go func() {
			defer close(found)
			for l, err := range links {
				select {
				case found <- item{l, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
		for {
			select {
			case i, ok := <-found:
				if !ok || !yield(i.link, i.err) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
