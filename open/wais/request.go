package wais

import (
	"fmt"
	"math"
	"strconv"

	"github.com/earl-url/earl/views"
)

const (
	// messageSize is the length of the answers that initMessage requests. Every
	// server of that time had room for it.
	messageSize = 100_000
	// firstChunk is how much of a document clients requested at a time. Any server
	// sends that much without Init.
	firstChunk = 10_000
	// answerRoom is the space in an answer besides the document-id and the text.
	answerRoom = 200
	// maxHits is how many hits a search requests, as in Lynx.
	maxHits = 200
)

// initMessage requests answers of up to messageSize bytes. It is optional.
// Source: WAIS functional specification 1.5, Init.
const initMessage = "0000000025z2wais      " + "  0" +
	"\x00\x17\x14" + // the APDU's header: 23 bytes, Init
	"\x03\x01\x80" + "\x04\x01\x80" + // ProtocolVersion 1, Options: only search
	"\x05\x03\x01\x86\xA0" + "\x06\x03\x01\x86\xA0" + // PreferredMessageSize, MaximumRecordSize
	"\x07\x04earl" // IDAuthentication

// documentLength returns the document's length in bytes according to the URL.
// If it is 0, which means unknown, the result is the largest number.
// Source: draft1993 WAIS.
func documentLength(v views.WAIS) int64 {
	n, err := strconv.ParseInt(string(v.Length.Value), 10, 64)
	if err != nil || n <= 0 {
		return math.MaxInt64
	}
	return n
}

// needsInit reports whether to send initMessage before the retrieval of the
// bytes from start to end. It is not needed for a range that fits in one answer
// without it.
func needsInit(v views.WAIS, start, end int64) bool { return end-start > chunkOf(v, 0) }

// chunkOf returns how many bytes of the document to request at a time if the
// server's answers have up to size bytes; a size of 0 means not known. If there
// is no room for the document-id, the result is 0 or less.
func chunkOf(v views.WAIS, size int) int64 {
	if size == 0 {
		return firstChunk
	}
	return int64(size - answerRoom - len(v.DocumentID()))
}

// describeRequest describes in words what opening v requests.
// Source: rfc1738 3.9.
func describeRequest(v views.WAIS) string {
	switch {
	case v.WType.Present:
		return fmt.Sprintf("retrieval of document %q, type %q, from database %q", v.DocumentID().Printable(), v.WType.Value.Printable(), v.Database.Printable())
	case v.Search.Present:
		return fmt.Sprintf("search of database %q for %q", v.Database.Printable(), v.Words().Printable())
	}
	return fmt.Sprintf("search of database %q without words, for its description", v.Database.Printable())
}

// searchMessage returns the message that searches the database for the words of
// v. If Search is absent, it searches without words, for which a server
// describes the database.
// Source: rfc1738 3.9; WAIS functional specification 1.5, Search.
func searchMessage(v views.WAIS) string {
	info := appendElement(nil, 106, string(v.Words()))       // SeedWords
	info = appendElement(info, 111, "\x01")                  // DateFactor: any
	info = appendElement(info, 114, string([]byte{maxHits})) // MaxDocumentsRetrieved: without it freeWAIS crashes
	header := "\x16" + "\x00\x00\x1E" + "\x00\x13\x88" + "\x00\x00\x1E" + "\x01" +
		"\x11\x00" // ResultSetName
	b := appendElement([]byte(header), 18, databaseOf(v))
	b = appendElement(b, 20, "3") // QueryType: words
	return newMessage(b, appendElement(nil, 99, string(info)))
}

// retrievalMessage returns the message that retrieves the bytes of the document
// from start to end, which must be greater. Its query is "document-id and type
// and from and to", each in the form that servers know. Every part of it is
// required.
// Source: rfc1738 3.9; WAIS functional specification 1.5, Search.
func retrievalMessage(v views.WAIS, start, end int64) string {
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

// databaseOf returns the database to send. An empty one is INFO, in which
// servers describe their databases.
func databaseOf(v views.WAIS) string {
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

// newMessage returns the message of an APDU: its header, without the length
// before it, and the user information.
func newMessage(header, info []byte) string {
	b := fmt.Appendf(nil, "%010dz2wais        0", 2+len(header)+len(info)) // version 2, nothing compressed or encoded
	b = append(b, byte(len(header)>>8), byte(len(header)))
	return string(append(append(b, header...), info...))
}
