package repotest

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var updateProse = flag.Bool("update-prose", false, "rewrite internal/repotest/testdata/prose_known.txt, which must only shrink")

// A phrase is hard to read, and there is a plain one for it.
type phrase struct {
	pattern *regexp.Regexp
	words   []string // in lower case; every match contains one of them
	plain   string
}

// in returns where a text has the phrase. lower is the text in lower case, which is searched
// for the words first: that is 20 times faster than the pattern.
func (p phrase) in(text, lower string) [][]int {
	if !slices.ContainsFunc(p.words, func(word string) bool { return strings.Contains(lower, word) }) {
		return nil
	}
	return p.pattern.FindAllStringIndex(text, -1)
}

// wordsOf returns long texts, one of them in every match of a pattern. It returns an empty text
// if no text is in every match.
func wordsOf(re *syntax.Regexp) []string {
	shortest := func(words []string) int {
		return len(slices.MinFunc(words, func(a, b string) int { return len(a) - len(b) }))
	}
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return wordsOf(re.Sub[0])
	case syntax.OpConcat:
		best := []string{""}
		for _, sub := range re.Sub {
			if words := wordsOf(sub); shortest(words) > shortest(best) {
				best = words
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			all = append(all, wordsOf(sub)...)
		}
		return all
	}
	return []string{""}
}

// phrases reads the table of testdata/phrases.txt: a regular expression, a tab and what to
// write instead.
func phrases(t *testing.T) []phrase {
	t.Helper()
	text, err := os.ReadFile("internal/repotest/testdata/phrases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []phrase
	for line := range strings.Lines(string(text)) {
		pattern, plain, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok && pattern != "" && pattern[0] != '#' {
			t.Fatalf("internal/repotest/testdata/phrases.txt: no tab in %q", line)
		}
		if !ok {
			continue
		}
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatalf("internal/repotest/testdata/phrases.txt: %v", err)
		}
		all = append(all, phrase{regexp.MustCompile(`(?i)\b(` + pattern + `)\b`), wordsOf(re), strings.TrimSpace(plain)})
	}
	return all
}

// A passage is a text that people read: Markdown, a page, a message or a comment.
type passage struct {
	file string
	line int
	text string
}

// Texts for users and comments have no phrase of testdata/phrases.txt. The files that still
// have some are in testdata/prose_known.txt with their number, which only shrinks.
func TestPlainEnglish(t *testing.T) {
	table := phrases(t)
	found, messages := map[string]int{}, map[string][]string{}
	for p := range passages(t) {
		lower := strings.ToLower(p.text)
		for _, ph := range table {
			for _, at := range ph.in(p.text, lower) {
				line := p.line + strings.Count(p.text[:at[0]], "\n")
				found[p.file]++
				messages[p.file] = append(messages[p.file], fmt.Sprintf("%s:%d: %q: write %s", p.file, line, p.text[at[0]:at[1]], ph.plain))
			}
		}
	}
	if *updateProse {
		writeKnown(t, found)
		return
	}
	known := readKnown(t)
	for file, n := range found {
		if n > known[file] {
			t.Errorf("%s has %d hard phrases, and %d are known:\n%s", file, n, known[file], strings.Join(messages[file], "\n"))
		}
	}
	for file, n := range known {
		if found[file] < n {
			t.Errorf("%s has %d hard phrases, and testdata/prose_known.txt has %d: run go test -run TestPlainEnglish . -update-prose", file, found[file], n)
		}
	}
}

const knownProse = "internal/repotest/testdata/prose_known.txt"

// readKnown returns how many hard phrases each file is known to have.
func readKnown(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(knownProse)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for line := range strings.Lines(string(text)) {
		file, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatalf("%s: %q: %v", knownProse, line, err)
		}
		all[file] = n
	}
	return all
}

// writeKnown writes the numbers of hard phrases.
func writeKnown(t *testing.T, found map[string]int) {
	t.Helper()
	var b strings.Builder
	for _, file := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintln(&b, file, found[file])
	}
	if err := os.WriteFile(knownProse, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// passages yields what people read in the files of this module.
func passages(t *testing.T) func(yield func(passage) bool) {
	return func(yield func(passage) bool) {
		err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if name := d.Name(); d.IsDir() && name != "." && (name == "testdata" || name == "node_modules" || name[0] == '.') {
				return filepath.SkipDir
			}
			var all []passage
			switch {
			case strings.HasSuffix(path, ".go"):
				all = goPassages(t, path)
			case strings.HasSuffix(path, ".md") && path != "docs/requirements.md", strings.HasSuffix(path, ".html"):
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				all = []passage{{filepath.ToSlash(path), 1, withoutQuotations(string(text))}}
			}
			for _, p := range all {
				if !yield(p) {
					return filepath.SkipAll
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// goPassages returns the comments of a Go file and, unless it is a test, its messages.
func goPassages(t *testing.T, path string) (all []passage) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	add := func(at token.Pos, text string) {
		all = append(all, passage{filepath.ToSlash(path), set.Position(at).Line, withoutQuotations(text)})
	}
	for _, c := range file.Comments {
		add(c.Pos(), c.Text())
	}
	if strings.HasSuffix(path, "_test.go") {
		return all
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && strings.Count(text, " ") > 1 {
				add(lit.Pos(), text)
			}
		}
		return true
	})
	return all
}

// quotation is code and what a document quotes: also a text in quotation marks.
var quotation = regexp.MustCompile("(?ms)^```.*?^```|`[^`\n]*`|\"[^\"\n]*\"|^>[^\n]*|^\t[^\n]*|[A-Za-z]*Octets|ctl-octet")

// withoutQuotations returns a text with spaces for its code and its quotations.
func withoutQuotations(text string) string {
	return quotation.ReplaceAllStringFunc(text, func(q string) string {
		return strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, q)
	})
}

// The table finds its phrases, and no code.
func TestPhrasesAreFound(t *testing.T) {
	table := phrases(t)
	count := func(text string) (n int) {
		for _, p := range table {
			text := withoutQuotations(text)
			n += len(p.in(text, strings.ToLower(text)))
		}
		return n
	}
	for text, want := range map[string]int{
		"an octet that nobody asked for": 2, "Octets are bytes": 0, "the guard `ctl-octet` of an octet": 1,
		"it goes on\nby way of the gateway": 2, "```\nanew\n```\nagain": 0, "A plain sentence.": 0,
	} {
		if got := count(text); got != want {
			t.Errorf("%q has %d hard phrases, want %d", text, got, want)
		}
	}
}
