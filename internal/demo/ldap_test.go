package demo

import (
	"strings"
	"testing"
)

// Source: rfc4511 4.2, 4.5; rfc4514 2.4. The requests are those of ldapsearch.
func TestLDAP(t *testing.T) {
	s := started(t)
	address := s.tcp()["ldap"]
	const bind = "0\x0c\x02\x01\x01`\x07\x02\x01\x03\x04\x00\x80\x00"
	const bound = "0\x0c\x02\x01\x01a\x07\x0a\x01\x00\x04\x00\x04\x00"
	const unbind = "0\x05\x02\x01\x03B\x00"
	search := func(scope, base string) string {
		op := "\x04" + string(rune(len(base))) + base + "\x0a\x01" + scope +
			"\x0a\x01\x00\x02\x01\x00\x02\x01\x00\x01\x01\x00\x87\x0bobjectClass0\x00"
		return bind + "0" + string(rune(len(op)+5)) + "\x02\x01\x02c" + string(rune(len(op))) + op + unbind
	}
	for request, want := range map[string]string{
		bind + unbind:                     bound,
		search("\x00", "o=library"):       "\x04\x09o=library",
		search("\x01", "o=Library"):       "\x04\x13ou=people,o=library",
		search("\x02", "o=library"):       "cn=welcome.txt,ou=texts,o=library",
		search("\x00", "cn=x, o=library"): bound + "0\x15\x02\x01\x02e\x10\x0a\x01 \x04\x09o=library\x04\x00",
		"0\x10\x02\x01\x01`\x0b\x02\x01\x03\x04\x02cn\x80\x02pw" + unbind: "0\x0c\x02\x01\x01a\x07\x0a\x011",
		"0\x08\x02\x01\x02J\x03o=x" + unbind:                              "this directory is read-only",
		"GET / HTTP/1.1\r\n" + strings.Repeat("x", 100):                   "",
	} {
		if got := ask(t, address, request); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("the request %q is answered by %q, want %q", request, got, want)
		}
	}
	if got := escapeDN("#a,b+ "); got != `\#a\,b\+\ ` {
		t.Errorf("escapeDN = %q", got)
	}
}
