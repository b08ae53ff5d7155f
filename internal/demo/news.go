package demo

import (
	"encoding/base64"
	"fmt"
	"mime"
	"slices"
	"strings"
)

// group is a newsgroup of the library.
type group struct {
	name     string
	about    string     // its description
	articles []*article // number 1 first
}

// groups returns the newsgroups, empty.
func groups() []*group {
	return []*group{
		{name: "library.announce", about: "What is new in this library (moderated by no one, read by few)"},
		{name: "library.doors", about: "The ten schemes: how they open, and how they jam"},
		{name: "library.reading", about: "What to read next, and why"},
	}
}

// article is one article, in the form in which it is sent, with an LF for each CR LF.
type article struct {
	id         string // with its angle brackets
	head, body string // without the empty line between them
}

// news has the articles of the library, in the form of a news server.
type news struct {
	groups []*group
	byID   map[string]*article
}

// newNews puts the articles of the library into their groups, in the order of their names. It
// adds what a news server adds, the article numbers, and the attachments. It panics if an
// article is in no group, which only a broken build can cause.
func newNews(files *node) *news {
	w := &news{groups: groups(), byID: map[string]*article{}}
	files.walk(func(n *node) {
		if !n.isArticle() {
			return
		}
		a := &article{id: field(n.data, "Message-ID")}
		xref := "Xref: library.example"
		for name := range strings.SplitSeq(field(n.data, "Newsgroups"), ",") {
			i := slices.IndexFunc(w.groups, func(g *group) bool { return g.name == name })
			g := w.groups[i]
			g.articles = append(g.articles, a)
			xref += fmt.Sprintf(" %s:%d", name, len(g.articles))
		}
		head, body, _ := strings.Cut(n.data, "\n\n")
		a.head, a.body = head+"\n"+xref+"\n", attach(body, files)
		n.data = a.text()
		w.byID[a.id] = a
	})
	return w
}

// text returns the whole article.
func (a *article) text() string { return a.head + "\n" + a.body }

// attach replaces each line "%base64 path" by that file of the library, encoded. Source:
// rfc2045 6.8.
func attach(body string, files *node) string {
	var b strings.Builder
	for line := range strings.Lines(body) {
		name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "%base64 ")
		if !ok {
			b.WriteString(line)
			continue
		}
		text := base64.StdEncoding.EncodeToString([]byte(files.at(strings.Split(name, "/")...).data))
		for part := range slices.Chunk([]byte(text), 76) {
			b.Write(part)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// field returns an unfolded field of an article's header, in the form of an overview, or "".
// Source: rfc3977 8.3.2.
func field(text, name string) string {
	head, _, _ := strings.Cut(text, "\n\n")
	value, found := "", false
	for line := range strings.Lines(head) {
		line = strings.TrimSuffix(line, "\n")
		if found && line != "" && (line[0] == ' ' || line[0] == '\t') {
			value += line
			continue
		}
		if found {
			break
		}
		label, rest, _ := strings.Cut(line, ":")
		if found = strings.EqualFold(label, name); found {
			value = strings.TrimPrefix(rest, " ")
		}
	}
	return strings.ReplaceAll(value, "\t", " ")
}

// decoded returns a field with its encoded words in UTF-8. Source: rfc2047.
func decoded(value string) string {
	if text, err := new(mime.WordDecoder).DecodeHeader(value); err == nil {
		return text
	}
	return value
}
