package mailto

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// letter contains the parts of an Address that an email may contain, not yet
// encoded.
type letter struct {
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

// letterOf sorts the headers of an address. Of a header that may appear only
// once, it takes the first. Source: rfc6068 4; rfc5322 3.6.
func letterOf(a *open.Address) *letter {
	l := &letter{to: a.To}
	seen := map[string]bool{}
	for _, h := range a.Headers {
		name := strings.ToLower(h.Name)
		reason := ""
		switch {
		case seen[name] && name != "cc" && name != "keywords":
			reason = "it appears twice"
		default:
			reason = l.take(name, h.Value)
		}
		if reason != "" {
			l.dropped = append(l.dropped, droppedHeader{h, reason})
		}
		seen[name] = true
	}
	return l
}

// take takes a header, or returns why it does not.
func (l *letter) take(name, value string) (reason string) {
	switch name {
	case "subject":
		l.subject = &value
	case "body":
		l.body = lineEnds.Replace(value)
	case "keywords":
		for word := range strings.SplitSeq(value, ",") {
			if word = strings.Trim(word, " "); word != "" {
				l.keywords = append(l.keywords, word)
			}
		}
	case "cc":
		all, err := mailboxes(value)
		if err != nil {
			return "it is not a list of addresses (rfc5322 3.6.3)"
		}
		l.cc = append(l.cc, all...)
	case "in-reply-to":
		ids := strings.Fields(value)
		for _, id := range ids {
			if !isMessageID(id) {
				return "it is not a message-id (rfc5322 3.6.4)"
			}
		}
		l.inReplyTo = ids
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
func (l *letter) check(a *open.Address) error {
	for _, to := range l.to {
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
	l := letterOf(a)
	if err := l.check(a); err != nil {
		return earl.URL{}, err
	}
	var v earl.Mailto
	add := func(name, value string) {
		v.Headers = append(v.Headers, earl.Pair{Name: earl.Octets(name), Value: earl.Octets(value)})
	}
	var to []string
	for _, spec := range l.to {
		spec, _ = canonical(spec) // check has checked it
		to = append(to, spec)
	}
	v.AddrSpec = earl.Octets(strings.Join(to, ","))
	if l.cc != nil {
		add("cc", unfold.Replace(strings.Join(l.cc, ",")))
	}
	if l.subject != nil {
		add("subject", *l.subject)
	}
	if l.keywords != nil {
		add("keywords", strings.Join(l.keywords, ","))
	}
	if l.inReplyTo != nil {
		add("in-reply-to", strings.Join(l.inReplyTo, " "))
	}
	if l.body != "" {
		add("body", l.body)
	}
	return v.URL(earl.RFC3986)
}
