package demo

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/internal/protocol/rpc"
	"github.com/earl-url/earl/internal/protocol/xdr"
)

// nfsClient is a client of an nfsd in memory.
type nfsClient struct {
	t testing.TB
	d *nfsd
}

// newNFSClient returns a client of the library's server, of NFS or of MOUNT.
func newNFSClient(t testing.TB, mount bool) nfsClient {
	d := newNFSD(newLibrary(strings.NewReplacer()), time.Minute)
	d.mount = mount
	return nfsClient{t, d}
}

// call sends a call and returns its results, or the state of a reply without results.
func (c nfsClient) call(program, version, procedure uint32, args []byte) (*xdr.Reader, error) {
	c.t.Helper()
	in := rpc.AppendRecord(nil, rpc.Call{XID: 7, Program: program, Version: version, Procedure: procedure}.Append(nil, args))
	conn := &octetsConn{in: bytes.NewReader(in)}
	c.d.handle(conn)
	record, err := rpc.ReadRecord(strings.NewReader(conn.out.String()), nil, 1<<20, 1)
	if err != nil {
		c.t.Fatalf("procedure %d: %v", procedure, err)
	}
	xid, results, err := rpc.ParseReply(record)
	if xid != 7 {
		c.t.Errorf("the reply has the number %d", xid)
	}
	return results, err
}

// lookup returns the code of a LOOKUP in version 3, and the handle.
func (c nfsClient) lookup(dir, name string) (uint32, string) {
	c.t.Helper()
	r, err := c.call(nfsProgram, 3, 3, xdr.AppendOpaque(xdr.AppendOpaque(nil, []byte(dir)), []byte(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	return r.Uint32(), string(r.Opaque(64))
}

// Source: rfc2055 5, 6; rfc1813 3.3.3.
func TestNFSLookup(t *testing.T) {
	c := newNFSClient(t, false)
	_, root := c.lookup("", ".")
	for _, row := range []struct {
		dir, path string
		code      uint32
	}{
		{"", "welcome.txt", nfsOK}, {"", "/welcome.txt", nfsOK}, {"", "a/b%2fc/f", nfsOK}, {"", "a/b/c/f", nfsNotFound},
		{"", "names/na%c3%afve.txt", nfsOK}, {"", "names/100%25.txt", nfsOK}, {"", "nope", nfsNotFound}, {"", "welcome.txt/x", nfsNoDirectory},
		{"", "../../welcome.txt", nfsOK}, {"", "first.txt", nfsOK}, {"", "first.txt/x", nfsNoDirectory}, {"", "articles/", nfsOK},
		{root, "welcome.txt", nfsOK}, {root, "a/f", nfsNotFound}, {root, "..", nfsOK}, {"bad handle", "a", nfsStale},
		{"demo\x00\x00\x00\x00", "a", nfsStale}, {"demo\xff\xff\xff\xff", "a", nfsStale},
	} {
		if code, h := c.lookup(row.dir, row.path); code != row.code || code == nfsOK && h == "" {
			t.Errorf("LOOKUP(%q, %q) = %d, %q, want %d", row.dir, row.path, code, h, row.code)
		}
	}
}

// Source: rfc1813 3.3.17: a directory in parts of any size has each name once.
func TestNFSDirectoryInParts(t *testing.T) {
	c := newNFSClient(t, false)
	for _, size := range []uint32{300, 1000, 64 << 10} {
		var names []string
		for cookie, end := uint64(0), false; !end; {
			args := xdr.AppendFixed(xdr.AppendUint64(xdr.AppendOpaque(nil, nil), cookie), make([]byte, 8))
			r, err := c.call(nfsProgram, 3, 16, xdr.AppendUint32(args, size))
			if err != nil || r.Uint32() != nfsOK || !r.Bool() {
				t.Fatalf("READDIR: %v", err)
			}
			r.Fixed(84 + 8) // attributes and verifier
			before := len(names)
			for r.Bool() {
				r.Uint64()
				names = append(names, string(r.Opaque(255)))
				cookie = r.Uint64()
			}
			if end = r.Bool(); r.Err() != nil || !end && len(names) == before {
				t.Fatalf("parts of %d bytes: %v after %q", size, r.Err(), names)
			}
		}
		if got, want := len(names), len(c.d.files[0].entries)+2; got != want || names[0] != "." {
			t.Errorf("parts of %d bytes: %d names, want %d", size, got, want)
		}
	}
}

// Nothing can be written, and what does not exist has the reply of the document. Source:
// rfc5531 9; rfc1813 3.3.
func TestNFSRefusals(t *testing.T) {
	c := newNFSClient(t, false)
	for _, procedure := range []uint32{2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 21} {
		if r, err := c.call(nfsProgram, 3, procedure, nil); err != nil || r.Uint32() != nfsReadOnly {
			t.Errorf("procedure %d of version 3: %v, want the code %d", procedure, err, nfsReadOnly)
		}
	}
	for _, procedure := range []uint32{2, 8, 9, 10, 11, 12, 13, 14, 15} {
		if r, err := c.call(nfsProgram, 2, procedure, nil); err != nil || r.Uint32() != nfsReadOnly {
			t.Errorf("procedure %d of version 2: %v, want the code %d", procedure, err, nfsReadOnly)
		}
	}
	for _, row := range []struct {
		program, version, procedure uint32
		want                        string
	}{
		{nfsProgram, 4, 0, "PROG_MISMATCH: the server has versions 2 to 3"}, {nfsProgram, 3, 22, "PROC_UNAVAIL"},
		{mountProgram, 3, 0, "PROG_UNAVAIL"}, {100000, 2, 3, "PROG_UNAVAIL"}, {nfsProgram, 3, 1, "GARBAGE_ARGS"},
	} {
		if _, err := c.call(row.program, row.version, row.procedure, nil); err == nil || err.Error() != row.want {
			t.Errorf("program %d version %d procedure %d: %v, want %s", row.program, row.version, row.procedure, err, row.want)
		}
	}
	m := newNFSClient(t, true)
	for path, want := range map[string]uint32{"/": nfsOK, "/articles": nfsOK, "/nope": nfsNotFound, "/welcome.txt": nfsNoDirectory} {
		for _, version := range []uint32{1, 3} {
			if r, err := m.call(mountProgram, version, 1, xdr.AppendOpaque(nil, []byte(path))); err != nil || r.Uint32() != want {
				t.Errorf("MNT %s, version %d: %v, want %d", path, version, err, want)
			}
		}
	}
}

// The clients of libnfs list and read the library. They find MOUNT by its port.
func TestRealNFSClients(t *testing.T) {
	s := started(t)
	_, nfsPort, _ := net.SplitHostPort(s.tcp()["nfs"])
	_, mountPort, _ := net.SplitHostPort(s.asides["nfs"].listener.Addr().String())
	url := func(path string) string {
		return fmt.Sprintf("nfs://127.0.0.1/%s?version=3&nfsport=%s&mountport=%s", path, nfsPort, mountPort)
	}
	out, err := peers.Command(t, "nfs-ls", url("articles")).CombinedOutput()
	if err != nil || !strings.Contains(string(out), " the-empty-command.txt\n") {
		t.Errorf("nfs-ls: %v: %s", err, out)
	}
	want, _ := s.Content("articles/the-empty-command.txt")
	if out, err := peers.Command(t, "nfs-cat", url("articles/the-empty-command.txt")).CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("nfs-cat: %v: %q", err, out)
	}
}

// FuzzNFS: whatever a client sends, the server sends complete records and no more than some
// bytes for each call.
func FuzzNFS(f *testing.F) {
	add := func(program, version, procedure uint32, args []byte) {
		f.Add(rpc.AppendRecord(nil, rpc.Call{XID: 1, Program: program, Version: version, Procedure: procedure}.Append(nil, args)))
	}
	add(nfsProgram, 3, 3, xdr.AppendOpaque(xdr.AppendOpaque(nil, nil), []byte("first.txt/../a/b%2fc")))
	add(nfsProgram, 3, 6, append(xdr.AppendOpaque(nil, []byte("demo\x00\x00\x00\x05")), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"...))
	add(nfsProgram, 3, 17, append(xdr.AppendOpaque(nil, nil), make([]byte, 24)...))
	add(nfsProgram, 2, 16, make([]byte, 40))
	add(nfsProgram, 2, 6, make([]byte, 44))
	add(mountProgram, 3, 1, xdr.AppendOpaque(nil, []byte("/first.txt")))
	l := newLibrary(strings.NewReplacer())
	servers := [...]*nfsd{newNFSD(l, time.Minute), newNFSD(l, time.Minute)}
	servers[1].mount = true
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, d := range servers {
			c := &octetsConn{in: bytes.NewReader(in)}
			d.handle(c)
			out := strings.NewReader(c.out.String())
			calls := 0
			for ; ; calls++ {
				if _, err := rpc.ReadRecord(out, nil, maxNFSRead+1024, 1); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("the replies to %q: %v", in, err)
				}
			}
			if calls > len(in)/40 {
				t.Errorf("%d replies to %d bytes", calls, len(in))
			}
		}
	})
}
