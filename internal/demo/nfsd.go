package demo

import (
	"bufio"
	"net"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/internal/protocol/xdr"
)

const (
	// maxNFSCall limits a message of a client: a path and a handle, not data to write.
	maxNFSCall = 8 << 10
	// maxNFSRead is how many bytes a READ returns, as servers on small machines do.
	maxNFSRead = 32 << 10
	// maxNFSRead2 is that limit in version 2. Source: rfc1094 2.3.
	maxNFSRead2 = 8 << 10
)

// The programs. Source: rfc1813 3, 5.
const (
	nfsProgram   = 100003
	mountProgram = 100005
)

// The codes. Source: rfc1813 2.6; rfc1094 2.3.1.
const (
	nfsOK          = 0
	nfsNotFound    = 2
	nfsNoDirectory = 20
	nfsDirectory   = 21
	nfsInvalid     = 22
	nfsReadOnly    = 30
	nfsStale       = 70
)

// nfsd serves the library by NFS version 3 and 2, with the public file handle of WebNFS, or
// by MOUNT. It changes nothing. Source: rfc1813; rfc1094; rfc2055.
type nfsd struct {
	files []*nfsFile
	idle  time.Duration
	mount bool // it serves MOUNT, and not NFS
}

// newNFSD returns a server of NFS.
func newNFSD(l *library, idle time.Duration) *nfsd {
	return &nfsd{files: newNFSFiles(l.files), idle: idle}
}

// handle serves a connection.
func (d *nfsd) handle(c net.Conn) {
	r := bufio.NewReader(c)
	var buf, out []byte
	for {
		c.SetReadDeadline(time.Now().Add(d.idle))
		record, err := rpc.ReadRecord(r, buf, maxNFSCall, maxNFSCall)
		if err != nil {
			return
		}
		buf = record
		call, args, err := rpc.ParseCall(record)
		if err != nil {
			return // it is not RPC
		}
		out = rpc.AppendRecord(out[:0], d.reply(call, args))
		if _, err := (deadlineWriter{c, d.idle}).Write(out); err != nil {
			return
		}
	}
}

// reply returns the reply to a call. Source: rfc5531 9.
func (d *nfsd) reply(call rpc.Call, args *xdr.Reader) []byte {
	state := func(s rpc.State, low, high uint32) []byte {
		return rpc.AppendReply(nil, call.XID, s, low, high, nil)
	}
	c := nfsCall{nfsd: d, version: call.Version, args: args}
	var serve func(procedure uint32) ([]byte, bool)
	switch v := call.Version; {
	case call.Program == mountProgram && d.mount && v != 1 && v != 3:
		return state(rpc.WrongVersion, 1, 3)
	case call.Program == mountProgram && d.mount:
		if serve = c.mounted; v == 1 {
			c.version = 2
		}
	case call.Program == nfsProgram && !d.mount && v != 2 && v != 3:
		return state(rpc.WrongVersion, 2, 3)
	case call.Program == nfsProgram && !d.mount && v == 3:
		serve = c.version3
	case call.Program == nfsProgram && !d.mount:
		serve = c.version2
	default:
		return state(rpc.NoProgram, 0, 0)
	}
	results, ok := serve(call.Procedure)
	switch {
	case !ok:
		return state(rpc.NoProcedure, 0, 0)
	case args.Err() != nil:
		return state(rpc.BadArguments, 0, 0)
	}
	return rpc.AppendReply(nil, call.XID, rpc.Success, 0, 0, results)
}

// nfsCall is a call with its arguments.
type nfsCall struct {
	*nfsd
	version uint32 // of NFS, or of the NFS that a version of MOUNT belongs to
	args    *xdr.Reader
}

// mounted serves MOUNT. The only export is the root, and each directory of it can be
// mounted. Source: rfc1813 5.2; rfc1094 appendix A.
func (c nfsCall) mounted(procedure uint32) ([]byte, bool) {
	switch procedure {
	case 0, 3, 4: // NULL, UMNT, UMNTALL
		return nil, true
	case 1: // MNT
		f, code := c.walk(c.files[0], strings.Split(string(c.args.Opaque(1024)), "/"), 0)
		if code == nfsOK && !f.dir {
			code = nfsNoDirectory
		}
		if code != nfsOK {
			return xdr.AppendUint32(nil, code), true
		}
		b := c.appendHandle(xdr.AppendUint32(nil, nfsOK), f)
		if c.version == 3 {
			b = xdr.AppendUint32(xdr.AppendUint32(xdr.AppendUint32(b, 2), rpc.AuthNone), rpc.AuthSys)
		}
		return b, true
	case 2: // DUMP
		return xdr.AppendBool(nil, false), true
	case 5: // EXPORT
		b := xdr.AppendOpaque(xdr.AppendBool(nil, true), []byte("/"))
		return xdr.AppendBool(xdr.AppendBool(b, false), false), true // no groups, no more exports
	}
	return nil, false
}

// appendHandle appends the handle of a file. Source: rfc1813 2.5; rfc1094 2.3.3.
func (c nfsCall) appendHandle(b []byte, f *nfsFile) []byte {
	h := xdr.AppendUint32([]byte("demo"), f.id)
	if c.version == 3 {
		return xdr.AppendOpaque(b, h)
	}
	return xdr.AppendFixed(b, append(h, make([]byte, 32-len(h))...))
}

// file reads a handle. public reports whether it is the public one.
func (c nfsCall) file() (f *nfsFile, public bool, code uint32) {
	var h []byte
	if c.version == 3 {
		h = c.args.Opaque(64)
	} else {
		h = c.args.Fixed(32)
	}
	if strings.Trim(string(h), "\x00") == "" {
		return c.files[0], true, nfsOK
	}
	r := xdr.NewReader(h)
	magic, id := r.Fixed(4), r.Uint32()
	if string(magic) != "demo" || id < 1 || int(id) > len(c.files) {
		return nil, false, nfsStale
	}
	return c.files[id-1], false, nfsOK
}

// lookup serves LOOKUP. From the public handle it evaluates a whole path; any other handle
// has one name. Source: rfc2055 6; rfc1813 3.3.3.
func (c nfsCall) lookup() (*nfsFile, uint32) {
	dir, public, code := c.file()
	name := string(c.args.Opaque(4096))
	if code != nfsOK {
		return nil, code
	}
	if !public {
		return c.step(dir, name)
	}
	names := strings.Split(name, "/")
	for i, n := range names {
		names[i] = string(earl.Unescape(n))
	}
	return c.walk(dir, names, 0)
}

// step looks up one name.
func (c nfsCall) step(dir *nfsFile, name string) (*nfsFile, uint32) {
	if !dir.dir || dir.linkText != "" {
		return nil, nfsNoDirectory
	}
	if f := dir.child(name); f != nil {
		return f, nfsOK
	}
	return nil, nfsNotFound
}

// walk looks up names in turn. It follows a link, except the last one. Source: rfc2055 6.2.
func (c nfsCall) walk(f *nfsFile, names []string, links int) (*nfsFile, uint32) {
	code := uint32(nfsOK)
	for i, name := range names {
		if f.linkText != "" {
			if links++; links > 16 {
				return nil, nfsNotFound
			}
			if f, code = c.walk(f.up, strings.Split(f.linkText, "/"), links); code != nfsOK {
				return nil, code
			}
		}
		if name == "" && (i == 0 || f.dir) {
			continue
		}
		if f, code = c.step(f, name); code != nfsOK {
			return nil, code
		}
	}
	return f, nfsOK
}
