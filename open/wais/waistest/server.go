// Package waistest is a WAIS server with an index in memory, for tests and for
// something to look at.
//
//	s := &waistest.Server{Databases: []waistest.Database{{Name: "books", Documents: docs}}}
//	go s.Serve(listener)
//
// It was written from the protocol and knows nothing of the client beside it, so
// that the two can be held against each other: Init, Search by words and Search
// by document-id, in answers no longer than the client agreed to. It says what
// freeWAIS-sf says: pseudo-hits for its description and its catalogue, the
// diagnostics S1 and SF, and an empty message for what it cannot read.
//
// Source: WAIS functional specification 1.5.
package waistest

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
)

// maxSize is how long an answer may be that no Init spoke of.
const maxSize = 100_000

// Server is a WAIS server. Its fields must not change while it serves.
type Server struct {
	Databases []Database
	// Catalogue says that a search which finds nothing offers the catalogue, with
	// the score 0, as freeWAIS does. false: it finds nothing.
	Catalogue bool

	mu    sync.Mutex
	conns map[net.Conn]bool
	wg    sync.WaitGroup
}

// Serve answers all who connect, until the listener is closed, and returns the
// error of that. Connections that are open stay so until Close.
func (s *Server) Serve(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		s.mu.Lock()
		if s.conns == nil {
			s.conns = map[net.Conn]bool{}
		}
		s.conns[conn] = true
		s.mu.Unlock()
		s.wg.Go(func() {
			s.Converse(conn)
			s.mu.Lock()
			delete(s.conns, conn)
			s.mu.Unlock()
		})
	}
}

// Close ends the connections and waits for that. Close the listener before.
func (s *Server) Close() {
	s.mu.Lock()
	for conn := range s.conns {
		conn.Close()
	}
	s.mu.Unlock()
	s.wg.Wait()
}

// Converse answers on one connection until the client goes, and closes it.
func (s *Server) Converse(conn net.Conn) {
	defer conn.Close()
	r, size := bufio.NewReader(conn), maxSize
	for {
		header, body, err := readMessage(r)
		if err != nil {
			return
		}
		answer := s.answer(body, &size, port(conn))
		copy(answer[10:24], header[10:24]) // what freeWAIS does: version, name, compression, encoding
		if answer[10] |= 0x20; answer[22] != ' ' || answer[23] != ' ' {
			return
		}
		if _, err := conn.Write(answer); err != nil {
			return
		}
	}
}

// port returns the port on which conn came.
func port(conn net.Conn) int {
	if a, ok := conn.LocalAddr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 210
}

// readMessage reads a message.
func readMessage(r io.Reader) (header [25]byte, body []byte, err error) {
	if _, err = io.ReadFull(r, header[:]); err != nil {
		return header, nil, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(header[:10])))
	if err != nil || n < 0 || n > maxSize || header[10]|0x20 != 'z' || header[11] > '2' {
		return header, nil, errors.New("waistest: not a message")
	}
	body = make([]byte, n)
	_, err = io.ReadFull(r, body)
	return header, body, err
}

// answer returns the message that answers one. size is what was agreed on.
func (s *Server) answer(body []byte, size *int, port int) []byte {
	r, err := parseRequest(body)
	switch {
	case err != nil:
	case r.pdu == pduInit:
		*size = min(r.size, maxSize)
		return s.init(*size)
	case r.query == "3":
		return s.search(r, *size, port)
	case r.query == "1":
		if b := s.retrieve(r, port); len(b)-25 <= *size {
			return b
		}
	}
	return []byte("0000000000z2wais        0")
}

// init agrees on a size.
func (s *Server) init(size int) []byte {
	header := []byte("\x15\x01\x03\x01\x80\x04\x01\x80")
	header = append(append(header, Number(5, size)...), Number(6, size)...)
	return Message(header, Element(99, Number(100, 0), Number(101, 0)))
}

// database returns a database by its name; none is INFO, which describes the others.
func (s *Server) database(name string, port int) (*Database, bool) {
	if name == "" || name == "INFO" {
		info := &Database{Name: "INFO", Description: "The databases of this server."}
		for i := range s.Databases {
			doc := s.Databases[i].about(port)[0]
			doc.ID, doc.Headline = "\x03"+string(compressed(len(s.Databases[i].Name)))+s.Databases[i].Name, s.Databases[i].Name+".src"
			info.Documents = append(info.Documents, doc)
		}
		return info, true
	}
	for i := range s.Databases {
		if s.Databases[i].Name == name {
			return &s.Databases[i], true
		}
	}
	return nil, false
}

// search answers a search by words. Hits for which there is no room are left
// out, and nothing says so.
func (s *Server) search(r request, size, port int) []byte {
	d, ok := s.database(r.database, port)
	if !ok {
		return SearchResponse(r.reference, 1, Diagnostic("S1", "The following database is not available: "+r.database))
	}
	var hits []Hit
	if strings.Trim(r.words, "?* ") == "" {
		for _, doc := range d.about(port) {
			hits = append(hits, doc.hit(d, 1000))
		}
	} else if hits = d.search(r.words); len(hits) == 0 && s.Catalogue {
		none := d.about(port)[1].hit(d, 0)
		none.Headline = "Search produced no result. Here's the Catalog for database: " + d.Name
		hits = []Hit{none}
	}
	var groups []byte
	n := 0
	for _, h := range hits[:min(len(hits), r.hits)] {
		g := h.Element()
		if len(groups)+len(g)+100 > size {
			break
		}
		groups = append(groups, g...)
		n++
	}
	return SearchResponse(r.reference, n, groups)
}

// retrieve answers a retrieval.
func (s *Server) retrieve(r request, port int) []byte {
	missing := SearchResponse(r.reference, 1, Diagnostic("SF", "Missing DocID in request"))
	d, ok := s.database(r.database, port)
	start, end, span := r.span()
	if !ok || !span {
		return missing
	}
	id := r.terms["un re"]
	for _, doc := range append(d.about(port), d.Documents...) {
		if doc.ID != id {
			continue
		}
		outOfRange := Diagnostic("SF", "Request out of range")
		switch n := len(doc.Body); {
		case start > n:
			return SearchResponse(r.reference, 1, outOfRange)
		case end > n:
			return SearchResponse(r.reference, 2, Text(id, doc.Body[start:]), outOfRange)
		}
		return SearchResponse(r.reference, 1, Text(id, doc.Body[start:end]))
	}
	return missing
}
