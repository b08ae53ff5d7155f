package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// value returns the value of a call, which must not fail.
func value(t *testing.T, name string, args ...string) string {
	t.Helper()
	var result struct {
		Value json.RawMessage
		Error string
	}
	if err := json.Unmarshal(Call(name, args...), &result); err != nil || result.Error != "" {
		t.Fatalf("%s(%q): %v %s", name, args, err, result.Error)
	}
	return string(result.Value)
}

func TestCall(t *testing.T) {
	for _, row := range []struct {
		src  string
		call []string
		want string // a part of the result
	}{
		{"rfc3986 3", []string{"parse", "rfc3986", "http://example.com:80/a?b"}, `"host":"example.com","port":"80","path":"/a","params":null,"query":"b"`},
		{"rfc1738 2.2", []string{"check", "rfc1738", "http://h/a b"}, `"sentences":["character 11: a space must be escaped as %20 (rfc1738 2.2, space)"]`},
		{"rfc3986 5.4.1", []string{"resolve", "rfc3986", "http://a/b/c/d;p?q", "../g"}, `"url":"http://a/b/g"`},
		{"rfc3986 5.1", []string{"resolve", "rfc3986", "a b", "../g"}, `"valid":false`},
		{"rfc3986 6.2.2", []string{"normalize", "rfc3986", "HTTP://H:80/%7eu", "scheme"}, `"url":"http://h/~u"`},
		{"rfc3986 6.2.2.1", []string{"normalize", "rfc3986", "HTTP://H:80/%7eu", "case"}, `"url":"http://h:80/%7Eu"`},
		{"A11", []string{"explain", "", "", `http://127.0.0.1\@1.1.1.1/`}, `"contacts":[{"host":"`},
		{"A11", []string{"explain", "rfc1738", "curl,python", "gopher://h/0/a"}, `"view":{"scheme":"gopher"`},
		{"A11", []string{"page", "gopher://h.example/0/a"}, `{"text":"selector","names":["/a"]}`},
		{"A11", []string{"page", `http://127.0.0.1\@1.1.1.1/`}, `"title":"Programs read different servers in this text"`},
		{"A11", []string{"page", "http://h/a b"}, `{"name":"fault","text":" ","after":""}`},
		{"A11", []string{"page", "gopher://h.example/0/a"}, `"plan":{"heading":"Opening it sends to h.example, port 70","lines":[{"text":"/a","remark":""}],"note":""}`},
		{"A11", []string{"page", "http://h.example:25/"}, `"plan":{"heading":"Opening it is refused","lines":[],"note":"Nothing is sent (bad-port-list): `},
		{"A11", []string{"page", "file:///a"}, `"lines":[{"text":"/a","remark":""}]`},
		{"A11", []string{"explain", "", "", "http://h.example/"}, `"lines":["GET / HTTP/1.1","Host: h.example",`},
		{"A11", []string{"page", ""}, `"title":"This is not a URL"`},
	} {
		if got := value(t, row.call[0], row.call[1:]...); !strings.Contains(got, row.want) {
			t.Errorf("%s: %q = %s, want %s in it", row.src, row.call, got, row.want)
		}
	}
}

// A wrong argument is an error that says what is accepted.
func TestWrongArguments(t *testing.T) {
	for _, row := range []struct{ call, want string }{
		{"parse rfc9999 x", `edition \"rfc9999\": must be one of draft1993, `},
		{"normalize rfc3986 x y", `level \"y\": must be string, case, escapes, dots or scheme`},
		{"explain auto,rfc1 curl x", `edition \"rfc1\": must be one of`},
		{"explain rfc3986 nosuch x", `reader \"nosuch\": must be one of boost, `},
		{"nosuch x", `no function \"nosuch\" with 1 arguments`},
		{"parse rfc3986", `no function \"parse\" with 1 arguments`},
	} {
		args := strings.Fields(row.call)
		if got := string(Call(args[0], args[1:]...)); !strings.HasPrefix(got, `{"error":"`+row.want) {
			t.Errorf("%q = %s, want the error %s", row.call, got, row.want)
		}
	}
}

// F3: explanations and pages do not contain the password.
func TestNoPassword(t *testing.T) {
	for _, text := range []string{"http://u:geheim@h/", "http://u:geheim@h/a b", `http:\\u:geheim@h/`, "ftp://u:geheim@h:1:2/", "http://u:geheim@é/"} {
		for _, call := range [][]string{{"page", text}, {"explain", "", "", text}} {
			if got := value(t, call[0], call[1:]...); strings.Contains(got, "geheim") || !strings.Contains(got, earl.Hidden) {
				t.Errorf("%s(%q) = %s", call[0], text, got)
			}
		}
	}
}
