package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// A lone CR is a line end, as in pandas, DuckDB and pyarrow ("CSV (Macintosh)"
// of Excel). No row is lost or joined with another.
func TestLineEnds(t *testing.T) {
	for _, row := range []struct{ name, format, in, want string }{
		{"CR", "csv", "url,n\rhttp://a/,1\rhttp://b/,2\r", "a1 b2"},
		{"CR, no end", "csv", "url,n\rhttp://a/,1\rhttp://b/,2", "a1 b2"},
		{"mixed", "csv", "url,n\r\nhttp://a/,1\rhttp://b/,2\nhttp://c/,3\r\n", "a1 b2 c3"},
		{"LF, one CR", "csv", "url,n\nhttp://a/,1\rhttp://b/,2\nhttp://c/,3\n", "a1 b2 c3"},
		{"CR in quotes", "csv", "url,n\rhttp://a/,\"1\r2\"\rhttp://b/,2\r", "a1\r2 b2"},
		{"CR after quotes", "csv", "\"url\",\"n\"\r\"http://a/\",\"1\"\rhttp://b/,2\r", "a1 b2"},
		{"CRLF in quotes, CR", "csv", "url,n\r\"http://a/\",\"1\r\n2\"\rhttp://b/,2\r", "a1\r\n2 b2"},
		{"CR CR LF", "csv", "url,n\r\r\nhttp://a/,1\r\r\nhttp://b/,2\r\r\n", "a1 b2"},
		{"blank lines", "csv", "url,n\n\nhttp://a/,1\n\r\n\n\"http://b/\",2\n\n", "a1 b2"},
		{"empty value at CR", "csv", "url,n\rhttp://a/,\rhttp://b/,\r", "a b"},
		{"byte order mark", "csv", "\ufeffurl,n\rhttp://a/,1\r", "a1"},
		{"CR", "tsv", "url\tn\rhttp://a/\t1\rhttp://b/\t2\r", "a1 b2"},
		{"CR, no end", "tsv", "url\tn\rhttp://a/\t1\rhttp://b/\t2", "a1 b2"},
		{"mixed", "tsv", "url\tn\r\nhttp://a/\t1\rhttp://b/\t2\nhttp://c/\t3\r\n", "a1 b2 c3"},
		{"escaped CR", "tsv", "url\tn\nhttp://a/\t1\\r2\n", "a1\r2"},
		{"blank lines", "tsv", "url\tn\n\nhttp://a/\t1\n\r\n", "a1"},
		{"blank lines", "jsonl", "\n{\"url\":\"http://a/\",\"n\":\"1\"}\n\n \t\r\n{\"url\":\"http://b/\",\"n\":\"2\"}  \r\n\n", "a1 b2"},
		{"no end", "jsonl", "{\"url\":\"http://a/\",\"n\":\"1\"}\n  ", "a1"},
	} {
		out := ok(t, []byte(row.in), "--in", row.format, "--out", "tsv", "-s", "host, n")
		var got []string
		for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n")[1:] {
			got = append(got, strings.NewReplacer("\t", "", `\r`, "\r", `\n`, "\n", `\N`, "").Replace(line))
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("%s, %s: got %q, want %q", row.format, row.name, got, row.want)
		}
	}
}

// The position of a line end in the bytes that are read at once does not matter.
func TestLineEndsAtEveryPosition(t *testing.T) {
	for _, end := range []string{"\r", "\r\n", "\n"} {
		for fill := range 6 {
			text := "url,n" + end + strings.Repeat("http://a/,1"+end, 3) + "http://b/," + strings.Repeat("x", 65_536-60-fill) + end + "http://c/,\"2\"" + end
			if got, want := ok(t, []byte(text), "--in", "csv", "--out", "tsv", "-s", "host"), "host\na\na\na\nb\nc\n"; got != want {
				t.Errorf("%q, %d: got %q", end, fill, got)
			}
		}
	}
}

// What is not understood ends with status 3 and a message that says what to do.
func TestTextThatIsNotUnderstood(t *testing.T) {
	utf16le := func(text string) (b []byte) {
		for _, u := range utf16.Encode([]rune(text)) {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
		return b
	}
	for _, row := range []struct {
		format   string
		in, want string
	}{
		{"jsonl", "[{\"url\":\"a\"},\n{\"url\":\"b\"}]\n", "the line has a JSON array"},
		{"jsonl", `{"url":"a"} {"url":"b"}`, "the line has more after its JSON object"},
		{"jsonl", "{\"url\":\"a\"}\r{\"url\":\"b\"}\r", "the line has more after its JSON object"},
		{"jsonl", "{\"url\":\"a\"}\n\n{\"url\":\"b\",\"url\":\"c\"}\n", `row 3: it has two members "url"`},
		{"jsonl", `{"url":"a","\u0075rl":null}`, `it has two members "url"`},
		{"jsonl", "{\"url\":\"a\"}\n{\"url\":\"b\",\"n\":1}\n", `row 2: its member "n" is not in the first line`},
		{"jsonl", "{\n\"url\": \"a\"\n}\n", "the line is not a JSON object"},
		{"csv", "url,b\nx\n", "it does not have 2 values"},
		{"csv", "url,url\nx,y\n", `the input has two columns "url", #1 and #2`},
		{"csv", "url,,\nx,y,z\n", `the input has two columns "", #2 and #3`},
		{"csv", "url,\"b\nx,y\n", "the quotes of a value are not closed"},
		{"csv", string(utf16le("url,n\nhttp://h/,1\n")), "the line with names has the byte 0x00"},
		{"tsv", "u\x01l\nx\n", "the line with names has the byte 0x01"},
	} {
		_, stderr, status := earlRows(t, []byte(row.in), "--in", row.format, "--out", "csv", "-s", "*, host")
		if status == 0 || !strings.Contains(stderr, row.want) {
			t.Errorf("%q: status %d, stderr %q, want %q", row.in, status, stderr, row.want)
		}
	}
	if got, want := ok(t, []byte("url,n,n\nhttp://h/,1,2\n"), "--format", "csv", "-s", "#2, #3 as m, host"), "n,m,host\n1,2,h\n"; got != want {
		t.Errorf("by position: %q, want %q", got, want)
	}
	if got, want := ok(t, []byte("{\"url\":\"http://h/\"}\n{\"n\":1,\"url\":\"http://i/\"}\n"), "--format", "jsonl", "-s", "url, host"), "{\"url\":\"http://h/\",\"host\":\"h\"}\n{\"url\":\"http://i/\",\"host\":\"i\"}\n"; got != want {
		t.Errorf("members that are not selected: %q, want %q", got, want)
	}
}

// packers write the compressions that are read.
var packers = map[string]func(text []byte) []byte{
	".gz":  packer(func(b *bytes.Buffer) writeCloser { return gzip.NewWriter(b) }),
	".lz4": packer(func(b *bytes.Buffer) writeCloser { return lz4.NewWriter(b) }),
	".sz":  packer(func(b *bytes.Buffer) writeCloser { return s2.NewWriter(b, s2.WriterSnappyCompat()) }),
	".s2":  packer(func(b *bytes.Buffer) writeCloser { return s2.NewWriter(b) }),
	".br":  packer(func(b *bytes.Buffer) writeCloser { return brotli.NewWriter(b) }),
	".zz":  packer(func(b *bytes.Buffer) writeCloser { return zlib.NewWriter(b) }),
	".zst": packer(func(b *bytes.Buffer) writeCloser { w, _ := zstd.NewWriter(b); return w }),
}

type writeCloser interface {
	Write([]byte) (int, error)
	Close() error
}

func packer(open func(*bytes.Buffer) writeCloser) func([]byte) []byte {
	return func(text []byte) []byte {
		var b bytes.Buffer
		w := open(&b)
		w.Write(text)
		w.Close()
		return b.Bytes()
	}
}

// Compressed inputs are read, or end with status 3. They are never read as text.
func TestCompressedInputs(t *testing.T) {
	text := []byte("url\n" + strings.Repeat("http://h/\n", 1000))
	rows := "host\n" + strings.Repeat("h\n", 1000)
	dir := t.TempDir()
	for suffix, pack := range packers {
		packed := pack(text)
		write := func(data []byte) string {
			name := filepath.Join(dir, "in.csv"+suffix)
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
			return name
		}
		if got := ok(t, nil, "--in", "csv", "--out", "csv", "-s", "host", write(packed)); got != rows {
			t.Errorf("%s: got %.40q", suffix, got)
		}
		marked := pack(append([]byte("\ufeff"), text...))
		if got := ok(t, nil, "--in", "csv", "--out", "csv", "-s", "host", write(marked)); got != rows {
			t.Errorf("%s with a byte order mark: got %.40q", suffix, got)
		}
		for name, data := range map[string][]byte{"truncated": packed[:len(packed)-3], "with a tail": append(bytes.Clone(packed), "tail"...), "twice": pack(packers[".gz"](text))} {
			stdout, _, status := earlRows(t, nil, "--in", "csv", "--out", "csv", "-s", "host", write(data))
			if status != 3 {
				t.Errorf("%s, %s: status %d, want 3; stdout %.40q", suffix, name, status, stdout)
			}
		}
		if suffix == ".br" || suffix == ".zz" { // one stream
			continue
		}
		second := pack([]byte(strings.Repeat("http://i/\n", 5)))
		if got, want := ok(t, nil, "--in", "csv", "--out", "csv", "-s", "host", write(append(bytes.Clone(packed), second...))), rows+strings.Repeat("i\n", 5); got != want {
			t.Errorf("%s, two streams: got %d bytes, want %d", suffix, len(got), len(want))
		}
	}
	for name, head := range map[string]string{
		"a.csv.xz": "\xFD7zXZ\x00", "a.csv.lzma": "\x5D\x00\x00\x80\x00", "a.csv.7z": "7z\xBC\xAF\x27\x1C", "a.csv.zip": "PK\x05\x06", "a.csv.Z": "\x1F\x9D\x90",
		"a.csv.lzo": "\x89LZO", "a.csv.lz": "LZIP\x01", "a.csv.bz2": "BZh91AY&SY", "b.csv.xz": "url\nx\n", "b.csv.lz4": "url\nx\n", "b.csv.snappy": "\x07\x18url\nx\n", "b.csv.br": "url\nx\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(head), 0o666); err != nil {
			t.Fatal(err)
		}
		if stdout, stderr, status := earlRows(t, nil, "--out", "csv", "-s", "*", path); status != 3 || stdout != "" {
			t.Errorf("%s: status %d, want 3; stdout %q, stderr %q", name, status, stdout, stderr)
		}
	}
}

// One line with very many columns takes time in proportion to its length.
func TestManyColumnsTakeLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for format, line := range map[string]func(b *strings.Builder, n int){
		"csv": func(b *strings.Builder, n int) {
			for k := range n {
				b.WriteString(",c" + strconv.Itoa(k))
			}
			b.WriteString("\nhttp://h/" + strings.Repeat(",\"1\"", n) + "\n")
		},
		"jsonl": func(b *strings.Builder, n int) {
			for k := range n {
				b.WriteString(",\"c" + strconv.Itoa(k) + "\":1")
			}
			b.WriteString("}\n")
		},
	} {
		took := func(n int) time.Duration {
			var b strings.Builder
			b.WriteString(map[string]string{"csv": "url", "jsonl": `{"url":"http://h/"`}[format])
			line(&b, n)
			start := time.Now()
			ok(t, []byte(b.String()), "--format", format, "-s", "*, host")
			return time.Since(start)
		}
		small, middle, large := took(10_000), took(40_000), took(160_000)
		if large > 120*small { // 256 times if the time grew with the square
			t.Errorf("%s: 1x, 4x and 16x as many columns take %v, %v and %v", format, small, middle, large)
		}
	}
}
