package replay

import (
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// maxRevisits is how many revisit records may refer to one another.
const maxRevisits = 10

// original returns the record that has the payload of a revisit record. The error
// names the record that is missing. Source: WARC 1.1 6.7.
func (a *Archive) original(it *item) (*item, error) {
	seen := map[*item]bool{}
	for o := it; ; {
		if seen[o] || len(seen) == maxRevisits {
			return nil, it.notUnderstood("revisit records refer to one another, and none has the payload")
		}
		seen[o] = true
		next := a.referred(o)
		switch {
		case next == nil:
			return nil, o.missing()
		case next.kind != warc.Revisit:
			return next, nil
		}
		o = next
	}
}

// referred returns the record that a revisit record refers to, or nil: by its id,
// by its URL and date, or by the digest of its payload.
func (a *Archive) referred(it *item) *item {
	if o := a.byID[it.refersTo]; o != nil && o.hasPayload() {
		return o
	}
	url := it.refersToURL
	if url == "" {
		url = it.target
	}
	text, _ := target(url)
	if o := it.nearest(a.byURL[text]); o != nil {
		return o
	}
	if it.digest == "" || it.refersTo != "" || it.refersToURL != "" {
		return nil
	}
	for _, o := range a.items {
		if o != it && o.kind != warc.Revisit && o.hasPayload() && warc.SameDigest(o.digest, it.digest) {
			return o
		}
	}
	return nil
}

// hasPayload reports whether a revisit record can refer to an item.
func (it *item) hasPayload() bool {
	return it.kind == warc.Response || it.kind == warc.Resource || it.kind == warc.Revisit
}

// nearest returns the record of a list with the payload of a revisit record: the
// one with the date that it names, or the last one that is not newer.
func (it *item) nearest(list []*item) (found *item) {
	for _, o := range list {
		if o == it || !o.hasPayload() || warc.OtherDigest(o.digest, it.digest) {
			continue
		}
		if o.kind == warc.Revisit && it.refersDate == "" || it.refersToURL == "" && o.date.After(it.date) {
			continue
		}
		if it.refersDate != "" && sameDate(o.date, it.refersDate) {
			return o
		}
		if o.kind != warc.Revisit {
			found = o
		}
	}
	return found
}

// sameDate reports whether a field has a date.
func sameDate(date time.Time, field string) bool {
	other := warc.ParseDate(field)
	return !other.IsZero() && other.Truncate(time.Second).Equal(date.Truncate(time.Second))
}

// missing returns the error of a revisit record whose payload is in none of the
// files.
func (it *item) missing() error {
	var of []string
	if it.refersToURL != "" {
		of = append(of, earl.Redact(it.refersToURL))
	}
	if it.refersDate != "" {
		of = append(of, "recorded "+it.refersDate)
	}
	if it.refersTo != "" {
		of = append(of, "record "+it.refersTo)
	}
	if it.digest != "" && len(of) == 0 {
		of = append(of, "digest "+it.digest)
	}
	return &payloadError{it.target, strings.Join(of, ", ")}
}

// payloadError is the error of a revisit record whose payload is in none of the
// files. It is an [open.ErrNotFound].
type payloadError struct {
	target string
	of     string // the record that is missing
}

func (e *payloadError) Error() string {
	of := ""
	if e.of != "" {
		of = " (" + e.of + ")"
	}
	return fmt.Sprintf("%v: the payload of %s is in another archive%s", open.ErrNotFound, earl.Redact(e.target), of)
}

// Is reports whether target is open.ErrNotFound.
func (e *payloadError) Is(target error) bool { return target == open.ErrNotFound }

// Absent reports that an archive was read, and not a server.
func (e *payloadError) Absent() bool { return true }

// stamp returns a date for a note.
func stamp(t time.Time) string { return t.Format(time.DateTime) }
