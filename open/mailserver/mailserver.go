// Package mailserver opens mailserver URLs. Such a URL is a message to a mail server: a program
// that reads email, obeys the commands in it, and sends data back. Opening the URL composes the
// message and sends nothing.
//
//	client := open.New(open.Options{}, mailserver.Opener{})
//	u, err := earl.RFC3986.Parse("mailserver:listserv@library.example//get%20index")
//	resource, err := client.Open(ctx, u)
//	address := resource.(*open.Address)
//	draft, err := mailto.AppendDraft(nil, address)
//
// The result is that of the mailto URL with the same address, subject and body, with two notes: that
// the body is a command, and what that mailto URL is. A command can subscribe the sender to a list, so
// a program shows the whole message before the user sends it.
//
// A control character in the address or the subject would begin another header field, so such a URL
// is refused (guard "ctl-octet"). In the body only line ends and tabs are allowed.
//
// It follows draft-ietf-uri-url-mailserver-01, which expired in 1995; rfc1738 4 reserves the name.
package mailserver

import (
	"context"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/views"
)

// Opener opens mailserver URLs. The zero Opener is ready to use. Several goroutines may share it.
type Opener struct{}

// Schemes returns "mailserver".
func (Opener) Schemes() []string { return []string{"mailserver"} }

// Open returns an *open.Address with the headers "subject" and "body", if they are not empty. It
// neither looks up nor dials. The error is an [*open.Refusal] for control characters, or a
// [*earl.ParseError] for a URL without its two slashes.
// Source: draft-ietf-uri-url-mailserver-01.
func (Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a, err := compose(r.URL)
	if err != nil { // do not return a nil *open.Address
		return nil, err
	}
	return a, nil
}

// Plan returns a plan without steps: nothing is sent. The error is that of Open.
func (Opener) Plan(r *open.Call) (open.Plan, error) {
	a, err := compose(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectComposes}
	var sentences []string
	for _, note := range a.Note {
		sentences = append(sentences, strings.ToUpper(note[:1])+note[1:]+".")
	}
	p.Note = strings.Join(sentences, " ")
	return p, nil
}

// compose returns the address of u, with its notes.
func compose(u earl.URL) (*open.Address, error) {
	v, err := views.ParseMailserver(u)
	if err != nil {
		return nil, err
	}
	m := views.Mailto{AddrSpec: v.AddrSpec}
	if v.Subject != "" {
		m.Headers = append(m.Headers, earl.Pair{Name: "subject", Value: v.Subject})
	}
	if v.Body != "" {
		m.Headers = append(m.Headers, earl.Pair{Name: "body", Value: v.Body})
	}
	a, err := mailto.Compose(u, m)
	if err != nil {
		return nil, err
	}
	command := "a mail server obeys the body of this message: read it before you send it"
	if v.Body == "" {
		command = "a mail server obeys the body of a message, and this one has none"
	}
	a.Note = append(a.Note, command)
	if link, err := mailto.Link(a); err == nil {
		a.Note = append(a.Note, "as a mailto URL it is "+link.String())
	}
	return a, nil
}
