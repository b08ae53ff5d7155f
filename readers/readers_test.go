package readers

import "testing"

// rows are readings that show how a reader differs from others. Each was seen in the
// real program.
var rows = []struct {
	reader, in, want string // want: "scheme host port path", or "refused"
}{
	{"go", `http://good.example:80\@evil.example/`, "refused"},
	{"go", "http://a:80:81/", "refused"},
	{"go", "http://good.example:0099999/%2e", "http good.example 99999 /%2e"},
	{"go-1.25", "http://a:80:81/", "http a:80 81 /"},
	{"go-1.25", "http://u:p@::1/", "http : 1 /"},
	{"glib", "http://good.example%2fevil.example/a/..%2fb", "http good.example/evil.example  /b"},
	{"glib", "good.example/", "refused"},
	{"glib", "http://good\u3000.example/", "refused"},
	{"glib", "http://xn--\uff41.example/", "http xn--a.example  /"},
	{"glib", "http://\u03b1\u0345\u0301\u03a3.example/", "http xn--3xa124l.example  /"},
	{"libcurl", `http://127.0.0.1:6666\@1.1.1.1/`, "http 1.1.1.1  /"},
	{"libcurl", "http:///0x7f.1/a/../b", "http 127.0.0.1  /b"},
	{"libcurl", "good.example/", "refused"},
	{"curl", "ftp.good.example/", "ftp ftp.good.example 21 /"},
	{"curl", "http://%256cocalhost/", "http %256cocalhost 80 /"},
	{"curl", "http://127。0。0。1/", "http 127.0.0.1 80 /"},
	{"java-uri", "http://x_y.example:80/", "http   /"},
	{"java-uri", "http://good.example\\@evil.example/", "refused"},
	{"java-uri", "mailto:a@b.example?subject=x", "mailto   a@b.example?subject=x"},
	{"java-url", "url:http://x_y.example:+80/", "http x_y.example 80 /"},
	{"java-url", "http://a@good.example@evil.example/x", "http   /x"},
	{"wget", "http://good.example%2fevil.example/..", "http good.example/evil.example 80 /"},
	{"wget", "http:/good.example/", "ftp http 21 //good.example/"},
	{"wget", "localhost:8080", "http localhost 8080 /"},
	{"uriparser", "HTTP://[::1]:080/../%2e", "HTTP ::1 80 /../%2e"},
	{"uriparser", "http://good.example\\@evil.example/", "refused"},
	{"ruby", "ftp://good.example/a?b c", "ftp good.example 21 a"},
	{"ruby", "https:evil.example", "https  443 evil.example"},
	{"ruby", "ftp://good.example/a;type=i", "ftp good.example 21 a"},
	{"ruby", "mailto:good.example", "refused"},
	{"ruby", "file://localhost:80/a", "file   /a"},
	{"boost", "http://127.0.0.1.good.example/", "http 127.0.0.1  .good.example/"},
	{"boost", "http://a@good.example@evil.example/", "http good.example  @evil.example/"},
	{"uri-js", "http://u@a:80@b/", "http a 80 @b/"},
	{"uri-js", "wss://%61%2561.example/", "wss aa.example  /"},
	{"uri-js", "mailto:good.example", "refused"},
	{"uri-js", "http://%256cocalhost/", "http localhost  /"},
	{"fast-uri", "http://u@a:80@b/", "refused"},
	{"fast-uri", "http://GOOD.example:080/%2e%7e", "http good.example 80 /%2E~"},
	{"fast-uri", "x://%41%2f/a|b", "x a%2F  /a%7Cb"},
	{"fast-uri", "http:good.example", "refused"},
	{"libxml2", "http://good.example%2fevil.example/%00x", "http good.example/evil.example  /"},
	{"libxml2", "HTTP://[a/b]:0/x", "HTTP [a/b]  /x"},
	{"libxml2", "http://good.example:/", "refused"},
	{"libxml2", "//:81/x", "  81 /x"},
	{"qt", "http://0x7f.1:18446744073709551696/%7ea|", "http 127.0.0.1 80 /~a%7C"},
	{"qt", "http://fa\u00df.example/", "http fass.example  /"},
	{"qt", "http://\u01f0\u0390.example/", "http xn--ska64f.example  /"},
	{"qt", "http://good.example%2fevil.example/", "refused"},
	{"qt", "http://good.example/%zz%7e", "http good.example  /%25zz%257e"},
	{"qt", "http:// 127.+1\x00.1/", "http 127.0.0.1  /"},
	{"perl", "http://good.example:/", "http good.example: 80 /"},
	{"perl", "http://a%40b:81/%2e x", "http a@b 81 /%2e%20x"},
	{"perl", "x://h/", "refused"},
	{"perl", "file://a@b:81/", "file a@b:81  /"},
	{"perl", "mailto:[a]?b", "mailto   [a]?b"},
	{"perl", "http://xn--\u00e4.example/", "http xn--\u00c3\u00a4.example 80 /"},
	{"php", `http://127.0.0.1:6666\@1.1.1.1/`, "http 1.1.1.1  /"},
	{"php", "http://good.example:80x/", "http good.example 80 /"},
	{"php", "good.example:80", " good.example 80 "},
	{"php", "http://a\tb/", "http a_b  /"},
	{"php", "http:///x", "refused"},
	{"php", "file:////good.example", "file   //good.example"},
	{"php", "a^b/c:81/", " a^b 81 /c:81/"},
	{"python", `http://127.0.0.1:6666\@1.1.1.1/`, "http 1.1.1.1  /"},
	{"python", "http://a:1:2/", "http a  /"},
	{"python", "ht\ntp://A\t.Example/x", "http a.example  /x"},
	{"python", "http://[good.example]/", "refused"},
	{"python", "http://a\uFF0Fb/", "refused"},
	{"node-legacy", "http://good.example%2fevil.example", "http good.example  %2fevil.example"},
	{"node-legacy", "localhost:8080", "localhost 8080  "},
	{"node-legacy", "http://a:80:81/", "http a 81 /:80/"},
	{"url-parse", `http://127.0.0.1:6666\@1.1.1.1/`, "http 127.0.0.1 6666 /@1.1.1.1/"},
	{"url-parse", "http:////good.example:80x", "http good.example:80x  /"},
	{"hyperlink", "http://a@b@good.example/", "refused"},
	{"hyperlink", "http://good.example: 8_0", "http good.example 80 /"},
	{"hyperlink", "http://good.example%2fevil.example", "http good.example%2fevil.example 80 /"},
	{"rfc3986", `http://127.0.0.1:6666\@1.1.1.1/`, "http 127.0.0.1 6666 %5C@1.1.1.1/"},
	{"rfc3986", "http://[::1]80/", "http [::1] 80 /"},
	{"rfc3986", "http://good.example/[", "refused"},
	{"yarl", "http://good.example/../x", "refused"},
	{"yarl", "http://\u0301a.example/", "http xn--a-wbb.example  /"},
	{"yarl", "http://\u2603\u0390.example/", "http xn--owa157o.example  /"},
	{"yarl", "http://\u00ad/", "refused"},
	{"yarl", "http://[::FFFF:127.0.0.1]:0/%41%2f", "http ::ffff:7f00:1  /A%2F"},
	{"requests", `http://127.0.0.1:6666\@1.1.1.1/`, "http 127.0.0.1 6666 /%5C@1.1.1.1/"},
	{"requests", "http://good.example/a/%2e%2e/b", "http good.example  /b"},
	{"requests", "http://*.good.example/", "refused"},
	{"urllib3", "good.example:80/x", " good.example 80 /x"},
	{"urllib3", "http://good.example/a/%2e%2e/b", "http good.example  /a/%2E%2E/b"},
	{"urllib3", "http://good.example:065536/", "refused"},
	{"whatwg", `http://127.0.0.1:6666\@1.1.1.1/`, "http 127.0.0.1 6666 /@1.1.1.1/"},
	{"whatwg", "http:0x7f.1", "http 127.0.0.1  /"},
	{"whatwg", "http://xn--/", "refused"},
}

func TestReaders(t *testing.T) {
	seen := map[string]int{}
	for _, row := range rows {
		seen[row.reader]++
		reader, ok := ByName(row.reader)
		if !ok {
			t.Errorf("there is no reader %q", row.reader)
			continue
		}
		got := "refused"
		if r, ok := reader.Read(row.in); ok {
			got = r.Scheme + " " + r.Host + " " + r.Port + " " + r.Path
		}
		if got != row.want {
			t.Errorf("%s reads %q as %q, want %q", row.reader, row.in, got, row.want)
		}
	}
	for _, r := range All() {
		if seen[r.Name] < 2 {
			t.Errorf("%s has %d rows in readers_test.go, want 2 or more", r.Name, seen[r.Name])
		}
		if r.Title == "" || r.Language == "" || r.Version == "" || len(r.Departs) == 0 {
			t.Errorf("%s has no title, language, version or departures", r.Name)
		}
	}
}

// curl and wget find a host in most texts whose scheme has none.
func TestGuess(t *testing.T) {
	for in, want := range map[string]bool{"mailto:a@good.example": true, "good.example/x": false, "http://good.example/": false} {
		for _, reader := range []*Reader{curl, wget} {
			if got, _ := reader.Read(in); got.Guess != want {
				t.Errorf("%s reads %q with Guess = %v, want %v", reader.Name, in, got.Guess, want)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, row := range rows {
		f.Add(row.in)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range all {
			if got, ok := r.Read(text); !ok && got != (Reading{}) {
				t.Errorf("%s refuses %q and returns %v", r.Name, text, got)
			}
		}
	})
}
