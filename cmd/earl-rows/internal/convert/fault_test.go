package convert

import (
	"bytes"
	"io"
	"testing"

	"github.com/earl-url/earl/rows"
)

// oneFrame is a reader with one frame whose second row panics: its offsets run
// backwards.
type oneFrame struct{ done bool }

func (o *oneFrame) fields() []field { return textFields([]string{"url"}) }
func (o *oneFrame) need([]bool)     {}

func (o *oneFrame) read(f *frame) error {
	if o.done {
		return io.EOF
	}
	o.done, f.rows, f.first = true, 3, 100
	return nil
}

func (o *oneFrame) decode(f *frame) error {
	f.in[0].vector = &rows.Vector{Data: []byte("http://h/secret//i/"), Offsets: []int32{0, 9, 3, 9}}
	return nil
}

func TestContract5PanicEndsOneRowOnly(t *testing.T) {
	var faults []int64
	o := Options{Select: "valid, why, host", Fault: func(row int64) { faults = append(faults, row) }}
	var out bytes.Buffer
	plan, err := o.compile((&oneFrame{}).fields(), nil)
	if err != nil {
		t.Fatal(err)
	}
	o.NoHeader = true
	w, err := newTSVWriter(&out, &o, outFields(plan, textFields([]string{"url"})))
	if err != nil {
		t.Fatal(err)
	}
	e := engine{options: &o, reader: &oneFrame{}, writer: w}
	if err := e.lockStep(); err != nil {
		t.Fatal(err)
	}
	want := "true\t\\N\th\nfalse\tinternal-fault (rows)\t\\N\ntrue\t\\N\th\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if len(faults) != 1 || faults[0] != 102 {
		t.Errorf("faults %v, want row 102", faults)
	}
}
