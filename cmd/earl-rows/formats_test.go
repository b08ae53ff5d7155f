package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"

	"github.com/earl-url/earl/cmd/earl-rows/internal/made"
	"github.com/earl-url/earl/rows"
)

// Source: RFC 4180 section 2.
func TestCSV(t *testing.T) {
	for _, row := range []struct{ name, in, sel, want string }{
		{"names", "a,url\n1,http://h/\n", "a, url, host", "a,url,host\n1,http://h/,h\n"},
		{"quotes", "url,b\n\"http://h/?a,b\",\"say \"\"x\"\"\nand\"\n", "url, b", "url,b\n\"http://h/?a,b\",\"say \"\"x\"\"\nand\"\n"},
		{"CRLF in quotes", "url,b\r\nx,\"1\r\n2\"\r\n", "b", "b\n\"1\r\n2\"\n"},
		{"NULL and empty", "url,b\nx,\nx,\"\"\n", "b, host", "b,host\n,\n\"\",\n"},
		{"quote inside", "url\nhttp://h/a\"b\n", "url", "url\n\"http://h/a\"\"b\"\n"},
		{"no line end", "url\n\"http://h/\"", "host", "host\nh\n"},
		{"byte order mark", "\ufeffurl\nhttp://h/\n", "host", "host\nh\n"},
		{"list", "url\nhttp://h/\n", "extract", "extract\n\"[\"\"http://h/\"\"]\"\n"},
		{"one column", "url\n\nhttp://h/\n", "host", "host\n\nh\n"},
		{"all columns", "a,url\n1,x\n", "*, valid", "a,url,valid\n1,x,false\n"},
	} {
		if got := ok(t, []byte(row.in), "--format", "csv", "--select", row.sel); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
	for _, in := range []string{"url,b\nx\n", "url\nx,y\n", "url\n\"x\n", "url\n\"x\"y\n", "url,b\n\"x\"y,z\n"} {
		stdout, stderr, status := earlRows(t, []byte(in), "--format", "csv", "--select", "host")
		if status != 3 || strings.Contains(stderr, "goroutine") {
			t.Errorf("%q: status %d, want 3; stdout %q, stderr %q", in, status, stdout, stderr)
		}
	}
}

// Source: RFC 8259, https://jsonlines.org.
func TestJSONLines(t *testing.T) {
	for _, row := range []struct{ name, in, sel, want string }{
		{"members", `{"a":{"b":[1, 2]},"url":"http://h/"}`, "a, host, port, valid", `{"a":{"b":[1, 2]},"host":"h","port":80,"valid":true}`},
		{"escapes", `{"url":"http:\/\/h\/\u0041\"\n"}`, "url, rfc3986.why", `{"url":"http:\/\/h\/\u0041\"\n","rfc3986.why":"unsafe (rfc3986 2)"}`},
		{"null and missing", `{"url":null,"b":1}` + "\n" + `{"url":"http://h/"}`, "url, b, host", `{"url":null,"b":1,"host":null}` + "\n" + `{"url":"http://h/","b":null,"host":"h"}`},
		{"number", `{"url":12}`, "url, valid", `{"url":12,"valid":false}`},
		{"list", `{"url":"http://h/ \u00e9"}`, "extract", `{"extract":["http://h/"]}`},
		{"spaces", ` { "url" : "http://h/" } `, "host", `{"host":"h"}`},
		{"byte order mark", "\ufeff" + `{"url":"http://h/"}` + "\n" + `{"url":"http://i/"}`, "url, host", `{"url":"http://h/","host":"h"}` + "\n" + `{"url":"http://i/","host":"i"}`},
	} {
		if got := ok(t, []byte(row.in), "--format", "jsonl", "--select", row.sel); got != row.want+"\n" {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
	}
	for _, in := range []string{"[]\n", "{\n", `{"url":"x"} {}`, `{"url":"x"}` + "\nnull\n", `{"url" "x"}`, `{"url":"x",}`} {
		if _, stderr, status := earlRows(t, []byte(in), "--format", "jsonl", "--columns", "url", "--select", "host"); status != 3 {
			t.Errorf("%q: status %d, want 3; stderr %q", in, status, stderr)
		}
	}
	if got := ok(t, nil, "--format", "jsonl", "--columns", "url", "--select", "host"); got != "" {
		t.Errorf("no line: got %q", got)
	}
}

func TestCompression(t *testing.T) {
	text := "url\n" + strings.Repeat("http://h/\n", 1000)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(text))
	z.Close()
	encoder, _ := zstd.NewWriter(nil)
	packed := encoder.EncodeAll([]byte(text), nil)
	want := strings.Repeat("h\n", 1000)
	for name, in := range map[string][]byte{"gz": zipped.Bytes(), "zstd": packed, "none": []byte(text)} {
		if got := ok(t, in, "--format", "csv", "-s", "host"); got != "host\n"+want {
			t.Errorf("%s: got %d bytes", name, len(got))
		}
		if name == "none" {
			continue
		}
		if _, _, status := earlRows(t, in[:len(in)-2], "--format", "csv", "-s", "host"); status != 3 {
			t.Errorf("%s without its last bytes: status %d, want 3", name, status)
		}
	}
	dir := t.TempDir()
	for _, name := range []string{"out.csv.gz", "out.csv.zst", "out.csv"} {
		path := filepath.Join(dir, name)
		ok(t, []byte(text), "--in", "csv", "-s", "url", "-o", path)
		if got := ok(t, nil, "-s", "host", path); got != "host\n"+want {
			t.Errorf("%s: got %d bytes", name, len(got))
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 3 {
		t.Errorf("%d files, want 3 without temporary ones", len(entries))
	}
}

// parquetFile writes a file with columns of many types.
func parquetFile(t *testing.T, name string) {
	t.Helper()
	type flat struct {
		URL   *string  `parquet:"url,optional,dict"`
		ID    int64    `parquet:"id"`
		Score *float64 `parquet:"score,optional"`
		Small uint32   `parquet:"small"`
		Flag  bool     `parquet:"flag"`
		Day   int32    `parquet:"day,date"`
		Time  int64    `parquet:"time,timestamp(microsecond)"`
		Data  []byte   `parquet:"data"`
		Tags  []string `parquet:"tags,list"`
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := parquet.NewGenericWriter[flat](f, parquet.Compression(&parquet.Gzip))
	for i := range 1000 {
		r := flat{ID: int64(i), Small: uint32(i), Flag: i%2 == 0, Day: int32(i), Time: int64(i) * 1000, Data: []byte{0xFF, byte(i)}, Tags: []string{"x"}}
		if i%10 > 0 {
			url, score := string(made.Append(nil, i)), float64(i)/8
			r.URL, r.Score = &url, &score
		}
		if _, err := w.Write([]flat{r}); err != nil {
			t.Fatal(err)
		}
		if i%300 == 299 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// Columns of Parquet keep their types and values, and computed columns are right.
func TestParquet(t *testing.T) {
	dir := t.TempDir()
	in, out, again := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet"), filepath.Join(dir, "again.parquet")
	parquetFile(t, in)
	// The remark is that * leaves out the lists.
	flat := func(args ...string) string {
		t.Helper()
		stdout, stderr, status := earlRows(t, nil, args...)
		if status != 0 || stderr != "" && !strings.Contains(stderr, "nested ones are not read") {
			t.Errorf("%v: status %d, stderr %q", args, status, stderr)
		}
		return stdout
	}
	flat("-s", "*, host, valid, port, extract", "-o", out, in)
	flat("-s", "*", "-o", again, out)
	want := flat("--out", "jsonl", "-s", "*, host, valid, port", in)
	for _, name := range []string{out, again} {
		if got := flat("--out", "jsonl", "-s", "*", name); got != want {
			t.Errorf("%s has other values:\n%.400s\nwant\n%.400s", name, got, want)
		}
	}
	if !strings.Contains(want, `"flag":false,"day":"1970-01-02","time":"1970-01-01T00:00:00.001Z","data":`) {
		t.Errorf("the second line: %s", strings.Split(want, "\n")[1])
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"url": "optional binary url (STRING)", "id": "optional int64 id (INT(64,true))", "small": "optional int32 small (INT(32,false))",
		"day": "optional int32 day (DATE)", "time": "optional int64 time (TIMESTAMP(isAdjustedToUTC=true,unit=MICROS))", "data": "optional binary data",
		"port": "optional int32 port (INT(32,true))", "valid": "optional boolean valid",
	} {
		if schema := file.Schema().String(); !strings.Contains(schema, want+";") {
			t.Errorf("%s: want %q in %s", name, want, schema)
		}
	}
	if codec := file.Metadata().RowGroups[0].Columns[0].MetaData.Codec.String(); codec != "GZIP" {
		t.Errorf("the compression is %s, want that of the input", codec)
	}
	if value, _ := file.Lookup("earl.rows"); value != "1000" {
		t.Errorf("earl.rows = %q", value)
	}
	if value, _ := file.Lookup("earl.input"); value != "in.parquet" {
		t.Errorf("earl.input = %q", value)
	}
	lists := parquet.NewGenericReader[struct {
		Extract []string `parquet:"extract,list"`
	}](f)
	got := make([]struct {
		Extract []string `parquet:"extract,list"`
	}, 3)
	if n, err := lists.Read(got); n != 3 || err != nil && n == 0 || len(got[0].Extract) != 0 || len(got[1].Extract) != 1 {
		t.Errorf("lists: %v, %v", got, err)
	}
}

// Source: LogicalTypes.md of Parquet, DECIMAL, TIME, UUID; INT96 is an older time.
func TestParquetTypesInText(t *testing.T) {
	type row struct {
		URL   string           `parquet:"url"`
		Small int32            `parquet:"small,decimal(2:9)"`
		Large int64            `parquet:"large,decimal(3:15)"`
		Wide  [16]byte         `parquet:"wide,decimal(1:38)"`
		Time  int64            `parquet:"time,time(microsecond:local)"`
		ID    [16]byte         `parquet:"id,uuid"`
		Old   deprecated.Int96 `parquet:"old"`
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet")
	minus := [16]byte(bytes.Repeat([]byte{0xFF}, 16))
	minus[15] = 0xF1 // -15
	err := parquet.WriteFile(in, []row{{"http://h/", 110, -1234567891, minus, 36_000_000_001, [16]byte{1, 15: 0xFE}, deprecated.Int96{5, 0, 2_440_589}}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"url":"http://h/","small":1.10,"large":-1234567.891,"wide":-1.5,"time":"10:00:00.000001",` +
		`"id":"01000000-0000-0000-0000-0000000000fe","old":"1970-01-02T00:00:00.000000005"}` + "\n"
	ok(t, nil, "-s", "*", "-o", out, in)
	for _, name := range []string{in, out} {
		if got := ok(t, nil, "--out", "jsonl", "-s", "*", name); got != want {
			t.Errorf("%s: got %s want %s", name, got, want)
		}
	}
	csv := "small,large,wide,time,id\n1.10,-1234567.891,-1.5,10:00:00.000001,01000000-0000-0000-0000-0000000000fe\n"
	if got := ok(t, nil, "--out", "csv", "-s", "small, large, wide, time, id", out); got != csv {
		t.Errorf("CSV: got %q, want %q", got, csv)
	}
	stream := ok(t, nil, "--out", "arrow", "-s", "url, small, large, wide, time", in)
	ok(t, []byte(stream), "--in", "arrow", "-s", "*", "-o", out)
	want = `{"url":"http://h/","small":1.10,"large":-1234567.891,"wide":-1.5,"time":"10:00:00.000001"}` + "\n"
	if got := ok(t, nil, "--out", "jsonl", "-s", "*", out); got != want {
		t.Errorf("through Arrow: got %s want %s", got, want)
	}
}

func TestParquetCompression(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.parquet")
	for name, want := range map[string]string{"zstd": "ZSTD", "none": "UNCOMPRESSED", "snappy": "SNAPPY"} {
		ok(t, []byte("url\nhttp://h/\n"), "--in", "csv", "-s", "host", "--compress", name, "-o", out)
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Errorf("--compress %s: %v", name, err)
			continue
		}
		if codec := file.Metadata().RowGroups[0].Columns[0].MetaData.Codec.String(); codec != want {
			t.Errorf("--compress %s: the compression is %s", name, codec)
		}
	}
}

func TestParquetErrors(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.parquet")
	parquetFile(t, in)
	whole, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	if _, stderr, status := earlRows(t, whole, "--format", "parquet", "-s", "host"); status != 2 {
		t.Errorf("Parquet from a pipe: status %d, want 2; stderr %q", status, stderr)
	}
	if _, stderr, status := earlRows(t, nil, "-s", "tags", in); status != 3 || !strings.Contains(stderr, `nested columns are not read: "tags" (list)`) {
		t.Errorf("a nested column: status %d, want 3; stderr %q", status, stderr)
	}
	if _, stderr, status := earlRows(t, nil, "--out", "csv", "-s", "*", in); status != 0 || !strings.Contains(stderr, `* leaves out columns, because nested ones are not read: "tags" (list)`) {
		t.Errorf("* with a nested column: status %d, want 0; stderr %q", status, stderr)
	}
	if _, stderr, status := earlRows(t, nil, "--out", "csv", "-s", "id, host", in); status != 0 || stderr != "" {
		t.Errorf("without the nested column: status %d, want 0; stderr %q", status, stderr)
	}
	broken := filepath.Join(dir, "broken.parquet")
	step := 31
	if testing.Short() {
		step = 997
	}
	for at := 0; at < len(whole); at += step {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0xFF
		os.WriteFile(broken, damaged, 0o666)
		_, stderr, status := earlRows(t, nil, "-s", "*, host", "--out", "csv", broken)
		if status != 0 && status != 3 && status != 2 || strings.Contains(stderr, "goroutine") {
			t.Errorf("byte %d damaged: status %d, stderr %.300q", at, status, stderr)
		}
	}
	os.WriteFile(broken, whole[:len(whole)/2], 0o666)
	if _, stderr, status := earlRows(t, nil, "-s", "host", "-o", filepath.Join(dir, "out.parquet"), broken); status != 3 {
		t.Errorf("half a file: status %d, want 3; stderr %q", status, stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "out.parquet")); err == nil {
		t.Error("an output is there after an error")
	}
}

// Every format gives the same answers as the library.
func TestFormatsAgreeWithTheLibrary(t *testing.T) {
	const n = 5000
	dir := t.TempDir()
	v := rows.NewVector(rows.Text)
	csv := []byte("id,url\n")
	for i := range n {
		text := made.Append(nil, i)
		v.AppendBytes(text)
		csv = append(append(append(strconv.AppendInt(csv, int64(i), 10), ','), text...), '\n')
	}
	const selection = "valid, why, host, port, whatwg.normal, extract"
	plan, err := rows.Compile(selection, rows.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b rows.Batch
	if err := plan.Run(&b, []*rows.Vector{v}); err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(dir, "in.csv")
	if err := os.WriteFile(in, csv, 0o666); err != nil {
		t.Fatal(err)
	}
	var want string
	for _, name := range []string{"x.csv", "x.tsv", "x.jsonl", "x.jsonl.zst", "x.parquet", "x.arrow", "x.csv.gz"} {
		path := filepath.Join(dir, name)
		ok(t, nil, "-s", "id, url", "-o", path, in)
		got := ok(t, nil, "--out", "jsonl", "-s", selection, path)
		if want == "" {
			want = got
			checkLines(t, got, &b, n)
		}
		if got != want {
			t.Errorf("%s gives other answers", name)
		}
	}
}

// checkLines compares some columns of JSON lines with a batch.
func checkLines(t *testing.T, text string, b *rows.Batch, n int) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != n {
		t.Fatalf("%d lines, want %d", len(lines), n)
	}
	for i, line := range lines {
		want := `"host":null`
		if !b.Columns[2].IsNull(i) {
			want = `"host":"` + string(b.Columns[2].Bytes(i)) + `"`
		}
		if !strings.Contains(line, want) || !strings.HasPrefix(line, `{"valid":`+strconv.FormatBool(b.Columns[0].Bool(i))) {
			t.Fatalf("row %d: %s, want %s", i, line, want)
		}
	}
}

// Memory does not grow with the number of rows, and a batch with too much text is
// refused.
func TestContract10Memory(t *testing.T) {
	dictionary := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	indices := array.NewInt32Builder(memory.DefaultAllocator)
	for range 300 {
		indices.Append(0)
	}
	a := array.NewDictionaryArray(dictionary, indices.NewArray(), texts(arrow.BinaryTypes.String, strings.Repeat("a", 1<<20)))
	r := record(map[string]arrow.Array{"url": a}, "url")
	_, stderr, status := earlRows(t, stream(t, r.Schema(), r), "--format", "arrow", "-s", "host")
	if status != 3 || !strings.Contains(stderr, "spark.sql.execution.arrow.maxRecordsPerBatch") || !strings.Contains(stderr, "max_block_size") {
		t.Errorf("300 MiB of text in a batch: status %d, want 3 with the names of settings; stderr %q", status, stderr)
	}
	if testing.Short() {
		t.Skip("converts a million rows")
	}
	var peak [2]int64
	for k, n := range []int{200_000, 1_600_000} {
		csv := []byte("url\n")
		for i := range n {
			csv = append(made.Append(csv, i), '\n')
		}
		in := filepath.Join(t.TempDir(), "in.csv")
		if err := os.WriteFile(in, csv, 0o666); err != nil {
			t.Fatal(err)
		}
		c := program(t, "-s", "url, host", "-o", filepath.Join(filepath.Dir(in), "out.csv"), in)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- c.Wait() }()
		if peak[k] = peakOf(c.Process.Pid, done); peak[k] < 0 {
			t.Fatal("earl-rows failed")
		}
	}
	if peak[0] == 0 {
		t.Skip("this system does not say how much memory a process had")
	}
	if peak[1] > 2*peak[0] {
		t.Errorf("200,000 rows need %d KiB and 1,600,000 rows %d KiB", peak[0], peak[1])
	}
}

// peakOf returns the most memory that a process had, in KiB, 0 if the system does
// not say it, or -1 if the process failed. The usage that Wait returns begins
// with that of the test.
func peakOf(pid int, done chan error) (peak int64) {
	for {
		select {
		case err := <-done:
			if err != nil {
				return -1
			}
			return peak
		case <-time.After(5 * time.Millisecond):
		}
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, after, _ := strings.Cut(string(status), "VmHWM:")
		var n int64
		if _, err := fmt.Sscan(after, &n); err == nil {
			peak = max(peak, n)
		}
	}
}

// Texts that are not UTF-8 come from formats without a type. Formats whose texts
// are UTF-8 get U+FFFD, the others the bytes.
func TestBytesThatAreNotUTF8(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		"x.csv": "http://h/\xff,\xc3", "x.tsv": "http://h/\xff,\xc3",
		"x.arrow": "http://h/\ufffd,\ufffd", "x.parquet": "http://h/\ufffd,\ufffd", "x.jsonl": "http://h/\ufffd,\ufffd",
	} {
		path := filepath.Join(dir, name)
		ok(t, []byte("url,b\nhttp://h/\xff,\xc3\n"), "--in", "csv", "-s", "*", "-o", path)
		if got := ok(t, nil, "--out", "csv", "-s", "*", path); got != "url,b\n"+want+"\n" {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
