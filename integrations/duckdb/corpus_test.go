//go:build duckdb

package main

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl/rows"
)

// pair is a row of the tests: a text and a base. nil is NULL.
type pair struct{ text, base *string }

var (
	schemes = []string{"http", "https", "ftp", "HTTP", "gopher", "mailto", "news", "ws", "file", "urn", "x-y", ""}
	hosts   = []string{"example.com", "www.example.co.uk", "EXAMPLE.org", "a.b.github.io", "bücher.example", "xn--bcher-kva.example", "127.0.0.1", "0x7f.1",
		"[::1]", "[fe80::1%25en0]", "user:secret@host.example", "a@b@c", "host.example:8080", "host:65536", "localhost", "10.0.0.1", "münchen.de:443", "h..x", ""}
	paths   = []string{"", "/", "/a/b.html", "/%7Ejoe/", "/a/../b/./c", "//x", "/é", "/a b", "/%2e%2E/%zz", "/p;type=a", "\\back\\slash"}
	tails   = []string{"", "?", "?q=1&b=2", "?a b", "#", "#frag", "?x#y#z", "?%C3%A9#é", "\t", "<>\"{}|"}
	special = []string{"", " ", "//host/path", "../x", "?only", "#only", "no url", "\xff\xfe", "http://a/\xff", "http://\xff/", "x\x00y",
		"see http://a.example/x and <a href=\"//b.example/\">b</a>", "'quoted'", "\u2028\U0001F600"}
)

// corpus returns the same n rows in each run: URLs, texts that are nearly URLs, NULL,
// invalid UTF-8, and texts of 64 KiB and 1 MiB.
func corpus(n int) []pair {
	r := rand.New(rand.NewPCG(1994, 1738))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	all := make([]pair, n)
	for i := range all {
		text := pick(schemes) + "://" + pick(hosts) + pick(paths) + pick(tails)
		switch r.IntN(16) {
		case 0:
			text = pick(special)
		case 1: // one byte is another
			if b := []byte(text); len(b) > 0 {
				b[r.IntN(len(b))] = byte(r.IntN(256))
				text = string(b)
			}
		case 2:
			text = pick(paths) + pick(tails)
		case 3:
			text = fmt.Sprintf("https://h%d.example/%x", r.IntN(1e6), r.Uint64())
		}
		base := pick(schemes) + "://" + pick(hosts) + pick(paths)
		all[i] = pair{&text, &base}
		if r.IntN(20) == 0 {
			all[i].text = nil
		}
		if r.IntN(20) == 0 {
			all[i].base = nil
		}
	}
	for i, size := range []int{64 << 10, 1 << 20, 1<<20 + 1} { // the last is too long
		for k, start := range []string{"http://h/", "http://h?", "é"} {
			text := start + strings.Repeat("a", size-len(start))
			if at := 3*i + k; at*37 < n {
				all[at*37].text = &text
			}
		}
	}
	return all
}

// writeCorpus writes rows as JSON lines, with texts as hexadecimal digits. In u a text
// is as VARCHAR can have it, or NULL; in v as a BLOB.
func writeCorpus(t *testing.T, path string, all []pair) {
	t.Helper()
	var b strings.Builder
	field := func(name string, text *string) {
		if text == nil {
			fmt.Fprintf(&b, `,"%s":null`, name)
			return
		}
		fmt.Fprintf(&b, `,"%s":"%s"`, name, hex.EncodeToString([]byte(*text)))
	}
	for i, p := range all {
		fmt.Fprintf(&b, `{"i":%d`, i)
		field("u", asText(p.text))
		field("v", p.text)
		field("b", asText(p.base))
		b.WriteString("}\n")
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// asText returns text if it is valid UTF-8, else nil.
func asText(text *string) *string {
	if text == nil || !utf8.ValidString(*text) {
		return nil
	}
	return text
}

// vectors returns the columns u, v and b of a corpus.
func vectors(all []pair) (u, v, b *rows.Vector) {
	u, v, b = rows.NewVector(rows.Text), rows.NewVector(rows.Text), rows.NewVector(rows.Text)
	add := func(to *rows.Vector, text *string) {
		if text == nil {
			to.AppendNull()
			return
		}
		to.AppendBytes([]byte(*text))
	}
	for _, p := range all {
		add(u, asText(p.text))
		add(v, p.text)
		add(b, asText(p.base))
	}
	return u, v, b
}
