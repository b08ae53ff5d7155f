// Package rpc encodes and decodes the messages of ONC RPC version 2, with their
// record marks on a stream. It is for clients and servers, and uses no sockets
// and no clocks.
//
//	call := rpc.Call{XID: 1, Program: 100003, Version: 3, Procedure: 3, Credential: rpc.Unprivileged}
//	conn.Write(rpc.AppendRecord(nil, call.Append(nil, args)))
//	record, err := rpc.ReadRecord(conn, nil, 1<<20, 1024)
//	xid, results, err := rpc.ParseReply(record)
//
// It follows rfc5531, and rfc4506 for the encoding.
package rpc

import (
	"errors"
	"fmt"

	"github.com/earl-url/earl/internal/protocol/xdr"
)

// The values of a message's header. Source: rfc5531 9.
const (
	rpcVersion = 2
	typeCall   = 0
	typeReply  = 1
)

// maxAuth is the most bytes in the body of a credential or a verifier.
// Source: rfc5531 8.2.
const maxAuth = 400

// The flavours of credentials. Source: rfc5531 8.2, 14.
const (
	AuthNone = 0
	AuthSys  = 1
)

// Auth is a credential or a verifier. Source: rfc5531 8.2.
type Auth struct {
	Flavor uint32
	Body   string
}

// Unprivileged is the credential of a client without rights: AUTH_SYS with the
// user and group 65534, which have none on most systems, and an empty name of
// the machine. It says nothing about the user of this program. Source: rfc5531
// appendix A.
var Unprivileged = Auth{AuthSys, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xfe\x00\x00\xff\xfe\x00\x00\x00\x00"}

// appendTo appends the credential.
func (a Auth) appendTo(b []byte) []byte {
	return xdr.AppendOpaque(xdr.AppendUint32(b, a.Flavor), []byte(a.Body))
}

// Call is the header of a call. Source: rfc5531 9.
type Call struct {
	XID        uint32 // the reply repeats it
	Program    uint32
	Version    uint32
	Procedure  uint32
	Credential Auth // the verifier is always AUTH_NONE
}

// Append appends the call with its arguments.
func (c Call) Append(b, args []byte) []byte {
	for _, n := range [...]uint32{c.XID, typeCall, rpcVersion, c.Program, c.Version, c.Procedure} {
		b = xdr.AppendUint32(b, n)
	}
	b = c.Credential.appendTo(b)
	b = Auth{}.appendTo(b)
	return append(b, args...)
}

// errNotCall is the error for a message that is not a call of this version.
var errNotCall = errors.New("not a call of RPC version 2")

// ParseCall reads a call, and returns a reader of its arguments. It is for
// servers.
func ParseCall(record []byte) (Call, *xdr.Reader, error) {
	r := xdr.NewReader(record)
	c := Call{XID: r.Uint32()}
	kind, version := r.Uint32(), r.Uint32()
	c.Program, c.Version, c.Procedure = r.Uint32(), r.Uint32(), r.Uint32()
	c.Credential = Auth{r.Uint32(), string(r.Opaque(maxAuth))}
	r.Uint32()
	r.Opaque(maxAuth) // the verifier
	if err := r.Err(); err != nil {
		return c, nil, err
	}
	if kind != typeCall || version != rpcVersion {
		return c, nil, errNotCall
	}
	return c, r, nil
}

// State is how a server accepted or refused a call. Source: rfc5531 9.
type State uint32

// The states. Those of a denied call follow the accept states of the document.
const (
	Success      State = 0
	NoProgram    State = 1
	WrongVersion State = 2 // of the program; see Error.Low and Error.High
	NoProcedure  State = 3
	BadArguments State = 4
	SystemError  State = 5
	deniedStates State = 100
	WrongRPC     State = 100 // the version of RPC itself
	BadAuth      State = 101 // the credential; see Error.Auth
)

// stateNames are the names of the accept states. Source: rfc5531 9.
var stateNames = [...]string{"SUCCESS", "PROG_UNAVAIL", "PROG_MISMATCH", "PROC_UNAVAIL", "GARBAGE_ARGS", "SYSTEM_ERR"}

// String returns the name of s in the document, such as "PROG_UNAVAIL".
func (s State) String() string {
	switch {
	case int(s) < len(stateNames):
		return stateNames[s]
	case s == WrongRPC:
		return "RPC_MISMATCH"
	case s == BadAuth:
		return "AUTH_ERROR"
	}
	return fmt.Sprintf("state %d", uint32(s))
}

// Error is a reply without results.
type Error struct {
	State State
	// Low and High are the versions that the server speaks, for WrongVersion and
	// WrongRPC. Both are 0 if the server did not send them.
	Low, High uint32
	Auth      uint32 // why the credential was refused, for BadAuth
}

// Error returns the name of the state, and what the server sent with it.
func (e *Error) Error() string {
	switch {
	case (e.State == WrongVersion || e.State == WrongRPC) && e.High > 0:
		return fmt.Sprintf("%v: the server has versions %d to %d", e.State, e.Low, e.High)
	case e.State == BadAuth:
		return fmt.Sprintf("%v %d: the server refuses the credential", e.State, e.Auth)
	}
	return e.State.String()
}

// AppendReply appends the reply of a server to the call xid. results are those
// of Success; low and high are sent with WrongVersion.
func AppendReply(b []byte, xid uint32, s State, low, high uint32, results []byte) []byte {
	b = xdr.AppendUint32(xdr.AppendUint32(xdr.AppendUint32(b, xid), typeReply), 0)
	b = xdr.AppendUint32(Auth{}.appendTo(b), uint32(s))
	if s == WrongVersion {
		b = xdr.AppendUint32(xdr.AppendUint32(b, low), high)
	}
	return append(b, results...)
}

// errNotReply is the error for a message that is not a reply.
var errNotReply = errors.New("not a reply")

// ParseReply reads a reply, and returns the number of its call and a reader of
// its results. The error is an [*Error] for a reply without results, and any
// other error for an invalid message. Source: rfc5531 9.
func ParseReply(record []byte) (xid uint32, results *xdr.Reader, err error) {
	r := xdr.NewReader(record)
	xid = r.Uint32()
	if r.Uint32() != typeReply && r.Err() == nil {
		return xid, nil, errNotReply
	}
	switch status := r.Uint32(); {
	case r.Err() != nil:
		return xid, nil, r.Err()
	case status == 1:
		return xid, nil, parseDenied(r)
	case status != 0:
		return xid, nil, errNotReply
	}
	r.Uint32()
	r.Opaque(maxAuth) // the verifier
	state := State(r.Uint32())
	switch {
	case r.Err() != nil:
		return xid, nil, r.Err()
	case state == Success:
		return xid, r, nil
	case state >= deniedStates:
		return xid, nil, errNotReply
	}
	e := &Error{State: state}
	if state == WrongVersion && r.Len() >= 8 { // some servers leave the versions out
		e.Low, e.High = r.Uint32(), r.Uint32()
	}
	return xid, nil, e
}

// parseDenied reads the rest of a denied reply. Source: rfc5531 9.
func parseDenied(r *xdr.Reader) error {
	e := &Error{State: WrongRPC}
	switch why := r.Uint32(); why {
	case 0:
		e.Low, e.High = r.Uint32(), r.Uint32()
	case 1:
		e.State, e.Auth = BadAuth, r.Uint32()
	default:
		return errNotReply
	}
	if err := r.Err(); err != nil {
		return err
	}
	return e
}
