package gateway

import (
	"mime"
	"net/http"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
)

// mailtoBody is the draft of a message, as its page shows it.
type mailtoBody struct {
	To, Cc, Subject, Text string
	InReplyTo             string            // the ids of the messages that it answers, or ""
	Others                []open.MailHeader // the fields of the URL that no draft has
	Fault                 string
	Query                 []hidden
}

// mailtoPolicy lets the form of a draft redirect to a mail program.
const mailtoPolicy = " mailto:"

// address shows a mailbox as a draft. The gateway sends no email: the user opens the
// draft in a mail program, or saves it. Source: rfc1738 3.5; rfc6068; SPEC F7.
func (g *Gateway) address(w http.ResponseWriter, t target, a *open.Address) {
	b := mailtoBody{To: strings.Join(a.To, ", "), Query: g.linker.fields(t)}
	for _, h := range a.Headers {
		switch strings.ToLower(h.Name) {
		case "to":
		case "cc":
			b.Cc = h.Value
		case "subject":
			b.Subject = h.Value
		case "body":
			b.Text = h.Value
		case "in-reply-to":
			b.InReplyTo = h.Value
		default:
			b.Others = append(b.Others, open.MailHeader{Name: sanitize.Line(h.Name), Value: sanitize.Line(h.Value)})
		}
	}
	title := a.AddrSpec
	if title == "" {
		title = "New message"
	}
	p := g.page(t, title, &a.Meta)
	p.Body, p.Submits = b, mailtoPolicy
	g.render(w, "mailto", p)
}

// draft passes the draft of a form to the user: as a file, or to the mail program of
// the system through a redirect to its mailto URL. Without script this is the form as
// the user filled it out.
func (g *Gateway) draft(w http.ResponseWriter, r *http.Request) {
	t, ok := g.target(w, r)
	if !ok {
		return
	}
	b := mailtoBody{
		To: r.PostFormValue("to"), Cc: r.PostFormValue("cc"), Subject: r.PostFormValue("subject"),
		InReplyTo: r.PostFormValue("in-reply-to"),
		Text:      strings.ReplaceAll(r.PostFormValue("text"), "\r\n", "\n"), Query: g.linker.fields(t),
	}
	a := b.address()
	var err error
	if r.PostFormValue("do") == "save" {
		err = saveDraft(w, a)
	} else {
		err = openDraft(w, a)
	}
	if err == nil {
		return
	}
	b.Fault = sanitize.Line(err.Error())
	p := g.about(t, "Message to "+sanitize.Line(b.To))
	p.Body, p.Status, p.Submits = b, http.StatusUnprocessableEntity, mailtoPolicy
	g.render(w, "mailto", p)
}

// saveDraft responds with a draft as a file. After an error it has not responded.
func saveDraft(w http.ResponseWriter, a *open.Address) error {
	eml, err := mailto.AppendDraft(nil, a)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "message/rfc822")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "draft.eml"}))
	w.Write(eml)
	return nil
}

// openDraft redirects to the mailto URL of a draft, which the browser passes to the
// mail program. The page of the draft stays. After an error it has not responded.
func openDraft(w http.ResponseWriter, a *open.Address) error {
	u, err := mailto.Link(a)
	if err != nil {
		return err
	}
	w.Header().Set("Location", u.String()) // begins with "mailto:"
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

// address returns the draft as an address with what goes into the message.
func (b *mailtoBody) address() *open.Address {
	a := &open.Address{}
	for to := range strings.SplitSeq(b.To, ",") {
		if to = strings.TrimSpace(to); to != "" {
			a.To = append(a.To, to)
		}
	}
	if len(a.To) > 0 {
		a.AddrSpec = a.To[0]
	}
	for _, h := range [...]open.MailHeader{{Name: "cc", Value: b.Cc}, {Name: "subject", Value: b.Subject}, {Name: "in-reply-to", Value: b.InReplyTo}, {Name: "body", Value: b.Text}} {
		if h.Value != "" {
			a.Headers = append(a.Headers, h)
		}
	}
	return a
}
