package warc

import (
	"compress/gzip"
	"crypto/rand"
	"crypto/sha1"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Draft is a record to write.
type Draft struct {
	Type Type
	// ID is the id, as NewID returns it. "" makes a new one.
	ID string
	// Date is when the record was made or, for what was retrieved, when that began.
	// Its precision in the file is the second, because not every program reads more.
	Date        time.Time
	Target      string // the URL, or ""
	ContentType string
	Fields      Header // other fields
	// Block is the content of Size bytes. It is read twice: for its digest and for
	// the file. nil means an empty block.
	Block io.ReaderAt
	Size  int64
	// Payload is where the payload begins in the block. Its digest is written, if
	// Fields does not have it. A negative number means no digest of a payload.
	Payload int64
}

// Writer writes records to a file. It is not safe for concurrent use.
type Writer struct {
	w    io.Writer
	gz   *gzip.Writer // nil: not compressed
	n    int64
	info string // the id of the warcinfo record, or ""
}

// NewWriter returns a Writer. If compress is set, each record is a gzip member.
func NewWriter(w io.Writer, compress bool) *Writer {
	out := &Writer{w: w}
	if compress {
		out.gz = gzip.NewWriter(io.Discard)
	}
	return out
}

// Offset returns where the next record begins.
func (w *Writer) Offset() int64 { return w.n }

// NewID returns a new id of a record: a random UUID. Source: rfc9562 5.4.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0F|0x40, b[8]&0x3F|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Write writes a record. After an error the file may end inside a record, except
// after [ErrLimit]: nothing is written of a record that a Reader would refuse.
func (w *Writer) Write(d *Draft) error {
	h, err := w.header(d)
	if err != nil {
		return err
	}
	var out io.Writer = (*counting)(w)
	if w.gz != nil {
		w.gz.Reset(out)
		out = w.gz
	}
	if _, err := io.WriteString(out, h); err != nil {
		return err
	}
	if err := d.copyTo(out); err != nil {
		return err
	}
	if _, err := io.WriteString(out, "\r\n\r\n"); err != nil {
		return err
	}
	if w.gz != nil {
		return w.gz.Close()
	}
	return nil
}

// counting is the file of a Writer. It counts its bytes.
type counting Writer

func (w *counting) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	w.n += int64(n)
	return n, err
}

// copyTo writes the block.
func (d *Draft) copyTo(w io.Writer) error {
	if d.Block == nil {
		return nil
	}
	n, err := io.Copy(w, io.NewSectionReader(d.Block, 0, d.Size))
	if err == nil && n != d.Size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// header returns the header of a record, with its digests.
func (w *Writer) header(d *Draft) (string, error) {
	if d.ID == "" {
		d.ID = NewID()
	}
	fields := Header{
		{fieldType, string(d.Type)},
		{fieldID, "<" + d.ID + ">"},
		{fieldDate, d.Date.UTC().Format(time.RFC3339)},
	}
	if d.Target != "" {
		fields = append(fields, Field{fieldTarget, d.Target})
	}
	switch {
	case d.Type == Info:
		w.info = d.ID
	case w.info != "":
		fields = append(fields, Field{fieldInfoID, "<" + w.info + ">"})
	}
	block := sha1.New()
	if err := d.copyTo(block); err != nil {
		return "", err
	}
	fields = append(fields, d.Fields...)
	fields = append(fields, Field{fieldBlock, sha1Text(block)})
	if d.Payload >= 0 && d.Fields.Get(FieldPayload) == "" {
		payload, err := d.PayloadDigest()
		if err != nil {
			return "", err
		}
		fields = append(fields, Field{FieldPayload, payload})
	}
	if d.ContentType != "" {
		fields = append(fields, Field{fieldContentType, d.ContentType})
	}
	fields = append(fields, Field{fieldLength, strconv.FormatInt(d.Size, 10)})
	var b strings.Builder
	b.WriteString("WARC/1.1\r\n")
	for _, f := range fields {
		before := b.Len()
		if fmt.Fprintf(&b, "%s: %s\r\n", f.Name, oneLine(f.Value)); b.Len()-before > MaxLine || b.Len() > MaxHeader {
			return "", fmt.Errorf("%w: %s has %d bytes", ErrLimit, f.Name, len(f.Value))
		}
	}
	b.WriteString("\r\n")
	return b.String(), nil
}

// oneLine returns a value without control characters, which would end the line
// or begin another field.
func oneLine(value string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7F {
			return ' '
		}
		return r
	}, value)
}

// PayloadDigest returns the digest of the payload. A transfer coding of http is
// a part of the payload: wget and warcio write and check the same digest.
func (d *Draft) PayloadDigest() (string, error) {
	if d.Block == nil {
		return Digest(strings.NewReader(""))
	}
	return Digest(io.NewSectionReader(d.Block, d.Payload, d.Size-d.Payload))
}
