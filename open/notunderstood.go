package open

import (
	"errors"
	"fmt"
)

// NotUnderstood is the error of a line of a listing that the opener did not
// understand. What the line describes is not known: it is not absent. The
// entries after it follow, so a caller that shows or uses the others continues,
// see [Unread]. A program that compares a listing with an earlier one must not
// conclude that an object is gone.
type NotUnderstood struct {
	Line   int    // the number of the line in the reply, from 1; 0: the reply as a whole, or not known
	Text   string // as the server sent it, not yet safe for a terminal, without the password of the request
	Reason string
}

// Error returns the number, the beginning of the text and the reason.
func (e *NotUnderstood) Error() string {
	if e.Line == 0 && e.Text == "" {
		return "not understood: " + e.Reason
	}
	return fmt.Sprintf("%s not understood: %q: %s", e.place(), e.Short(), e.Reason)
}

// place returns what was not understood.
func (e *NotUnderstood) place() string {
	if e.Line == 0 {
		return "an entry was"
	}
	return fmt.Sprintf("line %d was", e.Line)
}

// Unwrap returns ErrProtocol. So the class is ClassProtocol, which is not
// retried.
func (e *NotUnderstood) Unwrap() error { return ErrProtocol }

// shownText is how many bytes of a line a message shows: more than a usual line
// of a listing has, and less than fills a screen.
const shownText = 200

// Short returns Text, or its first 200 bytes and "..." if it is longer. It is for messages, and not yet safe for a terminal.
func (e *NotUnderstood) Short() string {
	if len(e.Text) <= shownText {
		return e.Text
	}
	return e.Text[:shownText] + "..."
}

// unreadLines is how many lines an Unread keeps: enough to recognize the form of
// the listing.
const unreadLines = 5

// Unread counts the lines of a listing that were not understood. Its zero value
// is ready for use:
//
//	var unread open.Unread
//	for e, err := range l.Entries {
//		switch {
//		case unread.Add(err):
//			continue
//		case err != nil:
//			return err
//		}
//		show(e)
//	}
//	return unread.Err()
type Unread struct {
	Count int
	First []*NotUnderstood // the first 5
}

// Add reports whether err is a [NotUnderstood], after which a listing
// continues, and counts it.
func (u *Unread) Add(err error) bool {
	if err == nil {
		return false
	}
	line, ok := errors.AsType[*NotUnderstood](err)
	if !ok {
		return false
	}
	if u.Count++; len(u.First) < unreadLines {
		u.First = append(u.First, line)
	}
	return true
}

// Err returns an *UnreadError, or nil if all was understood.
func (u *Unread) Err() error {
	if u.Count == 0 {
		return nil
	}
	return &UnreadError{*u}
}

// UnreadError is the error of a listing with lines that were not understood.
// It wraps the first of them, so its class is ClassProtocol.
type UnreadError struct{ Unread }

// Error returns the number of lines and the first one.
func (e *UnreadError) Error() string {
	first := e.First[0]
	if e.Count == 1 {
		return "the listing is not complete: " + first.Error()
	}
	return fmt.Sprintf("the listing is not complete: %d lines were not understood; %v", e.Count, first)
}

// Unwrap returns the first line that was not understood.
func (e *UnreadError) Unwrap() error { return e.First[0] }
