package wais

import (
	"fmt"
	"math"
	"strconv"

	"github.com/earl-url/earl"
)

const (
	// messageSize is the length of the body of an answer that initMessage asks for:
	// what every server of that time had room for.
	messageSize = 100_000
	// firstChunk is how much of a document clients asked for at a time: what any
	// server sends without an Init before.
	firstChunk = 10_000
	// answerRoom is what an answer holds besides the document-id and the text.
	answerRoom = 200
	// maxHits is how many hits a search asks for: what Lynx did.
	maxHits = 200
)

// initMessage asks a server for answers of up to messageSize bytes. It may be
// left out. Source: WAIS functional specification 1.5, Init.
const initMessage = "0000000025z2wais      " + "  0" +
	"\x00\x17\x14" + // the APDU's header: 23 bytes, Init
	"\x03\x01\x80" + "\x04\x01\x80" + // ProtocolVersion 1, Options: search alone
	"\x05\x03\x01\x86\xA0" + "\x06\x03\x01\x86\xA0" + // PreferredMessageSize, MaximumRecordSize
	"\x07\x04earl" // IDAuthentication

// documentLength returns the document's length in bytes, as far as the URL says
// it: 0 there means unknown, and the largest number here.
// Source: draft1993 WAIS.
func documentLength(v earl.WAIS) int64 {
	n, err := strconv.ParseInt(string(v.Length.Value), 10, 64)
	if err != nil || n <= 0 {
		return math.MaxInt64
	}
	return n
}

// needsInit reports whether initMessage is worth sending before the retrieval of
// the bytes from start to end: not for what comes in one answer without it.
func needsInit(v earl.WAIS, start, end int64) bool { return end-start > chunkOf(v, 0) }

// chunkOf returns how many bytes of the document can be asked for at a time where
// the server's answers have up to size bytes; 0: that is not known. Where not
// even the document-id fits in, it is 0 or less.
func chunkOf(v earl.WAIS, size int) int64 {
	if size == 0 {
		return firstChunk
	}
	return int64(size - answerRoom - len(v.DocumentID()))
}

// describeRequest returns in words what opening v asks for.
// Source: rfc1738 3.9.
func describeRequest(v earl.WAIS) string {
	switch {
	case v.WType.Present:
		return fmt.Sprintf("retrieval of document %q, type %q, from database %q", v.DocumentID().Printable(), v.WType.Value.Printable(), v.Database.Printable())
	case v.Search.Present:
		return fmt.Sprintf("search of database %q for %q", v.Database.Printable(), v.Words().Printable())
	}
	return fmt.Sprintf("search of database %q without words, for its description", v.Database.Printable())
}

// searchMessage returns the message that searches the database for the words of
// v; for none if Search is absent: a server then says what the database is.
// Source: rfc1738 3.9; WAIS functional specification 1.5, Search.
func searchMessage(v earl.WAIS) string {
	info := appendElement(nil, 106, string(v.Words()))       // SeedWords
	info = appendElement(info, 111, "\x01")                  // DateFactor: any
	info = appendElement(info, 114, string([]byte{maxHits})) // MaxDocumentsRetrieved: without it freeWAIS ends
	header := "\x16" + "\x00\x00\x1E" + "\x00\x13\x88" + "\x00\x00\x1E" + "\x01" +
		"\x11\x00" // ResultSetName
	b := appendElement([]byte(header), 18, databaseOf(v))
	b = appendElement(b, 20, "3") // QueryType: words
	return newMessage(b, appendElement(nil, 99, string(info)))
}

// retrievalMessage returns the message that retrieves the bytes of the document
// from start up to end, which is more. Its query is "document-id and type and
// from and to", each in the form that servers know, and every part of it needed.
// Source: rfc1738 3.9; WAIS functional specification 1.5, Search.
func retrievalMessage(v earl.WAIS, start, end int64) string {
	var query []byte
	for _, term := range [...]struct{ code, value string }{
		{"un re", string(v.DocumentID())},
		{"wt re", string(v.WType.Value)},
		{"wb ro", strconv.FormatInt(start, 10)},
		{"wb rl", strconv.FormatInt(end, 10)},
	} {
		query = appendElement(query, 44, term.code+" ig ig ig ig") // AttributeList
		query = appendElement(query, 45, term.value)               // Term
		if term.code != "un re" {
			query = appendElement(query, 46, "a") // Operator: and
		}
	}
	header := "\x16" + "\x00\x00\x0A" + "\x00\x00\x10" + "\x00\x00\x0F" + "\x01" +
		"\x11\x03FOO" // ResultSetName
	b := appendElement([]byte(header), 18, databaseOf(v))
	b = appendElement(b, 20, "1")                  // QueryType: a document
	b = appendElement(b, 19, " \x1FDocument Text") // ElementSetNames
	b = appendElement(b, 2, "3")                   // ReferenceID
	return newMessage(b, appendElement(nil, 21, string(query)))
}

// databaseOf returns the database as it goes to the server. An empty one is INFO,
// in which servers describe their databases.
func databaseOf(v earl.WAIS) string {
	if v.Database == "" {
		return "INFO"
	}
	return string(v.Database)
}

// appendElement appends an element: its tag, which is less than 128, the length of
// its value in base 128, and the value. Source: WAIS functional specification 1.5.
func appendElement(b []byte, t byte, value string) []byte {
	b = append(b, t)
	n := uint(len(value))
	shift := 0
	for n>>(shift+7) > 0 {
		shift += 7
	}
	for ; shift > 0; shift -= 7 {
		b = append(b, 0x80|byte(n>>shift))
	}
	return append(append(b, byte(n&0x7F)), value...)
}

// newMessage returns the message of one APDU: its header, without the length that
// stands before it, and the user information.
func newMessage(header, info []byte) string {
	b := fmt.Appendf(nil, "%010dz2wais        0", 2+len(header)+len(info)) // version 2, nothing compressed or encoded
	b = append(b, byte(len(header)>>8), byte(len(header)))
	return string(append(append(b, header...), info...))
}
