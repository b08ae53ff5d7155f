package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// A document is read in pieces. Each piece is read in three ways: its structure
// gives the links, the rest is searched as text, and its raw HTML is read as
// one page.
type document struct {
	r      io.Reader
	o      Options
	yield  func(extract.Match, error) bool
	names  *headingNames
	named  int // bytes in names
	titled bool

	buf     []byte // read, but not yet searched
	begun   bool   // buf[0] is not the first byte of the document
	eof     bool
	err     error    // of r, other than io.EOF
	at      position // of buf[0], which begins a line
	stopped bool     // the caller wants no more
}

// A position is that of the first byte of a piece.
type position struct {
	offset int64
	line   int64 // from 1
	before int64 // bytes of the line before it, up to a lone CR
}

// newDocument returns a document at the start of r.
func newDocument(r io.Reader, o Options, yield func(extract.Match, error) bool) *document {
	if o.MaxLength <= 0 {
		o.MaxLength = extract.DefaultMaxLength
	}
	return &document{r: r, o: o, yield: yield, names: newHeadingNames(o.Dialects), titled: o.Title == nil, at: position{line: 1}}
}

// read yields all matches, in order.
func (d *document) read() {
	for !d.stopped {
		n := d.fill()
		if n == 0 && d.eof && len(d.buf) == 0 {
			break
		}
		whole := d.eof && n == len(d.buf)
		s := newStructure(d.source(n), d.o.MDX)
		end := n
		if !whole && s.last >= 0 { // the last block may continue in the next piece
			end = s.last
		}
		if end == 0 {
			end = d.firstBlock(n)
		}
		if end == 0 {
			d.plain()
			return
		}
		s.cut(end)
		d.piece(s, end)
		d.pass(end)
	}
	if d.err != nil && !d.stopped {
		d.yield(extract.Match{}, d.err)
	}
}

// firstBlock returns the length of the block at the start of the first n bytes
// of buf, if the line after them, which takes too much memory, begins another
// block; else 0.
func (d *document) firstBlock(n int) int {
	const look = 64 // this many bytes of a line show which block it begins
	more := min(len(d.buf), n+look)
	if s := newStructure(d.source(more), d.o.MDX); n > 0 && s.last == n {
		return n
	}
	return 0
}

// fill reads until buf has a piece, and returns its length: whole lines whose
// structure costs no more than maxCost. It returns 0 if one line costs more.
func (d *document) fill() int {
	c := cost{}
	for {
		if n := c.lines(d.buf, d.eof); n < len(d.buf) && c.full || d.eof {
			return n
		}
		d.more()
	}
}

// readSize is how many bytes are read at once, and firstRead how many at first: most
// documents are short.
const (
	readSize  = 64 << 10
	firstRead = 16 << 10
)

// more reads once.
func (d *document) more() {
	size := min(max(firstRead, len(d.buf)), readSize)
	if cap(d.buf)-len(d.buf) < size/2 {
		d.buf = slices.Grow(d.buf, size)
	}
	n, err := io.ReadAtLeast(d.r, d.buf[len(d.buf):min(cap(d.buf), len(d.buf)+readSize)], 1)
	d.buf = d.buf[:len(d.buf)+n]
	if d.eof = err != nil; d.eof && err != io.EOF {
		d.err = err
	}
}

// pass discards the first n bytes of buf, which have been searched.
func (d *document) pass(n int) {
	lines := int64(bytes.Count(d.buf[:n], []byte{'\n'}))
	if lines > 0 {
		d.at.before = int64(-bytes.LastIndexByte(d.buf[:n], '\n') - 1)
	}
	d.at.offset, d.at.line, d.at.before = d.at.offset+int64(n), d.at.line+lines, d.at.before+int64(n)
	d.buf = d.buf[:copy(d.buf, d.buf[n:])]
	d.begun = true
}

// source returns the first n bytes of buf for reading: without front matter, a
// byte order mark, and line ends of a lone CR. No byte changes its position.
func (d *document) source(n int) []byte {
	source := append(make([]byte, 0, n+1), d.buf[:n]...)
	if !d.begun {
		body := bytes.TrimPrefix(source, []byte("\uFEFF"))
		blank(source, span{0, n - len(body) + frontMatter(string(body))}, ' ')
	}
	if bytes.IndexByte(source, '\r') < 0 {
		return source
	}
	for i, c := range source {
		if c == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			source[i] = '\n'
		}
	}
	return source
}

// plain searches the rest of the document as plain text, because it begins with
// a block that takes too much memory.
func (d *document) plain() {
	if !d.give(extract.Match{Line: 1, Column: 1}, fmt.Errorf("%w: a block is too large; the rest of the document is searched as plain text", ErrLimit)) {
		return
	}
	for m, err := range extract.Text(io.MultiReader(bytes.NewReader(d.buf), d.r), d.o.Options) {
		if m.Line == 0 { // an error of r
			d.yield(m, err)
			return
		}
		if m.Base = d.o.Base; !d.give(m, err) {
			return
		}
	}
}

// give yields a match whose position is in buf, and reports whether to
// continue.
func (d *document) give(m extract.Match, err error) bool {
	if !d.stopped {
		if m.Line == 1 {
			m.Column += d.at.before
		}
		m.Offset += d.at.offset
		m.Line += d.at.line - 1
		d.stopped = !d.yield(m, err)
	}
	return !d.stopped
}

// piece yields the matches in the first n bytes of buf.
func (d *document) piece(s *structure, n int) {
	piece := d.buf[:n]
	d.rawHeadings(s, piece)
	d.headings(s)
	links, page := d.links(s, piece), d.page(s.html, piece)
	front := d.frontMatter(piece)
	d.hide(s, piece)
	d.attributes(piece)
	d.merge(front, links, shown(page, s.shown), d.wiki(piece), shown(d.prose(piece), s.shown))
}

// merge yields the matches of several streams, which may be nil, in the order of
// their offsets. At the same offset an earlier stream comes first.
func (d *document) merge(streams ...iter.Seq2[extract.Match, error]) {
	type head struct {
		m    extract.Match
		err  error
		next func() (extract.Match, error, bool)
	}
	var heads []*head
	for _, stream := range streams {
		if stream == nil {
			continue
		}
		next, stop := iter.Pull2(stream)
		defer stop()
		h := &head{next: next}
		var ok bool
		if h.m, h.err, ok = next(); ok {
			heads = append(heads, h)
		}
	}
	for len(heads) > 0 {
		k := 0
		for i, h := range heads {
			if h.m.Offset < heads[k].m.Offset {
				k = i
			}
		}
		h := heads[k]
		if !d.give(h.m, h.err) {
			return
		}
		var ok bool
		if h.m, h.err, ok = h.next(); !ok {
			heads = slices.Delete(heads, k, k+1)
		}
	}
}

// blank overwrites a part of a text with a byte, except for its line ends.
func blank(text []byte, at span, with byte) {
	for i := at.start; i < at.end; i++ {
		if text[i] != '\n' && text[i] != '\r' {
			text[i] = with
		}
	}
}

// links returns the links of the structure, and the parts it left out, in
// order. The text of piece may be overwritten meanwhile, but not its line ends.
func (d *document) links(s *structure, piece []byte) iter.Seq2[extract.Match, error] {
	if len(s.links) == 0 {
		return nil
	}
	s.links = slices.DeleteFunc(s.links, func(l link) bool { return l.kind == extract.Wrapped && isPrefixed(s.source[l.start:l.end]) })
	slices.SortStableFunc(s.links, func(a, b link) int { return a.start - b.start })
	return func(yield func(extract.Match, error) bool) {
		line, start, at := int64(1), 0, 0
		for _, l := range s.links {
			before := piece[at:l.start]
			line += int64(bytes.Count(before, []byte{'\n'}))
			if n := bytes.LastIndexByte(before, '\n'); n >= 0 {
				start = at + n + 1
			}
			at = l.start
			m, err := d.match(l, s.source)
			m.Line, m.Column = line, int64(l.start-start)+1
			if !yield(m, err) {
				return
			}
		}
	}
}

// match returns a link as a match, without its line.
func (d *document) match(l link, source []byte) (extract.Match, error) {
	m := extract.Match{Offset: int64(l.start), Kind: l.kind, Confidence: extract.High, Base: d.o.Base, Shown: l.shown}
	switch {
	case l.limit != "":
		return extract.Match{Offset: int64(l.start)}, fmt.Errorf("%w: %s", ErrLimit, l.limit)
	case l.end-l.start > d.o.MaxLength:
		return m, extract.ErrTooLong
	}
	m.Text = cmp.Or(l.jsx, string(source[l.start:l.end]))
	switch l.kind {
	case extract.Address:
		m.URL = "mailto:" + m.Text
	default:
		m.URL = unescape(m.Text, l.kind == extract.Attribute && l.jsx == "")
	}
	m.URL = spaces.Replace(m.URL)
	if m.Relative = !ascii.HasScheme(m.URL); m.Relative && d.o.Base.From == extract.NoBase {
		m.Confidence = extract.Low
	}
	return m, nil
}

// isPrefixed reports whether an autolink is the wrapper of RFC 1738, whose
// prefix is not a scheme. Package extract reads it.
func isPrefixed(text []byte) bool {
	return len(text) >= 4 && bytes.EqualFold(text[:4], []byte("URL:"))
}

// spaces are the characters that a destination in angle brackets can contain
// and a URL cannot.
var spaces = strings.NewReplacer(" ", "%20", "\t", "%09")

// attributes reports the ids in the attributes of paragraphs, spans and links,
// if a dialect reads them. Code has been removed from piece.
func (d *document) attributes(piece []byte) {
	if d.o.Anchor == nil || !d.o.Dialects.has(Kramdown|MkDocs|Pandoc) || !bytes.Contains(piece, []byte("#")) {
		return
	}
	for _, m := range attributes().FindAllSubmatch(piece, -1) {
		d.o.Anchor(string(m[1]))
	}
}

// maxHeading is the maximum length of a heading of raw HTML.
const maxHeading = 1 << 10

// openHeading matches the start tag of a heading of raw HTML, anyTag any tag.
var (
	openHeading = regexp.MustCompile(`(?i)<h[1-6](\s[^<>]*)?>`)
	anyTag      = regexp.MustCompile(`<[^<>]*>`)
)

// rawHeadings adds the headings of raw HTML, which have anchors in GitHub and
// GitLab too.
func (d *document) rawHeadings(s *structure, piece []byte) {
	if d.o.Anchor == nil || len(s.html) == 0 || d.o.Dialects != 0 && !d.o.Dialects.has(GitHub|GitLab) {
		return
	}
	k := 0
	for _, m := range openHeading.FindAllIndex(piece, -1) {
		for k < len(s.html) && s.html[k].end <= m[0] {
			k++
		}
		if k == len(s.html) || s.html[k].start > m[0] {
			continue
		}
		text := piece[m[1]:min(len(piece), m[1]+maxHeading)]
		end := bytes.Index(bytes.ToLower(text), []byte("</h"))
		if end < 0 {
			continue
		}
		plain := strings.Fields(anyTag.ReplaceAllString(string(text[:end]), ""))
		s.headings = append(s.headings, heading{at: m[0], text: unescape(strings.Join(plain, " "), true)})
	}
	slices.SortStableFunc(s.headings, func(a, b heading) int { return a.at - b.at })
}

// headings reports the anchors of the headings, and the title.
func (d *document) headings(s *structure) {
	if d.o.Anchor != nil {
		for _, id := range s.ids {
			d.o.Anchor(id)
		}
	}
	for _, h := range s.headings {
		if d.o.Anchor != nil && d.named <= maxNames {
			d.names.of(h.text, func(name string) {
				d.named += nameCost + len(name)
				d.o.Anchor(name)
			})
			if d.named > maxNames {
				s.leaveOut(h.at, "too many headings; the headings after this one have no anchors")
			}
		}
		if h.level == 1 && !d.titled {
			d.o.Title(strings.TrimSpace(h.text))
			d.titled = true
		}
	}
}
