package warc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Entry is a line of an index in the CDXJ format: a key, a date, and where the
// record is. Source: pywb, CDXJ Index Format.
type Entry struct {
	Key    string // the URL as a SURT, such as "org,example)/page"
	Date   time.Time
	URL    string
	Type   string // the media type, or RevisitType; "" if it is not known
	Status int    // of http; 0: none
	Digest string // of the payload, or ""
	Length int64  // bytes of the record in the file; 0 if it is not known
	Offset int64
	File   string // the name of the file, without its directory
}

// RevisitType is the Type of an entry of a revisit record.
const RevisitType = "warc/revisit"

// cdxDate is the form of dates in an index.
const cdxDate = "20060102150405"

// entryFields are the fields of a line in their usual order.
type entryFields struct {
	URL      string `json:"url"`
	Mime     string `json:"mime,omitempty"`
	Status   string `json:"status,omitempty"`
	Digest   string `json:"digest,omitempty"`
	Length   string `json:"length,omitempty"`
	Offset   string `json:"offset"`
	Filename string `json:"filename"`
}

// Append appends the line of e, with its line end.
func (e *Entry) Append(b []byte) []byte {
	f := entryFields{URL: e.URL, Mime: e.Type, Digest: e.Digest, Offset: strconv.FormatInt(e.Offset, 10), Filename: e.File}
	if e.Status > 0 {
		f.Status = strconv.Itoa(e.Status)
	}
	if e.Length > 0 {
		f.Length = strconv.FormatInt(e.Length, 10)
	}
	b = append(b, oneWord(e.Key)+" "+e.Date.UTC().Format(cdxDate)+" "...)
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(f) // strings always have a JSON form
	return append(b, out.String()...)
}

// oneWord returns a key without spaces and control characters, which would end
// it.
func oneWord(key string) string {
	return strings.Map(func(r rune) rune {
		if r <= 0x20 || r == 0x7F {
			return '_'
		}
		return r
	}, key)
}

// ParseEntry reads a line of an index. Numbers may be JSON numbers or strings.
func ParseEntry(line string) (Entry, error) {
	key, rest, ok1 := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	date, object, ok2 := strings.Cut(rest, " ")
	when, err := time.Parse(cdxDate, date)
	if !ok1 || !ok2 || err != nil {
		return Entry{}, fmt.Errorf("%w: an index line must be a key, a date of 14 digits and a JSON object: %.60q", ErrSyntax, line)
	}
	var fields map[string]any
	d := json.NewDecoder(strings.NewReader(object))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return Entry{}, fmt.Errorf("%w: an index line without a JSON object: %.60q", ErrSyntax, line)
	}
	text := func(name string) string {
		if fields[name] == nil {
			return ""
		}
		return fmt.Sprint(fields[name])
	}
	e := Entry{Key: key, Date: when, URL: text("url"), Type: text("mime"), Digest: text("digest"), File: text("filename")}
	e.Status, _ = strconv.Atoi(text("status"))
	e.Length, _ = strconv.ParseInt(text("length"), 10, 64)
	if e.Offset, err = strconv.ParseInt(text("offset"), 10, 64); err != nil || e.Offset < 0 {
		return Entry{}, fmt.Errorf("%w: an index line without an offset: %.60q", ErrSyntax, line)
	}
	if e.Digest != "" && !strings.Contains(e.Digest, ":") {
		e.Digest = "sha1:" + e.Digest // as older programs write it
	}
	return e, nil
}

// ReadIndex yields the lines of an index. Lines that begin with "!" have no
// record and are skipped.
func ReadIndex(r io.Reader, yield func(Entry) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, MaxLine)
	for s.Scan() {
		line := s.Text()
		if line == "" || line[0] == '!' {
			continue
		}
		e, err := ParseEntry(line)
		if err == nil {
			err = yield(e)
		}
		if err != nil {
			return err
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%w: an index line of more than %d bytes", ErrLimit, MaxLine)
	}
	return s.Err()
}

// Capture is what an index and a replay need of a record.
type Capture struct {
	*Record
	Payload string // its media type without parameters; "" if it is not known
	Status  int    // of http; 0: none
}

// mediaOf returns a media type without its parameters.
func mediaOf(contentType string) string {
	media, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// peekSize is how many bytes of a block are read for its header of http.
const peekSize = 64 << 10

// Describe reads the header of http in the block of a record, if there is one.
func Describe(rec *Record) (Capture, error) {
	c := Capture{Record: rec, Payload: mediaOf(rec.ContentType())}
	if rec.Type() == Revisit {
		c.Payload = RevisitType
	}
	if !IsHTTP(rec.ContentType()) || rec.Type() != Response && rec.Type() != Revisit {
		return c, nil
	}
	b, err := io.ReadAll(io.LimitReader(rec.Block, min(peekSize, rec.Size)))
	if err != nil {
		return c, err
	}
	status, fields := ParseHTTP(b)
	if c.Status = status; rec.Type() == Response {
		c.Payload = mediaOf(fields.Get("Content-Type"))
	}
	return c, nil
}

// ParseHTTP returns the status and the fields of a response of http. It reads
// what is there of a truncated header.
func ParseHTTP(b []byte) (status int, fields Header) {
	if n := HeaderLength(b); n > 0 {
		b = b[:n]
	}
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimRight(line, "\r")
		if i == 0 {
			_, rest, _ := strings.Cut(line, " ")
			status, _ = strconv.Atoi(rest[:min(3, len(rest))])
			continue
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			fields = append(fields, Field{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return status, fields
}
