package visit

// turn is a lock whose waiters get it in their order. The goroutine that reads ahead
// takes it again at once after each piece; a [sync.Mutex] would let it, and a reader
// that waits for that piece would wait for the next one too.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) Lock() { t <- struct{}{} }

func (t turn) Unlock() { <-t }

// TryLock locks t and returns true if no one has it.
func (t turn) TryLock() bool {
	select {
	case t <- struct{}{}:
		return true
	default:
		return false
	}
}
