package wais_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/waisserver"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
)

// searchFor returns the request for words in the database "b".
func searchFor(words string) []byte {
	return waisserver.Message([]byte("\x16\x00\x00\x1e\x00\x13\x88\x00\x00\x1e\x01\x11\x00\x12\x01b\x14\x013"),
		waisserver.Element(99, waisserver.Element(106, []byte(words)), waisserver.Number(111, 1), waisserver.Number(114, 200)))
}

// document is the id of the document of most tests, with the type "T".
const document = "\x01\x01a"

// retrievalOf returns the request for some bytes of the document.
func retrievalOf(start, end int) []byte {
	term := func(code, value string) []byte {
		return append(waisserver.Element(44, []byte(code+" ig ig ig ig")), waisserver.Element(45, []byte(value))...)
	}
	and := waisserver.Element(46, []byte("a"))
	return waisserver.Message([]byte("\x16\x00\x00\x0a\x00\x00\x10\x00\x00\x0f\x01\x11\x03FOO\x12\x01b\x14\x011\x13\x0f \x1fDocument Text\x02\x013"),
		waisserver.Element(21, term("un re", document), term("wt re", "T"), and, term("wb ro", fmt.Sprint(start)), and, term("wb rl", fmt.Sprint(end)), and))
}

// part returns a response with text of that document.
func part(text string) []byte {
	return waisserver.SearchResponse([]byte("3"), 1, waisserver.Text(document, []byte(text)))
}

// found returns a response with hits.
func found(n int) []byte {
	var hits []byte
	for range n {
		hits = append(hits, aHit...)
	}
	return waisserver.SearchResponse(nil, n, hits)
}

var aHit = waisserver.Hit{ID: document, Score: 5, Length: 6, Types: []string{"T"}, Headline: "A hit"}.Element()

// initMessage is the first message of clients of that time: recording 01, with this client's
// name.
const initMessage = "0000000025z2wais        0\x00\x17\x14\x03\x01\x80\x04\x01\x80\x05\x03\x01\x86\xa0\x06\x03\x01\x86\xa0\x07\x04earl"

func TestSuite(t *testing.T) {
	const url = "-- url --\nwais://wais.example/b/T/20000/%01%01a\n-- wire --\n"
	const query = "-- url --\nwais://wais.example/b?x\n-- wire --\n"
	ten := strings.Repeat("x", 10_000)
	init := "C-: " + transcript.Escape([]byte(initMessage)) + "\nS-: " + transcript.Escape(waisserver.Message([]byte("\x15\x01"), nil)) + "\n"
	const many = 25_000 // hits: nearly the maximum for one message
	endless := found(many)
	endless = endless[:len(endless)-many*len(aHit)]
	opentest.Run(t, wais.Opener{}, opentest.Fixture{
		Edition: earl.RFC3986,
		Document: "-- url --\nwais://wais.example/b/T/6/%01%01a\n-- wire --\nC-: " + transcript.Escape(retrievalOf(0, 6)) + "\nS-: " + transcript.Escape(part("abc")[:40]) +
			"\nS-: " + transcript.Escape(part("abc")[40:]) + "\nC-: " + transcript.Escape(retrievalOf(3, 6)) + "\nS-: " + transcript.Escape(part("def")) + "\n",
		Listing:        query + "C-: " + transcript.Escape(searchFor("x")) + "\nS-: " + transcript.Escape(found(3)[:30]) + "\nS-: " + transcript.Escape(found(3)[30:]) + "\ndone\n",
		Endless:        url + init + "C-: " + transcript.Escape(retrievalOf(0, 10_000)) + "\nS-: " + transcript.Escape(part(ten)) + "\nC-: " + transcript.Escape(retrievalOf(10_000, 20_000)) + "\nflood: x\n",
		EndlessListing: query + "C-: " + transcript.Escape(searchFor("x")) + "\nS-: " + transcript.Escape(endless) + "\nflood: " + transcript.Escape(aHit) + "\n",
		Hostile: []opentest.Hostile{
			{URL: "wais://wais.example/b{}"},
			{URL: "wais://wais.example/b?x{}"},
			{URL: "wais://wais.example/b{}/T/a"},
			{URL: "wais://wais.example/b/T{}/a"},
			{URL: "wais://wais{}.example/b"},
		},
		CutShows: true,
	})
}
