package warc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// FilesOptions are the settings of [Create].
type FilesOptions struct {
	// MaxSize is after how many bytes another file begins. A file may be longer by
	// the records of one opening. 0 means one file.
	MaxSize int64
	// Info are the fields of the warcinfo record at the beginning of each file.
	Info Header
}

// Files writes records to one file or, with a maximum size, to several. Several
// goroutines may use it.
type Files struct {
	o      FilesOptions
	prefix string
	suffix string

	mu     sync.Mutex
	file   *os.File
	w      *Writer
	number int
	err    error
}

// Create creates the file NAME.warc.gz, or NAME if NAME already ends in ".warc"
// or ".warc.gz"; ".warc" is not compressed. With a maximum size, "-00000" and
// so on is before the end of the name. It never overwrites a file. The file
// begins with a warcinfo record.
func Create(name string, o FilesOptions) (*Files, error) {
	f := &Files{o: o, prefix: name, suffix: ".warc.gz"}
	for _, suffix := range [...]string{".warc.gz", ".warc"} {
		if prefix, ok := strings.CutSuffix(name, suffix); ok {
			f.prefix, f.suffix = prefix, suffix
			break
		}
	}
	if err := f.begin(); err != nil {
		return nil, err
	}
	return f, nil
}

// begin begins the next file.
func (f *Files) begin() error {
	name := f.prefix + f.suffix
	if f.o.MaxSize > 0 {
		name = fmt.Sprintf("%s-%05d%s", f.prefix, f.number, f.suffix)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	f.number++
	f.file, f.w = file, NewWriter(file, f.suffix == ".warc.gz")
	block := AppendFields(nil, f.o.Info)
	return f.w.Write(&Draft{
		Type: Info, Date: time.Now(), ContentType: FieldsType, Fields: Header{{fieldFilename, filepath.Base(name)}},
		Block: bytes.NewReader(block), Size: int64(len(block)), Payload: -1,
	})
}

// AppendFields appends fields to a block of the type [FieldsType].
func AppendFields(b []byte, fields Header) []byte {
	for _, field := range fields {
		b = fmt.Appendf(b, "%s: %s\r\n", field.Name, oneLine(field.Value))
	}
	return b
}

// Write writes records to the same file, one after another. After an error, all
// later calls return the same error, except after [ErrLimit].
func (f *Files) Write(records ...*Draft) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return f.err
	}
	err := f.write(records)
	if !errors.Is(err, ErrLimit) {
		f.err = err
	}
	return err
}

// write is Write under the lock.
func (f *Files) write(records []*Draft) error {
	if f.file == nil {
		return os.ErrClosed
	}
	if f.o.MaxSize > 0 && f.w.Offset() >= f.o.MaxSize {
		err := f.file.Close()
		if f.file = nil; err != nil {
			return err
		}
		if err := f.begin(); err != nil {
			return err
		}
	}
	for _, d := range records {
		if err := f.w.Write(d); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the file. It returns the first error of a Write, if there was
// one.
func (f *Files) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return f.err
	}
	err := errors.Join(f.err, f.file.Close())
	f.file = nil
	return err
}
