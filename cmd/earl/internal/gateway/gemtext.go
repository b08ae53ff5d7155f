package gateway

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/format/gemtext"
)

// isGemtext reports whether a text is a page of gemini. It checks the media type, and the
// name in the URL, since other servers do not send the media type.
func isGemtext(media string, u earl.URL) bool {
	name := strings.ToLower(nameOf(u))
	return media == "text/gemini" || media == "text/plain" && (strings.HasSuffix(name, ".gmi") || strings.HasSuffix(name, ".gemini"))
}

// gemtext renders a page of gemini whose URL is base. Its links become links to pages of the
// gateway. The title is the first heading, if it begins the page.
func (lk *linker) gemtext(base earl.URL, text string) (title string, page template.HTML) {
	p := gemtextPage{lk: lk, base: base}
	for line := range strings.Lines(text) {
		p.line(p.lines.Next(line))
	}
	p.within("")
	return p.title, template.HTML(p.b.String()) // each text is escaped where it is written
}

// gemtextPage is a page of gemini that is rendered.
type gemtextPage struct {
	lk    *linker
	base  earl.URL
	lines gemtext.Lines
	b     strings.Builder
	title string
	in    string // the element that contains the last line: "ul", "blockquote", "pre" or ""
}

// within ends the element of the last line and begins another one, unless it is the same.
func (p *gemtextPage) within(element string) {
	if p.in == element {
		return
	}
	if p.in != "" {
		p.b.WriteString("</" + p.in + ">\n")
	}
	if element != "" {
		p.b.WriteString("<" + element + ">")
	}
	p.in = element
}

// line writes a line.
func (p *gemtextPage) line(l gemtext.Line) {
	switch l.Kind {
	case gemtext.Link:
		p.within("ul")
		p.b.WriteString("<li>" + p.link(l) + "</li>\n")
	case gemtext.Item:
		p.within("ul")
		p.b.WriteString("<li>" + p.text(l.Text) + "</li>\n")
	case gemtext.Quote:
		p.within("blockquote")
		p.b.WriteString("<p>" + p.text(l.Text) + "</p>\n")
	case gemtext.Fence:
		p.within("")
		if l.Open {
			p.fence(l.Text)
		}
	case gemtext.Literal:
		p.b.WriteString(html.EscapeString(l.Text) + "\n")
	case gemtext.Heading:
		p.within("")
		p.heading(l)
	default:
		p.within("")
		if strings.TrimSpace(l.Text) != "" {
			p.b.WriteString("<p>" + p.text(l.Text) + "</p>\n")
		}
	}
}

// fence begins literal lines with a description, or "".
func (p *gemtextPage) fence(description string) {
	p.in = "pre"
	if description == "" {
		description = "Literal text"
	}
	fmt.Fprintf(&p.b, `<pre role="region" tabindex="0" aria-label="%s">`+"\n", html.EscapeString(description))
}

// heading writes a heading, one level deeper than in the page, because the title is above it.
func (p *gemtextPage) heading(l gemtext.Line) {
	if p.title == "" && l.Level == 1 && p.b.Len() == 0 {
		p.title = l.Text
		return
	}
	fmt.Fprintf(&p.b, "<h%d>%s</h%[1]d>\n", l.Level+1, p.text(l.Text))
}

// text returns a text with links for the URLs in it.
func (p *gemtextPage) text(text string) string { return string(p.lk.linkify(p.base, text)) }

// link returns the link of a line. A link that the gateway does not open is a text with its URL.
func (p *gemtextPage) link(l gemtext.Line) string {
	text := l.Text
	if text == "" {
		text = earl.Redact(l.URL)
	}
	u, err := earl.RFC3986.Resolve(p.base, l.URL)
	if err != nil || !p.lk.leads(p.base, u) {
		if l.Text == "" {
			return html.EscapeString(text)
		}
		return html.EscapeString(text) + ` <span class="quiet">` + html.EscapeString(earl.Redact(l.URL)) + "</span>"
	}
	link := `<a href="` + html.EscapeString(p.lk.link("/open", u.WithoutPassword())) + `">` + html.EscapeString(text) + "</a>"
	if u.Scheme() != p.base.Scheme() {
		link += ` <span class="quiet">` + html.EscapeString(u.Scheme()) + "</span>"
	}
	return link
}
