package console

// A LocalError is an error of this machine and not of a server: output that cannot
// be written, above all.
type LocalError struct{ Err error }

// Error implements error.
func (e *LocalError) Error() string { return e.Err.Error() }

// Unwrap returns the error that was marked.
func (e *LocalError) Unwrap() error { return e.Err }

// Local returns err as a [*LocalError]; nil stays nil.
func Local(err error) error {
	if err == nil {
		return nil
	}
	return &LocalError{err}
}
