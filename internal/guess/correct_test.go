package guess_test

import (
	"testing"

	"github.com/earl-url/earl/internal/guess"
)

func TestCorrect(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"gopher//h.example/1", "gopher://h.example/1"},
		{"gopher:/h.example/1", "gopher://h.example/1"},
		{"FTP:/h.example/", "ftp://h.example/"},
		{"http:///h.example/", ""}, // "://" is there: nothing is missing
		{"ftp:/me@h.example/", ""},
		{"mailto:/x", ""},
		{"gopher://h.example/", ""},
		{"news://h.example:1119/misc.test", "nntp://h.example:1119/misc.test"},
		{"news://h.example/", ""},
		{"news://h.example/1@x.example", ""},
		{"news:<1@x.example>", "news:1@x.example"},
		{"news:<misc.test>", ""},
		{"news:misc.test", ""},
		{"nntp:misc.test", "news:misc.test"},
		{"nntp:misc.test/17", ""},
		{"nntp:h.example:119", ""},
		{"finger:me@h.example", "finger://h.example/me"},
		{"finger:h.example", ""},
		{"finger:a@b@h.example", ""},
		{"finger:me", ""},
		{"finger:me@h.example:7979", "finger://h.example:7979/me"},
		{"finger:me@h.example/x", ""},
		{"gopher:h.example", "gopher://h.example"},
		{"gopher:h.example:7070/0/a", "gopher://h.example:7070/0/a"},
		{"Telnet:h.example", "telnet://h.example"},
		{"tn3270:192.0.2.1", "tn3270://192.0.2.1"},
		{"telnet:me@h.example", ""},
		{"telnet:word", ""},
		{"wais:cool.src", ""},
		{"dict:h.example", ""},
		{"snews:misc.test", "news:misc.test"},
		{"snews:1@x.example", "news:1@x.example"},
		{"snews://h.example/misc.test", "nntps://h.example/misc.test"},
		{"snews://h.example/", ""},
		{"file://h.example/pub/README", "ftp://h.example/pub/README"},
		{"file://h.example:21/x", "ftp://h.example:21/x"},
		{"file://server/share/x", ""},
		{"file:///etc/motd", ""},
		{"gopher://h.example:7070/7/s?two+words", "gopher://h.example:7070/7/s%09two%20words"},
		{"gopher://h.example/7/s%09a?b", ""},
		{"gopher://h.example/0/s?a", ""},
		{"gopher://h.example/7/s?", ""},
		{"file://localhost/etc/motd", ""},
		{"file://h.example/", ""},
		{"word", ""},
		{"", ""},
	} {
		u, ok := guess.Correct(test.in)
		if got := u.String(); ok != (test.want != "") || ok && got != test.want {
			t.Errorf("Correct(%q) = %q, %v, want %q", test.in, got, ok, test.want)
		}
	}
}

func TestColon(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"ftp.host.dom:/pub/x", "ftp://ftp.host.dom/pub/x"},
		{"host.dom:/pub", "ftp://host.dom/pub"},
		{"xxx.yyy.zz.edu:/pub.aa.bb.cc", "ftp://xxx.yyy.zz.edu/pub.aa.bb.cc"}, // draft1993 Current practice
		{"ftp.host.dom:/x", "ftp://ftp.host.dom/x"},
		{"host.dom:/pub/x", "ftp://host.dom/pub/x"},
		{"host.dom:/public", "http://host.dom/public"},
		{"host.dom:/x/pub", "http://host.dom/x/pub"},
		{"host:/pub", ""},
		{"host.dom://pub", ""},
		{"host.dom:80/x", ""},
		{"me@host.dom:/x", ""},
		{"", ""},
	} {
		if got, ok := guess.Colon(test.in); got != test.want || ok != (test.want != "") {
			t.Errorf("Colon(%q) = %q, %v, want %q", test.in, got, ok, test.want)
		}
	}
}
