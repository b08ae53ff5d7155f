// Package trurl edits URLs and prints their components, with the options of the
// command trurl:
//
//	editor, err := trurl.New(earl.RFC3986, trurl.Options{Set: []string{"port=81"}, Get: "{host} {port}"})
//	for u, err := range editor.Apply(u) {
//		line, err = editor.AppendLine(line[:0], u)
//	}
//
// Components are set, escaped and decoded by the rules of the edition. The package
// contains no rules of a standard. It does not guess schemes, and it does not read flags
// or files.
//
// Options and their order follow trurl (https://curl.se/trurl/manual.html). The
// page "trurl" of the guide lists the differences.
package trurl

import (
	"errors"
	"fmt"
	"iter"
	"net/netip"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// Options are the options of trurl as text. Each field has the name of its option.
// The zero value edits nothing and prints each URL unchanged.
type Options struct {
	Redirect      *string  // resolve this reference against the URL; an empty one removes the fragment
	Set           []string // COMPONENT=DATA; ":=" for text with its escapes, "?=" to set only what is missing
	Iterate       []string // COMPONENT="ITEM ITEM": one URL for each item
	Append        []string // path=SEGMENT or query=NAME=VALUE
	QTrim         []string // remove the pairs with this name; NAME* for a prefix
	Trim          []string // query=NAME: the old spelling of QTrim
	Replace       []string // NAME=VALUE: replace the pair with this name
	ReplaceAppend []string // replace the pair with this name, or append NAME=VALUE
	SortQuery     bool     // sort the pairs of the query by name
	Separator     byte     // between the pairs of a query; 0 is '&'

	Normalize bool // print URLs in normal form, as trurl does: see [Editor.Apply]
	KeepPort  bool // with Normalize: keep a port that is the default of the scheme

	Get       string  // the format of a line; "" prints the URL
	URLEncode bool    // Get prints every component with its escapes
	Display   Display // how hosts and ports are printed
}

// ParseSeparator reads the value of --query-separator.
func ParseSeparator(text string) (byte, error) {
	if len(text) != 1 || text[0] <= ' ' || text[0] > '~' || strings.Contains("#=%+", text) {
		return 0, fmt.Errorf("--query-separator %q: must be one character, such as & or ;", text)
	}
	return text[0], nil
}

// An Editor edits and prints URLs of one edition. It is safe for concurrent use.
type Editor struct {
	edits    edits
	template template // nil prints the URL
	display  Display
	normal   bool
	keepPort bool
}

// New compiles the options for URLs of an edition. An error contains the wrong option,
// but no value that may be a password.
func New(e *earl.Edition, o Options) (*Editor, error) {
	if o.Display.IDN && o.Display.Punycode {
		return nil, errors.New("--as-idn and --punycode cannot be used together")
	}
	d := &Editor{display: o.Display, normal: o.Normalize, keepPort: o.KeepPort}
	d.edits = edits{
		redirect: o.Redirect,
		trim:     slices.Clone(o.QTrim),
		sort:     o.SortQuery,
		sep:      o.Separator,
		normal:   o.Normalize,
		repairs:  e.Valid(`http:\\h`), // only an edition that repairs text accepts this
	}
	if d.edits.sep == 0 {
		d.edits.sep = '&'
	}
	if err := d.edits.compile(e, o); err != nil {
		return nil, err
	}
	if o.Get != "" {
		var err error
		d.template, err = compileTemplate(o.Get, segment{decode: !o.URLEncode, display: o.Display, sep: d.edits.sep})
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Edits reports whether Apply changes URLs.
func (d *Editor) Edits() bool { return d.normal || d.edits.any() }

// Apply yields the edited URLs: one, or one for each choice of --iterate. With
// Normalize, each is in normal form: escapes that are not needed are decoded, dot
// segments and default ports are removed, an empty path becomes "/", an IPv6
// address has its short form. Only the case of other hosts does not change. An error is
// an *EditError, and comes with the URL that could not be edited.
func (d *Editor) Apply(u earl.URL) iter.Seq2[earl.URL, error] {
	return func(yield func(earl.URL, error) bool) {
		d.edits.apply(u, func(v earl.URL, err error) bool {
			if err == nil && d.normal {
				v = d.normalize(v)
			}
			return yield(v, err)
		})
	}
}

// shortIPv6 returns an IPv6 address in brackets in its recommended form. Any other
// host is unchanged. Source: rfc5952 4.
func shortIPv6(host string) string {
	if !strings.HasPrefix(host, "[") {
		return host
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if err != nil || address.Zone() != "" || address.Is4In6() {
		return host
	}
	return "[" + address.String() + "]"
}

// normalize returns the normal form of u. trurl knows nothing of what single
// schemes say about equivalence: the fragment of a name stays.
func (d *Editor) normalize(u earl.URL) earl.URL {
	v := u.Normalize(earl.LevelDots)
	set := func(c earl.Component, value string) {
		if w, err := v.With(c, earl.Some(earl.Octets(value))); err == nil {
			v = w
		}
	}
	host, _ := v.Host()
	if short := shortIPv6(host); short != host {
		set(earl.ComponentHost, short)
	} else if written, _ := u.Host(); written != host && strings.EqualFold(written, host) && !strings.Contains(written, "%") {
		set(earl.ComponentHost, written)
	}
	if _, ok := v.Host(); ok && v.Path() == "" {
		set(earl.ComponentPath, "/")
	}
	port, ok := v.Port()
	if w, err := v.With(earl.ComponentPort, earl.Field{}); ok && err == nil {
		n, _ := v.PortNumber()
		if standard, known := w.PortNumber(); port == "" || known && n == standard && !d.keepPort {
			v = w
		}
	}
	return v
}

// AppendLine appends the line for u: the format, or the URL if there is no format. After
// an error, the line is incomplete.
func (d *Editor) AppendLine(b []byte, u earl.URL) ([]byte, error) {
	if d.template == nil {
		return append(append(b, d.display.Text(u)...), '\n'), nil
	}
	return d.template.append(b, u)
}

// AppendEmpty appends the line for a text that is not valid: the format with every
// component empty, or an empty line if there is no format.
func (d *Editor) AppendEmpty(b []byte) []byte {
	for i := range d.template {
		b = append(b, d.template[i].literal...)
	}
	if d.template == nil {
		b = append(b, '\n')
	}
	return b
}

// OneLine reports whether every URL of the input makes one line.
func (d *Editor) OneLine() bool {
	lines := 0
	for i := range d.template {
		lines += strings.Count(d.template[i].literal, "\n")
	}
	return lines <= 1 && len(d.edits.iterate) == 0
}

// StartURL returns the URL to edit if the user gave no URL. It is made from the url, or
// the scheme and host, of --set. Without them it is "".
func (d *Editor) StartURL() string {
	values := map[string]string{}
	for _, a := range d.edits.set {
		values[a.name] = a.value
	}
	if url := values["url"]; url != "" {
		return url
	}
	if values["scheme"] == "" || values["host"] == "" {
		return ""
	}
	return values["scheme"] + "://" + values["host"]
}
