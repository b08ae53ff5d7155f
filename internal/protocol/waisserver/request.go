package waisserver

import (
	"errors"
	"strconv"
)

// The elements of a request that are used. Source: WAIS functional specification 1.5.
const (
	tagReferenceID   = 2
	tagRecordSize    = 6
	tagDatabaseNames = 18
	tagQueryType     = 20
	tagQuery         = 21
	tagTerm          = 45
	tagAttributes    = 44
	tagInformation   = 99
	tagSeedWords     = 106
	tagMaxDocuments  = 114
)

// The types of APDU that a client sends.
const (
	pduInit   = 20
	pduSearch = 22
)

// request is a parsed request.
type request struct {
	pdu       byte
	reference []byte
	size      int // MaximumRecordSize
	database  string
	query     string // "1" or "3"
	words     string
	hits      int
	terms     map[string]string // by the first of their codes, "un", and "wb ro"
}

var errRequest = errors.New("waistest: invalid request")

// parseRequest parses the body of a message.
func parseRequest(b []byte) (request, error) {
	r := request{size: maxSize, terms: map[string]string{}}
	if len(b) < 3 {
		return r, errRequest
	}
	n := int(b[0])<<8 | int(b[1])
	fixed := map[byte]int{pduInit: 1, pduSearch: 11}[b[2]]
	if fixed == 0 || n < fixed || 2+n > len(b) {
		return r, errRequest
	}
	r.pdu = b[2]
	err := r.each(b[2+fixed : 2+n])
	if err == nil {
		err = r.each(b[2+n:])
	}
	return r, err
}

// each parses elements, wherever they are.
func (r *request) each(b []byte) error {
	attributes := ""
	for len(b) > 0 {
		var tag, n int
		if tag, b = integer(b); tag < 0 {
			return errRequest
		}
		if n, b = integer(b); n < 0 || n > len(b) {
			return errRequest
		}
		value := b[:n]
		b = b[n:]
		switch tag {
		case tagReferenceID:
			r.reference = value
		case tagRecordSize:
			r.size = number(value)
		case tagDatabaseNames:
			r.database = string(value)
		case tagQueryType:
			r.query = string(value)
		case tagQuery, tagInformation:
			if err := r.each(value); err != nil {
				return err
			}
		case tagSeedWords:
			r.words = string(value)
		case tagMaxDocuments:
			r.hits = number(value)
		case tagAttributes:
			attributes = string(value)
		case tagTerm:
			if len(attributes) < 5 {
				return errRequest
			}
			r.terms[attributes[:5]] = string(value)
		}
	}
	return nil
}

// integer takes a compressed integer from b, or returns -1.
func integer(b []byte) (int, []byte) {
	n := 0
	for i, c := range b {
		n = n<<7 | int(c&0x7F)
		if c < 0x80 {
			return n, b[i+1:]
		}
		if i == 3 {
			break
		}
	}
	return -1, b
}

// number returns a number of up to three bytes.
func number(b []byte) (n int) {
	for _, c := range b[:min(len(b), 3)] {
		n = n<<8 | int(c)
	}
	return n
}

// span returns the requested range of bytes.
func (r *request) span() (start, end int, ok bool) {
	start, err1 := strconv.Atoi(r.terms["wb ro"])
	end, err2 := strconv.Atoi(r.terms["wb rl"])
	return start, end, err1 == nil && err2 == nil && 0 <= start && start <= end
}
