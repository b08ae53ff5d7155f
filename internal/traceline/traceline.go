// Package traceline writes protocol lines for users: for earl get -v and --trace, and for
// the page of the gateway that shows what was sent.
//
//	fmt.Println(traceline.Text(e)) // > RETR motd
//
// It does not hide passwords, because package open has already removed them.
package traceline

import (
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// Time is the format of the time before a line, in UTC.
const Time = "2006-01-02T15:04:05.000000Z"

// Text returns a line after a sign for its sender. The line is safe for a terminal.
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
