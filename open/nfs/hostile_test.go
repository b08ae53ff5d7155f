package nfs_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nfs"
)

// Each reply of a hostile server ends in an error of its class, and allocates no more than its
// bytes. Source: rfc4506; rfc5531 11; rfc1813 2.4.
func TestHostileLookups(t *testing.T) {
	plain := func(results ...any) func(int) string { return func(xid int) string { return reply(xid, results...) } }
	for name, row := range map[string]struct {
		reply func(xid int) string
		class open.Class
	}{
		"a handle of 65 bytes":         {plain(0, opaque(strings.Repeat("h", 65)), 0, 0), open.ClassProtocol},
		"a handle of 2^32-1 bytes":     {plain(0, -1, "h"), open.ClassProtocol},
		"a handle of 2^31 bytes":       {plain(0, -1<<31, "h"), open.ClassProtocol},
		"a handle without its padding": {plain(0, 5, "hhhhh"), open.ClassProtocol},
		"an empty handle":              {plain(0, 0, 1, attributes3(file, 0, 1), 0), open.ClassProtocol},
		"attributes that end":          {plain(0, opaque("h"), 1, attributes3(file, 1, 1)[:40]), open.ClassProtocol},
		"a boolean of 7":               {plain(0, opaque("h"), 7, attributes3(file, 1, 1), 0), open.ClassProtocol},
		"a size of 2^63":               {plain(0, opaque("h"), 1, words(file, 0, 1, 0, 0, -1<<31, 0), attributes3(file, 1, 1)[28:], 0), open.ClassProtocol},
		"no status":                    {plain(), open.ClassProtocol},
		"a verifier of 401 bytes": {func(xid int) string {
			return record(words(xid, 1, 0, 0) + opaque(strings.Repeat("v", 401)) + words(0, 2, 0))
		}, open.ClassProtocol},
		"a verifier of 2^32-1 bytes":      {func(xid int) string { return record(words(xid, 1, 0, 0, -1)) }, open.ClassProtocol},
		"a call":                          {func(xid int) string { return call(xid, 100003, 3, 3) }, open.ClassProtocol},
		"a status of 2":                   {func(xid int) string { return record(words(xid, 1, 2, 0, 0, 0)) }, open.ClassProtocol},
		"an accept state of 101":          {func(xid int) string { return refused(xid, 101) }, open.ClassProtocol},
		"a denial without a reason":       {func(xid int) string { return record(words(xid, 1, 1)) }, open.ClassProtocol},
		"a denial of kind 2":              {func(xid int) string { return record(words(xid, 1, 1, 2)) }, open.ClassProtocol},
		"a message of 3 bytes":            {func(int) string { return words(-1<<31|3) + "abc" }, open.ClassProtocol},
		"an empty message":                {func(int) string { return record("") }, open.ClassProtocol},
		"another number":                  {func(xid int) string { return reply(xid+1, 0, opaque("h"), 0, 0) }, open.ClassProtocol},
		"the number of the call before":   {func(xid int) string { return reply(xid-1, 0, opaque("h"), 0, 0) }, open.ClassProtocol},
		"a message of 2^31-1 bytes":       {func(int) string { return words(-1) + "abc" }, open.ClassProtocol},
		"a fragment of 2^31-1 bytes":      {func(int) string { return words(1<<31-1) + "abc" }, open.ClassProtocol},
		"fragments without an end":        {func(int) string { return strings.Repeat(words(0), 10_000) }, open.ClassProtocol},
		"many fragments of a byte":        {func(int) string { return strings.Repeat(words(1)+"x", 10_000) }, open.ClassProtocol},
		"fragments longer than a message": {func(int) string { return strings.Repeat(words(1<<20)+strings.Repeat("x", 1<<20), 3) }, open.ClassProtocol},
		"a fragment that ends":            {func(xid int) string { return reply(xid, 0, opaque("h"))[:30] + ending }, open.ClassTruncated},
		"no more fragments":               {func(int) string { return words(1) + "x" + ending }, open.ClassTruncated},
		"nothing":                         {func(int) string { return ending }, open.ClassTruncated},
	} {
		t.Run(name, func(t *testing.T) {
			c := network(t, open.Options{}, nfs.Options{}, []string{"2049"}, func(a asked) string {
				if a.program == 100005 {
					return refused(a.xid, 1)
				}
				return row.reply(a.xid)
			})
			_, _, err := content(t, c, "nfs://h/a")
			if open.ClassOf(err) != row.class || !strings.HasPrefix(err.Error(), "nfs: ") || strings.Count(err.Error(), "nfs: ") != 1 {
				t.Errorf("%v (%v), want %v", err, open.ClassOf(err), row.class)
			}
		})
	}
}

// found answers everything but one procedure as a server with a public file handle.
func found(kind, size, procedure int, answer func(asked) string) func(asked) string {
	return func(a asked) string {
		switch {
		case a.program == 100005:
			return refused(a.xid, 1)
		case a.procedure == procedure:
			return answer(a)
		case a.procedure == 3:
			return reply(a.xid, 0, opaque("h"), 1, attributes3(kind, size, 1), 0)
		}
		return refused(a.xid, 3)
	}
}

// Source: rfc1813 3.3.6.
func TestHostileReads(t *testing.T) {
	for name, row := range map[string]struct {
		results func(a asked) string
		class   open.Class
	}{
		"more data than requested": {func(a asked) string { return reply(a.xid, 0, 0, 11, 1, opaque("0123456789x")) }, open.ClassProtocol},
		"another count":            {func(a asked) string { return reply(a.xid, 0, 0, 9, 1, opaque("0123456789")) }, open.ClassProtocol},
		"data of 2^32-1 bytes":     {func(a asked) string { return reply(a.xid, 0, 0, -1, 1, -1, "0") }, open.ClassProtocol},
		"no data, and no end":      {func(a asked) string { return reply(a.xid, 0, 0, 0, 0, 0) }, open.ClassProtocol},
		"an early end":             {func(a asked) string { return reply(a.xid, 0, 0, 4, 1, opaque("0123")) }, open.ClassTruncated},
		"a stale handle":           {func(a asked) string { return reply(a.xid, 70, 0) }, open.ClassChanged},
		"a disk error":             {func(a asked) string { return reply(a.xid, 5, 0) }, open.ClassServer},
	} {
		c := network(t, open.Options{}, nfs.Options{}, []string{"2049"}, found(file, 10, 6, row.results))
		text, _, err := content(t, c, "nfs://h/a")
		if open.ClassOf(err) != row.class || strings.Count(err.Error(), "nfs: ") != 1 || len(text) > 5 {
			t.Errorf("%s: %q, %v (%v), want %v", name, text, err, open.ClassOf(err), row.class)
		}
	}
}

// Two replies to one call, while another waits: the first is kept, and the second is an error.
func TestSecondReply(t *testing.T) {
	c := network(t, open.Options{}, nfs.Options{ReadSize: 10}, []string{"2049"}, found(file, 20, 6, func(a asked) string {
		if a.xid == 3 {
			return hold
		}
		return strings.Repeat(data(a.xid, "0123456789", 1), 2) + data(3, "0123456789", 0)
	}))
	if text, _, err := content(t, c, "nfs://h/a"); open.ClassOf(err) != open.ClassProtocol {
		t.Errorf("%q, %v, want an error of the protocol", text, err)
	}
}

// Source: rfc1813 3.3.17.
func TestHostileDirectories(t *testing.T) {
	n := 0
	endless := func(a asked) string {
		n++
		return reply(a.xid, 0, 0, 0, 0, entry3(fmt.Sprint("f", n), n, n, file, 1), 0, 0)
	}
	dots := func(a asked) string {
		n++
		return reply(a.xid, 0, 0, 0, 0, entry3(".", 1, n, directory, 1), 0, 0)
	}
	same := func(cookies ...int) func(a asked) string {
		k := 0
		return func(a asked) string {
			k++
			return reply(a.xid, 0, 0, 0, 0, entry3("f", 1, cookies[k%len(cookies)], file, 1), 0, 0)
		}
	}
	plain := func(results ...any) func(asked) string {
		return func(a asked) string { return reply(a.xid, results...) }
	}
	for name, row := range map[string]struct {
		answer func(asked) string
		class  open.Class
		holds  string
	}{
		"endless":                     {endless, open.ClassTruncated, "more than 50 entries"},
		"endless dots":                {dots, open.ClassProtocol, `more than 100 entries "." and ".."`},
		"the cookie 0 again":          {same(0), open.ClassProtocol, "cookie 0"},
		"the same cookie again":       {same(5), open.ClassProtocol, "cookie 5"},
		"a loop of cookies":           {same(5, 6, 7), open.ClassProtocol, "came before"},
		"a part without entries":      {plain(0, 0, 0, 0, 0, 0), open.ClassProtocol, "without entries"},
		"no end mark":                 {plain(0, 0, 0, 0, 0), open.ClassProtocol, "ends inside"},
		"a name of 5000 bytes":        {plain(0, 0, 0, 0, 1, 0, 1, opaque(strings.Repeat("n", 5000)), 0, 1, 0, 0, 0, 1), open.ClassProtocol, "5000 bytes"},
		"a name of 2^32-1 bytes":      {plain(0, 0, 0, 0, 1, 0, 1, -1), open.ClassProtocol, "4294967295 bytes"},
		"a handle of 65 bytes":        {plain(0, 0, 0, 0, 1, 0, 1, opaque("n"), 0, 1, 0, 1, opaque(strings.Repeat("h", 65)), 0, 1), open.ClassProtocol, "65 bytes"},
		"entries that do not end":     {plain(0, 0, 0, 0, strings.Repeat(entry3("f", 1, 1, file, 1), 100)), open.ClassProtocol, "ends inside"},
		"the directory changed":       {plain(10003, 0), open.ClassChanged, "10003 BAD_COOKIE"},
		"the server ends in the list": {func(asked) string { return "" }, open.ClassTruncated, "closed"},
	} {
		c := network(t, open.Options{Policy: open.Policy{Entries: 50}}, nfs.Options{}, []string{"2049"}, found(directory, 512, 17, row.answer))
		_, _, err := content(t, c, "nfs://h/a")
		if err == nil || open.ClassOf(err) != row.class || !strings.Contains(err.Error(), row.holds) {
			t.Errorf("%s: %v (%v), want %v with %q", name, err, open.ClassOf(err), row.class, row.holds)
		}
	}
}

// A link to a link without end, and links that double the path. Source: rfc1813 3.3.5.
func TestHostileLinks(t *testing.T) {
	for name, text := range map[string]string{
		"itself": "a", "ever longer": "a/a/a/a", "long": strings.Repeat("a/", 2000) + "a", "too long": strings.Repeat("a", 5000), "2^32-1": "",
	} {
		for _, mounted := range []bool{false, true} {
			calls := 0
			c := network(t, open.Options{}, nfs.Options{}, []string{"2049"}, func(a asked) string {
				calls++
				switch {
				case a.program == 100005 && !mounted:
					return refused(a.xid, 1)
				case a.program == 100005 && a.procedure == 1 && a.text() == "/":
					return reply(a.xid, 0, opaque("r"), 0)
				case a.program == 100005 && a.procedure == 1:
					return reply(a.xid, 2)
				case a.program == 100005:
					return reply(a.xid)
				case a.procedure == 1:
					return reply(a.xid, 0, attributes3(directory, 0, 1))
				case a.procedure == 5 && text == "":
					return reply(a.xid, 0, 0, -1)
				case a.procedure == 5:
					return reply(a.xid, 0, 0, opaque(text))
				}
				return reply(a.xid, 0, opaque("h"), 1, attributes3(link, 1, 1), 0)
			})
			_, _, err := content(t, c, "nfs://h/a")
			if got := open.ClassOf(err); got != open.ClassNotFound && got != open.ClassProtocol || calls > 60 {
				t.Errorf("%s, mounted %v: %v (%v) after %d calls", name, mounted, err, got, calls)
			}
		}
	}
}

// Without a limit of links, the path has a limit of names.
func TestLinksThatGrow(t *testing.T) {
	d := &disk{version: 3, mount: "2049", exports: []string{"/"}, things: map[string]thing{"/": {directory, "", 1}, "/a": {link, "a/a/a/a/a/a/a/a", 1}}}
	c := network(t, open.Options{}, nfs.Options{Links: -1}, []string{"2049"}, d.answer)
	if _, _, err := content(t, c, "nfs://h/a"); open.ClassOf(err) != open.ClassNotFound {
		t.Errorf("%v, want not-found", err)
	}
}

// The limits are those of the options, and an error names them.
func TestLimits(t *testing.T) {
	for name, row := range map[string]struct {
		options nfs.Options
		reply   string
		setting string
	}{
		"record":    {nfs.Options{Record: 4096}, words(-1<<31|4097) + strings.Repeat("x", 4097), "nfs.Options.Record"},
		"fragments": {nfs.Options{Fragments: 3}, strings.Repeat(words(1)+"x", 4), "nfs.Options.Fragments"},
	} {
		c := network(t, open.Options{}, row.options, []string{"2049"}, func(asked) string { return row.reply })
		_, _, err := content(t, c, "nfs://h/a")
		if open.SettingOf(err) != row.setting {
			t.Errorf("%s: %v, want the setting %s", name, err, row.setting)
		}
	}
	d := tree()
	d.public = "/srv/files"
	c := network(t, open.Options{}, nfs.Options{Links: -1}, []string{"2049"}, d.answer)
	if text, _, err := content(t, c, "nfs://h/a/up"); text != "at the top\n" || err != nil {
		t.Errorf("without a limit of links: %q, %v", text, err)
	}
	for _, size := range []int{1, 100, -1} {
		c := network(t, open.Options{}, nfs.Options{ReadSize: size, Record: 4096}, []string{"2049"}, d.answer)
		if text, _, err := content(t, c, "nfs://h/top.txt"); text != "at the top\n" || err != nil {
			t.Errorf("reads of %d bytes: %q, %v", size, text, err)
		}
	}
}

// A server that is closed is an ErrConnect, also under a name.
func TestNoServer(t *testing.T) {
	c := network(t, open.Options{}, nfs.Options{}, nil, nil)
	if _, _, err := content(t, c, "nfs://h/a"); !errors.Is(err, open.ErrConnect) {
		t.Errorf("%v, want ErrConnect", err)
	}
	lost := errors.New("no such host")
	c = network(t, open.Options{LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) { return nil, lost }}, nfs.Options{}, nil, nil)
	if _, _, err := content(t, c, "nfs://h/a"); !errors.Is(err, lost) {
		t.Errorf("%v, want that of the lookup", err)
	}
}
