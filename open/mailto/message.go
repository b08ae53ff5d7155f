package mailto

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// message contains the parts of an Address that an email may contain, not yet
// encoded.
type message struct {
	to, cc    []string
	subject   *string
	keywords  []string
	inReplyTo []string
	body      string
	dropped   []droppedHeader
}

// droppedHeader is a header that is left out of the email.
type droppedHeader struct {
	open.MailHeader
	reason string
}

// isText reports whether a header is text, which may contain encoded words.
func isText(name string) bool {
	return strings.EqualFold(name, "subject") || strings.EqualFold(name, "keywords")
}

// messageOf sorts the headers of an address. Of a header that may appear only
// once, it takes the first. Source: rfc6068 4; rfc5322 3.6.
func messageOf(a *open.Address) *message {
	m := &message{to: a.To}
	seen := map[string]bool{}
	for _, h := range a.Headers {
		name := strings.ToLower(h.Name)
		reason := ""
		switch {
		case seen[name] && name != "cc" && name != "keywords":
			reason = "it appears twice"
		default:
			reason = m.take(name, h.Value)
		}
		if reason != "" {
			m.dropped = append(m.dropped, droppedHeader{h, reason})
		}
		seen[name] = true
	}
	return m
}

// take takes a header, or returns why it does not.
func (m *message) take(name, value string) (reason string) {
	switch name {
	case "subject":
		m.subject = &value
	case "body":
		m.body = lineEnds.Replace(value)
	case "keywords":
		for word := range strings.SplitSeq(value, ",") {
			if word = strings.Trim(word, " "); word != "" {
				m.keywords = append(m.keywords, word)
			}
		}
	case "cc":
		all, err := mailboxes(value)
		if err != nil {
			return "it is not a list of addresses (rfc5322 3.6.3)"
		}
		m.cc = append(m.cc, all...)
	case "in-reply-to":
		ids := strings.Fields(value)
		for _, id := range ids {
			if !isMessageID(id) {
				return "it is not a message-id (rfc5322 3.6.4)"
			}
		}
		m.inReplyTo = ids
	default:
		return "it may have an effect that the user does not see (rfc6068 4)"
	}
	return ""
}

// lineEnds replaces each line end by CR LF. Source: rfc6068 5; rfc5322 2.3.
var lineEnds = strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n")

// isMessageID reports whether a text is a message-id in angle brackets.
// Source: rfc5322 3.6.4.
func isMessageID(id string) bool {
	if len(id) > maxAddress || !strings.HasPrefix(id, "<") || !strings.HasSuffix(id, ">") {
		return false
	}
	left, right, ok := strings.Cut(id[1:len(id)-1], "@")
	return ok && left != "" && right != "" && !strings.ContainsAny(left+right, "<>@") && plain(id)
}

// check returns why an email cannot be written: an Address may come from
// anywhere.
func (m *message) check(a *open.Address) error {
	for _, to := range m.to {
		if _, err := canonical(to); err != nil {
			return fmt.Errorf("mailto: %s is %w", earl.Octets(to).Printable(), err)
		}
	}
	for _, h := range a.Headers {
		name := strings.ToLower(h.Name)
		if reason := cmp.Or(control("name of a header", name), control(name, h.Value)); reason != "" {
			return fmt.Errorf("mailto: %s: %w", reason, open.ErrLineBreak)
		}
		if !utf8.ValidString(h.Value) {
			return errors.New("mailto: the header " + earl.Octets(name).Printable() + " is not UTF-8")
		}
	}
	return nil
}

// unfold removes the folds in the text of an email. Source: rfc5322 2.2.3.
var unfold = strings.NewReplacer("\r\n", "")

// Link returns a mailto URL for a mail program: the addresses, and the headers
// that an email may contain, in a fixed order and encoding. It begins with
// "mailto:", so that no program reads it as an option. The errors are those of
// [AppendDraft].
// Source: rfc6068 2.
func Link(a *open.Address) (earl.URL, error) {
	m := messageOf(a)
	if err := m.check(a); err != nil {
		return earl.URL{}, err
	}
	var v views.Mailto
	add := func(name, value string) {
		v.Headers = append(v.Headers, earl.Pair{Name: earl.Octets(name), Value: earl.Octets(value)})
	}
	var to []string
	for _, spec := range m.to {
		spec, _ = canonical(spec) // check has checked it
		to = append(to, spec)
	}
	v.AddrSpec = earl.Octets(strings.Join(to, ","))
	if m.cc != nil {
		add("cc", unfold.Replace(strings.Join(m.cc, ",")))
	}
	if m.subject != nil {
		add("subject", *m.subject)
	}
	if m.keywords != nil {
		add("keywords", strings.Join(m.keywords, ","))
	}
	if m.inReplyTo != nil {
		add("in-reply-to", strings.Join(m.inReplyTo, " "))
	}
	if m.body != "" {
		add("body", m.body)
	}
	return v.URL(earl.RFC3986)
}
