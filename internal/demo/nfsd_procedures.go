package demo

import (
	"github.com/earl-url/earl/internal/protocol/xdr"
)

// version3 serves a procedure of version 3, and returns false for one that does not exist.
// Source: rfc1813 3.3.
func (c nfsCall) version3(procedure uint32) ([]byte, bool) {
	switch procedure {
	case 0: // NULL
		return nil, true
	case 1: // GETATTR
		f, _, code := c.file()
		b := xdr.AppendUint32(nil, code)
		if code == nfsOK {
			b = appendAttributes3(b, f)
		}
		return b, true
	case 3: // LOOKUP
		f, code := c.lookup()
		b := xdr.AppendUint32(nil, code)
		if code == nfsOK {
			b = appendOptional(c.appendHandle(b, f), f)
		}
		return appendOptional(b, nil), true
	case 4: // ACCESS
		f, _, code := c.file()
		b := appendOptional(xdr.AppendUint32(nil, code), f)
		if code == nfsOK {
			b = xdr.AppendUint32(b, c.args.Uint32()&3) // read and look up
		}
		return b, true
	case 5: // READLINK
		f, code := c.link()
		b := appendOptional(xdr.AppendUint32(nil, code), f)
		if code == nfsOK {
			b = xdr.AppendOpaque(b, []byte(f.linkText))
		}
		return b, true
	case 6: // READ
		return c.read3(), true
	case 16, 17: // READDIR, READDIRPLUS
		return c.readDir3(procedure == 17), true
	case 18, 19, 20: // FSSTAT, FSINFO, PATHCONF
		return c.about3(procedure), true
	case 2, 7, 8, 9, 10, 11, 12, 13, 21: // those that write: no attributes before and after
		return appendZeros(xdr.AppendUint32(nil, nfsReadOnly), 2), true
	case 14: // RENAME
		return appendZeros(xdr.AppendUint32(nil, nfsReadOnly), 4), true
	case 15: // LINK
		return appendZeros(xdr.AppendUint32(nil, nfsReadOnly), 3), true
	}
	return nil, false
}

// link reads a handle of a link.
func (c nfsCall) link() (*nfsFile, uint32) {
	f, _, code := c.file()
	if code == nfsOK && f.linkText == "" {
		code = nfsInvalid
	}
	return f, code
}

// content reads a handle of a file, and returns its bytes from an offset on, at most count,
// and whether the file ends after them.
func (c nfsCall) content(f *nfsFile, offset uint64, count uint32, most int) (data string, end bool, code uint32) {
	switch {
	case f.dir:
		return "", false, nfsDirectory
	case f.linkText != "":
		return "", false, nfsInvalid
	}
	start := min(offset, uint64(len(f.data)))
	rest := f.data[start:]
	n := min(len(rest), most, int(count))
	return rest[:n], n == len(rest), nfsOK
}

// read3 serves READ. Source: rfc1813 3.3.6.
func (c nfsCall) read3() []byte {
	f, _, code := c.file()
	offset, count := c.args.Uint64(), c.args.Uint32()
	var data string
	var end bool
	if code == nfsOK {
		data, end, code = c.content(f, offset, count, maxNFSRead)
	}
	b := appendOptional(xdr.AppendUint32(nil, code), f)
	if code == nfsOK {
		b = xdr.AppendBool(xdr.AppendUint32(b, uint32(len(data))), end)
		b = xdr.AppendOpaque(b, []byte(data))
	}
	return b
}

// readDir3 serves READDIR and READDIRPLUS. The cookie of an entry is its place, from 1.
// Source: rfc1813 3.3.16, 3.3.17.
func (c nfsCall) readDir3(plus bool) []byte {
	f, _, code := c.file()
	cookie := c.args.Uint64()
	c.args.Fixed(8) // the verifier: the library does not change
	if plus {
		c.args.Uint32()
	}
	most := int(min(c.args.Uint32(), maxNFSRead))
	if code == nfsOK && !f.dir {
		code = nfsNoDirectory
	}
	b := appendOptional(xdr.AppendUint32(nil, code), f)
	if code != nfsOK {
		return b
	}
	b = appendZeros(b, 2) // the verifier
	list := f.list()
	i := int(min(cookie, uint64(len(list))))
	for ; i < len(list); i++ {
		e := xdr.AppendUint64(xdr.AppendBool(nil, true), uint64(list[i].id))
		e = xdr.AppendUint64(xdr.AppendOpaque(e, []byte(list[i].name)), uint64(i+1))
		if plus {
			e = appendOptional(e, list[i].nfsFile)
			e = c.appendHandle(xdr.AppendBool(e, true), list[i].nfsFile)
		}
		if len(b)+len(e)+8 > most {
			break
		}
		b = append(b, e...)
	}
	return xdr.AppendBool(xdr.AppendBool(b, false), i == len(list))
}

// listed is an entry under the name that a listing has.
type listed struct {
	*nfsFile
	name string
}

// list returns the entries of a directory, with "." and "..".
func (f *nfsFile) list() []listed {
	list := []listed{{f, "."}, {f.up, ".."}}
	for _, e := range f.entries {
		list = append(list, listed{e, e.name})
	}
	return list
}

// about3 serves what clients ask about the file system. Source: rfc1813 3.3.18 to 3.3.20.
func (c nfsCall) about3(procedure uint32) []byte {
	f, _, code := c.file()
	b := appendOptional(xdr.AppendUint32(nil, code), f)
	if code != nfsOK {
		return b
	}
	switch procedure {
	case 18: // FSSTAT: bytes, files, and how long they stay the same
		return appendZeros(b, 13)
	case 19: // FSINFO
		for _, n := range [...]uint32{maxNFSRead, maxNFSRead, 1, maxNFSRead, maxNFSRead, 1, maxNFSRead, 0, 1 << 30, 0, 1} {
			b = xdr.AppendUint32(b, n)
		}
		return xdr.AppendUint32(b, 0x1A) // links, one PATHCONF for all, exact times
	}
	for _, n := range [...]uint32{1, 255, 1, 1, 0, 1} { // PATHCONF
		b = xdr.AppendUint32(b, n)
	}
	return b
}

// appendOptional appends post_op_attr: of f, or nothing for nil. Source: rfc1813 2.6.
func appendOptional(b []byte, f *nfsFile) []byte {
	if f == nil {
		return xdr.AppendBool(b, false)
	}
	return appendAttributes3(xdr.AppendBool(b, true), f)
}

// appendZeros appends n zero words.
func appendZeros(b []byte, n int) []byte { return append(b, make([]byte, 4*n)...) }

// appendAttributes3 appends fattr3. Source: rfc1813 2.5.
func appendAttributes3(b []byte, f *nfsFile) []byte {
	kind, mode := f.kind()
	for _, n := range [...]uint32{kind, mode, 1, 0, 0, 0, f.size(), 0, f.size(), 0, 0, 0, 1, 0, f.id} {
		b = xdr.AppendUint32(b, n)
	}
	for range 3 {
		b = xdr.AppendUint32(xdr.AppendUint32(b, uint32(f.time.Unix())), 0)
	}
	return b
}

// appendAttributes2 appends fattr. Source: rfc1094 2.3.5.
func appendAttributes2(b []byte, f *nfsFile) []byte {
	kind, mode := f.kind()
	mode |= [...]uint32{0, 0o100000, 0o040000, 0, 0, 0o120000}[kind] // version 2 has the kind here too
	for _, n := range [...]uint32{kind, mode, 1, 0, 0, f.size(), 512, 0, 1, 1, f.id} {
		b = xdr.AppendUint32(b, n)
	}
	for range 3 {
		b = xdr.AppendUint32(xdr.AppendUint32(b, uint32(f.time.Unix())), 0)
	}
	return b
}

// version2 serves a procedure of version 2. Source: rfc1094 2.2.
func (c nfsCall) version2(procedure uint32) ([]byte, bool) {
	switch procedure {
	case 0, 3, 7: // NULL, and two that are not used
		return nil, true
	case 1, 4: // GETATTR, LOOKUP
		var f *nfsFile
		var code uint32
		if procedure == 1 {
			f, _, code = c.file()
		} else {
			f, code = c.lookup()
		}
		b := xdr.AppendUint32(nil, code)
		if code == nfsOK && procedure == 4 {
			b = c.appendHandle(b, f)
		}
		if code == nfsOK {
			b = appendAttributes2(b, f)
		}
		return b, true
	case 5: // READLINK
		f, code := c.link()
		b := xdr.AppendUint32(nil, code)
		if code == nfsOK {
			b = xdr.AppendOpaque(b, []byte(f.linkText))
		}
		return b, true
	case 6: // READ
		f, _, code := c.file()
		offset, count := c.args.Uint32(), c.args.Uint32()
		c.args.Uint32()
		var data string
		if code == nfsOK {
			data, _, code = c.content(f, uint64(offset), count, maxNFSRead2)
		}
		b := xdr.AppendUint32(nil, code)
		if code == nfsOK {
			b = xdr.AppendOpaque(appendAttributes2(b, f), []byte(data))
		}
		return b, true
	case 16: // READDIR
		return c.readDir2(), true
	case 17: // STATFS
		_, _, code := c.file()
		b := xdr.AppendUint32(nil, code)
		if code == nfsOK {
			for _, n := range [...]uint32{maxNFSRead2, 512, 0, 0, 0} {
				b = xdr.AppendUint32(b, n)
			}
		}
		return b, true
	case 2, 8, 9, 10, 11, 12, 13, 14, 15: // those that write
		return xdr.AppendUint32(nil, nfsReadOnly), true
	}
	return nil, false
}

// readDir2 serves READDIR. Source: rfc1094 2.2.17.
func (c nfsCall) readDir2() []byte {
	f, _, code := c.file()
	cookie := c.args.Uint32()
	most := int(min(c.args.Uint32(), maxNFSRead2))
	if code == nfsOK && !f.dir {
		code = nfsNoDirectory
	}
	b := xdr.AppendUint32(nil, code)
	if code != nfsOK {
		return b
	}
	list := f.list()
	i := int(min(cookie, uint32(len(list))))
	for ; i < len(list); i++ {
		e := xdr.AppendUint32(xdr.AppendBool(nil, true), list[i].id)
		e = xdr.AppendUint32(xdr.AppendOpaque(e, []byte(list[i].name)), uint32(i+1))
		if len(b)+len(e)+8 > most {
			break
		}
		b = append(b, e...)
	}
	return xdr.AppendBool(xdr.AppendBool(b, false), i == len(list))
}
