package fix

import (
	"bytes"
	"path/filepath"
	"strings"
)

// A syntax is what a file is written in, as far as URLs are concerned.
type syntax uint8

const (
	unknown  syntax = iota // it may have escapes of its own: a program, say
	plain                  // text
	markup                 // HTML, XML
	markdown               // Markdown, with HTML in it
	message                // mail or news, which are left as they were sent
)

// typeByName returns the media type of a file by its name, "" if that says nothing.
func typeByName(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".shtml":
		return "text/html"
	case ".xml", ".svg", ".rss", ".atom", ".xsl":
		return "application/xml"
	case ".md", ".markdown", ".mdown", ".mkd":
		return "text/markdown"
	case ".eml", ".mbox", ".mbx", ".msg":
		return "message/rfc822"
	case ".txt", ".text", "":
		return "text/plain"
	}
	return ""
}

// syntaxOf returns the syntax of a media type.
func syntaxOf(media string) syntax {
	media, _, _ = strings.Cut(strings.ToLower(media), ";")
	media = strings.TrimSpace(media)
	switch {
	case media == "text/html", strings.HasSuffix(media, "/xml"), strings.HasSuffix(media, "+xml"):
		return markup
	case media == "text/markdown":
		return markdown
	case media == "text/plain":
		return plain
	case strings.HasPrefix(media, "message/"), strings.HasPrefix(media, "multipart/"), strings.HasSuffix(media, "/mbox"):
		return message
	}
	return unknown
}

// escape returns a URL, or a relative reference, as it is written at an offset of a
// text, or why it cannot be. It has the octets of RFC 3986 alone, so that there are
// no quotes to care for but the apostrophe, no brackets but () and [], no spaces.
func (s syntax) escape(text []byte, offset int, old, url string) (escaped, why string) {
	switch before := text[:offset]; s {
	case message:
		return "", "it stands in a message, which is left as it was sent"
	case markup:
		return escapeMarkup(before, url)
	case markdown:
		if openTag(before) != "" {
			return escapeMarkup(before, url)
		}
		return escapeMarkdown(before, url)
	case plain:
		if enclosed(before, old) {
			return url, ""
		}
		return escapeBare(url)
	}
	for _, r := range url {
		if strings.ContainsRune("%&'()#,;!$*[]", r) && !strings.ContainsRune(old, r) {
			return "", "its new URL has characters that files of this kind may escape, and the old one had not"
		}
	}
	return escapeBare(url)
}

// enclosed reports whether a URL of plain text stands in <...>.
func enclosed(before []byte, old string) bool {
	before = bytes.TrimRight(before, " \t\r\n")
	if n := len("URL:"); len(before) > n && strings.EqualFold(string(before[len(before)-n:]), "URL:") {
		before = bytes.TrimRight(before[:len(before)-n], " \t\r\n")
	}
	return bytes.HasSuffix(before, []byte("<")) || strings.ContainsAny(old, "\r\n")
}

// escapeBare returns a URL for running text, if whoever reads it would find its
// end. Source: what extract, and GitHub's autolinks, take for the end of a URL.
func escapeBare(url string) (escaped, why string) {
	if strings.ContainsRune(".,:;!?'*_~()[]", rune(url[len(url)-1])) || strings.Count(url, "(") != strings.Count(url, ")") {
		return "", "its new URL ends in what would be taken for punctuation"
	}
	return url, ""
}

// escapeMarkdown returns a URL for Markdown: a destination, an autolink or bare.
func escapeMarkdown(before []byte, url string) (escaped, why string) {
	if i := strings.IndexByte(url, '&'); i >= 0 && strings.ContainsRune(url[i:], ';') {
		return "", "its new URL has what would be taken for a character reference"
	}
	switch {
	case bytes.HasSuffix(before, []byte("<")):
		return url, ""
	case strings.Count(url, "(") != strings.Count(url, ")"):
		return "", "its new URL has a bracket that would end it"
	case bytes.HasSuffix(before, []byte("(")):
		return url, ""
	}
	return escapeBare(url)
}

// markupEscapes are the characters that mean something else in markup.
var markupEscapes = strings.NewReplacer("&", "&amp;", "'", "&#39;")

// escapeMarkup returns a URL for HTML or XML.
func escapeMarkup(before []byte, url string) (escaped, why string) {
	tag := openTag(before)
	raw := tag == "" && inRawText(before)
	switch {
	case tag == "base":
		return "", "it is the base of other references"
	case strings.HasPrefix(tag, "!"), strings.HasPrefix(tag, "?"):
		return "", "it stands in a declaration, as a name and not as a link"
	case (raw || inStyle(before)) && strings.ContainsAny(url, "'()"):
		return "", "its new URL has characters that a style sheet would take for its own"
	case raw:
		return url, ""
	case strings.HasSuffix(url, ","):
		return "", "its new URL ends in a comma, which srcset takes for its own"
	}
	return markupEscapes.Replace(url), ""
}

// openTag returns the name, in lower case, of the tag that is open at the end of a
// text, "" for none.
func openTag(before []byte) string {
	i := bytes.LastIndexByte(before, '<')
	if i < 0 || bytes.IndexByte(before[i:], '>') >= 0 || bytes.Contains(before[i:], []byte("\n\n")) {
		return ""
	}
	name := before[i+1:]
	if j := bytes.IndexAny(name, " \t\r\n\f/"); j >= 0 {
		name = name[:j]
	}
	if len(name) == 0 || len(name) == len(before)-i-1 { // <http://... of Markdown: no end of a name
		return ""
	}
	return strings.ToLower(string(name))
}

// inStyle reports whether a text ends where url(...) of a style sheet begins.
func inStyle(before []byte) bool {
	before = bytes.TrimSuffix(before, []byte("&quot;"))
	before = bytes.TrimRight(before, "\"' \t\r\n")
	return len(before) >= 4 && strings.EqualFold(string(before[len(before)-4:]), "url(")
}

// inRawText reports whether a text ends inside a style or script element, where
// there are no character references.
func inRawText(before []byte) bool {
	lower := bytes.ToLower(before)
	for _, name := range [...]string{"style", "script"} {
		if bytes.LastIndex(lower, []byte("<"+name)) > bytes.LastIndex(lower, []byte("</"+name)) {
			return true
		}
	}
	return false
}
