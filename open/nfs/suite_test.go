package nfs_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nfs"
	"github.com/earl-url/earl/open/opentest"
)

// lookup returns the part of a transcript that finds an object by the public handle.
func lookup(path string, kind, size int) string {
	return sends(call(2, 100003, 3, 3, 0, opaque(path))) +
		gets(reply(2, 0, opaque("H"), 1, attributes3(kind, size, 7), 0))
}

// read returns a call of READ. Source: rfc1813 3.3.6.
func read(xid, offset, count int) string {
	return call(xid, 100003, 3, 6, opaque("H"), 0, offset, count)
}

// data returns a reply to READ.
func data(xid int, text string, end int) string {
	return reply(xid, 0, 0, len(text), end, opaque(text))
}

// G2, G11. Each transcript is made by wire_test.go and not by the code under test.
func TestSuite(t *testing.T) {
	const block = 1 << 20
	many := strings.Builder{}
	for i := range 30 {
		many.WriteString(entry3(fmt.Sprint("f", i), 100+i, i+1, file, 5))
	}
	list := begins("/pub/") + lookup("pub", directory, 512) +
		sends(call(3, 100003, 3, 17, opaque("H"), 0, 0, 0, 0, 8<<10, 64<<10))
	part := words(0, 0, 0, 0)
	opentest.Run(t, nfs.Opener{}, opentest.Fixture{
		Document: begins("/pub/a.txt") + lookup("pub/a.txt", file, 6) + sends(read(3, 0, 6)) + gets(data(3, "hello\n", 1)),
		Listing: list + gets(reply(3, part, entry3(".", 1, 1, directory, 512), entry3("a", 2, 2, file, 5), 0, 0)) +
			sends(call(4, 100003, 3, 17, opaque("H"), 0, 2, 0, 0, 8<<10, 64<<10)) +
			gets(reply(4, part, entry3("b", 3, 3, directory, 512), 0, 1)),
		Endless: begins("/pub/a.txt") + lookup("pub/a.txt", file, 1<<30) +
			sends(read(3, 0, block)) + sends(read(4, block, block)) + sends(read(5, 2*block, block)) + sends(read(6, 3*block, block)) +
			"flood: x\n",
		EndlessListing: list + gets(reply(3, part, many.String(), 0, 0)) + "flood: x\n",
		Hostile: []opentest.Hostile{
			{URL: "nfs://host.example/a{}b"},
			{URL: "nfs://host.example/a{}/b"},
			{URL: "nfs://host{}.example/a"},
		},
		CutShows: true,
	})
}

// planned returns the part of a write that a plan shows: everything, except calls with a file
// handle that the server chose.
func planned(write string) string {
	const handle = 4 + 24 + 36 // after the record mark, the header and the credential
	if len(write) < handle+4 || binary.BigEndian.Uint32([]byte(write[16:])) != 100003 {
		return write
	}
	if binary.BigEndian.Uint32([]byte(write[handle:])) != 0 {
		return ""
	}
	return write
}

// G11: the plan is what is sent, up to the first call with a handle of the server.
func TestPlanIsWire(t *testing.T) {
	mounted := "-- url --\nnfs://host.example/\n-- wire --\n" + sends(call(1, 100005, 3, 0)) + gets(reply(1)) +
		sends(call(2, 100005, 3, 1, opaque("/"))) + gets(reply(2, 0, opaque("root"), 1, 1)) +
		sends(call(3, 100005, 3, 3, opaque("/"))) + gets(reply(3)) +
		sends(call(4, 100003, 3, 1, opaque("root"))) + gets(reply(4, 0, attributes3(directory, 512, 1))) +
		sends(call(5, 100003, 3, 17, opaque("root"), 0, 0, 0, 0, 8<<10, 64<<10)) + gets(reply(5, 0, 0, 0, 0, 0, 1))
	for name, transcript := range map[string]string{
		"version 3": begins("/pub/a.txt") + lookup("pub/a.txt", file, 6) + sends(read(3, 0, 6)) + gets(data(3, "hello\n", 1)),
		"version 2": begins("//a%2Fb") + sends(call(2, 100003, 3, 3, 0, opaque("/a%2fb"))) + gets(refused(2, 2, 2, 2)) +
			sends(call(3, 100003, 2, 4, strings.Repeat("\x00", 32), opaque("/a%2fb"))) +
			gets(reply(3, 0, strings.Repeat("H", 32), attributes2(file, 0, 7))),
		"mounted": mounted,
	} {
		t.Run(name, func(t *testing.T) {
			opentest.PlanIsWire(t, nfs.Opener{}, opentest.PlanCase{Transcript: transcript, Payload: planned})
		})
	}
}

// Source: rfc2224 6.1; rfc1813 3.3.6. A part of a file is requested by its offset.
func TestPartOfAFile(t *testing.T) {
	opentest.PlanIsWire(t, nfs.Opener{}, opentest.PlanCase{
		Transcript: begins("/a") + lookup("a", file, 100) + sends(read(3, 10, 5)) + gets(data(3, "01234", 0)),
		Payload:    planned,
		Request:    open.Request{Offset: 10, End: 15},
	})
}
