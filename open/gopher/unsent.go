package gopher

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// unsent returns the result for a URL that needs no request: a form, a link or
// a session, or an error. If both are nil, the server must be asked.
func (q *query) unsent() (open.Resource, error) {
	plus := q.view.Plus.Value
	if plus == "" {
		if link, ok := q.link(); ok {
			return q.refer(link)
		}
		switch q.item.class {
		case classSession:
			return q.session()
		case classNone:
			return nil, q.notRetrieved()
		}
	}
	switch {
	case plus != "" && strings.IndexByte("+!$", plus[0]) < 0 && plus != "?":
		return nil, fmt.Errorf("gopher: %q is not a Gopher+ string: it must begin with +, !, $ or ?: %w", plus, errors.ErrUnsupported)
	case plus != "" && plus[0] != '+':
		return nil, nil
	case typeOf(q.view) == '7' && q.view.Search.Value == "" && !q.emptySearch():
		return q.form(), nil
	}
	return nil, nil
}

// emptySearch reports whether a search without words is sent: the URL has one,
// and it is the answer to the search form. Source: rfc1738 3.4.3.
func (q *query) emptySearch() bool {
	_, filled := q.view.Answers() // answers to a form do not contain the words
	return q.view.Search.Present && q.req.Policy.Ask && !filled
}

// notRetrieved returns the error of a type that cannot be retrieved.
func (q *query) notRetrieved() error {
	if typeOf(q.view) == '2' {
		return fmt.Errorf("gopher: type 2 is a CSO name server, which has a protocol of its own: %w", open.ErrNoOpener)
	}
	return fmt.Errorf("gopher: type %s is a line of a menu and not a link: %w", q.view.Type.Value.Printable(), open.ErrNotFound)
}

// link returns the URL in a selector "URL:...", of an item of type h.
func (q *query) link() (string, bool) {
	if q.opts.LinkPage || typeOf(q.view) != 'h' || q.view.Search.Value != "" {
		return "", false
	}
	return cutLink(string(q.view.Selector))
}

// cutLink returns the text after "URL:", in upper or lower case and with an
// optional slash before it.
func cutLink(selector string) (string, bool) {
	selector = strings.TrimPrefix(selector, "/")
	if len(selector) < 4 || !strings.EqualFold(selector[:4], "URL:") {
		return "", false
	}
	return selector[4:], true
}

// refer returns a Referral to a link.
func (q *query) refer(link string) (open.Resource, error) {
	u, err := dialogue.Link(q.req.URL.Edition(), link)
	if err != nil {
		return nil, fmt.Errorf("gopher: the link in the selector: %w", err)
	}
	return q.referral(u, "the selector is a link"), nil
}

// referral returns a Referral to u.
func (q *query) referral(u earl.URL, reason string) *open.Referral {
	meta := open.Meta{URL: q.req.URL, Kind: open.KindReferral, Size: -1, Note: q.notes}
	return &open.Referral{Meta: meta, Targets: []earl.URL{u}, Reason: reason}
}

// session returns a Referral to the terminal session of types 8 and T.
// Source: draft1993 Gopher.
func (q *query) session() (open.Resource, error) {
	e := q.req.URL.Edition()
	port := uint16(70)
	if given, ok := q.req.URL.PortNumber(); ok {
		port = given
	}
	u, err := sessionURL(e, typeOf(q.view), string(q.view.Selector), string(q.view.Host), port)
	if err != nil {
		return nil, fmt.Errorf("gopher: type %c is a terminal session: %w", typeOf(q.view), err)
	}
	return q.referral(u, "the item is a terminal session"), nil
}

// form returns the form for the words of a search. Source: rfc1738 3.4.2.
func (q *query) form() *open.Form {
	meta := open.Meta{URL: q.req.URL, Kind: open.KindForm, Size: -1, Type: menuType, Note: q.notes}
	return dialogue.SearchForm(meta, "Search", func(words earl.Octets) (earl.URL, error) {
		v := q.view
		v.Search = earl.Some(words)
		return v.URL(q.req.URL.Edition())
	})
}

// sessionURL returns the URL of the terminal session of a type 8 or T. The
// selector is the login. Text that begins with "-" is refused, because another
// program could read it as an option. Source: draft1993 Gopher; rfc1738 3.8.
func sessionURL(e *earl.Edition, t byte, login, host string, port uint16) (earl.URL, error) {
	if strings.HasPrefix(login, "-") || strings.HasPrefix(host, "-") {
		return earl.URL{}, errors.New("the login or the host begins with \"-\"")
	}
	v := views.Telnet{Host: earl.Octets(bracket(host)), Slash: true}
	if login != "" {
		v.User = earl.Some(earl.Octets(login))
	}
	if port != 23 {
		v.Port = earl.Some(earl.Octets(fmt.Sprint(port)))
	}
	u, err := dialogue.Compose(e, v)
	if err != nil || t == '8' {
		return u, err
	}
	text := "tn3270" + strings.TrimPrefix(u.String(), "telnet")
	return u.Edition().Parse(text)
}

// bracket returns a host in the form of a URL: an IPv6 address has brackets.
func bracket(host string) string {
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		return "[" + host + "]"
	}
	return host
}
