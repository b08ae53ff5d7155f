package limit

import (
	"math"
	"testing"
	"time"
)

func TestOf(t *testing.T) {
	if Of(0, 5) != 5 || Of(3, 5) != 3 || Of(-1, 5) != math.MaxInt || Of[int64](-7, 5) != math.MaxInt64 {
		t.Errorf("Of(0, 5), Of(3, 5), Of(-1, 5), Of[int64](-7, 5) = %d, %d, %d, %d", Of(0, 5), Of(3, 5), Of(-1, 5), Of[int64](-7, 5))
	}
	if d := Of(-time.Second, time.Hour); d != math.MaxInt64 {
		t.Errorf("Of(-1s, 1h) = %v", d)
	}
}
