package demo

import (
	"fmt"
	"strings"
	"testing"
)

// message returns a WAIS message with a body, with the header that clients write.
func message(body string) string { return fmt.Sprintf("%010dz2wais      %s0", len(body), "  ") + body }

// search is the request that Lynx sends for words (capture 56), for the library's database.
func search(words string) string {
	information := "\x6a" + string(rune(len(words))) + words + "\x6f\x01\x01\x72\x01\xc8"
	return message("\x00\x19\x16\x00\x00\x1e\x00\x13\x88\x00\x00\x1e\x01\x11\x00\x12\x07library\x14\x013" +
		"\x63" + string(rune(len(information))) + information)
}

// retrieval is the request that Lynx sends for bytes of a document (capture 57).
func retrieval(id, from, to string) string {
	term := func(codes, value string) string {
		return "\x2c\x11" + codes + " ig ig ig ig" + "\x2d" + string(rune(len(value))) + value
	}
	query := term("un re", id) + term("wt re", "TEXT") + "\x2e\x01a" + term("wb ro", from) + "\x2e\x01a" + term("wb rl", to) + "\x2e\x01a"
	length := string([]byte{byte(len(query))})
	if len(query) > 127 {
		length = string([]byte{0x81, byte(len(query) - 128)})
	}
	return message("\x00\x30\x16\x00\x00\x0a\x00\x00\x10\x00\x00\x0f\x01\x11\x03FOO\x12\x07library\x14\x011\x13\x0f \x1fDocument Text\x02\x013" +
		"\x15" + length + query)
}

// response reads one message and returns its body.
func (p *peer) response() string {
	p.t.Helper()
	var n int
	head := make([]byte, 25)
	for i := range head {
		head[i], _ = p.r.ReadByte()
	}
	if _, err := fmt.Sscanf(string(head), "%010dz2wais        0", &n); err != nil {
		p.t.Fatalf("header %q: %v", head, err)
	}
	body := make([]byte, n)
	for i := range body {
		body[i], _ = p.r.ReadByte()
	}
	return string(body)
}

// TestWAISSearch: words find documents. Each is a group of the elements that old clients read,
// in their order; the best has the score 1000. SPEC B13, B14.
func TestWAISSearch(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.WAIS)
	p.send(search("semicolon hidden"))
	got := p.response()
	best := s.library.files.at("articles", "three-characters-for-one-octet.txt")
	id := "/articles/three-characters-for-one-octet.txt"
	hit := "\x74\x2c" + id + // DocumentID
		"\x76\x02\x03\xe8" + "\x77\x01\x00" + // Score 1000, BestMatch 0
		"\x78\x02\x04\x6e" + "\x81\x03\x01\x16" + // DocumentLength 1134, Lines 22
		"\x81\x04\x07\x81\x05\x04TEXT" + // TypeBlock
		"\x79\x07library" + "\x7a\x0819941207" + "\x7b\x1eThree characters for one octet" // Source, Date, Headline
	if len(best.data) != 1134 || strings.Count(best.data, "\n") != 22 {
		t.Fatal("the article about octets has another length")
	}
	if _, groups, _ := strings.Cut(got, "\x81\x16"); !strings.HasPrefix(groups, "\x7a"+hit) { // the first DocumentHeader, 122 bytes
		t.Errorf("%q does not begin with %q", got, hit)
	}
	p.send(search("zebra")) // no match: a response without groups
	if got := p.response(); !strings.HasSuffix(got, "\x1b\x01\x00\x63\x00") {
		t.Errorf("zebra: %q", got)
	}
}

// TestWAISRetrieve: a request gets the bytes from one offset up to another. After the end of
// the document it gets the bytes that exist, and a diagnostic. Source: captures 05, 10, 30, 32.
func TestWAISRetrieve(t *testing.T) {
	t.Parallel()
	s := started(t)
	text := s.library.files.at("welcome.txt").data
	p := dial(t, s.WAIS)
	p.send(retrieval("/welcome.txt", "0", "22"))
	group := "\x74\x0c/welcome.txt" + "\x75\x01\x00" + "\x7f\x16" + "Welcome to the library"
	if got := p.response(); !strings.HasSuffix(got, "\x63\x2c\x81\x19\x29"+group) {
		t.Errorf("%q", got)
	}
	const outOfRange = "\x1c\x00\x17SFRequest out of range\x01\x1d"
	end := fmt.Sprint(len(text) - 6)
	p.send(retrieval("/welcome.txt", end, "100000"))
	if got := p.response(); !strings.HasSuffix(got, "\x7f\x06here.\n"+outOfRange) {
		t.Errorf("%q", got)
	}
	p.send(retrieval("/welcome.txt", "99998", "99999"))
	if got := p.response(); !strings.HasSuffix(got, "\x63\x1b"+outOfRange) {
		t.Errorf("%q", got)
	}
	p.send(retrieval("/etc/motd/which/is/not/there", "0", "10"))
	if got := p.response(); !strings.HasSuffix(got, "\x1c\x00\x1bSFMissing DocID in request\x01\x1d") {
		t.Errorf("%q", got)
	}
}

// TestWAISHostile: an invalid message ends the connection, as with freeWAIS (captures 47, 60,
// 61), and an invalid request gets an empty response (62).
func TestWAISHostile(t *testing.T) {
	t.Parallel()
	s := started(t)
	for name, octets := range map[string]string{
		"http":     "GET / HTTP/1.0\r\nHost: x\r\n\r\n",
		"too long": "9999999999z2wais        0",
		"negative": "-000000001z2wais        0",
		"version":  strings.Replace(search("a"), "z2", "z3", 1),
	} {
		p := dial(t, s.WAIS)
		p.send(octets)
		if rest := p.rest(); rest != "" {
			t.Errorf("%s: %q", name, rest)
		}
	}
	for name, body := range map[string]string{
		"garbage": "\x00\x01\x02\x03\x04", "empty": "", "present": "\x00\x05\x18\x00\x00\x00\x00",
		"a length past the end": "\x00\x19\x16\x00\x00\x1e\x00\x13\x88\x00\x00\x1e\x01\x11\x7f\x12\x05books\x14\x013\x63\x01\x6a",
	} {
		p := dial(t, s.WAIS)
		p.send(message(body))
		if got := p.response(); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestRank: rare words weigh more, long texts less, and the best score is 1000.
func TestRank(t *testing.T) {
	root := &node{dir: true}
	root.parent = root
	for name, text := range map[string]string{
		"often.txt": "cup cup cup tea", "once.txt": "cup tea milk sugar", "rare.txt": "zebra tea milk sugar",
		"long.txt": "cup " + strings.Repeat("tea milk sugar ", 100),
	} {
		root.add(&node{name: name, data: text})
	}
	x := newIndex(root)
	for query, want := range map[string]string{
		"cup": "often.txt once.txt long.txt", "milk zebra": "rare.txt once.txt long.txt", "ZEBRA": "rare.txt", "": "", "nothing": "",
	} {
		var names []string
		for _, n := range x.ranked(query) {
			names = append(names, n.name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		best := 0
		for _, score := range x.rank(query) {
			best = max(best, score)
			if score < 1 || score > 1000 {
				t.Errorf("%s: a score of %d", query, score)
			}
		}
		if want != "" && best != 1000 {
			t.Errorf("%s: the best has %d", query, best)
		}
	}
}
