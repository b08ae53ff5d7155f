package visit

// turn is a lock that waiting goroutines get in order. The goroutine that reads ahead locks
// it again at once after each piece. With a [sync.Mutex], a reader that waits for a piece
// would then also wait for the next ones.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) Lock() { t <- struct{}{} }

func (t turn) Unlock() { <-t }

// TryLock locks t if it is free, and reports whether it did.
func (t turn) TryLock() bool {
	select {
	case t <- struct{}{}:
		return true
	default:
		return false
	}
}
