package nfs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/internal/protocol/xdr"
	"github.com/earl-url/earl/open"
)

// The procedures of MOUNT and of the port mapper, and its port.
// Source: rfc1813 5.2; rfc1094 appendix A; rfc1833 3.
const (
	procedureNull    = 0
	procedureMount   = 1
	procedureUnmount = 3
	procedureGetPort = 3

	mapperPort = "111"
	overTCP    = 6
)

// maxMounts limits how many parts of a path are mounted in turn: no export is
// deeper.
const maxMounts = 32

// maxFlavors is the most kinds of credentials that a reply to MNT has: there are
// seven.
const maxFlavors = 64

// mountRequest returns a call of MOUNT about a path. Its version 1 belongs to NFS
// version 2. Source: rfc1813 5.2.1; rfc1094 appendix A.
func mountRequest(version uint32, name string, procedure uint32, path string) request {
	q := request{program: programMount, version: 3, procedure: procedure, name: name, about: path}
	if version == 2 {
		q.version = 1
	}
	q.args = xdr.AppendOpaque(nil, []byte(path))
	return q
}

// portRequest returns the call that requests the port of MOUNT. Source: rfc1833
// 3.
func portRequest(version uint32) request {
	q := request{program: programMapper, version: 2, procedure: procedureGetPort, name: "GETPORT"}
	for _, n := range [...]uint32{programMount, mountRequest(version, "", 0, "").version, overTCP, 0} {
		q.args = xdr.AppendUint32(q.args, n)
	}
	return q
}

// exports returns the paths that are mounted in turn for the names of a place,
// with the number of names in each: the longest first. A name with a slash is not
// part of one.
func exports(names []string) (paths []string, lengths []int) {
	n := min(len(names), maxMounts-1)
	if k := slices.IndexFunc(names, func(name string) bool { return strings.Contains(name, "/") }); k >= 0 {
		n = min(n, k)
	}
	for ; n >= 0; n-- {
		paths, lengths = append(paths, "/"+strings.Join(names[:n], "/")), append(lengths, n)
	}
	return paths, lengths
}

// hereRequest returns the call that asks whether MOUNT is on the port of NFS. It
// does nothing. Source: rfc1813 5.2.0.
func hereRequest() request {
	return request{program: programMount, version: 3, procedure: procedureNull, name: "NULL", about: "MOUNT"}
}

// mountsHere reports whether MOUNT is on the port of NFS.
func (s *session) mountsHere() (bool, error) {
	q := hereRequest()
	r, err := s.do(q)
	switch {
	case stateOf(err) != rpc.Success:
		return false, nil
	case err != nil:
		return false, err
	}
	return true, s.finish(q, r)
}

// mount mounts the longest part of a path that the server exports, and returns
// the names below it. If MOUNT is not on the port of NFS, the port mapper reports
// its port. Source: rfc2224 7; rfc1833 3.
func (s *session) mount(ctx context.Context, names []string, here bool) (rest []string, err error) {
	if here {
		s.mounts = s.conn
		return s.mountOn(names)
	}
	host, _, err := net.SplitHostPort(s.address)
	if err != nil {
		return nil, err
	}
	port, err := s.mountPort(ctx, net.JoinHostPort(host, mapperPort))
	if err != nil {
		return nil, fmt.Errorf("the server has no public file handle, and the port of its MOUNT service is not known: %w", err)
	}
	if s.mounts, err = connect(ctx, s.call, net.JoinHostPort(host, port), s.options); err != nil {
		return nil, fmt.Errorf("MOUNT on port %s: %w", port, err)
	}
	return s.mountOn(names)
}

// mountPort asks the port mapper at an address for the port of MOUNT.
// Source: rfc1833 3.
func (s *session) mountPort(ctx context.Context, address string) (string, error) {
	c, err := connect(ctx, s.call, address, s.options)
	if err != nil {
		return "", fmt.Errorf("port mapper: %w", err)
	}
	defer c.Close()
	q := portRequest(s.version)
	r, err := c.do(q)
	if err != nil {
		return "", fmt.Errorf("port mapper: %w", err)
	}
	port := r.Uint32()
	if err := c.finish(q, r); err != nil {
		return "", fmt.Errorf("port mapper: %w", err)
	}
	switch {
	case port == 0:
		return "", fmt.Errorf("port mapper: %w: no MOUNT service over TCP", open.ErrServer)
	case port > 65535:
		return "", fmt.Errorf("port mapper: %w: port %d", open.ErrProtocol, port)
	}
	return strconv.FormatUint(uint64(port), 10), nil
}

// mountOn mounts through the connection to the MOUNT service.
func (s *session) mountOn(names []string) (rest []string, err error) {
	paths, lengths := exports(names)
	var refused error
	for i, path := range paths {
		handle, err := s.mountPath(s.mounts, path)
		switch code := codeOf(err); {
		case err == nil:
			s.root, s.export = object{handle: handle}, names[:lengths[i]]
			if err := s.checkRoot(); err != nil {
				return nil, err
			}
			return names[len(s.export):], nil
		case code == statusOK:
			return nil, err
		case refused == nil || code == statusAccess && codeOf(refused) != statusAccess:
			refused = err
		}
	}
	return nil, refused
}

// mountPath mounts a path, and unmounts it: the handle remains valid, and the
// server does not list this machine among its clients.
// Source: rfc1813 5.2.1, 5.2.3; rfc1094 appendix A.
func (s *session) mountPath(c *conn, path string) ([]byte, error) {
	q := mountRequest(s.version, "MNT", procedureMount, path)
	r, err := c.do(q)
	if err == nil {
		err = c.status(q, r)
	}
	var refused *StatusError
	if errors.As(err, &refused) && (refused.Code == statusAccess || refused.Code == statusPermission) {
		refused.hint = `the path is not exported to this host, or the server accepts only ports below 1024 (its option "insecure" accepts all)`
	}
	if err != nil {
		return nil, err
	}
	handle := s.readHandle(r)
	if s.version == 3 {
		err = readFlavors(r)
	}
	if bad := c.finish(q, r); bad != nil {
		return nil, bad
	}
	if err == nil {
		u := mountRequest(s.version, "UMNT", procedureUnmount, path)
		r, lost := c.do(u)
		if lost == nil {
			lost = c.finish(u, r)
		}
		if lost != nil && stateOf(lost) == rpc.Success {
			return nil, lost // the connection failed; other errors do not matter
		}
	}
	return handle, err
}

// readFlavors reads the kinds of credentials that an export accepts. The error
// is an ErrLogin if AUTH_NONE and AUTH_SYS are not among them.
// Source: rfc1813 5.2.1.
func readFlavors(r *xdr.Reader) error {
	n := r.Uint32()
	if n > maxFlavors {
		r.Fail(fmt.Errorf("%d kinds of credentials", n))
	}
	ok := n == 0
	for range min(n, maxFlavors) {
		flavor := r.Uint32()
		ok = ok || flavor == rpc.AuthNone || flavor == rpc.AuthSys
	}
	if !ok {
		return fmt.Errorf("MNT: %w: the export needs Kerberos or another stronger proof", open.ErrLogin)
	}
	return nil
}

// checkRoot completes the mounted directory. Some servers return their root
// whatever path is mounted. Then the path is that of the root.
func (s *session) checkRoot() error {
	if err := s.complete(&s.root, "/"+strings.Join(s.export, "/")); err != nil {
		return err
	}
	if len(s.export) == 0 {
		return nil
	}
	handle, err := s.mountPath(s.mounts, "/")
	if codeOf(err) != statusOK {
		return nil // the root is not exported, as usual
	}
	if err != nil {
		return err
	}
	root := object{handle: handle}
	if err := s.complete(&root, "/"); err != nil {
		return err
	}
	if bytes.Equal(root.handle, s.root.handle) || root.fs == s.root.fs && root.id == s.root.id {
		s.root, s.export = root, nil
		s.notes = append(s.notes, "the server returns its root for any path that is mounted")
	}
	return nil
}
