package fix

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
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
// file, or why it cannot be. It has only the bytes of RFC 3986, so that there are
// no quotes to care for but the apostrophe, no brackets but () and [], no spaces.
func (f *file) escape(offset int, old, url string) (escaped, why string) {
	switch before := f.text[:offset]; f.syntax {
	case message:
		return "", "messages are not changed"
	case markup:
		return f.escapeMarkup(offset, url)
	case markdown:
		if openTag(before) != "" {
			return f.escapeMarkup(offset, url)
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
			return "", "the new URL has characters that files of this kind may escape, and the old one has none"
		}
	}
	return escapeBare(url)
}

// enclosed reports whether a URL of plain text is in <...>.
func enclosed(before []byte, old string) bool {
	before = bytes.TrimRight(before, " \t\r\n")
	if n := len("URL:"); len(before) > n && strings.EqualFold(string(before[len(before)-n:]), "URL:") {
		before = bytes.TrimRight(before[:len(before)-n], " \t\r\n")
	}
	return bytes.HasSuffix(before, []byte("<")) || strings.ContainsAny(old, "\r\n")
}

// escapeBare returns a URL for running text, if a reader of the text would find its end: what
// extract, or a mail reader, leaves out as punctuation is not always the same.
func escapeBare(url string) (escaped, why string) {
	last := url[len(url)-1]
	switch {
	case last != '/' && !ascii.IsAlphanumeric(last):
		return "", "the new URL ends in a character that readers take for punctuation"
	case !balanced(url), strings.ContainsAny(url, "[]"):
		return "", "the new URL has brackets, which may end it"
	}
	return url, ""
}

// balanced reports whether each ( of a text has its ) after it.
func balanced(text string) bool {
	depth := 0
	for i := 0; i < len(text) && depth >= 0; i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	return depth == 0
}

// escapeMarkdown returns a URL for Markdown: a destination, an autolink or bare.
func escapeMarkdown(before []byte, url string) (escaped, why string) {
	if i := strings.IndexByte(url, '&'); i >= 0 && strings.ContainsRune(url[i:], ';') {
		return "", "the new URL contains text that looks like a character reference"
	}
	switch {
	case bytes.HasSuffix(before, []byte("<")):
		return url, ""
	case !balanced(url):
		return "", "the new URL has a bracket that would end it"
	case bytes.HasSuffix(before, []byte("(")):
		return url, ""
	}
	return escapeBare(url)
}
