package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// typed returns an array made of the JSON of its values.
func typed(t *testing.T, typ arrow.DataType, values string) arrow.Array {
	t.Helper()
	if d, ok := typ.(*arrow.DictionaryType); ok { // the library makes no dictionaries of some types
		indices := typed(t, d.IndexType, strings.NewReplacer("7", "0", "8", "1", `"p"`, "0").Replace(values))
		return array.NewDictionaryArray(typ, indices, typed(t, d.ValueType, map[arrow.Type]string{arrow.STRING: `["p"]`, arrow.INT64: "[7, 8]", arrow.NULL: "[null]"}[d.ValueType.ID()]))
	}
	a, _, err := array.FromJSON(memory.DefaultAllocator, typ, strings.NewReader(values))
	if err != nil {
		t.Fatalf("%s: %v", typ, err)
	}
	return a
}

// columnTypes are columns of each type of Arrow, each with three values; the second
// is NULL. text is what CSV has, and parquet what the Parquet file that is made
// of the column has as CSV: "=" the same, "" an error that names the column and the type.
//
// Source: Arrow Columnar Format; what pyarrow 25 writes for the same types.
var columnTypes = []struct {
	typ           arrow.DataType
	values        string
	text, parquet string
}{
	{arrow.Null, `[null, null, null]`, ",,", "="},
	{arrow.FixedWidthTypes.Boolean, `[true, null, false]`, "true,,false", "="},
	{arrow.PrimitiveTypes.Int8, `[1, null, -3]`, "1,,-3", "="},
	{arrow.PrimitiveTypes.Uint64, `[1, null, 18446744073709551615]`, "1,,18446744073709551615", "="},
	{arrow.FixedWidthTypes.Float16, `[1.5, null, -0.25]`, "1.5,,-0.25", "="},
	{arrow.PrimitiveTypes.Float32, `[1.5, null, -0.25]`, "1.5,,-0.25", "="},
	{&arrow.Decimal32Type{Precision: 7, Scale: 2}, `["1.25", null, "-3.50"]`, "1.25,,-3.50", "="},
	{&arrow.Decimal64Type{Precision: 12, Scale: 2}, `["1.25", null, "-3.50"]`, "1.25,,-3.50", "="},
	{&arrow.Decimal128Type{Precision: 30, Scale: 2}, `["1.25", null, "-3.50"]`, "1.25,,-3.50", "="},
	{&arrow.Decimal256Type{Precision: 60, Scale: 2}, `["1.25", null, "-3.50"]`, "1.25,,-3.50", "="},
	{arrow.FixedWidthTypes.Date32, `["1970-01-02", null, "1969-12-31"]`, "1970-01-02,,1969-12-31", "="},
	{arrow.FixedWidthTypes.Date64, `["1970-01-02", null, "1969-12-31"]`, "1970-01-02,,1969-12-31", "="},
	{arrow.FixedWidthTypes.Time32s, `["00:00:01", null, "23:59:59"]`, "00:00:01,,23:59:59", "00:00:01.000,,23:59:59.000"},
	{arrow.FixedWidthTypes.Time64ns, `["00:00:01", null, "23:59:59"]`, "00:00:01.000000000,,23:59:59.000000000", "="},
	{&arrow.TimestampType{Unit: arrow.Second}, `["2020-01-01T00:00:01", null, "1960-01-01T00:00:00"]`, "2020-01-01T00:00:01,,1960-01-01T00:00:00", "="},
	{&arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}, `["2020-01-01T00:00:01Z", null, "1960-01-01T00:00:00Z"]`, "2020-01-01T00:00:01Z,,1960-01-01T00:00:00Z", "="},
	{arrow.FixedWidthTypes.Duration_us, `["1us", null, "3us"]`, "1us,,3us", ""},
	{arrow.FixedWidthTypes.MonthInterval, `[{"months": 1}, null, {"months": 2}]`, "1,,2", ""},
	{arrow.BinaryTypes.Binary, `["YQ==", null, "Yg=="]`, "a,,b", "="},
	{arrow.BinaryTypes.LargeBinary, `["YQ==", null, "Yg=="]`, "a,,b", "="},
	{&arrow.FixedSizeBinaryType{ByteWidth: 2}, `["YWI=", null, "YWI="]`, "YWI=,,YWI=", "="},
	{arrow.BinaryTypes.LargeString, `["a", null, "b"]`, "a,,b", "="},
	{arrow.BinaryTypes.StringView, `["a", null, "a text with more than 12 bytes"]`, "a,,a text with more than 12 bytes", "="},
	{&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, `["p", null, "p"]`, "p,,p", "="},
	{&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.PrimitiveTypes.Int64}, `[7, null, 8]`, "7,,8", "="},
	{&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.Null}, `[null, null, null]`, ",,", "="},
	{arrow.RunEndEncodedOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String), `["p", null, "q"]`, "p,,q", "="},
	{arrow.RunEndEncodedOf(arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int64), `[1, null, 2]`, "1,,2", "="},
	{arrow.ListOf(arrow.PrimitiveTypes.Int32), `[[1, 2], null, []]`, `"[1,2]",,[]`, ""},
	{arrow.ListOf(arrow.Null), `[[null], null, []]`, `[null],,[]`, ""},
	{arrow.LargeListOf(arrow.BinaryTypes.String), `[["a"], null, []]`, `"[""a""]",,[]`, ""},
	{arrow.ListViewOf(arrow.PrimitiveTypes.Int32), `[[1], null, []]`, `[1],,[]`, ""},
	{arrow.FixedSizeListOf(1, arrow.Null), `[[null], null, [null]]`, `[null],,[null]`, ""},
	{arrow.StructOf(arrow.Field{Name: "a", Type: arrow.Null, Nullable: true}), `[{"a": null}, null, {"a": null}]`, `"{""a"":null}",,"{""a"":null}"`, ""},
	{arrow.MapOf(arrow.BinaryTypes.String, arrow.Null), `[[{"key": "k", "value": null}], null, []]`, `"[{""key"":""k"",""value"":null}]",,[]`, ""},
	{arrow.SparseUnionOf([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true}, {Name: "z", Type: arrow.Null, Nullable: true}}, []arrow.UnionTypeCode{0, 1}),
		`[[0, 1], [1, null], [0, 3]]`, `"[0,1]",,"[0,3]"`, ""},
}

// values returns the values of the only column of CSV, which may be in quotes, with
// commas between them.
func values(csv string) string {
	return strings.Join(strings.Split(strings.TrimSuffix(csv, "\n"), "\n")[1:], ",")
}

// A column of any type is repeated, converted, or an error that names it.
func TestArrowColumnsOfEachTypeAreKept(t *testing.T) {
	for _, row := range columnTypes {
		a := typed(t, row.typ, row.values)
		r := record(map[string]arrow.Array{"url": texts(arrow.BinaryTypes.String, "http://h/", "http://h/", "http://h/"), "x": a}, "url", "x")
		in := stream(t, r.Schema(), r)
		if got := values(ok(t, in, "--in", "arrow", "--out", "csv", "-s", "x")); got != row.text {
			t.Errorf("%s: CSV %s, want %s", row.typ, got, row.text)
		}
		out := ok(t, in, "--format", "arrow", "-s", "url, x, host")
		if schema, _ := readStream(t, out); !arrow.TypeEqual(schema.Field(1).Type, row.typ) {
			t.Errorf("%s: the type in Arrow is %s", row.typ, schema.Field(1).Type)
		}
		if got := values(ok(t, []byte(out), "--in", "arrow", "--out", "csv", "-s", "x")); got != row.text {
			t.Errorf("%s: CSV of Arrow %s, want %s", row.typ, got, row.text)
		}
		checkAsParquet(t, in, row.typ, row.text, row.parquet)
	}
}

// checkAsParquet checks the Parquet file that is made of a stream.
func checkAsParquet(t *testing.T, in []byte, typ arrow.DataType, text, want string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.parquet")
	_, stderr, status := earlRows(t, in, "--in", "arrow", "-o", name, "-s", "url, x")
	if want == "" {
		if _, err := os.Stat(name); status == 0 || err == nil || !strings.Contains(stderr, `column "x" has the type `+typ.String()) {
			t.Errorf("%s to Parquet: status %d, stderr %q", typ, status, stderr)
		}
		return
	}
	if want == "=" {
		want = text
	}
	if got := values(ok(t, nil, "--out", "csv", "-s", "x", name)); status != 0 || got != want {
		t.Errorf("%s to Parquet: status %d, stderr %q, has %s, want %s", typ, status, stderr, got, want)
	}
}

// A column of URLs without any value has the type null in pyarrow, pandas and Polars.
func TestNullColumnOfURLs(t *testing.T) {
	r := record(map[string]arrow.Array{"url": array.NewNull(3)}, "url")
	if got, want := ok(t, stream(t, r.Schema(), r), "--in", "arrow", "--out", "jsonl", "-s", "url, valid, host, extract"), strings.Repeat(`{"url":null,"valid":null,"host":null,"extract":null}`+"\n", 3); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	name := filepath.Join(t.TempDir(), "x.parquet")
	ok(t, stream(t, r.Schema(), r), "--in", "arrow", "-o", name, "-s", "url, host")
	if got, want := ok(t, nil, "--out", "csv", "-s", "url, host", name), "url,host\n,\n,\n,\n"; got != want {
		t.Errorf("Parquet has %q, want %q", got, want)
	}
}

// The texts of extensions are those of the type, and not of their storage.
func TestArrowExtensionsInText(t *testing.T) {
	for _, row := range []struct {
		name         string
		typ          arrow.DataType
		values, want string
	}{
		{"arrow.uuid", &arrow.FixedSizeBinaryType{ByteWidth: 16}, `["YWFhYWFhYWFhYWFhYWFhYQ==", null]`, "61616161-6161-6161-6161-616161616161,"},
		{"arrow.bool8", arrow.PrimitiveTypes.Int8, `[1, null]`, "true,"},
		{"arrow.json", arrow.BinaryTypes.String, `["{}", null]`, "{},"},
		{"example.unknown", arrow.PrimitiveTypes.Int8, `[1, null]`, "1,"},
	} {
		m := arrow.MetadataFrom(map[string]string{"ARROW:extension:name": row.name, "ARROW:extension:metadata": ""})
		schema := arrow.NewSchema([]arrow.Field{{Name: "url", Type: arrow.BinaryTypes.String}, {Name: "x", Type: row.typ, Nullable: true, Metadata: m}}, nil)
		r := array.NewRecordBatch(schema, []arrow.Array{texts(arrow.BinaryTypes.String, "a", "b"), typed(t, row.typ, row.values)}, 2)
		if got := values(ok(t, stream(t, schema, r), "--in", "arrow", "--out", "csv", "-s", "x")); got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
		if out := ok(t, stream(t, schema, r), "--format", "arrow", "-s", "x"); !bytes.Contains([]byte(out), []byte(row.name)) {
			t.Errorf("%s: the output has no extension", row.name)
		}
	}
}
