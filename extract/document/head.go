package document

import (
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/format/latex"
	"github.com/earl-url/earl/internal/format/roff"
	"github.com/earl-url/earl/internal/format/xml"
)

// sniff returns the type of a document that begins with head, and whether more
// bytes would not change the result. whole means that there are no more bytes.
// The result does not depend on the sizes of the reads.
func sniff(head string, whole bool) (t Type, sure bool) {
	const bom, yaml = "\uFEFF", "%YAML 1."
	if !whole && (strings.HasPrefix(bom, head) || strings.HasPrefix(yaml, head) || strings.HasPrefix(fromLine, head)) {
		return Text, false
	}
	text := strings.TrimLeft(strings.TrimPrefix(head, bom), " \t\r\n\f")
	switch {
	case len(text) == 0:
		return Text, whole
	case text[0] == '<':
		return sniffPage(text, whole)
	case text[0] == '{', text[0] == '[':
		return sniffJSON(text, whole)
	case strings.HasPrefix(head, yaml):
		return YAML, true
	case strings.HasPrefix(head, fromLine):
		return sniffMailbox(head, whole)
	case text[0] == '\\', text[0] == '@':
		if is, sure := latex.Starts(text, whole); is || !sure {
			return LaTeX, sure
		}
		return Text, true
	case text[0] == '.', text[0] == '\'':
		if is, sure := roff.Starts(text, whole); is || !sure {
			return Man, sure
		}
		return Text, true
	}
	return sniffMail(head, whole)
}

// pageTags are the possible starts of a page. Source: mimesniff 7.1.
var pageTags = []string{"<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
	"<title", "<b", "<body", "<br", "<p", "<!--"}

// sniffPage is sniff for a document that begins with "<".
func sniffPage(text string, whole bool) (Type, bool) {
	for _, tag := range pageTags {
		n := min(len(text), len(tag))
		switch {
		case !strings.EqualFold(text[:n], tag[:n]):
		case len(text) > len(tag):
			if tag == "<!--" || strings.IndexByte(" >\t\r\n\f", text[len(tag)]) >= 0 {
				return HTML, true
			}
		case !whole:
			return Text, false
		}
	}
	const declaration = "<?xml"
	if !whole && strings.HasPrefix(declaration, text) {
		return Text, false
	}
	root, isXML, sure := xml.Root(text, whole)
	switch {
	case !sure:
		return Text, false
	case root == "html", root == "svg":
		return HTML, true
	case isXML, strings.HasPrefix(text, declaration):
		return XML, true
	}
	return Text, true
}

// sniffJSON is sniff for a document that begins with a bracket: the first name of an object, or the
// first text or object of an array, follows it. Source: rfc8259 2.
func sniffJSON(text string, whole bool) (Type, bool) {
	next := strings.TrimLeft(text[1:], " \t\r\n")
	switch {
	case next == "":
		return Text, whole
	case next[0] == '"', text[0] == '[' && next[0] == '{':
		return JSON, true
	}
	return Text, true
}

// fromLine is the start of the first line of a mailbox. Source: rfc4155
// appendix A.
const fromLine = "From "

var months = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

// sniffMailbox is sniff for a document that begins with "From ". In a mailbox
// the line has a sender and a time, as in "From joe@example.org Fri Nov 11
// 18:50:00 1994".
func sniffMailbox(head string, whole bool) (Type, bool) {
	line, _, ended := strings.Cut(head, "\n")
	if !ended && !whole {
		return Text, false
	}
	words := strings.Fields(line)
	for i, w := range words {
		if i > 1 && i+2 < len(words) && slices.Contains(months, w) && strings.IndexByte(words[i+2], ':') == 2 {
			return Mbox, true
		}
	}
	return Text, true
}

// messageFields are common fields: a message has at least two of them. Source:
// rfc5322 3.6, rfc2045 3, rfc5536 3, draft1996 8.
var messageFields = []string{"return-path", "received", "delivered-to", "date", "from", "sender", "reply-to", "to", "cc", "message-id",
	"in-reply-to", "references", "subject", "newsgroups", "path", "mime-version", "content-type", "content-transfer-encoding",
	"content-base", "content-location"}

// sniffMail is sniff for a document that may be a message: fields up to an
// empty line or the end, at least two of them from messageFields. A first name
// that no message begins with, such as a log level, decides at once.
func sniffMail(head string, whole bool) (Type, bool) {
	known := 0
	for first := true; len(head) > 0; first = false {
		line, rest, ended := strings.Cut(head, "\n")
		name, value, colon := strings.Cut(line, ":")
		goesOn := !first && line != "" && (line[0] == ' ' || line[0] == '\t')
		usual := slices.Contains(messageFields, strings.ToLower(name))
		switch line = strings.TrimSuffix(line, "\r"); {
		case line == "" && ended:
			return mailIf(known >= 2)
		case line == "" || goesOn:
		case !isFieldName(name), !colon && ended, strings.HasPrefix(value, "//"): // a list of URLs
			return Text, true
		case colon && usual:
			known++
		case colon && first && !strings.Contains(name, "-"):
			return Text, true
		}
		if !ended && !whole {
			return Text, false
		}
		head = rest
	}
	if !whole {
		return Text, false
	}
	return mailIf(known >= 2)
}

// isFieldName reports whether a text is the name of a field, or may be the
// start of one. Source: rfc5322 2.2; all names in use begin with a letter.
func isFieldName(name string) bool {
	return name != "" && (name[0]|0x20) >= 'a' && (name[0]|0x20) <= 'z' && strings.IndexFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// mailIf returns Mail or Text.
func mailIf(mail bool) (Type, bool) {
	if mail {
		return Mail, true
	}
	return Text, true
}
