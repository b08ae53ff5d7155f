package warc

import (
	"fmt"
	"hash"
	"io"
	"strings"
	"time"
)

// Problem is an error in an archive that [Check] found.
type Problem struct {
	Offset int64  // of the record
	ID     string // of the record, or ""
	Text   string
}

// Check reads the records of a file, and calls report for each error: in the
// format, in a required field, or in a digest. It returns the number of records.
// The error is that of reading the file, or of report; an error in the format
// that ends the file is reported.
//
// A digest of a payload is that of the bytes after the header of http, with
// their transfer coding, or that of the whole block. It is not checked if the
// record is a revisit or a part of another.
func Check(s *Source, report func(Problem) error) (records int, err error) {
	r := s.NewReader(0)
	var found []Problem
	r.Warn = func(offset int64, text string) { found = append(found, Problem{Offset: offset, Text: text}) }
	flush := func(id string) error {
		for _, p := range found {
			p.ID = id
			if err := report(p); err != nil {
				return err
			}
		}
		found = found[:0]
		return nil
	}
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return records, flush("")
		}
		if err != nil {
			r.Warn(r.offset, strings.TrimPrefix(err.Error(), fmt.Sprintf("offset %d: ", r.offset)))
			return records, flush("")
		}
		records++
		for _, text := range checkRecord(rec) {
			r.Warn(r.offset, text)
		}
		id := rec.ID()
		if _, err := r.End(); err != nil {
			continue // Next returns it
		}
		if err := flush(id); err != nil {
			return records, err
		}
	}
}

// required are the fields that every record has. Source: WARC 1.1 5.
var required = [...]string{fieldID, fieldDate, fieldType, fieldLength}

// checkRecord returns the errors in a record. It reads the block.
func checkRecord(rec *Record) (problems []string) {
	fault := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for _, name := range required {
		if rec.Get(name) == "" {
			fault("the field %s is missing", name)
		}
	}
	if date := rec.Get(fieldDate); date != "" && rec.Date().IsZero() {
		fault("%s %.40q is not a date such as %s", fieldDate, date, time.RFC3339)
	}
	switch rec.Type() {
	case Response, Resource, Request, Revisit, "conversion", "continuation":
		if rec.Target() == "" {
			fault("the field %s is missing", fieldTarget)
		}
	}
	if rec.Type() == Revisit && rec.Get(FieldProfile) == "" {
		fault("the field %s is missing", FieldProfile)
	}
	c := newDigests(rec)
	n, err := io.Copy(c, rec.Block)
	if err != nil {
		fault("the block has %d of %d bytes: %v", n, rec.Size, err)
		return problems
	}
	return append(problems, c.problems()...)
}

// digests are the digests of a block and its payload.
type digests struct {
	rec            *Record
	block, payload hash.Hash
	head           []byte // the block so far, while its header of http has not ended
	inHead         bool
	unknown        []string
}

// newDigests returns the digests that a record has.
func newDigests(rec *Record) *digests {
	d := &digests{rec: rec}
	d.block = d.open(fieldBlock)
	if rec.Type() != Revisit && rec.Get("WARC-Segment-Number") == "" {
		d.payload = d.open(FieldPayload)
		d.inHead = d.payload != nil && IsHTTP(rec.ContentType())
	}
	return d
}

// open returns the hash of a field, or nil.
func (d *digests) open(name string) hash.Hash {
	value := d.rec.Get(name)
	if value == "" {
		return nil
	}
	h := digester(value)
	if h == nil {
		d.unknown = append(d.unknown, fmt.Sprintf("%s: the algorithm of %.40q is not known", name, value))
	}
	return h
}

// Write adds bytes of the block.
func (d *digests) Write(p []byte) (int, error) {
	if d.block != nil {
		d.block.Write(p)
	}
	rest := p
	if d.inHead {
		d.head = append(d.head, p...)
		n := HeaderLength(d.head)
		if n == 0 && len(d.head) < MaxHeader {
			return len(p), nil
		}
		rest, d.inHead = d.head[n:], false
	}
	if d.payload != nil {
		d.payload.Write(rest)
	}
	d.head = nil
	return len(p), nil
}

// problems returns the errors of the digests.
func (d *digests) problems() []string {
	list := d.unknown
	if d.block != nil && !matches(d.rec.Get(fieldBlock), d.block) {
		list = append(list, fmt.Sprintf("%s is %s, and the block has %s", fieldBlock, d.rec.Get(fieldBlock), sum(d.rec.Get(fieldBlock), d.block)))
	}
	if d.payload != nil && !matches(d.rec.Get(FieldPayload), d.payload) {
		list = append(list, fmt.Sprintf("%s is %s, and the payload has %s", FieldPayload, d.rec.Get(FieldPayload), sum(d.rec.Get(FieldPayload), d.payload)))
	}
	return list
}
