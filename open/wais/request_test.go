package wais

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// captured returns the bytes of a hexadecimal dump.
func captured(t *testing.T, dump string) string {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(dump), ""))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The requests of clients of that time, byte for byte: Lynx for a search and a document, and a
// search without words (recordings 56, 57 and 17; 17 requests 5 hits).
const (
	sentSearch = `30303030303030303433 7a32 77616973202020202020 202030
		0017 16 00001e 001388 00001e 01 1100 1205626f6f6b73 140133 6310 6a087a657070656c696e 6f0101 7201c8`
	sentNoWords = `30303030303030303335 7a32 77616973202020202020 202030
		0017 16 00001e 001388 00001e 01 1100 1205626f6f6b73 140133 6308 6a00 6f0101 7201c8`
	sentINFO = `30303030303030303339 7a32 77616973202020202020 202030
		0016 16 00001e 001388 00001e 01 1100 1204494e464f 140133 630d 6a05626f6f6b73 6f0101 7201c8`
	sentDocument = `30303030303030323932 7a32 77616973202020202020 202030
		002e 16 00000a 000010 00000f 01 1103464f4f 1205626f6f6b73 140131 130f201f446f63756d656e742054657874 020133
		158171 2c11756e20726520696720696720696720 6967 2d810b
		0115 776169732e6578616d706c652e6f72673a32323131 020d 2f7075622f64622f626f6f6b73
		031c 3020333639202f7075622f646f63732f30322d73686f72742e747874
		0415 776169732e6578616d706c652e6f72673a32323131 050d 2f7075622f64622f626f6f6b73
		061c 3020333639202f7075622f646f63732f30322d73686f72742e747874 070100
		2c117774207265206967206967206967206967 2d0454455854 2e0161
		2c11776220726f206967206967206967206967 2d0130 2e0161
		2c11776220726c206967206967206967206967 2d03333639 2e0161`
	sentInit = `30303030303030303235 7a32 77616973202020202020 202030
		0017 14 030180 040180 05030186a0 06030186a0 07046561726c`
)

// planned returns the messages of the plan of a URL, at most one for each part.
func planned(t *testing.T, url string) []string {
	t.Helper()
	p, err := Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(url), Policy: new(open.Policy).Effective()}})
	if err != nil && !errors.Is(err, open.ErrNotFound) {
		t.Fatal(err)
	}
	var lines []string
	for _, step := range p.Steps {
		lines = append(lines, step.Line)
	}
	return lines
}

// lynxHit is a document-id as Lynx writes it.
const lynxHit = "1=wais.example.org%3A2211;2=/pub/db/books;3=0%20369%20/pub/docs/02-short.txt;4=wais.example.org%3A2211;5=/pub/db/books;6=0%20369%20/pub/docs/02-short.txt;7=%00;"

func TestMessages(t *testing.T) {
	for _, row := range []struct {
		src, in string
		want    []string
	}{
		{"B14 recording 56", "wais://h/books?zeppelin", []string{sentSearch}},
		{"B14 recording 17", "wais://h/books", []string{sentNoWords}},
		{"B31 recording 13", "wais://h/?books", []string{sentINFO}},
		{"B14 recording 57", "wais://h/books/TEXT/369/" + lynxHit, []string{sentDocument}},
		{"B31", "wais://h/books/TEXT/", nil},
		{"draft1993 WAIS", "wais://h/books?zep+pelin", []string{strings.Replace(strings.Replace(strings.Replace(sentSearch,
			"3433 7a32", "3434 7a32", 1), "6310 6a08", "6311 6a09", 1), "7a6570", "7a657020", 1)}},
	} {
		got := planned(t, row.in)
		if len(got) != len(row.want) {
			t.Errorf("%s: %d messages for %s, want %d", row.src, len(got), row.in, len(row.want))
			continue
		}
		for i := range got {
			if want := captured(t, row.want[i]); got[i] != want {
				t.Errorf("%s: message %d for %s:\n%q, want\n%q", row.src, i, row.in, got[i], want)
			}
		}
	}
}

// A document that might not fit in one answer is requested after an Init, in parts as large as
// the Init allows.
func TestMessagesOfLongDocuments(t *testing.T) {
	id := strings.Repeat("i", 300)
	for _, row := range []struct{ length, end string }{
		{"", "-\x0599500"}, {"0/", "-\x0599500"}, {"10001/", "-\x0510001"}, {"143173/", "-\x0599500"}, {"10000/", ""},
	} {
		got := planned(t, "wais://h/d/TEXT/"+row.length+id)
		if row.end == "" {
			if len(got) != 1 || !strings.Contains(got[0], "-\x0510000") {
				t.Errorf("length %q: %q", row.length, got)
			}
			continue
		}
		if len(got) < 2 || got[0] != captured(t, sentInit) || !strings.Contains(got[1], row.end+".\x01a") {
			t.Errorf("length %q: %q, want an Init and %q", row.length, got, row.end)
		}
	}
}
