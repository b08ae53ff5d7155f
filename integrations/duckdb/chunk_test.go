//go:build duckdb

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/earl-url/earl/rows"
)

// memory is the memory of a column in DuckDB's layout.
type memory struct {
	texts []byte // of string_t
	mask  []uint64
	keep  [][]byte // the texts that string_t points to
}

// columnOf makes a column. nil is NULL, and its string_t points nowhere.
func columnOf(texts []*string) (column, *memory) {
	m := &memory{texts: make([]byte, len(texts)*textSize+1), mask: make([]uint64, len(texts)/64+1)}
	hasNull := false
	for i, text := range texts {
		at := m.texts[i*textSize : (i+1)*textSize]
		if text == nil {
			hasNull = true
			binary.NativeEndian.PutUint32(at, 1<<31)
			binary.NativeEndian.PutUint64(at[8:], 12345)
			continue
		}
		m.mask[i/64] |= 1 << (i % 64)
		binary.NativeEndian.PutUint32(at, uint32(len(*text)))
		if len(*text) <= inlineText {
			copy(at[4:], *text)
			continue
		}
		b := []byte(*text)
		m.keep = append(m.keep, b)
		copy(at[4:8], b)
		binary.NativeEndian.PutUint64(at[8:], uint64(uintptr(unsafe.Pointer(&b[0]))))
	}
	c := column{texts: unsafe.Pointer(&m.texts[0])}
	if hasNull {
		c.mask = unsafe.Pointer(&m.mask[0])
	}
	return c, m
}

// number returns the index of a function.
func number(t testing.TB, name string) int {
	t.Helper()
	k := slices.IndexFunc(functions[:], func(f function) bool { return f.name == name })
	if k < 0 {
		t.Fatalf("there is no function %s", name)
	}
	return k
}

// call runs a function on columns and returns a line for each row, and how many spans
// there were.
func call(t testing.TB, name string, in ...[]*string) (lines []string, spans int, err error) {
	t.Helper()
	var columns []column
	var all []*memory
	for _, texts := range in {
		c, m := columnOf(texts)
		columns, all = append(columns, c), append(all, m)
	}
	err = run(number(t, name), len(in[0]), columns, func(s span) error {
		if s.first != len(lines) {
			t.Errorf("%s: a span begins at row %d, want %d", name, s.first, len(lines))
		}
		spans++
		for i := range s.rows {
			var line []byte
			for k := range s.columns {
				line = appendJSON(append(line, ' '), &s.columns[k], i)
			}
			if len(s.columns) > 1 && s.url.IsNull(i) {
				line = []byte(" null")
			}
			lines = append(lines, string(line[1:]))
		}
		return nil
	})
	runtime.KeepAlive(all)
	return lines, spans, err
}

// texts returns a column; "NULL" is NULL.
func texts(list ...string) (all []*string) {
	for _, text := range list {
		if text == "NULL" {
			all = append(all, nil)
		} else {
			all = append(all, &text)
		}
	}
	return all
}

func TestRun(t *testing.T) {
	for _, row := range []struct {
		name  string
		in    [][]*string
		want  []string
		spans int
	}{
		{"url_host", [][]*string{texts("http://a/", "NULL", "http://long.example.com/", "")}, []string{`"a"`, "null", `"long.example.com"`, "null"}, 1},
		{"url_host", [][]*string{texts()}, nil, 0},
		{"url_host", [][]*string{texts("http://A/", "http://A/", "http://A/", "NULL", "http://A/"), texts("whatwg", "NULL", "whatwg", "rfc3986", "rfc3986")},
			[]string{`"a"`, "null", `"a"`, "null", `"A"`}, 2},
		{"url_host", [][]*string{texts("http://A/", "http://A/"), texts("NULL", "NULL")}, []string{"null", "null"}, 1},
		{"url_parse", [][]*string{texts("NULL", "http://a/"), texts("whatwg", "NULL")}, []string{"null", "null"}, 1},
		{"url_resolve", [][]*string{texts("x", "x", "NULL"), texts("http://a/b/c", "NULL", "http://a/")}, []string{`"http://a/b/x"`, "null", "null"}, 1},
		{"url_extract", [][]*string{texts("see http://a.example/ and http://b.example/", "NULL", "")}, []string{`["http://a.example/","http://b.example/"]`, "null", "[]"}, 1},
		{"url_columns", [][]*string{texts("http://a/", "NULL"), texts("host, port", "host")}, []string{`"{\"host\":\"a\",\"port\":80}"`, "null"}, 2},
	} {
		got, spans, err := call(t, row.name, row.in...)
		if err != nil || !slices.Equal(got, row.want) || spans != row.spans {
			t.Errorf("%s: %q in %d spans, %v; want %q in %d", row.name, got, spans, err, row.want, row.spans)
		}
	}
}

// An error does not contain a password, for example if two columns were exchanged.
func TestErrorsHaveNoPassword(t *testing.T) {
	for _, name := range []string{"url_host", "url_normalize", "url_extract", "url_columns"} {
		_, _, err := call(t, name, texts("http://h/"), texts("http://user:secret@host/"))
		if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// Much text is computed in several spans, and a text that is longer than a batch can be
// is not valid.
func TestRunWithMuchText(t *testing.T) {
	long := strings.Repeat("a", 1<<20-100)
	var in []*string
	for i := range 40 {
		text := fmt.Sprintf("http://h%d.example/%s", i, long)
		in = append(in, &text)
	}
	got, spans, err := call(t, "url_host", in)
	if err != nil || len(got) != 40 || spans < 3 || got[39] != `"h39.example"` {
		t.Errorf("%d rows in %d spans, %v", len(got), spans, err)
	}
	if testing.Short() {
		return
	}
	huge := "http://h.example/" + strings.Repeat("a", rows.MaxBatch)
	got, _, err = call(t, "url_valid", []*string{in[0], &huge, in[1]})
	if want := []string{"true", "false", "true"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("with a text of %d bytes: %v, %v; want %v", len(huge), got, err, want)
	}
}

// Selections that differ between rows do not fill the memory.
func TestPlansAreLimited(t *testing.T) {
	var urls, selections []*string
	for i := range 3 * maxPlans {
		url, selection := "http://h/", fmt.Sprintf("host as h%d", i)
		urls, selections = append(urls, &url), append(selections, &selection)
	}
	got, _, err := call(t, "url_columns", urls, selections)
	if err != nil || got[200%len(got)] == "" {
		t.Fatal(err)
	}
	if n := len(caches[number(t, "url_columns")].byOption); n > maxPlans {
		t.Errorf("%d plans are kept, want at most %d", n, maxPlans)
	}
}

// url_columns has each kind of value, and the text itself.
func TestColumnsAreJSON(t *testing.T) {
	got, _, err := call(t, "url_columns", texts("http://a/\"é"), texts("url, valid, port, extract, rfc1738.path as p"))
	if err != nil {
		t.Fatal(err)
	}
	var line string
	var object map[string]any
	if err := json.Unmarshal([]byte(got[0]), &line); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(line), &object); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if fmt.Sprint(object) != `map[extract:[http://a/] p:<nil> port:80 url:http://a/"é valid:true]` {
		t.Errorf("%v", object)
	}
}

// A chunk of any texts, with any NULLs and options, has the values of package rows.
func FuzzChunk(f *testing.F) {
	f.Add(uint64(1), []byte("http://a/\x00http://long.example.com:80/%7e?q#f\x00\xff\x00"))
	f.Add(uint64(7), []byte("../x\x00http://b/\x00see http://a.example/ there\x00ftp://u:p@h/"))
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		pieces := bytes.Split(data, []byte{0})
		column := func() (all []*string) {
			for _, piece := range pieces {
				text := string(piece)
				all = append(all, &text)
				if r.IntN(4) == 0 {
					all[len(all)-1] = nil
				}
			}
			r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
			return all
		}
		name := []string{"url_valid", "url_host", "url_parse", "url_normalize", "url_resolve", "url_same", "url_guard", "url_extract", "url_port"}[r.IntN(9)]
		fn := &functions[number(t, name)]
		in := [][]*string{column()}
		if len(fn.args) == 2 {
			in = append(in, column())
		}
		values := map[string][]string{"edition": {"whatwg", "rfc3986", "auto"}, "level": {"case", "dots", "scheme"}, "type": {"html", "mail", "text"}}[fn.option]
		if values != nil && r.IntN(2) == 0 {
			var option []*string
			for range pieces {
				option = append(option, &values[r.IntN(3)])
				if r.IntN(5) == 0 {
					option[len(option)-1] = nil
				}
			}
			in = append(in, option)
		}
		got, _, err := call(t, name, in...)
		if err != nil || len(got) != len(pieces) {
			t.Fatalf("%s: %d rows, %v; want %d", name, len(got), err, len(pieces))
		}
		for i := range got {
			if want := oneRow(t, fn, in, i); got[i] != want {
				t.Errorf("%s: row %d is %s, want %s", name, i, got[i], want)
			}
		}
	})
}

// oneRow computes one row with package rows.
func oneRow(t *testing.T, f *function, in [][]*string, i int) string {
	t.Helper()
	selection := strings.ReplaceAll(f.columns, "(?)", "")
	if option := in[len(f.args):]; len(option) > 0 {
		switch o := option[0][i]; {
		case o == nil:
			return "null"
		case f.option == "edition":
			selection = *o + "." + strings.ReplaceAll(selection, ", ", ", "+*o+".")
			selection = strings.ReplaceAll(selection, "auto.", "")
		default:
			selection = strings.ReplaceAll(f.columns, "?", *o)
		}
	}
	p, err := rows.Compile(selection, rows.Options{Inputs: f.args, URL: "url"})
	if err != nil {
		t.Fatal(err)
	}
	var vectors []*rows.Vector
	for k := range f.args {
		v := rows.NewVector(rows.Text)
		if in[k][i] == nil {
			v.AppendNull()
		} else {
			v.AppendBytes([]byte(*in[k][i]))
		}
		vectors = append(vectors, v)
	}
	var b rows.Batch
	if err := p.Run(&b, vectors); err != nil {
		t.Fatal(err)
	}
	if vectors[0].IsNull(0) {
		return "null"
	}
	var line []byte
	for k := range b.Columns {
		line = appendJSON(append(line, ' '), &b.Columns[k], 0)
	}
	return string(line[1:])
}
