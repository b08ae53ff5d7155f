package nfs

import (
	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/internal/protocol/xdr"
	"github.com/earl-url/earl/open"
)

// ReadResults reads the results of a procedure as this package does, and returns the number
// of values that it allocated and the error.
func ReadResults(procedure string, version uint32, results []byte) (int, error) {
	c := &conn{call: &open.Call{}, options: Options{}.effective(), waiting: map[uint32]request{}, dropped: map[uint32]bool{}, early: map[uint32][]byte{}}
	s := &session{conn: c, version: version}
	r := xdr.NewReader(results)
	q := request{name: procedure}
	n := 0
	switch procedure {
	case "READDIR", "READDIRPLUS":
		l := &lister{s: s, plus: procedure == "READDIRPLUS" && version == 3}
		p := l.readPart(r)
		for _, it := range p.items {
			n += 1 + len(it.name) + len(it.handle)
		}
	case "LOOKUP":
		n = len(s.readHandle(r))
		s.optionalAttributes(r)
	case "GETATTR":
		a := s.readAttributes(r)
		if a.size < 0 {
			n = -1
		}
	case "MNT":
		n = len(s.readHandle(r))
		if err := readFlavors(r); err != nil {
			return n, err
		}
	case "READ":
		c.waiting[1] = q
		c.early[1] = rpc.AppendReply(nil, 1, rpc.Success, 0, 0, results)
		b := &body{s: s, file: object{}}
		data, _, err := b.receive(block{q: q, xid: 1, size: 1000})
		return len(data), err
	}
	return n, c.finish(q, r)
}

// Kept returns how many calls and replies the connection of a document keeps.
func Kept(d *open.Document) int {
	c := d.Body.(*body).s.conn
	return len(c.waiting) + len(c.early) + len(c.dropped)
}

// Arguments returns the arguments of a call of the package: MNT, LOOKUP in a directory, READLINK
// and READ.
func Arguments(procedure, handle, name string, offset, count int) []byte {
	s := &session{version: 3}
	switch procedure {
	case "MNT":
		return mountRequest(3, procedure, procedureMount, name).args
	case "LOOKUP":
		return s.lookupRequest([]byte(handle), name).args
	case "GETATTR":
		return s.request(procedure, getAttr3, getAttr2, []byte(handle), "").args
	case "READDIRPLUS":
		l := &lister{s: s, dir: object{handle: []byte(handle)}, plus: true}
		s.conn = &conn{options: Options{}.effective()}
		q := l.partRequest(0, make([]byte, verifier3))
		return q.args[:len(q.args)-8] // the counts are a choice of the client
	}
	q := s.request("READ", read3, read2, []byte(handle), "")
	return xdr.AppendUint32(xdr.AppendUint64(q.args, uint64(offset)), uint32(count))
}
