package explain_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/readers"
)

// explained returns the explanation of a text by the editions and readers that count.
func explained(t *testing.T, text string) *explain.Explanation {
	t.Helper()
	return explain.Explain(t.Context(), text, explain.Options{Editions: followed, Readers: readers.All(), Violations: 1})
}

// followed are the editions that programs follow. The others do not count.
var followed = []*earl.Edition{earl.RFC1738, earl.RFC3986, earl.WHATWG}

// No program contacts another server for a plain URL of a scheme that is opened.
func TestOpenedSchemesAreNoAlarm(t *testing.T) {
	n := 0
	for _, o := range all.Openers() {
		for _, scheme := range o.Schemes() {
			n++
			for _, text := range []string{scheme + "://host.example/", scheme + "://host.example", scheme + "://host.example/a/b"} {
				if x := explained(t, text); x.Split() {
					t.Errorf("%q: programs contact %v", text, x.Contacts)
				}
			}
		}
	}
	if n < 36 {
		t.Errorf("%d schemes, want 36 or more", n)
	}
}

// shared opens a file of the data beside the repository.
func shared(t *testing.T, name string) *bufio.Scanner {
	t.Helper()
	file, err := os.Open(filepath.Join(cmp.Or(os.Getenv("EARL_SHARED"), "../../shared"), "conformance", name))
	if err != nil {
		t.Skipf("no shared data beside this checkout: %v", err)
	}
	t.Cleanup(func() { file.Close() })
	s := bufio.NewScanner(file)
	s.Buffer(nil, 1<<20)
	return s
}

// Of 20,000 real URLs, programs read at most 5 differently.
func TestOrdinaryURLsAreNoAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	var found []string
	for s := shared(t, "bench/top20k.txt"); s.Scan(); {
		if explained(t, s.Text()).Split() {
			found = append(found, s.Text())
		}
	}
	if len(found) > 5 {
		t.Errorf("%d alarms, want 5 or fewer: %q", len(found), found)
	}
}

// quiet are confusing texts about which explain does not warn, and why.
var quiet = map[string]string{
	"c0130": "only url-parse finds no host",
	"c0264": "an empty port: only perl keeps its colon in the host",
	"c0265": "an empty port: only perl keeps its colon in the host",
	"c0270": "an empty port: only perl keeps its colon in the host",
	"c0371": "hosts differ in their zones only, which choose an interface of this machine",
	"c0386": "hosts differ in their zones only, which choose an interface of this machine",
	"c0458": "no scheme and no slashes",
	"c0504": "only url-parse finds no host",
	"c0557": "a name by UTS 46: only java-uri finds no host",
	"c0558": "a name by UTS 46: only java-uri finds no host",
	"c0561": "a name by UTS 46: only java-uri finds no host",
	"c0562": "a name by UTS 46: only java-uri finds no host",
	"c0569": "no scheme and no slashes",
	"c0570": "no scheme and no slashes",
	"c0572": "a name by UTS 46: only java-uri finds no host",
	"c0624": "no scheme and no slashes before the host",
	"c0654": "only url-parse finds no host",
	"c0674": "only node-legacy finds no host",
	"c0693": "no scheme and no slashes: only urllib3 finds a host",
	"c0696": "no scheme and no slashes",
	"c0697": "no scheme and no slashes",
	"c0700": "a scheme that requests and urllib3 do not open",
	"c0719": "only perl finds no host",
	"c0794": "a name with an underscore: only java-uri finds no host",
}

// Of the confusing texts, those that are not reported are in a list with their reasons.
func TestConfusingTextsAreAlarms(t *testing.T) {
	inputs := map[string]string{}
	for s := shared(t, "confusion2/strings.jsonl"); s.Scan(); {
		var row struct{ ID, Input string }
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		inputs[row.ID] = row.Input
	}
	all, found := 0, 0
	for s := shared(t, "confusion2/groups.jsonl"); s.Scan(); {
		var row struct {
			ID   string
			Must *bool `json:"must_flag"`
		}
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Must == nil || !*row.Must {
			continue
		}
		all++
		split := explained(t, inputs[row.ID]).Split()
		if split {
			found++
		}
		if split != (quiet[row.ID] == "") {
			t.Errorf("%s %q: Split() = %v, want %v %s", row.ID, inputs[row.ID], split, !split, quiet[row.ID])
		}
	}
	if all != 306 || found < 280 {
		t.Errorf("%d of %d confusing texts are reported, want 280 of 306", found, all)
	}
}

// dictionaries returns words with letters outside ASCII by language, from the dictionaries
// of hunspell.
func dictionaries(t *testing.T) map[string][]string {
	t.Helper()
	dir := cmp.Or(os.Getenv("EARL_DICTIONARIES"), "/usr/share/hunspell")
	files, err := filepath.Glob(filepath.Join(dir, "*.dic"))
	if err != nil {
		t.Fatal(err)
	}
	words := map[string][]string{}
	for _, file := range files {
		language, _, _ := strings.Cut(filepath.Base(file), "_")
		if list := wordsOf(file); len(list) >= 100 && len(words[language]) == 0 {
			words[language] = list
		}
	}
	return words
}

var charset = regexp.MustCompile(`(?m)^SET\s+(\S+)`)

// wordsOf returns the words of a dictionary that consist of letters and marks. A
// dictionary that cannot be read has none.
func wordsOf(file string) (words []string) {
	affixes, err := os.ReadFile(strings.TrimSuffix(file, ".dic") + ".aff")
	if err != nil {
		return nil
	}
	name := "iso-8859-1"
	if m := charset.FindSubmatch(affixes); m != nil {
		name = strings.NewReplacer("ISO8859", "ISO-8859", "microsoft-cp", "windows-").Replace(string(m[1]))
	}
	coding, err := htmlindex.Get(name)
	data, err2 := os.ReadFile(file)
	if err != nil || err2 != nil {
		return nil
	}
	if data, err = coding.NewDecoder().Bytes(data); err != nil {
		return nil
	}
	isOther := func(r rune) bool { // no letter or mark, or a superscript
		return !unicode.In(r, unicode.L, unicode.M) && r != '\u200c' && r != '\u200d' || unicode.Is(unicode.Lm, r) && unicode.Is(unicode.Latin, r)
	}
	for line := range strings.Lines(string(data)) {
		word := strings.FieldsFunc(line+"/", func(r rune) bool { return r == '/' || unicode.IsSpace(r) })
		if len(word) == 0 || len(word[0]) == len([]rune(word[0])) || strings.ContainsFunc(word[0], isOther) {
			continue
		}
		words = append(words, word[0])
	}
	return words
}

// Of names that are words of 20 languages or more, programs read none differently.
func TestWordsAreNoAlarm(t *testing.T) {
	languages := dictionaries(t)
	if len(languages) < 20 {
		t.Skipf("dictionaries of %d languages in /usr/share/hunspell, want 20 (packages hunspell-de-de, hunspell-fr ...)", len(languages))
	}
	random := rand.New(rand.NewPCG(17, 38))
	for _, words := range languages {
		for range 100 {
			text := fmt.Sprintf("http://%s.example/", words[random.IntN(len(words))])
			if x := explained(t, text); x.Split() {
				t.Errorf("%q: programs contact %v", text, x.Contacts)
			}
		}
	}
}

// Words of many scripts are no alarm.
func TestNamesOfManyScriptsAreNoAlarm(t *testing.T) {
	words := strings.Fields("bücher größe straße Äpfel garçon forêt niño corazón città perché coração avó rødgrød smörgås þjóð ærø " +
		"žluťoučký kůň łódź źdźbło gyümölcs țară şehir istanbul ışık ğ λόγος ΛΌΓΟΣ οδός ѫтъка книга кніга ўсё київ їжак ћуприја " +
		"შავი խաղ שלום مرحبا سلام نامه\u200cای हिन्दी क्\u200dष বাংলা ગુજરાતી தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල ภาษาไทย น้ำ ລາວ မြန်မာ ខ្មែរ " +
		"日本語 カタカナ 中文 한국어 tiếng việt nước ọpọlọpọ ħobż āžūlas ēda l·l ")
	for _, word := range words {
		if x := explained(t, "http://"+word+".example/"); x.Split() {
			t.Errorf("%q: programs contact %v", word, x.Contacts)
		}
	}
}
