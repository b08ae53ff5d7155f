package listing

import (
	"cmp"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Look is how a page shows the kind of an entry: with an icon and a word.
type Look struct {
	Icon  string // the name of an icon in the style sheet
	Word  string // the word that a page shows, or "" for a line of text
	Media string // the media type, or the gopher type as "gopher type 1"
}

// looks are the icons and words of the kinds that are not documents.
var looks = map[open.Kind]Look{
	open.KindListing: {Icon: "folder", Word: "directory"},
	open.KindForm:    {Icon: "search", Word: "search"},
	open.KindSession: {Icon: "terminal", Word: "terminal"},
	open.KindAddress: {Icon: "mail", Word: "email address"},
	open.KindInfo:    {},
}

// typeLooks are the icons and words of media types, the whole type before its family.
var typeLooks = map[string]Look{
	"text/plain":                  {Icon: "text", Word: "text"},
	"text/html":                   {Icon: "page", Word: "web page"},
	"application/xhtml+xml":       {Icon: "page", Word: "web page"},
	"text/gemini":                 {Icon: "page", Word: "gemini page"},
	"text/markdown":               {Icon: "text", Word: "Markdown"},
	"application/pdf":             {Icon: "text", Word: "PDF"},
	"application/postscript":      {Icon: "text", Word: "PostScript"},
	"application/zip":             {Icon: "archive", Word: "archive"},
	"application/gzip":            {Icon: "archive", Word: "archive"},
	"application/x-gzip":          {Icon: "archive", Word: "archive"},
	"application/x-tar":           {Icon: "archive", Word: "archive"},
	"application/x-bzip2":         {Icon: "archive", Word: "archive"},
	"application/x-xz":            {Icon: "archive", Word: "archive"},
	"application/x-7z-compressed": {Icon: "archive", Word: "archive"},
	"application/vnd.ms-tnef":     {Icon: "archive", Word: "archive"},
	"application/mac-binhex40":    {Icon: "archive", Word: "BinHex archive"},
	"application/octet-stream":    {Icon: "file", Word: "file"},
	"message/rfc822":              {Icon: "mail", Word: "message"},
	"message/news":                {Icon: "mail", Word: "article"},
	"application/json":            {Icon: "text", Word: "JSON"},
	"application/javascript":      {Icon: "text", Word: "script"},
	"text/javascript":             {Icon: "text", Word: "script"},
	"text":                        {Icon: "text", Word: "text"},
	"image":                       {Icon: "picture", Word: "picture"},
	"audio":                       {Icon: "sound", Word: "sound"},
	"video":                       {Icon: "video", Word: "video"},
	"font":                        {Icon: "file", Word: "font"},
	"application":                 {Icon: "file", Word: "file"},
}

// gopherLooks are the icons and words of gopher types for which the opener knows no
// media type. Source: rfc1436 3.8; draft1993 Gopher.
var gopherLooks = map[earl.Octets]Look{
	"I": {Icon: "picture", Word: "picture"},
	"s": {Icon: "sound", Word: "sound"},
	"4": {Icon: "archive", Word: "BinHex file"},
	"5": {Icon: "archive", Word: "DOS archive"},
	"6": {Icon: "archive", Word: "uuencoded file"},
}

// typeLook returns the icon and word of a media type, or of its family.
func typeLook(media string) Look {
	family, _, _ := strings.Cut(media, "/")
	return cmp.Or(typeLooks[media], typeLooks[family])
}

// Word returns a word for a media type, or "".
func Word(media string) string { return typeLook(media).Word }

// lookOf returns how a page shows an entry of a listing with a scheme.
func lookOf(e *open.Entry, scheme string) Look {
	media := sanitize.Line(e.Type)
	look, special := looks[e.Kind]
	var v views.Gopher
	gopher := strings.HasPrefix(e.URL.Scheme(), "gopher") // for other schemes ParseGopher makes an error, which is slow
	if gopher {
		var err error
		v, err = views.ParseGopher(e.URL)
		gopher = err == nil
	}
	switch {
	case special:
	case e.Link != "":
		look = Look{Icon: "link", Word: "link"}
	case e.Kind == open.KindUnknown && e.URL.Scheme() == "mailto":
		look = looks[open.KindAddress]
	case e.Kind == open.KindUnknown && !e.URL.IsZero() && e.URL.Scheme() != scheme:
		look = Look{Icon: "link", Word: sanitize.Line(e.URL.Scheme())}
	default:
		media, _, _ = strings.Cut(media, ";")
		look = cmp.Or(typeLook(media), Look{Icon: "file"})
		if known := gopherLooks[v.Type.Value]; gopher && known.Icon != "" && (media == "" || media == "application/octet-stream") {
			look = known
		}
		look.Media = media
	}
	if gopher && e.Kind != open.KindInfo {
		look.Media = strings.TrimPrefix(look.Media+", gopher type "+sanitize.Line(string(cmp.Or(v.Type.Value, "1"))), ", ")
	}
	return look
}

// reason returns why an entry is not a link, or "" for a line of text.
func reason(e *open.Entry) string {
	switch {
	case e.Kind == open.KindInfo:
		return ""
	case e.URL.IsZero() && len(e.Note) > 0:
		return "Cannot be opened: " + sanitize.Line(e.Note[len(e.Note)-1])
	case e.URL.IsZero():
		return "The entry has no URL."
	case e.URL.Designates() == earl.LocalFile:
		return "Other servers cannot link to files of this computer."
	case e.URL.Designates() == earl.Message:
		return "Other servers cannot link to your messages."
	}
	if why := explain.Unopened(e.URL.Edition(), e.URL.Scheme()); why != "" {
		return sanitize.Line(why) + "."
	}
	return "The gateway does not open " + sanitize.Line(e.URL.Scheme()) + " URLs."
}
