// Package gophermap finds the URLs of a gopher menu: as a server sends it, or the file from which
// it makes one, where the last fields can be missing.
//
//	for m, err := range gophermap.URLs(file, gophermap.Options{Base: extract.BaseOf(retrieved)}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// Source: rfc1436 2, 3.8; the file gophermap of Bucktooth and pygopherd.
package gophermap

import (
	"io"
	"iter"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/textline"
	"github.com/earl-url/earl/views"
)

// Options are the settings of [URLs].
type Options struct {
	// Options are the options for text.
	extract.Options
	// Base is the URL of the menu: an item without a host is on its server, and a selector of
	// such an item without a slash is in its directory. A URL of another scheme is no base.
	Base extract.Base
}

// URLs finds the URLs of a menu, in its order. Those of items have the kind [extract.Attribute],
// and their Text is the selector. An item without a host is [extract.Match.Relative]. Lines of
// text are searched as text. The sequence can be iterated only once, by one goroutine. An error of
// r ends it; [extract.ErrTooLong] does not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		if o.Edition == nil {
			o.Edition = earl.RFC3986
		}
		if o.MaxLength <= 0 {
			o.MaxLength = extract.DefaultMaxLength
		}
		m := &menu{o: o, in: textline.New(r, o.MaxLength), searcher: extract.NewSearcher(o.Options), yield: yield}
		if err := m.in.Each(m.line); err != nil {
			yield(extract.Match{}, err)
		}
	}
}

// A menu is a menu that is read.
type menu struct {
	o        Options
	in       *textline.Reader
	searcher *extract.Searcher
	yield    func(extract.Match, error) bool
	ended    bool
}

// line yields the URLs of a line, and reports whether to continue. Source: rfc1436 3.8.
func (m *menu) line(text string, n int64) bool {
	if int64(len(text)) < n {
		return m.give(extract.Match{Column: 1}, extract.ErrTooLong)
	}
	text = strings.TrimRight(text, "\r\n")
	fields := strings.Split(text, "\t")
	m.ended = m.ended || text == "."
	if m.ended || len(fields) < 2 || fields[0] == "" || text[0] == 'i' || text[0] == '3' {
		for match, err := range m.searcher.Text(strings.NewReader(fields[0])) {
			if !m.give(match, err) {
				return false
			}
		}
		return true
	}
	at := len(fields[0]) + 1
	found := extract.Match{Text: fields[1], Offset: int64(at), Column: int64(at) + 1, Kind: extract.Attribute, Confidence: extract.High, Followed: true}
	if found.URL = m.url(fields); found.URL == "" {
		return true
	}
	found.Relative = strings.HasPrefix(found.URL, "/")
	return m.give(found, nil)
}

// url returns the URL of an item, or a reference if it has no host. It returns "" for an item that
// has no URL.
func (m *menu) url(fields []string) string {
	kind, selector := fields[0][:1], fields[1]
	for _, prefix := range [...]string{"URL:", "/URL:"} {
		if url, ok := strings.CutPrefix(selector, prefix); ok && kind == "h" {
			return url
		}
	}
	v := views.Gopher{Scheme: "gopher", Type: earl.Some(earl.Octets(kind)), Selector: earl.Octets(selector)}
	if len(fields) > 2 {
		v.Host = earl.Octets(strings.TrimSpace(fields[2]))
	}
	local := v.Host == "" || v.Host == "+"          // the server of the menu
	if strings.ContainsAny(string(v.Host), " ()") { // such as "(NULL)"
		return ""
	}
	switch {
	case kind == "8" || kind == "T": // a session, which has a URL of another scheme
		return m.session(kind, v.Host, fields)
	case local:
		v.Host = "h"
		if !strings.HasPrefix(selector, "/") {
			v.Selector = earl.Octets(m.directory() + selector)
		}
	case len(fields) > 3 && strings.TrimSpace(fields[3]) != "70":
		v.Port = earl.Some(earl.Octets(strings.TrimSpace(fields[3])))
	}
	u, err := v.URL(m.o.Edition)
	if err != nil {
		return ""
	}
	if local {
		return strings.TrimPrefix(u.String(), "gopher://h")
	}
	return u.String()
}

// session returns the URL of a session: rfc1436 3.9.
func (m *menu) session(kind string, host earl.Octets, fields []string) string {
	if host == "" || host == "+" {
		return ""
	}
	scheme := map[string]string{"8": "telnet", "T": "tn3270"}[kind]
	url := scheme + "://" + string(host)
	if len(fields) > 3 && strings.TrimSpace(fields[3]) != "23" {
		url += ":" + strings.TrimSpace(fields[3])
	}
	u, err := m.o.Edition.Parse(url + "/")
	if err != nil {
		return ""
	}
	return u.String()
}

// directory returns the selector of the directory of the menu, with its last slash.
func (m *menu) directory() string {
	if !m.isServed() {
		return "/"
	}
	v, err := views.ParseGopher(m.o.Base.URL)
	if err != nil || v.Selector == "" {
		return "/"
	}
	return "/" + strings.Trim(string(v.Selector), "/") + "/"
}

// isServed reports whether the menu is known to be on a server of gopher.
func (m *menu) isServed() bool {
	return m.o.Base.From != extract.NoBase && strings.HasPrefix(strings.ToLower(m.o.Base.URL.Scheme()), "gopher")
}

// give yields a match whose position is in the current line.
func (m *menu) give(match extract.Match, err error) bool {
	match.Offset += m.in.Offset
	match.Line, match.Base = m.in.Line, m.o.Base
	if match.Relative && !m.isServed() {
		match.Base, match.Confidence = extract.Base{}, extract.Low
	}
	return m.yield(match, err)
}
