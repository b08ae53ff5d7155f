package gateway

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/cause"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/listing"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/extract"
	exthtml "github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/internal/rdap"
	"github.com/earl-url/earl/open"
)

const (
	// maxText is how many bytes of a text a page shows: more than a user reads at once,
	// and little memory. The user can save the rest.
	maxText = 1 << 20
)

// documentBody is what the page of a document shows.
type documentBody struct {
	As       string // "text", "markdown", "gemtext", "rdap", "hex", "html", "image", "audio", "video", "pdf", "file"
	Heading  string
	Text     template.HTML
	Object   *rdapBody               // of an RDAP response
	Fixed    bool                    // the text keeps its lines
	EndNotes []template.HTML         // the notes that are known at the end of that text
	Stream   iter.Seq[template.HTML] // the pieces of a text that arrives while the page is sent
	Hex      string
	Part     string // which part of the document the page shows, or "" for all of it
	Pager    []viewLink
	Tail     iter.Seq[template.HTML] // yields nothing; it ends when a document that the browser loads has arrived, and sets Fault
	Cut      bool                    // there is more of the text
	Fault    string                  // the error that ended the text early, as a sentence, or ""
	Source   string                  // the path at which a browser retrieves the bytes
	Download string
	Views    []viewLink
	Charset  string          // the charset that the user has chosen, or ""
	Charsets []charsetChoice // of a text: the charsets that the user can choose
	Type     string
	Word     string // a word for the type, or ""
	Meta     *open.Meta
	Error    *errorPage // what the server reports instead of the document, or nil
}

// viewLink is a link to the same document in another view, or to another part of it.
type viewLink struct {
	ID, Name, Link string
	Here           bool // it is the page itself
}

// document shows a document. Text is on the page itself. A type that browsers can show
// is in a frame or an element of the page. The user can save any other type.
func (g *Gateway) document(w http.ResponseWriter, r *http.Request, t target, doc *open.Document) {
	body := bufio.NewReaderSize(doc.Body, headLen)
	a, _ := w.(*arriving)
	var peek []byte
	if a == nil || !isText(doc.Type) || !a.late(fetch.PeekLen) { // text is known without its first bytes
		peek, _ = body.Peek(fetch.PeekLen) // a later read returns the error again
	}
	media, params := fetch.MediaType(&doc.Meta, peek)
	kind := fetch.Kind(media, peek)
	if kind == "text" && isMarkdown(media, t.url) {
		kind = "markdown"
	}
	if kind == "text" && isGemtext(media, t.url) {
		kind = "gemtext"
	}
	if rdap.Is(media) {
		kind = "rdap"
	}
	as := kind
	if want := r.FormValue("as"); want == "text" || want == "hex" {
		as = want
	}
	var content io.Reader = body
	var object *rdapBody
	if as == "rdap" {
		if object, content = g.linker.object(t, body); object == nil {
			kind, as = "text", "text"
		}
	}
	views := g.linker.views(t, kind, as)
	if as == "message" {
		g.message(w, r, t, doc, body, views)
		return
	}
	title := titleOf(t.shown())
	b := documentBody{
		As: as, Type: media, Word: listing.Word(media), Meta: &doc.Meta, Heading: headingOf(t.shown()),
		Source: g.source(t, as), Download: "/file?" + g.linker.query(t) + "&download=1", Views: views, Object: object,
	}
	if kind == "html" && media != "image/svg+xml" {
		if own := exthtml.Title(pageHead(body), doc.Type); own != "" {
			title, b.Heading = own, own
		}
	}
	charset := params["charset"]
	if as == "text" {
		b.Charset = chosenCharset(r.FormValue("charset"))
		charset = cmp.Or(b.Charset, charset)
		b.Charsets = charsetChoices(b.Charset)
	}
	from, _ := strconv.ParseInt(r.FormValue("from"), 10, 64)
	if from > 0 && (as == "text" || as == "hex") {
		part, closePart := g.partOf(w, r, t, from)
		if part == nil {
			return
		}
		defer closePart()
		content = part
	}
	if a != nil && b.arrives() {
		a.late(visit.MaxBody) // an error at the end of a short document is then on the page at once
		b.Tail = b.tail(r.Context(), a)
	}
	switch {
	case as == "text" && from <= 0 && a != nil && content == io.Reader(body) && streams(charset) && a.late(maxText+1):
		b.Stream = g.linker.textStream(&b, t, a, doc, body, charset)
	case as == "text":
		g.linker.textPart(&b, t, content, charset, max(from, 0))
	case as == "hex":
		g.linker.hexPart(&b, t, content, max(from, 0))
	case as == "markdown", as == "gemtext":
		var text, own string
		text, b.Cut, b.Fault = readText(article.Text(params["charset"], body))
		show := g.linker.markdown
		if as == "gemtext" {
			show = g.linker.gemtext
		}
		if own, b.Text = show(t.url, text); own != "" {
			title, b.Heading = own, own
		}
	}
	p := g.page(t, title, &doc.Meta)
	if b.Error = g.linker.serverError(t, p.Up, &doc.Meta); b.Error != nil {
		p.Title = b.Error.What + ": " + title
	}
	if b.Stream == nil && b.Tail == nil || b.Tail != nil && a.visit.Kept(visit.MaxBody) {
		p.Notes = append(p.Notes, g.linker.endNotes(t, doc)...)
	}
	if p.Stopped != "" {
		b.Fault = "" // the user stopped it
	}
	b.Heading = shownTitle(b.Heading)
	p.Body, p.Kind, p.Media = &b, "document "+as, as != "text" && as != "file" && as != "hex" && as != "markdown" && as != "gemtext" && as != "rdap"
	p.Status = fetch.Status(&doc.Meta) // the page has the status of the server
	g.render(w, "document", p)
}

// loaded are the kinds of documents that the browser loads into the page, with the noun for
// each in a sentence.
var loaded = map[string]string{"html": "page", "pdf": "document", "image": "picture", "audio": "sound", "video": "video"}

// arrives reports whether the page can say at its end whether the document arrived whole. A
// sound or video of unknown size may be a live stream, and the visit does not keep the end
// of a longer document.
func (b *documentBody) arrives() bool {
	if b.As == "audio" || b.As == "video" {
		return 0 <= b.Meta.Size && b.Meta.Size < visit.MaxBody
	}
	return loaded[b.As] != "" && b.Meta.Size < visit.MaxBody
}

// tail is Tail for a document that a visit keeps.
func (b *documentBody) tail(ctx context.Context, a *arriving) iter.Seq[template.HTML] {
	return func(func(template.HTML) bool) {
		a.pause(visit.MaxBody)
		select {
		case <-a.visit.Ready(visit.MaxBody):
		case <-ctx.Done():
			return
		}
		switch err := a.visit.Broken(); {
		case errors.Is(err, open.ErrCut), errors.Is(err, io.ErrUnexpectedEOF):
			b.Fault = "This " + loaded[b.As] + " is incomplete: the connection ended before all of it had arrived."
		case err != nil:
			b.Fault = "This " + loaded[b.As] + " is incomplete: " + cause.Detail(err)
		}
	}
}

// endNotes returns the notes that the opener knows only at the end of a document.
func (lk *linker) endNotes(t target, doc *open.Document) []template.HTML {
	if doc.EndNotes == nil {
		return nil
	}
	var all []template.HTML
	for _, note := range doc.EndNotes() {
		all = append(all, lk.note(t, note))
	}
	return all
}

// headLen is how many bytes of a page are searched for its title.
const headLen = 64 << 10

// pageHead returns the beginning of a page, up to its title. It stops reading when no
// title can follow.
func pageHead(body *bufio.Reader) []byte {
	for searched := 0; ; {
		head, _ := body.Peek(body.Buffered())
		lower := bytes.ToLower(head[max(0, searched-len("</title")+1):])
		searched = len(head)
		if bytes.Contains(lower, []byte("</title")) || bytes.Contains(lower, []byte("<body")) || bytes.Contains(lower, []byte("</head")) || len(head) == headLen {
			return head
		}
		if _, err := body.Peek(len(head) + 1); err != nil {
			return head
		}
	}
}

// kindNames are the names of the view in which a browser shows a kind of document.
var kindNames = map[string]string{
	"html": "Page", "markdown": "Page", "gemtext": "Page", "rdap": "Object", "message": "Message", "pdf": "Document", "image": "Picture", "audio": "Sound", "video": "Video", "file": "File", "text": "Text",
}

// views returns the links to the views of a document of a kind. The current view is as.
func (lk *linker) views(t target, kind, as string) []viewLink {
	base := "/open?" + lk.query(t)
	all := []viewLink{{ID: "as-page", Name: kindNames[kind], Link: base, Here: as == kind}}
	if kind == "html" || kind == "markdown" || kind == "gemtext" || kind == "message" || kind == "rdap" || kind == "file" {
		all = append(all, viewLink{ID: "as-text", Name: "Text", Link: base + "&as=text", Here: as == "text"})
	}
	return append(all, viewLink{ID: "as-hex", Name: "Hex", Link: base + "&as=hex", Here: as == "hex"})
}

// partOf returns a document from the offset from to its end. It uses the visit if that
// keeps those bytes. The caller closes it. If it returns nil, it has sent a response.
func (g *Gateway) partOf(w http.ResponseWriter, r *http.Request, t target, from int64) (io.Reader, func()) {
	q := g.request(t)
	q.URL, q.Offset = q.URL.WithoutFragment(), from
	doc, closeDoc := g.documentOf(w, r, t, g.visits.Find(t.visit), q)
	if doc == nil {
		return nil, nil
	}
	if q.Offset != from { // the server ignored the offset
		io.CopyN(io.Discard, doc.Body, from) // if the document ends earlier, the part is empty
	}
	return doc.Body, closeDoc
}

// textPart sets the part of a text that the page shows. A part ends at a line end.
func (lk *linker) textPart(b *documentBody, t target, r io.Reader, charset string, from int64) {
	content, more, fault := readPart(r, maxText)
	if i := bytes.LastIndexByte(content, '\n') + 1; more && i > len(content)/2 {
		content = content[:i]
	}
	text, _, bad := readText(article.Text(charset, bytes.NewReader(content)))
	b.Text, b.Fixed, b.Fault, b.Cut = lk.linkify(t.url, text), isFixed(text), cmp.Or(fault, bad), more
	b.setPart(lk, t, "text", from, len(content), more, 0)
}

// isText reports whether the media type from the server is a text that no page shows in
// another way.
func isText(mediaType string) bool {
	media, _, err := mime.ParseMediaType(mediaType)
	return err == nil && strings.HasPrefix(media, "text/") && fetch.Kind(media, nil) == "text"
}

// streams reports whether a text in a charset can be decoded line by line.
func streams(charset string) bool {
	name := strings.ToLower(charset)
	return !strings.HasPrefix(name, "utf-16") && !strings.HasPrefix(name, "utf-32") && !strings.HasPrefix(name, "ucs") && !strings.HasPrefix(name, "iso-10646")
}

// textStream yields the lines of a text as they arrive. Then it sets the fields of b
// about the end of the text. It yields as much of the text as textPart shows.
func (lk *linker) textStream(b *documentBody, t target, a *arriving, doc *open.Document, r io.Reader, charset string) iter.Seq[template.HTML] {
	return func(yield func(template.HTML) bool) {
		var lines []byte // lines that were not yielded yet
		n := 0           // bytes that were read
		piece := make([]byte, 32<<10)
		for {
			a.pause(int64(n) + 1)
			got, err := r.Read(piece[:min(len(piece), maxText+1-n)])
			n += got
			more := n > maxText
			if more {
				got, n = got-1, maxText
			}
			end := 0 // of the last whole line
			if line := bytes.LastIndexByte(piece[:got], '\n') + 1; line > 0 {
				end = len(lines) + line
			}
			lines = append(lines, piece[:got]...)
			if !more && err != nil || more && n == len(lines) && end == 0 { // the last condition: there is no line end
				end = len(lines)
			}
			if end > 0 {
				text, _, bad := readText(article.Text(charset, bytes.NewReader(lines[:end])))
				b.Fault = cmp.Or(b.Fault, bad)
				if !yield(lk.linkify(t.url, text)) {
					return
				}
				lines = lines[end:]
			}
			if more || err != nil {
				if err != io.EOF {
					b.Fault = cmp.Or(faultText(err), b.Fault)
				}
				b.Cut, b.EndNotes = more, lk.endNotes(t, doc)
				b.setPart(lk, t, "text", 0, n-len(lines), more, 0)
				return
			}
		}
	}
}

// hexPart sets the bytes that the page shows.
func (lk *linker) hexPart(b *documentBody, t target, r io.Reader, from int64) {
	content, more, fault := readPart(r, hexPart)
	b.Hex, b.Fault, b.Cut = hexRows(content, from), fault, more
	b.setPart(lk, t, "hex", from, len(content), more, hexPart)
}

// setPart sets the links to other parts, if the page does not show the whole document.
// An earlier part has size bytes. If size is 0, setPart links only to the first part.
func (b *documentBody) setPart(lk *linker, t target, as string, from int64, n int, more bool, size int64) {
	if from == 0 && !more {
		return
	}
	path := "/open?" + lk.query(t) + "&as=" + as
	if b.Charset != "" {
		path += "&charset=" + url.QueryEscape(b.Charset)
	}
	link := func(from int64) string { return path + "&from=" + strconv.FormatInt(from, 10) }
	if from > 0 {
		b.Pager = append(b.Pager, viewLink{Name: "First part", Link: link(0)})
	}
	if from > 0 && size > 0 {
		b.Pager = append(b.Pager, viewLink{Name: "Previous part", Link: link(max(from-size, 0))})
	}
	if more {
		b.Pager = append(b.Pager, viewLink{Name: "Next part", Link: link(from + int64(n))})
	}
	if n == 0 {
		b.Part = "The document has no byte " + strconv.FormatInt(from+1, 10)
		return
	}
	b.Part = fmt.Sprintf("Bytes %d to %d", from+1, from+int64(n))
	if b.Meta.Size >= 0 {
		b.Part += fmt.Sprintf(" of %d", b.Meta.Size)
	}
}

// source returns the path at which a browser retrieves the bytes of t. An HTML document
// has its sandbox path, so that its relative references work.
func (g *Gateway) source(t target, as string) string {
	if as == "html" && !t.secret {
		if path, ok := g.rewriter.SandboxPath(t.url); ok {
			if v := g.visits.Find(t.visit); v != nil {
				g.visits.Await(v)
			}
			return path
		}
	}
	return "/file?" + g.linker.query(t)
}

// readText returns up to maxText bytes of a text, whether there are more, and the error
// that ended it early, as a sentence, or "".
func readText(r io.Reader) (text string, cut bool, fault string) {
	b, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if cut = len(b) > maxText; cut {
		b = b[:maxText]
	}
	return sanitize.Text(strings.ToValidUTF8(string(b), "\uFFFD")), cut, faultText(err)
}

// faultText returns a sentence about the error that ended a text early, or "".
func faultText(err error) string {
	switch {
	case errors.Is(err, open.ErrCut):
		return "The text is incomplete: the connection ended before all of it had arrived."
	case err != nil:
		return "The text ends here: " + cause.Detail(err)
	}
	return ""
}

// maxFixed is the length of the longest line that a page does not wrap, in characters:
// the width of line printer paper. A longer line is a paragraph.
const maxFixed = 132

// isFixed reports whether a text keeps its lines: it may have columns or a drawing.
func isFixed(text string) bool {
	for line := range strings.Lines(text) {
		if len(line) > maxFixed && utf8.RuneCountInString(strings.TrimRight(line, "\r\n")) > maxFixed {
			return false
		}
	}
	return true
}

// linkify returns the text of a document as HTML. Each URL in it that the gateway opens
// becomes a link. from is the URL of the document. Source: SPEC E1, E3.
func (lk *linker) linkify(from earl.URL, text string) template.HTML {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	done := 0
	for m, err := range extract.Text(strings.NewReader(text), extract.Options{}) {
		if err != nil {
			continue
		}
		u, err := earl.RFC3986.Parse(m.URL)
		if err != nil || m.Relative || !lk.leads(from, u) {
			continue
		}
		at := int(m.Offset)
		b.WriteString(html.EscapeString(text[done:at]))
		b.WriteString(`<a href="` + html.EscapeString(lk.link("/open", u.WithoutPassword())) + `">`)
		done = at + len(m.Text)
		b.WriteString(html.EscapeString(text[at:done]) + "</a>")
	}
	b.WriteString(html.EscapeString(text[done:]))
	return template.HTML(b.String()) // escaped piece by piece above
}
