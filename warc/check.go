package warc

import (
	"bytes"
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
// A digest of a payload is that of the bytes after the header of http, or that of
// the whole block. With a transfer coding in chunks, it may be that of the bytes
// with the chunks, as wget and warcio write it, or without them, as Java programs
// write it. It is not checked if the record is a revisit or a part of another.
//
// A damaged record is reported, and Check continues with the next record that it
// finds.
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
			if _, _, ok := r.SkipDamage(); ok {
				if err := flush(""); err != nil {
					return records, err
				}
				continue
			}
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
	whole          hash.Hash // of the payload without chunks; nil: it has no chunks
	chunks         *dechunker
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
		d.inHead = d.payload != nil && (IsHTTP(rec.ContentType()) || rec.Type() == Response)
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
		switch {
		case d.rec.Type() == Response && !IsMessage(d.rec, d.head) && len(d.head) >= len("HTTP/"):
			n = 0
		case n == 0 && len(d.head) < MaxHeader:
			return len(p), nil
		}
		rest, d.inHead = d.head[n:], false
		d.beginChunks(d.head[:n])
	}
	if d.payload != nil {
		d.payload.Write(rest)
	}
	if d.chunks != nil {
		d.chunks.Write(rest)
	}
	d.head = nil
	return len(p), nil
}

// beginChunks prepares for a body in chunks, if the header of http has them.
func (d *digests) beginChunks(head []byte) {
	if d.rec.Type() == Request {
		_, head, _ = bytes.Cut(head, []byte("\n"))
	}
	if !strings.Contains(strings.ToLower(ReadHead(head).Fields.Get("Transfer-Encoding")), "chunked") {
		return
	}
	d.whole = digester(d.rec.Get(FieldPayload))
	d.chunks = &dechunker{w: d.whole}
}

// problems returns the errors of the digests.
func (d *digests) problems() []string {
	list := d.unknown
	if d.block != nil && !matches(d.rec.Get(fieldBlock), d.block) {
		list = append(list, fmt.Sprintf("%s is %s, and the block has %s", fieldBlock, d.rec.Get(fieldBlock), sum(d.rec.Get(fieldBlock), d.block)))
	}
	if d.payload != nil && !matches(d.rec.Get(FieldPayload), d.payload) && (d.whole == nil || !matches(d.rec.Get(FieldPayload), d.whole)) {
		list = append(list, fmt.Sprintf("%s is %s, and the payload has %s", FieldPayload, d.rec.Get(FieldPayload), sum(d.rec.Get(FieldPayload), d.payload)))
	}
	return list
}
