package nfs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nfs"
)

// tree returns the disk of most tests.
func tree() *disk {
	return &disk{version: 3, mount: "20048", exports: []string{"/srv/files"}, things: map[string]thing{
		"/": {directory, "", 1}, "/etc": {directory, "", 1}, "/etc/passwd": {file, "root", 1},
		"/srv": {directory, "", 1}, "/srv/files": {directory, "", 2}, "/srv/files/a": {directory, "", 2},
		"/srv/files/a/b.txt": {file, "hello\n", 2}, "/srv/files/empty": {file, "", 2},
		"/srv/files/a/up": {link, "../top.txt", 2}, "/srv/files/top.txt": {file, "at the top\n", 2},
		"/srv/files/abs": {link, "/srv/files/a/b.txt", 2}, "/srv/files/dir": {link, "a", 2},
		"/srv/files/loop": {link, "loop", 2}, "/srv/files/out": {link, "/etc/passwd", 2},
		"/srv/files/away": {link, "../../etc/passwd", 2}, "/srv/files/pipe": {pipe, "", 2},
	}}
}

// G2. Source: rfc2224 7: the longest part of the path that is exported is mounted, on the port
// that the port mapper reports.
func TestMount(t *testing.T) {
	for name, row := range map[string]struct {
		change func(*disk)
		path   string
		want   []string
	}{
		"port mapper": {func(*disk) {}, "/srv/files/a/b.txt", []string{
			"GETPORT", "MNT /srv/files/a/b.txt", "MNT /srv/files/a", "UMNT /srv/files/a",
			"GETATTR /srv/files/a", "MNT /", "LOOKUP /srv/files/a b.txt", "READ /srv/files/a/b.txt"}},
		"one port": {func(d *disk) { d.mount = "2049" }, "/srv/files/a/b.txt", []string{
			"MNT /srv/files/a/b.txt", "MNT /srv/files/a", "UMNT /srv/files/a",
			"GETATTR /srv/files/a", "MNT /", "LOOKUP /srv/files/a b.txt", "READ /srv/files/a/b.txt"}},
		"the root for any path": {func(d *disk) { d.mount, d.blind = "2049", true }, "/srv/files/a/b.txt", []string{
			"MNT /srv/files/a/b.txt", "UMNT /srv/files/a/b.txt", "GETATTR /", "MNT /", "UMNT /", "GETATTR /",
			"LOOKUP / srv", "LOOKUP /srv files", "LOOKUP /srv/files a", "LOOKUP /srv/files/a b.txt", "READ /srv/files/a/b.txt"}},
		"version 2": {func(d *disk) { d.version = 2 }, "/srv/files/a/b.txt", []string{
			"GETPORT", "MNT /srv/files/a/b.txt", "MNT /srv/files/a", "UMNT /srv/files/a",
			"GETATTR /srv/files/a", "MNT /", "LOOKUP /srv/files/a b.txt", "READ /srv/files/a/b.txt"}},
		"no attributes": {func(d *disk) { d.mount, d.plain = "2049", true }, "/srv/files/a/b.txt", []string{
			"MNT /srv/files/a/b.txt", "MNT /srv/files/a", "UMNT /srv/files/a",
			"GETATTR /srv/files/a", "MNT /", "LOOKUP /srv/files/a b.txt", "GETATTR /srv/files/a/b.txt", "READ /srv/files/a/b.txt"}},
		"public": {func(d *disk) { d.public = "/srv" }, "/files/a/b.txt", []string{
			"LOOKUP /srv files/a/b.txt", "READ /srv/files/a/b.txt"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := tree()
			row.change(d)
			text, meta, err := content(t, d.client(t, open.Options{}), "nfs://h"+row.path)
			if text != "hello\n" || err != nil || meta.Size != 6 || meta.Type != "text/plain" || meta.Time.Year() != 1994 {
				t.Errorf("%q, %+v, %v", text, meta, err)
			}
			if !slices.Equal(d.log, row.want) {
				t.Errorf("the calls are\n%q, want\n%q", d.log, row.want)
			}
		})
	}
}

// Source: rfc2224 6.2; rfc1813 3.3.5. Links are followed, and not out of the export.
func TestLinks(t *testing.T) {
	type row struct{ path, want string }
	mounted := []row{
		{"/srv/files/a/up", "at the top\n"}, {"/srv/files/abs", "hello\n"}, {"/srv/files/dir/b.txt", "hello\n"},
		{"/srv/files/dir/up", "at the top\n"}, {"/srv/files/loop", "16 symbolic links"},
		{"/srv/files/out", "points out of"}, {"/srv/files/away", "points out of"}, {"/srv/files/pipe", "not a file"},
		{"/srv/files/nope", "2 NOENT"}, {"/srv/files/a/b.txt/../b.txt", "hello\n"},
	}
	public := []row{
		{"/files/a/up", "at the top\n"}, {"/files/abs", "points out of"}, {"/files/loop", "16 symbolic links"}, {"/files/away", "points out of"},
		{"//files/abs", "2 NOENT"},
	}
	for name, test := range map[string]struct {
		change func(*disk)
		rows   []row
	}{
		"mounted":   {func(*disk) {}, mounted},
		"version 2": {func(d *disk) { d.version = 2 }, mounted},
		"public":    {func(d *disk) { d.public = "/srv" }, public},
		// The parent is exported too, and is another file system.
		"all exported": {func(d *disk) { d.exports = []string{"/"} }, []row{{"/srv/files/a/up", "at the top\n"}, {"/srv/files/away", "points out of"}}},
	} {
		for _, r := range test.rows {
			d := tree()
			test.change(d)
			text, _, err := content(t, d.client(t, open.Options{}), "nfs://h"+r.path)
			if text != r.want && (err == nil || !strings.Contains(err.Error(), r.want)) {
				t.Errorf("%s: %s: %q, %v, want %q", name, r.path, text, err, r.want)
			}
			if err != nil && open.ClassOf(err) != open.ClassNotFound && open.ClassOf(err) != open.ClassUnsupported {
				t.Errorf("%s: %s: class %v", name, r.path, open.ClassOf(err))
			}
		}
	}
}

// Source: rfc1813 3.3.16, 3.3.17; rfc1094 2.2.17.
func TestListing(t *testing.T) {
	const want = "b.txt document 6  /srv/files/a/b.txt\nup  -1 ../top.txt /srv/files/a/up\n"
	for name, change := range map[string]func(*disk){
		"READDIRPLUS": func(*disk) {},
		"READDIR":     func(d *disk) { d.plain = true },
		"version 2":   func(d *disk) { d.version = 2 },
	} {
		d := tree()
		change(d)
		text, meta, err := content(t, d.client(t, open.Options{}), "nfs://h/srv/files/a")
		if text != want || err != nil || meta.URL.String() != "nfs://h/srv/files/a/" {
			t.Errorf("%s: %s: %q, %v, want %q", name, meta.URL, text, err, want)
		}
	}
	d := tree()
	d.public = "/srv/files"
	for url, want := range map[string]string{"nfs://h": "/a/", "nfs://h/": "/a/", "nfs://h/.": "/./a/", "nfs://h/a/": "/a/b.txt"} {
		if text, _, err := content(t, d.client(t, open.Options{}), url); !strings.Contains(text, " "+want+"\n") || err != nil {
			t.Errorf("%s: %q, %v, want the path %s", url, text, err, want)
		}
	}
}

// Source: rfc1813 3.3.6; rfc1094 2.2.7. The blocks of a file, in any size and order.
func TestBlocks(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 5_000)
	for _, version := range []int{3, 2} {
		for _, block := range []int{0, 8192, 1000, 1, 79_999} {
			if block == 1 && testing.Short() {
				continue
			}
			d := tree()
			d.version, d.block, d.public = version, block, "/"
			d.things["/big"] = thing{file, text, 1}
			if version == 2 && block > 0 {
				continue // a short reply of version 2 is the end of the file
			}
			got, _, err := content(t, d.client(t, open.Options{}), "nfs://h/big")
			if got != text || err != nil {
				t.Errorf("version %d, blocks of %d: %d bytes, %v", version, block, len(got), err)
			}
		}
	}
	d := tree()
	d.public = "/"
	d.things["/big"] = thing{file, text, 1}
	for _, row := range [][2]int64{{0, 10}, {5, 0}, {70_000, 75_000}, {80_000, 0}, {10, 5}, {79_999, 100_000}} {
		c := d.client(t, open.Options{})
		res, err := c.Do(t.Context(), &open.Request{URL: earl.RFC3986.MustParse("nfs://h/big"), Offset: row[0], End: row[1]})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		_, err = io.Copy(&b, res.(*open.Document).Body)
		end := row[1]
		if end == 0 || end > int64(len(text)) {
			end = int64(len(text))
		}
		if want := text[min(row[0], end):end]; b.String() != want || err != nil {
			t.Errorf("from %d to %d: %d bytes, %v, want %d", row[0], row[1], b.Len(), err, len(want))
		}
	}
	_, err := d.client(t, open.Options{}).Do(t.Context(), &open.Request{URL: earl.RFC3986.MustParse("nfs://h/big"), Offset: 90_000})
	if !errors.Is(err, open.ErrBeyond) {
		t.Errorf("after the end: %v, want open.ErrBeyond", err)
	}
}

// A server that sends fewer bytes than requested makes the client drop the calls that are under
// way, and keep nothing of them.
func TestShortRepliesAreDropped(t *testing.T) {
	d := tree()
	d.public, d.block, d.things["/big"] = "/", 999, thing{file, strings.Repeat("x", 20_000), 1}
	c := network(t, open.Options{}, nfs.Options{ReadSize: 3000}, []string{"2049"}, d.answer)
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse("nfs://h/big"))
	if err != nil {
		t.Fatal(err)
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	if n, err := io.Copy(io.Discard, doc.Body); n != 20_000 || err != nil || nfs.Kept(doc) != 0 {
		t.Errorf("%d bytes, %v, and %d calls and replies are kept", n, err, nfs.Kept(doc))
	}
}

// Replies may come in another order than the calls. Source: rfc5531 8.
func TestRepliesInAnyOrder(t *testing.T) {
	d := tree()
	text := strings.Repeat("x", 300) + strings.Repeat("y", 300) + strings.Repeat("z", 300)
	d.public, d.things["/big"] = "/", thing{file, text, 1}
	var kept []string
	c := network(t, open.Options{}, nfs.Options{ReadSize: 300}, []string{"2049"}, func(a asked) string {
		r := d.answer(a)
		if a.procedure != 6 {
			return r
		}
		if kept = append(kept, r); len(kept) < 3 {
			return hold
		}
		slices.Reverse(kept)
		return strings.Join(kept, "")
	})
	got, _, err := content(t, c, "nfs://h/big")
	if got != text || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// hold is a reply of no bytes, after which the connection stays open: an empty fragment that
// does not end its record would be the start of the next reply.
var hold = words(0)

// Source: rfc2224 7. The port of MOUNT comes from the server, so the guards check it.
func TestMountPortIsGuarded(t *testing.T) {
	for name, row := range map[string]struct {
		port  int
		class open.Class
		holds string
	}{
		"of another protocol": {25, open.ClassRefused, "bad-port-list"},
		"not registered":      {0, open.ClassServer, "no MOUNT service"},
		"too large":           {70_000, open.ClassProtocol, "port 70000"},
		"closed":              {20_000, open.ClassConnect, "port 20000 is closed"},
	} {
		d := tree()
		c := network(t, open.Options{}, nfs.Options{}, []string{"2049", "111"}, func(a asked) string {
			if a.program == 100000 {
				return reply(a.xid, row.port)
			}
			return d.answer(a)
		})
		_, _, err := content(t, c, "nfs://h/srv/files/a/b.txt")
		if open.ClassOf(err) != row.class || !strings.Contains(err.Error(), row.holds) {
			t.Errorf("%s: %v (%v), want %v and %q", name, err, open.ClassOf(err), row.class, row.holds)
		}
	}
	// The name has another address at the second lookup.
	lookups := 0
	d := tree()
	c := d.client(t, open.Options{Policy: open.Policy{Special: open.SpecialDeny}, LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
		if lookups++; lookups > 1 {
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		}
		return []netip.Addr{netip.MustParseAddr("192.0.9.1")}, nil
	}})
	_, _, err := content(t, c, "nfs://h/srv/files/a/b.txt")
	var refusal *open.Refusal
	if !errors.As(err, &refusal) || refusal.Name != open.GuardPrivateAddress {
		t.Errorf("a port mapper on 127.0.0.1: %v, want private-address", err)
	}
}

// Each refusal of a server has its class and a text that says what to do. Source: rfc5531 9;
// rfc1813 2.6.
func TestRefusals(t *testing.T) {
	for name, row := range map[string]struct {
		reply func(xid int) string
		class open.Class
		holds string
	}{
		"only version 4":  {func(xid int) string { return refused(xid, 2, 4, 4) }, open.ClassUnsupported, "only version 4"},
		"version 5":       {func(xid int) string { return refused(xid, 2, 5, 6) }, open.ClassUnsupported, "versions 5 to 6"},
		"no NFS":          {func(xid int) string { return refused(xid, 1) }, open.ClassUnsupported, "PROG_UNAVAIL"},
		"no LOOKUP":       {func(xid int) string { return refused(xid, 3) }, open.ClassUnsupported, "PROC_UNAVAIL"},
		"credential":      {func(xid int) string { return record(words(xid, 1, 1, 1, 5)) }, open.ClassLogin, "AUTH_ERROR 5"},
		"another RPC":     {func(xid int) string { return record(words(xid, 1, 1, 0, 3, 3)) }, open.ClassUnsupported, "RPC_MISMATCH"},
		"not allowed":     {func(xid int) string { return reply(xid, 1, 0) }, open.ClassServer, "1 PERM"},
		"no file":         {func(xid int) string { return reply(xid, 2, 0) }, open.ClassNotFound, "2 NOENT"},
		"permission":      {func(xid int) string { return reply(xid, 13, 0) }, open.ClassServer, "13 ACCES"},
		"no directory":    {func(xid int) string { return reply(xid, 20, 0) }, open.ClassNotFound, "20 NOTDIR"},
		"long name":       {func(xid int) string { return reply(xid, 63, 0) }, open.ClassNotFound, "63 NAMETOOLONG"},
		"later":           {func(xid int) string { return reply(xid, 10008, 0) }, open.ClassServer, "10008 JUKEBOX"},
		"an unknown code": {func(xid int) string { return reply(xid, 12345, 0) }, open.ClassServer, "12345"},
	} {
		c := network(t, open.Options{}, nfs.Options{}, []string{"2049"}, func(a asked) string {
			if a.program == 100005 {
				return refused(a.xid, 1)
			}
			return row.reply(a.xid)
		})
		_, _, err := content(t, c, "nfs://h/a")
		if open.ClassOf(err) != row.class || !strings.Contains(err.Error(), row.holds) {
			t.Errorf("%s: %v (%v), want %v and %q", name, err, open.ClassOf(err), row.class, row.holds)
		}
		if wait, ok := open.Retryable(err); ok != (name == "later") || ok && wait != 5*time.Second {
			t.Errorf("%s: Retryable = %v, %v", name, wait, ok)
		}
	}
	kerberos := network(t, open.Options{}, nfs.Options{}, []string{"2049"}, func(a asked) string {
		if a.procedure == 0 {
			return reply(a.xid)
		}
		return reply(a.xid, 0, opaque("h"), 2, 6, 390003)
	})
	if _, _, err := content(t, kerberos, "nfs://h/a"); open.ClassOf(err) != open.ClassLogin || !strings.Contains(err.Error(), "Kerberos") {
		t.Errorf("an export that needs Kerberos: %v, want login", err)
	}
	d := tree()
	d.exports = nil
	_, _, err := content(t, d.client(t, open.Options{}), "nfs://h/srv/files/top.txt")
	var status *nfs.StatusError
	if !errors.As(err, &status) || !errors.Is(err, fs.ErrPermission) || status.Code != 13 || status.Name != "/srv/files/top.txt" || !strings.Contains(err.Error(), `"insecure"`) {
		t.Errorf("MNT without an export: %v, want code 13 and the option insecure", err)
	}
}

// A probe reads no content, and reports the size and the time.
func TestProbe(t *testing.T) {
	d := tree()
	c := d.client(t, open.Options{})
	m, err := c.Probe(t.Context(), earl.RFC3986.MustParse("nfs://h/srv/files/a/b.txt"))
	if err != nil || m.Kind != open.KindDocument || m.Size != 6 || !m.Time.Equal(time.Date(1994, 12, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("Probe = %+v, %v", m, err)
	}
	if m, err := c.Probe(t.Context(), earl.RFC3986.MustParse("nfs://h/srv/files/dir")); err != nil || m.Kind != open.KindListing {
		t.Errorf("Probe of a directory = %+v, %v", m, err)
	}
	if slices.ContainsFunc(d.log, func(s string) bool { return strings.HasPrefix(s, "READ ") || strings.HasPrefix(s, "READDIR") }) {
		t.Errorf("the calls are %q", d.log)
	}
	_, err = c.Do(t.Context(), &open.Request{URL: earl.RFC3986.MustParse("nfs://h/srv/files/a/b.txt"), Offset: 1, Version: m.Version + "x"})
	if !errors.Is(err, open.ErrChanged) {
		t.Errorf("another version: %v, want ErrChanged", err)
	}
}
