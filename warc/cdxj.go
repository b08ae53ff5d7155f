package warc

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
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
	// Method is that of a request of http other than GET, or "". Request is its
	// body as arguments of a query. Both are arguments in Key.
	Method, Request string
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
	Method   string `json:"method,omitempty"`
	Request  string `json:"requestBody,omitempty"`
}

// Append appends the line of e, with its line end.
func (e *Entry) Append(b []byte) []byte {
	f := entryFields{URL: e.URL, Mime: e.Type, Digest: e.Digest, Offset: strconv.FormatInt(e.Offset, 10), Filename: e.File, Method: e.Method, Request: e.Request}
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
	return appendVisible(b, out.String())
}

// appendVisible appends JSON with escapes of the characters that a terminal must not
// get: they are the same text for every reader of JSON.
func appendVisible(b []byte, object string) []byte {
	for _, r := range object {
		switch {
		case r == '\n', strconv.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
	}
	return b
}

// oneWord returns a key without spaces, which would end it, and without characters
// that a terminal must not get.
func oneWord(key string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || !strconv.IsPrint(r) {
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
	e := Entry{Key: key, Date: when, URL: text("url"), Type: text("mime"), Digest: text("digest"), File: text("filename"), Method: text("method"), Request: text("requestBody")}
	number := func(name string) (n int64) {
		value := text(name)
		if value == "" || value == "-" { // as older programs write an unknown one
			return 0
		}
		n, e := strconv.ParseInt(value, 10, 64)
		if e != nil || n < 0 {
			err = fmt.Errorf("%w: an index line with the %s %.40q", ErrSyntax, name, value)
		}
		return n
	}
	e.Status, e.Length, e.Offset = int(number("status")), number("length"), number("offset")
	if offset := text("offset"); offset == "" || offset == "-" {
		err = fmt.Errorf("%w: an index line without an offset: %.60q", ErrSyntax, line)
	}
	if err != nil {
		return Entry{}, err
	}
	if e.Digest != "" && !strings.Contains(e.Digest, ":") {
		e.Digest = "sha1:" + e.Digest // as older programs write it
	}
	return e, nil
}

// LineError is an error of a line of an index.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error returns the number of the line and its error.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error of the line.
func (e *LineError) Unwrap() error { return e.Err }

// ReadIndex yields the lines of an index. A line that is not understood has a
// *[LineError], and ReadIndex continues after it if yield returns nil. Empty lines,
// and those that begin with "!", have no record and are skipped. The error is that
// of r or of yield.
func ReadIndex(r io.Reader, yield func(Entry, error) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for number := 1; ; number++ {
		line, tooLong, err := indexLine(in)
		if err != nil && (err != io.EOF || line == "" && !tooLong) {
			if err == io.EOF {
				return nil
			}
			return err
		}
		if line == "" && !tooLong || strings.HasPrefix(line, "!") {
			continue
		}
		var e Entry
		bad := fmt.Errorf("%w: an index line of more than %d bytes", ErrLimit, MaxLine)
		if !tooLong {
			e, bad = ParseEntry(line)
		}
		if bad != nil {
			bad = &LineError{number, bad}
		}
		if err := yield(e, bad); err != nil {
			return err
		}
	}
}

// indexLine reads a line without its line end. It keeps at most MaxLine bytes of it.
func indexLine(in *bufio.Reader) (line string, tooLong bool, err error) {
	var b []byte
	for {
		piece, err := in.ReadSlice('\n')
		if b = append(b, piece...); len(b) > MaxLine {
			b, tooLong = b[:0], true
		}
		if err != bufio.ErrBufferFull {
			return strings.TrimRight(string(b), "\r\n"), tooLong, err
		}
	}
}

// mediaOf returns a media type without its parameters.
func mediaOf(contentType string) string {
	media, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(media))
}
