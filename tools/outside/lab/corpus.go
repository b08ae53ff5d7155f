package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// seeds are ordinary URLs, which mutation changes.
var seeds = []string{
	"http://good.example/",
	"https://good.example/a/b/c.html?x=1&y=2#top",
	"http://user@good.example/",
	"http://user:secret@good.example:8080/path",
	"https://sub.good.example:443/a%20b/",
	"http://127.0.0.1/admin",
	"http://127.0.0.1:8080/",
	"http://[::1]/",
	"http://[2001:db8::1]:8080/x",
	"ftp://ftp.good.example/pub/file.txt;type=i",
	"http://good.example/a/../b/./c//d",
	"http://xn--fa-hia.example/",
	"//good.example/x",
	"file:///etc/hosts",
	"mailto:joe@good.example",
	"http://good.example?q=a/b",
	"http://good.example#a@b",
	"ws://good.example/socket",
}

// pieces are what confusing URLs are made of. Their kinds are those of docs/lab.md.
var pieces = []struct {
	family string
	list   []string
}{
	{"backslash", []string{`\`, `\\`, `\@`, `/\`, `\/`, `\.`}},
	{"userinfo", []string{"@", "@@", ":@", "@evil.example", "a:b@", "evil.example@", "%40", "a@b:c@"}},
	{"whitespace", []string{" ", "\t", "\n", "\r", "\r\n", "\x00", "\x0b", "\x1f", "\u00a0", "\u3000", "\ufeff"}},
	{"port", []string{":", ":80", ":080", ":0", ":65535", ":65536", ":99999999999", ":+80", ":-1", ":8a", ":80:81", ":%38%30"}},
	{"brackets", []string{"[", "]", "[]", "[::1]", "[::ffff:127.0.0.1]", "[::1%25eth0]", "[v1.x]", "[127.0.0.1]", "[::1].evil.example"}},
	{"ipv4", []string{"127.1", "0x7f.1", "0177.0.0.1", "2130706433", "0x7f000001", "127.0.0.1.", "256.1.1.1", "1.2.3.4.5", "127.0.00.1", "08.8.8.8"}},
	{"idna", []string{"ｇｏｏｄ", "。", "．", "ß", "\u00ad", "\u200d", "ſ", "℀", "⁄", "％", "xn--", "İ", "①", "\u0301"}},
	{"percent-host", []string{"%2e", "%2f", "%00", "%5c", "%40", "%3a", "%23", "%25", "%252e", "%zz", "%", "%c3%28", "%ef%bc%8e"}},
	{"scheme", []string{"http:", "HTTP:", "http:/", "http://", "http:///", "http:////", "url:", "jar:", "javascript:", "1http:", "ht tp:", "https:", "data:", "//", "///"}},
	{"fragment-query", []string{"#", "?", "?@", "#@evil.example", "?evil.example/", "/?#", "??", "##"}},
	{"host-chars", []string{"_", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", "~", "^", "|", "`", "{", "}", "<", ">", "\"", "..", "-"}},
	{"path", []string{"/../", "/..;/", "/./", "//", "%2e%2e/", "..%2f", "/%2f", ";a=b", "%5c..", "/.../", "/..", "%00", "%252f"}},
}

// mutate makes n texts from ordinary URLs and those of a corpus. The same seed, number and
// corpus give the same texts on every machine.
func mutate(seed uint64, n int, corpus []text) []text {
	random := rand.New(rand.NewPCG(seed, 1738))
	base := append([]string(nil), seeds...)
	for _, t := range corpus {
		base = append(base, t.Input)
	}
	list, seen := make([]text, 0, max(0, n)), make(map[string]bool, max(0, n))
	for try := 0; len(list) < n && try < 20*n; try++ {
		input, family := mutant(random, base)
		if seen[input] {
			continue
		}
		seen[input] = true
		list = append(list, text{ID: fmt.Sprintf("m%07d", len(list)+1), Family: family, Input: input})
	}
	return list
}

// mutant changes one text in one to three places, with pieces of one family. One text of
// four gets pieces of any: its family is "mixed".
func mutant(random *rand.Rand, base []string) (input, family string) {
	input = base[random.IntN(len(base))]
	kind, mixed := pieces[random.IntN(len(pieces))], random.IntN(4) == 0
	family = kind.family
	if mixed {
		family = "mixed"
	}
	for range 1 + random.IntN(3) {
		if mixed {
			kind = pieces[random.IntN(len(pieces))]
		}
		input = change(random, input, kind.list[random.IntN(len(kind.list))])
	}
	return strings.ToValidUTF8(input, ""), family
}

// change inserts a piece, or replaces a few characters or the host by it. Most changes are
// where components meet.
func change(random *rand.Rand, s, piece string) string {
	at := place(random, s)
	switch random.IntN(4) {
	case 0:
		end := min(len(s), at+1+random.IntN(3))
		return s[:at] + piece + s[end:]
	case 1:
		if start := strings.Index(s, "//"); start >= 0 {
			rest := s[start+2:]
			end := strings.IndexAny(rest+"/", "/?#:")
			return s[:start+2] + piece + rest[end:]
		}
	}
	return s[:at] + piece + s[at:]
}

// place returns an offset in s: next to a delimiter three times of four.
func place(random *rand.Rand, s string) int {
	var ends []int
	for i := range len(s) {
		if strings.IndexByte(":/?#@[].", s[i]) >= 0 {
			ends = append(ends, i, i+1)
		}
	}
	if len(ends) == 0 || random.IntN(4) == 0 {
		return random.IntN(len(s) + 1)
	}
	return ends[random.IntN(len(ends))]
}
