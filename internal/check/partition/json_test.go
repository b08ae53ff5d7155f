package partition_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/check/partition"
)

// A row that was not checked is written with all members, and its other members stay.
func TestJSON(t *testing.T) {
	t.Parallel()
	in := `{"url":"http://h/","id":7,"z":{"a":[1, 2]}}
{"url":null}

{"url":"http://h/é","state":"ok","tries":2,"next_at":"2026-11-26T01:00:00+01:00","checked_at":"2026-11-25T00:00:00Z","modified":null,"status":"ok","why":null,"location":"","type":"text/html","size":5,"digest":"d","shape":"s","title":"a \"title\""}
`
	want := `{"url":"http://h/","state":"due","tries":0,"next_at":null,"checked_at":null,"modified":null,"status":null,"why":null,"location":null,"type":null,"size":null,"digest":null,"shape":null,"title":null,"id":7,"z":{"a":[1,2]}}
{"url":null,"state":null,"tries":0,"next_at":null,"checked_at":null,"modified":null,"status":null,"why":null,"location":null,"type":null,"size":null,"digest":null,"shape":null,"title":null}
{"url":"http://h/é","state":"ok","tries":2,"next_at":"2026-11-26T00:00:00Z","checked_at":"2026-11-25T00:00:00Z","modified":null,"status":"ok","why":null,"location":null,"type":"text/html","size":5,"digest":"d","shape":"s","title":"a \"title\""}
`
	table, err := partition.ReadJSON(strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 3 || table.Rows[2].Size != 5 || table.Rows[0].Size != -1 {
		t.Errorf("rows = %+v", table.Rows)
	}
	var out bytes.Buffer
	if err := table.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("written:\n%s\nwant:\n%s", out.String(), want)
	}
}

func TestJSONErrors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"url":"a"}` + "\n" + `{`:               "line 2: unexpected end of JSON input",
		`{}`:                                     "line 1: the member url is missing",
		`{"url":"a","state":"fine"}`:             `line 1: state "fine": must be due, ok, moved, failed, blocked or skipped`,
		`{"url":"a","next_at":"soon"}`:           `line 1: next_at "soon": must be a time such as 2026-11-26T00:00:00Z`,
		`{"url":"a","tries":-5}`:                 "line 1: tries -5: must be at least 0",
		`{"url":7}`:                              "line 1: json: cannot unmarshal number into Go struct field CheckRow.url of type string",
		strings.Repeat("a", partition.MaxLine+1): "line 1 is longer than 16777216 bytes",
	} {
		if _, err := partition.ReadJSON(strings.NewReader(in)); err == nil || err.Error() != want {
			t.Errorf("ReadJSON(%.40q) = %v, want %s", in, err, want)
		}
	}
}

// A row without a URL is not checked.
func TestNullIsNotChecked(t *testing.T) {
	t.Parallel()
	table, err := partition.ReadJSON(strings.NewReader(`{"url":null,"state":"due"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := partition.Check(t.Context(), options(t, 0), table.Rows); err != nil {
		t.Fatal(err)
	}
	if !table.Rows[0].CheckedAt.IsZero() {
		t.Errorf("%+v was checked", table.Rows[0])
	}
}
