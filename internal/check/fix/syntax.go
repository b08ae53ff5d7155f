package fix

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/ascii"
)

// A syntax is how URLs are written in a file.
type syntax uint8

const (
	careful  syntax = iota // it may have escapes for any punctuation, as LaTeX has
	unknown                // a program: it may have escapes, and join strings
	data                   // it may have escapes, as JSON has
	plain                  // text
	markup                 // HTML, XML
	markdown               // Markdown, with HTML in it
	message                // mail or news, which are left as they were sent
)

// syntaxes are those of the types of documents; "" is a text of an unknown type, such as a program.
var syntaxes = map[document.Type]syntax{
	"": unknown, document.Text: plain, document.HTML: markup, document.XML: markup, document.Markdown: markdown,
	document.Mail: message, document.Mbox: message,
	document.CSS: data, document.Gemtext: data, document.JSON: data, document.JSON5: data, document.TOML: data,
	document.INI: data, document.Properties: data, document.Env: data, document.YAML: data, document.CSV: data,
	document.TSV: data, document.Notebook: data, document.Program: unknown,
}

// marks are the bytes that a new URL must not have if the old one does not have them, because
// files may escape them.
var marks = map[syntax]string{unknown: "%&'()#,;!$*[]", data: "%&'()#,;!$*[]", careful: "%&'()#,;!$*[]_~+="}

// typeOf returns the type of a file, as package document finds it, or "" for text whose name does
// not say that it is text.
func typeOf(name string, text []byte) document.Type {
	const head = 8000
	t := document.Sniff(name, "", text[:min(len(text), head)])
	if t == document.Text && document.TypeOfName(name) != t && filepath.Ext(name) != "" {
		return ""
	}
	return t
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
		if strings.ContainsRune(marks[f.syntax], r) && !strings.ContainsRune(old, r) {
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
