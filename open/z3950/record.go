package z3950

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// A shown is a record as users see it.
type shown struct {
	body string
	typ  string   // media type
	note []string // what could not be shown
}

// show returns a record as users see it.
func (r record) show(o Options) (shown, error) {
	if r.err != nil {
		return shown{}, r.err
	}
	format, ok := syntaxOf(r.oid)
	switch {
	case !ok:
		return shown{}, notShown(r.oid)
	case format.kind == kindXML:
		return shown{body: string(r.octets), typ: "application/xml"}, nil
	case format.kind == kindText:
		return shown{body: string(r.octets), typ: textType(r.octets)}, nil
	case o.Raw:
		return shown{body: string(r.octets), typ: "application/marc"}, nil
	}
	m, err := parseMARC(string(r.octets), format.kind == kindMARC21)
	if err != nil {
		return shown{}, broken("%v", err)
	}
	s := shown{typ: "text/plain; charset=utf-8"}
	var escaped int
	s.body, escaped, err = m.text()
	if err != nil {
		s.note = append(s.note, "the record is incomplete: "+err.Error())
	}
	if escaped > 0 {
		s.note = append(s.note, m.charsetNote(format, escaped))
	}
	return s, nil
}

// charsetNote reports the bytes whose characters are not known.
func (m *marc) charsetNote(format syntax, escaped int) string {
	switch {
	case m.utf8:
		return fmt.Sprintf("%d bytes are not UTF-8, although the record says so: they are written as \\xHH", escaped)
	case format.kind == kindMARC21:
		return fmt.Sprintf("the record is in MARC-8, which is not converted: %d bytes that are not ASCII, or that begin another character set, are written as \\xHH", escaped)
	}
	return fmt.Sprintf("the character set of the record is not known: %d bytes beyond ASCII are written as \\xHH", escaped)
}

// textType returns the media type of a text.
func textType(octets []byte) string {
	if utf8.Valid(octets) {
		return "text/plain; charset=utf-8"
	}
	return "text/plain"
}

// maxTitle is how many bytes of a record are its title in a listing, if it has no field for the title.
const maxTitle = 160

// title returns the title of a record in a listing. "" means that it has no title.
func (r record) title() (string, error) {
	format, ok := syntaxOf(r.oid)
	if !ok {
		return "", nil
	}
	switch format.kind {
	case kindText:
		return firstWords(dialogue.Text(string(r.octets[:min(len(r.octets), 2*maxTitle)]))), nil
	case kindXML:
		return xmlTitle(r.octets), nil
	}
	m, err := parseMARC(string(r.octets), format.kind == kindMARC21)
	if err != nil {
		return "", err
	}
	return m.title(format), nil
}

// title returns the title statement of a record, with the author and the date. MARC 21 has the title in
// field 245, and UNIMARC in 200.
func (m *marc) title(format syntax) string {
	title, author, dates, dateCode := m.values("245", "abnp"), "100", [...]string{"260", "264"}, "c"
	if format.kind == kindMARC && title == nil {
		title, author, dates, dateCode = m.values("200", "aehi"), "700", [...]string{"210", "214"}, "d"
	}
	text := m.words(title)
	if name := m.words(m.values(author, "ab")); name != "" && text != "" {
		text += " / " + name
	}
	for _, tag := range dates {
		if date := m.words(m.values(tag, dateCode)); date != "" && text != "" {
			return text + ", " + date
		}
	}
	return text
}

// words joins the values of subfields, without the punctuation that separates them in print.
func (m *marc) words(values []string) string {
	shown, _ := m.appendShown(nil, strings.Join(values, " "))
	return strings.TrimRight(strings.Join(strings.Fields(string(shown)), " "), " /:;,=.")
}

// links returns the URLs in the field for electronic locations: 856, subfield u.
// Source: MARC 21 Format for Bibliographic Data, 856.
func (r record) links() (list []string) {
	format, ok := syntaxOf(r.oid)
	if !ok || format.kind != kindMARC21 && format.kind != kindMARC {
		return nil
	}
	m, err := parseMARC(string(r.octets), format.kind == kindMARC21)
	if err != nil {
		return nil
	}
	for f, err := range m.fields() {
		if err != nil {
			break
		}
		for _, s := range f.subfields {
			if f.tag == "856" && s.code == "u" && len(list) < maxLinks {
				list = append(list, s.value)
			}
		}
	}
	return list
}

// maxLinks limits the links that are read in a record.
const maxLinks = 20

// firstWords returns the beginning of a text as one line.
func firstWords(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	if len(words) <= maxTitle {
		return words
	}
	words = words[:maxTitle]
	if i := strings.LastIndexByte(words, ' '); i > 0 {
		words = words[:i]
	}
	return strings.ToValidUTF8(words, "") + " ..."
}

// xmlTitle returns the text of the first element "title", or else the first words of a document.
func xmlTitle(octets []byte) string {
	d := xml.NewDecoder(bytes.NewReader(octets))
	d.Strict = false
	d.CharsetReader = nil
	inTitle := 0
	var title, all strings.Builder
	for all.Len() < 2*maxTitle {
		t, err := d.RawToken()
		if err != nil {
			break
		}
		switch t := t.(type) {
		case xml.StartElement:
			if inTitle > 0 || t.Name.Local == "title" {
				inTitle++
			}
		case xml.EndElement:
			if inTitle > 0 {
				inTitle--
			}
			if inTitle == 0 && strings.TrimSpace(title.String()) != "" {
				return firstWords(title.String())
			}
		case xml.CharData:
			text := t[:min(len(t), 2*maxTitle)]
			all.WriteByte(' ')
			all.Write(text)
			if inTitle > 0 && title.Len() < 2*maxTitle {
				title.Write(text)
			}
		}
	}
	return firstWords(strings.ToValidUTF8(all.String(), ""))
}

// docIDLink returns the z39.50r URL that a server puts into a record for it: one for the same host and
// port as the search.
func (s *session) docIDLink(r record) (earl.URL, bool) {
	for _, text := range r.links() {
		if u, err := dialogue.Link(s.req.URL.Edition(), text); err == nil && u.Scheme() == "z39.50r" && s.sameServer(u) {
			if _, err := views.ParseZ3950(u); err == nil {
				return u, true
			}
		}
	}
	return earl.URL{}, false
}
