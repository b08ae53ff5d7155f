package wais

import (
	"encoding/binary"
	"iter"
)

// The types of APDU that a server sends, and how many bytes without a tag
// follow each. Source: WAIS functional specification 1.5.
const (
	pduInitResponse   = 21
	pduSearchResponse = 23
	fixedInit         = 1  // Result
	fixedSearch       = 10 // SearchStatus, ResultCount, NumberOfRecordsReturned, NextResultSetPosition
)

// apdu is the frame of one APDU.
type apdu struct {
	fixed    elements // bytes without tags
	elements elements
	info     elements // the user information, after the header
}

// parseAPDU parses the body of a message as an APDU of a type with a number of
// bytes without tags.
func parseAPDU(body []byte, pdu byte, fixed int) (apdu, error) {
	if len(body) == 0 {
		return apdu{}, errEmpty
	}
	if len(body) < 3 {
		return apdu{}, broken("an APDU of %d bytes", len(body))
	}
	n := int(binary.BigEndian.Uint16(body))
	if n < 1+fixed || n > len(body)-2 {
		return apdu{}, broken("an APDU header of %d bytes in a message of %d", n, len(body))
	}
	if body[2] != pdu {
		return apdu{}, broken("an APDU of type %d instead of type %d", body[2], pdu)
	}
	header := body[3 : 2+n]
	return apdu{fixed: header[:fixed], elements: header[fixed:], info: body[2+n:]}, nil
}

// errEmpty is the error of a message without a body. Servers refuse with it
// without a reason.
var errEmpty = broken("an empty message: the server could not read the request, or its answer was too long for it")

// parseInit parses an InitResponse. It returns the maximum length of the
// server's messages, or 0, and whether the server accepts Init.
func parseInit(body []byte) (size int, ok bool, err error) {
	a, err := parseAPDU(body, pduInitResponse, fixedInit)
	if err != nil {
		return 0, false, err
	}
	for e := a.elements; len(e) > 0; {
		t, value, err := e.next()
		if err != nil {
			return 0, false, err
		}
		if t != tagRecordSize {
			continue
		}
		n, err := value.number()
		if err != nil {
			return 0, false, err
		}
		size = int(max(0, min(n, 1<<30)))
	}
	return size, a.fixed[0] != 0, nil
}

// answer is the content of a SearchResponse: groups, in the order of the
// message, and diagnostics. SearchStatus and the counts are not used, because
// servers differ.
type answer struct {
	groups      elements // elements of group 99
	hits        int
	text        *textGroup // the first text, or nil
	diagnostics []*Error
}

// maxDiagnostics is how many diagnostics of an answer are kept.
const maxDiagnostics = 10

// textGroup is a part of a document. Source: WAIS functional specification 1.5, DocumentText.
type textGroup struct {
	id   []byte
	text []byte
}

// parseAnswer parses a SearchResponse, except the contents of the hits.
func parseAnswer(body []byte) (answer, error) {
	p, err := parseAPDU(body, pduSearchResponse, fixedSearch)
	if err != nil {
		return answer{}, err
	}
	a := answer{}
	for e := p.info; len(e) > 0; {
		t, value, err := e.next()
		if err != nil {
			return answer{}, err
		}
		if t == tagInformation {
			a.groups = value
		}
	}
	return a, a.count()
}

// count parses the groups, except the contents of the hits.
func (a *answer) count() error {
	for e := a.groups; len(e) > 0; {
		t, value, d, err := e.nextGroup()
		if err != nil {
			return err
		}
		switch t {
		case tagDiagnostic:
			if len(a.diagnostics) < maxDiagnostics {
				a.diagnostics = append(a.diagnostics, d)
			}
		case tagHeader, tagShortHeader, tagLongHeader:
			a.hits++
		case tagText:
			if a.text != nil {
				break
			}
			if a.text, err = parseText(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseText reads a DocumentText group.
func parseText(e elements) (*textGroup, error) {
	g := new(textGroup)
	for len(e) > 0 {
		t, value, err := e.next()
		if err != nil {
			return nil, err
		}
		switch t {
		case tagDocumentID:
			g.id = value
		case tagDocumentText:
			g.text = value
		}
	}
	return g, nil
}

// hit is a document that a search found.
// Source: WAIS functional specification 1.5, DocumentHeader.
type hit struct {
	id       string
	score    int64 // meaningful only for sorting; -1: not known
	length   int64 // in bytes; -1: not known
	lines    int64 // -1: not known
	types    []string
	source   string // its database; with freeWAIS a path on the server
	date     string
	headline string
	city     string
}

// maxTypes limits the types of one document, because each is an entry.
const maxTypes = 32

// all yields the hits.
func (a *answer) all() iter.Seq2[hit, error] {
	return func(yield func(hit, error) bool) {
		for e := a.groups; len(e) > 0; {
			t, value, _, err := e.nextGroup()
			if err != nil { // count has parsed the same
				yield(hit{}, err)
				return
			}
			if t != tagHeader && t != tagShortHeader && t != tagLongHeader {
				continue
			}
			if h, err := parseHit(value); !yield(h, err) || err != nil {
				return
			}
		}
	}
}

// parseHit reads the group of a hit.
func parseHit(e elements) (hit, error) {
	h := hit{score: -1, length: -1, lines: -1}
	for len(e) > 0 {
		t, value, err := e.next()
		if err != nil {
			return hit{}, err
		}
		switch t {
		case tagDocumentID:
			h.id = string(value)
		case tagScore:
			h.score, err = value.number()
		case tagDocumentLength:
			h.length, err = value.number()
		case tagLines:
			h.lines, err = value.number()
		case tagTypeBlock:
			h.types, err = parseTypes(value)
		case tagSource:
			h.source = text(value)
		case tagDate:
			h.date = text(value)
		case tagHeadline:
			h.headline = text(value)
		case tagOriginCity:
			h.city = text(value)
		}
		if err != nil {
			return hit{}, err
		}
	}
	return h, nil
}

// parseTypes reads a TypeBlock.
func parseTypes(e elements) (types []string, err error) {
	for len(e) > 0 {
		t, value, err := e.next()
		if err != nil {
			return nil, err
		}
		if t != tagType {
			continue
		}
		if len(types) == maxTypes {
			return nil, broken("a document of more than %d types", maxTypes)
		}
		types = append(types, string(value))
	}
	return types, nil
}
