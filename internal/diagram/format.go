package diagram

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
)

// A Format is the form in which errors are printed. The zero Format is one line for each
// error, without colours.
type Format struct {
	Drawn bool         // draw texts, for a terminal
	Paint term.Painter // of drawings
}

// Reading returns the errors of a text, as whole lines.
func (f Format) Reading(r *reading.Reading, at Place) string {
	if f.Drawn {
		return Long(f.Paint, r, at)
	}
	return Short(r, at)
}

// View returns the error of a URL that does not have the parts of its scheme, without the
// last line feed. arg is the argument of the user.
func (f Format) View(arg string, fault *earl.ParseError) string {
	if f.Drawn {
		return ViewFault(arg, fault)
	}
	return ShortViewFault(arg, fault)
}

// Line returns a line for any other error of a text.
func (f Format) Line(text string, at Place, err error) string {
	return at.Prefix(text) + term.Safe(strings.TrimPrefix(err.Error(), "earl: ")) + "\n"
}
