package gopher

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// menu reads the lines of a menu as entries.
type menu struct {
	q     *query
	p     *reply
	last  byte // the type of the item before, or 0
	begun bool
	infos bool   // the reply is attributes, which contain the items
	links int    // entries with a URL so far
	why   string // why the menu may have more items, or ""
}

// listing returns the reply as a listing. An empty reply is an empty menu, with
// a Note, because some servers crash like that. Source: rfc1436 2.
func (q *query) listing(p *reply) (open.Resource, error) {
	q.plain(p)
	m, err := q.menu(p)
	if err != nil {
		p.conn.Close()
		return nil, prefixed(err)
	}
	if q.req.Offset > 0 || q.req.End > 0 {
		q.note("a menu is always read from its beginning: it cannot be resumed")
	}
	meta := open.Meta{URL: q.req.URL, Kind: open.KindListing, Size: -1, Type: menuType, Note: q.notes}
	return &open.Listing{Meta: meta, Shape: open.ShapeMenu, Entries: m.entries, Close: p.conn.Close, Doubt: m.doubt}, nil
}

// doubt returns why the menu may have more items. A menu without items, such as an
// empty reply, is what some servers send when they fail.
func (m *menu) doubt() string {
	if m.links == 0 {
		return "the menu has no items: some servers send that when they fail"
	}
	return m.why
}

// menu checks the beginning of a reply. It may be attributes, with or without a
// header, although a menu was requested.
func (q *query) menu(p *reply) (*menu, error) {
	m := &menu{q: q, p: p}
	b, err := p.more(0)
	if err == io.EOF {
		q.note("the reply is empty")
		return m, nil
	}
	if err != nil || q.view.Plus.Value == "" || b[0] != '+' {
		return m, err
	}
	for err == nil && len(b) < len(infoBlock) {
		b, err = p.more(len(b))
	}
	m.infos = len(b) >= len(infoBlock) && strings.EqualFold(string(b[:len(infoBlock)]), infoBlock)
	if m.infos && q.view.Plus.Value[0] != '$' {
		q.note("the server sent attributes: they contain the items of this menu")
	}
	return m, nil
}

// entries yields the entries as they arrive, up to a line "." or the end of the
// connection.
func (m *menu) entries(yield func(open.Entry, error) bool) {
	if m.begun {
		return
	}
	m.begun = true
	defer m.p.conn.Close()
	policy, count := m.q.req.Policy, 0
	err := m.each(func(e open.Entry, err error) bool {
		if count == policy.Entries {
			yield(open.Entry{}, prefixed(open.TooMany(policy)))
			return false
		}
		count++
		if !e.URL.IsZero() {
			m.links++
		}
		if err != nil {
			err = prefixed(err)
		}
		return yield(e, err)
	})
	if err != nil && err != io.EOF {
		yield(open.Entry{}, prefixed(err))
	}
}

// each yields the entries without counting them, and the errors of lines that
// were not understood. Its error is that of the reply, io.EOF at its end, or nil
// if yield returned false.
func (m *menu) each(yield func(open.Entry, error) bool) error {
	if m.infos {
		blocks, names := m.q.blocks(m.p), m.names()
		for {
			a, err := blocks.item()
			if err != nil {
				return err
			}
			if !m.described(a, names, yield) {
				return nil
			}
		}
	}
	lines := &lines{p: m.p, limit: wire.Limit{Octets: m.q.opts.MenuLine, Setting: "gopher.Options.MenuLine"}, idle: m.q.req.Policy.Idle}
	for n := 1; ; n++ {
		line, whole, err := lines.next()
		if err == io.EOF && !lines.dot && m.p.framing != counted {
			m.why = "the menu ends with the connection and not with a line \".\", so it may be truncated"
		}
		if err != nil {
			return err
		}
		e, err := m.entry(n, string(line), whole)
		if !yield(e, err) {
			return nil
		}
	}
}

// names returns the attributes that the URL requests with the items, or nil for
// all.
func (m *menu) names() []string {
	if plus := string(m.q.view.Plus.Value); plus[0] == '$' {
		return names(plus)
	}
	return nil
}

// lines reads the lines of a menu or of attributes.
type lines struct {
	p     *reply
	limit wire.Limit
	idle  time.Duration
	glued bool // the last line ended in a dot
	dot   bool // a line "." ended the reply
}

// next returns the next line and whether it had a line end. io.EOF means the
// end of the reply, at a line "." or otherwise.
func (l *lines) next() (line []byte, whole bool, err error) {
	line, whole, err = l.p.readLine(l.limit, l.idle)
	switch {
	case err == io.EOF && l.p.framing == dotEnded && !l.glued:
		return nil, false, errNoDot
	case err == nil && isDot(line) && l.p.framing != counted:
		l.dot = true
		return nil, false, io.EOF
	}
	l.glued = bytes.HasSuffix(line, []byte("."))
	return line, whole, err
}

// line is an item of a menu. Source: rfc1436 2, 3.4.
type line struct {
	typ      byte
	display  string
	selector string
	host     string
	port     string
	flag     string // "+", "?" or, for a plain item, anything else
}

// parseLine reads a line without its line end. A line of fewer than three fields
// is not an item.
func parseLine(text string) (line, bool) {
	fields := strings.SplitN(text, "\t", 6)
	if len(fields) < 3 || fields[0] == "" {
		return line{}, false
	}
	l := line{typ: text[0], display: fields[0][1:], selector: fields[1], host: strings.TrimSpace(fields[2])}
	if len(fields) > 3 {
		l.port = strings.TrimSpace(fields[3])
	}
	if len(fields) > 4 {
		l.flag = fields[4]
	}
	return l, true
}

// isText reports whether a line that is not an item is certainly no link: an
// empty one, or one of type i, whose other fields no client reads.
func isText(text string) bool {
	return strings.TrimSpace(text) == "" || text[0] == 'i'
}

// info returns an entry that is only text.
func info(display string) open.Entry {
	return open.Entry{Name: dialogue.Text(display), Meta: open.Meta{Kind: open.KindInfo, Size: -1}}
}

// unknown returns the error of line n, which was not understood.
func unknown(n int, text, reason string) error {
	return &open.NotUnderstood{Line: n, Text: text, Reason: reason}
}

// entry returns the entry of line n. whole is false for the last line of a reply
// if it has no line end. An entry that is not a link has no URL; a Note gives the
// reason. Without the place of an object the line is not understood.
func (m *menu) entry(n int, text string, whole bool) (e open.Entry, err error) {
	l, ok := parseLine(text)
	switch {
	case !ok && isText(text):
		return info(text), nil
	case !ok:
		return e, unknown(n, text, "an item has at least three fields with a TAB between them (rfc1436 2)")
	case l.typ == 'i':
		return info(l.display), nil
	case !whole && l.port == "":
		return e, unknown(n, text, "it is the last line and has no line end, so it may be truncated")
	}
	if err := m.link(&e, l); err != nil {
		return open.Entry{}, unknown(n, text, err.Error())
	}
	if !whole {
		m.why = "the last line of the menu has no line end, so it may be truncated"
		e.Note = append(e.Note, "the last line has no line end: it may be incomplete")
	}
	return e, nil
}

// link sets the entry of an item.
func (m *menu) link(e *open.Entry, l line) error {
	e.Name, e.Kind, e.Size = dialogue.Text(l.display), open.KindInfo, -1
	t := l.typ
	if t == '+' {
		t = m.last
		e.Note = append(e.Note, "another server of the item before")
	} else {
		m.last = t
	}
	it := itemOfType(t, l.selector)
	if e.Kind, e.Type = it.kind, it.media; it.class == classMenu && it.kind == open.KindForm {
		e.Type = ""
	}
	u, err := m.url(t, l)
	switch {
	case err == nil:
	case errors.Is(err, errPlace):
		return err
	case err == errNoLink:
		e.Kind, e.Type = open.KindInfo, ""
	case t == '3':
		m.why = "the menu has an error of the server"
	}
	if err != nil {
		if _, link := cutLink(l.selector); link && t == 'h' {
			e.Kind, e.Type = open.KindUnknown, ""
		}
		e.Note = append(e.Note, err.Error())
		return nil
	}
	if e.URL = u; u.Scheme() != "gopher" && u.Scheme() != "gophers" && it.kind == open.KindDocument {
		e.Kind, e.Type = open.KindUnknown, ""
	} else if l.flag == "?" {
		e.Kind, e.Type = open.KindForm, ""
	}
	return nil
}

// errPlace is the error of an item whose place was not understood.
var errPlace = errors.New("its place is not understood")

// errNoLink is the error of an item with a host and a port that mean that it is
// not a link.
var errNoLink = errors.New("it is not a link")

// url returns the URL of a line of a type. The error says why it has none.
func (m *menu) url(t byte, l line) (earl.URL, error) {
	if link, ok := cutLink(l.selector); ok && t == 'h' {
		return dialogue.EntryLink(m.q.req.URL.Edition(), link)
	}
	switch {
	case t == '3':
		return earl.URL{}, errors.New("the server reports an error")
	case t == '2':
		return earl.URL{}, fmt.Errorf("a CSO name server: host %q, port %q", dialogue.Text(l.host), dialogue.Text(l.port))
	case t == 0:
		return earl.URL{}, fmt.Errorf("%w: it is another server for the item before it, which is missing", errPlace)
	case isErrorHost(l.host, l.port):
		return earl.URL{}, errNoLink
	case l.host == "":
		return earl.URL{}, fmt.Errorf("%w: it has no host", errPlace)
	}
	session := t == '8' || t == 'T'
	if session && (l.port == "" || l.port == "0") {
		l.port = "23" // old menus have 0 for the default port
	}
	port, ok := parsePort(l.port)
	if !ok {
		return earl.URL{}, fmt.Errorf("%w: port %q is not a number from 1 to 65535", errPlace, dialogue.Text(l.port))
	}
	if session {
		u, err := sessionURL(m.q.req.URL.Edition(), t, l.selector, l.host, port)
		return u, inMenu(err)
	}
	u, err := dialogue.Compose(m.q.req.URL.Edition(), m.item(t, l, port))
	return u, inMenu(err)
}

// inMenu returns err without the causes that readers of a menu do not need.
func inMenu(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("it has no URL: %w", err)
}

// parsePort reads a port; an empty one means 70. Source: rfc1436 2; rfc1738
// 3.4.1.
func parsePort(text string) (uint16, bool) {
	if text == "" {
		return 70, true
	}
	n, err := strconv.ParseUint(text, 10, 16)
	return uint16(n), err == nil && n > 0
}

// item returns the view of a line: Gopher+ items have a Gopher+ string. A link
// to the server that the menu came from keeps its TLS. Source: rfc1738 3.4.4.
func (m *menu) item(t byte, l line, port uint16) views.Gopher {
	v := views.Gopher{
		Scheme:   "gopher",
		Host:     earl.Octets(bracket(l.host)),
		Type:     earl.Some(earl.Octets([]byte{t})),
		Selector: earl.Octets(l.selector),
	}
	if own, ok := m.q.req.URL.PortNumber(); ok && own == port && strings.EqualFold(l.host, string(m.q.view.Host)) {
		v.Scheme = m.q.view.Scheme
	}
	if port != 70 {
		v.Port = earl.Some(earl.Octets(strconv.Itoa(int(port))))
	}
	if l.flag == "+" || l.flag == "?" {
		v.Search, v.Plus = earl.Some(""), earl.Some(earl.Octets(l.flag))
	}
	return v
}
