// Package traceline writes the lines of protocols for people: for earl get -v and
// --trace, and for the page of the gateway that shows what was sent.
//
//	fmt.Println(traceline.Text(e)) // > RETR motd
//
// It hides no password: package open has done that.
package traceline

import (
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// Time is the format of the time of a line, in UTC.
const Time = "2006-01-02T15:04:05.000000Z"

// Text returns a line after a sign for its sender, without what a terminal obeys.
func Text(e open.Event) string { return sign(e) + " " + term.Safe(e.Line) }

// sign returns ">" for a line that was sent, "<" for one that was received and "*" for
// a remark.
func sign(e open.Event) string {
	switch e.Dir {
	case 'C':
		return ">"
	case 'S':
		return "<"
	}
	return "*"
}
