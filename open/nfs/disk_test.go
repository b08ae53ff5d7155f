package nfs_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nfs"
)

// asked is a call that a server of a test received.
type asked struct {
	port                                  string // that the client dialled
	xid, program, version, procedure, len int
	args                                  string
}

// word returns a 32-bit number of the arguments and the rest.
func (a *asked) word() int {
	n := int(binary.BigEndian.Uint32([]byte(a.args)))
	a.args = a.args[4:]
	return n
}

// text returns a string of the arguments.
func (a *asked) text() string {
	n := a.word()
	s := a.args[:n]
	a.args = a.args[(n+3)&^3:]
	return s
}

// handle returns a handle of the arguments. In version 2 it is padded with zeros.
func (a *asked) handle() string {
	if a.version == 2 {
		h := a.args[:32]
		a.args = a.args[32:]
		return strings.TrimRight(h, "\x00")
	}
	return a.text()
}

// network returns a client of a network in memory. answer returns the bytes that a server
// sends for a call; with "" it closes the connection. Ports that are not in ports are closed.
func network(t testing.TB, o open.Options, opts nfs.Options, ports []string, answer func(asked) string) *open.Client {
	t.Helper()
	var wait sync.WaitGroup
	if o.LookupNetIP == nil {
		o.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		}
	}
	o.DialContext = func(_ context.Context, _, address string) (net.Conn, error) {
		_, port, _ := net.SplitHostPort(address)
		if !slices.Contains(ports, port) {
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: fmt.Errorf("port %s is closed", port)}
		}
		client, server := net.Pipe()
		wait.Go(func() { serve(server, port, answer) })
		return client, nil
	}
	c := open.New(o, nfs.Opener{Options: opts})
	t.Cleanup(func() {
		c.Close()
		wait.Wait()
	})
	return c
}

// serve answers the calls on a connection. It reads while it writes, as systems do.
func serve(c net.Conn, port string, answer func(asked) string) {
	replies := make(chan string, 100)
	var writer sync.WaitGroup
	writer.Go(func() {
		for r := range replies {
			io.WriteString(c, r)
		}
	})
	defer func() {
		close(replies)
		writer.Wait() // until the client has read or closed
		c.Close()
	}()
	for {
		var mark [4]byte
		if _, err := io.ReadFull(c, mark[:]); err != nil {
			return
		}
		b := make([]byte, binary.BigEndian.Uint32(mark[:])&^(1<<31))
		if _, err := io.ReadFull(c, b); err != nil {
			return
		}
		a := asked{port: port, len: len(b), args: string(b)}
		a.xid, _, _, a.program, a.version, a.procedure = a.word(), a.word(), a.word(), a.word(), a.word(), a.word()
		if !strings.HasPrefix(a.args, unprivileged) {
			return // the credential of each call
		}
		a.args = a.args[len(unprivileged):]
		r := answer(a)
		if r == "" {
			return
		}
		r, end := strings.CutSuffix(r, ending)
		replies <- r
		if end {
			return
		}
	}
}

// ending at the end of a reply closes the connection after it.
const ending = "<end>"

// thing is an object on a disk.
type thing struct {
	kind int
	text string // of a file or a link
	fs   int    // its file system
}

// disk is a server with a tree. A handle is the path of its object.
type disk struct {
	things  map[string]thing
	public  string   // the directory of the public file handle; "": no public file handle
	exports []string // the directories that can be mounted, with those below them
	mount   string   // the port of MOUNT
	version int      // 3, 2 or 4
	blind   bool     // MNT returns the root whatever the path is
	plain   bool     // it has no READDIRPLUS, and LOOKUP returns no attributes
	block   int      // the most bytes of a READ; 0: no limit

	mu  sync.Mutex
	log []string
}

// client returns a client of the disk.
func (d *disk) client(t testing.TB, o open.Options) *open.Client {
	return network(t, o, nfs.Options{}, []string{"2049", "111", d.mount}, d.answer)
}

// note writes a call to the log.
func (d *disk) note(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.log = append(d.log, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

// answer answers a call.
func (d *disk) answer(a asked) string {
	mountVersion := map[int]int{3: 3, 2: 1, 4: 3}[d.version]
	switch {
	case a.program == 100000 && a.port == "111":
		d.note("GETPORT")
		if a.args != words(100005, mountVersion, 6, 0) {
			return reply(a.xid, 0)
		}
		port := 0
		fmt.Sscan(d.mount, &port)
		return reply(a.xid, port)
	case a.program == 100005 && a.port == d.mount && a.version != mountVersion:
		return refused(a.xid, 2, mountVersion, mountVersion)
	case a.program == 100005 && a.port == d.mount:
		return d.mounts(a)
	case a.program == 100003 && a.port == "2049" && a.version != d.version:
		return refused(a.xid, 2, d.version, d.version)
	case a.program == 100003 && a.port == "2049":
		return d.serve(a)
	}
	return refused(a.xid, 1)
}

// mounts serves MOUNT.
func (d *disk) mounts(a asked) string {
	if a.procedure == 0 {
		return reply(a.xid)
	}
	p := a.text()
	d.note("%s %s", map[int]string{1: "MNT", 3: "UMNT"}[a.procedure], p)
	if a.procedure == 3 {
		return reply(a.xid)
	}
	ok := slices.ContainsFunc(d.exports, func(e string) bool { return p == e || strings.HasPrefix(p, strings.TrimSuffix(e, "/")+"/") })
	switch o, exists := d.things[p]; {
	case d.blind:
		p = "/"
	case !ok:
		return reply(a.xid, 13)
	case !exists:
		return reply(a.xid, 2)
	case o.kind != directory:
		return reply(a.xid, 20)
	}
	if a.version == 1 {
		return reply(a.xid, 0, d.handle(2, p))
	}
	return reply(a.xid, 0, opaque(p), 1, 1)
}

// handle returns the handle of a path.
func (d *disk) handle(version int, p string) string {
	if version == 2 {
		return p + strings.Repeat("\x00", 32-len(p))
	}
	return opaque(p)
}

// attributes returns those of a path.
func (d *disk) attributes(version int, p string) string {
	o := d.things[p]
	id := 0
	for _, c := range []byte(p) {
		id = id*31 + int(c)&0xFFFFFF
	}
	if version == 2 {
		return attributes2(o.kind, len(o.text), id&0x7FFFFFFF)
	}
	a := []byte(attributes3(o.kind, len(o.text), id&0x7FFFFFFF))
	binary.BigEndian.PutUint32(a[48:], uint32(o.fs))
	return string(a)
}

// optional returns the attributes of a path in version 3, if LOOKUP returns them.
func (d *disk) optional(p string) string {
	if d.plain {
		return words(0)
	}
	return words(1) + d.attributes(3, p)
}

// serve serves NFS.
func (d *disk) serve(a asked) string {
	names := map[int]string{1: "GETATTR", 3: "LOOKUP", 5: "READLINK", 6: "READ", 16: "READDIR", 17: "READDIRPLUS"}
	if a.version == 2 {
		names = map[int]string{1: "GETATTR", 4: "LOOKUP", 5: "READLINK", 6: "READ", 16: "READDIR"}
	}
	p := a.handle()
	name := names[a.procedure]
	if name != "LOOKUP" {
		d.note("%s %s", name, p)
	}
	_, ok := d.things[p]
	public := p == ""
	if public && d.public != "" {
		p, ok = d.public, true
	}
	if !ok {
		return reply(a.xid, 70, 0)
	}
	switch name {
	case "GETATTR":
		return reply(a.xid, 0, d.attributes(a.version, p))
	case "LOOKUP":
		return d.lookup(a, p, public)
	case "READLINK":
		if a.version == 2 {
			return reply(a.xid, 0, opaque(d.things[p].text))
		}
		return reply(a.xid, 0, 0, opaque(d.things[p].text))
	case "READ":
		return d.read(a, p)
	case "READDIR", "READDIRPLUS":
		return d.list(a, p, name)
	}
	return refused(a.xid, 3)
}

// lookup serves LOOKUP.
func (d *disk) lookup(a asked, p string, public bool) string {
	name := a.text()
	d.note("LOOKUP %s %s", p, name)
	if !public && strings.Contains(name, "/") {
		return reply(a.xid, 13, 0)
	}
	p = path.Join(p, name)
	if _, ok := d.things[p]; !ok {
		return reply(a.xid, 2, 0)
	}
	if a.version == 2 {
		return reply(a.xid, 0, d.handle(2, p), d.attributes(2, p))
	}
	return reply(a.xid, 0, opaque(p), d.optional(p), 0)
}

// read serves READ.
func (d *disk) read(a asked, p string) string {
	if a.version == 3 {
		a.word()
	}
	text := d.things[p].text
	offset, count := a.word(), a.word()
	if d.block > 0 {
		count = min(count, d.block)
	}
	end := min(offset+count, len(text))
	part := text[min(offset, end):end]
	if a.version == 2 {
		return reply(a.xid, 0, d.attributes(2, p), opaque(part))
	}
	last := 0
	if end == len(text) {
		last = 1
	}
	return reply(a.xid, 0, 0, len(part), last, opaque(part))
}

// list serves READDIR and READDIRPLUS: two entries in each part.
func (d *disk) list(a asked, p, name string) string {
	if d.plain && name == "READDIRPLUS" {
		return reply(a.xid, 10004, 0)
	}
	if a.version == 3 {
		a.word() // the high half of the cookie
		if a.args[:4] != words(0) && a.args[4:12] != verifier {
			return reply(a.xid, 10003, 0)
		}
	}
	var names []string
	for q := range d.things {
		if path.Dir(q) == p && q != p {
			names = append(names, path.Base(q))
		}
	}
	slices.Sort(names)
	names = append([]string{".", ".."}, names...)
	var b bytes.Buffer
	cookie := a.word()
	for i := cookie; i < min(cookie+2, len(names)); i++ {
		q := path.Join(p, names[i])
		switch {
		case a.version == 2:
			b.WriteString(words(1, i) + opaque(names[i]) + words(i+1))
		case name == "READDIR":
			b.WriteString(words(1, 0, i) + opaque(names[i]) + words(0, i+1))
		default:
			b.WriteString(words(1, 0, i) + opaque(names[i]) + words(0, i+1, 1) + d.attributes(3, q) + words(1) + opaque(q))
		}
	}
	end := 0
	if cookie+2 >= len(names) {
		end = 1
	}
	if a.version == 2 {
		return reply(a.xid, 0, b.String(), 0, end)
	}
	return reply(a.xid, 0, 0, verifier, b.String(), 0, end)
}

// verifier is that of the cookies of a disk.
const verifier = "\x00\x00\x00\x05\x00\x00\x00\x06"

// content opens a URL and reads it.
func content(t testing.TB, c *open.Client, url string) (string, open.Meta, error) {
	t.Helper()
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse(url))
	if err != nil {
		return "", open.Meta{}, err
	}
	switch res := res.(type) {
	case *open.Document:
		b, err := io.ReadAll(res.Body)
		res.Body.Close()
		return string(b), res.Meta, err
	case *open.Listing:
		var b strings.Builder
		for e, err := range res.Entries {
			if err != nil {
				return b.String(), res.Meta, err
			}
			fmt.Fprintf(&b, "%s %s %d %s %s\n", e.Name, e.Kind, e.Size, e.Link, e.URL.Path())
		}
		return b.String(), res.Meta, nil
	}
	t.Fatalf("%s is a %T", url, res)
	return "", open.Meta{}, nil
}
