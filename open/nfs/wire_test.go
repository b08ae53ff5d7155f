package nfs_test

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// This file writes messages for the tests, without the code under test.

// words returns 32-bit numbers, and strings unchanged.
func words(parts ...any) string {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = binary.BigEndian.AppendUint32(b, uint32(p))
		case string:
			b = append(b, p...)
		default:
			panic(fmt.Sprintf("%T", p))
		}
	}
	return string(b)
}

// opaque returns a string with its length and its padding.
func opaque(s string) string { return words(len(s), s) + strings.Repeat("\x00", -len(s)&3) }

// record returns a message as one fragment.
func record(message string) string { return words(-1<<31|len(message), message) }

// unprivileged is the credential and the verifier of each call: AUTH_SYS, 20 bytes, stamp 0,
// no machine, user and group 65534, no groups; AUTH_NONE. Source: rfc5531 8.2, appendix A.
var unprivileged = words(1, 20, 0, 0, 65534, 65534, 0, 0, 0)

// call returns a call. Source: rfc5531 9.
func call(xid, program, version, procedure int, args ...any) string {
	return record(words(xid, 0, 2, program, version, procedure) + unprivileged + words(args...))
}

// reply returns an accepted reply. Source: rfc5531 9.
func reply(xid int, results ...any) string { return record(accepted(xid, results...)) }

// accepted is reply without its record mark.
func accepted(xid int, results ...any) string { return words(xid, 1, 0, 0, 0, 0) + words(results...) }

// refused returns an accepted reply without results. Source: rfc5531 9.
func refused(xid, state int, more ...any) string {
	return record(words(xid, 1, 0, 0, 0, state) + words(more...))
}

// The kinds of objects. Source: rfc1813 2.5.
const (
	file      = 1
	directory = 2
	pipe      = 7
	link      = 5
)

// attributes3 returns fattr3 of an object of December 1994. Source: rfc1813 2.5.
func attributes3(kind, size, id int) string {
	return words(kind, 0o644, 1, 0, 0, 0, size, 0, size, 0, 0, 0, 1, 0, id, 1, 0, 786283200, 0, 1, 0)
}

// attributes2 returns fattr. Source: rfc1094 2.3.5.
func attributes2(kind, size, id int) string {
	return words(kind, 0o644, 1, 0, 0, size, 512, 0, 1, 1, id, 1, 0, 786283200, 0, 1, 0)
}

// entry3 returns an entry of READDIRPLUS with a handle "h"+name. Source: rfc1813 3.3.17.
func entry3(name string, id, cookie, kind, size int) string {
	return words(1, 0, id) + opaque(name) + words(0, cookie, 1) + attributes3(kind, size, id) + words(1) + opaque("h"+name)
}

// oct returns bytes in the form of a transcript line.
func oct(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < ' ' || c >= 0x7F || c == '\\' {
			fmt.Fprintf(&b, `\x%02x`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// sends and gets return a line of a transcript.
func sends(s string) string { return "C-: " + oct(s) + "\n" }
func gets(s string) string  { return "S-: " + oct(s) + "\n" }

// begins returns the start of a transcript: the URL, and a server without MOUNT on its port.
func begins(path string) string {
	return "-- url --\nnfs://host.example" + path + "\n-- wire --\n" + sends(call(1, 100005, 3, 0)) + gets(refused(1, 1))
}
