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
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/coding"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/open"
)

const (
	// maxLinks is more links than a page has that people wrote.
	maxLinks = 100_000
	// maxTitle is the number of bytes of a title that fit on a line.
	maxTitle = 200
	// tooMany is why links after maxLinks are not read.
	tooMany = "it has more links than the check reads from one page"
	// drained is the size up to which an object is read to its end, so that its
	// connection can be used again.
	drained = 64 << 10
)

// isPage reports whether a media type is that of a page, which has links and anchors.
func isPage(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	return isMarkup(media) || strings.TrimSpace(media) == "text/markdown" || isGemtext(media)
}

// isGemtext reports whether a media type is that of a page of gemini.
func isGemtext(media string) bool {
	name, _, _ := strings.Cut(media, ";")
	return strings.EqualFold(strings.TrimSpace(name), "text/gemini")
}

// isMarkup reports whether a media type is that of a page or image whose links are
// in its markup, and not in its text.
func isMarkup(media string) bool {
	return isHTML(media) || strings.HasPrefix(strings.ToLower(strings.TrimSpace(media)), "image/svg+xml")
}

// pageType returns the media type of an object. The name of a local file distinguishes
// Markdown and gemtext from other text; the media type of a server is used unchanged.
func pageType(m *open.Meta) string {
	if m.URL.Designates() == earl.LocalFile {
		switch t := document.Sniff(strings.ToLower(m.URL.Path()), "", nil); t {
		case document.Markdown, document.Gemtext:
			return t.Media()
		}
	}
	return m.Type
}

// document checks a document: its first bytes, or all of it.
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
		v.checkPage(ctx, c, d)
	}
	return nil
}

// checkPage checks what a page says: that a wall against robots sent it, that the domain
// is parked, or that the page does not exist.
func (v *visit) checkPage(ctx context.Context, c *content, d *open.Document) {
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

// refused looks for the reason of a refusal in its page. If the page cannot be read, the
// refusal is still the result.
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

// giveUpTexts marks the texts that were not searched for as not searchable.
func (v *visit) giveUpTexts() {
	for _, fragment := range v.seek {
		if _, ok := v.texts[fragment]; !ok {
			v.texts[fragment] = true
		}
	}
}

// countLines returns how many lines were read, including a last line without a line end,
// or 0 if the content was not read to its end.
func (c *content) countLines() int {
	switch {
	case c.err != io.EOF || c.left == 0:
		return 0
	case c.last != '\n' && c.read > 0:
		return c.ends + 1
	}
	return max(c.ends, 1)
}

// drain reads the first bytes of a document, because some errors show only there. It
// reads a short document to its end, so that its connection can be used again.
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

// page reads the links, anchors and title of a page. In HTML only URLs in the markup are
// links, not those in the text.
func (v *visit) page(c *content, d *open.Document) {
	at := d.Base()
	v.anchors, v.looked = new(anchors), true
	if d.Coding != "" {
		v.anchors.partly, v.unread = true, "its server compressed it without being requested to: "+d.Coding
		return
	}
	source := document.Source{
		Name: at.Path(), Media: pageType(&d.Meta), Base: extract.BaseOf(at), Root: v.run.o.Root,
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
		if markup := m.Kind == extract.Attribute || !isMarkup(d.Type); !v.read || !markup || m.Hint || m.Shown {
			continue
		}
		if len(v.links) == maxLinks {
			v.unread = tooMany
			break
		}
		within := m.Base
		if errors.Is(err, html.ErrBase) {
			within = extract.Base{} // a BASE that is not used is reported unchanged: draft1996 8.1
		}
		v.links = append(v.links, Link{m.URL, Place{file, m.Offset, m.Line, m.Column, m.Text, within, d.Time}, m.Doubt.Reason()}.absolute(v.run.o))
	}
	v.anchors.sort()
	if isGemtext(source.Media) { // no document says what a fragment refers to
		v.anchors.partly = true
	}
	if _, ok := at.Fragment(); ok { // of a Location: it replaces the fragment of the request (rfc9110 10.2.2)
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

// unreadable records an error that stopped the check from reading all of a page in its
// format.
func (v *visit) unreadable(err error) {
	if document.Partial(err) {
		v.anchors.partly, v.unread = true, err.Error()
	} // otherwise it is about one place, or about the connection, which sum reports
}

// absolute returns l with its URL made absolute, if it has one. A text that earl.Auto
// repairs is kept, so that its result can report the repair.
func (l Link) absolute(o Options) Link {
	u, err := l.Place.Base.Resolve(o.Edition, l.rooted(o.Root).URL)
	if err == nil && (o.Edition != earl.Auto || u.Edition() != earl.WHATWG) {
		l.URL = u.String()
	}
	return l
}

// shorten returns at most maxTitle bytes of a text, in whole characters.
func shorten(text string) string {
	if len(text) <= maxTitle {
		return text
	}
	return strings.ToValidUTF8(text[:maxTitle], "")
}

// sum reads a content to its end and records its digest and size.
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
		v.anchors.partly, v.unread = true, "it is longer than the limit for one page"
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
	if c.textHash != nil {
		if s := c.textHash.sum(); s != "" {
			v.shape = s
		}
	}
	return nil
}

// A content is the bytes of a document, up to the limit. It ends in io.EOF, and keeps the
// error that it really ended in.
type content struct {
	body io.Reader
	left int64 // of the decoded bytes
	// decoded means that the body was decoded from the server's Content-Encoding.
	decoded  bool
	read     int64
	err      error     // io.EOF if it ended without an error, or reached the limit
	sample   int       // how many bytes to keep in head
	ends     int       // line ends
	last     byte      // the last byte
	head     []byte    // the first bytes, up to sample
	digest   hash.Hash // nil: no digest is wanted
	textHash *contentHash
}

// maxSample is how many bytes of a page are kept to check what it says.
const maxSample = 256 << 10

// maxText is how many bytes of a page are kept to search for the text of a fragment.
const maxText = 4 << 20

// newContent returns the content of a document.
func newContent(d *open.Document, o Options) *content {
	c := &content{body: d.Body, left: o.Body}
	if isHTML(d.Type) {
		c.sample = maxSample
	}
	if o.Depth == Content {
		c.digest, c.textHash = sha256.New(), newContentHash(d.Type)
	}
	return c
}

// Read implements io.Reader.
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
		if c.textHash != nil {
			c.textHash.Write(p[:n])
		}
	}
	if c.err = err; err != nil {
		return n, io.EOF
	}
	return n, nil
}

// ended reports whether all of the content was read.
func (c *content) ended() bool {
	n, _ := io.ReadFull(c.body, make([]byte, 1))
	return n == 0
}

// listing checks the first entry of a listing, or makes a link of each entry. Lines that
// were not understood are links that are not checked, and no problem of this one.
func (v *visit) listing(l *open.Listing) error {
	defer l.Close()
	v.looked = true
	file := l.Base().Redacted()
	n := int64(0)
	var unread open.Unread
	defer func() {
		if err := unread.Err(); err != nil && v.read && v.unread == "" {
			v.unread = err.Error()
		}
	}()
	for e, err := range l.Entries {
		line := unread.Add(err)
		if err != nil && !line {
			return err
		}
		if n++; !v.read {
			break
		}
		if line {
			continue
		}
		if len(v.links) == maxLinks {
			v.unread = tooMany
			break
		}
		if !e.URL.IsZero() {
			v.links = append(v.links, Link{URL: e.URL.String(), Place: Place{File: file, Line: n, Column: 1, Text: e.Name}})
		}
	}
	return nil
}

// address checks an address about which the opener has a note.
func (v *visit) address(a *open.Address) error {
	for _, to := range a.To {
		if _, err := mail.ParseAddress(to); err != nil {
			v.verdict = verdict{status: Invalid, message: a.Note[0], section: "rfc1738 3.5"}
			break
		}
	}
	return nil
}
