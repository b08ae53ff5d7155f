package rpc_test

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/internal/protocol/rpc"
)

// Source: rfc5531 11.
func TestReadRecord(t *testing.T) {
	for _, row := range []struct {
		in   string
		want string
		err  error
	}{
		{"\x80\x00\x00\x03abc", "abc", nil},
		{"\x00\x00\x00\x02ab\x80\x00\x00\x01c", "abc", nil},
		{"\x00\x00\x00\x00\x80\x00\x00\x01c", "c", nil},
		{"\x80\x00\x00\x00", "", nil},
		{"", "", io.EOF},
		{"\x80\x00", "", io.ErrUnexpectedEOF},
		{"\x80\x00\x00\x03ab", "", io.ErrUnexpectedEOF},
		{"\x80\x00\x00\x03", "", io.ErrUnexpectedEOF},
		{"\x00\x00\x00\x01a", "", io.ErrUnexpectedEOF},
	} {
		for _, r := range []io.Reader{bytes.NewReader([]byte(row.in)), iotest.OneByteReader(bytes.NewReader([]byte(row.in)))} {
			got, err := rpc.ReadRecord(r, nil, 10, 3)
			if string(got) != row.want || !errors.Is(err, row.err) {
				t.Errorf("ReadRecord(%q) = %q, %v, want %q, %v", row.in, got, err, row.want, row.err)
			}
		}
	}
	for in, fragments := range map[string]bool{
		"\x80\x00\x00\x0babcdefghijk":                      false,
		"\xff\xff\xff\xff":                                 false,
		"\x00\x00\x00\x08abcdefgh\x80\x00\x00\x03abc":      false,
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00": true,
	} {
		var size *rpc.SizeError
		if _, err := rpc.ReadRecord(bytes.NewReader([]byte(in)), nil, 10, 3); !errors.As(err, &size) || size.Fragments != fragments {
			t.Errorf("ReadRecord(%q): %v, want a SizeError with Fragments %v", in, err, fragments)
		}
	}
}

// A length that lies allocates at most a part.
func TestReadRecordAllocatesWhatArrives(t *testing.T) {
	in := []byte("\xff\xff\xff\xffabc")
	size := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			rpc.ReadRecord(bytes.NewReader(in), nil, 1<<31-1, 1)
		}
	}).AllocedBytesPerOp()
	if size > 1<<20 {
		t.Errorf("%d bytes for a message of which 3 arrived", size)
	}
}

// Source: rfc5531 9. The reply of each state is read as it was written.
func TestReply(t *testing.T) {
	for state := rpc.Success; state <= rpc.SystemError; state++ {
		b := rpc.AppendReply(nil, 7, state, 2, 4, []byte("\x00\x00\x00\x09"))
		xid, results, err := rpc.ParseReply(b)
		var refused *rpc.Error
		switch {
		case xid != 7:
			t.Errorf("state %v: number %d", state, xid)
		case state == rpc.Success && (err != nil || results.Uint32() != 9):
			t.Errorf("results: %v", err)
		case state != rpc.Success && (!errors.As(err, &refused) || refused.State != state):
			t.Errorf("state %v is read as %v", state, err)
		case state == rpc.WrongVersion && (refused.Low != 2 || refused.High != 4):
			t.Errorf("versions %d to %d", refused.Low, refused.High)
		}
	}
	// go-nfs 0.0.4 sends no versions.
	_, _, err := rpc.ParseReply([]byte("\x00\x00\x00\x07\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02"))
	var refused *rpc.Error
	if !errors.As(err, &refused) || refused.State != rpc.WrongVersion || refused.High != 0 {
		t.Errorf("a mismatch without versions: %v", err)
	}
}

// FuzzRecord: a record does not depend on how its bytes arrive, and stays within its limits.
func FuzzRecord(f *testing.F) {
	f.Add([]byte("\x80\x00\x00\x03abc"))
	f.Add([]byte("\x00\x00\x00\x02ab\x80\x00\x00\x01c"))
	f.Add([]byte("\x7f\xff\xff\xffab"))
	f.Fuzz(func(t *testing.T, in []byte) {
		whole, err := rpc.ReadRecord(bytes.NewReader(in), nil, 100, 5)
		parts, err2 := rpc.ReadRecord(iotest.OneByteReader(bytes.NewReader(in)), make([]byte, 3), 100, 5)
		if !bytes.Equal(whole, parts) || (err == nil) != (err2 == nil) || len(whole) > 100 {
			t.Errorf("ReadRecord(%q) = %q, %v, and in parts %q, %v", in, whole, err, parts, err2)
		}
	})
}

// FuzzMessage: a message of any bytes is a reply, a call or an error. A call is written as it
// was read.
func FuzzMessage(f *testing.F) {
	f.Add(rpc.Call{XID: 1, Program: 100003, Version: 3, Procedure: 3, Credential: rpc.Unprivileged}.Append(nil, []byte("args")))
	f.Add(rpc.AppendReply(nil, 1, rpc.WrongVersion, 2, 3, nil))
	f.Fuzz(func(t *testing.T, in []byte) {
		if _, results, err := rpc.ParseReply(in); (results == nil) == (err == nil) {
			t.Errorf("ParseReply(%q) = %v, %v", in, results, err)
		}
		call, args, err := rpc.ParseCall(in)
		if err != nil {
			return
		}
		again, rest, err := rpc.ParseCall(call.Append(nil, args.Fixed(args.Len()&^3)))
		if err != nil || again != call || rest.Len() > len(in) {
			t.Errorf("%+v is read as %+v, %v", call, again, err)
		}
	})
}
