package hostlimit

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// slots is a Rule with n slots at each server.
func slots(n int) func(string) Rule { return func(string) Rule { return Rule{Slots: n} } }

// log records the operations that start.
type log struct {
	*Limiter
	tickets map[string]*Ticket
	mu      sync.Mutex // timers start operations too
	names   []string
}

func newLog(o Options) *log { return &log{Limiter: New(o), tickets: map[string]*Ticket{}} }

// submit submits operations named "server number".
func (l *log) submit(names ...string) {
	for _, name := range names {
		server, _, _ := strings.Cut(name, " ")
		l.tickets[name] = l.Submit(server, func(*Ticket) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.names = append(l.names, name)
		})
	}
}

// started returns the operations that have started since the last call.
func (l *log) started() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := strings.Join(l.names, ", ")
	l.names = nil
	return names
}

// Operations wait for a slot in total and at their server, and no longer.
func TestSlots(t *testing.T) {
	l := newLog(Options{Total: 3, Rule: slots(2)})
	l.submit("a 1", "a 2", "a 3", "b 1", "b 2")
	if got := l.started(); got != "a 1, a 2, b 1" {
		t.Errorf("at first %s start", got)
	}
	l.tickets["b 1"].Done()
	if got := l.started(); got != "b 2" { // a has no slot
		t.Errorf("after b 1, %s starts", got)
	}
	l.tickets["a 1"].Done()
	l.tickets["a 1"].Done() // no other slot is free
	if got := l.started(); got != "a 3" {
		t.Errorf("after a 1, %s starts", got)
	}
	for _, ticket := range l.tickets {
		ticket.Done()
	}
	if len(l.servers) != 0 || len(l.ready) != 0 || l.active != 0 {
		t.Errorf("at the end %d servers, %d ready, %d active are left", len(l.servers), len(l.ready), l.active)
	}
}

// Without limits everything starts at once.
func TestZeroOptionsAreNoLimit(t *testing.T) {
	l := newLog(Options{})
	for i := range 1000 {
		l.submit(fmt.Sprint("a ", i))
	}
	if len(l.names) != 1000 {
		t.Errorf("%d of 1000 start", len(l.names))
	}
}

// Servers take turns, or the oldest operation starts first.
func TestOrder(t *testing.T) {
	for inOrder, want := range map[bool]string{false: "a 2, b 1, c 1, a 3", true: "a 2, a 3, b 1, c 1"} {
		l := newLog(Options{Total: 1, InOrder: inOrder})
		l.submit("a 1", "a 2", "a 3", "b 1", "c 1")
		l.started()
		var order []string
		for name := "a 1"; ; name = order[len(order)-1] {
			l.tickets[name].Done()
			next := l.started()
			if next == "" {
				break
			}
			order = append(order, next)
		}
		if got := strings.Join(order, ", "); got != want {
			t.Errorf("InOrder %t: %s, want %s", inOrder, got, want)
		}
	}
}

// In order, an operation overtakes only operations whose server has no free slot.
func TestInOrderPassesFullServers(t *testing.T) {
	l := newLog(Options{Total: 2, Rule: slots(1), InOrder: true})
	l.submit("a 1", "a 2", "b 1", "a 3", "c 1")
	if got := l.started(); got != "a 1, b 1" {
		t.Errorf("at first %s start", got)
	}
	l.tickets["b 1"].Done()
	if got := l.started(); got != "c 1" {
		t.Errorf("after b 1, %s starts", got)
	}
	l.tickets["a 1"].Done()
	if got := l.started(); got != "a 2" {
		t.Errorf("after a 1, %s starts", got)
	}
}

// An operation that is canceled while it waits never starts.
func TestDoneCancels(t *testing.T) {
	l := newLog(Options{Total: 1})
	l.submit("a 1", "a 2", "b 1", "a 3")
	l.tickets["a 2"].Done()
	l.tickets["b 1"].Done()
	l.tickets["a 1"].Done()
	if got := l.started(); got != "a 1, a 3" {
		t.Errorf("%s start", got)
	}
}

// An operation that runs again starts before those that wait at its server, and only when it
// has a slot again.
func TestAgain(t *testing.T) {
	l := newLog(Options{Total: 1})
	l.submit("a 1", "a 2", "b 1")
	l.tickets["a 2"].Again()                             // it does not run
	for _, want := range []string{"a 1", "a 1", "b 1"} { // servers take turns
		if got := l.started(); got != want {
			t.Errorf("%q starts, want %s", got, want)
		}
		if want == "a 1" {
			l.tickets["a 1"].Again()
		}
	}
	l.tickets["b 1"].Done()
	if got := l.started(); got != "a 1" {
		t.Errorf("after b 1, %q starts", got)
	}
	l.tickets["a 1"].Done()
	l.tickets["a 1"].Again() // it has ended
	if got := l.started(); got != "a 2" {
		t.Errorf("after a 1, %q starts", got)
	}
}

// A server has its interval between two starts, and a pause; other servers do not
// wait for it.
func TestIntervalAndPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLog(Options{Rule: func(server string) Rule {
			if server == "slow" {
				return Rule{Interval: time.Second}
			}
			return Rule{}
		}})
		l.submit("slow 1", "slow 2", "slow 3", "fast 1", "fast 2")
		if got := l.started(); got != "slow 1, fast 1, fast 2" {
			t.Errorf("at first %s start", got)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if got := l.started(); got != "slow 2" {
			t.Errorf("after a second %s starts", got)
		}
		l.Pause("slow", 10*time.Second)
		l.Pause("slow", time.Millisecond) // it is shorter
		time.Sleep(10*time.Second - 1)
		synctest.Wait()
		if got := l.started(); got != "" {
			t.Errorf("during the pause %s starts", got)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if got := l.started(); got != "slow 3" {
			t.Errorf("after the pause %s starts", got)
		}
		for _, ticket := range l.tickets {
			ticket.Done()
		}
		l.Pause("idle", time.Second)
		l.submit("idle 1")
		time.Sleep(time.Second)
		synctest.Wait()
		if got := l.started(); got != "idle 1" {
			t.Errorf("at a server that was paused before its first operation %q starts", got)
		}
		l.tickets["idle 1"].Done()
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(l.servers) != 0 {
			t.Errorf("%d servers are left", len(l.servers))
		}
	})
}

// Timers go through Options.After.
func TestAfterIsTheProgram(t *testing.T) {
	var later []func()
	l := newLog(Options{Rule: func(string) Rule { return Rule{Interval: time.Nanosecond} }, After: func(_ time.Duration, f func()) { later = append(later, f) }})
	l.submit("a 1", "a 2")
	for range 2 {
		time.Sleep(time.Millisecond) // the interval is over, but nothing starts until the test runs the timer
		if got := l.started(); got == "a 1, a 2" || len(later) != 1 {
			t.Fatalf("%s start, %d timers", got, len(later))
		}
		f := later[0]
		later = nil
		f()
	}
	if got := l.started(); got != "" {
		t.Errorf("%s starts again", got)
	}
}

// Acquire waits for its slot or for ctx, and releases a slot once.
func TestAcquire(t *testing.T) {
	l := New(Options{Rule: slots(1)})
	first, err := l.Acquire(t.Context(), "h")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Acquire(gone, "h"); !errors.Is(err, context.Canceled) {
		t.Errorf("while the server has no free slot: %v", err)
	}
	next := make(chan func())
	go func() {
		release, err := l.Acquire(t.Context(), "h")
		if err != nil {
			t.Error(err)
		}
		next <- release
	}()
	first()
	first()
	(<-next)()
	if len(l.servers) != 0 || l.active != 0 {
		t.Errorf("%d servers are left, %d active", len(l.servers), l.active)
	}
}

// Whatever the order of starts and ends, no limit is exceeded and nothing is
// forgotten.
func TestManyOperations(t *testing.T) {
	const total, perServer, operations = 8, 3, 2000
	l := New(Options{Total: total, Rule: slots(perServer)})
	var all atomic.Int32
	var at [5]atomic.Int32
	var wait sync.WaitGroup
	for range operations {
		wait.Go(func() {
			server := rand.IntN(len(at))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if rand.IntN(4) == 0 {
				time.AfterFunc(time.Duration(rand.IntN(1000))*time.Microsecond, cancel)
			}
			release, err := l.Acquire(ctx, fmt.Sprint(server))
			if err != nil {
				return
			}
			defer release()
			defer all.Add(-1)
			defer at[server].Add(-1)
			if n, m := all.Add(1), at[server].Add(1); n > total || m > perServer {
				t.Errorf("%d operations at a time, %d at a server", n, m)
			}
		})
	}
	wait.Wait()
	if len(l.servers) != 0 || len(l.ready) != 0 || l.active != 0 {
		t.Errorf("%d servers, %d ready, %d active are left", len(l.servers), len(l.ready), l.active)
	}
}

// jobs are n jobs of servers in turn. Each calls do.
func jobs(n, servers int, do func(ctx context.Context, i int)) iter.Seq[Job] {
	return func(yield func(Job) bool) {
		for i := range n {
			if !yield(Job{Server: fmt.Sprint(i % servers), Do: func(ctx context.Context) { do(ctx, i) }}) {
				return
			}
		}
	}
}

// Run does every job once; with one slot in total, in their order.
func TestRun(t *testing.T) {
	var order []int
	New(Options{Total: 1, InOrder: true}).Run(t.Context(), 1024, jobs(100, 7, func(_ context.Context, i int) { order = append(order, i) }))
	if len(order) != 100 || !slices.IsSorted(order) {
		t.Errorf("in the order %v", order)
	}
}

// Run reads only a limited number of jobs ahead of those that run.
func TestRunReadsAhead(t *testing.T) {
	const ahead, count = 5, 100
	var read, ended atomic.Int32
	inner := jobs(count, 1, func(context.Context, int) {
		if n := read.Load() - ended.Add(1) + 1; n > ahead+2 { // one runs, and one was read and does not wait yet
			t.Errorf("%d jobs were read and have not ended", n)
		}
	})
	New(Options{Total: 1}).Run(t.Context(), ahead, func(yield func(Job) bool) {
		for j := range inner {
			read.Add(1)
			if !yield(j) {
				return
			}
		}
	})
	if n := ended.Load(); n != count {
		t.Errorf("%d jobs ended, want %d", n, count)
	}
}

// When its context ends, Run starts no other job and waits for those that run.
func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var begun, ended atomic.Int32
	New(Options{Total: 2}).Run(ctx, 10, jobs(1000, 10, func(ctx context.Context, _ int) {
		if begun.Add(1) == 2 {
			cancel()
		}
		<-ctx.Done()
		ended.Add(1)
	}))
	if begun.Load() != 2 || ended.Load() != 2 {
		t.Errorf("%d jobs began, %d ended, want 2", begun.Load(), ended.Load())
	}
}
