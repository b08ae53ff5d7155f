package warc_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/warc"
)

var date = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// draft returns a response of http.
func draft(url, body string) *warc.Draft {
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
	return &warc.Draft{Type: warc.Response, Date: date, Target: url, ContentType: warc.HTTPResponse,
		Block: strings.NewReader(head + body), Size: int64(len(head + body)), Payload: int64(len(head))}
}

// write writes records and returns the file.
func write(t testing.TB, compress bool, drafts ...*warc.Draft) []byte {
	t.Helper()
	var b bytes.Buffer
	w := warc.NewWriter(&b, compress)
	for _, d := range drafts {
		if err := w.Write(d); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// source returns a file as a Source.
func source(b []byte) *warc.Source {
	return &warc.Source{Name: "x.warc.gz", ReaderAt: bytes.NewReader(b), Size: int64(len(b))}
}

// problems returns what Check finds.
func problems(t testing.TB, b []byte) (list []string) {
	t.Helper()
	_, err := warc.Check(source(b), func(p warc.Problem) error {
		list = append(list, p.Text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What is written is read again, and each record is found at its offset.
func TestRoundTrip(t *testing.T) {
	for _, compress := range []bool{false, true} {
		b := write(t, compress, draft("http://h.example/1", "one"), draft("http://h.example/2", ""), draft("http://h.example/3", strings.Repeat("three", 50_000)))
		if got := problems(t, b); got != nil {
			t.Errorf("compress=%v: problems %q, want none", compress, got)
		}
		r := warc.NewReader(bytes.NewReader(b))
		for i, want := range []string{"one", "", strings.Repeat("three", 50_000)} {
			rec, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if rec.Type() != warc.Response || rec.Target() != fmt.Sprintf("http://h.example/%d", i+1) || !rec.Date().Equal(date) {
				t.Errorf("record %d is %v", i, rec.Header)
			}
			at, err := warc.NewReader(bytes.NewReader(b[rec.Offset:])).Next()
			if err != nil {
				t.Fatal(err)
			}
			block, err := io.ReadAll(at.Block)
			if err != nil || !strings.HasSuffix(string(block), "\r\n\r\n"+want) || at.ID() != rec.ID() {
				t.Errorf("compress=%v: the record at %d has %d bytes, %v", compress, rec.Offset, len(block), err)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("after the last record: %v, want io.EOF", err)
		}
	}
}

// The digests are those of warcio and wget. Source: sha1 of "one" in base32, by coreutils.
func TestDigests(t *testing.T) {
	rec, err := warc.NewReader(bytes.NewReader(write(t, false, draft("http://h.example/", "one")))).Next()
	if err != nil {
		t.Fatal(err)
	}
	const want = "sha1:7YC3ZXG4JEUACJ4BUXY2FJ34XNJZRYIG" // printf one | openssl sha1 -binary | base32
	if got := rec.Get(warc.FieldPayload); got != want {
		t.Errorf("payload digest %s, want %s", got, want)
	}
}

// Check reports each error of a file, and a file without errors has none.
func TestCheckFindsErrors(t *testing.T) {
	whole := string(write(t, false, draft("http://h.example/", "body")))
	replace := func(old, with string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(whole, old, with, 1)
	}
	for _, tt := range []struct{ name, file, want string }{
		{"body", replace("\r\n\r\nbody", "\r\n\r\nbodY"), "WARC-Payload-Digest"},
		{"header", replace("200 OK", "200 KO"), "WARC-Block-Digest"},
		{"version", replace("WARC/1.1", "WARC/9.9"), "version"},
		{"no record", "hello\r\n", "must begin with WARC/1.1"},
		{"length", replace("Content-Length: ", "Content-Length: x"), "Content-Length"},
		{"truncated", whole[:len(whole)-10], "the file ends inside a record"},
		{"end", whole[:len(whole)-2] + "WARC", "two line ends"},
		{"date", replace("2026-01-02T", "2026-01-99T"), "is not a date"},
		{"id", replace("WARC-Record-ID: ", "X-Record-ID: "), "WARC-Record-ID is missing"},
		{"target", replace("WARC-Target-URI: ", "X-Target-URI: "), "WARC-Target-URI is missing"},
		{"lf", strings.Replace(whole, "\r\n", "\n", 3), "LF, not in CR LF"},
		{"algorithm", replace("WARC-Block-Digest: sha1:", "WARC-Block-Digest: crc99:"), "is not known"},
	} {
		got := problems(t, []byte(tt.file))
		if !slices.ContainsFunc(got, func(p string) bool { return strings.Contains(p, tt.want) }) {
			t.Errorf("%s: problems %q, want one with %q", tt.name, got, tt.want)
		}
	}
}

// A gzip member with two records is read, but a record in it has no offset.
func TestOneMemberForAllRecords(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(write(t, false, draft("http://h.example/1", "a"), draft("http://h.example/2", "b")))
	z.Close()
	r := warc.NewReader(&b)
	for _, want := range []int64{0, -1} {
		rec, err := r.Next()
		if err != nil || rec.Offset != want {
			t.Fatalf("offset %v, %v, want %d", rec, err, want)
		}
	}
}

// bomb is a reader of n times the same byte.
type bomb struct{ n int }

func (b *bomb) Read(p []byte) (int, error) {
	if b.n == 0 {
		return 0, io.EOF
	}
	n := min(len(p), b.n)
	for i := range p[:n] {
		p[i] = 'a'
	}
	b.n -= n
	return n, nil
}

// A header without an end uses no more memory than the limit.
func TestHeaderHasLimit(t *testing.T) {
	for _, start := range []string{"WARC/", "WARC/1.1\r\nWARC-Type: "} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		io.WriteString(z, start)
		io.Copy(z, &bomb{16 << 20})
		z.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := warc.NewReader(bytes.NewReader(b.Bytes())).Next()
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, warc.ErrLimit) || used > 8<<20 {
			t.Errorf("%q and 16 MiB: %v and %d bytes of memory, want ErrLimit and at most 8 MiB", start, err, used)
		}
	}
	many := "WARC/1.1\r\n" + strings.Repeat("A: b\r\n", warc.MaxHeader/6+1)
	if _, err := warc.NewReader(strings.NewReader(many)).Next(); !errors.Is(err, warc.ErrLimit) {
		t.Errorf("many fields: %v, want ErrLimit", err)
	}
}

// A value cannot begin another field. Source: WARC 1.1 4.
func TestWriterKeepsFieldsApart(t *testing.T) {
	d := draft("http://h.example/\r\nWARC-Type: request", "x")
	rec, err := warc.NewReader(bytes.NewReader(write(t, false, d))).Next()
	if err != nil || rec.Type() != warc.Response || !strings.Contains(rec.Target(), "WARC-Type: request") {
		t.Errorf("%v, %v", rec, err)
	}
}

// An index line is read again, and lines of other programs are read.
func TestEntries(t *testing.T) {
	b := write(t, true, draft("http://h.example/b", "one"), draft("http://h.example/a", "two"))
	key := func(url string) string { return strings.TrimPrefix(url, "http://") }
	var lines []string
	err := warc.Entries(source(b), key, func(e warc.Entry) error {
		line := string(e.Append(nil))
		again, err := warc.ParseEntry(line)
		if err != nil || again != e {
			t.Errorf("ParseEntry(%q) = %+v, %v, want %+v", line, again, err, e)
		}
		part := b[e.Offset : e.Offset+e.Length]
		if rec, err := warc.NewReader(bytes.NewReader(part)).Next(); err != nil || rec.Target() != e.URL {
			t.Errorf("%d bytes at %d: %v, %v", e.Length, e.Offset, rec, err)
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil || len(lines) != 2 || !strings.HasPrefix(lines[0], `h.example/b 20260102030405 {"url":"http://h.example/b","mime":"text/plain","status":"200"`) {
		t.Errorf("lines %q, %v", lines, err)
	}
	other := `com,example)/ 20140103030341 {"url": "http://example.com", "mime": "text/html", "status": 200, "digest": "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A", "length": 1046, "offset": 334, "filename": "dupes.warc.gz"}`
	e, err := warc.ParseEntry(other)
	want := warc.Entry{Key: "com,example)/", Date: time.Date(2014, 1, 3, 3, 3, 41, 0, time.UTC), URL: "http://example.com", Type: "text/html",
		Status: 200, Digest: "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A", Length: 1046, Offset: 334, File: "dupes.warc.gz"}
	if err != nil || e != want {
		t.Errorf("ParseEntry = %+v, %v, want %+v", e, err, want)
	}
	for _, bad := range []string{"", "key", "key 2014", "key 20140103030341 x", `key 20140103030341 {"url":"u"}`, `key 20140103030341 {"offset":"-1"}`} {
		if _, err := warc.ParseEntry(bad); !errors.Is(err, warc.ErrSyntax) {
			t.Errorf("ParseEntry(%q): %v, want ErrSyntax", bad, err)
		}
	}
}

// A Sorter sorts more lines than it keeps in memory.
func TestSorter(t *testing.T) {
	var s warc.Sorter
	defer s.Close()
	s.SetLimit(4 << 10)
	var want []string
	for _, i := range rand.Perm(2000) {
		e := warc.Entry{Key: fmt.Sprintf("k%05d", i/2), Date: date.Add(time.Duration(i) * time.Second), URL: "u", File: "f"}
		want = append(want, string(e.Append(nil)))
		if err := s.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(want)
	var out bytes.Buffer
	n, err := s.WriteTo(&out)
	if err != nil || out.String() != strings.Join(want, "") || n != int64(out.Len()) {
		t.Errorf("%d bytes, %v, want %d sorted lines", n, err, len(want))
	}
}

// Files begins another file at the maximum size, each with a warcinfo record, and never
// overwrites one.
func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "site")
	f, err := warc.Create(name, warc.FilesOptions{MaxSize: 1, Info: warc.Header{{Name: "software", Value: "test"}}})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := f.Write(draft("http://h.example/", "a"), draft("http://h.example/", "b")); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for i := range 4 { // the warcinfo record alone exceeds the size of the first
		sources, closer, err := warc.Open(fmt.Sprintf("%s-%05d.warc.gz", name, i))
		if err != nil {
			t.Fatal(err)
		}
		n, err := warc.Check(&sources[0], func(p warc.Problem) error { return errors.New(p.Text) })
		if want := map[bool]int{true: 1, false: 3}[i == 0]; n != want || err != nil {
			t.Errorf("file %d has %d records, %v, want %d", i, n, err, want)
		}
		closer.Close()
	}
	if _, err := warc.Create(name+"-00000.warc.gz", warc.FilesOptions{}); !os.IsExist(err) {
		t.Errorf("Create of an existing file: %v, want an error", err)
	}
}

// A WACZ file has WARC files that are read in place. Source: WACZ 1.1.1 5.1.
func TestWACZ(t *testing.T) {
	make := func(method uint16, name string) string {
		path := filepath.Join(t.TempDir(), "a.wacz")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(f)
		w, _ := z.CreateHeader(&zip.FileHeader{Name: "datapackage.json", Method: zip.Deflate})
		io.WriteString(w, "{}")
		w, _ = z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		w.Write(write(t, true, draft("http://h.example/", "in a zip file")))
		z.Close()
		f.Close()
		return path
	}
	sources, closer, err := warc.Open(make(zip.Store, "archive/data.warc.gz"))
	if err != nil || len(sources) != 1 || sources[0].Name != "data.warc.gz" {
		t.Fatalf("%v, %v", sources, err)
	}
	defer closer.Close()
	if n, err := warc.Check(&sources[0], func(p warc.Problem) error { return errors.New(p.Text) }); n != 1 || err != nil {
		t.Errorf("%d records, %v, want 1", n, err)
	}
	for _, path := range []string{make(zip.Deflate, "archive/data.warc.gz"), make(zip.Store, "other/data.warc.gz")} {
		if _, _, err := warc.Open(path); !errors.Is(err, warc.ErrSyntax) {
			t.Errorf("Open: %v, want ErrSyntax", err)
		}
	}
}

// FuzzReader checks that no file makes a Reader panic, loop or return a block that is longer
// than it says, and that Check ends.
func FuzzReader(f *testing.F) {
	one := draft("http://h.example/1", "one")
	f.Add(write(f, false, one, draft("http://h.example/2", "two")))
	f.Add(write(f, true, one, draft("http://h.example/2", "two")))
	f.Add([]byte("WARC/1.0\nContent-Length: 1\n\nx\n\nWARC/1.0\nContent-Length: 99999999999\n\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := warc.NewReader(bytes.NewReader(b))
		for records := 0; ; records++ {
			rec, err := r.Next()
			if err != nil {
				break
			}
			if records > len(b) {
				t.Fatal("more records than bytes")
			}
			if rec.Offset < -1 || rec.Offset >= int64(len(b)) {
				t.Fatalf("offset %d in a file of %d bytes", rec.Offset, len(b))
			}
			c, err := warc.Describe(rec)
			if err != nil {
				continue
			}
			if n, _ := io.Copy(io.Discard, c.Block); n > rec.Size {
				t.Fatalf("a block of %d bytes, and the header says %d", n, rec.Size)
			}
		}
		warc.Check(source(b), func(warc.Problem) error { return nil })
		warc.Entries(source(b), func(url string) string { return url }, func(e warc.Entry) error {
			if _, err := warc.ParseEntry(string(e.Append(nil))); err != nil && !e.Date.IsZero() {
				t.Fatal(err)
			}
			return nil
		})
	})
}
