package wais_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/wais"
	"github.com/earl-url/earl/views"
)

// captures is the directory of complete recordings of a freeWAIS-sf server.
const captures = "../../../shared/captures/wais"

// recording returns what one side sent, or skips.
func recording(t *testing.T, name, side string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(captures, name+"."+side+".bin"))
	if err != nil {
		t.Skipf("the recordings are not here: %v", err)
	}
	return b
}

// messages splits bytes into messages.
func messages(b []byte) (all [][]byte) {
	for len(b) >= 25 {
		var n int
		fmt.Sscanf(string(b[:10]), "%d", &n)
		all = append(all, b[:25+n])
		b = b[25+n:]
	}
	return all
}

// B14: all documents of the recordings are retrieved byte for byte, with the requests of a client
// of that time.
func TestRecordedDocuments(t *testing.T) {
	for _, row := range []struct {
		name, wtype, size, sum string
	}{
		{"05-retrieve-small-text", "TEXT", "369", "14540c4b0dc62abb3c769caa52cdb73f2b5251bf35d6cdcfcc0406ad8d7468e7"},
		{"06-retrieve-multichunk", "TEXT", "143173", "f006383c5b3b7017dc0b41020fb545ece5e0226dd61d22d637baba12e42a9fda"},
		{"07-retrieve-binary", "GIF", "70006", "ec9193a43d2cc72de723b20d6372c84e8c015a71d0f743420d8294dc702bd808"},
		{"08-retrieve-gif", "GIF", "178", "2d09c7d146d5fc20783d19cb081e2010c37cacc163b6e8c77ae606956995ae30"},
		{"09-retrieve-html", "HTML", "224", "49aef0928ff2d8f4f4c38ecfef8798b3b38e4e34e80028065b54b696559a2b2d"},
	} {
		requests, answers := messages(recording(t, row.name, "c2s")), messages(recording(t, row.name, "s2c"))
		n := 0
		o := answering(func(_ int, request []byte) []byte {
			if request[27] == 20 { // Init: that client had a separate session
				return []byte("0000000000z2wais        0")
			}
			if n == len(requests) || !bytes.Equal(request, requests[n]) {
				t.Errorf("%s: request %d is\n%q", row.name, n, request)
				return nil
			}
			n++
			return answers[n-1]
		})
		_, id, _ := bytes.Cut(requests[0], []byte("-\x81")) // the term of more than 127 bytes
		length := int(id[0]) + 128
		v := views.WAIS{Host: "wais.example", Database: "books", WType: earl.Some(earl.Octets(row.wtype)),
			Length: earl.Some(earl.Octets(row.size)), WPath: earl.Some(earl.Octets(id[1 : 1+length]))}
		u, err := v.URL(earl.RFC3986)
		if err != nil {
			t.Fatal(err)
		}
		body, _, err := get(t.Context(), o, u.String())
		if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(body))); sum != row.sum || err != nil || n != len(requests) {
			t.Errorf("%s: %d bytes, %v, after %d requests of %d", row.name, len(body), err, n, len(requests))
		}
	}
}

// Each recorded list of hits decodes to its description in the index. Only the transcripts have
// a document of two types, which is two entries, a link, and a response without types.
func TestRecordedHits(t *testing.T) {
	index, err := os.ReadFile(filepath.Join(captures, "INDEX.md"))
	if err != nil {
		t.Skipf("the recordings are not here: %v", err)
	}
	value := regexp.MustCompile(`^ +(DocumentHeaderGroup|Score|DocumentLength|Lines|Type|Headline|Diagnostic)\(\d+\)(?: = "?(.*?)"?  \[| len16=\d+ code=(..) addinfo="(.*)" surr| )`)
	seen := 0
	for _, section := range strings.Split(string(index), "\n### ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		_, text, ok := strings.Cut(text, "server to client:")
		if !ok || !strings.Contains(text, "DocumentHeaderGroup") || strings.Contains(text, "InitResponse") ||
			slices.Contains([]string{"21-multitype-search", "24-url-type-search", "46-header-version-1"}, name) {
			continue
		}
		var want []string
		for line := range strings.Lines(text) {
			m := value.FindStringSubmatch(line)
			switch {
			case m == nil:
			case m[1] == "Diagnostic":
				want = append(want, fmt.Sprintf("diagnostic %s: %q", m[3], m[4]))
			case m[1] != "DocumentHeaderGroup":
				want = append(want, m[1]+" "+m[2])
			}
		}
		answer := recording(t, name, "s2c")
		got := hits(t, answer)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		seen++
	}
	if seen < 12 {
		t.Errorf("%d lists of hits, want 12 or more", seen)
	}
}

// hits describes the response to a search in the words of the index.
func hits(t *testing.T, answer []byte) (lines []string) {
	t.Helper()
	o := answering(func(int, []byte) []byte { return answer })
	res, err := open.New(o, wais.Opener{}).Open(t.Context(), earl.RFC3986.MustParse("wais://wais.example/b?x"))
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		v, err := views.ParseWAIS(e.URL)
		if err != nil {
			t.Fatal(err)
		}
		score, _ := strings.CutPrefix(e.Note[0], "score ")
		n, _ := strings.CutSuffix(e.Note[1], " lines")
		lines = append(lines, "Score "+score, fmt.Sprint("DocumentLength ", e.Size), "Lines "+n, "Type "+string(v.WType.Value), "Headline "+e.Name)
	}
	for _, note := range res.Info().Note {
		if said, ok := strings.CutPrefix(note, "the server reports: "); ok {
			lines = append(lines, said)
		}
	}
	return lines
}
