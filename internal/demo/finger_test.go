package demo

import (
	"strings"
	"testing"
)

// Source: rfc1288 2.3, 3.2.1.
func TestFinger(t *testing.T) {
	s := started(t)
	address := s.tcp()["finger"]
	for request, want := range map[string]string{
		"":                           "Login      Name             Reads\r\nlibrarian  The Librarian",
		"librarian":                  "Login: librarian            Name: The Librarian\r\nPlan:\r\nSort the letters",
		"READER librarian":           "Login: reader               Name: A Reader\r\nNo Plan.\r\nLogin: librarian",
		"/w reader":                  "Login: reader               Name: A Reader\r\nOffice: the reading room\r\nNo Plan.\r\n",
		"no\x1bone":                  "finger: no",
		"joe@host":                   "Finger forwarding service denied.\r\n",
		"/W @host":                   "Finger forwarding service denied.\r\n",
		strings.Repeat("x", maxLine): "",
	} {
		got := ask(t, address, request+"\r\n")
		if !strings.HasPrefix(got, want) || want == "" && got != "" || strings.Contains(got, "\x1b") {
			t.Errorf("the request %.20q is answered by %q, want %q", request, got, want)
		}
	}
}
