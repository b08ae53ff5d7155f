// Package z3950server is a small server of Z39.50, for tests and for a demonstration. It has Init, Search
// with a query of type 1, Present, Scan and Close, with the attributes of bib-1.
//
//	s := &z3950test.Server{Databases: []z3950test.Database{{Name: "books", Records: records}}}
//	s.Converse(conn)
//
// It follows ANSI/NISO Z39.50-1995 and does not use package z3950, so that tests compare two
// implementations.
package z3950server

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/protocol/ber"
)

// Server is a server of databases. It must not change while it serves.
type Server struct {
	Databases []Database
	// Name is what the server calls itself. "" means "earl z3950test".
	Name string
	// Version 2 of the protocol has no Close. 0 means version 3.
	Version int
}

// Database is a list of records, with the words that find them.
type Database struct {
	Name    string
	Records []Record
}

// Record is a record in each syntax. An empty one is not available.
type Record struct {
	MARC, Text, XML []byte
	// Keys are the texts that find the record, by the Use attribute of bib-1. Their words are found in
	// upper and lower case.
	Keys map[int][]string
	// Whole are the Use attributes whose texts are found only as a whole, such as 1032 for a docid.
	Whole []int
}

// The limits of a client's messages.
const (
	maxMessage = 64 << 10
	maxDepth   = 64
	maxNesting = 32 // of a query
)

// The diagnostics of bib-1 that the server sends.
const (
	diagOutOfRange  = 13
	diagTooLong     = 17
	diagNoResult    = 30
	diagQueryType   = 107
	diagMalformed   = 108
	diagNoDatabase  = 109
	diagOperator    = 110
	diagUse         = 114
	diagTruncation  = 120
	diagTermType    = 229
	diagSyntax      = 239
	diagNotInSyntax = 238
)

// A diagnostic is an error with its code and additional information.
type diagnostic struct {
	code int64
	info string
}

// Converse serves one client until it leaves or sends what is not a message.
func (s *Server) Converse(conn io.ReadWriter) {
	c := &client{server: s, size: maxMessage}
	in := bufio.NewReader(conn)
	for {
		e, err := ber.Read(in, ber.Limits{Size: maxMessage, Depth: maxDepth})
		if err != nil {
			return
		}
		answer, more := c.answer(e)
		if len(answer) > 0 {
			if _, err := conn.Write(answer); err != nil {
				return
			}
		}
		if !more {
			return
		}
	}
}

// A client is a session.
type client struct {
	server *Server
	ready  bool // after Init
	size   int64
	result []hit // of the last search
	has    bool  // there was a search
}

// A hit is a record that a search found.
type hit struct {
	database string
	record   *Record
}

// answer returns the response to a message, and whether the session continues.
func (c *client) answer(e ber.Element) ([]byte, bool) {
	switch n := e.Tag.Number(); {
	case e.Tag.Class() != ber.Context:
		return c.close(6), false
	case n == 20:
		return c.init(e), true
	case !c.ready:
		return nil, false
	case n == 22:
		return c.search(e), true
	case n == 24:
		return c.present(e), true
	case n == 35:
		return c.scan(e), true
	case n == 48:
		return c.close(0), false
	}
	return c.close(6), false
}

// close returns a Close, if the version has it. 0 means finished, and 6 a protocol error.
func (c *client) close(reason int64) []byte {
	if c.server.Version == 2 {
		return nil
	}
	return ber.Of(ber.Ctx(48), ber.Int(ber.Ctx(211), reason))
}

// init answers Init. Source: ANSI/NISO Z39.50-1995 3.2.1.1.
func (c *client) init(e ber.Element) []byte {
	c.ready = true
	if size, ok := find(e, 5).Int(); ok && size > 0 {
		c.size = size
	}
	versions := []int{0, 1, 2}
	if c.server.Version == 2 {
		versions = versions[:2]
	}
	return ber.Of(ber.Ctx(21),
		ber.Bits(ber.Ctx(3), common(find(e, 3), versions)...),
		ber.Bits(ber.Ctx(4), common(find(e, 4), []int{0, 1, 7, 14})...), // search, present, scan, named result sets
		ber.Int(ber.Ctx(5), c.size),
		ber.Int(ber.Ctx(6), c.size),
		ber.Bool(ber.Ctx(12), true),
		ber.Bytes(ber.Ctx(111), cmp.Or(c.server.Name, "earl z3950test")),
	)
}

// common returns the numbers of the bits that are set in e.
func common(e ber.Element, numbers []int) (list []int) {
	for _, n := range numbers {
		if e.Bit(n) {
			list = append(list, n)
		}
	}
	return list
}

// find returns the child of e with the context-specific tag n, or the zero Element.
func find(e ber.Element, n uint32) ber.Element {
	child, _ := e.Find(ber.Ctx(n))
	return child
}

// databases returns the databases with the names in a list.
func (c *client) databases(names ber.Element) ([]*Database, *diagnostic) {
	var list []*Database
	for name := range names.Children() {
		i := slices.IndexFunc(c.server.Databases, func(d Database) bool { return strings.EqualFold(d.Name, string(name.Bytes())) })
		if i < 0 {
			return nil, &diagnostic{diagNoDatabase, string(name.Bytes())}
		}
		list = append(list, &c.server.Databases[i])
	}
	if len(list) == 0 {
		return nil, &diagnostic{diagNoDatabase, ""}
	}
	return list, nil
}

// search answers Search. Source: ANSI/NISO Z39.50-1995 3.2.2.1.
func (c *client) search(e ber.Element) []byte {
	c.result, c.has = nil, true
	list, d := c.databases(find(e, 18))
	var q operand
	if d == nil {
		q, d = parseQuery(find(e, 21))
	}
	for _, database := range list {
		if d == nil {
			d = database.knows(q)
		}
	}
	if d != nil {
		return ber.Of(ber.Ctx(23), ber.Int(ber.Ctx(23), 0), ber.Int(ber.Ctx(24), 0), ber.Int(ber.Ctx(25), 0), ber.Bool(ber.Ctx(22), false),
			ber.Int(ber.Ctx(26), 3), ber.Of(ber.Ctx(130), d.encoded()...))
	}
	for _, database := range list {
		for i := range database.Records {
			if q.matches(&database.Records[i]) {
				c.result = append(c.result, hit{database.Name, &database.Records[i]})
			}
		}
	}
	return ber.Of(ber.Ctx(23), ber.Int(ber.Ctx(23), int64(len(c.result))), ber.Int(ber.Ctx(24), 0), ber.Int(ber.Ctx(25), 1), ber.Bool(ber.Ctx(22), true))
}

// encoded returns the content of the type DefaultDiagFormat.
func (d *diagnostic) encoded() [][]byte {
	return [][]byte{ber.ObjectID(ber.OID, "1.2.840.10003.4.1"), ber.Int(ber.Integer, d.code), ber.Bytes(ber.VisibleString, d.info)}
}

// present answers Present. It sends as many records as fit into a message, and at least one.
// Source: ANSI/NISO Z39.50-1995 3.2.3.1.
func (c *client) present(e ber.Element) []byte {
	start, _ := find(e, 30).Int()
	count, _ := find(e, 29).Int()
	oid, _ := find(e, 104).OID()
	switch {
	case !c.has:
		return noRecords(diagnostic{diagNoResult, "default"})
	case start < 1 || count < 1 || start-1 > int64(len(c.result))-count:
		return noRecords(diagnostic{diagOutOfRange, ""})
	case syntaxOf(oid) == nil:
		return noRecords(diagnostic{diagSyntax, oid})
	}
	var records [][]byte
	var size int64
	for _, h := range c.result[start-1 : start-1+count] {
		r := h.encoded(oid, c.size)
		if size += int64(len(r)); size > c.size && len(records) > 0 {
			break
		}
		records = append(records, r)
	}
	sent := int64(len(records))
	status := int64(0)
	if sent < count {
		status = 2 // the rest does not fit
	}
	return ber.Of(ber.Ctx(25), ber.Int(ber.Ctx(24), sent), ber.Int(ber.Ctx(25), start+sent), ber.Int(ber.Ctx(27), status),
		ber.Of(ber.Ctx(28), records...))
}

// noRecords returns the response to Present with a diagnostic.
func noRecords(d diagnostic) []byte {
	return ber.Of(ber.Ctx(25), ber.Int(ber.Ctx(24), 0), ber.Int(ber.Ctx(25), 0), ber.Int(ber.Ctx(27), 5), ber.Of(ber.Ctx(130), d.encoded()...))
}

// syntaxOf returns the function that returns a record in a syntax, or nil.
func syntaxOf(oid string) func(r *Record) []byte {
	switch oid {
	case "1.2.840.10003.5.10":
		return func(r *Record) []byte { return r.MARC }
	case "1.2.840.10003.5.101":
		return func(r *Record) []byte { return r.Text }
	case "1.2.840.10003.5.109.10":
		return func(r *Record) []byte { return r.XML }
	}
	return nil
}

// encoded returns the type NamePlusRecord for a record in a syntax.
func (h hit) encoded(oid string, max int64) []byte {
	octets := syntaxOf(oid)(h.record)
	var d *diagnostic
	switch {
	case octets == nil:
		d = &diagnostic{diagNotInSyntax, oid}
	case int64(len(octets)) > max:
		d = &diagnostic{diagTooLong, ""}
	}
	record := ber.Ctx(1)
	var value []byte
	switch {
	case d != nil:
		record, value = ber.Ctx(2), ber.Of(ber.Sequence, d.encoded()...)
	case oid == "1.2.840.10003.5.101":
		value = ber.Of(ber.External, ber.ObjectID(ber.OID, oid), ber.Of(ber.Ctx(0), ber.Bytes(ber.GeneralString, octets)))
	default:
		value = ber.Of(ber.External, ber.ObjectID(ber.OID, oid), ber.Bytes(ber.Ctx(1), octets))
	}
	return ber.Of(ber.Sequence, ber.Bytes(ber.Ctx(0), h.database), ber.Of(ber.Ctx(1), ber.Of(record, value)))
}

// scan answers Scan. The first term is the one that was requested, or the next.
// Source: ANSI/NISO Z39.50-1995 3.2.8.1.
func (c *client) scan(e ber.Element) []byte {
	list, d := c.databases(find(e, 3))
	var t term
	if d == nil {
		t, d = parseTerm(find(e, 102))
	}
	for _, database := range list {
		if d == nil {
			d = database.knows(t)
		}
	}
	if d != nil {
		return ber.Of(ber.Ctx(36), ber.Int(ber.Ctx(4), 6), ber.Int(ber.Ctx(5), 0), ber.Of(ber.Ctx(7), ber.Of(ber.Ctx(2), ber.Of(ber.Sequence, d.encoded()...))))
	}
	count, _ := find(e, 6).Int()
	words, counts := terms(list, t.use)
	first, _ := slices.BinarySearch(words, t.text)
	words = words[first:]
	words = words[:min(int64(len(words)), max(count, 0), 1000)]
	var entries [][]byte
	for _, w := range words {
		entries = append(entries, ber.Of(ber.Ctx(1), ber.Bytes(ber.Ctx(45), w), ber.Int(ber.Ctx(2), int64(counts[w]))))
	}
	return ber.Of(ber.Ctx(36), ber.Int(ber.Ctx(3), 0), ber.Int(ber.Ctx(4), 0), ber.Int(ber.Ctx(5), int64(len(entries))), ber.Int(ber.Ctx(6), 1),
		ber.Of(ber.Ctx(7), ber.Of(ber.Ctx(1), entries...)))
}
