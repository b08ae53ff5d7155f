package surt

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/racedetector"
)

const id24, id32 = "4hqa0555fwsecu455xqckv45", "0123456789abcdef0123456789ABCDEF"

// keyTests are URLs and their keys. The Python package surt 0.3.1 makes the same
// keys, except where a comment says that it fails.
var keyTests = []struct{ in, want string }{
	// Texts without a host.
	{"", "-"},
	{"filedesc:foo.arc.gz", "filedesc:foo.arc.gz"},
	{"filedesc:Foo#a/ ", "filedesc:Foo#a/ "},
	{"warcinfo:foo", "warcinfo:foo"},
	{"dns:archive.org", "dns:archive.org"},
	{"mailto:foo@example.com", "mailto:foo@example.com"},
	{"urn:some:id", "urn:some:id"},
	{"DNS:Archive.ORG/A/../B/?d&c#x", "DNS:archive.org/a/../b?c&d"},
	{"x:", "x:"},
	{"x:?a", "x:/?a"},
	{"x:?sid=" + id32, "x:"},
	{"http:", "http:"},
	{"http:///", "http:/"},
	{"http://./a/./b", "http:/a/./b"},
	// The start of a text.
	{"archive.org/goo", "org,archive)/goo"},
	{"a.b:80", "a.b:80"}, // a scheme
	{"1.2.3.4:80", "4,3,2,1)/"},
	{" \v\fhttp://a.com/\n", "com,a)/"},
	{"ht\ntp://a.com/\tb\r", "com,a)/b"},
	{"http:////////////////www.vikings.com", "com,vikings)/"},
	{"http:a.com/b", "com,a)/b"},
	{"http:a.com:80/b", "com:80,a)/b"},
	{"httpx:a", "a)/"},
	{"hTTp:a", "hTTp:a"},
	{"http://https://order.1and1.com", "com,1and1,order)/"},
	{"https://http://https://http://a/", "a)/"},
	{"http://HTTP://a/", "http)/a"},
	{"http://http://", "http:"},
	{"whois://whois.isoc.org.il/shaveh.co.il", "il,org,isoc,whois)/shaveh.co.il"},
	// Host and port.
	{"http://www.archive.org/", "org,archive)/"},
	{"https://www.archive.org:80/", "org,archive:80)/"},
	{"https://www.archive.org:443/", "org,archive)/"},
	{"http://a:0080/", "a)/"},
	{"http://a:0/", "a)/"},
	{"http://a:81:/", "a:81)/"},
	{"http://u@v:80@a.com:81/", "com,a:81)/"},
	{"http://www.google.com.../", "com,google)/"},
	{"http://a..b...c/", "c,,b,a)/"},
	{"http://www2foo.com/", "com,www2foo)/"},
	{"http://www2.www2foo.com/", "com,www2foo)/"},
	{"http://www.www.a.com/", "com,a,www)/"},
	{"http://www1/", "www1)/"},
	{"dns://www.a.com/", "com,a,www)/"},
	{"http://a%2Eb%2fc%00/", "b/c%00,a)/"},
	{"http://[2001:DB8::1]:8080/", "2001:db8::1:8080)/"},
	{"http://x[::1]y:81/", "::1:81)/"},
	// IPv4 addresses.
	{"http://3279880203/blah", "11,0,127,195)/blah"},
	{"http://010/", "10,0,0,0)/"},
	{"http://4294967297/", "1,0,0,0)/"},
	{"http://0177.1/", "1,0,0,127)/"},
	{"http://1.0377/", "255,0,0,1)/"},
	{"http://1.2.65535/", "255,255,2,1)/"},
	{"http://1.2.65536/", "65536,2,1)/"},
	{"http://02.96/", "96,02)/"},
	{"http://256.1.1.1/", "1,1,1,256)/"},
	{"http://0x7f.1/", "1,0x7f)/"},
	{"http://www.1.2/", "2,1)/"},
	// Non-ASCII hosts.
	{"http://BÜCHER.de/", "de,xn--bcher-kva)/"},
	{"http://b%C3%BCcher。de/", "de,xn--bcher-kva)/"},
	{"http://faß.de/", "de,fass)/"},
	{"http://xn--zzzz.é/", "xn--9ca,xn--zzzz)/"},
	{"http://é..b/", "b,%c3%a9)/"},
	{"http://" + strings.Repeat("é", 64) + "/", strings.Repeat("%c3%a9", 64) + ")/"},
	{"http://a\xffb.com/", "com,ab)/"},
	{"http://\xff.com/", "com,%ff)/"},
	// The path.
	{"http://archive.org/goo/", "org,archive)/goo"},
	{"http://a/b//c/./d/../E", "a)/b/c/e"},
	{"http://a/../b", "a)/../b"},
	{"http://a/../../b", "a)/b"},
	{"http://a/b//../c", "a)/b/c"},
	{"http://a/b/..", "a)/"},
	{"http://host/%25%32%35", "host)/%25"},
	{"http://a/%252541%%34%31%zz%", "a)/aa%25zz%25"},
	{"http://a/%2e%2E/%2F%23%3f%c3%A9\xff\x7f", "a)/../%23?%c3%a9%ff%7f"},
	{"http://host.com//twoslashes?more//slashes", "com,host)/twoslashes?more//slashes"},
	{"http://example.com/(S(" + id24 + "))/mileg.aspx", "com,example)/mileg.aspx"},
	{"http://a/(a(" + id24 + ")F(" + id24 + "))/x/(" + id24 + ")/M.ASPX/y", "a)/x/m.aspx/y"},
	{"http://a/(" + id24 + ")/(" + id24 + ")/m.aspx", "a)/(" + id24 + ")/m.aspx"},
	{"http://a/(" + id24 + ")/%3Fm.aspx", "a)/(" + id24 + ")/?m.aspx"},
	{"http://a/(" + id24 + ")/.aspx", "a)/(" + id24 + ")/.aspx"},
	// The query.
	{"http://archive.org/goo/?", "org,archive)/goo"},
	{"http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b"},
	{"http://www34.archive.org/index.html?b=a&b=b&a=b", "org,archive)/index.html?a=b&b=a&b=b"},
	{"http://example.com/foo?X=Y", "com,example)/foo?x=y"},
	{"http://a/?b&&a=&a&a-b&a==&%26a%3d1", "a)/?&&a&a=&a=1&a==&a-b&b"},
	{"http://a/?b=1&jsessionid=" + id32, "a)/?&b=1"},
	{"http://a/?sid=" + id32 + "&xPHPSESSID=" + id32 + "&c", "a)/?xc"},
	{"http://a/?sid=" + id32 + "&sid=" + id32 + "&c", "a)/?c&sid=" + strings.ToLower(id32)},
	{"http://a/?sid=" + id32 + "0", "a)/?sid=" + strings.ToLower(id32) + "0"},
	{"http://a/?aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&b", "a)/?b"},
	{"http://a/?xcfid=1=2&CFTOKEN=3&b", "a)/?xb"},
	{"http://a/?cfid=&cftoken=3", "a)/?cfid=&cftoken=3"},
	// Python fails.
	{" \n", "-"},
	{"http://A.com:A%42c/", "com,a:abc)/"},
	{"http://a:65536/", "a:65536)/"},
	{"http://::1/", "::1)/"},
	{"http://" + strings.Repeat("0", 5000) + "7/", "7,0,0,0)/"},
}

// Source: many rows are those of the tests of webarchive-commons (Apache-2.0).
func TestKey(t *testing.T) {
	for _, test := range keyTests {
		if got := Key(test.in); got != test.want {
			t.Errorf("Key(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestOptions(t *testing.T) {
	tests := []struct {
		in   string
		o    Options
		want string
	}{
		{"http://archive.org/goo/?a=2&b&a=1", Options{TrailingComma: true}, "org,archive,)/goo?a=1&a=2&b"},
		{"whois://whois.isoc.org.il/shaveh.co.il", Options{WithScheme: true, TrailingComma: true}, "whois://(il,org,isoc,whois,)/shaveh.co.il"},
		{"http://www.example.com:81/", Options{WithScheme: true, TrailingComma: true}, "http://(com,example:81,)/"},
		{"HTTP://www.example.com/", Options{WithScheme: true}, "HTTP://(com,example)/"},
		{"dns://www.example.com/", Options{WithScheme: true}, "dns:(com,example,www)/"},
		{"mailto:a@b", Options{WithScheme: true, TrailingComma: true}, "mailto:a@b"},
		{"http://www.example.com/", Options{KeepWWW: true}, "com,example,www)/"},
		{"ftp://www.example.com/", Options{WithScheme: true, TrailingComma: true, KeepWWW: true}, "ftp://(com,example,www,)/"},
		{"http://123.456.78.910/goo/", Options{KeepIPv4: true}, "123.456.78.910)/goo"},
		{"http://1:81/", Options{KeepIPv4: true, TrailingComma: true}, "0.0.0.1:81,)/"},
		{"http://1234.1.1.1/", Options{KeepIPv4: true}, "1,1,1,1234)/"},
		{"http://Example.com/foO?X=%41%c3", Options{KeepCase: true}, "com,example)/foO?X=A%C3"},
		{"http://a/?b&a", Options{KeepOrder: true}, "a)/?b&a"},
		{"http://a/(" + id24 + ")/b.aspx?sid=" + id32, Options{KeepSessionIDs: true}, "a)/(" + id24 + ")/b.aspx?sid=" + strings.ToLower(id32)},
	}
	for _, test := range tests {
		if got := string(Append([]byte("before "), test.in, test.o)); got != "before "+test.want {
			t.Errorf("Append(%q, %+v) = %q, want %q", test.in, test.o, got, "before "+test.want)
		}
	}
}

// The rows up to the comment are results of webarchive-commons 1.3.0, with https
// written as http.
func TestHeritrix(t *testing.T) {
	tests := []struct{ in, want string }{
		{"http://www.archive.org", "http://(org,archive,www,)"},
		{"http://www.archive.org/", "http://(org,archive,www,)/"},
		{"https://www.Archive.org:8080/Path", "http://(org,archive,www,:8080)/path"},
		{"http://user:pw@www.archive.org:8080/a?b#C", "http://(org,archive,www,:8080@user:pw)/a?b#c"},
		{"HTTPS://u@a.com", "http://(com,a,@u)"},
		{"ftp://a.com/B", "ftp://(com,a,)/b"},
		{"http://1.2.3.4:80/", "http://(1.2.3.4:80)/"},
		{"http://1234.2.3.4/", "http://(4,3,2,1234,)/"},
		{"http://[::1]:81/x", "http://([::1],:81)/x"},
		{"http://a:/", "http://(a:,)/"},
		{"http://a:8x/", "http://(a:8x,)/"},
		{"mailto:foo@Example.com", "mailto:foo@Example.com"},
		{"x-y://A/", "x-y://A/"},
		{"http://A/b c", "http://A/b c"},
		{"http://", "http://"},
		{"", ""},
		// Departs.
		{" http://a.com/ ", "http://(com,a,)/"},
		{"http://a.com./", "http://(com,a,)/"},
		{"http://a.com?B@c/d", "http://(com,a,)?b@c/d"},
		{"http://a.com#b", "http://(com,a,)#b"},
		{"http://u@v@a.com/", "http://(com,a,@u@v)/"},
		{"http://[::1.2.3.4]/", "http://([::1.2.3.4],)/"},
		{"http:///A", "http:///A"},
	}
	for _, test := range tests {
		if got := string(AppendHeritrix([]byte("b"), test.in)); got != "b"+test.want {
			t.Errorf("AppendHeritrix(%q) = %q, want %q", test.in, got, "b"+test.want)
		}
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	if racedetector.On {
		t.Skip("the race detector allocates")
	}
	b := make([]byte, 0, 1000)
	for _, text := range []string{
		"https://www.example.com/",
		"http://user@Example.com:8080/A/./b/..//%7Euser/%C3%A9?b=2&a=1&sid=" + id32 + "#top",
		"http://3279880203/(S(" + id24 + "))/m.aspx",
		"http://[::1]/a?" + strings.Repeat("b&a&", 15),
		"mailto:a@example.com?Subject=x",
		"filedesc:x",
	} {
		allocs := testing.AllocsPerRun(100, func() {
			b = Append(b[:0], text, Options{WithScheme: true})
			b = AppendHeritrix(b[:0], text)
		})
		if allocs != 0 {
			t.Errorf("%q: %v allocations, want 0", text, allocs)
		}
	}
}

// Any text has a key in ASCII without spaces, which does not depend on the bytes
// before it.
func FuzzAppend(f *testing.F) {
	for _, test := range keyTests {
		f.Add(test.in, uint8(0))
	}
	f.Add("http://www.a.com/A?b&a", uint8(0x7F))
	f.Fuzz(func(t *testing.T, text string, bits uint8) {
		o := Options{
			WithScheme: bits&1 > 0, TrailingComma: bits&2 > 0, KeepWWW: bits&4 > 0, KeepIPv4: bits&8 > 0,
			KeepCase: bits&16 > 0, KeepSessionIDs: bits&32 > 0, KeepOrder: bits&64 > 0,
		}
		key := string(Append(nil, text, o))
		if strings.HasPrefix(text, "filedesc") {
			return
		}
		for i := range len(key) {
			if key[i] <= ' ' || key[i] >= 0x7F {
				t.Fatalf("Append(%q) = %q, with byte %#x", text, key, key[i])
			}
		}
		if key == "" {
			t.Fatalf("Append(%q) is empty", text)
		}
		if after := string(Append([]byte("http://www./%4"), text, o)); after != "http://www./%4"+key {
			t.Fatalf("Append after other bytes = %q, want %q", after, key)
		}
		if after := string(Append(make([]byte, 0, len(text)/2), text, o)); after != key {
			t.Fatalf("Append with little room = %q, want %q", after, key)
		}
		AppendHeritrix(nil, text)
	})
}
