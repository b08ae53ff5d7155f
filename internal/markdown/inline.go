package markdown

import (
	"cmp"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxDestination is how long the destination of a link may be in the source.
	maxDestination = 1000
	// maxTag is how long a tag or a comment of HTML may be.
	maxTag = 2000
	// maxOpen is how many openers of emphasis are tried for one that ends it.
	maxOpen = 16
)

// token is a part of a text that is not shown unchanged.
type token struct {
	at, end int
	html    string
}

// scanner finds the tokens of a text in one pass.
type scanner struct {
	p      *renderer
	text   string
	ticks  map[int]int // from the offset of a run of backticks to that of the run that ends the code
	tokens []token
	marks  []mark // openers of emphasis
	links  []link // open brackets
	linked int    // how many of them have a link inside and so are not links
	inside bool   // a link is being written, which has no links inside
}

// mark is a run that may begin emphasis.
type mark struct {
	at, length int
	char       byte
}

// link is an open bracket.
type link struct {
	at, marks int // how many marks were open
	image     bool
	tokens    int // how many tokens there were
}

// inline writes text with its emphasis, code and links.
func (p *renderer) inline(text string) {
	s := &scanner{p: p, text: text, ticks: ticksOf(text)}
	s.scan()
	s.write()
}

// ticksOf returns, for each run of backticks, where the next run of the same length
// begins.
func ticksOf(text string) map[int]int {
	if !strings.Contains(text, "`") {
		return nil
	}
	next, last := map[int]int{}, map[int]int{} // last: by length
	for i := len(text); i > 0; {
		if text[i-1] != '`' {
			i--
			continue
		}
		end := i
		for i > 0 && text[i-1] == '`' {
			i--
		}
		if at, ok := last[end-i]; ok {
			next[i] = at
		}
		last[end-i] = i
	}
	return next
}

// scan finds the tokens.
func (s *scanner) scan() {
	for i := 0; i < len(s.text); {
		n := 0
		switch c := s.text[i]; c {
		case '\\':
			n = s.backslash(i)
		case '`':
			n = s.code(i)
		case '!':
			if strings.HasPrefix(s.text[i:], "![") {
				s.links = append(s.links, link{at: i, marks: len(s.marks), image: true, tokens: len(s.tokens)})
				n = 2
			}
		case '[':
			s.links = append(s.links, link{at: i, marks: len(s.marks), tokens: len(s.tokens)})
			n = 1
		case ']':
			n = s.bracket(i)
		case '<':
			n = s.angle(i)
		case '*', '_', '~':
			n = s.emphasis(i)
		}
		i += max(n, 1)
	}
}

// add adds a token.
func (s *scanner) add(at, end int, html string) { s.tokens = append(s.tokens, token{at, end, html}) }

// backslash reads an escaped character, or the break of a line.
func (s *scanner) backslash(i int) int {
	if i+1 == len(s.text) {
		return 1
	}
	switch c := s.text[i+1]; {
	case c == '\n':
		s.add(i, i+2, "<br>\n")
		return 2
	case strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c) >= 0:
		s.add(i, i+2, escaped(s.text[i+1:i+2]))
		return 2
	}
	return 1
}

// code reads code between backticks.
func (s *scanner) code(i int) int {
	ticks := len(s.text[i:]) - len(strings.TrimLeft(s.text[i:], "`"))
	end, ok := s.ticks[i]
	if !ok {
		return ticks
	}
	code := strings.ReplaceAll(s.text[i+ticks:end], "\n", " ")
	if len(code) > 2 && code[0] == ' ' && code[len(code)-1] == ' ' {
		code = code[1 : len(code)-1]
	}
	s.add(i, end+ticks, "<code>"+escaped(code)+"</code>")
	return end + ticks - i
}

// bracket ends a link or an image, if it is one.
func (s *scanner) bracket(i int) int {
	if len(s.links) == 0 {
		return 1
	}
	outer := len(s.links) - 1
	open, linked := s.links[outer], s.linked > outer
	s.links, s.linked = s.links[:outer], min(s.linked, outer)
	label := s.text[open.at+1 : i]
	if open.image {
		label = label[1:]
	}
	to, n := destination(s.text[i+1:])
	if n == 0 {
		if to, n = s.reference(s.text[i+1:], label); n < 0 {
			return 1
		}
	}
	end := i + 1 + n
	if open.image {
		s.image(open, label, to, end)
		return end - i
	}
	s.marks = s.marks[:min(open.marks, len(s.marks))] // emphasis does not cross a link
	href := ""
	if !linked {
		href = s.p.link(html.UnescapeString(unescaped(to)))
	}
	if href == "" { // the text without the destination
		s.add(open.at, open.at+1, "")
		s.add(i, end, "")
		return end - i
	}
	s.add(open.at, open.at+1, `<a href="`+escaped(href)+`">`)
	s.add(i, end, "</a>")
	s.linked = len(s.links)
	return end - i
}

// image writes an image, or a link to it if the page does not load it.
func (s *scanner) image(open link, label, to string, end int) {
	s.tokens = s.tokens[:open.tokens]
	s.marks = s.marks[:min(open.marks, len(s.marks))]
	text := "image"
	if len(label) < maxDestination {
		text = cmp.Or(strings.TrimSpace(imageText.Replace(label)), text)
	}
	to = html.UnescapeString(unescaped(to))
	if s.p.o.Image != nil {
		if out := s.p.o.Image(to, text); out != "" {
			s.add(open.at, end, out)
			return
		}
	}
	out := "[" + escaped(text) + "]"
	inLink := len(s.links) > 0 // a badge is an image in a link
	if inLink {
		s.add(open.at, end, out)
		return
	}
	if href := s.p.link(to); href != "" {
		out = `<a href="` + escaped(href) + `">` + out + "</a>"
	}
	s.add(open.at, end, out)
}

// imageText removes the markup of the text of an image.
var imageText = strings.NewReplacer("*", "", "`", "", "[", "", "]", "", "!", "", "\\", "", "\n", " ")

// reference returns the destination that is defined for a label. The label is in brackets
// after the link, or is the text of the link. n is the length of the brackets, or -1 if the
// label is not defined.
func (s *scanner) reference(rest, text string) (to string, n int) {
	label := text
	if strings.HasPrefix(rest, "[") {
		if end := strings.IndexByte(rest[:min(len(rest), maxDestination)], ']'); end > 0 {
			n = end + 1
			if end > 1 {
				label = rest[1:end]
			}
		}
	}
	if len(s.p.refs) == 0 || len(label) > maxDestination {
		return "", -1
	}
	if to, ok := s.p.refs[folded(label)]; ok {
		return to, n
	}
	return "", -1
}

// destination reads "(url)" or `(url "title")` and returns the URL and the length of the
// whole, or 0.
func destination(text string) (to string, n int) {
	if !strings.HasPrefix(text, "(") {
		return "", 0
	}
	text = text[:min(len(text), maxDestination)]
	i := 1 + len(text[1:]) - len(strings.TrimLeft(text[1:], " \n"))
	begin := i
	if strings.HasPrefix(text[i:], "<") {
		end := strings.IndexAny(text[i:], ">\n")
		if end < 0 || text[i+end] != '>' {
			return "", 0
		}
		to, i = text[i+1:i+end], i+end+1
	} else {
		for depth := 0; i < len(text); i++ {
			switch c := text[i]; {
			case c == '\\' && i+1 < len(text):
				i++
				continue
			case c == '(':
				depth++
				continue
			case c == ')' && depth > 0:
				depth--
				continue
			case c > ' ' && c != ')':
				continue
			}
			break
		}
		to = text[begin:min(i, len(text))]
	}
	rest := strings.TrimLeft(text[min(i, len(text)):], " \n")
	if rest != "" && strings.IndexByte(`"'`, rest[0]) >= 0 { // a title
		end := strings.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return "", 0
		}
		rest = strings.TrimLeft(rest[end+2:], " \n")
	}
	if !strings.HasPrefix(rest, ")") {
		return "", 0
	}
	return to, len(text) - len(rest) + 1
}

// angle reads "<url>", which becomes a link, and HTML tags and comments, which it leaves
// out.
func (s *scanner) angle(i int) int {
	text := s.text[i:min(len(s.text), i+maxTag)]
	if strings.HasPrefix(text, "<!--") {
		if end := strings.Index(text[4:], "-->"); end >= 0 {
			s.add(i, i+4+end+3, "")
			return 4 + end + 3
		}
		return 4
	}
	end := 1
	for end < len(text) && text[end] != '>' && text[end] != '<' {
		end++
	}
	if end == len(text) || text[end] != '>' || end == 1 {
		return max(end-1, 1)
	}
	inner := text[1:end]
	switch {
	case isAddress(inner):
		to := inner
		if !strings.Contains(inner, ":") {
			to = "mailto:" + inner
		}
		out := escaped(inner)
		if len(s.links) == 0 {
			if href := s.p.link(to); href != "" {
				out = `<a href="` + escaped(href) + `">` + out + "</a>"
			}
		}
		s.add(i, i+end+1, out)
	case isTag(inner):
		out := ""
		if name := strings.ToLower(strings.TrimRight(inner, "/ ")); name == "br" {
			out = "<br>"
		}
		s.add(i, i+end+1, out)
	default:
		return 1
	}
	return end + 1
}

// isAddress reports whether the text between angle brackets is a URL or an email address.
func isAddress(text string) bool {
	if strings.ContainsAny(text, " \n<>") {
		return false
	}
	scheme, _, ok := strings.Cut(text, ":")
	if ok {
		return len(scheme) > 1 && len(scheme) <= 32 && strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-") == ""
	}
	user, host, ok := strings.Cut(text, "@")
	return ok && user != "" && strings.Contains(host, ".")
}

// isTag reports whether the text between angle brackets is a tag of HTML.
func isTag(text string) bool {
	name := strings.TrimPrefix(text, "/")
	if name == "" {
		return false
	}
	c := name[0] | 0x20
	return c >= 'a' && c <= 'z' || name[0] == '!' || name[0] == '?'
}

// emphasis reads a run that begins or ends emphasis.
func (s *scanner) emphasis(i int) int {
	c := s.text[i]
	n := 1
	for i+n < len(s.text) && s.text[i+n] == c {
		n++
	}
	if n > 3 || c == '~' && n != 2 {
		return n
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:i])
	after, _ := utf8.DecodeRuneInString(s.text[i+n:])
	opens, ends := flanks(before, i == 0, after, i+n == len(s.text))
	if c == '_' { // not within words
		opens, ends = opens && (!ends || punctuation(before)), ends && (!opens || punctuation(after))
	}
	if ends && s.ends(i, n, c) {
		return n
	}
	if opens {
		s.marks = append(s.marks, mark{i, n, c})
	}
	return n
}

// flanks reports whether a run between two characters can begin and end emphasis.
// Source: CommonMark 6.2.
func flanks(before rune, first bool, after rune, last bool) (opens, ends bool) {
	blankBefore, blankAfter := first || unicode.IsSpace(before), last || unicode.IsSpace(after)
	markBefore, markAfter := !first && punctuation(before), !last && punctuation(after)
	opens = !blankAfter && (!markAfter || blankBefore || markBefore)
	ends = !blankBefore && (!markBefore || blankAfter || markAfter)
	return opens, ends
}

func punctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// emphasisTags are the elements of a run by its length.
var emphasisTags = [...][2]string{1: {"<em>", "</em>"}, 2: {"<strong>", "</strong>"}, 3: {"<em><strong>", "</strong></em>"}}

// ends ends the emphasis that a run of the same kind began, and reports whether there is
// such a run. Emphasis does not cross an open bracket.
func (s *scanner) ends(i, n int, c byte) bool {
	lowest := max(0, len(s.marks)-maxOpen)
	if len(s.links) > 0 {
		lowest = max(lowest, s.links[len(s.links)-1].marks)
	}
	for k := len(s.marks) - 1; k >= lowest; k-- {
		if m := s.marks[k]; m.char == c && m.length == n {
			tags := emphasisTags[n]
			if c == '~' {
				tags = [2]string{"<del>", "</del>"}
			}
			s.marks = s.marks[:k]
			s.add(m.at, m.at+n, tags[0])
			s.add(i, i+n, tags[1])
			return true
		}
	}
	return false
}

// link returns the link of a page for one of the document, or "".
func (p *renderer) link(to string) string {
	if p.spent > p.most {
		return ""
	}
	href := p.o.Link(to)
	p.spent += len(href)
	return href
}

// write writes the text with its tokens.
func (s *scanner) write() {
	slices.SortStableFunc(s.tokens, func(a, b token) int { return cmp.Compare(a.at, b.at) })
	out, done, name := &s.p.out, 0, 0
	for _, t := range s.tokens {
		if t.at < done { // within code or an image
			continue
		}
		s.plain(s.text[done:t.at])
		switch {
		case strings.HasPrefix(t.html, "<a ") && !strings.HasSuffix(t.html, "</a>"):
			s.inside, name = true, out.Len()+len(t.html)
		case t.html == "</a>":
			if s.inside = false; strings.TrimSpace(out.String()[name:]) == "" {
				out.WriteString("link") // the text of the link was only a tag
			}
		}
		out.WriteString(t.html)
		done = t.end
	}
	s.plain(s.text[done:])
}

// plain writes text without markup.
func (s *scanner) plain(text string) {
	if strings.Contains(text, "&") {
		text = html.UnescapeString(text)
	}
	if s.p.o.Text != nil && !s.inside && s.p.out.Len() < s.p.most && strings.Contains(text, ":") {
		s.p.out.WriteString(s.p.o.Text(text))
		return
	}
	s.p.out.WriteString(escaped(text))
}

// plainText returns text without its markup.
func plainText(text string) string {
	p := &renderer{o: Options{Link: func(string) string { return "" }}}
	p.inline(text)
	var b strings.Builder
	for part := range strings.SplitSeq(p.out.String(), "<") {
		if b.Len() > 0 || strings.Contains(part, ">") { // after a tag
			_, after, ok := strings.Cut(part, ">")
			if ok {
				part = after
			}
		}
		b.WriteString(part)
	}
	return strings.TrimSpace(html.UnescapeString(b.String()))
}

// unescaped returns text without the backslashes before punctuation.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", text[i+1]) >= 0 {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// escapes replaces special characters of HTML.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escaped returns text as HTML.
func escaped(text string) string { return escapes.Replace(text) }
