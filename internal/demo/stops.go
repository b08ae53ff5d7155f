package demo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// stop is one URL of the tour and its expected result.
type stop struct {
	why     string // what the stop shows
	url     string
	path    string        // of the URL, for the stops of an exhibit
	edition *earl.Edition // nil means that of rfc1738
	answers []string      // the answers to a Form; nil if the result must not be a form
	talk    []turn        // the text to send to a service; nil if the result must not be a session
	letter  bool          // the result must be an address; a message is written to it
	file    *node         // the expected document; nil means that a listing is expected
	holds   string        // a text that a generated document must contain, instead of file
	rows    []string      // names that the listing must have, in any order
	fails   bool          // opening it must fail, with holds in the error
	then    string        // the entry of the listing to open; it must be file
}

func (s stop) scheme() string { scheme, _, _ := strings.Cut(s.url, ":"); return scheme }

// list returns the names of the entries of a directory.
func (n *node) list() []string {
	var list []string
	for _, c := range n.children {
		list = append(list, c.name)
	}
	return list
}

// wantsError compares the error with the expected one.
func (s stop) wantsError(err error) error {
	if err == nil || !strings.Contains(err.Error(), s.holds) {
		return fmt.Errorf("the error %v without %q", err, s.holds)
	}
	return nil
}

// wants compares the result with the expected one. If an entry is still to be
// opened, it compares only the listing.
func (s stop) wants(f *found) error {
	switch {
	case f.form != nil:
		return fmt.Errorf("a question: %q", f.form.Title)
	case s.talk != nil:
		return s.wantsTalk(f)
	case s.holds != "":
		if !strings.Contains(strings.ReplaceAll(f.body, "\r\n", "\n"), s.holds) {
			return fmt.Errorf("%d bytes without %q", len(f.body), s.holds)
		}
		return nil
	case s.file != nil && s.then == "":
		return s.wantsFile(f)
	case f.meta.Kind != open.KindListing:
		return fmt.Errorf("got %s, want a listing", f.meta.Kind)
	}
	for _, want := range s.rows {
		if !slices.ContainsFunc(f.entries, func(e open.Entry) bool { return e.Name == want && !e.URL.IsZero() }) {
			return fmt.Errorf("no entry %q with a URL", want)
		}
	}
	return nil
}

// wantsFile compares a document with the file of the library, byte for byte. In
// a text the line ends may differ, because each protocol has its own.
func (s stop) wantsFile(f *found) error {
	if f.meta.Kind != open.KindDocument {
		return fmt.Errorf("got %s, want a document", f.meta.Kind)
	}
	got, want := f.body, s.file.data
	if s.file.readable() {
		got, want = strings.ReplaceAll(got, "\r\n", "\n"), strings.ReplaceAll(want, "\r\n", "\n")
	}
	if got != want {
		return fmt.Errorf("%d bytes that differ from the file, which has %d", len(got), len(want))
	}
	return nil
}
