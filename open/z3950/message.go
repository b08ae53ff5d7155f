package z3950

import (
	"github.com/earl-url/earl/internal/protocol/ber"
)

// The tags of the messages. Source: ANSI/NISO Z39.50-1995 4.1, PDU.
const (
	class = ber.Tag(ber.Context) << 30 // of all tags of the protocol

	tagInit            = class | 20
	tagInitResponse    = class | 21
	tagSearch          = class | 22
	tagSearchResponse  = class | 23
	tagPresent         = class | 24
	tagPresentResponse = class | 25
	tagAccessControl   = class | 28
	tagResourceControl = class | 30
	tagScan            = class | 35
	tagScanResponse    = class | 36
	tagClose           = class | 48
)

// The options and versions that Init requests, by the numbers of their bits.
const (
	optionSearch  = 0
	optionPresent = 1
	optionScan    = 7

	version3 = 2 // the bit of version 3, which has Close
)

// resultSet is the name of the result of the only search of a session. Servers without named result
// sets have only this one.
const resultSet = "default"

// implementation is the name of this client.
const implementation = "earl"

// initMessage begins a session. Source: ANSI/NISO Z39.50-1995 3.2.1.1.
func initMessage(size int) []byte {
	return ber.Of(tagInit,
		ber.Bits(ber.Ctx(3), 0, 1, version3),
		ber.Bits(ber.Ctx(4), optionSearch, optionPresent, optionScan),
		ber.Int(ber.Ctx(5), int64(size)),
		ber.Int(ber.Ctx(6), int64(size)),
		ber.Bytes(ber.Ctx(111), implementation),
	)
}

// searchMessage searches databases. The three numbers mean that the response contains no records.
// Source: ANSI/NISO Z39.50-1995 3.2.2.1.
func searchMessage(names []string, q query) []byte {
	return ber.Of(tagSearch,
		ber.Int(ber.Ctx(13), 0),
		ber.Int(ber.Ctx(14), 1),
		ber.Int(ber.Ctx(15), 0),
		ber.Bool(ber.Ctx(16), true),
		ber.Bytes(ber.Ctx(17), resultSet),
		ber.Of(ber.Ctx(18), databases(names)...),
		q.encoded(),
	)
}

// databases returns names as elements.
func databases(names []string) [][]byte {
	list := make([][]byte, len(names))
	for i, name := range names {
		list[i] = ber.Bytes(ber.Ctx(105), name)
	}
	return list
}

// presentMessage retrieves count records from start on, counted from 1. elementSet "" means that of the
// server. Source: ANSI/NISO Z39.50-1995 3.2.3.1.
func presentMessage(start, count int64, elementSet string, format syntax) []byte {
	parts := [][]byte{
		ber.Bytes(ber.Ctx(31), resultSet),
		ber.Int(ber.Ctx(30), start),
		ber.Int(ber.Ctx(29), count),
	}
	if elementSet != "" {
		parts = append(parts, ber.Of(ber.Ctx(19), ber.Bytes(ber.Ctx(0), elementSet)))
	}
	return ber.Of(tagPresent, append(parts, ber.ObjectID(ber.Ctx(104), format.oid))...)
}

// scanMessage requests count terms of an index from a term on. Source: ANSI/NISO Z39.50-1995 3.2.8.1.
func scanMessage(names []string, t term, count int64) []byte {
	return ber.Of(tagScan,
		ber.Of(ber.Ctx(3), databases(names)...),
		ber.ObjectID(ber.OID, oidBib1),
		t.encoded(),
		ber.Int(ber.Ctx(5), 0),
		ber.Int(ber.Ctx(6), count),
		ber.Int(ber.Ctx(7), 1),
	)
}

// closeMessage ends a session, with the reason "finished".
// Source: ANSI/NISO Z39.50-1995 3.2.11.1.
func closeMessage() []byte { return ber.Of(tagClose, ber.Int(ber.Ctx(211), 0)) }
