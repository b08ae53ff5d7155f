// Package waisserver is a WAIS server with an index in memory, for tests and
// demonstrations.
//
//	s := &waistest.Server{Databases: []waistest.Database{{Name: "books", Documents: docs}}}
//	go s.Serve(listener)
//
// It is written from the specification and shares no code with the client, so
// that a test can compare the two. It supports Init, Search by words and Search
// by document-id, with answers no longer than the client agreed to. Like
// freeWAIS-sf it returns pseudo-hits for its description and its catalogue, the
// diagnostics S1 and SF, and an empty message for an invalid request.
//
// Source: WAIS functional specification 1.5.
package waisserver

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
)

// maxSize is the maximum length of an answer without an Init.
const maxSize = 100_000

// Server is a WAIS server. Do not change its fields while it serves.
type Server struct {
	Databases []Database
	// Catalogue makes a search without results return the catalogue, with the
	// score 0, as in freeWAIS. If it is false, the search returns no hits.
	Catalogue bool

	mu    sync.Mutex
	conns map[net.Conn]bool
	wg    sync.WaitGroup
}

// Serve serves all connections until the listener is closed, and returns the
// error of that. Open connections stay open until Close.
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

// Close ends the connections and waits for their end. Close the listener first.
func (s *Server) Close() {
	s.mu.Lock()
	for conn := range s.conns {
		conn.Close()
	}
	s.mu.Unlock()
	s.wg.Wait()
}

// Converse serves one connection until the client closes it, and closes it.
func (s *Server) Converse(conn net.Conn) {
	defer conn.Close()
	r, size := bufio.NewReader(conn), maxSize
	for {
		header, body, err := readMessage(r)
		if err != nil {
			return
		}
		answer := s.answer(body, &size, port(conn))
		copy(answer[10:24], header[10:24]) // as in freeWAIS: version, name, compression, encoding
		if answer[10] |= 0x20; answer[22] != ' ' || answer[23] != ' ' {
			return
		}
		if _, err := conn.Write(answer); err != nil {
			return
		}
	}
}

// port returns the local port of conn.
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

// answer returns the reply to a message. size is the agreed size.
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

// database returns a database by its name. An empty name is INFO, which
// describes the others.
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

// search replies to a search by words. It silently leaves out hits for which
// there is no room.
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

// retrieve replies to a retrieval.
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
