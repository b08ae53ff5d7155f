package reading

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// TestReadingJSONKeys: the keys of a line and their order are a fixed contract.
func TestReadingJSONKeys(t *testing.T) {
	want := []string{"input", "edition", "valid", "url", "scheme", "user", "password", "host", "port",
		"path", "params", "query", "fragment", "view", "viewViolation", "violations"}
	for _, text := range []string{"ftp://u:p@h:21/a?q#f", "no url", ""} {
		r := New(earl.RFC3986)
		r.Reset(text)
		r.Read()
		d := json.NewDecoder(strings.NewReader(string(r.AppendJSON(nil, false))))
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
		var keys []string
		for d.More() {
			key, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key.(string))
			var value json.RawMessage
			if err := d.Decode(&value); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(keys, want) {
			t.Errorf("%q: keys %v, want %v", text, keys, want)
		}
	}
}

// TestInputOctets: the output shows whether an input is valid UTF-8.
func TestInputOctets(t *testing.T) {
	r := New(earl.RFC3986)
	r.Reset("http://h/\xff%")
	r.Read()
	if got, want := string(r.AppendJSON(nil, false)), `{"input":"http://h/\ufffd%","inputOctets":"http://h/%FF%25","edition":"rfc3986","valid":false,"url":null,`; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want it to start with %s", got, want)
	}
}

// BenchmarkReadingJSON reads and prints one ordinary URL.
func BenchmarkReadingJSON(b *testing.B) {
	r := New(earl.RFC3986)
	var line []byte
	b.ReportAllocs()
	for b.Loop() {
		r.Reset("https://www.example.com/articles/2021/10/a-name?utm=x&y=z")
		r.Read()
		line = r.AppendJSON(line[:0], false)
	}
	b.SetBytes(int64(len(line)))
}
