package z3950

import (
	"github.com/earl-url/earl/internal/protocol/ber"
)

// Decode reads a message as every kind of response, and shows its records.
func Decode(message []byte, o Options) {
	o = o.withDefaults()
	e, _, err := ber.Parse(message, o.Depth)
	if err != nil {
		return
	}
	parseInit(e)
	parseClose(e)
	parseSearch(e)
	parseScan(e, o.Records)
	list, _ := parsePresent(e, chunk)
	for _, r := range list {
		r.show(o)
		r.title()
		r.links()
	}
}

// MARCText returns the text of a record in MARC 21, and its title.
func MARCText(raw string) (text, title string, err error) {
	m, err := parseMARC(raw, true)
	if err != nil {
		return "", "", err
	}
	if text, _, err = m.text(); err != nil {
		return "", "", err
	}
	return text, m.title(syntaxes[0]), nil
}

// XMLTitle returns the title of a record in XML.
func XMLTitle(raw []byte) string { return xmlTitle(raw) }

// WordQuery returns the query for words in the notation of yaz-client.
func WordQuery(words string) (string, error) {
	q, err := wordQuery(words, useAny)
	if err != nil {
		return "", err
	}
	if e, rest, err := ber.Parse(q.encoded(), 2*maxTerms); err != nil || len(rest) > 0 || e.Tag != ber.Ctx(21) {
		panic(err)
	}
	return q.String(), nil
}
