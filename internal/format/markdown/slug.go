package markdown

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Dialects are programs that convert Markdown to pages; each derives the
// anchors of headings in its own way. The zero Dialects means GitHub.
type Dialects uint8

// The dialects.
const (
	GitHub   Dialects = 1 << iota
	GitLab            // like GitHub, but replaces several hyphens with one
	Kramdown          // also Jekyll, whose anchors are like GitHub's
	MkDocs            // the extension toc of Python-Markdown
	Pandoc

	// AllDialects is all of them.
	AllDialects = GitHub | GitLab | Kramdown | MkDocs | Pandoc
)

// dialectWords are the names of the dialects, in the order of their bits.
var dialectWords = []string{"github", "gitlab", "kramdown", "mkdocs", "pandoc"}

// ParseDialect returns the dialect with a name such as "github", and whether
// there is one.
func ParseDialect(word string) (Dialects, bool) {
	for i, w := range dialectWords {
		if w == word {
			return 1 << i, true
		}
	}
	return 0, false
}

// has reports whether d contains one of some dialects.
func (d Dialects) has(some Dialects) bool { return d&some != 0 }

// names are the anchors of a document's headings in one dialect.
type names struct {
	dialects Dialects
	slug     func(heading string) string
	sep      string         // before the number of an anchor that is not unique
	given    map[string]int // how often each anchor was used
}

// headingNames are the anchors of a document's headings in several dialects.
type headingNames struct {
	dialects Dialects
	names    []names
}

// newHeadingNames returns the anchors for a document without headings.
func newHeadingNames(d Dialects) *headingNames {
	if d == 0 {
		d = GitHub
	}
	h := &headingNames{dialects: d}
	for _, n := range []struct {
		d    Dialects
		slug func(string) string
		sep  string
	}{
		{GitHub | Kramdown, slugGitHub, "-"}, {GitLab, slugGitLab, "-"}, {Kramdown, slugKramdown, "-"},
		{MkDocs, slugMkDocs, "_"}, {MkDocs, slugGitHub, "_"}, {Pandoc, slugPandoc, "-"},
	} {
		if d.has(n.d) {
			h.names = append(h.names, names{d & n.d, n.slug, n.sep, map[string]int{}})
		}
	}
	return h
}

// attributes matches the attributes that Pandoc, kramdown, MkDocs and others
// accept after a heading or another element: "{#id .class}" or "{: #id}".
var attributes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(attributesForm)
})

const attributesForm = `\{:?[^{}\n]*?#([^\s{}"'#]+)[^{}\n]*\}`

// attributesAtEnd matches attributes at the end of a heading.
var attributesAtEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\s*` + attributesForm + `\s*$`)
})

// of calls each with the anchors of a heading. A heading with an id in
// attributes has only that anchor, except in the dialects that show the
// attributes as text.
func (h *headingNames) of(heading string, each func(name string)) {
	var m []string
	if strings.IndexByte(heading, '}') >= 0 {
		if m = attributesAtEnd().FindStringSubmatch(heading); m != nil {
			each(m[1])
		}
	}
	for i := range h.names {
		if n := &h.names[i]; m == nil || n.dialects.has(GitHub|GitLab) {
			each(n.name(heading))
		}
	}
	if h.dialects.has(GitHub) && heading != strings.TrimSpace(heading) { // next to a picture, which has no text
		each(slugGitHub(heading))
	}
}

// name returns the anchor of a heading, with a number if another heading has
// it.
func (n *names) name(heading string) string {
	plain := n.slug(strings.TrimSpace(heading))
	name := plain
	for n.given[name] > 0 || name == "" && n.sep == "_" { // in MkDocs it cannot be empty
		n.given[plain] = max(n.given[plain], 1)
		name = plain + n.sep + strconv.Itoa(n.given[plain])
		n.given[plain]++
	}
	n.given[name]++
	return name
}

// isWordRune reports whether GitHub keeps a character: Ruby's \p{Word}, which has all
// alphabetic characters, such as letters in circles.
func isWordRune(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic)
}

// lower maps to lower case as Ruby does. "İ" is the only letter that becomes two
// characters. Source: Unicode, SpecialCasing.txt.
func lower(text string) string {
	return strings.ToLower(strings.ReplaceAll(text, "İ", "i\u0307"))
}

// slugGitHub keeps letters, digits, "_" and "-" in lower case, and replaces
// each space with a hyphen. Source: html-pipeline, table of contents filter.
func slugGitHub(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || isWordRune(r):
			return r
		}
		return -1
	}, lower(heading))
}

// slugGitLab is slugGitHub with one hyphen instead of several; a number gets a
// prefix. Source: GitLab documentation, Heading IDs and links.
func slugGitLab(heading string) string {
	slug := squeeze(slugGitHub(heading))
	if slug != "" && strings.Trim(slug, "0123456789") == "" {
		return "anchor-" + slug
	}
	return slug
}

// squeeze replaces several hyphens with one.
func squeeze(text string) string {
	for strings.Contains(text, "--") {
		text = strings.ReplaceAll(text, "--", "-")
	}
	return text
}

// slugKramdown begins with the first letter, and keeps only ASCII. Source:
// kramdown documentation, Automatic Generation of Header IDs.
func slugKramdown(heading string) string {
	isLetter := func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
	start := strings.IndexFunc(heading, isLetter)
	if start < 0 {
		return "section"
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case isLetter(r), '0' <= r && r <= '9', r == '-':
			return unicode.ToLower(r)
		}
		return -1
	}, heading[start:])
}

// slugMkDocs removes accents, keeps only ASCII, and replaces several spaces and
// hyphens with one hyphen. Source: Python-Markdown, extension toc, slugify.
func slugMkDocs(heading string) string {
	kept := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r < 0x80 && (isWordRune(r) || r == '-'):
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(heading))
	return squeeze(strings.ReplaceAll(strings.TrimSpace(kept), " ", "-"))
}

// slugPandoc keeps letters, digits, "_", "-" and ".", and begins with the first
// letter. Source: Pandoc User's Guide, extension auto_identifiers.
func slugPandoc(heading string) string {
	start := strings.IndexFunc(heading, unicode.IsLetter)
	if start < 0 {
		return "section"
	}
	kept := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case isWordRune(r), r == '-', r == '.':
			return r
		}
		return -1
	}, lower(heading[start:]))
	return strings.Join(strings.Fields(kept), "-")
}
