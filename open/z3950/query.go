package z3950

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
)

// The types of attributes, and those values that this package sends. Source: ANSI/NISO Z39.50-1995
// ATR.1, attribute set bib-1.
const (
	typeUse        = 1
	typeStructure  = 4
	typeTruncation = 5

	useAny   = 1016
	useDocID = 1032

	structurePhrase = 1
	structureURx    = 104
	truncateRight   = 1
)

// oidBib1 is the attribute set of all queries.
const oidBib1 = "1.2.840.10003.3.1"

// An index is a Use attribute with the name that a URL has for it.
type index struct {
	name string // the value of x-use
	use  int
}

// indexes are the indexes with a name. A URL may contain the number of any other.
var indexes = [...]index{
	{"any", useAny},
	{"title", 4},
	{"author", 1003},
	{"subject", 21},
	{"isbn", 7},
	{"issn", 8},
	{"date", 31},
	{"id", 12},
}

// indexNames returns the names of the indexes.
func indexNames() []string {
	names := make([]string, len(indexes))
	for i, x := range indexes {
		names[i] = x.name
	}
	return names
}

// useOf returns the Use attribute for the value of x-use. Absent means any.
func useOf(f earl.Field) (int, error) {
	name := cmp.Or(string(f.Value), "any")
	for _, x := range indexes {
		if x.name == name {
			return x.use, nil
		}
	}
	if n, err := strconv.ParseUint(name, 10, 16); err == nil && n > 0 {
		return int(n), nil
	}
	return 0, fmt.Errorf("%w: x-use=%s: must be %s or the number of a bib-1 Use attribute", errors.ErrUnsupported,
		f.Value.Printable(), strings.Join(indexNames(), ", "))
}

// A term is one operand of a query.
type term struct {
	text       string
	attributes [][2]int // type and value
}

// A query is a list of terms. A record must have all of them.
type query []term

// maxTerms is the maximum number of terms. Each makes the query one level deeper, and servers limit
// the depth.
const maxTerms = 20

// setQuery sets the query of the task, if its URL has one.
func (t *task) setQuery() error {
	v := t.view
	switch {
	case v.DocID.Present:
		t.query = t.docIDQuery()
	case v.Search.Present:
		use, err := useOf(v.Use)
		if err != nil {
			return err
		}
		t.query, err = wordQuery(string(v.Search.Value), use)
		return err
	case v.Scan.Present:
		use, err := useOf(v.Use)
		t.scan = term{text: string(v.Scan.Value), attributes: [][2]int{{typeUse, use}}}
		return err
	}
	return nil
}

// docIDQuery returns the search for a docid. Source: rfc2056 2; bib-1 Use 1032, Structure 104.
func (t *task) docIDQuery() query {
	q := term{text: string(t.view.DocID.Value)}
	switch use := cmp.Or(t.opts.DocIDUse, useDocID); use {
	case useDocID:
		q.attributes = [][2]int{{typeUse, useDocID}, {typeStructure, structureURx}}
	default:
		q.attributes = [][2]int{{typeUse, use}}
		t.note("the docid is searched with the Use attribute %d instead of %d (z3950.Options.DocIDUse)", use, useDocID)
	}
	return query{q}
}

// wordQuery returns the search for words. They are separated by spaces. Words in quotes are a
// phrase, and "*" at the end of a word means any word that begins like this.
func wordQuery(words string, use int) (query, error) {
	var q query
	for rest := strings.TrimSpace(words); rest != ""; rest = strings.TrimSpace(rest) {
		var word string
		t := term{attributes: [][2]int{{typeUse, use}}}
		if phrase, after, ok := cutPhrase(rest); ok {
			word, rest = phrase, after
			t.attributes = append(t.attributes, [2]int{typeStructure, structurePhrase})
		} else {
			word, rest, _ = strings.Cut(rest, " ")
			if begin, ok := strings.CutSuffix(word, "*"); ok && begin != "" {
				word = begin
				t.attributes = append(t.attributes, [2]int{typeTruncation, truncateRight})
			}
		}
		if t.text = word; word != "" {
			q = append(q, t)
		}
	}
	switch {
	case len(q) == 0:
		return nil, fmt.Errorf("%w: a search without words", errors.ErrUnsupported)
	case len(q) > maxTerms:
		return nil, fmt.Errorf("%w: a search for %d words, and at most %d are sent", errors.ErrUnsupported, len(q), maxTerms)
	}
	return q, nil
}

// cutPhrase takes a phrase in quotes from the beginning of text.
func cutPhrase(text string) (phrase, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", "", false
	}
	phrase, rest, ok = strings.Cut(text[1:], `"`)
	return strings.TrimSpace(phrase), rest, ok
}

// encoded returns the query as the content of a Search request: a query of type 1.
// Source: ANSI/NISO Z39.50-1995 3.2.2.1.1, RPNQuery.
func (q query) encoded() []byte {
	rpn := operand(q[0])
	for _, t := range q[1:] {
		rpn = ber.Of(ber.Ctx(1), rpn, operand(t), ber.Of(ber.Ctx(46), ber.Bytes(ber.Ctx(0), "")))
	}
	return ber.Of(ber.Ctx(21), ber.Of(ber.Ctx(1), ber.ObjectID(ber.OID, oidBib1), rpn))
}

// operand returns a term as an operand.
func operand(t term) []byte { return ber.Of(ber.Ctx(0), t.encoded()) }

// encoded returns the type AttributesPlusTerm.
func (t term) encoded() []byte {
	var list [][]byte
	for _, a := range t.attributes {
		list = append(list, ber.Of(ber.Sequence, ber.Int(ber.Ctx(120), int64(a[0])), ber.Int(ber.Ctx(121), int64(a[1]))))
	}
	return ber.Of(ber.Ctx(102), ber.Of(ber.Ctx(44), list...), ber.Bytes(ber.Ctx(45), t.text))
}

// String returns the query in the notation of yaz-client.
func (q query) String() string {
	var b strings.Builder
	for range len(q) - 1 {
		b.WriteString("@and ")
	}
	for i, t := range q {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// String returns the term in the notation of yaz-client.
func (t term) String() string {
	var b strings.Builder
	for _, a := range t.attributes {
		fmt.Fprintf(&b, "@attr %d=%d ", a[0], a[1])
	}
	return b.String() + strconv.Quote(earl.Octets(t.text).Printable())
}

// sentence returns the terms for users.
func sentence(names []string, q query) string {
	return fmt.Sprintf("search of %s for %s", quotedNames(names), q)
}

// shownNames returns names for users, without quotes.
func shownNames(names []string) string {
	shown := slices.Clone(names)
	for i, name := range names {
		shown[i] = earl.Octets(name).Printable()
	}
	return strings.Join(shown, ", ")
}

// quotedNames returns names in quotes.
func quotedNames(names []string) string {
	quoted := slices.Clone(names)
	for i, name := range names {
		quoted[i] = strconv.Quote(earl.Octets(name).Printable())
	}
	return strings.Join(quoted, ", ")
}
