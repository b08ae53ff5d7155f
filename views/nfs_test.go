package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// G2: a path is relative to the public file handle, and a second slash makes it absolute.
func TestNFSViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc2224 1", in: "nfs://h/pub/a", want: both("host:h,path:[pub,a]")},
		{src: "rfc2224 1", in: "nfs://h:2050/pub/", want: both("host:h,port:2050,path:[pub,]")},
		{src: "rfc2224 1", in: "nfs://h", want: both("host:h")},
		{src: "rfc2224 1", in: "nfs://h/", want: both("host:h,path:[]")},
		{src: "rfc2224 6.1", in: "nfs://h//pub/a", want: both("host:h,path:[,pub,a]")},
		{src: "rfc2224 1", in: "nfs://h/a%2Fb/c", want: both("host:h,path:[a/b,c]")},
		{src: "rfc2224 10", in: "nfs://h/a?b", want: both("host:h,path:[a?b]"), again: seen{rfc3986: "nfs://h/a%3Fb"}},
		{src: "rfc2224 10", in: "nfs://h/a;b", want: both("host:h,path:[a;b]")},
		{src: "rfc1738 3.1", in: "nfs://u@h/a", want: both("6 no-user")},
		{src: "rfc1738 3.1", in: "nfs:///a", want: seen{"4 login", "6 no-host"}},
		{src: "rfc1738 3.1", in: "nfs:a", want: both("4 login")},
	})
	testCompose(t, []composeRow{
		{"rfc1738 3.1", NFS{}, both("4 compose-host")},
		{"rfc2224 1", NFS{Host: "h", Path: []earl.Octets{"a/b", "c d", ""}}, both("nfs://h/a%2Fb/c%20d/")},
		{"rfc2224 6.1", NFS{Host: "h", Path: []earl.Octets{"", "pub"}}, both("nfs://h//pub")},
	})
	if _, err := ParseNFS(earl.RFC3986.MustParse("ftp://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseNFS(ftp://h/) = %v, want view-scheme", err)
	}
}

// Source: rfc2224 1, 6.1.
func TestNFSNames(t *testing.T) {
	for _, row := range []struct {
		in       string
		absolute bool
		names    string
	}{
		{"nfs://h", false, "[]"},
		{"nfs://h/", false, "[]"},
		{"nfs://h//", true, "[]"},
		{"nfs://h/a//b/", false, "[a b]"},
		{"nfs://h//a/b", true, "[a b]"},
		{"nfs://h/%2Fa", false, "[/a]"},
	} {
		v, err := ParseNFS(earl.RFC3986.MustParse(row.in))
		if err != nil || v.Absolute() != row.absolute || fmt.Sprint(v.Names()) != row.names {
			t.Errorf("%s: absolute %v, names %v, %v, want %v, %s", row.in, v.Absolute(), v.Names(), err, row.absolute, row.names)
		}
	}
}

// FuzzNFS: a view of any bytes can be written as a URL that gives the same
// view, in every edition, or is refused. A12.
func FuzzNFS(f *testing.F) {
	f.Add("host.dom", "2049", "pub", "a", true)
	f.Add("[::1]", "", "", "a/b;c?d", true)
	f.Add("H", "079", "..", "", true)
	f.Add("\u037e", "x", "\x00\xFF#?", "/", false)
	f.Fuzz(func(t *testing.T, host, port, dir, name string, both bool) {
		v := NFS{Host: earl.Octets(host)}
		if both {
			v.Port, v.Path = earl.Some(earl.Octets(port)), []earl.Octets{earl.Octets(dir), earl.Octets(name)}
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseNFS() {
	v, err := ParseNFS(earl.RFC3986.MustParse("nfs://host.dom//export/a%20b"))
	fmt.Println(v.Host, v.Absolute(), v.Names(), err)
	// Output: host.dom true [export a b] <nil>
}
