package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/earl-url/earl/rows"
)

// endOfStream is what ends a stream.
const endOfStream = "\xff\xff\xff\xff\x00\x00\x00\x00"

// stream returns an Arrow stream of records with one schema.
func stream(t *testing.T, schema *arrow.Schema, records ...arrow.RecordBatch) []byte {
	t.Helper()
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	for _, r := range records {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// record returns a record with nullable columns.
func record(columns map[string]arrow.Array, names ...string) arrow.RecordBatch {
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, name := range names {
		fields = append(fields, arrow.Field{Name: name, Type: columns[name].DataType(), Nullable: true})
		arrays = append(arrays, columns[name])
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), arrays, int64(arrays[0].Len()))
}

// texts returns an array of a type of text; nullText is NULL.
func texts(typ arrow.DataType, values ...string) arrow.Array {
	b := array.NewBuilder(memory.DefaultAllocator, typ)
	for _, v := range values {
		switch b := b.(type) {
		case interface{ Append(string) }:
			if v == nullText {
				b.(array.Builder).AppendNull()
			} else {
				b.Append(v)
			}
		case interface{ Append([]byte) }:
			if v == nullText {
				b.(array.Builder).AppendNull()
			} else {
				b.Append([]byte(v))
			}
		case *array.BinaryDictionaryBuilder:
			if v == nullText {
				b.AppendNull()
			} else if err := b.AppendString(v); err != nil {
				panic(err)
			}
		default:
			panic(fmt.Sprintf("%T", b))
		}
	}
	return b.NewArray()
}

const nullText = "\x00NULL"

// urls returns a stream with one column of URLs, a batch for each slice.
func urls(t *testing.T, batches ...[]string) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "url", Type: arrow.BinaryTypes.String, Nullable: true}}, nil)
	var records []arrow.RecordBatch
	for _, values := range batches {
		records = append(records, record(map[string]arrow.Array{"url": texts(arrow.BinaryTypes.String, values...)}, "url"))
	}
	return stream(t, schema, records...)
}

// readStream returns the records of a stream.
func readStream(t *testing.T, data string) (*arrow.Schema, []arrow.RecordBatch) {
	t.Helper()
	r, err := ipc.NewReader(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var records []arrow.RecordBatch
	for {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		record.Retain()
		records = append(records, record)
	}
	if !strings.HasSuffix(data, endOfStream) {
		t.Error("the stream has no end mark")
	}
	return r.Schema(), records
}

// column returns the values of a column of a stream as text.
func column(records []arrow.RecordBatch, k int) (values []string) {
	for _, r := range records {
		for i := range int(r.NumRows()) {
			if c := r.Column(k); c.IsNull(i) {
				values = append(values, nullText)
			} else {
				values = append(values, c.ValueStr(i))
			}
		}
	}
	return values
}

func TestContract1OneRowOutForEachRowIn(t *testing.T) {
	in := [][]string{{"http://a/", "x", nullText}, {}, {"http://b/"}}
	_, records := readStream(t, ok(t, urls(t, in...), "--format", "arrow", "--select", "url, host"))
	if len(records) != len(in) {
		t.Fatalf("%d batches, want %d", len(records), len(in))
	}
	for k, r := range records {
		if int(r.NumRows()) != len(in[k]) {
			t.Errorf("batch %d has %d rows, want %d", k, r.NumRows(), len(in[k]))
		}
		if got := column(records[k:k+1], 0); strings.Join(got, " ") != strings.Join(in[k], " ") {
			t.Errorf("batch %d has the URLs %q, want %q", k, got, in[k])
		}
	}
}

func TestContract2NullGivesNullInEveryColumn(t *testing.T) {
	var names []string
	for o := range rows.Operations() {
		switch o.Args {
		case "(BASE)", "(OTHER[, LEVEL])":
			names = append(names, o.Name+"('http://h/')")
		default:
			names = append(names, o.Name)
		}
	}
	_, records := readStream(t, ok(t, urls(t, []string{nullText, ""}), "--format", "arrow", "--select", strings.Join(names, ", ")))
	for k, name := range names {
		values := column(records, k)
		if values[0] != nullText {
			t.Errorf("%s of NULL = %q, want NULL", name, values[0])
		}
		if name == "valid" && values[1] != "false" {
			t.Errorf("valid of an empty text = %q, want false", values[1])
		}
	}
}

func TestContract3InvalidRowsAreData(t *testing.T) {
	_, records := readStream(t, ok(t, urls(t, []string{"no URL"}), "--format", "arrow", "--select", "valid, why, why_off, host"))
	for k, want := range []string{"false", "no-scheme (rfc3986 3.1)", "0", nullText} {
		if got := column(records, k)[0]; got != want {
			t.Errorf("column %d = %q, want %q", k, got, want)
		}
	}
}

func TestContract4LongTextsAreNotCut(t *testing.T) {
	long := "http://h/" + strings.Repeat("a", rows.DefaultMaxText)
	_, records := readStream(t, ok(t, urls(t, []string{long, long[:rows.DefaultMaxText]}), "--format", "arrow", "--select", "valid, why, host, url"))
	for k, want := range [][2]string{{"false", "true"}, {"too-long (rows)", nullText}, {nullText, "h"}, {long, long[:rows.DefaultMaxText]}} {
		if got := column(records, k); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("column %d = %.40q, want %.40q", k, got, want)
		}
	}
}

func TestContract6TextIsUTF8AndEchoesAreUntouched(t *testing.T) {
	bad := "http://h/\xff\xc3"
	for _, typ := range []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.Binary, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView, arrow.BinaryTypes.BinaryView} {
		r := record(map[string]arrow.Array{"url": texts(typ, bad, "http://h/")}, "url")
		schema, records := readStream(t, ok(t, stream(t, r.Schema(), r), "--format", "arrow", "--select", "url, whatwg.path, extract"))
		if !array.Equal(records[0].Column(0), r.Column(0)) {
			t.Errorf("%s: the echo is %v, want %v", typ, records[0].Column(0), r.Column(0))
		}
		if got := schema.Field(0).Type; !arrow.TypeEqual(got, typ) {
			t.Errorf("the echo of %s has the type %s", typ, got)
		}
		for k := 1; k < 3; k++ {
			if err := array.ValidateFull(records[0].Column(k)); err != nil {
				t.Errorf("%s: column %d: %v", typ, k, err)
			}
		}
	}
}

func TestContract7TruncatedStreamsExit3(t *testing.T) {
	whole := urls(t, []string{"http://a/", "http://b/"}, []string{"http://c/"}, []string{"http://d/"})
	one := urls(t, []string{"http://a/", "http://b/"})
	for _, end := range []int{len(whole) - 8, len(whole) - 4, len(whole) - 1, len(one) - 8, len(whole) / 2, 100, 8, 1} {
		_, stderr, status := earlRows(t, whole[:end], "--format", "arrow", "--select", "host")
		if status != 3 || stderr == "" {
			t.Errorf("a stream of %d bytes, truncated after %d: status %d, want 3; stderr %q", len(whole), end, status, stderr)
		}
	}
	// A batch that ends with the bytes of an end mark is not the end.
	b := array.NewInt64Builder(memory.DefaultAllocator)
	b.AppendValues([]int64{1, 2, 3, 4, 5, 6, 7, math.MaxUint32}, nil)
	r := record(map[string]arrow.Array{"url": texts(arrow.BinaryTypes.String, make([]string, 8)...), "n": b.NewArray()}, "url", "n")
	data := stream(t, r.Schema(), r)
	if !bytes.HasSuffix(data[:len(data)-8], []byte(endOfStream)) {
		t.Fatal("the batch does not end with an end mark")
	}
	if _, _, status := earlRows(t, data[:len(data)-8], "--format", "arrow", "--select", "host"); status != 3 {
		t.Errorf("a stream without an end mark after a batch that looks like it: status %d, want 3", status)
	}
}

// Damaged bytes end with status 3, or are values: never a crash.
func TestContract7DamagedStreams(t *testing.T) {
	whole := urls(t, []string{"http://a/", nullText, "http://bbbbbbbbb/"}, []string{"http://c/"})
	step := 1
	if testing.Short() {
		step = 97
	}
	for at := 0; at < len(whole); at += step {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0xFF
		_, stderr, status := earlRows(t, damaged, "--format", "arrow", "--select", "url, host")
		if status != 0 && status != 3 && status != 2 || strings.Contains(stderr, "goroutine") {
			t.Errorf("byte %d damaged: status %d, stderr %q", at, status, stderr)
		}
	}
}

// Nothing of a batch is written before all of it was read, and all of it is written
// before the next is read.
func TestContract8OneBatchInFlight(t *testing.T) {
	t.Parallel()
	first, both := urls(t, []string{"http://a/"}), urls(t, []string{"http://a/"}, []string{"http://b/"})
	first = first[:len(first)-8]
	c := program(t, "--format", "arrow", "--select", "host")
	in, _ := c.StdinPipe()
	out, _ := c.StdoutPipe()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(first); err != nil {
		t.Fatal(err)
	}
	r, err := ipc.NewReader(out) // no batch was written after the first
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"a", "b"} {
		record, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		if got := record.Column(0).ValueStr(0); got != want {
			t.Errorf("batch %d has the host %q, want %q", k, got, want)
		}
		if k == 0 {
			if _, err := in.Write(both[len(first):]); err != nil {
				t.Fatal(err)
			}
		}
	}
	in.Close()
	if _, err := r.Read(); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

func TestContract9SameBytesAndVersions(t *testing.T) {
	in := urls(t, []string{"http://a/", "x", nullText})
	args := []string{"--format", "arrow", "--select", "url, host, contacts"}
	first := ok(t, in, args...)
	if second := ok(t, in, args...); first != second {
		t.Error("two runs wrote different bytes")
	}
	schema, _ := readStream(t, first)
	for _, key := range []string{"earl.version", "earl.edition", "earl.select", "earl.public_suffix_list"} {
		if value, ok := schema.Metadata().GetValue(key); !ok || value == "" {
			t.Errorf("the schema has no metadata %q: %v", key, schema.Metadata())
		}
	}
}

func TestArrowEmptyStreamHasSchema(t *testing.T) {
	schema, records := readStream(t, ok(t, urls(t), "--format", "arrow", "--select", "host, port"))
	if len(records) != 0 || schema.NumFields() != 2 {
		t.Errorf("%d records, schema %v", len(records), schema)
	}
}

// Every type of text gives the same answers, and computed texts have the kind that
// came. Other columns are repeated whatever their type is.
func TestArrowTypes(t *testing.T) {
	dictionary := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	n := array.NewFloat64Builder(memory.DefaultAllocator)
	n.AppendValues([]float64{1, 2, 3, 4}, []bool{true, false, true, true})
	list := array.NewListBuilder(memory.DefaultAllocator, arrow.BinaryTypes.String)
	for range 4 {
		list.Append(true)
		list.ValueBuilder().(*array.StringBuilder).Append("x\xff")
	}
	numbers, lists := n.NewArray(), list.NewArray()
	for _, typ := range []arrow.DataType{
		arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView,
		arrow.BinaryTypes.Binary, arrow.BinaryTypes.LargeBinary, arrow.BinaryTypes.BinaryView, dictionary,
	} {
		u := texts(typ, "http://h1/", nullText, "a", "http://h-with-a-long-name/b")
		base := texts(typ, "http://b1/", nullText, "http://b2/", nullText)
		r := record(map[string]arrow.Array{"n": numbers, "url": u, "base": base, "l": lists}, "n", "url", "base", "l")
		sliced := r.NewSlice(1, 4)
		schema, records := readStream(t, ok(t, stream(t, r.Schema(), r, sliced), "--format", "arrow", "--select", "n, l, host, resolve(base), extract"))
		if !array.Equal(records[0].Column(0), numbers) || !array.Equal(records[0].Column(1), lists) {
			t.Errorf("%s: the echoes are %v", typ, records[0])
		}
		want := []string{"h1", nullText, nullText, "h-with-a-long-name", nullText, nullText, "h-with-a-long-name"}
		if got := column(records, 2); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: hosts %q, want %q", typ, got, want)
		}
		if got := column(records, 3)[2]; got != "http://b2/a" {
			t.Errorf("%s: resolved %q", typ, got)
		}
		text := arrow.DataType(arrow.BinaryTypes.String)
		if arrow.IsLargeBinaryLike(typ.ID()) {
			text = arrow.BinaryTypes.LargeString
		}
		for k, want := range map[int]arrow.DataType{2: text, 3: text, 4: arrow.ListOf(text)} {
			if got := schema.Field(k).Type; !arrow.TypeEqual(got, want) {
				t.Errorf("%s: column %d has the type %s, want %s", typ, k, got, want)
			}
		}
	}
	r := record(map[string]arrow.Array{"url": numbers}, "url")
	if _, _, status := earlRows(t, stream(t, r.Schema(), r), "--format", "arrow", "--select", "host"); status != 2 {
		t.Errorf("URLs that are numbers: status %d, want 2", status)
	}
}
