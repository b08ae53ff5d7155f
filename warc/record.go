// Package warc reads and writes web archives: files in the WARC format, plain or
// with one gzip member for each record, and their indexes in the CDXJ format. It
// also finds the WARC files inside a WACZ file.
//
//	r := warc.NewReader(f)
//	for {
//		rec, err := r.Next()
//		if err == io.EOF {
//			break
//		}
//		fmt.Println(rec.Type(), rec.Target())
//	}
//
// A Reader streams: it keeps no block in memory, and its limits are [MaxLine]
// and [MaxHeader]. It reads WARC/1.1, 1.0 and the drafts before them, but not
// ARC. A [Writer] writes WARC/1.1.
//
// Source: The WARC Format 1.1 (ISO 28500:2017); CDXJ; WACZ 1.1.1.
package warc

import (
	"errors"
	"io"
	"strings"
	"time"
)

// The limits of a Reader. A hostile file must not use more memory.
const (
	// MaxLine is the maximum number of bytes in a line of a header. Programs that
	// archive data: URLs write long lines.
	MaxLine = 256 << 10
	// MaxHeader is the maximum number of bytes in the header of a record.
	MaxHeader = 1 << 20
)

// Type is the type of a record. Source: WARC 1.1 5.5.
type Type string

// The types of records. A Reader also returns others.
const (
	Info     Type = "warcinfo"
	Response Type = "response"
	Resource Type = "resource"
	Request  Type = "request"
	Metadata Type = "metadata"
	Revisit  Type = "revisit"
	// Conversion is another form of a document, such as its text in a WET file.
	Conversion Type = "conversion"
)

// The names of fields. Source: WARC 1.1 5.
const (
	fieldType        = "WARC-Type"
	fieldID          = "WARC-Record-ID"
	fieldDate        = "WARC-Date"
	fieldLength      = "Content-Length"
	fieldContentType = "Content-Type"
	fieldTarget      = "WARC-Target-URI"
	fieldInfoID      = "WARC-Warcinfo-ID"
	fieldBlock       = "WARC-Block-Digest"
	fieldFilename    = "WARC-Filename"

	// FieldPayload is the digest of the payload.
	FieldPayload = "WARC-Payload-Digest"
	// FieldConcurrent has the id of another record of the same opening.
	FieldConcurrent = "WARC-Concurrent-To"
	// FieldAddress is the address of the server, without a port.
	FieldAddress = "WARC-IP-Address"
	// FieldTruncated says why a block is not complete.
	FieldTruncated = "WARC-Truncated"
	// FieldProfile says what a revisit record means.
	FieldProfile = "WARC-Profile"
	// FieldRefersTo, FieldRefersToTarget and FieldRefersToDate identify the record
	// that has the payload of a revisit record.
	FieldRefersTo       = "WARC-Refers-To"
	FieldRefersToTarget = "WARC-Refers-To-Target-URI"
	FieldRefersToDate   = "WARC-Refers-To-Date"
)

// ProfileDigest is the profile of a revisit record whose payload is that of
// another record. Source: WARC 1.1 6.7.2.
const ProfileDigest = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"

// HTTPResponse and HTTPRequest are the media types of messages of http.
const (
	HTTPResponse = "application/http; msgtype=response"
	HTTPRequest  = "application/http; msgtype=request"
)

// FieldsType is the media type of a block of fields, one per line.
const FieldsType = "application/warc-fields"

var (
	// ErrSyntax is an error in the format of an archive.
	ErrSyntax = errors.New("not a valid WARC file")
	// ErrLimit is a limit of a Reader that a file exceeds.
	ErrLimit = errors.New("a header is too long")
)

// Field is a line of a header.
type Field struct{ Name, Value string }

// Header is the fields of a record, in order.
type Header []Field

// Get returns the value of the first field with a name, or "". It ignores the
// case of the name.
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// Record is a record that a Reader returns. The block must be read before the
// next record.
type Record struct {
	Header
	Version string // such as "1.1"
	// Offset is where the record begins in the file: that of its gzip member in a
	// compressed file. -1 means that it is not the first record of its member, so
	// nothing can find it by an offset.
	Offset int64
	Size   int64     // bytes of the block
	Block  io.Reader // ends in io.ErrUnexpectedEOF if the file is truncated
}

// Type returns the type of the record.
func (r *Record) Type() Type { return Type(strings.ToLower(r.Get(fieldType))) }

// ID returns the id of the record without its angle brackets.
func (r *Record) ID() string { return bareID(r.Get(fieldID)) }

// Target returns the URL of the record. Some programs put it between angle
// brackets.
func (r *Record) Target() string { return bareID(r.Get(fieldTarget)) }

// ContentType returns the media type of the block.
func (r *Record) ContentType() string { return r.Get(fieldContentType) }

// dateForms are the forms of a date, from a fraction of a second to a year.
// Source: WARC 1.1 5.4, W3CDTF.
var dateForms = [...]string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", time.DateOnly, "2006-01", "2006"}

// Date returns the date of the record, or the zero Time if it is invalid. A date
// without a day or a time is its first moment in UTC.
func (r *Record) Date() time.Time { return ParseDate(r.Get(fieldDate)) }

// ParseDate reads a date in a field, as Date does.
func ParseDate(value string) time.Time {
	for _, form := range dateForms {
		if t, err := time.Parse(form, value); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// bareID returns a value without its angle brackets.
func bareID(value string) string {
	if inner, ok := strings.CutPrefix(value, "<"); ok {
		if inner, ok := strings.CutSuffix(inner, ">"); ok {
			return inner
		}
	}
	return value
}

// IsHTTP reports whether a media type is that of a message of http.
func IsHTTP(contentType string) bool { return mediaOf(contentType) == "application/http" }
