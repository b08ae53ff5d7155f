package warc_test

import (
	"bytes"
	"crypto/sha1"
	"encoding/base32"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/warc"
)

// A damaged record is skipped: those before and after it are read, checked and indexed.
func TestDamageIsSkipped(t *testing.T) {
	t.Parallel()
	one, two, three := draft("http://h.example/1", "one"), draft("http://h.example/2", "two"), draft("http://h.example/3", "three")
	start := len(write(t, true, one))
	flipped := write(t, true, one, two, three)
	flipped[start+20] ^= 0xFF
	plain := string(write(t, false, one, two, three))
	second := strings.Index(plain[1:], "WARC/1.1\r\n") + 1
	edit := func(old, with string) []byte {
		return []byte(plain[:second] + strings.Replace(plain[second:], old, with, 1))
	}
	for _, tt := range []struct {
		name string
		file []byte
	}{
		{"a wrong byte in a gzip member", flipped},
		{"a length that is too large", edit("Content-Length: ", "Content-Length: 9999999")},
		{"a length that is not a number", edit("Content-Length: ", "Content-Length: x")},
		{"no version", edit("WARC/1.1", "XXXX/1.1")},
		{"something before the first record", append([]byte("garbage\n"), write(t, true, one, two, three)...)},
	} {
		s := source(tt.file)
		var urls []string
		err := s.Each(func(_ *warc.Reader, rec *warc.Record) error {
			urls = append(urls, rec.Target())
			_, err := io.Copy(io.Discard, rec.Block)
			return err
		}, nil)
		var damage *warc.Damage
		if !errors.As(err, &damage) || !slices.Contains(urls, "http://h.example/1") || !slices.Contains(urls, "http://h.example/3") {
			t.Errorf("%s: %q, %v, want the first and the third record and a Damage", tt.name, urls, err)
		}
		if got := problems(t, tt.file); len(got) == 0 {
			t.Errorf("%s: Check has no problem", tt.name)
		}
		var indexed []string
		err = warc.Entries(s, func(url string) string { return url }, func(e warc.Entry) error {
			rec, err := s.NewReader(e.Offset).Next()
			if err != nil || rec.Target() != e.URL || rec.Offset != e.Offset {
				t.Errorf("%s: the record at %d is %v, %v, want %s", tt.name, e.Offset, rec, err, e.URL)
			}
			indexed = append(indexed, e.URL)
			return nil
		})
		if !errors.As(err, &damage) || !slices.Contains(indexed, "http://h.example/3") {
			t.Errorf("%s: the index has %q, %v, want the third record and a Damage", tt.name, indexed, err)
		}
	}
}

// A file in which every record claims the rest of the file does not need the square of its
// size in time: the number of skipped places has a limit.
func TestDamageHasLimit(t *testing.T) {
	t.Parallel()
	file := strings.Repeat("WARC/1.1\r\nContent-Length: 999999999\r\n\r\n\r\n", 2000)
	var n int
	err := source([]byte(file)).Each(func(*warc.Reader, *warc.Record) error { n++; return nil }, nil)
	if err == nil || n > 200 {
		t.Errorf("%d records, %v, want an error after about 100", n, err)
	}
}

// An error of the function ends Each.
func TestEachReturnsErrors(t *testing.T) {
	t.Parallel()
	own := errors.New("own")
	n := 0
	err := source(write(t, true, draft("http://h.example/1", "one"), draft("http://h.example/2", "two"))).Each(func(*warc.Reader, *warc.Record) error { n++; return own }, nil)
	if !errors.Is(err, own) || n != 1 {
		t.Errorf("%d records, %v, want the error of the first", n, err)
	}
}

// Files in other formats are named.
func TestForeignFiles(t *testing.T) {
	t.Parallel()
	for start, want := range map[string]string{
		"filedesc://x.arc 0.0.0.0 20100102030405 text/plain 76\n": "an ARC file",
		"\x28\xB5\x2F\xFD\x64rest":                                "zstd",
		"hello\r\nworld\r\n":                                      `not with "hello"`,
		"no line end":                                             `not with "no line end"`,
	} {
		_, err := warc.NewReader(strings.NewReader(start)).Next()
		if !errors.Is(err, warc.ErrSyntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want ErrSyntax with %q", start, err, want)
		}
		if got := problems(t, []byte(start)); len(got) != 1 {
			t.Errorf("%q: problems %q, want one", start, got)
		}
	}
}

// A date can be less precise than a second. Source: WARC 1.1 5.4, W3CDTF.
func TestDates(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Time{
		"2010":                           time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC),
		"2010-03":                        time.Date(2010, 3, 1, 0, 0, 0, 0, time.UTC),
		"2010-03-04":                     time.Date(2010, 3, 4, 0, 0, 0, 0, time.UTC),
		"2010-03-04T05:06Z":              time.Date(2010, 3, 4, 5, 6, 0, 0, time.UTC),
		"2010-03-04T05:06:07Z":           time.Date(2010, 3, 4, 5, 6, 7, 0, time.UTC),
		"2010-03-04T05:06:07.123456789Z": time.Date(2010, 3, 4, 5, 6, 7, 123456789, time.UTC),
		"yesterday":                      {},
		"20100304050607":                 {},
	} {
		rec := warc.Record{Header: warc.Header{{Name: "WARC-Date", Value: value}}}
		if got := rec.Date(); !got.Equal(want) {
			t.Errorf("%s: %v, want %v", value, got, want)
		}
	}
}

// The digest of a payload in chunks may be that of the payload without them: jwarc and
// Heritrix write that one.
func TestPayloadDigestWithoutChunks(t *testing.T) {
	t.Parallel()
	sum := sha1.Sum([]byte("abcdefghi"))
	digest := "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
	for body, want := range map[string]int{
		"3;ext=1\r\nabc\r\n6\r\ndefghi\r\n0\r\nTrailer: x\r\n\r\n": 0,
		"3\r\nabc\r\n6\r\ndefghX\r\n0\r\n\r\n":                     1,
		"3\r\nabc\r\nx\r\ndefghi\r\n0\r\n\r\n":                     1,
		"abcdefghi":                                                0,
	} {
		block := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
		d := draft("http://h.example/", "")
		d.Block, d.Size = strings.NewReader(block), int64(len(block))
		d.Fields = warc.Header{{Name: warc.FieldPayload, Value: digest}}
		if got := problems(t, write(t, false, d)); len(got) != want {
			t.Errorf("%q: problems %q, want %d", body, got, want)
		}
	}
	var whole bytes.Buffer
	w := warc.NewDechunker(&whole)
	for _, b := range []byte("3;ext=1\r\nabc\r\n6\r\ndefghi\r\n0\r\n\r\n") {
		w.Write([]byte{b})
	}
	if whole.String() != "abcdefghi" {
		t.Errorf("byte by byte: %q", whole.String())
	}
}

// A record that a Reader would refuse is not written, and those after it are.
func TestLongHeaderIsNotWritten(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "long.warc")
	f, err := warc.Create(name, warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(draft("http://h.example/"+strings.Repeat("a", warc.MaxLine), "x")); !errors.Is(err, warc.ErrLimit) {
		t.Errorf("%v, want ErrLimit", err)
	}
	if err := f.Write(draft("http://h.example/", "x")); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := problems(t, b); got != nil || !strings.Contains(string(b), "WARC-Target-URI: http://h.example/\r\n") {
		t.Errorf("problems %q, want a whole file with the second record", got)
	}
}
