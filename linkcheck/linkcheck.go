// Package linkcheck checks links: it opens each URL once, by any scheme that the client
// opens, and reports the result with every place that contains the URL. It can also read
// the pages below a URL and check their links.
//
//	o := linkcheck.Options{Client: open.New(open.Options{}, all.Openers()...), Recursive: true}
//	summary, err := linkcheck.Run(ctx, o, targets, func(r linkcheck.Result) error {
//		if r.Severity == linkcheck.SeverityFault {
//			fmt.Println(r.URL, r.Status, r.Message)
//		}
//		return nil
//	})
//
// A result is a fault (a problem with the link), a warning or OK: see Severity. A
// fragment must be a place in the page. A check only retrieves: it runs no script, sends
// no message, logs in only as the client does, and does not try to get past a wall
// against robots.
//
// The same URL can later mean another object (rfc1738 6). With a Store, a check compares
// each result with earlier ones.
package linkcheck

import (
	"context"
	"time"

	"github.com/earl-url/earl/extract"
)

// A Place is the position of a URL in a document.
type Place struct {
	File   string // a file's name, or the redacted URL of a page; "" for a command line
	Offset int64  // of Text in File, in bytes from 0
	Line   int64  // from 1
	Column int64  // in bytes from 1
	Text   string // unchanged
	Base   extract.Base
	// Modified is when a page was last changed, as its server reports it. Zero means
	// unknown.
	Modified time.Time
}

// A Hop is one redirect.
type Hop struct {
	To        string // the target, redacted
	Permanent bool   // the server says that the new URL replaces the old one
}

// A Result is the result of checking one URL.
type Result struct {
	URL    string // redacted, without its fragment; a text that is not a URL is unchanged
	Status Status
	// Severity is how much the result matters. It is that of Status, except for a
	// redirect that is not permanent, an unknown scheme, and what the Options change.
	Severity Severity
	Message  string // the reason, for people: a sentence without its full stop; "" for none
	Section  string // the section of a standard for Message; "" for none
	Places   []Place
	// Fragment is the missing fragment; "" unless Status is NoFragment.
	Fragment string

	Hops  []Hop  // the redirects that were followed, in order
	Final string // the URL after the redirects, redacted; "" if it was not opened

	Time   time.Time     // when it was opened
	Took   time.Duration // until the result was known
	Type   string        // the media type; "" if unknown
	Size   int64         // in bytes; -1 if unknown
	Digest string        // of the content, in hexadecimal; "" if it was not read
	Shape  string        // the digest of the text without dates and counters; "" if it was not read
	Title  string        // of a page; "" if it has none
	// Modified is when the object was last changed, as its server reports it. Zero means
	// unknown.
	Modified time.Time
	Before   *Observation // the earlier result; nil if no Store has one

	// Archived is a copy of a broken link in a web archive; package archive finds it.
	// nil: not searched for, or not found.
	Archived *Copy
	// Known means that a baseline has the fault in all of its places, so it is not a
	// reason to fail. Package baseline sets it.
	Known bool

	// Anchors are the places in a page, in a format of this package. Only a Store
	// receives them, and returns them from Done. nil: unknown.
	Anchors []byte
}

// isMoved reports whether the server redirects the URL itself permanently.
// Source: rfc9110 15.4.2, 15.4.9.
func (r *Result) isMoved() bool { return len(r.Hops) > 0 && r.Hops[0].Permanent }

// A Copy is a copy of an object in a web archive: a memento of rfc7089.
type Copy struct {
	URL  string
	Time time.Time // when it was made
}

// An Observation is an earlier result for a URL, from a Store.
type Observation struct {
	URL    string
	Time   time.Time
	Status Status
	Final  string
	Type   string
	Size   int64 // -1 if unknown
	Digest string
	Shape  string
	Title  string
	// Modified is when the object was last changed, as its server reported it. If it is
	// set, a check of the content asks the server whether the object has changed since.
	Modified time.Time
}

// A Link is a URL found on a page, with its place.
type Link struct {
	URL   string // absolute, with its fragment; a text that is not a URL is unchanged
	Place Place
	// Skip is why the link is not opened: a reader of its document is not sure that it
	// is a whole URL and a link. Such a link is Skipped with Skip as its message, and has
	// a result of its own. "" means that it is opened.
	Skip string
	// Official is set for the URL that a page wants to have, such as that of a LINK with
	// REL=CANONICAL. A fault of it is a warning there: nothing leads a reader to it.
	Official bool
	// Example is set for text that is an example or data more often than a link, such as a
	// string of a program, or a file URL in running text. A fault of it is a warning there,
	// unless a server reported it.
	Example bool
}

// A Store keeps the results of checks. Several goroutines may call its methods, and
// several programs may use one database.
type Store interface {
	// Last returns the newest observation of a URL from before this run.
	Last(ctx context.Context, url string) (Observation, bool, error)
	// Done returns what this run, if it was resumed, already knows about a URL: its
	// result and the links of its content.
	Done(ctx context.Context, url string) (Result, []Link, bool, error)
	// Keep stores a result and the links of its content, both or neither. The links have
	// no Skip, no Official and no Example after they were stored.
	Keep(ctx context.Context, r Result, links []Link) error
}
