package console

// A LocalError is an error on this machine, not of a server, such as a write error.
type LocalError struct{ Err error }

// Error implements error.
func (e *LocalError) Error() string { return e.Err.Error() }

// Unwrap returns the error that was marked.
func (e *LocalError) Unwrap() error { return e.Err }

// Local returns err as a [*LocalError], or nil for nil.
func Local(err error) error {
	if err == nil {
		return nil
	}
	return &LocalError{err}
}
