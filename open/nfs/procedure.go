package nfs

import (
	"errors"
	"math"
	"time"

	"github.com/earl-url/earl/internal/protocol/xdr"
	"github.com/earl-url/earl/views"
)

// The programs. Source: rfc1813 3, 5; rfc1833 3.
const (
	programMapper = 100000
	programNFS    = 100003
	programMount  = 100005
)

// The procedures of NFS version 3 and 2. Source: rfc1813 3.3; rfc1094 2.2.
const (
	getAttr3     = 1
	lookup3      = 3
	readLink3    = 5
	read3        = 6
	readDir3     = 16
	readDirPlus3 = 17

	getAttr2  = 1
	lookup2   = 4
	readLink2 = 5
	read2     = 6
	readDir2  = 16
)

// The kinds of objects. Versions 2 and 3 have the same numbers for these.
// Source: rfc1813 2.5; rfc1094 2.3.2.
const (
	kindFile      = 1
	kindDirectory = 2
	kindLink      = 5
)

// Sizes of the protocols. Source: rfc1813 2.4; rfc1094 2.3.3, 2.3.10.
const (
	maxHandle3 = 64
	handle2    = 32
	verifier3  = 8
	maxData2   = 8192
)

// maxName is the most bytes in a name of a directory. Version 3 sets no limit,
// and file systems have 255.
const maxName = 4096

// maxLink is the most bytes in the text of a link: the longest path of Linux.
const maxLink = 4096

// object is a file, a directory or a link of a server.
type object struct {
	handle []byte // the slice is its own
	attributes
}

// attributes are what a server reports about an object.
type attributes struct {
	known  bool // false: the server sent no attributes
	kind   uint32
	size   int64
	time   time.Time // last change
	fs, id uint64    // both together identify the object on the server
}

// session is a connection to an NFS server, for one URL.
type session struct {
	*conn
	view    views.NFS
	address string // of the server, "host:port"
	version uint32 // 3 or 2
	notes   []string

	mounts *conn    // to the MOUNT service, while the object is searched
	root   object   // the directory that was mounted
	export []string // its path
}

// request returns a call of a procedure with the handle of an object as its
// first argument. about is what a trace and an error show.
func (s *session) request(name string, procedure3, procedure2 uint32, handle []byte, about string) request {
	q := request{program: programNFS, version: s.version, procedure: procedure3, name: name, about: about}
	if s.version == 2 {
		q.procedure = procedure2
		q.args = xdr.AppendFixed(nil, handle)
	} else {
		q.args = xdr.AppendOpaque(nil, handle)
	}
	return q
}

// publicHandle returns the public file handle. Source: rfc2224 5.1, 5.2.
func (s *session) publicHandle() []byte {
	if s.version == 2 {
		return make([]byte, handle2)
	}
	return nil
}

// errEmptyHandle is the error for a handle that would be the public one.
var errEmptyHandle = errors.New("an empty file handle")

// readHandle reads a file handle.
func (s *session) readHandle(r *xdr.Reader) []byte {
	if s.version == 2 {
		return append([]byte(nil), r.Fixed(handle2)...)
	}
	h := r.Opaque(maxHandle3)
	if len(h) == 0 {
		r.Fail(errEmptyHandle)
	}
	return append([]byte(nil), h...)
}

// readAttributes reads the attributes of an object.
func (s *session) readAttributes(r *xdr.Reader) attributes {
	if s.version == 2 {
		return readAttributes2(r)
	}
	return readAttributes3(r)
}

// errSize is the error for a size that no file can have.
var errSize = errors.New("a file of more than 2^63 bytes")

// readAttributes3 reads fattr3. Source: rfc1813 2.5.
func readAttributes3(r *xdr.Reader) attributes {
	a := attributes{known: true, kind: r.Uint32()}
	r.Fixed(16) // mode, links, user, group
	size := r.Uint64()
	r.Fixed(16) // used, device
	a.fs, a.id = r.Uint64(), r.Uint64()
	r.Fixed(8) // last access
	a.time = timeOf(r.Uint32(), r.Uint32(), time.Nanosecond)
	r.Fixed(8) // last change of the attributes
	if size > math.MaxInt64 {
		r.Fail(errSize)
		size = 0
	}
	a.size = int64(size)
	return a
}

// readAttributes2 reads fattr. Source: rfc1094 2.3.5.
func readAttributes2(r *xdr.Reader) attributes {
	a := attributes{known: true, kind: r.Uint32()}
	r.Fixed(16) // mode, links, user, group
	a.size = int64(r.Uint32())
	r.Fixed(12) // block size, device, blocks
	a.fs, a.id = uint64(r.Uint32()), uint64(r.Uint32())
	r.Fixed(8) // last access
	a.time = timeOf(r.Uint32(), r.Uint32(), time.Microsecond)
	r.Fixed(8) // last change of the attributes
	return a
}

// timeOf returns a time, or the zero Time for the start of 1970, which servers
// send for a time that they do not know.
func timeOf(seconds, part uint32, unit time.Duration) time.Time {
	if seconds == 0 && part == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), int64(part)*int64(unit)).UTC()
}

// optionalAttributes reads post_op_attr. Source: rfc1813 2.6.
func (s *session) optionalAttributes(r *xdr.Reader) attributes {
	if r.Bool() {
		return s.readAttributes(r)
	}
	return attributes{}
}

// lookupRequest returns the call that looks up a name in a directory, or a path
// in the public directory.
func (s *session) lookupRequest(dir []byte, name string) request {
	q := s.request("LOOKUP", lookup3, lookup2, dir, name)
	q.args = xdr.AppendOpaque(q.args, []byte(name))
	return q
}

// lookup looks up a name. The object has its attributes.
// Source: rfc1813 3.3.3; rfc1094 2.2.5.
func (s *session) lookup(dir []byte, name string) (object, error) {
	q := s.lookupRequest(dir, name)
	r, err := s.do(q)
	if err == nil {
		err = s.status(q, r)
	}
	if err != nil {
		return object{}, err
	}
	o := object{handle: s.readHandle(r)}
	if s.version == 2 {
		o.attributes = s.readAttributes(r)
	} else {
		o.attributes = s.optionalAttributes(r)
		s.optionalAttributes(r) // of the directory
	}
	if err := s.finish(q, r); err != nil {
		return object{}, err
	}
	return o, s.complete(&o, name)
}

// complete requests the attributes of an object that came without them.
// Source: rfc1813 3.3.1; rfc1094 2.2.2.
func (s *session) complete(o *object, about string) error {
	if o.known {
		return nil
	}
	q := s.request("GETATTR", getAttr3, getAttr2, o.handle, about)
	r, err := s.do(q)
	if err == nil {
		err = s.status(q, r)
	}
	if err != nil {
		return err
	}
	o.attributes = s.readAttributes(r)
	return s.finish(q, r)
}

// readLink returns the text of a link. Source: rfc1813 3.3.5; rfc1094 2.2.6.
func (s *session) readLink(o object, about string) (string, error) {
	q := s.request("READLINK", readLink3, readLink2, o.handle, about)
	r, err := s.do(q)
	if err == nil {
		err = s.status(q, r)
	}
	if err != nil {
		return "", err
	}
	if s.version == 3 {
		s.optionalAttributes(r)
	}
	text := string(r.Opaque(maxLink))
	return text, s.finish(q, r)
}
