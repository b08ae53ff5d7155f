package gateway

import (
	"bufio"
	"cmp"
	"fmt"
	"html/template"
	"io"
	"mime"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/listing"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
)

// messageBody is what the page of an article or an email message shows.
type messageBody struct {
	articleBody
	Headers  []article.Field
	Subject  string
	Parts    []messagePart
	Views    []viewLink
	Download string
	Fault    string
}

// messagePart is one part of a message: text, or something to save.
type messagePart struct {
	Text  template.HTML // of plain text
	Fixed bool          // the text keeps its lines
	Cut   bool
	Name  string // of an attachment
	Type  string
	Word  string // a word for the type, or ""
	Link  string // the link that saves it
	Shown string // the link that shows it in a sandbox, or "" if browsers cannot
	// Frame is the link that shows it in a frame of the page, and Picture the one that shows
	// it as a picture; or "".
	Frame, Picture string

	kind     string // as fetch.Kind returns it, of a part that is not shown as text
	named    bool   // it has a Content-ID, so HTML can contain it
	attached bool
}

// messageLimits limit what a page shows of a message: it has more parts than a user
// reads, and they are nested deeper than in messages that were forwarded many times.
var messageLimits = article.Limits{Parts: 200, Depth: 16}

// shownHeaders are the header fields that a page shows, in this order.
var shownHeaders = []string{"From", "Date", "Newsgroups", "To", "Cc", "Followup-To", "Reply-To", "Organization", "Message-ID"}

// message shows an article or an email message: its header, its text with folded quotes,
// and its attachments by name. Source: rfc1738 3.6, 3.7; rfc5322; rfc2045.
func (g *Gateway) message(w http.ResponseWriter, r *http.Request, t target, doc *open.Document, body *bufio.Reader, views []viewLink) {
	b := messageBody{Views: views, Download: "/file?" + g.linker.query(t) + "&download=1"}
	h, err := article.ReadHeader(body, article.DefaultHeaders)
	if err != nil {
		b.Fault = "The header cannot be read: " + sanitize.Line(err.Error())
	}
	b.articleBody = g.articleAround(r, t, h)
	if reply, ok := replyTo(h); ok && !t.secret && g.linker.leads(t.url, reply) {
		b.Around = append(b.Around, linked{Title: "Reply by email", Link: g.linker.link("/open", reply)})
	}
	b.Subject = sanitize.Line(article.Words(h.Get("Subject")))
	for _, name := range shownHeaders {
		if value := h.Get(name); value != "" && (name != "Newsgroups" || len(b.Groups) == 0) {
			b.Headers = append(b.Headers, article.Field{Name: name, Value: sanitize.Line(article.Words(value))})
		}
	}
	left := maxText
	err = article.Walk(h, body, messageLimits, func(n int, h article.Header, r io.Reader) error {
		if n == 0 {
			return nil
		}
		media, params := h.Type()
		part := messagePart{Type: sanitize.Line(media), Word: listing.Word(media), Name: sanitize.Line(h.Filename()), Link: fmt.Sprintf("/part?%s&n=%d", g.linker.query(t), n)}
		if isShown(h, media) {
			var text, fault string
			text, part.Cut, fault = readSome(article.Text(params["charset"], h.Content(r)), left)
			left -= len(text)
			part.Text, part.Fixed, b.Fault = g.linker.quoted(t.url, text), isFixed(text), cmp.Or(b.Fault, fault)
		} else if part.kind = fetch.Kind(media, nil); part.kind == "html" || part.kind == "image" {
			part.Shown = part.Link + "&show=1"
			if part.kind == "html" {
				part.Shown = part.Link + "&show=" + showHTML
			}
			part.named, part.attached = h.Get("Content-ID") != "", isAttached(h)
		}
		if part.Name == "" && part.Text == "" {
			part.Name = "part " + strconv.Itoa(n)
		}
		b.Parts = append(b.Parts, part)
		return nil
	})
	if err != nil {
		b.Fault = "The message ends here: " + sanitize.Line(err.Error())
	}
	framed := b.inPlace()
	title := b.Subject
	if title == "" {
		title = titleOf(t.shown())
	}
	p := g.page(t, title, &doc.Meta)
	p.Body, p.Media = b, framed
	g.render(w, "message", p)
}

// replyTo returns the mailto URL of an answer to the author of a message, with the fields that
// connect the answer with it. Opening the URL sends nothing. Source: rfc5322 3.6.2, 3.6.4;
// rfc6068 2.
func replyTo(h article.Header) (earl.URL, bool) {
	anyCharset := &mime.WordDecoder{CharsetReader: func(_ string, r io.Reader) (io.Reader, error) { return r, nil }} // names are not used
	parser := mail.AddressParser{WordDecoder: anyCharset}
	people, err := parser.ParseList(strings.ToValidUTF8(cmp.Or(h.Get("Reply-To"), h.Get("From")), "?"))
	if err != nil || len(people) > maxReferences {
		return earl.URL{}, false
	}
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	var to []string
	for _, p := range people {
		to = append(to, strings.Replace(escape(p.Address), "%40", "@", 1))
	}
	subject := sanitize.Line(article.Words(h.Get("Subject")))
	text := "mailto:" + strings.Join(to, ",") + "?subject=" + escape("Re: "+plainSubject(subject))
	if ids := messageIDs(h.Get("Message-ID")); len(ids) == 1 {
		text += "&in-reply-to=" + escape("<"+ids[0]+">")
	}
	u, err := earl.RFC3986.Parse(text)
	return u, err == nil
}

// inPlace shows the parts of a message on its page that are not text: the first one of
// HTML in a frame if the message has no text, and pictures that no HTML contains. It
// reports whether there is a frame.
func (b *messageBody) inPlace() (framed bool) {
	isHTML := func(p messagePart) bool { return p.kind == "html" && !p.attached && p.Type != "image/svg+xml" }
	hasText := slices.ContainsFunc(b.Parts, func(p messagePart) bool { return p.Text != "" })
	hasHTML := slices.ContainsFunc(b.Parts, isHTML)
	for i := range b.Parts {
		switch p := &b.Parts[i]; {
		case isHTML(*p) && !hasText && !framed:
			p.Frame, framed = p.Shown, true
		case p.kind == "image" && !(hasHTML && p.named):
			p.Picture = p.Shown
		}
	}
	return framed
}

// showHTML is the value of the field show of a link to a part that can contain pictures of
// the message.
const showHTML = "html"

// isShown reports whether the page shows the text of a part.
func isShown(h article.Header, media string) bool {
	return media == "text/plain" && !isAttached(h)
}

// isAttached reports whether a part is meant to be saved. Source: rfc2183 2.2.
func isAttached(h article.Header) bool {
	disposition, _, _ := strings.Cut(h.Get("Content-Disposition"), ";")
	return strings.EqualFold(strings.TrimSpace(disposition), "attachment")
}

// readSome is readText for at most n bytes.
func readSome(r io.Reader, n int) (text string, cut bool, fault string) {
	text, cut, fault = readText(io.LimitReader(r, int64(n)+1))
	if len(text) > n {
		text, cut = sanitize.Truncate(text, n), true
	}
	return text, cut, fault
}

// quoteLines is how many quoted lines a page shows unfolded.
const quoteLines = 4

// quoted returns a text as HTML, with long quotes folded.
func (lk *linker) quoted(from earl.URL, text string) template.HTML {
	var b strings.Builder
	var run []string // successive lines that are all quoted or all not quoted
	quote := false
	flush := func() {
		if len(run) == 0 {
			return
		}
		lines := lk.linkify(from, strings.Join(run, ""))
		switch {
		case quote && len(run) > quoteLines:
			fmt.Fprintf(&b, "<details class=\"quote\"><summary>%d quoted lines</summary><div class=\"quoted\">%s</div></details>", len(run), lines)
		case quote:
			fmt.Fprintf(&b, "<span class=\"quoted\">%s</span>", lines)
		default:
			b.WriteString(string(lines))
		}
		run = run[:0]
	}
	for line := range strings.Lines(text) {
		if is := isQuote(line); is != quote {
			flush()
			quote = is
		}
		run = append(run, line)
	}
	flush()
	return template.HTML(b.String()) // linkify escapes the text
}

// isQuote reports whether a line is quoted from an earlier article.
func isQuote(line string) bool { return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|") }

// part serves one part of a message.
func (g *Gateway) part(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok {
		return
	}
	if r.FormValue("show") != "" && isTopLevel(r) {
		g.partPage(w, r, t)
		return
	}
	var shown pictures
	if r.FormValue("show") == showHTML {
		if shown = g.picturesOf(w, r, t); shown == nil {
			return
		}
	}
	doc, closeDoc := g.documentOf(w, r, t, g.visited(r, t), g.request(t))
	if doc == nil {
		return
	}
	defer closeDoc()
	body := bufio.NewReader(doc.Body)
	h, _ := article.ReadHeader(body, article.DefaultHeaders) // a message with too long a header has no parts
	want, _ := strconv.Atoi(r.FormValue("n"))
	found := false
	err := article.Walk(h, body, messageLimits, func(n int, h article.Header, r2 io.Reader) error {
		if n != want || n == 0 {
			return nil
		}
		found = true
		g.servePart(w, r, t, h, h.Content(r2), shown)
		return io.EOF
	})
	if !found {
		text := "The message has no such part."
		if err != nil {
			text += " " + sanitize.Line(err.Error())
		}
		g.deny(w, r, http.StatusNotFound, text)
	}
}

// partPage shows the page around a part in its frame.
func (g *Gateway) partPage(w http.ResponseWriter, r *http.Request, t target) {
	n := r.FormValue("n")
	heading := "Part " + n + " of " + headingOf(t.shown())
	p := g.about(t, heading)
	p.Kind, p.Media = "document html", true
	p.Body = documentBody{
		As: "html", Heading: shownTitle(heading), Meta: &open.Meta{Size: -1}, Type: "Part of a message",
		Source: r.URL.RequestURI(), Download: "/part?" + g.linker.query(t) + "&n=" + url.QueryEscape(n),
		Views: []viewLink{{ID: "as-page", Name: "Part", Link: r.URL.RequestURI(), Here: true}, {ID: "to-message", Name: "Message", Link: "/open?" + g.linker.query(t)}},
	}
	g.render(w, "document", p)
}

// servePart serves a part to be saved, or to be shown in a sandbox.
func (g *Gateway) servePart(w http.ResponseWriter, r *http.Request, t target, h article.Header, body io.Reader, shown pictures) {
	media, params := h.Type()
	m := open.Meta{Type: mime.FormatMediaType(media, params)}
	as := fetch.Kind(media, nil)
	show := r.FormValue("show") != "" && (as == "html" || as == "image")
	html := show && media == "text/html"
	g.typeOf(w.Header(), target{url: earl.URL{}, secret: t.secret, from: t.shown()}, &m, typeUse{host: r.Host, download: !show, links: html})
	if name := h.Filename(); !show && name != "" {
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fetch.SafeName(name)}))
	}
	d := rewrite.Document{Shown: t.shown(), XML: !html, Type: m.Type}
	content := utf8Content(w.Header(), bufio.NewReader(body), &d)
	w.WriteHeader(http.StatusOK)
	var err error
	if show && as == "html" {
		err = g.rewriter.CopyPart(g.fetch.Writer(w), content, d, shown.embedded())
	} else {
		_, err = io.Copy(g.fetch.Writer(w), content)
	}
	if err != nil {
		fetch.Abort(w)
	}
}
