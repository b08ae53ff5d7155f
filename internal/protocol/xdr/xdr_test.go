package xdr_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/earl-url/earl/internal/protocol/xdr"
)

// The bytes of each type are those of the document. Source: rfc4506 4.
func TestAppend(t *testing.T) {
	for want, got := range map[string][]byte{
		"\x00\x01\x86\xa3":                  xdr.AppendUint32(nil, 100003),
		"\x00\x00\x00\x01\x00\x00\x00\x02":  xdr.AppendUint64(nil, 1<<32|2),
		"\x00\x00\x00\x01":                  xdr.AppendBool(nil, true),
		"\x00\x00\x00\x00":                  xdr.AppendBool(nil, false),
		"abc\x00":                           xdr.AppendFixed(nil, []byte("abc")),
		"\x00\x00\x00\x05abcde\x00\x00\x00": xdr.AppendOpaque(nil, []byte("abcde")),
		"\x00\x00\x00\x04abcd":              xdr.AppendOpaque(nil, []byte("abcd")),
	} {
		if string(got) != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Source: rfc4506 3, 4. After an error there are only zero values.
func TestReader(t *testing.T) {
	r := xdr.NewReader([]byte("\x00\x00\x00\x05abcde\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x09ab\x00\x00"))
	if s, b, n, f := r.Opaque(5), r.Bool(), r.Uint64(), r.Fixed(2); string(s) != "abcde" || !b || n != 9 || string(f) != "ab" || r.Err() != nil || r.Len() != 0 {
		t.Errorf("%q, %v, %d, %q, %v, %d left", s, b, n, f, r.Err(), r.Len())
	}
	if r.Uint32(); !errors.Is(r.Err(), xdr.ErrShort) {
		t.Errorf("after the end: %v, want ErrShort", r.Err())
	}
	for _, in := range []string{
		"\x00\x00\x00\x06abcdef\x00\x00", // more than the maximum
		"\x00\x00\x00\x05abcde",          // no padding
		"\x00\x00\x00\x05abc",            // a length that lies
		"\xff\xff\xff\xffabc", "\x80\x00\x00\x00", "\x00\x00",
	} {
		r := xdr.NewReader([]byte(in))
		if got := r.Opaque(5); got != nil || r.Err() == nil || r.Uint32() != 0 || r.Bool() || r.Len() != 0 {
			t.Errorf("Opaque of %q = %q, %v", in, got, r.Err())
		}
	}
	r = xdr.NewReader([]byte("\x00\x00\x00\x02\x00\x00\x00\x01"))
	if r.Bool() || r.Err() == nil || r.Bool() {
		t.Errorf("a boolean of 2: %v", r.Err())
	}
}

// FuzzOpaque: data is read as it was written, and nothing is left.
func FuzzOpaque(f *testing.F) {
	f.Add([]byte("abc"), []byte("\x00\x00\x00\x03ab"))
	f.Fuzz(func(t *testing.T, data, any []byte) {
		r := xdr.NewReader(xdr.AppendOpaque(nil, data))
		if got := r.Opaque(len(data)); !bytes.Equal(got, data) || r.Err() != nil || r.Len() != 0 {
			t.Errorf("%q is read as %q, %v", data, got, r.Err())
		}
		r = xdr.NewReader(any)
		if got := r.Opaque(8); len(got) > 8 || r.Err() != nil && got != nil {
			t.Errorf("Opaque of %q = %q, %v", any, got, r.Err())
		}
	})
}
