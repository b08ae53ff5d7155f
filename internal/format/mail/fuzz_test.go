package mail_test

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/mail"
)

// A result is one step of a sequence.
type result struct {
	m   extract.Match
	err string
}

// read returns all results.
func read(r io.Reader, mbox bool, o mail.Options) (list []result) {
	find := mail.URLs
	if mbox {
		find = mail.Mbox
	}
	for m, err := range find(r, o) {
		one := result{m: m}
		if err != nil {
			one.err = err.Error()
		}
		list = append(list, one)
	}
	return list
}

// Positions are in the file, are those of the text, and ascend; lines and
// columns are those of the file; the sizes of the reads do not matter. SPEC E3.
func FuzzURLs(f *testing.F) {
	names, _ := filepath.Glob("testdata/*[lx]")
	for _, name := range names {
		message, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(message), uint8(0))
		f.Add(string(message), uint8(7))
	}
	f.Add("Content-Type: multipart/mixed; boundary=\n\n--\n\n--", uint8(2))
	f.Add("Content-Type: text/plain; charset=iso-2022-jp\n\n\x1b$B\x1b(Bhttp://h/\x1b$B$\"", uint8(0))
	f.Add("Content-Type: text/plain; charset=gb18030; format=flowed\n\n\x81http://h/\x81\x30 \r\n> -- \r\r\n", uint8(0))
	f.Add("Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n/v8APABhACAAaAByAGUAZgA9AHg=", uint8(0))
	f.Add("CONTENT-BASE:\n", uint8(11))
	f.Fuzz(func(t *testing.T, text string, options uint8) {
		o := from
		o.Hosts, o.Addresses, o.Defanged = options&1 != 0, options&1 != 0, options&1 != 0
		if options&4 != 0 {
			o.MaxLength, o.Limits = 40, mail.Limits{Header: 100, Parts: 3, Depth: 2}
		}
		mbox := options&2 != 0
		whole := read(strings.NewReader(text), mbox, o)
		past := int64(0)
		for _, one := range whole {
			m := one.m
			if m.Offset < 0 || m.Offset > int64(len(text)) {
				t.Fatalf("%q: %+v is outside", text, one)
			}
			before := text[:m.Offset]
			if m.Line != int64(strings.Count(before, "\n"))+1 || m.Column != m.Offset-int64(strings.LastIndexByte(before, '\n')) {
				t.Fatalf("%q: %+v has another line and column", text, one)
			}
			if one.err != "" {
				continue
			}
			if m.Offset < past {
				t.Fatalf("%q: %+v is before another", text, one)
			}
			past = m.Offset
			if !strings.Contains(strings.ToLower(text), "base64") && !strings.Contains(text, "\xfe") && !strings.Contains(text, "=") &&
				!strings.HasPrefix(text[m.Offset:], m.Text) {
				t.Fatalf("%q: %+v is not at its position", text, one)
			}
		}
		if parted := read(iotest.OneByteReader(strings.NewReader(text)), mbox, o); !reflect.DeepEqual(parted, whole) {
			t.Fatalf("%q byte by byte: %+v, whole: %+v", text, parted, whole)
		}
	})
}
