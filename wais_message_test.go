package earl

import (
	"encoding/hex"
	"strings"
	"testing"
)

// captured returns the octets of a hexadecimal dump.
func captured(t *testing.T, dump string) Octets {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(dump), ""))
	if err != nil {
		t.Fatal(err)
	}
	return Octets(b)
}

// The octets that clients of that time sent for the same: Lynx for a search and a
// document, and a search without words (recordings 56, 57 and 17; 17 asks for 5 hits).
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

func TestWAISMessages(t *testing.T) {
	for _, row := range []struct {
		src, in string
		want    []string
	}{
		{"B14 recording 56", "wais://h/books?zeppelin", []string{sentSearch}},
		{"B14 recording 17", "wais://h/books", []string{sentNoWords}},
		{"B31 recording 13", "wais://h/?books", []string{sentINFO}},
		{"B14 recording 57", "wais://h/books/TEXT/369/" + waisHit, []string{sentDocument}},
		{"B31", "wais://h/books/TEXT/", nil},
		{"draft1993 WAIS", "wais://h/books?zep+pelin", []string{strings.Replace(strings.Replace(strings.Replace(sentSearch,
			"3433 7a32", "3434 7a32", 1), "6310 6a08", "6311 6a09", 1), "7a6570", "7a657020", 1)}},
	} {
		v, err := ParseWAIS(RFC3986.MustParse(row.in))
		if err != nil {
			t.Fatal(err)
		}
		got := v.Messages()
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

// A document that may not come in one answer is asked for behind an Init, in
// parts as large as that allows.
func TestWAISMessagesOfLongDocuments(t *testing.T) {
	id := strings.Repeat("i", 300)
	for _, row := range []struct{ length, end string }{
		{"", "-\x0599500"}, {"0/", "-\x0599500"}, {"10001/", "-\x0510001"}, {"143173/", "-\x0599500"}, {"10000/", ""},
	} {
		v, err := ParseWAIS(RFC3986.MustParse("wais://h/d/TEXT/" + row.length + id))
		if err != nil {
			t.Fatal(err)
		}
		got := v.Messages()
		if row.end == "" {
			if len(got) != 1 || !strings.Contains(string(got[0]), "-\x0510000") {
				t.Errorf("length %q: %q", row.length, got)
			}
			continue
		}
		if len(got) != 2 || got[0] != captured(t, sentInit) || !strings.Contains(string(got[1]), row.end+".\x01a") {
			t.Errorf("length %q: %q, want an Init and %q", row.length, got, row.end)
		}
	}
}

// A "+" of a URL is a space to servers, and an escaped one a plus, in every
// edition; both survive being composed again.
func TestWAISWords(t *testing.T) {
	for _, e := range fiveEditions {
		v, err := ParseWAIS(e.MustParse("wais://h/db?a+b%2Bc%20d"))
		if err != nil || v.Words() != "a b+c d" {
			t.Errorf("%s: words %q, %v", e.Name(), v.Words(), err)
		}
		u, err := v.URL(e)
		again, _ := ParseWAIS(u)
		if err != nil || again != v {
			t.Errorf("%s: composed again %q, %v", e.Name(), u, err)
		}
		for _, other := range []Octets{"", "b a+c d", "a+b+c+d", "x", "a+b+c d and more"} {
			v.Search = Some(other)
			if v.Words() != other && other != "a+b+c+d" {
				t.Errorf("%s: of %q the words are %q", e.Name(), other, v.Words())
			}
		}
	}
}
