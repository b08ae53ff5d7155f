package earl

import (
	"math"
	"strconv"
)

const (
	// WAISMessageSize is how long the body of an answer may be that is asked for
	// in WAISInit: what every server of that time had room for.
	WAISMessageSize = 100_000
	// waisChunk is how much of a document clients asked for at a time: what any
	// server sends without an Init before.
	waisChunk = 10_000
	// waisRoom is what an answer holds besides the document-id and the text.
	waisRoom = 200
	// WAISHits is how many hits a search asks for: what Lynx did.
	WAISHits = 200
)

// WAISInit is the message that asks a server for answers of up to
// WAISMessageSize octets. It may be left out.
// Source: WAIS functional specification 1.5, Init.
const WAISInit Octets = "0000000025z2wais      " + "  0" +
	"\x00\x17\x14" + // the APDU's header: 23 octets, Init
	"\x03\x01\x80" + "\x04\x01\x80" + // ProtocolVersion 1, Options: search alone
	"\x05\x03\x01\x86\xA0" + "\x06\x03\x01\x86\xA0" + // PreferredMessageSize, MaximumRecordSize
	"\x07\x04earl" // IDAuthentication

// Messages returns the messages that opening v sends, as long as the server
// answers as it should: a search, one without words for a database, or the
// retrieval of a document with what goes before it. What comes behind the last
// of them depends on the answer: further parts of a document, the description of
// a database. There are none for an empty document-id.
// Source: rfc1738 3.9; WAIS functional specification 1.5.
func (v WAIS) Messages() []Octets {
	switch {
	case !v.WType.Present:
		return []Octets{v.SearchMessage()}
	case v.DocumentID() == "":
		return nil
	case v.NeedsInit(0, v.DocumentLength()):
		return []Octets{WAISInit, v.RetrievalMessage(0, min(v.DocumentLength(), v.Chunk(WAISMessageSize)))}
	}
	return []Octets{v.RetrievalMessage(0, v.DocumentLength())}
}

// DocumentLength returns the document's length in octets, as far as Length says
// it: 0 there means unknown, and the largest number here.
// Source: draft1993 WAIS.
func (v WAIS) DocumentLength() int64 {
	n, err := strconv.ParseInt(string(v.Length.Value), 10, 64)
	if err != nil || n <= 0 {
		return math.MaxInt64
	}
	return n
}

// NeedsInit reports whether WAISInit is worth sending before the retrieval of
// the octets from start to end: not for what comes in one answer without it.
func (v WAIS) NeedsInit(start, end int64) bool { return end-start > v.Chunk(0) }

// Chunk returns how many octets of the document can be asked for at a time where
// the server's answers have up to size octets; 0: that is not known. Where not
// even the document-id fits in, it is 0 or less.
func (v WAIS) Chunk(size int) int64 {
	if size == 0 {
		return waisChunk
	}
	return int64(size - waisRoom - len(v.DocumentID()))
}

// SearchMessage returns the message that searches the database for [WAIS.Words];
// for none if Search is absent: a server then says what the database is.
// An empty database is INFO, in which servers describe their databases.
// Source: rfc1738 3.9; WAIS functional specification 1.5, Search.
func (v WAIS) SearchMessage() Octets {
	info := appendRecord(nil, 106, v.Words())                // SeedWords
	info = appendRecord(info, 111, "\x01")                   // DateFactor: any
	info = appendRecord(info, 114, Octets([]byte{WAISHits})) // MaxDocumentsRetrieved: without it freeWAIS ends
	header := "\x16" + "\x00\x00\x1E" + "\x00\x13\x88" + "\x00\x00\x1E" + "\x01" +
		"\x11\x00" // ResultSetName
	b := appendRecord([]byte(header), 18, v.database())
	b = appendRecord(b, 20, "3") // QueryType: words
	return waisMessage(b, appendRecord(nil, 99, Octets(info)))
}

// RetrievalMessage returns the message that retrieves the octets of the document
// from start up to end, which is more. Its query is "document-id and type and
// from and to", each in the form that servers know, and every part of it needed.
// Source: rfc1738 3.9; WAIS functional specification 1.5, Search.
func (v WAIS) RetrievalMessage(start, end int64) Octets {
	var query []byte
	for _, term := range [...]struct {
		code  Octets
		value Octets
	}{
		{"un re", v.DocumentID()},
		{"wt re", v.WType.Value},
		{"wb ro", Octets(strconv.FormatInt(start, 10))},
		{"wb rl", Octets(strconv.FormatInt(end, 10))},
	} {
		query = appendRecord(query, 44, term.code+" ig ig ig ig") // AttributeList
		query = appendRecord(query, 45, term.value)               // Term
		if term.code != "un re" {
			query = appendRecord(query, 46, "a") // Operator: and
		}
	}
	header := "\x16" + "\x00\x00\x0A" + "\x00\x00\x10" + "\x00\x00\x0F" + "\x01" +
		"\x11\x03FOO" // ResultSetName
	b := appendRecord([]byte(header), 18, v.database())
	b = appendRecord(b, 20, "1")                  // QueryType: a document
	b = appendRecord(b, 19, " \x1FDocument Text") // ElementSetNames
	b = appendRecord(b, 2, "3")                   // ReferenceID
	return waisMessage(b, appendRecord(nil, 21, Octets(query)))
}

// database returns the database as it goes to the server.
func (v WAIS) database() Octets {
	if v.Database == "" {
		return "INFO"
	}
	return v.Database
}

// waisMessage returns the message of one APDU: its header, without the length
// that stands before it, and the user information.
func waisMessage(header, info []byte) Octets {
	digits := strconv.Itoa(2 + len(header) + len(info))
	b := append([]byte("0000000000"[:10-len(digits)]), digits...)
	b = append(b, "z2wais      "+"  0"...) // an APDU, version 2, nothing compressed or encoded
	b = append(b, byte(len(header)>>8), byte(len(header)))
	return Octets(append(append(b, header...), info...))
}
