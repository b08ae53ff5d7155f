package warc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// The limits of [Reader.SkipDamage]. A hostile file must not use more time.
const (
	// maxDamage is how many damaged places of a file are skipped. A record can
	// claim the rest of the file, so each may cost reading it.
	maxDamage = 100
	// maxCandidates is how many bytes that look like a gzip member are tried for
	// one place.
	maxCandidates = 10_000
)

// SkipDamage makes Next continue after an error: with the next record that begins
// after the damaged one. It returns where the damaged record and the next one
// begin. ok is false if there is no error, no further record, or too many errors,
// and if the Reader was not made by [Source.NewReader].
//
// It looks for a gzip member that begins with a record, and in a file that is not
// compressed for a line that does.
func (r *Reader) SkipDamage() (damaged, next int64, ok bool) {
	damaged = r.offset
	if r.source == nil || r.err == nil || r.err == io.EOF || r.skips == maxDamage {
		return damaged, 0, false
	}
	next, ok = r.source.find(damaged + 1)
	if !ok {
		return damaged, 0, false
	}
	fresh := r.source.NewReader(next)
	fresh.Warn, fresh.skips = r.Warn, r.skips+1
	*r = *fresh
	return damaged, next, true
}

// find returns where the first record at or after an offset begins.
func (s *Source) find(from int64) (int64, bool) {
	var start [5]byte
	if _, err := s.ReadAt(start[:], 0); err != nil && err != io.EOF {
		return 0, false
	}
	if string(start[:]) != "WARC/" { // else members are what a server sent
		if at, ok := s.search(from, []byte{0x1F, 0x8B, 0x08}, 0, s.isMember); ok {
			return at, true
		}
	}
	return s.search(from-1, []byte("\nWARC/"), 1, func(int64) bool { return true })
}

// isMember reports whether a gzip member with a record begins at an offset.
func (s *Source) isMember(at int64) bool {
	z, err := gzip.NewReader(io.NewSectionReader(s, at, s.Size-at))
	if err != nil {
		return false
	}
	var b [5]byte
	_, err = io.ReadFull(z, b[:])
	return err == nil && string(b[:]) == "WARC/"
}

// search returns the offset of the first mark that is accepted, plus skip.
func (s *Source) search(from int64, mark []byte, skip int64, accept func(int64) bool) (int64, bool) {
	buf := make([]byte, 64<<10)
	tried := 0
	for from < s.Size {
		n, err := s.ReadAt(buf[:min(int64(len(buf)), s.Size-from)], from)
		if n < len(mark) || err != nil && err != io.EOF {
			return 0, false
		}
		for i := 0; ; i++ {
			j := bytes.Index(buf[i:n], mark)
			if j < 0 {
				break
			}
			i += j
			if at := from + int64(i) + skip; accept(at) {
				return at, true
			}
			if tried++; tried == maxCandidates {
				return 0, false
			}
		}
		from += int64(n - len(mark) + 1)
	}
	return 0, false
}

// Skipped is a record that was not understood, and skipped.
type Skipped struct {
	// Record has the fields that were read before the error, or is nil.
	Record *Record
	Offset int64 // of the record
	Next   int64 // where the next record begins, or the end of the file
	Err    error // with the offset
}

// RecordError is the error of a function of [Source.Each] for a record that it
// does not understand. Each skips the record and continues.
type RecordError struct {
	Offset int64
	Reason string
}

// Error returns the offset and the reason.
func (e *RecordError) Error() string {
	return fmt.Sprintf("offset %d: %v: %s", e.Offset, ErrSyntax, e.Reason)
}

// Unwrap returns ErrSyntax.
func (*RecordError) Unwrap() error { return ErrSyntax }

// Damage is the error of a file with records that were not understood, and
// skipped.
type Damage struct {
	First error // with the offset
	More  int   // other errors
	Rest  bool  // there were too many errors: the rest of the file was not read
}

// add returns d with another error. d may be nil.
func (d *Damage) add(err error) *Damage {
	if d == nil {
		return &Damage{First: err}
	}
	d.More++
	return d
}

// Error says which record is damaged, and how many others are.
func (d *Damage) Error() string {
	text := fmt.Sprintf("%v; the record was skipped", d.First)
	if d.More > 0 {
		text += fmt.Sprintf(", and so were %d others", d.More)
	}
	if d.Rest {
		text += "; the rest of the file was not read"
	}
	return text
}

// Unwrap returns the first error.
func (d *Damage) Unwrap() error { return d.First }

// errorOr returns d as an error, or err if it is not nil.
func (d *Damage) errorOr(err error) error {
	switch {
	case err != nil && d != nil:
		return errors.Join(d, err)
	case d != nil:
		return d
	}
	return err
}

// Each calls f for each record of a source. It skips damaged records, and those
// for which f returns a [RecordError], and returns a [Damage] at the end if there
// were any. skipped is called for each; it may be nil. Another error of f that is
// not one of the block ends Each, and so does a file that begins with no record.
func (s *Source) Each(f func(*Reader, *Record) error, skipped func(Skipped)) error {
	if skipped == nil {
		skipped = func(Skipped) {}
	}
	r := s.NewReader(0)
	var damage *Damage
	for read := false; ; {
		rec, err := r.Next()
		if err == io.EOF {
			return damage.errorOr(nil)
		}
		if err == nil {
			read = true
			if err = f(r, rec); err == nil {
				continue
			}
			if own := new(RecordError); !r.failed() && errors.As(err, &own) {
				damage = damage.add(own)
				skipped(Skipped{rec, own.Offset, s.Size, own})
				continue
			}
			if !r.failed() {
				return damage.errorOr(err)
			}
			err = r.err
		}
		begun := r.begun
		from, next, ok := r.SkipDamage()
		if !ok {
			skipped(Skipped{begun, from, s.Size, err})
			if !read { // it is not an archive
				return err
			}
			damage = damage.add(err)
			damage.Rest = r.skips == maxDamage
			return damage
		}
		skipped(Skipped{begun, from, next, err})
		damage = damage.add(err)
	}
}

// failed reports whether the file has an error in the current record. Next then
// returns it.
func (r *Reader) failed() bool {
	if r.err == nil && r.rest != nil && r.rest.err != nil {
		r.err = r.broken(r.rest.err)
	}
	return r.err != nil
}
