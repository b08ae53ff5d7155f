// Package mailto opens mailto URLs. Such a URL is an address, not an object, so
// opening it sends nothing and needs no server.
//
//	client := open.New(open.Options{}, mailto.Opener{})
//	u, err := earl.RFC3986.Parse("mailto:reader@library.example?subject=a%20question")
//	resource, err := client.Open(ctx, u)
//	address := resource.(*open.Address)
//	draft, err := mailto.AppendDraft(nil, address)
//
// # The parts of a URL
//
// In the editions of rfc1738 and before, the whole rest of the URL is one
// address of rfc822. From rfc2396 on it may be several addresses,
// separated by ",", and header fields follow the "?", according to rfc6068.
//
// # Drafts and links
//
// [AppendDraft] writes an email to complete in a mail program, and [Link] a URL
// for one. Both use the fields To, Cc, Subject, Keywords, In-Reply-To and the
// body, which have no effect that the user does not see. The opener shows all
// other fields (Bcc, From, Attach ...), but they are not used. Source: rfc6068
// 4, 7.
//
// # Refused URLs
//
// A control character in an address or a header field would end its line and
// begin another, so such a URL is refused (guard "ctl-octet"). In the body only
// line ends and tabs are allowed. AppendDraft and Link check an [open.Address]
// in the same way.
//
// It follows rfc1738 3.5, rfc822 and rfc5322 for addresses, rfc6068, and for
// the draft rfc2045, rfc2047 and rfc6532. It sends no mail.
package mailto

import (
	"context"
	"fmt"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// Opener opens mailto URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{}

// Schemes returns "mailto".
func (Opener) Schemes() []string { return []string{"mailto"} }

// Open returns an *open.Address. It neither looks up nor dials. The error is an
// [*open.Refusal] for control characters, or a [*earl.ParseError] for invalid
// header fields. An address that is not one of rfc822 is shown, with a note.
// Source: rfc1738 3.5; rfc6068 2.
func (Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a, err := address(r.URL)
	if err != nil { // do not return a nil *open.Address
		return nil, err
	}
	return a, nil
}

// address returns the address of u.
func address(u earl.URL) (*open.Address, error) {
	view, err := views.ParseMailto(u)
	if err != nil {
		return nil, err
	}
	return Compose(u, view)
}

// Compose returns the address of u, a URL of another scheme that describes the same message as
// view. The error is an [*open.Refusal] of u for control characters. Source: rfc6068 2.
func Compose(u earl.URL, view views.Mailto) (*open.Address, error) {
	o := &opening{a: &open.Address{Meta: open.Meta{URL: u, Kind: open.KindAddress, Size: -1}}}
	if reason := control("address", string(view.AddrSpec)); reason != "" {
		return nil, refuse(u, earl.ComponentPath, reason)
	}
	o.to(string(view.AddrSpec))
	for _, h := range view.Headers {
		if reason := o.header(string(h.Name), string(h.Value)); reason != "" {
			return nil, refuse(u, earl.ComponentQuery, reason)
		}
	}
	for _, d := range messageOf(o.a).dropped {
		o.note("the header %s is shown, but left out of the email: %s", earl.Octets(d.Name).Printable(), d.reason)
	}
	return o.a, nil
}

// refuse returns the refusal of a control character.
func refuse(u earl.URL, at earl.Component, reason string) error {
	r := open.Refuse(open.GuardCtlOctet, u, reason)
	r.Section = "rfc6068 7"
	if _, _, ok := u.Span(at); !ok {
		at = earl.ComponentPath
	}
	r.Off, r.Len, _ = u.Span(at)
	return r
}

// opening is the opening of one URL.
type opening struct{ a *open.Address }

// note adds a note for the user.
func (o *opening) note(format string, args ...any) {
	o.a.Note = append(o.a.Note, fmt.Sprintf(format, args...))
}

// to reads a list of addresses: that of the URL, or of a header "to", which
// adds to it. Source: rfc6068 2.
func (o *opening) to(list string) {
	if list == "" {
		return
	}
	to, err := addrSpecs(list)
	if err != nil {
		to = []string{list}
		o.note("%s is not an address (rfc822 6.1)", earl.Octets(list).Printable())
	}
	if o.a.To = append(o.a.To, to...); o.a.AddrSpec == "" {
		o.a.AddrSpec = o.a.To[0]
	}
}

// header reads a header field. It returns a reason to refuse it, or "". It
// decodes the encoded words of a text before it checks them. Source: rfc6068 5.
func (o *opening) header(name, value string) (refused string) {
	if !utf8.ValidString(value) {
		value = dialogue.Text(value)
		o.note("the header %s is not UTF-8; its bytes are read as ISO 8859-1", earl.Octets(name).Printable())
	}
	if isText(name) {
		if decoded, err := new(mime.WordDecoder).DecodeHeader(value); err == nil {
			value = decoded
		}
	}
	if reason := control("name of a header", name); reason != "" {
		return reason
	}
	if reason := control(strings.ToLower(name), value); reason != "" {
		return reason
	}
	if strings.EqualFold(name, "to") {
		o.to(value)
	} else {
		o.a.Headers = append(o.a.Headers, open.MailHeader{Name: name, Value: value})
	}
	return ""
}

// control returns the error of a control character in a part of an email, or
// "". It allows line ends and tabs in the body. Source: rfc6068 7.
func control(part, text string) string {
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != 0x7F || part == "body" && (c == '\r' || c == '\n' || c == '\t') {
			continue
		}
		return fmt.Sprintf("control character 0x%02X in the %s", c, earl.Octets(part).Printable())
	}
	return ""
}
