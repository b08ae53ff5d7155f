package gemtext

import (
	"io"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/textline"
)

// Options are the settings of [URLs]. With the zero Options, URLs finds those of link lines and
// in the text.
type Options struct {
	// Options are the options for text. MaxLength also limits the URL of a link.
	extract.Options
	// Base is the URL from which the page was retrieved. The zero Base means none.
	Base extract.Base
	// Code also finds the URLs in literal lines, as in text.
	Code bool
	// Title is called with the text of the first heading of level 1. It may be nil.
	Title func(text string)
}

// URLs finds the URLs of a page, in the order of the page. Those of link lines have the kind
// [extract.Attribute]. A reference without a scheme is [extract.Match.Relative]. A line of more
// than 1 MiB and the longest URL is skipped with [extract.ErrTooLong].
//
// The sequence can be iterated only once, by one goroutine. An error of r ends it;
// [extract.ErrTooLong] does not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		if o.MaxLength <= 0 {
			o.MaxLength = extract.DefaultMaxLength
		}
		p := &page{o: o, in: textline.New(r, o.MaxLength), searcher: extract.NewSearcher(o.Options), yield: yield}
		p.read()
	}
}

// page is one page that is read.
type page struct {
	o        Options
	in       *textline.Reader
	searcher *extract.Searcher
	yield    func(extract.Match, error) bool
	lines    Lines
	titled   bool
}

// read yields the matches of all lines.
func (p *page) read() {
	if err := p.in.Each(p.search); err != nil {
		p.yield(extract.Match{}, err)
	}
}

// search yields the matches of a line, and reports whether to continue.
func (p *page) search(text string, n int64) bool {
	if int64(len(text)) < n {
		return p.give(extract.Match{Column: 1}, extract.ErrTooLong)
	}
	switch l := p.lines.Next(text); {
	case l.Kind == Link:
		return p.link(l)
	case l.Kind == Fence, l.Kind == Literal && !p.o.Code:
		return true
	case l.Kind == Heading && l.Level == 1 && p.o.Title != nil && !p.titled:
		p.titled = true
		p.o.Title(l.Text)
	}
	for m, err := range p.searcher.Text(strings.NewReader(text)) {
		if !p.give(m, err) {
			return false
		}
	}
	return true
}

// link yields the match of a link line.
func (p *page) link(l Line) bool {
	m := extract.Match{Offset: int64(l.At), Column: int64(l.At) + 1, Kind: extract.Attribute, Confidence: extract.High}
	if len(l.URL) > p.o.MaxLength {
		return p.give(m, extract.ErrTooLong)
	}
	m.Text, m.URL = l.URL, l.URL
	if m.Relative = !ascii.HasScheme(l.URL); m.Relative && p.o.Base.From == extract.NoBase {
		m.Confidence = extract.Low
	}
	return p.give(m, nil)
}

// give yields a match whose position is in the current line.
func (p *page) give(m extract.Match, err error) bool {
	m.Offset += p.in.Offset
	m.Line, m.Base = p.in.Line, p.o.Base
	return p.yield(m, err)
}
