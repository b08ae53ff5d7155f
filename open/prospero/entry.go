package prospero

import (
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// entryOf returns the entry of a link. If no URL can represent its target, the
// entry has no URL, and a note describes the target. Source: rfc1738 3.11.
func entryOf(l *link, e *earl.Edition) open.Entry {
	kind, media := interpretation(l.attributes)
	entry := open.Entry{Name: l.name, Meta: open.Meta{Kind: kind, Size: sizeOf(l.attributes), Time: timeOf(l.attributes), Type: media}}
	if _, ok := first(l.attributes, "FILTER"); ok {
		entry.Note = append(entry.Note, "a filter of the link is not applied")
	}
	switch {
	case l.is("NULL"):
		unlink(&entry, "the server does not allow reading the link")
		return entry
	case l.is("SYMBOLIC"), l.hostType != internet:
		unlink(&entry, fmt.Sprintf("an unknown kind of name: %q in %s %q", shown(l.place.name), shown(l.hostType), shown(l.host)))
		return entry
	case l.is("EXTERNAL"):
		l.external(&entry, e)
		return entry
	}
	u, err := l.url(e)
	if err != nil {
		unlink(&entry, fmt.Sprintf("it has no URL: %v", err))
		return entry
	}
	switch entry.URL = u; {
	case l.is("DIRECTORY") && !l.is("FILE"):
		entry.Kind = open.KindListing
	case l.is("FILE") && !l.is("DIRECTORY"):
		entry.Kind = open.KindDocument
		if entry.Type == "" {
			entry.Type = open.TypeByName(l.name)
		}
	}
	return entry
}

// unlink makes an entry a line without a link.
func unlink(e *open.Entry, why string) {
	e.Kind, e.Type = open.KindInfo, ""
	e.Note = append(e.Note, why)
}

// external sets the URL of an entry to that of an external link's first access
// method with a URL. Such a link is never a prospero URL. Source: rfc1738 3.11.
func (l *link) external(entry *open.Entry, e *earl.Edition) {
	for _, m := range methods(l.attributes, l.place) {
		u, kind, err := m.url(e)
		if err != nil {
			entry.Note = append(entry.Note, fmt.Sprintf("an access method that earl does not use: %v: %v", m, err))
			continue
		}
		entry.URL = u
		if entry.Kind == open.KindUnknown {
			entry.Kind = kind
		}
		if entry.Kind == open.KindDocument && entry.Type == "" {
			entry.Type = open.TypeByName(l.name)
		}
		return
	}
	unlink(entry, "an external link without a URL")
}
