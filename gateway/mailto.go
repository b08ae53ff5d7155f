package gateway

import (
	"html/template"
	"mime"
	"net/http"
	"strings"

	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

// mailtoBody is what the page of an address shows.
type mailtoBody struct {
	To, Cc, Subject, Text string
	Others                []open.MailHeader // what the URL suggests and no draft takes
	Link                  template.URL      // for a mail program; "": the draft cannot be one
	Fault                 string
	Query                 []hidden
}

// address shows a mailbox as a letter to begin. Nothing is sent: the draft is
// handed over. Source: rfc1738 3.5; rfc6068; SPEC F7.
func (g *Gateway) address(w http.ResponseWriter, t target, a *open.Address) {
	b := mailtoBody{To: strings.Join(a.To, ", "), Query: g.fields(t)}
	for _, h := range a.Headers {
		switch strings.ToLower(h.Name) {
		case "to":
		case "cc":
			b.Cc = h.Value
		case "subject":
			b.Subject = h.Value
		case "body":
			b.Text = h.Value
		default:
			b.Others = append(b.Others, open.MailHeader{Name: sanitize.Line(h.Name), Value: sanitize.Line(h.Value)})
		}
	}
	b.handOver(a)
	title := a.AddrSpec
	if title == "" {
		title = "A letter"
	}
	p := g.page(t, title, &a.Meta)
	p.Body = b
	g.render(w, "mailto", p)
}

// handOver makes the link for a mail program.
func (b *mailtoBody) handOver(a *open.Address) {
	u, err := mailto.Link(a)
	if err != nil {
		b.Fault = sanitize.Line(err.Error())
		return
	}
	b.Link = template.URL(u.String()) // which begins with "mailto:"
}

// saveDraft hands over the draft of a form: as a file, or as a link.
func (g *Gateway) saveDraft(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok {
		return
	}
	b := mailtoBody{
		To: r.PostFormValue("to"), Cc: r.PostFormValue("cc"), Subject: r.PostFormValue("subject"),
		Text: strings.ReplaceAll(r.PostFormValue("text"), "\r\n", "\n"), Query: g.fields(t),
	}
	a := b.draft()
	if r.PostFormValue("do") == "save" {
		eml, err := mailto.AppendDraft(nil, a)
		if err == nil {
			w.Header().Set("Content-Type", "message/rfc822")
			w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "draft.eml"}))
			w.Write(eml)
			return
		}
	}
	b.handOver(a)
	p := g.about(t, "A letter to "+sanitize.Line(b.To))
	p.Body = b
	if b.Fault != "" {
		p.Status = http.StatusUnprocessableEntity
	}
	g.render(w, "mailto", p)
}

// draft returns the letter as an address with what goes into it.
func (b *mailtoBody) draft() *open.Address {
	a := &open.Address{}
	for to := range strings.SplitSeq(b.To, ",") {
		if to = strings.TrimSpace(to); to != "" {
			a.To = append(a.To, to)
		}
	}
	if len(a.To) > 0 {
		a.AddrSpec = a.To[0]
	}
	for _, h := range [...]open.MailHeader{{Name: "cc", Value: b.Cc}, {Name: "subject", Value: b.Subject}, {Name: "body", Value: b.Text}} {
		if h.Value != "" {
			a.Headers = append(a.Headers, h)
		}
	}
	return a
}
