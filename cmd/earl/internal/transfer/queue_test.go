package transfer

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A queue obeys its limits, starts downloads in order as far as they allow, and
// does every download once.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		running, most, done := map[string]int{}, map[string]int{}, map[string]int{}
		var order []string
		q := &queue{max: 4, perHost: func(at string) int { return map[string]int{"a": 1, "b": 2}[at] + 0 }}
		q.perHost = func(at string) int {
			if at == "a" {
				return 1
			}
			return 2
		}
		q.do = func(_ context.Context, e download) {
			mu.Lock()
			running[e.server]++
			running["all"]++
			most[e.server], most["all"] = max(most[e.server], running[e.server]), max(most["all"], running["all"])
			order = append(order, e.text)
			done[e.text]++
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			running[e.server]--
			running["all"]--
			mu.Unlock()
		}
		q.run(t.Context(), func(yield func(download) bool) {
			for i := range 3 * ahead {
				if !yield(download{text: fmt.Sprint(i), server: []string{"a", "b", "c", ""}[i%4]}) {
					return
				}
			}
		})
		if most["a"] != 1 || most["b"] != 2 || most["c"] > 2 || most["all"] != 4 {
			t.Errorf("so many ran at a time: %v", most)
		}
		if len(done) != 3*ahead || len(order) != 3*ahead {
			t.Errorf("%d downloads were done %d times", len(done), len(order))
		}
		if first := slices.Sorted(slices.Values(order[:4])); !slices.Equal(first, []string{"0", "1", "2", "3"}) {
			t.Errorf("the first were %q", first)
		}
	})
}

// After a stop, downloads that have not begun are not done.
func TestQueueStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var mu sync.Mutex
		n := 0
		q := &queue{max: 2, perHost: func(string) int { return 2 }, do: func(ctx context.Context, _ download) {
			mu.Lock()
			n++
			mu.Unlock()
			<-ctx.Done()
		}}
		time.AfterFunc(time.Minute, stop)
		q.run(ctx, func(yield func(download) bool) {
			for yield(download{server: "a"}) {
			}
		})
		if n != 2 {
			t.Errorf("%d downloads were begun", n)
		}
	})
}
