package rewrite

import (
	"bytes"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/html"
)

// The texts about links and forms that do not work in a sandbox. They are written into
// attributes and into the document, so they contain no markup.
const (
	deadTitle = "earl does not open this link. Follow it to see why."
	fileTitle = "earl does not send files to servers."
	postText  = "earl does not send this form, since it only retrieves. The buttons of the form are disabled."
	mailText  = "earl does not send this form, since its target is not a web server. The buttons of the form are disabled."
	indexText = "This is a searchable index. Enter search words:"
	frameText = "This page has frames. Open one of them:"
)

// openTag is a tag whose matches are being collected.
type openTag struct {
	html.Tag
	matches []extract.Match
}

// isRewritten reports whether more than the references is rewritten in tags of a name.
func isRewritten(name string) bool {
	return slices.Contains([]string{"a", "area", "form", "/form", "button", "input", "meta", "frameset", "/frameset", "frame", "noframes", "/noframes", "isindex"}, name)
}

// edit is a change of a document: to replaces n bytes at an offset.
type edit struct {
	at int64
	n  int
	to string
}

// tagRewriter rewrites one tag.
type tagRewriter struct {
	v *linkRewriter
	html.Tag
	raw   []byte
	edits []edit
}

// tag returns the edits of a tag with the bytes raw.
func (v *linkRewriter) tag(t openTag, raw []byte) []edit {
	w := tagRewriter{v: v, Tag: t.Tag, raw: raw}
	if w.Cut { // it may have other attributes, which browsers would follow
		return []edit{{w.Start, len(raw), ""}}
	}
	rewrite := w.html
	if v.xml {
		rewrite = w.xml
	}
	rewrite(t.matches)
	for _, m := range t.matches { // such as the images of a style
		if !w.has(m.Offset) {
			if n, to := v.of(&m); to != "" {
				w.edits = append(w.edits, edit{m.Offset, n, w.asValue(&m, to)})
			}
		}
	}
	slices.SortStableFunc(w.edits, func(a, b edit) int { return int(a.at - b.at) })
	return w.edits
}

// html rewrites a tag of HTML.
func (w *tagRewriter) html(matches []extract.Match) {
	switch w.Name {
	case "a", "area":
		w.link(matches)
	case "form":
		w.form(matches)
	case "/form":
		w.v.closed = ""
	case "button", "input":
		w.button(matches)
	case "meta":
		w.refresh(matches)
	case "frameset", "/frameset", "frame", "noframes", "/noframes":
		w.frames(matches)
	case "isindex":
		w.isindex()
	}
}

// xml rewrites a tag of XML. It removes the target of a link: a link that opens a new window
// does nothing in the sandbox.
func (w *tagRewriter) xml([]extract.Match) {
	for _, a := range w.Attributes {
		if a.Name == "target" {
			w.edits = append(w.edits, edit{a.ValueStart, int(a.ValueEnd - a.ValueStart), "_self"})
		}
	}
}

// has reports whether an edit has changed the byte at an offset.
func (w *tagRewriter) has(at int64) bool {
	return slices.ContainsFunc(w.edits, func(e edit) bool { return e.at <= at && at < e.at+int64(e.n) || e.at == at })
}

// insert writes attributes after the name of the tag, before other attributes with the same
// names.
func (w *tagRewriter) insert(attributes string) {
	n := 1 + len(w.Name)
	w.edits = append(w.edits, edit{w.Start, n, string(w.raw[:n]) + attributes + separator(w.raw[n])})
}

// drop removes the attributes of some names.
func (w *tagRewriter) drop(names ...string) {
	for _, a := range w.Attributes {
		if slices.Contains(names, a.Name) {
			w.edits = append(w.edits, edit{a.Start, int(a.End - a.Start), ""})
		}
	}
}

// keyword returns the value of an attribute in lower case. Source: HTML, enumerated
// attributes.
func (w *tagRewriter) keyword(name string) string {
	value, _ := w.Value(name)
	return strings.ToLower(strings.TrimSpace(value))
}

// in returns the first match in an attribute, or nil.
func (w *tagRewriter) in(name string, matches []extract.Match) *extract.Match {
	for _, a := range w.Attributes {
		if a.Name != name {
			continue
		}
		for i := range matches {
			if at := matches[i].Offset; a.ValueStart <= at && at <= a.ValueEnd {
				return &matches[i]
			}
		}
		return nil
	}
	return nil
}

// link rewrites a link to a path that replaces the whole page by another page of the
// gateway. It does not change a link to a position in the document.
func (w *tagRewriter) link(matches []extract.Match) {
	opens, dead := false, false
	for i := range matches {
		m := &matches[i]
		if !m.Followed {
			continue
		}
		to, kind := w.v.follow(m)
		opens, dead = opens || kind != stays, dead || kind == isDead
		if to != "" && bytes.HasPrefix(w.raw[m.Offset-w.Start:], []byte(m.Text)) {
			w.edits = append(w.edits, edit{m.Offset, len(m.Text), w.asValue(m, to)})
		}
	}
	if !opens {
		return
	}
	w.drop("target", "ping", "download")
	attributes := " target=_top"
	if dead {
		w.drop("title", "style")
		attributes += ` title="` + deadTitle + `" style="color:GrayText"`
	}
	w.insert(attributes)
}

// asValue is the function of the same name for a match in the tag.
func (w *tagRewriter) asValue(m *extract.Match, to string) string {
	return asValue(w.raw[:m.Offset-w.Start], m.Text, to)
}

// asValue returns what to write for a replacement of a text that follows before. It is to, but
// an attribute with a name alone, as in <A HREF>, gets its "=" too, and a space, since a "/"
// or a name may follow. Source: HTML, attribute name state.
func asValue(before []byte, text, to string) string {
	if text != "" || len(before) == 0 || !ascii.IsLetter(before[len(before)-1]) {
		return to
	}
	return "=" + to + " "
}

// refresh records the URLs that a document wants to open by itself.
func (w *tagRewriter) refresh(matches []extract.Match) {
	for i := range matches {
		if u, ok := resolved(&matches[i]); ok && matches[i].Followed && u.WithoutFragment() != w.v.url.WithoutFragment() {
			w.v.refreshes = append(w.v.refreshes, u)
		}
	}
}

// frames replaces the frames of a page by links to their documents, and shows the text for
// browsers without frames. The sandbox loads no document into a document, since a page of the
// gateway shows the URL of everything that it shows. Source: HTML 4.01 16.2, 16.4.1.
func (w *tagRewriter) frames(matches []extract.Match) {
	first := !w.v.framed
	w.v.framed = w.v.framed || w.Name == "frameset"
	switch {
	case !w.v.framed: // browsers read no frames here
	case w.Name == "frame":
		w.edits = append(w.edits, edit{w.Start, len(w.raw), w.v.frame(w.in("src", matches), w.text("name"))})
	case w.Name[0] == '/':
		w.edits = append(w.edits, edit{w.Start, 1 + len(w.Name), "</div"})
	case first:
		w.edits = append(w.edits, edit{w.Start, 1 + len(w.Name), "<p>" + frameText + "</p><div"})
	default:
		w.edits = append(w.edits, edit{w.Start, 1 + len(w.Name), "<div"})
	}
}

// frame returns a link to the document of a frame, or "" if it has none.
func (v *linkRewriter) frame(src *extract.Match, name string) string {
	if src == nil {
		return ""
	}
	to, kind := v.follow(src)
	if kind == stays {
		return ""
	}
	if name != "" {
		name += ": "
	}
	return "<p><a target=_top href=\"" + to + "\">" + name + noMarkup.Replace(src.Text) + "</a></p>"
}

// noMarkup makes the value of an attribute, with its character references, text of the document.
var noMarkup = strings.NewReplacer("<", "&lt;", ">", "&gt;")

// text returns the value of an attribute as text of the document.
func (w *tagRewriter) text(name string) string {
	for _, a := range w.Attributes {
		if a.Name == name {
			return noMarkup.Replace(string(w.raw[a.ValueStart-w.Start : a.ValueEnd-w.Start]))
		}
	}
	return ""
}

// isindex replaces an ISINDEX, which browsers no longer show, by a form with its field.
// SubmitURL makes its query. Source: rfc1866 5.2.4, 7.5.
func (w *tagRewriter) isindex() {
	path, ok := w.v.action(nil)
	if !ok {
		return
	}
	prompt := w.text("prompt")
	if prompt == "" {
		prompt = indexText
	}
	w.edits = append(w.edits, edit{w.Start, len(w.raw), "<form target=_top action=\"" + path + "\"><hr><label>" + prompt + " <input name=" + indexField + "></label><hr></form>"})
}

// form rewrites a form that retrieves, and disables any other.
// Source: HTML, form submission algorithm.
func (w *tagRewriter) form(matches []extract.Match) {
	w.drop("target", "action")
	if w.v.closed != "" { // browsers ignore a form in a form
		return
	}
	why := ""
	switch w.keyword("method") {
	case "post":
		why = postText
	case "dialog":
		return
	default:
		path, ok := w.v.action(w.in("action", matches))
		if ok {
			w.insert(` target=_top action="` + path + `"`)
			return
		}
		why = mailText
	}
	w.v.closed = why
	w.edits = append(w.edits, edit{w.Start + int64(len(w.raw)), 0, "<small>" + why + "</small>"})
}

// button disables a button of a disabled form, and rewrites the action of a button.
// Source: HTML, attributes for form submission.
func (w *tagRewriter) button(matches []extract.Match) {
	kind := w.keyword("type")
	if w.Name == "input" && kind == "file" {
		w.insert(` disabled title="` + fileTitle + `"`)
		return
	}
	if w.Name == "input" && kind != "submit" && kind != "image" || kind == "button" || kind == "reset" {
		return
	}
	why := w.v.closed
	path := ""
	if m := w.in("formaction", matches); m != nil && why == "" {
		var ok bool
		if path, ok = w.v.action(m); !ok {
			why = mailText
		}
	}
	if why == "" && w.keyword("formmethod") == "post" {
		why = postText
	}
	w.drop("formtarget", "formaction")
	switch {
	case why != "":
		w.insert(` disabled title="` + why + `"`)
	case path != "":
		w.insert(` formaction="` + path + `"`)
	}
}

// action returns the path that replaces the action of a form. If m is nil, the action is the
// URL of the document.
func (v *linkRewriter) action(m *extract.Match) (string, bool) {
	u, ok := v.url, !v.url.IsZero()
	if m != nil && m.URL != "" {
		u, ok = resolved(m)
	}
	if !ok {
		return "", false
	}
	return v.submit(u, sharesRoot(u, v.url))
}

// A following is the effect of following a link.
type following uint8

const (
	stays  following = iota // it shows another position in the document
	goes                    // it opens a URL of the same server
	leaves                  // it opens a URL of another server, after a leave page
	isDead                  // it opens a page that shows why the gateway does not open the link
)

// follow returns the replacement for the text of a link, or "" if the text stays, and the
// effect of following the link.
func (v *linkRewriter) follow(m *extract.Match) (to string, kind following) {
	if m.Relative && m.Base.From != extract.FromEmbedded && (m.URL == "" || m.URL[0] == '#') {
		return "", stays
	}
	u, ok := resolved(m)
	if !ok || m.Relative && m.Base.URL.IsZero() {
		return v.dead(m.URL), isDead
	}
	if fragment, found := u.Fragment(); found && u.WithoutFragment() == v.url.WithoutFragment() && !strings.ContainsAny(fragment, meaningful) {
		return "#" + fragment, stays
	}
	if v.reaches(u) {
		if to, ok := v.goTo(u); ok {
			return to, goes
		}
	} else if to, ok := v.leave(u); ok {
		return to, leaves
	}
	return v.dead(m.URL), isDead
}

// reaches reports whether u is a URL of the document's own server, and for a local file
// whether it is in the directory of the document, or below.
func (v *linkRewriter) reaches(u earl.URL) bool {
	return sharesRoot(u, v.url) && (u.Scheme() != "file" || withinDirectory(v.url, u))
}
