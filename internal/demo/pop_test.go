package demo

import (
	"strings"
	"testing"
)

// Source: rfc1939 3, 5, 7.
func TestPOP(t *testing.T) {
	s := started(t)
	address := s.tcp()["pop"]
	const login = "USER reader\r\nPASS bookworm\r\n"
	const hello = "+OK The library's mailbox\r\n"
	for commands, want := range map[string]string{
		"LIST\r\n":                       hello + "-ERR log in first\r\n",
		"USER reader\r\nPASS x\r\n":      hello + "+OK\r\n-ERR [AUTH]",
		login + "DELE 1\r\n":             hello + "+OK\r\n+OK\r\n-ERR this mailbox is read-only\r\n",
		login + "UIDL 1\r\n":             hello + "+OK\r\n+OK\r\n+OK 1 letter-1\r\n",
		login + "RETR 0\r\nRETR 999\r\n": hello + "+OK\r\n+OK\r\n-ERR no such message or command\r\n-ERR no such",
		strings.Repeat("x", maxLine+1):   hello,
	} {
		if got := ask(t, address, commands+"QUIT\r\n"); !strings.HasPrefix(got, want) {
			t.Errorf("%.40q is answered by %q, want %q", commands, got, want)
		}
	}
	if got := dotted(".a\r\n..b"); got != "..a\r\n...b\r\n.\r\n" {
		t.Errorf("dotted = %q", got)
	}
	if got := top("H: x\r\n\r\na\r\nb\r\n", "1"); got != "H: x\r\n\r\na\r\n" {
		t.Errorf("top = %q", got)
	}
}
