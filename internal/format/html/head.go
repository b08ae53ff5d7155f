package html

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// A head is the start of a document, up to its first BASE. While it is open a
// BASE may still come, so matches are held. With Options.Stream it ends with the
// HEAD.
type head struct {
	open   bool
	begun  bool // the HEAD has ended
	base   bool // a BASE was found, whether it was used or not
	late   bool // it has more references than can be held
	held   []held
	octets int // the size of held, in bytes
}

// A held match waits for its base.
type held struct {
	m   extract.Match
	err error
}

// inHead reports whether a BASE here would be in the HEAD.
func (d *document) inHead() bool { return !d.head.begun && d.template+d.without == 0 }

// inPage reports whether a BASE here is an element of the page: not in a TEMPLATE,
// in a NOSCRIPT or in a picture. Source: HTML 2.4.3, 13.2.6.4.4.
func (d *document) inPage() bool { return d.template+d.without == 0 && (d.foreign == 0 || d.inner > 0) }

// emit reports a match, or holds it until the base is known.
func (d *document) emit(m extract.Match, err error) {
	if m.Base.From == extract.NoBase && len(d.scopes) > 0 {
		m.Base = d.scoped()
	}
	h := &d.head
	if !h.open {
		d.give(m, err)
		return
	}
	const itself = 256 // the size of a held, in bytes
	h.octets += itself + len(m.Text) + len(m.URL)
	h.held = append(h.held, held{m, err})
	if h.octets > HeldOctets {
		h.late = true
		d.release()
	}
}

// give reports a match with its base. A nested document or element may have its own
// base.
func (d *document) give(m extract.Match, err error) {
	if m.Base.From != extract.FromEmbedded {
		m.Base = d.base
	}
	d.hand(m, err)
}

// hand reports a match that has its base.
func (d *document) hand(m extract.Match, err error) {
	if d.stopped {
		return
	}
	if m.Relative && m.Kind.IsLink() {
		m.Confidence = extract.High
		if m.Base.From == extract.NoBase { // draft1996 8.4
			m.Confidence = extract.Low
		}
	}
	d.handing = true
	d.stopped = !d.yield(m, err)
	d.handing = false
}

// endHead notes that the HEAD has ended.
func (d *document) endHead() {
	d.head.begun = true
	if d.o.Stream {
		d.release()
	}
}

// release reports the held matches. No more are held.
func (d *document) release() {
	d.head.open = false
	for _, h := range d.head.held {
		d.give(h.m, h.err)
	}
	d.head.held, d.head.octets = nil, 0
}

// embedded reads the HREF of a BASE. The first one in the page is used, wherever it
// is; draft1996 wants it in the HEAD. A relative HREF is resolved against the base
// that the document would have without this BASE. Source: draft1996 8.1, 14; HTML
// 2.4.3, 4.2.3.
func (d *document) embedded(m extract.Match) {
	h := &d.head
	u, err := d.baseURL(m)
	why := ""
	switch {
	case d.o.Part:
		why = "a document of this format has no BASE"
	case h.base:
		why = "there is another BASE before it"
	case h.late:
		why = fmt.Sprintf("there are more than %d bytes of references before it", HeldOctets)
	case !d.inPage():
		why = "it is in an element whose content is not a part of the page"
	case d.edition.AbsoluteBase() && !d.inHead():
		why = "it is not in the HEAD (draft1996 14)"
	case err != nil:
		h.base, why = true, err.Error()
	default:
		h.base, d.base = true, extract.Base{URL: u.WithoutFragment(), From: extract.FromEmbedded, Message: d.o.Base.Message, At: extract.PlaceOf(&m)}
	}
	if h.base {
		d.release()
	}
	if why != "" {
		err := fmt.Errorf("%w: %s", ErrBase, why)
		if d.head.open {
			d.emit(m, err)
			return
		}
		m.Base = d.o.Base
		d.hand(m, err)
		return
	}
	if !m.Relative {
		d.emit(m, nil)
		return
	}
	m.Base = d.o.Base
	d.hand(m, nil)
}

// The reasons why the HREF of a BASE is not used.
var (
	errBaseNotURL   = errors.New("its HREF is not a URL")
	errBaseAbsolute = errors.New("its HREF must be absolute (draft1996 14)")
	errBaseUnknown  = errors.New("its HREF is relative, and the URL of the document is not known")
	errBaseScheme   = errors.New("its scheme cannot name a base (HTML 4.2.3)")
)

// baseURL returns the URL that the HREF of a BASE specifies.
func (d *document) baseURL(m extract.Match) (u earl.URL, err error) {
	switch u, err = d.edition.Parse(m.URL); {
	case err == nil:
	case !m.Relative:
		return u, errBaseNotURL
	case d.edition.AbsoluteBase():
		return u, errBaseAbsolute
	case d.o.Base.From == extract.NoBase:
		return u, errBaseUnknown
	default:
		if u, err = d.o.Base.Resolve(d.o.Edition, d.o.Base.Rooted(d.o.Root, m.URL)); err != nil {
			return u, errBaseNotURL
		}
	}
	if strings.EqualFold(u.Scheme(), "data") || strings.EqualFold(u.Scheme(), "javascript") {
		return u, errBaseScheme
	}
	return u, nil
}
