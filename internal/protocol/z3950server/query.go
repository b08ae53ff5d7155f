package z3950server

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/earl-url/earl/internal/protocol/ber"
)

// An operand is a query: a term, or two operands with an operator.
type operand interface {
	matches(r *Record) bool
	uses() []int // the Use attributes of its terms
}

// A term is a word or a text.
type term struct {
	use       int
	text      string // in lower case
	phrase    bool   // the words follow one another
	truncated bool   // the beginning of a word
}

// An operation is an operator between two operands.
type operation struct {
	operator    uint32 // 0: and, 1: or, 2: and not
	left, right operand
}

// useAny is the Use attribute of a term without one.
const useAny = 1016

// parseQuery reads a query of type 1. Source: ANSI/NISO Z39.50-1995 4.1, RPNQuery.
func parseQuery(e ber.Element) (operand, *diagnostic) {
	rpn, ok := e.Find(ber.Ctx(1))
	if !ok {
		return nil, &diagnostic{diagQueryType, ""}
	}
	for part := range rpn.Children() {
		if part.Tag != ber.OID {
			return parseOperand(part, maxNesting)
		}
	}
	return nil, &diagnostic{diagMalformed, ""}
}

// parseOperand reads the type RPNStructure.
func parseOperand(e ber.Element, depth int) (operand, *diagnostic) {
	switch {
	case depth == 0:
		return nil, &diagnostic{diagMalformed, "nested too deeply"}
	case e.Tag == ber.Ctx(0):
		t, ok := e.Find(ber.Ctx(102))
		if !ok {
			return nil, &diagnostic{diagMalformed, "only terms are supported"}
		}
		return parseOperandTerm(t)
	case e.Tag == ber.Ctx(1):
		return parseOperation(e, depth)
	}
	return nil, &diagnostic{diagMalformed, ""}
}

// parseOperandTerm is parseTerm as an operand.
func parseOperandTerm(e ber.Element) (operand, *diagnostic) {
	t, d := parseTerm(e)
	if d != nil {
		return nil, d
	}
	return t, nil
}

// parseOperation reads two operands and their operator.
func parseOperation(e ber.Element, depth int) (operand, *diagnostic) {
	parts := e.List(4)
	if len(parts) != 3 || parts[2].Tag != ber.Ctx(46) {
		return nil, &diagnostic{diagMalformed, ""}
	}
	left, d := parseOperand(parts[0], depth-1)
	if d != nil {
		return nil, d
	}
	right, d := parseOperand(parts[1], depth-1)
	if d != nil {
		return nil, d
	}
	for operator := range parts[2].Children() {
		if n := operator.Tag.Number(); n <= 2 {
			return operation{n, left, right}, nil
		}
	}
	return nil, &diagnostic{diagOperator, ""}
}

// parseTerm reads the type AttributesPlusTerm.
func parseTerm(e ber.Element) (term, *diagnostic) {
	t := term{use: useAny}
	general, ok := e.Find(ber.Ctx(45))
	if !ok {
		return t, &diagnostic{diagTermType, ""}
	}
	t.text = strings.ToLower(string(general.Bytes()))
	for a := range find(e, 44).Children() {
		typ, _ := find(a, 120).Int()
		value, _ := find(a, 121).Int()
		switch {
		case typ == 1:
			t.use = int(value)
		case typ == 4:
			t.phrase = value == 1
		case typ == 5 && value == 1:
			t.truncated = true
		case typ == 5 && value != 100: // 100: no truncation
			return t, &diagnostic{diagTruncation, fmt.Sprint(value)}
		}
	}
	return t, nil
}

func (t term) uses() []int      { return []int{t.use} }
func (o operation) uses() []int { return append(o.left.uses(), o.right.uses()...) }

// knows returns the diagnostic for a Use attribute that no record has.
func (d *Database) knows(q operand) *diagnostic {
	for _, use := range q.uses() {
		if !slices.ContainsFunc(d.Records, func(r Record) bool { return r.Keys[use] != nil }) {
			return &diagnostic{diagUse, fmt.Sprint(use)}
		}
	}
	return nil
}

func (o operation) matches(r *Record) bool {
	left, right := o.left.matches(r), o.right.matches(r)
	switch o.operator {
	case 0:
		return left && right
	case 1:
		return left || right
	}
	return left && !right
}

func (t term) matches(r *Record) bool {
	for _, key := range r.Keys[t.use] {
		if slices.Contains(r.Whole, t.use) {
			if strings.ToLower(key) == t.text {
				return true
			}
			continue
		}
		if t.isIn(wordsOf(key)) {
			return true
		}
	}
	return false
}

// isIn reports whether words contain those of the term: each of them, or all in order for a phrase.
func (t term) isIn(words []string) bool {
	wanted := wordsOf(t.text)
	if len(wanted) == 0 {
		return false
	}
	if t.phrase {
		for i := 0; i+len(wanted) <= len(words); i++ {
			if slices.Equal(words[i:i+len(wanted)], wanted) {
				return true
			}
		}
		return false
	}
	for _, w := range wanted {
		if !slices.ContainsFunc(words, func(word string) bool { return word == w || t.truncated && strings.HasPrefix(word, w) }) {
			return false
		}
	}
	return true
}

// wordsOf returns the words of a text in lower case: runs of letters and digits.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// terms returns the terms of an index in order, and how many records have each.
func terms(list []*Database, use int) ([]string, map[string]int) {
	counts := map[string]int{}
	for _, d := range list {
		for i := range d.Records {
			for w := range d.Records[i].terms(use) {
				counts[w]++
			}
		}
	}
	return slices.Sorted(maps.Keys(counts)), counts
}

// terms returns the terms of a record in an index.
func (r *Record) terms(use int) map[string]bool {
	set := map[string]bool{}
	for _, key := range r.Keys[use] {
		words := wordsOf(key)
		if slices.Contains(r.Whole, use) {
			words = []string{strings.ToLower(key)}
		}
		for _, w := range words {
			set[w] = true
		}
	}
	return set
}
