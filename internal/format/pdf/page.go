package pdf

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// A page is a page with its inherited attributes.
type page struct {
	dict      dict
	resources value
}

// pages returns the pages of the tree, in order, and whether the tree has an error.
// Source: ISO 32000-1 7.7.3.
func (d *document) pages() (pages []page, damaged bool) {
	for _, root := range []ref{d.root, d.catalog} {
		if catalog := d.dictOf(root); catalog != nil {
			t := tree{d: d, seen: map[ref]bool{}, above: map[ref]bool{}}
			if t.walk(catalog["Pages"], nil, 0); len(t.pages) > 0 {
				return t.pages, t.damaged
			}
		}
	}
	return nil, true
}

// loosePages returns all pages that the file has. It is for files with a
// damaged tree.
func (d *document) loosePages() (pages []page) {
	for _, id := range d.loose {
		if hdr := d.dictOf(id); hdr != nil {
			pages = append(pages, page{hdr, hdr["Resources"]})
		}
	}
	return pages
}

// A tree collects pages.
type tree struct {
	d     *document
	seen  map[ref]bool
	above map[ref]bool // the nodes on the path from the root
	pages []page
	// damaged is set if a node is its own ancestor, is too deep, or is neither
	// a page nor a node of the tree.
	damaged bool
}

// walk collects the pages of a node.
func (t *tree) walk(node, resources value, depth int) {
	r, ok := node.(ref)
	if !ok || t.seen[r] || depth > maxDepth || t.d.err != nil {
		t.damaged = t.damaged || t.above[r] || depth > maxDepth
		return
	}
	t.seen[r], t.above[r] = true, true
	defer delete(t.above, r)
	hdr := t.d.dictOf(r)
	if own, ok := hdr["Resources"]; ok {
		resources = own
	}
	kids := t.d.arrayOf(hdr["Kids"])
	switch {
	case kids != nil || hdr == nil || hdr["Type"] == name("Pages"):
	case hdr["Type"] == name("Catalog"):
		t.damaged = true
	default:
		t.pages = append(t.pages, page{hdr, resources})
	}
	for _, kid := range kids {
		t.walk(kid, resources, depth+1)
	}
}

// readPage finds the URLs of a page.
func (d *document) readPage(number int, p page) {
	d.page = pageText{d: d, member: fmt.Sprintf("page %d", number), line: 1}
	in := &interpreter{d: d, out: &d.page, state: state{matrix: identity, scale: 1}}
	err := in.contents(p.dict["Contents"], d.dictOf(p.resources))
	d.page.newline()
	d.links(p.dict)
	d.page.flush()
	if err == nil || d.stopped || d.err != nil {
		return
	}
	if final(err) {
		d.fail(err)
		return
	}
	d.stopped = !d.yield(extract.Match{Member: d.page.member, Line: 1, Column: 1}, err)
}

// final reports whether an error of a page ends the search of the whole file: a
// read error, or a limit.
func final(err error) bool {
	return !strings.HasPrefix(err.Error(), "pdf: ") || errors.As(err, new(*LimitError)) || errors.Is(err, ErrReads)
}

// links finds the URLs of the links of a page. Source: ISO 32000-1 12.5.6.5, 12.6.4.7.
func (d *document) links(hdr dict) {
	for _, a := range d.arrayOf(hdr["Annots"]) {
		if d.stopped || d.err != nil {
			return
		}
		annotation := d.dictOf(a)
		action := d.dictOf(annotation["A"])
		if action == nil {
			action = d.dictOf(annotation["PA"])
		}
		if action["S"] != name("URI") {
			continue
		}
		uri, ok := d.resolve(action["URI"]).(text)
		if url := strings.TrimFunc(decodeText(string(uri)), func(r rune) bool { return r <= ' ' }); ok && url != "" {
			d.page.link(url)
		}
	}
}

// setBase sets the base of relative references: that of the catalog, in the member "catalog" of
// the PDF. Source: ISO 32000-1 12.6.4.7, table 207.
func (d *document) setBase() {
	d.base = d.o.Base
	for _, root := range []ref{d.root, d.catalog} {
		uri, ok := d.resolve(d.dictOf(d.dictOf(root)["URI"])["Base"]).(text)
		if !ok {
			continue
		}
		e := cmp.Or(d.o.Edition, earl.RFC3986)
		if u, err := d.o.Base.Resolve(e, strings.TrimSpace(decodeText(string(uri)))); err == nil {
			d.base = extract.Base{URL: u.WithoutFragment(), From: extract.FromEmbedded, At: extract.BasePlace{Member: "catalog", Line: 1, Column: 1}}
			return
		}
	}
}

// decodeText returns a text string in UTF-8. Source: ISO 32000-1 7.9.2.2.
func decodeText(s string) string {
	if strings.HasPrefix(s, "\xFE\xFF") {
		return fromUTF16(s[2:])
	}
	return strings.TrimPrefix(s, "\uFEFF")
}

// fromUTF16 converts big-endian UTF-16 to UTF-8.
func fromUTF16(s string) string {
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}
