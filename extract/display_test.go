package extract_test

import (
	_ "embed"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

//go:embed testdata/LinkFormattingTest.txt
var linkFormatting string

// formattingDepartures are the lines of LinkFormattingTest.txt that we write otherwise, and why.
// The page docs/extract.md says so too.
var formattingDepartures = []struct{ reason, line string }{
	{"RFC 3986 has no bare %", "https://example.com/α/β%2541γ%25ε%25"},
	{"RFC 3986 has no bare %", "https://example.com?α%25β=γ%25δ"},
	{"、 ends a URL", "https://zh.wikipedia.org/wiki/联合国教育%E3%80%81科学及文化组织"},
	{"UTS 58 ends a URL before it", "https://bo.wikipedia.org/wiki/སའི་གོ་ལ%E0%BC%8D"},
	{"UTS 58 ends a URL before it", "https://mni.wikipedia.org/wiki/ꯅ꯭ꯌꯨ_ꯌꯣꯔ꯭ꯛ_ꯁꯤꯇꯤꯒꯤ_ꯌꯨ.ꯑꯦꯁ%2E"},
	{"UTS 58 ends a URL before it", "https://azb.wikipedia.org/wiki/واشینقتن،_دی.سی%2E"},
	{"UTS 58 ends a URL before it", "https://mad.wikipedia.org/wiki/Tasè%E2%80%99"},
	{"UTS 58 ends a URL before it", "https://vep.wikipedia.org/wiki/Brüssel%27"},
	{"UTS 58 ends a URL before it", "https://ja.wikibooks.org/wiki/植物学/植物とはどのような生き物か%EF%BC%9F"},
	{"UTS 58 ends a URL before it", "https://new.wikipedia.org/wiki/विन्सेन्ट_भ्यान_ग%3A"},
	{"UTS 58 ends a URL before it", "https://ks.wikipedia.org/wiki/شارٕک%DB%94"},
	{"UTS 58 ends a URL before it", "https://am.wikipedia.org/wiki/«የሰብዓዊ_መብት_አቀፋዊ_መግለጽ%C2%BB"},
	{"UTS 58 ends a URL before it", "https://it.wikibooks.org/wiki/Questo_è_l'ebraismo%21"},
}

// part matches a part of the structure of a URL in LinkFormattingTest.txt.
var part = regexp.MustCompile(`[𝑺𝑯𝑷𝑸𝑽𝑭𝑫]=`)

// structured returns the URL with the parts of a line of LinkFormattingTest.txt, fully escaped.
// The lines with URLs do not escape the delimiters in the parts.
func structured(line string) string {
	line = strings.TrimSuffix(strings.TrimPrefix(line, "# {"), "}")
	at := part.FindAllStringIndex(line, -1)
	out, query := "", 0
	for i, m := range at {
		end := len(line)
		if i+1 < len(at) {
			end = at[i+1][0] - 1
		}
		value := line[m[1]:end]
		escaped := strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
		for _, c := range "()'!,;:.\"" { // QueryEscape escapes more than it needs to
			if c != '"' {
				escaped = strings.ReplaceAll(escaped, url.QueryEscape(string(c)), string(c))
			}
		}
		switch line[m[0] : m[1]-1] {
		case "𝑺", "𝑯":
			out += value
		case "𝑷":
			out += "/" + escaped
		case "𝑸":
			out += []string{"?", "&"}[min(query, 1)] + escaped
			query++
		case "𝑽":
			out += "=" + escaped
		case "𝑭":
			out += "#" + escaped
		}
	}
	return out
}

// Each result of Unicode's test is as there, or is a departure. Source: UTS 58,
// LinkFormattingTest.txt.
func TestLinkFormatting(t *testing.T) {
	structure, source := "", ""
	all, different := 0, 0
	for line := range strings.Lines(linkFormatting) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "# {"):
			structure, source = line, ""
		case line == "" || strings.HasPrefix(line, "#"):
		case source == "":
			source = structured(structure)
		default:
			all++
			if got := extract.Display(source); got != line {
				if different++; !slices.ContainsFunc(formattingDepartures, func(d struct{ reason, line string }) bool { return d.line == got }) {
					t.Errorf("Display(%s)\ngot  %s\nwant %s", source, got, line)
				}
			}
		}
	}
	if all != 55 || different != len(formattingDepartures) {
		t.Errorf("%d results, %d of them other, want 55 and %d", all, different, len(formattingDepartures))
	}
}

// What Display writes is found whole in a sentence, and has the bytes of the URL.
func TestDisplay(t *testing.T) {
	for _, c := range []struct{ src, url, want string }{
		{"uts58: an escape of a character", "http://h.example/%C3%A9", "http://h.example/é"},
		{"uts58: in upper case", "http://h.example/%c3%a9%ff", "http://h.example/é%ff"},
		{"uts58: a soft end", "http://h.example/a...", "http://h.example/a..%2E"},
		{"uts58: a bracket", "http://h.example/a)(b", "http://h.example/a%29%28b"},
		{"uts58: a hard character", "http://h.example/a%20%E3%80%80b", "http://h.example/a%20%E3%80%80b"},
		{"a raw hard character", "http://h.example/“a”—b", "http://h.example/%E2%80%9Ca%E2%80%9D%E2%80%94b"},
		{"a joiner", "http://h.example/%D9%88%DB%8C%E2%80%8C%D9%BE", "http://h.example/وی\u200Cپ"},
		{"a control of direction", "http://h.example/%E2%80%AEa", "http://h.example/%E2%80%AEa"},
		{"delimiters stay", "http://h.example/%2F%3F%23?a%26b=%3D#%2F", "http://h.example/%2F%3F%23?a%26b=%3D#%2F"},
		{"a list", "http://h.example/a,http://i.example/", "http://h.example/a%2Chttp://i.example/"},
		{"the genitive", "http://h.example/a%E2%80%99s", "http://h.example/a%E2%80%99%73"},
		{"the end of a dash", "http://h.example/a--", "http://h.example/a-%2D"},
		{"no path", "http://h.example", "http://h.example"},
		{"no authority", "mailto:joe@h.example?subject=%C3%A9.", "mailto:joe@h.example?subject=é%2E"},
		{"a reference", "a/%C3%A9", "a/é"},
		{"an empty query", "http://h.example/a?", "http://h.example/a?"},
		{"a query with a question mark", "http://h.example/a?b?", "http://h.example/a?b%3F"},
		{"nothing", "", ""},
	} {
		if got := extract.Display(c.url); got != c.want {
			t.Errorf("%s: Display(%q) = %q, want %q", c.src, c.url, got, c.want)
		}
	}
}

// FuzzDisplay checks that a path of any bytes, escaped, is found whole after Display, and that
// it has the same bytes.
func FuzzDisplay(f *testing.F) {
	for _, s := range []string{"a", "é.", "(a", "a)b", "’s", "聖（巴）", "a\"b", "’", "a--", "[x]y", "${a}", "a_(b", "http://x", ",http://x", "…", "👍", "__", "\u200d"} {
		f.Add(s, "?")
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		u := "http://h.example/" + url.PathEscape(path) + "?" + url.QueryEscape(query)
		got := extract.Display(u)
		if a, err := url.PathUnescape(got); err != nil || a != mustUnescape(t, u) {
			t.Fatalf("Display(%q) = %q, %v: other bytes", u, got, err)
		}
		if again := extract.Display(got); again != got {
			t.Fatalf("Display(%q) = %q, again %q", u, got, again)
		}
		for _, around := range []string{"See % now.", "See %. Then", "(%)"} {
			text := strings.Replace(around, "%", got, 1)
			if m := collect(t, strings.NewReader(text), extract.Options{}); len(m) != 1 || m[0].Text != got {
				t.Fatalf("in %q: %+v, want %q", text, m, got)
			}
		}
	})
}

func mustUnescape(t *testing.T, s string) string {
	out, err := url.PathUnescape(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
