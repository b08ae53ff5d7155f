package page

import (
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/open"
)

// MaxLinks is more links than a page has that people wrote.
const MaxLinks = 100_000

// TooMany is why links after MaxLinks are not read.
const TooMany = "it has more links than the check reads from one page"

// Options are what is wanted of a document.
type Options struct {
	Edition  *earl.Edition
	Root     earl.URL                         // of references in local files that begin with "/"
	Dialects func(earl.URL) markdown.Dialects // of the document at a URL; nil: all dialects
	Limit    int64                            // bytes to read
	Digest   bool                             // the digests of the content
	Lines    bool                             // how many lines it has
	Texts    []string                         // fragments with texts to look for
	// Link is called with each link of the page, at most MaxLinks. nil: no links are
	// wanted.
	Link func(extract.Match)
}

// A Reading is what was read of a document.
type Reading struct {
	Anchors *Anchors
	Title   string
	Unread  string // why only a part of a page was read; "" if all was
	Digest  string // of the content; "" if not all was read
	Shape   string // see ShapeHash
	Size    int64  // of the content; -1: unknown
	// Found has for each of Options.Texts whether it was found, or cannot be searched for.
	Found map[string]bool
	// HTML means that it is a page of HTML. Head is its beginning.
	HTML bool
	Head []byte

	media string
	links int
}

// Text returns the text of the beginning of a page of HTML.
func (r *Reading) Text() *Text { return ReadText(r.Head, r.media) }

// Read reads a document to its end. If that ends in an error, Read returns it together
// with what was read before.
func Read(d *open.Document, o *Options) (*Reading, error) {
	r := &Reading{Anchors: &Anchors{Partly: true}, Size: -1, media: d.Type}
	page, coded := IsPage(TypeOf(&d.Meta)), d.Coding != ""
	c := newContent(d, o.Limit)
	if o.Texts != nil {
		c.sample = maxText
	}
	if o.Digest {
		c.hash(d.Type)
	}
	if page && coded {
		if closer, ok := c.decode(d.Coding); ok {
			defer closer.Close()
			coded = false
		}
	}
	switch {
	case page && coded:
		r.Unread = "its server compressed it without being requested to: " + d.Coding
	case page:
		r.Anchors.Partly = false
		r.page(c, d, o)
	}
	if err := r.sum(c); err != nil {
		return r, err
	}
	r.HTML, r.Head = IsHTML(d.Type) && !coded, c.head
	if o.Lines {
		r.Anchors.Lines = c.countLines()
	}
	if len(o.Texts) > 0 && r.HTML {
		r.Found = map[string]bool{}
		r.Text().Seek(o.Texts, c.read == int64(len(c.head)), r.Found)
	}
	return r, nil
}

// page reads the links, anchors and title of a page.
func (r *Reading) page(c *content, d *open.Document, o *Options) {
	at := d.Base()
	source := document.Source{
		Name: at.Path(), Media: TypeOf(&d.Meta), Base: extract.BaseOf(at), Root: o.Root,
		Anchor: r.Anchors.Add, Title: r.setTitle, Dialects: markdown.AllDialects,
	}
	if o.Dialects != nil {
		source.Dialects = o.Dialects(at)
	}
	r.Anchors.Folded = !IsMarkup(source.Media) && source.Dialects&(markdown.GitHub|markdown.GitLab) != 0
	for m, err := range document.URLs(c, source, extract.Options{Edition: o.Edition}) {
		if err != nil && m.URL == "" {
			r.unreadable(err)
			continue
		}
		if o.Link != nil && !r.link(m, err, o) {
			break
		}
	}
	r.Anchors.Sort()
	if IsGemtext(source.Media) { // no document says what a fragment refers to
		r.Anchors.Partly = true
	}
	if _, ok := at.Fragment(); ok { // of a Location: it replaces the fragment of the request (rfc9110 10.2.2)
		r.Anchors.Partly = true
	}
}

// setTitle sets the title, if the page has no earlier one.
func (r *Reading) setTitle(title string) {
	if r.Title == "" {
		r.Title = Shorten(strings.Join(strings.Fields(title), " "))
	}
}

// link handles a URL of a page, and reports whether more are wanted. In HTML only URLs in
// the markup are links, not those in the text.
func (r *Reading) link(m extract.Match, err error, o *Options) bool {
	if markup := m.Kind.IsLink() || !IsMarkup(r.media); !markup || m.Hint || m.Shown {
		return true
	}
	if r.links == MaxLinks {
		r.Unread = TooMany
		return false
	}
	r.links++
	if errors.Is(err, html.ErrBase) {
		m.Base = extract.Base{} // a BASE that is not used is reported unchanged: draft1996 8.1
	}
	o.Link(m)
	return true
}

// unreadable records an error that stopped the check from reading all of a page in its
// format.
func (r *Reading) unreadable(err error) {
	if document.Partial(err) {
		r.Anchors.Partly, r.Unread = true, err.Error()
	} // otherwise it is about one place, or about the connection, which sum reports
}

// sum reads a content to its end and records its digest and size.
func (r *Reading) sum(c *content) error {
	io.Copy(io.Discard, c)
	if c.isCorrupt() {
		r.Anchors.Partly, r.Unread = true, c.err.Error()
		return nil
	}
	if c.err != io.EOF {
		return c.err
	}
	whole := c.isWhole()
	if !whole {
		r.Anchors.Partly, r.Unread = true, "it is longer than the limit for one page"
	}
	if c.digest == nil {
		return nil
	}
	r.Shape = hex.EncodeToString(c.digest.Sum(nil))
	if whole {
		r.Digest = r.Shape
		if !c.decoded {
			r.Size = c.read
		}
	}
	if c.shape != nil {
		if s := c.shape.Sum(); s != "" {
			r.Shape = s
		}
	}
	return nil
}
