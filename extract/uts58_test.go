package extract_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

//go:embed testdata/LinkDetectionTest.txt
var linkDetection string

// unmark removes the marks of links from a line of Unicode's tests.
var unmark = strings.NewReplacer("⸠", "", "⸡", "")

// detectionDepartures are the lines of LinkDetectionTest.txt that we mark otherwise, and why.
// The page docs/extract.md says so too.
var detectionDepartures = []struct{ reason, line string }{
	{"a URL may have a login", "⸠http://john.smith@example.com⸡"},
	{"a URL may have a login", "⸠http://john.smith@example.com/foo/bar⸡"},
	{"a URL may have a login", "⸠http://john..smith@example.com⸡"},
	{"a URL may have a login", "⸠http://john..smith@example.com/foo/bar⸡"},
	{"a bracket that is not closed is not in the URL", "See ⸠example.com/α⸡[(β])γ/δρς?α=[(θ)]&[(β)]=κ#λμν:~:text=φχψ on…"},
	{"a bracket that is not closed is not in the URL", "See ⸠example.com/α[(β)]γ/δρς?α=⸡[(θ])&[(β)]=κ#λμν:~:text=φχψ on…"},
	{"a bracket that is not closed is not in the URL", "See ⸠example.com/α[(β)]γ/δρς?α=[(θ)]&⸡[(β])=κ#λμν:~:text=φχψ on…"},
	{"a bracket that is not closed is not in the URL", "See ⸠example.com/α[(β)]γ/δρς?α=[(θ)]&[(β)]=κ#λμν:~:text=⸡[(φχψ]) on…"},
	{"brackets are balanced across / & =", "See ⸠example.com/αβ(γ/δ)ρς?α=θ&β=κ#λμν:~:text=φχψ⸡ on…"},
	{"brackets are balanced across / & =", "See ⸠example.com/αβγ/δρς?α(=)θ&β=κ#λμν:~:text=φχψ⸡ on…"},
	{"brackets are balanced across / & =", "See ⸠example.com/αβγ/δρς?α=θ(&)β=κ#λμν:~:text=φχψ⸡ on…"},
	{"brackets are balanced across / & =", "See ⸠example.com/αβγ/δρς?α=θ&β=κ#λμ(ν:~:text=φχ)ψ⸡ on…"},
	{"without a scheme, 。 ends a sentence", "Lorem ipsum 普遍适用测试。我爱你 dolor sit amet"},
}

// Each line of Unicode's test is marked as there, or is a departure. Source: UTS 58,
// LinkDetectionTest.txt.
func TestLinkDetection(t *testing.T) {
	departs := map[string]string{} // by the text of the line
	for _, d := range detectionDepartures {
		departs[unmark.Replace(d.line)] = d.line
	}
	lines, left := 0, len(departs)
	for line := range strings.Lines(linkDetection) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		lines++
		text, want := unmark.Replace(line), line
		if d, ok := departs[text]; ok && d != line {
			want, left = d, left-1
		}
		got, past := "", 0
		for _, m := range all(t, text, extract.Options{Hosts: true, Addresses: true}) {
			got += text[past:m.Offset] + "⸠" + m.Text + "⸡"
			past = int(m.Offset) + len(m.Text)
		}
		if got += text[past:]; got != want {
			t.Errorf("\ngot  %s\nwant %s", got, want)
		}
	}
	if lines != 344 || left != 0 {
		t.Errorf("%d lines, %d departures that are none", lines, left)
	}
}

// Where a URL in another script ends. The text in brackets is the match.
func TestEndsOfInternationalURLs(t *testing.T) {
	for _, c := range []struct{ src, text string }{
		{"uts58 soft: an apostrophe", "⟦https://h.example/wiki/L’Équipe⟧."},
		{"uts58 soft: an apostrophe at the end", "‘⟦https://h.example/wiki/Équipe⟧’ x"},
		{"uts58 soft: an ʻokina", "⟦https://h.example/wiki/Puke_noi‘i⟧ x"},
		{"uts58 include: a middle dot", "⟦https://h.example/Col·legi⟧, x"},
		{"uts58 include: an en dash", "⟦https://h.example/1914–1918⟧ x"},
		{"uts58 include: a middle dot of katakana", "⟦https://h.example/ジョン・レノン⟧。"},
		{"uts58 include: gershayim", "⟦https://h.example/נאט״ו⟧ x"},
		{"uts58 soft: a quotation mark in a word", `⟦https://h.example/נאט"ו⟧ x`},
		{"no word: a quotation mark in quoted text", `"see ⟦https://h.example/a⟧"b`},
		{"no word: an attribute", `<a href="⟦https://h.example/a⟧"class=x>`},
		{"uts58 include: tsheg", "⟦https://h.example/སའི་གོ་ལ⟧།"},
		{"uts58 include: an arrow", "⟦https://h.example/a→b⟧ x"},
		{"uts58 include: a currency", "⟦https://h.example/100€⟧ x"},
		{"uts58 soft: danda", "⟦https://h.example/हिन्दी⟧। x"},
		{"uts58 soft: an Arabic comma", "⟦https://h.example/أ،ب⟧، x"},
		{"uts58 soft: guillemets", "«⟦https://h.example/é⟧», x"},
		{"uts58 brackets", "⟦https://h.example/聖保羅（巴西）⟧"},
		{"uts58 brackets", "⟦https://h.example/༼མ༽⟧"},
		{"uts58 brackets: one that the text opens", "（⟦https://h.example/東京⟧）を見る"},
		{"uts58 brackets: after ASCII they are of the text", "⟦https://h.example/x⟧（说明）"},
		{"uts58 brackets: not closed", "⟦https://h.example/東京⟧（x"},
		{"uts58 brackets: not a pair", "⟦https://h.example/東京⟧（x] y"},
		{"chinese: a full stop", "⟦https://h.example/a⟧。次"},
		{"chinese: a comma", "⟦https://h.example/a⟧，谢谢"},
		{"chinese: a comma", "⟦https://h.example/a⟧、⟦https://i.example/⟧"},
		{"chinese: curly quotes", "“⟦https://h.example/a⟧”是"},
		{"departs: an em dash", "⟦https://h.example/a⟧—b"},
		{"departs: a zero width space", "⟦https://h.example/a⟧\u200Bb"},
		{"a list", "⟦https://h.example/a⟧・⟦https://i.example/⟧→⟦https://j.example/⟧"},
		{"a name of two parts", "⟦https://h.example/A_(b_c⟧ x"},
		{"a class in a word", "⟦https://h.example/a[bc]d⟧ x"},
		{"a label after a path", "⟦https://h.example/a⟧[注]、x"},
	} {
		checkMarked(t, c.src, c.text, extract.Options{})
	}
}

// checkMarked checks that the matches of a text are those in its brackets.
func checkMarked(t *testing.T, src, marked string, o extract.Options) {
	t.Helper()
	text := strings.NewReplacer("⟦", "", "⟧", "").Replace(marked)
	got, past := "", 0
	for _, m := range all(t, text, o) {
		got += fmt.Sprintf("%s⟦%s⟧", text[past:m.Offset], m.Text)
		past = int(m.Offset) + len(m.Text)
	}
	if got += text[past:]; got != marked {
		t.Errorf("%s: got %q, want %q", src, got, marked)
	}
}

// A host or a mailbox is whole, is not reported, or is a match with a doubt.
func TestHostIsNeverTruncated(t *testing.T) {
	loose := extract.Options{Hosts: true, Addresses: true}
	for _, c := range []struct{ src, text string }{
		{"whatwg: a middle dot", "⟦http://col·legi.example.cat/⟧"},
		{"whatwg: arrows", "⟦http://↑↑↓↓←→←→ba.tk/⟧"},
		{"whatwg: an ideographic dot", "⟦https://ex。ample.org/⟧ ⟦http://www.h．example.com⟧ ⟦http://h｡example:8080/⟧"},
		{"whatwg: an apostrophe", "⟦http://l’h.example/⟧"},
		{"whatwg: a hyphen", "⟦http://a‑b.example/⟧"},
		{"whatwg: a heart", "⟦http://i❤.example.ws⟧ x"},
		{"whatwg: wide letters", "⟦http://ｅｘａｍｐｌｅ．ｃｏｍ/⟧"},
		{"whatwg: with a port", "⟦http://例え.テスト:8080/⟧"},
		{"whatwg: two scripts", "⟦http://intra漢字/⟧ ⟦http://h.example漢字/x⟧"},
		{"iana: a domain", "⟦http://h.москва⟧, ⟦http://h.みんな⟧。 ⟦http://h.xn--80adxhks⟧"},
		{"a sentence after a known domain", "⟦http://h.example.com⟧を見て ⟦http://h.example.jp⟧です。 ⟦http://localhost⟧で"},
		{"a sentence after a known domain", "⟦http://h.example.com⟧。See ⟦http://h.example.com⟧。In 1999"},
		{"a list", "⟦http://h.example.com⟧→⟦http://i.example.com⟧→ x"},
		{"rfc1034 3.1: an empty label", "http://h..example.com/a http://.h.example.com"},
		{"uts58 email", "⟦田中.太郎@example.jp⟧ ⟦สม.ชาย@example.com⟧ ⟦김.철수@example.kr⟧ ⟦иван.петров@example.org⟧ ⟦l·l@example.cat⟧"},
		{"uts58 email: not one of its characters", "o’donnel@example.org a‑b@example.org a–b@example.org a€b@example.org"},
		{"uts58 email: dots", ".a@example.org a.@example.org a..b@example.org ..a@example.org"},
		{"uts58 email: with a scheme", "⟦mailto:αβγ.δεζ@example.com⟧ mailto:α..δ@example.com mailto:.α@example.com"},
		{"no mark of a host", "x＠www.example.com"},
		{"around an address", "“⟦joe@example.org⟧” ‘⟦joe@example.org⟧’ —⟦joe@example.org⟧— ：⟦joe@example.org⟧。"},
		{"around a host", "•⟦www.example.com⟧ ¿⟦www.example.es⟧? «⟦www.example.fr⟧» →⟦www.example.org⟧"},
	} {
		checkMarked(t, c.src, c.text, loose)
	}
	for _, c := range []struct{ text, want, whole string }{
		{"詳細はwww.example.comへ", "www.example.com", "詳細はwww.example.com"},
		{"連絡先はjoe@example.jpまで", "joe@example.jp", "連絡先はjoe@example.jp"},
		{"sur l’www.example.fr", "www.example.fr", "l’www.example.fr"},
	} {
		got := all(t, c.text, loose)
		if len(got) != 1 || got[0].Text != c.want || got[0].Confidence != extract.Low || got[0].Doubt != extract.Inside || got[0].Alternatives[0] != c.whole {
			t.Errorf("%q: %+v, want %q, or %q, low", c.text, got, c.want, c.whole)
		}
	}
}

// Hosts in all top-level domains of IANA are found, and names that are no hosts are not.
func TestTopLevelDomains(t *testing.T) {
	for _, c := range []struct{ src, text string }{
		{"iana", "⟦foo.icu/x⟧ ⟦foo.vip/x⟧ ⟦foo.international⟧ ⟦foo.bank⟧ ⟦foo.top⟧ ⟦www.foo.icu⟧ ⟦foo.accountants⟧ ⟦foo.ck⟧ ⟦foo.travel⟧"},
		{"iana: U-labels", "⟦foo.москва⟧ ⟦foo.みんな⟧ ⟦foo.香港⟧ ⟦foo.ไทย⟧ ⟦foo.বাংলা⟧ ⟦foo.МОСКВА⟧"},
		{"iana: A-labels", "⟦foo.xn--80adxhks⟧ ⟦abc.XN--11B4C3D⟧ ⟦foo.Xn--P1ai⟧ foo.xn--zzzzzz foo.xn--"},
		{"a name in a program", "x.map foo.bar a.select ⟦a.map/x⟧ ⟦www.a.map⟧"},
		{"not delegated", "foo.zzz foo.example foo.local foo.invalid www.foo.c"},
	} {
		checkMarked(t, c.src, c.text, extract.Options{Hosts: true})
	}
}
