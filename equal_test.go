package earl

import "testing"

// rfc3986 6.2.2, 6.2.3; A4, A9, A26: the differences that each step removes.
func TestNormalize(t *testing.T) {
	for _, row := range []struct {
		src     string
		edition *Edition
		level   Level
		in      string
		want    string
	}{
		{"rfc3986 6.2.2", RFC3986, LevelDots, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
		{"rfc3986 6.2.1", RFC3986, LevelString, "HTTP://H/%7e", "HTTP://H/%7e"},
		{"rfc3986 6.2.2.1", RFC3986, LevelCase, "HTTP://EXAMPLE.com/%7e%3a", "http://example.com/%7E%3A"},
		{"rfc3986 6.2.2.1", RFC3986, LevelCase, "http://%AAh%4A/", "http://%AAh%4A/"},
		{"rfc3986 6.2.2.2", RFC3986, LevelEscapes, "http://%41.b/%7Euser%2F", "http://a.b/~user%2F"},
		{"rfc3986 6.2.2.3", RFC3986, LevelDots, "http://h/a/../../b/.", "http://h/b/"},
		{"rfc3986 3.3", RFC3986, LevelDots, "x:/a/..//b", "x:/.//b"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com", "http://example.com/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com:/", "http://example.com/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com:80/", "http://example.com/"},
		{"rfc3986 6.2.3 A9", RFC3986, LevelScheme, "http://example.com:00080/", "http://example.com/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "http://example.com:8080/", "http://example.com:8080/"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "x://h:80", "x://h:80"},
		{"3.1 A9", RFC1738, LevelScheme, "ftp://h:21/a", "ftp://h/a"},
		{"2.1 A1", RFC1738, LevelCase, "FTP://H.DOM/A", "ftp://h.dom/A"},
		{"2.2 A4", RFC1738, LevelEscapes, "ftp://h/%61%2F%3b", "ftp://h/a%2F%3B"},
		{"2.2 A4", RFC1738, LevelEscapes, "http://h/?a%2Bb%62", "http://h/?a%2Bbb"},
		// "+" may join the words of a query; the other special characters mean
		// the same with and without an escape.
		{"2.2 A4", RFC1738, LevelEscapes, "http://h/?%24%2D%5F%2E%2B%21%2A%27%28%29%2C", "http://h/?$-_.%2B!*'(),"},
		{"2.2 A4", Draft1994, LevelEscapes, "http://h/?%24%2D%5F%2E%2B%21%2A%27%28%29%2C", "http://h/?$-_.%2B!*'(),"},
		{"2.2 A4", RFC1738, LevelEscapes, "http://h/%2B?a%3Db%26c", "http://h/+?a%3Db%26c"},
		// The server gets the segments of ftp and nntp one by one.
		{"3.2.2 A4", RFC1738, LevelScheme, "ftp://h/a/../b", "ftp://h/a/../b"},
		{"3.2.2 A4", RFC3986, LevelScheme, "ftp://h/a/../b", "ftp://h/a/../b"},
		{"3.2.2 A4", RFC3986, LevelScheme, "ftps://h/./b", "ftps://h/./b"},
		{"3.7 A4", RFC3986, LevelScheme, "nntp://h/../g", "nntp://h/../g"},
		{"rfc3986 6.2.2.3", RFC3986, LevelScheme, "file:///a/../b", "file:///b"},
		{"3.2.2 A16", RFC3986, LevelEscapes, "ftp://h/f;t%79pe=a", "ftp://h/f;type=a"},
		{"rfc3986 6.2.3", RFC3986, LevelScheme, "ftp://h?x", "ftp://h/?x"},
		{"draft1993 BNF", Draft1993, LevelScheme, "TELNET://HOST:23", "telnet://host"},
		{"3.11 B33", RFC3986, LevelScheme, "prospero://h/a/../b", "prospero://h/a/../b"},
		{"3.9 B31", RFC3986, LevelScheme, "wais://h/d/t/../p", "wais://h/d/t/../p"},
		{"3.4.1 B24", RFC1738, LevelScheme, "gopher://h", "gopher://h/"},
		// Normalized text has no white space and no unsafe characters, even if
		// a BNF allows them.
		{"A19 A28", Draft1993, LevelEscapes, `http://h/a b"%20?c d+e#f g`, "http://h/a%20b%22%20?c%20d+e#f%20g"},
		{"A19 A28 R2", Draft1994, LevelEscapes, `ftp://u~:p|@h^/{}[]\~%7e`, "ftp://u%7E:p%7C@h%5E/%7B%7D%5B%5D%5C%7E%7E"},
		{"A19", Draft1994, LevelCase, "x:a~%7e", "x:a~%7E"},
		{"rfc3986 3.2.2", RFC3986, LevelCase, "http://[2001:DB8:0::1]/~", "http://[2001:db8:0::1]/~"},
		{"rfc5952 4.1", RFC3986, LevelScheme, "http://[2001:0DB8::0001]/~", "http://[2001:db8::1]/~"},
		{"rfc5952 4.2.2", RFC3986, LevelScheme, "http://[2001:db8::1:1:1:1:1]/", "http://[2001:db8:0:1:1:1:1:1]/"},
		{"rfc5952 4.2.3", RFC3986, LevelScheme, "http://[2001:0:0:1:0:0:0:1]:80/", "http://[2001:0:0:1::1]/"},
		{"rfc5952 5", RFC3986, LevelScheme, "http://[::ffff:C000:201]/", "http://[::ffff:192.0.2.1]/"},
		{"rfc3986 3.2.2", RFC3986, LevelScheme, "http://[V1.A:b]/", "http://[v1.a:b]/"},
		// A colon of the host does not become the colon of a port (R16).
		{"A9 R16", Draft1993, LevelScheme, "ftp://h:1:21/a", "ftp://h:1:21/a"},
		{"A9 A21", Draft1996, LevelScheme, "http://h:8::80/", "http://h:8::80/"},
		{"A9 A21", Draft1996, LevelScheme, "http://h:8:/", "http://h:8:/"},
		// A path does not become a login: "%41" is not a host here.
		{"5 otherurl R1", RFC1738, LevelScheme, "x://%41%2d/%41", "x://A-/A"},
		{"5 otherurl R1", RFC1738, LevelScheme, "x://%41%6a/%41", "x://%41%6A/A"},
		{"draft1994 5", Draft1994, LevelScheme, "x://%41b:21/%41", "x://%41b:21/A"},
		{"draft1993 BNF", Draft1993, LevelScheme, "x://%41?%41", "x://%41?A"},
	} {
		u := row.edition.MustParse(row.in)
		got := u.Normalize(row.level)
		if got.String() != row.want {
			t.Errorf("%s: Normalize(%q, %v) = %q, want %q", row.src, row.in, row.level, got, row.want)
		}
		if again := got.Normalize(row.level); again != got {
			t.Errorf("%s: Normalize(%q) is not stable: %q", row.src, got, again)
		}
		if ok, _ := u.Equal(got, row.level); !ok {
			t.Errorf("%s: %q is not equal to %q", row.src, u, got)
		}
	}
}

// A26: the answer is "same", with the step that made the URLs equal, or "not
// known to be".
func TestEqual(t *testing.T) {
	for _, row := range []struct {
		a, b  string
		level Level
		want  bool
		step  Level
	}{
		{"http://h/a", "http://h/a", LevelScheme, true, LevelString},
		{"http://h/a", "HTTP://H/a", LevelScheme, true, LevelCase},
		{"http://h/a", "HTTP://H/a", LevelString, false, 0},
		{"http://h/%7Ea", "http://h/~a", LevelScheme, true, LevelEscapes},
		{"http://h/b/../a", "http://h/a", LevelScheme, true, LevelDots},
		{"http://h:80/a", "http://h/a", LevelScheme, true, LevelScheme},
		{"http://h/a", "http://h/b", LevelScheme, false, 0},
		{"http://h/a%2Fb", "http://h/a/b", LevelScheme, false, 0},
	} {
		ok, step := RFC3986.MustParse(row.a).Equal(RFC3986.MustParse(row.b), row.level)
		if ok != row.want || step != row.step {
			t.Errorf("Equal(%q, %q, %v) = %v, %v, want %v, %v", row.a, row.b, row.level, ok, step, row.want, row.step)
		}
	}
	if ok, _ := RFC1738.MustParse("http://h/").Equal(RFC3986.MustParse("http://h/"), LevelScheme); ok {
		t.Error("URLs of two editions are equal")
	}
}
