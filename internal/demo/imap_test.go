package demo

import (
	"slices"
	"strings"
	"testing"
)

// Source: rfc9051 6.
func TestIMAP(t *testing.T) {
	s := started(t)
	address := s.tcp()["imap"]
	const login = "a LOGIN reader \"bookworm\"\r\n"
	for commands, want := range map[string]string{
		"a LIST \"\" *\r\n":                                                   "a NO log in first\r\n",
		"a LOGIN reader x\r\n":                                                "a NO [AUTHENTICATIONFAILED]",
		login + "b FETCH 1 (UID)\r\n":                                         "b BAD this server only reads\r\n",
		login + "b EXAMINE nosuch\r\n":                                        "b NO [NONEXISTENT] no such mailbox\r\n",
		login + "b EXAMINE inbox\r\nc UID STORE 1 x\r\n":                      "b OK [READ-ONLY] EXAMINE\r\nc BAD this server only reads\r\n",
		login + "b EXAMINE INBOX\r\nc FETCH 1:2 (UID)\r\n":                    "* 1 FETCH (UID 1)\r\n* 2 FETCH (UID 2)\r\nc OK FETCH\r\n",
		login + "b EXAMINE INBOX\r\nc UID SEARCH FROM nobody\r\n":             "* SEARCH\r\nc OK SEARCH\r\n",
		login + "b EXAMINE INBOX\r\nc UID SEARCH NOT ALL\r\n":                 "c BAD this search is not supported\r\n",
		login + "b EXAMINE INBOX\r\nc UID FETCH 1 (BODY.PEEK[TEXT]<0.3>)\r\n": "* 1 FETCH (BODY[TEXT] {3}\r\n",
		strings.Repeat("x", maxLine+1):                                        "",
	} {
		if got := ask(t, address, commands+"z LOGOUT\r\n"); !strings.Contains(got, want) {
			t.Errorf("%.60q is answered by %q, want %q", commands, got, want)
		}
	}
	if got := imapWords(`a LOGIN "b \"c" (D [E F]) g`); !slices.Equal(got, []string{"a", "LOGIN", `b "c`, "(D [E F])", "g"}) {
		t.Errorf("imapWords = %q", got)
	}
	if !inSet("1,3:*", 4, 5) || inSet("1,3:*", 2, 5) || !inSet("*", 5, 5) {
		t.Error("inSet is wrong")
	}
}
