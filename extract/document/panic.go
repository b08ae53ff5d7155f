package document

import (
	"fmt"
	"iter"
	"path"
	"runtime"
	"strings"

	"github.com/earl-url/earl/extract"
)

// A PanicError reports that the reader of a document panicked, which is a bug
// in this program. The rest of the document was not searched.
type PanicError struct {
	Type  Type   // of the document
	Value any    // of the panic
	Where string // file and line of the panic, such as "passage.go:160"
}

// Error returns a sentence with the value and the line, for a bug report.
func (e *PanicError) Error() string {
	return fmt.Sprintf("document: internal error: the %s reader panicked at %s: %v; the rest of the document was not searched",
		e.Type, e.Where, e.Value)
}

// guarded yields matches, with the doubt of those that are templates, and a *PanicError
// as the last error if their reader panics. A panic in the caller's loop over the matches is not recovered.
func guarded(matches iter.Seq2[extract.Match, error], t Type) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		yielding, stopped := false, false
		defer func() {
			if yielding {
				return
			}
			if value := recover(); value != nil && !stopped {
				yield(extract.Match{}, &PanicError{t, value, panicked()})
			}
		}()
		matches(func(m extract.Match, err error) bool {
			yielding = true
			if isTemplate(&m) {
				m.Doubt, m.Confidence = extract.Placeholder, extract.Low
			}
			stopped = !yield(m, err)
			yielding = false
			return !stopped
		})
	}
}

// panicked returns the file and line of the panic that the caller, a deferred
// function, recovered from.
func panicked() string {
	const skip = 3 // Callers, panicked and the deferred function
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(skip, pcs)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, "iter.") {
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		}
		if !more {
			return "an unknown line"
		}
	}
}
