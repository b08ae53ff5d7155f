// Package xdr reads and writes data in the External Data Representation of
// rfc4506, as NFS uses it: integers, booleans and opaque data. A string has the
// form of opaque data.
//
//	b := xdr.AppendOpaque(nil, []byte("pub"))
//	r := xdr.NewReader(b)
//	name := r.Opaque(255)
//	if err := r.Err(); err != nil { ... }
//
// A [Reader] compares each length with the bytes that are left, and with a
// maximum of the caller. So a wrong length allocates nothing.
package xdr

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrShort means that the data ends inside a value.
var ErrShort = errors.New("the data ends inside a value")

// AppendUint32 appends an unsigned integer. Source: rfc4506 4.2.
func AppendUint32(b []byte, n uint32) []byte { return binary.BigEndian.AppendUint32(b, n) }

// AppendUint64 appends an unsigned hyper integer. Source: rfc4506 4.5.
func AppendUint64(b []byte, n uint64) []byte { return binary.BigEndian.AppendUint64(b, n) }

// AppendBool appends a boolean. Source: rfc4506 4.4.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return AppendUint32(b, 1)
	}
	return AppendUint32(b, 0)
}

// AppendFixed appends opaque data whose length both sides know. Source: rfc4506
// 4.9.
func AppendFixed(b, data []byte) []byte {
	return append(append(b, data...), make([]byte, padding(len(data)))...)
}

// AppendOpaque appends opaque data, or a string, with its length. Source:
// rfc4506 4.10, 4.11.
func AppendOpaque(b, data []byte) []byte {
	return AppendFixed(AppendUint32(b, uint32(len(data))), data)
}

// padding returns how many zero bytes follow n bytes. Source: rfc4506 3.
func padding(n int) int { return -n & 3 }

// Reader reads values from bytes. After the first error, it returns only zero
// values. The zero Reader has no bytes. One goroutine may use it.
type Reader struct {
	b   []byte
	err error
}

// NewReader returns a Reader of b. Opaque data that it returns is part of b.
func NewReader(b []byte) *Reader { return &Reader{b: b} }

// Err returns the first error, or nil.
func (r *Reader) Err() error { return r.err }

// Len returns how many bytes are left.
func (r *Reader) Len() int { return len(r.b) }

// Fail makes Err return err, unless there is an error already.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

// take returns the next n bytes, without their padding, or nil.
func (r *Reader) take(n int) []byte {
	if len(r.b) < n || len(r.b)-n < padding(n) {
		r.Fail(ErrShort)
		return nil
	}
	data := r.b[:n:n]
	r.b = r.b[n+padding(n):]
	return data
}

// Uint32 reads an unsigned integer. Source: rfc4506 4.2.
func (r *Reader) Uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

// Uint64 reads an unsigned hyper integer. Source: rfc4506 4.5.
func (r *Reader) Uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// Bool reads a boolean. Another value than 0 and 1 is an error. Source: rfc4506
// 4.4.
func (r *Reader) Bool() bool {
	n := r.Uint32()
	if n > 1 {
		r.Fail(fmt.Errorf("a boolean has the value %d", n))
	}
	return n == 1 && r.err == nil
}

// Fixed reads opaque data of n bytes. Source: rfc4506 4.9.
func (r *Reader) Fixed(n int) []byte { return r.take(n) }

// Opaque reads opaque data, or a string, of at most max bytes. Source: rfc4506
// 4.10, 4.11.
func (r *Reader) Opaque(max int) []byte {
	n := r.Uint32()
	switch {
	case r.err != nil:
		return nil
	case uint64(n) > uint64(max):
		r.Fail(fmt.Errorf("data of %d bytes, and at most %d are allowed", n, max))
		return nil
	}
	return r.take(int(n))
}
