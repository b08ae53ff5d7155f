package wais_test

import (
	"errors"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/wais"
)

// Responses of freeWAIS-sf to requests that it does not accept, each used as
// the response to a request for a document: nothing, a message without length,
// no text, another document, an encoded message. None is read as a document.
// This client never sends those requests. Source: B14, DESIGN 4.
func TestRecordedRefusals(t *testing.T) {
	for name, want := range map[string]error{
		"12-retrieve-nodb": open.ErrCut, "34-retrieve-no-type": open.ErrCut, "47-header-version-3": open.ErrCut,
		"59-pipelined": open.ErrCut, "60-length-too-short": open.ErrCut, "61-not-wais": open.ErrCut,
		"36-retrieve-too-big": open.ErrProtocol, "40-small-maxsize-retrieve": open.ErrProtocol, "50-malformed-unknown-pdu": open.ErrProtocol,
		"51-malformed-present-pdu": open.ErrProtocol, "52-malformed-query-type": open.ErrProtocol, "53-malformed-unknown-tag": open.ErrProtocol,
		"54-malformed-two-apdus": open.ErrProtocol, "62-garbage-apdu": open.ErrProtocol,
		"49-header-ack": open.ErrProtocol, "58-hex-encoding": open.ErrProtocol,
		"28-retrieve-paragraph-chunk": open.ErrNotFound, "29-retrieve-whole-document": open.ErrNotFound,
		"26-retrieve-lines": open.ErrProtocol, "27-retrieve-lines-beyond": open.ErrProtocol, "37-retrieve-99000": open.ErrProtocol,
	} {
		answer := recording(t, name, "s2c")
		if len(answer) == 0 {
			answer = nil // the connection was closed
		}
		o := answering(func(int, []byte) []byte { return answer })
		res, err := open.New(o, wais.Opener{}).Open(t.Context(), earl.RFC3986.MustParse("wais://wais.example/b/TEXT/369/%01%01x"))
		if !errors.Is(err, want) {
			t.Errorf("%s: %T, %v, want %v", name, res, err, want)
		}
	}
}
