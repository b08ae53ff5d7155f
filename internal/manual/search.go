package manual

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// The script docs/site/search.js has the same limits.
const (
	// mostWords is how many words of a query count.
	mostWords = 10
	// mostHits is how many sections of a page a search shows.
	mostHits = 3
)

// Indexed is a page in the index of the search. The index is also a file of the site, where a
// script searches as Search does.
type Indexed struct {
	Link     string    `json:"link"`
	Title    string    `json:"title"`
	Group    string    `json:"group"`
	Sections []Section `json:"sections"`
}

// Section is the text below a heading.
type Section struct {
	Link    string   `json:"link"`    // of its page, with the fragment
	Heading string   `json:"heading"` // "" for the text above the first heading
	Lines   []string `json:"lines"`   // not nil; sentences, rows of tables and lines of code
}

// Index returns the pages for a search. The caller must not change them.
func (m *Manual) Index() []Indexed { return m.index() }

// indexOnce returns the function that makes the index when it is needed first.
func (m *Manual) indexOnce() func() []Indexed {
	return sync.OnceValue(func() (all []Indexed) {
		for _, s := range m.order {
			title, body := m.render(s, func(int, string, string) {})
			page := Indexed{Link: m.o.Path(s.Name), Title: title, Sections: sections(string(body))}
			_, page.Group = m.groupsFor(s.Name)
			for j, part := range page.Sections {
				page.Sections[j].Link = page.Link + part.Link
			}
			all = append(all, page)
		}
		return all
	})
}

// sections splits a rendered page at its headings. The Link of each is its fragment.
func sections(page string) []Section {
	all, code := []Section{{Lines: []string{}}}, false
	var text strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := z.Next()
		token := z.Token()
		isHeading := len(token.Data) == 2 && token.Data[0] == 'h' && token.Data != "hr"
		last := &all[len(all)-1]
		switch {
		case kind == html.ErrorToken:
			return slices.DeleteFunc(all, func(s Section) bool { return s.Heading == "" && len(s.Lines) == 0 })
		case kind == html.TextToken:
			text.WriteString(token.Data)
		case kind == html.StartTagToken && isHeading:
			text.Reset()
			all = append(all, Section{Link: "#" + token.Attr[0].Val, Lines: []string{}})
		case kind == html.EndTagToken && isHeading:
			last.Heading = strings.TrimSpace(text.String())
			text.Reset()
		case kind == html.StartTagToken && token.Data == "pre":
			code = true
			fallthrough
		case slices.Contains([]string{"p", "ul", "ol", "li", "tr", "pre", "blockquote"}, token.Data):
			last.Lines = append(last.Lines, linesOf(text.String(), code && kind == html.EndTagToken)...)
			text.Reset()
			code = code && kind == html.StartTagToken
		}
	}
}

// sentenceEnd matches the space between two sentences.
var sentenceEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[.!?]\s+`) })

// linesOf returns the lines of code, or the sentences of a text.
func linesOf(text string, code bool) (lines []string) {
	if !code {
		text = strings.Join(strings.Fields(text), " ")
		text = sentenceEnd().ReplaceAllStringFunc(text, func(end string) string { return end[:1] + "\n" })
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// A Result is a page that has every word of a query.
type Result struct {
	Link, Title, Group string
	Hits               []Hit // its best sections, at most mostHits
	score              int
}

// A Hit is a section with words of a query.
type Hit struct {
	Link, Heading string
	// Parts is the sentence with the most words, split so that every second part matches
	// a word.
	Parts []string
	score int
	words int // of the query in the section
}

// Search returns the pages that have every word of a query, the best page first.
func (m *Manual) Search(query string) (results []Result) {
	fields := strings.Fields(strings.ToLower(query))
	words := slices.Compact(slices.Sorted(slices.Values(fields[:min(len(fields), mostWords)])))
	if len(words) == 0 {
		return nil
	}
	for _, page := range m.index() {
		if r, ok := searchPage(page, words); ok {
			results = append(results, r)
		}
	}
	slices.SortStableFunc(results, func(a, b Result) int { return b.score - a.score })
	return results
}

// searchPage searches one page. A word in the title counts more than one in a heading, and
// that more than one in a text.
func searchPage(page Indexed, words []string) (r Result, ok bool) {
	missing := words
	find := func(text string) (n int) {
		text = strings.ToLower(text)
		missing = slices.DeleteFunc(slices.Clone(missing), func(w string) bool { return strings.Contains(text, w) })
		return count(text, words)
	}
	r = Result{Link: page.Link, Title: page.Title, Group: page.Group}
	most := 0
	for _, s := range page.Sections {
		h := Hit{Link: s.Link, Heading: s.Heading, words: find(s.Heading + "\n" + strings.Join(s.Lines, "\n"))}
		h.score = 10*count(strings.ToLower(s.Heading), words) + h.words
		h.Parts = sentence(s.Lines, words)
		most = max(most, h.words)
		r.Hits = append(r.Hits, h)
	}
	titled := find(page.Title)
	if len(missing) > 0 {
		return r, false
	}
	r.Hits = slices.DeleteFunc(r.Hits, func(h Hit) bool { return h.words == 0 || h.words < most })
	slices.SortStableFunc(r.Hits, func(a, b Hit) int { return b.score - a.score })
	r.score = 100 * titled
	if len(r.Hits) > 0 {
		r.score += r.Hits[0].score
	}
	r.Hits = r.Hits[:min(len(r.Hits), mostHits)]
	return r, true
}

// count returns how many words are in a text in lower case.
func count(text string, words []string) (n int) {
	for _, w := range words {
		if strings.Contains(text, w) {
			n++
		}
	}
	return n
}

// sentence returns the first line with the most words, split around them.
func sentence(lines, words []string) []string {
	best, most := "", -1
	for _, line := range lines {
		if n := count(strings.ToLower(line), words); n > most {
			best, most = line, n
		}
	}
	longest := slices.Clone(words) // so that the pattern prefers "news" to "new"
	slices.SortStableFunc(longest, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for i, w := range longest {
		longest[i] = regexp.QuoteMeta(w)
	}
	var parts []string
	end := 0
	for _, at := range regexp.MustCompile("(?i)"+strings.Join(longest, "|")).FindAllStringIndex(best, -1) {
		parts = append(parts, best[end:at[0]], best[at[0]:at[1]])
		end = at[1]
	}
	return append(parts, best[end:])
}

// Results returns the content of a page with the results of a search.
func (m *Manual) Results(query string) template.HTML {
	results := m.Search(query)
	status := "No page matches. Try fewer or shorter words."
	switch {
	case strings.TrimSpace(query) == "":
		status = "Type a word to search for."
	case len(results) == 1:
		status = "1 page matches."
	case len(results) > 1:
		status = fmt.Sprintf("%d pages match.", len(results))
	}
	return execute("results", struct {
		Status  string
		Results []Result
	}{status, results})
}
