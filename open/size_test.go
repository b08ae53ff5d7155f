package open

import (
	"errors"
	"io"
	"testing"
)

func TestMaxSize(t *testing.T) {
	tests := []struct {
		name        string
		size        int64 // as the opener reports it
		max         int64
		offset, end int64
		want        string
		refused     bool // at once or at the end
	}{
		{"no limit", 6, 0, 0, 0, "object", false},
		{"fits", 6, 6, 0, 0, "object", false},
		{"known", 6, 5, 0, 0, "", true},
		{"not known", -1, 5, 0, 0, "objec", true},
		{"not known, fits", -1, 6, 0, 0, "object", false},
		{"a piece", 1000, 100, 900, 0, "object", false},
		{"a piece with an end", 1000, 100, 200, 300, "object", false},
		{"too large a piece", 1000, 100, 899, 0, "", true},
		{"negative", 6, -1, 0, 0, "object", false},
	}
	for _, tt := range tests {
		f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
			"http://public.test/": func(r *Call) (Resource, error) { return document(r, "object", tt.size), nil },
		}}
		c := New(newNetwork().options(Options{Policy: Policy{MaxSize: tt.max}}), f)
		res, err := c.Do(t.Context(), &Request{URL: parse(t, "http://public.test/"), Offset: tt.offset, End: tt.end})
		got := ""
		if err == nil {
			var b []byte
			b, err = io.ReadAll(res.(*Document).Body)
			got = string(b)
			res.(*Document).Body.Close()
		}
		if got != tt.want || (refusalOf(err) == GuardMaxSize) != tt.refused || !tt.refused && err != nil {
			t.Errorf("%s: %q, %v, want %q, refused %v", tt.name, got, err, tt.want, tt.refused)
		}
	}
}

// After the refusal no more is delivered, even if the caller continues to read.
func TestMaxSizeHoldsForWhoReadsOn(t *testing.T) {
	r := &Call{Request: Request{URL: parse(t, "http://public.test/"), Policy: Policy{MaxSize: 4}.Effective()}}
	res, err := bound(r, document(r, "more than four octets", -1))
	if err != nil {
		t.Fatal(err)
	}
	got, p := "", make([]byte, 8)
	for range 10 {
		n, err := res.(*Document).Body.Read(p)
		if got += string(p[:n]); err != nil && refusalOf(err) != GuardMaxSize {
			t.Fatal(err)
		}
	}
	if got != "more" {
		t.Errorf("%q is delivered, want 4 bytes", got)
	}
}

// A part that begins after the end of the object is an error, of whatever
// scheme, and its body is closed. Its end is not.
func TestOffsetAfterTheEnd(t *testing.T) {
	for offset, want := range map[int64]error{6: nil, 7: ErrBeyond} {
		f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){
			"http://public.test/": func(r *Call) (Resource, error) { return document(r, "", 6), nil },
		}}
		c := New(newNetwork().options(Options{}), f)
		_, err := c.Do(t.Context(), &Request{URL: parse(t, "http://public.test/"), Offset: offset})
		if !errors.Is(err, want) {
			t.Errorf("from byte %d: %v, want %v", offset, err, want)
		}
	}
}
