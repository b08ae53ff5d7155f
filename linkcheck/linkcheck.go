// Package linkcheck says whether URLs still lead where they did: it finds them in
// files and pages, opens each once, by any scheme that has an opener, and reports
// what became of it with every place where it stands.
//
//	o := linkcheck.Options{Client: open.New(open.Options{}, all.Openers()...), Recursive: true}
//	summary, err := linkcheck.Run(ctx, o, targets, func(r linkcheck.Result) error {
//		if r.Severity == linkcheck.SeverityFault {
//			fmt.Println(r.URL, r.Status, r.Message)
//		}
//		return nil
//	})
//
// It reads what it is given and asks for objects, no more: it runs no script, logs
// in nowhere unasked, and sends no letter. Of a fragment it says whether the page has
// such a place; of what is no page it says nothing.
//
// A URL can come to mean another object (rfc1738 6), so a check can have a Memory,
// which knows what each URL answered with before.
package linkcheck

import (
	"context"
	"time"

	"github.com/earl-url/earl/base"
)

// A Place is where a URL stands.
type Place struct {
	File   string // a file's name, or the redacted URL of a page; "" for a command line
	Offset int64  // of Text in File, in octets from 0
	Line   int64  // from 1
	Column int64  // in octets from 1
	Text   string // as it stands
	Base   base.Base
	// Modified is when a page was last changed, as its server says. Zero: not known.
	Modified time.Time
}

// A Hop is one redirect on the way from a URL to what it led to.
type Hop struct {
	To        string // the URL it led to, redacted
	Permanent bool   // the server said that the new URL is to be used from now on
}

// A Result is what became of one URL.
type Result struct {
	URL    string // redacted, without its fragment; for a text that is no URL the text
	Status Status
	// Severity says how the result counts: as its Status says, or as Options.Strict
	// and the way to the URL make it.
	Severity Severity
	Message  string // why, for people: a sentence without its full stop; "" where there is nothing to say
	Section  string // the section of a standard that Message goes by; "" for none
	Places   []Place
	// Fragment is the fragment that the object does not have; "" unless Status is
	// NoFragment.
	Fragment string

	Hops  []Hop  // the redirects that were followed, in order
	Final string // where it led to in the end, redacted; "" where it was not opened

	Time   time.Time     // when it was opened
	Took   time.Duration // until it was judged
	Type   string        // the media type; "" if unknown
	Size   int64         // in octets; -1 if unknown
	Digest string        // of the content, in hexadecimal; "" where it was not read
	Shape  string        // the digest of the content without what merely dates it; "" where it was not read
	Title  string        // of a page; "" for none
	Before *Observation  // what it answered with before, where a Memory knows

	// Archived is a copy of a broken link in a web archive, which package archive
	// finds. nil: nobody looked, or there is none.
	Archived *Copy
	// Known says that a baseline has the fault in all of its places, which package
	// baseline finds: it is no reason to fail.
	Known bool

	// Anchors are the places in a page, as the check itself reads them. A Memory alone
	// is given them, and gives them back by Done. nil: nobody looked.
	Anchors []byte
}

// A Copy is a copy of an object in a web archive: a memento of rfc7089.
type Copy struct {
	URL  string
	Time time.Time // when it was made
}

// An Observation is what a Memory holds of one look at a URL.
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
}

// A Link is a URL found on a page, with its place.
type Link struct {
	URL   string // absolute, with its fragment; what is no URL as it stands
	Place Place
}

// A Memory holds what checks have seen. Its methods may be called by several
// goroutines, and by several programs on one memory.
type Memory interface {
	// Last returns the newest observation of a URL from before this run.
	Last(ctx context.Context, url string) (Observation, bool, error)
	// Done returns what this run, resumed, already knows of a URL: its result and
	// the links of its content.
	Done(ctx context.Context, url string) (Result, []Link, bool, error)
	// Keep holds a result and the links of its content, both or neither.
	Keep(ctx context.Context, r Result, links []Link) error
}
