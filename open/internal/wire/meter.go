package wire

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl/open"
)

// Meter ends a transfer whose server sends too slowly: less than
// Policy.SpeedLimit bytes a second over Policy.SpeedTime. It counts only the
// time spent waiting for the server, so a slow reader of the transfer does not
// end it. One goroutine may use it, except for Restart. The nil Meter never
// ends a transfer.
type Meter struct {
	limit   int64         // bytes a second
	over    time.Duration // length of a window
	waited  time.Duration // in this window
	n       int64         // bytes in this window
	restart atomic.Bool
}

// NewMeter returns a Meter for a policy, or nil if the policy has no
// SpeedLimit.
func NewMeter(p *open.Policy) *Meter {
	if p.SpeedLimit <= 0 {
		return nil
	}
	return &Meter{limit: p.SpeedLimit, over: p.SpeedTime}
}

// Restart begins a new window, for example for the response to a new request.
func (m *Meter) Restart() {
	if m != nil {
		m.restart.Store(true)
	}
}

// Took counts n bytes that arrived while the reader waited from start until
// now. The error is a [*SlowError] at the end of a window with too few bytes.
func (m *Meter) Took(n int64, start time.Time) error {
	if m == nil {
		return nil
	}
	if m.restart.Swap(false) {
		m.waited, m.n = 0, 0
	}
	m.waited, m.n = m.waited+time.Since(start), m.n+n
	if m.waited < m.over {
		return nil
	}
	waited, sum := m.waited, m.n
	m.waited, m.n = 0, 0
	if float64(sum) >= float64(m.limit)*waited.Seconds() {
		return nil
	}
	return &SlowError{Bytes: sum, Waited: waited, Limit: m.limit}
}

// SlowError is the error of a transfer whose server sent too slowly. It is an
// [os.ErrDeadlineExceeded].
type SlowError struct {
	Bytes  int64         // bytes received
	Waited time.Duration // time spent waiting for them
	Limit  int64         // bytes a second
}

// Error returns the speed and the limit.
func (e *SlowError) Error() string {
	return fmt.Sprintf("the server is too slow: %d bytes in %v, fewer than %d a second",
		e.Bytes, e.Waited.Round(time.Second), e.Limit)
}

// LimitSetting returns the field of the policy that sets the limit.
func (*SlowError) LimitSetting() string { return "Policy.SpeedLimit" }

// Is reports that the error is a timeout.
func (e *SlowError) Is(target error) bool { return target == os.ErrDeadlineExceeded }
