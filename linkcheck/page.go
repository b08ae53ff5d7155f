package linkcheck

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/mail"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/extract/html"
	"github.com/earl-url/earl/extract/markdown"
	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/open"
)

const (
	// maxLinks are as many links as a page has that people made.
	maxLinks = 100_000
	// maxTitle is what fits on a line, in octets.
	maxTitle = 200
	// tooMany is why links are unread behind maxLinks.
	tooMany = "it has more links than are read of one"
	// drained is how long an object may be that is read for its connection's sake.
	drained = 64 << 10
)

// isPage reports whether a media type is that of a page, which has links and anchors.
func isPage(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	return isMarkup(media) || strings.TrimSpace(media) == "text/markdown"
}

// isMarkup reports whether a media type is that of a page or image whose links are
// in its markup, and not in its text.
func isMarkup(media string) bool {
	return isHTML(media) || strings.HasPrefix(strings.ToLower(strings.TrimSpace(media)), "image/svg+xml")
}

// pageType returns the media type of an object. A file's name tells Markdown from
// other text; a server's word for a text is not doubted.
func pageType(m *open.Meta) string {
	name := strings.ToLower(m.URL.Path())
	if m.URL.Designates() == earl.LocalFile && document.Sniff(name, "", nil) == document.Markdown {
		return "text/markdown"
	}
	return m.Type
}

// document judges a document: by its first octets, or by all of them.
func (v *visit) document(ctx context.Context, d *open.Document) error {
	defer d.Body.Close()
	page := isPage(pageType(&d.Meta))
	switch {
	case v.status != OK:
		v.refused(d, page)
		return nil
	case !v.content, !page && v.run.o.Depth < Content && !v.countLines:
		v.looked = !page
		v.giveUpTexts()
		return drain(d)
	}
	c := newContent(d, v.run.o)
	if page && d.Coding != "" {
		if r, err := coding.NewReader(d.Coding, d.Body); err == nil {
			defer r.Close()
			c.body, c.decoded, d.Coding = r, true, ""
		}
	}
	if v.seek != nil {
		c.sample = maxText
	}
	if page {
		v.page(c, d)
	} else {
		v.anchors, v.looked = &anchors{partly: true}, true
	}
	if err := v.sum(c); err != nil {
		return err
	}
	if v.countLines {
		v.anchors.lines = c.countLines()
	}
	if v.seek != nil && isHTML(d.Type) && d.Coding == "" {
		v.seekTexts(readPage(c.head, d.Type), c.read == int64(len(c.head)))
	}
	v.giveUpTexts()
	if v.status == OK && d.Status != 0 && d.Coding == "" && isHTML(d.Type) {
		v.judgePage(ctx, c, d)
	}
	return nil
}

// judgePage judges a page by what it says: a wall against robots, a parked domain, or
// that it does not exist.
func (v *visit) judgePage(ctx context.Context, c *content, d *open.Document) {
	if v.accepts(d.Status) {
		return
	}
	p := readPage(c.head, d.Type)
	v.verdict = blocked(v.verdict, d.Status, v.fields(), p.title, c.head)
	if v.status != OK || v.run.o.Depth < Content {
		return
	}
	if why := parked(p, v.url, v.final); why != "" {
		v.verdict = verdict{status: Parked, message: why}
		return
	}
	v.soft404(ctx, p)
}

// refused looks for the reason of a refusal in its page. Whatever becomes of that page,
// the refusal is the result.
func (v *visit) refused(d *open.Document, page bool) {
	body, _ := io.ReadAll(io.LimitReader(d.Body, drained))
	title := ""
	if page && d.Coding == "" {
		title = readPage(body, d.Type).title
	}
	if d.Status != 0 {
		v.verdict = blocked(v.verdict, d.Status, v.fields(), title, body)
	}
}

// giveUpTexts notes that texts that were not looked for cannot be looked for.
func (v *visit) giveUpTexts() {
	for _, fragment := range v.seek {
		if _, ok := v.texts[fragment]; !ok {
			v.texts[fragment] = true
		}
	}
}

// countLines returns how many lines were read, with a last one that has no end, or 0
// if the content was not read to its end.
func (c *content) countLines() int {
	switch {
	case c.err != io.EOF || c.left == 0:
		return 0
	case c.last != '\n' && c.read > 0:
		return c.ends + 1
	}
	return max(c.ends, 1)
}

// drain reads the first octets of a document, for a fault may show there alone,
// and a short one to its end, which leaves its connection to others.
func drain(d *open.Document) error {
	n := int64(1)
	if d.Status != 0 && d.Size <= drained {
		n = drained
	}
	if _, err := io.CopyN(io.Discard, d.Body, n); err != io.EOF {
		return err
	}
	return nil
}

// page reads the links, anchors and title of a page. Of HTML what the markup has for
// a URL is a link, not what stands in its text.
func (v *visit) page(c *content, d *open.Document) {
	at := d.Base()
	v.anchors, v.looked = new(anchors), true
	if d.Coding != "" {
		v.anchors.partly, v.unread = true, "its server uses a coding that was not asked for, "+d.Coding
		return
	}
	source := document.Source{
		Name: at.Path(), Media: pageType(&d.Meta), Base: base.Of(at),
		Anchor: v.anchors.add, Dialects: v.dialects(at),
		Title: func(title string) {
			if v.title == "" {
				v.title = shorten(strings.Join(strings.Fields(title), " "))
			}
		},
	}
	v.anchors.folded = !isMarkup(source.Media) && source.Dialects&(markdown.GitHub|markdown.GitLab) != 0
	file := at.WithoutFragment().Redacted()
	for m, err := range document.URLs(c, source, extract.Options{Edition: v.run.o.Edition}) {
		if err != nil && m.URL == "" {
			v.unreadable(err)
			continue
		}
		if markup := m.Kind == extract.Attribute || !isMarkup(d.Type); !v.read || !markup || m.Hint {
			continue
		}
		if len(v.links) == maxLinks {
			v.unread = tooMany
			break
		}
		within := m.Base
		if errors.Is(err, html.ErrBase) {
			within = base.Base{} // a BASE that is not used is reported unchanged: draft1996 8.1
		}
		v.links = append(v.links, Link{m.URL, Place{file, m.Offset, m.Line, m.Column, m.Text, within, d.Time}}.absolute(v.run.o))
	}
	v.anchors.sort()
	if _, ok := at.Fragment(); ok { // of a Location, which leads there whatever was asked for: rfc9110 10.2.2
		v.anchors.partly = true
	}
}

// dialects returns the dialects that name the headings of the document at a URL.
func (v *visit) dialects(at earl.URL) markdown.Dialects {
	if v.run.o.Dialects == nil {
		return markdown.AllDialects
	}
	return v.run.o.Dialects(at)
}

// unreadable notes an error after which not all of a page was read as what it is.
func (v *visit) unreadable(err error) {
	if document.Partial(err) {
		v.anchors.partly, v.unread = true, err.Error()
	} // else of one place, or of the connection, which sum reports
}

// absolute returns l with its URL made absolute, if it has one. A text that earl.Auto
// repairs is kept, so that its result can say so.
func (l Link) absolute(o Options) Link {
	u, err := l.Place.Base.Resolve(o.Edition, l.rooted(o.Root).URL)
	if err == nil && (o.Edition != earl.Auto || u.Edition() != earl.WHATWG) {
		l.URL = u.String()
	}
	return l
}

// shorten returns at most maxTitle octets of a text, in whole characters.
func shorten(text string) string {
	if len(text) <= maxTitle {
		return text
	}
	return strings.ToValidUTF8(text[:maxTitle], "")
}

// sum reads a content to its end and takes what it is.
func (v *visit) sum(c *content) error {
	io.Copy(io.Discard, c)
	if c.decoded && errors.Is(c.err, coding.ErrCorrupt) {
		v.anchors.partly, v.unread = true, c.err.Error()
		return nil
	}
	if c.err != io.EOF {
		return c.err
	}
	whole := c.left > 0 || c.ended()
	if v.anchors != nil && !whole {
		v.anchors.partly, v.unread = true, "it is longer than what is read of one"
	}
	if c.digest == nil {
		return nil
	}
	sum := hex.EncodeToString(c.digest.Sum(nil))
	if whole {
		v.digest = sum
		if !c.decoded {
			v.meta.Size = c.read
		}
	}
	v.shape = sum
	if c.shaper != nil {
		if s := c.shaper.sum(); s != "" {
			v.shape = s
		}
	}
	return nil
}

// A content is the octets of a document, no more than are read of one. It ends in
// io.EOF, and keeps the error that it really ended in.
type content struct {
	body io.Reader
	left int64 // of the decoded bytes
	// decoded says that the body is what the Content-Encoding of the server decodes to.
	decoded bool
	read    int64
	err     error     // io.EOF where it ended well, or was long enough
	sample  int       // how much of head is wanted
	ends    int       // line ends
	last    byte      // the last byte
	head    []byte    // the first of them, up to sample
	digest  hash.Hash // nil: nobody asks
	shaper  *shaper
}

// maxSample is how much of a page is kept to judge what it says, in bytes.
const maxSample = 256 << 10

// maxText is how much of a page is kept to look for the text of a fragment.
const maxText = 4 << 20

// newContent returns the content of a document.
func newContent(d *open.Document, o Options) *content {
	c := &content{body: d.Body, left: o.Body}
	if isHTML(d.Type) {
		c.sample = maxSample
	}
	if o.Depth == Content {
		c.digest, c.shaper = sha256.New(), newShaper(d.Type)
	}
	return c
}

// Read reads on.
func (c *content) Read(p []byte) (int, error) {
	if c.err == nil && c.left == 0 {
		c.err = io.EOF
	}
	if c.err != nil {
		return 0, io.EOF
	}
	n, err := c.body.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	c.read += int64(n)
	c.head = append(c.head, p[:min(n, c.sample-len(c.head))]...)
	c.ends += bytes.Count(p[:n], []byte("\n"))
	if n > 0 {
		c.last = p[n-1]
	}
	if c.digest != nil {
		c.digest.Write(p[:n])
		if c.shaper != nil {
			c.shaper.Write(p[:n])
		}
	}
	if c.err = err; err != nil {
		return n, io.EOF
	}
	return n, nil
}

// ended reports whether nothing follows what was read.
func (c *content) ended() bool {
	n, _ := io.ReadFull(c.body, make([]byte, 1))
	return n == 0
}

// listing judges a listing by its first entry, or takes all of them for links.
func (v *visit) listing(l *open.Listing) error {
	defer l.Close()
	v.looked = true
	file := l.Base().Redacted()
	n := int64(0)
	for e, err := range l.Entries {
		if err != nil {
			return err
		}
		if n++; !v.read {
			break
		}
		if len(v.links) == maxLinks {
			v.unread = tooMany
			break
		}
		if !e.URL.IsZero() {
			v.links = append(v.links, Link{e.URL.String(), Place{File: file, Line: n, Column: 1, Text: e.Name}})
		}
	}
	return nil
}

// address judges an address that the opener has something to say of.
func (v *visit) address(a *open.Address) error {
	for _, to := range a.To {
		if _, err := mail.ParseAddress(to); err != nil {
			v.verdict = verdict{status: Invalid, message: a.Note[0], section: "rfc1738 3.5; rfc822 6.1"}
			break
		}
	}
	return nil
}
