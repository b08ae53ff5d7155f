package document

import (
	"cmp"
	"io"
	"iter"
	"slices"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/mail"
)

// anyMedia are the media types that programs of mail give to a file whatever it contains.
// Source: rfc2046 4.5.1; Windows gives the last one to CSV.
var anyMedia = []string{"application/octet-stream", "application/unknown", "application/x-unknown", "application/vnd.ms-excel"}

// partOf returns the reader for a part of the message s, by its media type or else by its name, or
// nil if it is text, another message, or of no type in formats.
func partOf(media, name string, s Source, o extract.Options) *mail.Reader {
	t := ofMedia(media)
	if slices.Contains(anyMedia, media) {
		t, media = ofName(name), ""
	}
	switch t {
	case "", Mail, Mbox:
		return nil
	case Text:
		if media != "" {
			return nil
		}
	}
	f := formatOf(t)
	return &mail.Reader{Charsets: f.charsets, URLs: func(r io.Reader, b extract.Base, charset string) iter.Seq2[extract.Match, error] {
		part := Source{Name: name, Media: media, Base: b, Code: s.Code, Dialects: s.Dialects, Wiki: s.Wiki, stream: true}
		if charset != "" && f.charsets {
			part.Media = cmp.Or(media, f.media[0]) + "; charset=" + charset
		}
		return f.read(r, part, o)
	}}
}
