package ldap

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// The scopes of a search. Source: rfc4511 4.5.1.2.
const (
	scopeBase = 0
	scopeOne  = 1
	scopeSub  = 2
)

// noAttributes requests entries without attributes. Source: rfc4511 4.5.1.8.
const noAttributes = "1.1"

// The operational attributes that a listing shows. Source: rfc4512 3.4.2; for
// hasSubordinates, X.501.
const (
	changed = "modifyTimestamp"
	parent  = "hasSubordinates"
)

// query is the search for a URL.
type query struct {
	opts       Options
	req        *open.Call
	view       views.LDAP
	address    string
	scope      int64
	filter     []byte // encoded
	attributes []string
	bindName   earl.Field // the name of a critical bindname
}

// query returns the search for a request. It is not yet sent.
func (o Opener) query(r *open.Call) (*query, error) {
	view, err := views.ParseLDAP(r.URL)
	if err != nil {
		return nil, err
	}
	q := &query{opts: o.Options.effective(), req: r, view: view, scope: scopeOf(view), filter: everything()}
	if view.Filter.Present {
		if q.filter, err = parseFilter(string(view.Filter.Value)); err != nil {
			return nil, q.invalid(err)
		}
	}
	if err := q.extend(); err != nil {
		return nil, err
	}
	for _, name := range view.Attributes {
		q.attributes = append(q.attributes, string(name))
	}
	if q.scope != scopeBase {
		q.attributes = append(q.attributes, changed)
		if q.scope == scopeOne {
			q.attributes = append(q.attributes, parent)
		}
	}
	if q.bindName.Present && view.Scheme == "ldap" {
		if err := r.CheckPlainLogin(); err != nil {
			return nil, err
		}
	}
	q.address, err = open.HostPort(r.URL)
	return q, err
}

// scopeOf returns the scope of a view. Source: rfc4516 2.
func scopeOf(v views.LDAP) int64 {
	switch strings.ToLower(string(v.Scope.Value)) {
	case "one":
		return scopeOne
	case "sub":
		return scopeSub
	}
	return scopeBase
}

// invalid returns the error of an invalid filter.
func (q *query) invalid(err error) error {
	off, n, _ := q.req.URL.Span(earl.ComponentQuery)
	v := earl.Violation{Off: off, Len: n, Rule: earl.RuleSchemePart}
	return fmt.Errorf("the filter: %w: %w", err, &earl.ParseError{Edition: q.req.URL.Edition(), Input: q.req.URL.String(), Violation: v})
}

// bindName is the only extension that is known. Source: rfc4516 2.2.
const bindName = "bindname"

// extend reads the extensions. A critical one that is not known makes the URL
// unsupported. Source: rfc4516 2.
func (q *query) extend() error {
	for _, x := range q.view.Extensions {
		name, critical := strings.CutPrefix(string(x.Name), "!")
		switch {
		case !critical:
		case strings.EqualFold(name, bindName) && x.Value != "":
			q.bindName = earl.Some(x.Value)
		default:
			return fmt.Errorf("the URL requires the extension %q, which is not known here (rfc4516 2): %w", x.Name.Printable(), errors.ErrUnsupported)
		}
	}
	return nil
}

// The numbers of the messages.
const (
	bindID   = 1
	searchID = 2
	unbindID = 3
)

// The tags of the operations. Source: rfc4511 4.2-4.5.
var (
	tagBind         = ber.App(0)
	tagBound        = ber.App(1)
	tagUnbind       = ber.App(2)
	tagSearch       = ber.App(3)
	tagEntry        = ber.App(4)
	tagDone         = ber.App(5)
	tagReference    = ber.App(19)
	tagExtended     = ber.App(24)
	tagIntermediate = ber.App(25)
)

// message returns a message of the client. Source: rfc4511 4.1.1.
func message(id int64, operation []byte) []byte {
	return ber.Of(ber.Sequence, ber.Int(ber.Integer, id), operation)
}

// protocolVersion is the version of ldap. Source: rfc4511 4.2.
const protocolVersion = 3

// bindMessage returns the login with a name and a password, both empty for an
// anonymous one. Source: rfc4511 4.2; rfc4513 5.1.1.
func bindMessage(name, password earl.Octets) []byte {
	return message(bindID, ber.Of(tagBind, ber.Int(ber.Integer, protocolVersion), ber.Bytes(ber.OctetString, name), ber.Bytes(ber.Ctx(0), password)))
}

// searchMessage returns the search. Aliases are not dereferenced: the URL has
// no part for that, and other clients do not either by default. Source: rfc4511
// 4.5.1.
func (q *query) searchMessage() []byte {
	var names [][]byte
	for _, name := range q.attributes {
		names = append(names, ber.Bytes(ber.OctetString, name))
	}
	return message(searchID, ber.Of(tagSearch,
		ber.Bytes(ber.OctetString, q.view.DN),
		ber.Int(ber.Enumerated, q.scope),
		ber.Int(ber.Enumerated, 0),
		ber.Int(ber.Integer, q.sizeLimit()),
		ber.Int(ber.Integer, timeLimit),
		ber.Bool(ber.Boolean, false),
		q.filter,
		ber.Of(ber.Sequence, names...)))
}

// sizeLimit returns the number of entries that the server may send, 0 for no
// limit. A lower limit of the policy only ends the listing here. Source: rfc4511
// 4.5.1.4.
func (q *query) sizeLimit() int64 {
	if q.req.Policy.Entries > math.MaxInt32 {
		return 0
	}
	return int64(max(q.req.Policy.Entries, defaultLimits.Entries))
}

// timeLimit is how many seconds the server may search. It then returns what it
// has found. Source: rfc4511 4.5.1.5.
var timeLimit = int64(defaultLimits.Idle / time.Second)

// defaultLimits has the limits of a policy without settings.
var defaultLimits = open.Policy{}.Effective()

// unbindMessage returns the end of a session. Source: rfc4511 4.3.
func unbindMessage(id int64) []byte { return message(id, ber.Bytes(tagUnbind, "")) }

// Plan returns the messages that Open sends.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	q, err := o.query(r)
	if err != nil {
		return open.Plan{}, prefixed(err)
	}
	bind := open.Step{Line: string(bindMessage("", "")), Why: "an anonymous login", Source: "rfc4511 4.2"}
	if q.bindName.Present {
		bind = open.Step{Line: string(bindMessage(q.bindName.Value, earl.Hidden)), When: "after you have entered the password", Why: "the URL requires a login", Source: "rfc4516 2.2"}
	}
	return open.Plan{Effect: open.EffectSends, Server: q.address, Note: "It requests this: " + q.describe() + ".", Steps: []open.Step{
		bind,
		{Line: string(q.searchMessage()), Source: "rfc4516 2; rfc4511 4.5.1"},
		{Line: string(unbindMessage(unbindID)), When: "when the session ends", Source: "rfc4511 4.3"},
	}}, nil
}

// describe returns the search in words.
func (q *query) describe() string {
	text := "the entry "
	switch q.scope {
	case scopeOne:
		text = "the entries directly below "
	case scopeSub:
		text = "all entries from "
	}
	text += fmt.Sprintf("%q", q.view.DN.Printable())
	if q.scope == scopeSub {
		text += " down"
	}
	if q.view.Filter.Present {
		text += " that match " + q.view.Filter.Value.Printable()
	}
	if names := q.view.Attributes; len(names) > 0 {
		words := make([]string, len(names))
		for i, name := range names {
			words[i] = name.Printable()
		}
		text += ", with " + strings.Join(words, ", ")
	}
	return text
}

// wants reports whether the URL lists an attribute, whatever its options.
func (q *query) wants(name string) bool {
	return slices.ContainsFunc(q.view.Attributes, func(o earl.Octets) bool {
		return o == "*" || strings.EqualFold(baseName(string(o)), baseName(name))
	})
}
