package rows

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/guard"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/readers"
	"github.com/earl-url/earl/views"
	"github.com/earl-url/earl/warc/surt"
)

// An Operation is a column that a selection can name.
type Operation struct {
	Name string
	Kind Kind
	// Args describes its arguments: "", or for example "(BASE)". Square brackets
	// are around what can be left out.
	Args string
	// Doc is one sentence about the column, for tables and help.
	Doc string

	args   func(c *compiler, it *item, args []argument) error // nil: it has no arguments
	run    func(w *work, it *item, out *Vector)
	onText bool   // it does not use an edition
	fault  string // see item.fault
}

// operations are all columns, in the order of the documentation.
var operations = [...]Operation{
	{Name: "valid", Kind: Bool, Doc: "Whether the text is a URL of the edition.", run: runValid, fault: "valid"},
	{Name: "why", Kind: Text, Doc: "The first rule that the text violates, with its section: \"space (rfc3986 2)\".", run: runWhy, fault: "why"},
	{Name: "why_off", Kind: Int, Doc: "The position of that violation in bytes from 0.", run: runWhyOff, fault: "why_off"},
	{Name: "why_len", Kind: Int, Doc: "Its length in bytes. It is 0 if something is missing.", run: runWhyLen, fault: "why_len"},
	{Name: "edition", Kind: Text, Doc: "The edition that read the URL. Under auto it differs between rows.", run: component(editionOf)},
	{Name: "scheme", Kind: Text, Doc: "The scheme in lower case.", run: component(schemeOf)},
	{Name: "has_user", Kind: Bool, Doc: "Whether the URL has a user.", run: runHasUser},
	{Name: "host", Kind: Text, Doc: "The host; an IPv6 address is in brackets.", run: component(earl.URL.Host)},
	{Name: "port", Kind: Int, Doc: "The port, or the default port of the scheme.", run: runPort},
	{Name: "server", Kind: Text, Doc: "The host in lower case and the port, for grouping by server: \"example.com:80\".", run: runServer},
	{Name: "path", Kind: Text, Doc: "The path with its first slash, with its escapes.", run: component(pathOf)},
	{Name: "query", Kind: Text, Doc: "The text after the question mark.", run: component(earl.URL.Query)},
	{Name: "fragment", Kind: Text, Doc: "The text after the number sign.", run: component(earl.URL.Fragment)},
	{Name: "domain", Kind: Text, Doc: "The registrable domain by the public suffix list, with its private part. A dot at the end of the host stays.", run: component(domainOf)},
	{Name: "icann_domain", Kind: Text, Doc: "The registrable domain by the ICANN part of the list.", run: component(icannDomainOf)},
	{Name: "normal", Kind: Text, Args: "[(LEVEL)]", Doc: "The normal form at a level: case, escapes, dots or scheme (the default).", args: argLevel, run: runNormal},
	{Name: "view", Kind: Text, Args: "[(PART)]", Doc: "The decoded parts of the URL's scheme as a JSON object, or one of them as text.", args: argPart, run: runView},
	{Name: "same", Kind: Bool, Args: "(OTHER[, LEVEL])", Doc: "Whether the URL is equivalent to that of another column, or to a text in quotes.", args: argOther, run: runSame},
	{Name: "resolve", Kind: Text, Args: "(BASE)", Doc: "The text as a reference, resolved against the URL of another column, or a text in quotes.", args: argBase, run: runResolve},
	{Name: "surt", Kind: Text, Args: "[(OPTION, ...)]", Doc: "The key of the text in the indexes of archives (CDX, CDXJ). Options: with_scheme, trailing_comma, keep_www, keep_ipv4, keep_case, keep_session_ids, keep_order; or heritrix, for the form of that crawler.", args: argSURT, run: runSURT, onText: true},
	{Name: "disagree", Kind: Bool, Doc: "Whether programs and editions would contact different servers.", run: runDisagree, onText: true},
	{Name: "contacts", Kind: List, Doc: "The servers that programs would contact, each with their names: \"example.com:80 curl,go\".", run: runContacts, onText: true},
	{Name: "guard", Kind: Text, Doc: "The guard that refuses a request of the URL (see package guard), or \"ok\".", run: runGuard, onText: true},
	{Name: "extract", Kind: List, Args: "[(TYPE)]", Doc: "The URLs in the text: as text (the default), html, markdown or mail.", args: argType, run: runExtract, onText: true},
}

// Operations yields all columns, in the order of the documentation.
func Operations() iter.Seq[Operation] {
	return func(yield func(Operation) bool) {
		for _, o := range operations {
			if !yield(o) {
				return
			}
		}
	}
}

func runValid(w *work, it *item, out *Vector) {
	if s := &w.slots[it.slot]; !s.done && w.plan.validOnly[it.slot] {
		out.AppendBool(w.plan.slots[it.slot].Valid(w.text))
		return
	}
	_, ok := w.url(it)
	out.AppendBool(ok)
}

// violation returns why the text is not a URL, and whether there is such a rule.
func (w *work) violation(it *item) (earl.Violation, bool) {
	if fault, ok := w.slot(it).err.(*earl.ParseError); ok {
		return fault.Violation, true
	}
	return earl.Violation{}, false
}

func runWhy(w *work, it *item, out *Vector) {
	if v, ok := w.violation(it); ok {
		out.AppendText(v.Rule.Name() + " (" + v.Rule.Section() + ")")
		return
	}
	out.AppendNull()
}

func runWhyOff(w *work, it *item, out *Vector) {
	v, ok := w.violation(it)
	appendInt(out, v.Off, ok)
}

func runWhyLen(w *work, it *item, out *Vector) {
	v, ok := w.violation(it)
	appendInt(out, v.Len, ok)
}

// appendInt appends n, or NULL if ok is false.
func appendInt(out *Vector, n int, ok bool) {
	if !ok {
		out.AppendNull()
		return
	}
	out.AppendInt(n)
}

// appendText appends text, or NULL if ok is false.
func appendText(out *Vector, text string, ok bool) {
	if !ok {
		out.AppendNull()
		return
	}
	out.AppendText(text)
}

// component returns the function for a column that get reads from the URL.
func component(get func(earl.URL) (string, bool)) func(*work, *item, *Vector) {
	return func(w *work, it *item, out *Vector) {
		if u, ok := w.url(it); ok {
			if text, ok := get(u); ok {
				out.AppendText(text)
				return
			}
		}
		out.AppendNull()
	}
}

func editionOf(u earl.URL) (string, bool) { return u.Edition().Name(), true }
func schemeOf(u earl.URL) (string, bool)  { return u.Scheme(), true }
func pathOf(u earl.URL) (string, bool)    { return u.Path(), true }

func domainOf(u earl.URL) (string, bool)      { return registrable(u, false) }
func icannDomainOf(u earl.URL) (string, bool) { return registrable(u, true) }

func runHasUser(w *work, it *item, out *Vector) {
	u, ok := w.url(it)
	if !ok {
		out.AppendNull()
		return
	}
	_, has := u.User()
	out.AppendBool(has)
}

func runPort(w *work, it *item, out *Vector) {
	u, ok := w.url(it)
	if !ok {
		out.AppendNull()
		return
	}
	port, ok := u.PortNumber()
	appendInt(out, int(port), ok)
}

func runServer(w *work, it *item, out *Vector) {
	u, _ := w.url(it)
	host, _ := u.Host()
	port, ok := u.PortNumber()
	if host == "" || !ok {
		out.AppendNull()
		return
	}
	w.scratch = append(append(w.scratch[:0], strings.ToLower(host)...), ':')
	w.scratch = strconv.AppendUint(w.scratch, uint64(port), 10)
	out.appendValid(w.scratch)
}

func runNormal(w *work, it *item, out *Vector) {
	u, ok := w.url(it)
	if !ok {
		out.AppendNull()
		return
	}
	w.scratch = u.AppendNormalize(w.scratch[:0], it.level)
	out.appendValid(w.scratch)
}

func runView(w *work, it *item, out *Vector) {
	u, ok := w.url(it)
	if !ok {
		out.AppendNull()
		return
	}
	view, err := views.Parse(u)
	if err != nil {
		out.AppendNull()
		return
	}
	if it.name == "" {
		w.scratch = earl.AppendView(w.scratch[:0], view)
		out.appendValid(w.scratch)
		return
	}
	var part earl.Part
	for p := range view.Parts {
		if p.Name == it.name {
			part = p
			break
		}
	}
	text, ok := partText(part)
	appendText(out, text, ok)
}

// partText returns the value of a part as text, and whether there is one. Lists
// and pairs are JSON.
func partText(p earl.Part) (string, bool) {
	switch {
	case p.Name == "":
		return "", false
	case p.Kind == earl.PartFlag && p.Present:
		return "true", true
	case p.Kind == earl.PartFlag:
		return "false", true
	case !p.Present:
		return "", false
	case p.Kind == earl.PartList, p.Kind == earl.PartPairs:
		return jsonList(p), true
	}
	return p.Printable(), true
}

// jsonList returns the JSON array of a part with several values, as in the
// object of the view.
func jsonList(p earl.Part) string {
	b := []byte{'['}
	for i, o := range p.List {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonstring.Append(b, o.Printable())
	}
	for i, pair := range p.Pairs {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonstring.Append(append(b, `{"name":`...), pair.Name.Printable())
		b = append(jsonstring.Append(append(b, `,"value":`...), pair.Value.Printable()), '}')
	}
	return string(append(b, ']'))
}

func runSame(w *work, it *item, out *Vector) {
	u, ok := w.url(it)
	other, given := w.argument(it)
	if !ok || !given || len(other) > w.plan.maxText {
		out.AppendNull()
		return
	}
	v, err := u.Edition().Parse(other)
	if err != nil {
		out.AppendNull()
		return
	}
	same, _ := u.Equal(v, it.level)
	out.AppendBool(same)
}

// argument returns the value of the first argument in this row, and whether it
// is not NULL.
func (w *work) argument(it *item) (string, bool) {
	if it.input < 0 {
		return it.literal, true
	}
	return w.arg(it.input)
}

func runResolve(w *work, it *item, out *Vector) {
	text, given := w.argument(it)
	if !given || len(text) > w.plan.maxText {
		out.AppendNull()
		return
	}
	e := w.plan.slots[it.slot]
	base := &w.bases[it.index]
	if !base.done || base.text != text {
		u, err := e.Parse(text)
		*base = baseSlot{text: text, url: u, ok: err == nil, done: true}
	}
	if !base.ok {
		out.AppendNull()
		return
	}
	b, err := e.AppendResolve(w.scratch[:0], base.url, w.text)
	if w.scratch = b; err != nil {
		out.AppendNull()
		return
	}
	out.appendValid(b)
}

func runSURT(w *work, it *item, out *Vector) {
	if it.name == heritrix {
		w.scratch = surt.AppendHeritrix(w.scratch[:0], w.text)
	} else {
		w.scratch = surt.Append(w.scratch[:0], w.text, it.surt)
	}
	out.appendValid(w.scratch)
}

func runDisagree(w *work, _ *item, out *Vector) { out.AppendBool(w.explanation().Split()) }

// explanation explains the text of this row with all programs, once.
func (w *work) explanation() *explain.Explanation {
	if w.explain == nil {
		w.explain = explain.Explain(context.Background(), w.text, explain.Options{Readers: readers.All(), Violations: 1})
	}
	return w.explain
}

func runContacts(w *work, _ *item, out *Vector) {
	for _, c := range w.explanation().Contacts {
		server := c.Host
		if c.Port != "" {
			server += ":" + c.Port
		}
		if server == "" {
			server = "-"
		}
		out.Items.AppendText(server + " " + strings.Join(c.Names, ","))
	}
	out.endList()
}

func runGuard(w *work, _ *item, out *Vector) {
	switch fault := guard.Check(w.text).(type) {
	case nil:
		out.AppendText("ok")
	case *guard.Error:
		out.AppendText(fault.Guard)
	default:
		out.AppendText("url")
	}
}

func runExtract(w *work, it *item, out *Vector) {
	source := document.Source{Type: document.Type(it.name)}
	for m, err := range document.URLs(strings.NewReader(w.text), source, extract.Options{}) {
		if err != nil {
			break
		}
		switch {
		case !m.Relative:
			out.Items.AppendText(m.URL)
		case m.Base.From != extract.NoBase:
			if u, err := m.Base.Resolve(earl.Auto, m.URL); err == nil {
				out.Items.AppendText(u.String())
			}
		}
	}
	out.endList()
}
